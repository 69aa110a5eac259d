"""What is supposed: a sentence that sets up a case ("Picture this: …", 情景题：…) makes a supposition of itself and of what
follows, until the speaker comes back to what is so. What is asked within a supposition is answered within it."""

from __future__ import annotations

import re

_LED = r"(?:(?:ok|okay|so|well|now|hey|hi|please|just|right|alright|then|and|but|also|quick question|question|first|let's|lets|let us|let me|say|for (?:a (?:moment|second|sec|minute)|now)|can (?:you|we)|could (?:you|we))\b[\s,:;.!–—-]*)*"
_ONE = r"(?:(?:i|im|i'm|i've|ive|i'd|my(?! (?:surprise|shock|face|joy|delight|horror|relief))|we|we're|we've|our)\b|(?:the |our )?[a-z]\w*(?:-[a-z\d]\w*)+ (?!of\b))"
_ASIDE = r"(?:[\s,:;–—-]*\b(?:that|this|with me|for (?:a|one|the) (?:moment|second|sec|minute|time being)|for (?:the )?(?:sake of )?(?:argument|the example|fun|now)(?:'s sake)?|hypothetically|just|here|instead|once)\b)*[\s,:;–—-]*"
_CASE = r"(?:(?:hypothetical|made-up|fictional|imaginary|fake|alternate|worst[- ]case|best[- ]case|what[- ]if|example|test|sample|toy) (?:scenario|situation|case|question|exercise|setup|one|person|profile|user|data|reality|universe|life)|scenario|hypothetical|hypo|thought experiment|what[- ]if|case study|use[- ]case|exercise|imaginary me|fictional me)"
# An order to suppose, whose case is the speaker's; a case announced by its name; an example for its own sake.
_EN = re.compile(
    rf"^{_LED}(?:suppose|assume|imagine|pretend|picture|envision|let's say|lets say|let us say|say){_ASIDE}{_ONE}|^{_LED}(?:suppose|supposing|assume)\b|^{_LED}consider (?:an?|this|the following) [^.?!]{{0,40}}:|"
    rf"^{_LED}(?:paint a picture|picture this|imagine this|consider this|play pretend|play a game of what[- ]if|do a (?:thought experiment|what[- ]if))\b|"
    rf"^{_LED}(?:here's |here is |this is |it's |(?:an?|the|one|another|my|quick|purely|total|totally|random|different|new|next|ok|okay|weird|silly|fun)[\s,]+)*{_CASE}\b(?: (?:for you|here|time|question|then|now|to consider|about \w+))*\s*(?:[:.?!,–—]|\s-)|"
    r"\bfor the sake of (?:the |this |an? |our )?(?:argument|exercise|example|demo|test|discussion|scenario|game)\b|\b(?:for|in|as) (?:this|the|an) (?:hypothetical )?(?:example|scenario|exercise|hypothetical|demo|thought experiment)\b|"
    r"\b(?:use|take|treat) (?:this|these|the following|it) as (?:an? )?(?:sample|example|test|dummy|placeholder|mock)\b|\b(?:sample|dummy|placeholder|mock|made-up|fake) (?:data|details|values|profile|info)\b|\b(?:play|be) devil's advocate\b|"
    r"\bin (?:my|an?) (?:dream|ideal|perfect|alternate|alternative|parallel|imaginary|fantasy|other|different|past|previous|next) (?:life|world|universe|timeline|reality|dimension|scenario)\b|\bmy (?:dream|ideal|perfect|fantasy|imaginary|alternate) (?:life|world|job|self|future|home|house|setup)\b[^.?!]{0,30}[?:]|"
    rf"\b(?:act|answer|respond|behave|talk|reply|plan|think) (?:to me )?(?:as if|as though|like) {_ONE}|\b(?:treat|think of|see|picture|imagine|cast) me (?:as|like|being)\b",
    re.IGNORECASE,
)
# Some time to come, told as if it were there: "Five years from now I'm a painter in Lisbon".
_EN_SOME_DAY = re.compile(
    r"^(?:ok |okay |so |well |and )*(?:(?:in )?(?:a |\w+ |\w+-\w+ )?(?:few |couple of )?(?:years|decades|months)(?:'? time| from now)|(?:in|by) (?:ten|five|twenty|thirty|\d+) years|one (?:fine )?day|some ?day|fast forward|when I(?:'m| am) (?:rich|old|grown up|famous|retired|president|king|queen))\b[^.?!]{0,30}?[,:]? (?:I|we)(?:'m|'re| am| are| live| own| run| work(?! for \w+ years)| have(?= (?:an?|my|our|two|three)\b))\b",
    re.IGNORECASE,
)
_EN_BACK = re.compile(
    r"^(?:(?:ok|okay|so|well|but|anyway|anyways|alright|right|now|no)[\s,.!–—-]+)*(?:in (?:reality|real life|actual fact|fact)|irl|for real|in truth|back to (?:reality|real life|the real)|really though|real talk|the real me|actual me|the truth is|seriously now|(?:but )?actually|as it is|as things (?:are|stand)|right now|currently|btw|by the way|unrelated|separately|on another note|different topic|new topic|other question)\b|^anyways?\b",
    re.IGNORECASE,
)
_EN_GOES_ON = re.compile(
    r"^(?:ok |okay |yes |yeah |right |so )*(?:and (?:if|also|say|suppose|then|now)|also (?:say|suppose|assume|imagine|in (?:this|that))|what if|same (?:scenario|case|example|idea|person|setup)|still (?:hypothetical\w*|in (?:the|that|this) (?:scenario|example))|in (?:that|this) (?:case|scenario|world|universe|example)|then (?:say|suppose))\b",
    re.IGNORECASE,
)

_ZH_LED = (
    r"(?:那|那么|好|嗯|来|先|就|咱们?|我们|请|你|不如|换个(?:角度|思路|说法|场景)|打个比方|[\s，,。：:])*"
)
_ZH = re.compile(
    rf"^{_ZH_LED}(?:假设(?!检验)|假定|设想|设|想象(?!力)|脑补|试想|假如说|比如说?|比方说?|好比|就说|就当|权当|当作|比如假设)(?:一下)?(?:面前的|现在的|这里的)?[\s，,：:]*我(?!们?(?:觉得|认为|之前|上次|昨天|喜欢|爱|讨厌|不喜欢))|"
    rf"^{_ZH_LED}(?:假设|假定|设想|想象|脑补|试想)(?!检验|力|空间)(?:一下)?[^。！？]{{0,10}}(?:我|我家|我们|[a-z][\w]*-[\w-]+)|^{_ZH_LED}(?:打(?:个)?比方|举个?例子?|做个(?:假设|思想实验|设想)|思想实验|纯(?:属)?假设|开个脑洞|脑洞一下|脑洞(?:题|时间)?|随便(?:假设|编)一?个?)[\s，,：:。]|"
    r"^(?:情景|情境|场景|案例|例子?|示例|题目?|设定|背景设定|人设|假想|虚拟)(?:题|设定|假设|描述|分析|问答|一|二|1|2)?(?:是这样的?|如下)?[：:]|(?:理想|平行|另一个|梦想|想象)(?:的)?(?:世界|宇宙|时空|生活|人生)(?:里|中)|换个角度[，,]我是|换作我|换成我|如果说我|假如说我|"
    r"(?:示例|测试|样例|虚构|虚拟|假|随便编)(?:的)?(?:数据|资料|信息|用户|身份)|[一二三五十二两\d]+(?:多)?年(?:以)?后的我"
)
_ZH_BACK = re.compile(
    r"^(?:好了?|行了?|那|不过|但是?|嗯|[\s，,])*(?:现实(?:里|中|是|生活)|实际上|事实上|说回|回到(?:现实|正题)|其实|真实(?:情况|的我)|说真的|对了|另外|顺便|换个话题|话说|正经|言归正传)"
)
_ZH_GOES_ON = re.compile(
    r"^(?:好|嗯|行|对|那|[\s，,])*(?:再假设|还假设|继续假设|再设|再比如|同样(?:的)?(?:场景|设定|假设)|还是(?:这个|那个|刚才)(?:场景|设定|假设)|这种情况下?|在这个(?:设定|假设|场景)|如果再|要是再)"
)
_CJK = re.compile(r"[\u3400-\u9fff]")


def opens_supposition(sentence: str) -> bool:
    """Whether the sentence sets up a case in which it and what follows it are to be taken."""
    return any(form.search(sentence) is not None for form in (_EN, _ZH))


def is_of_some_day(sentence: str) -> bool:
    """Whether the sentence tells of a time to come as if it were there; it says so of itself alone."""
    return _EN_SOME_DAY.search(sentence) is not None


def comes_back(sentence: str) -> bool:
    """Whether the sentence turns from what is supposed to what is so."""
    form = _ZH_BACK if _CJK.search(sentence) else _EN_BACK
    return form.match(sentence) is not None


def goes_on(message: str) -> bool:
    """Whether the message says itself that it stays within what was supposed before."""
    return any(form.match(message.strip()) is not None for form in (_EN_GOES_ON, _ZH_GOES_ON))


def supposed(sentences: list[str], *, already: bool = False) -> set[int]:
    """The numbers of the sentences of a message that are supposed; `already` where the talk was so before."""
    inside: set[int] = set()
    within = already
    for number, sentence in enumerate(sentences):
        within = (within and not comes_back(sentence)) or opens_supposition(sentence)
        if within or is_of_some_day(sentence):
            inside.add(number)
    return inside
