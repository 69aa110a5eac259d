"""Reads a clause: who speaks of whom, and whether it is meant. What the rules get to see is decided here.

`Reading.stance` is ASSERTED for what the rules may take as said; the other stances keep a finding out, with the reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.adapters.rules.remember import what_to_remember
from memory_pipeline.adapters.rules.rule import Clause
from memory_pipeline.adapters.rules.text import Span, clauses, is_chinese, sentences
from memory_pipeline.domain.assertion import Stance

_EN_LEAD = re.compile(
    r"^(?:(?:hi|hello|hey|oh|ah|well|yeah|yes|yep|no|nope|ok|okay|actually|honestly|by the way|btw|also|and|but|so|or|fyi|for your information|just so you know|to be honest|tbh|in fact|"
    r"as for me|personally|for the record|um+|uh+|hmm+|haha+|lol|anyway|besides|sure|right|great|cool|good|thanks|thank you|these days|nowadays|currently|right now|lately|recently|now|"
    r"at the moment|as of (?:now|today|this week|last month)|from now on|going forward|then|you know|I mean|the thing is|(?:it )?turns out(?: that)?|because|since|although|though|even though|while|plus|moreover|however|"
    r"speaking of which|one more thing|another thing|quick (?:note|update|intro)|update|note|correction|ps|p\.s|reminder|sorry|my bad|good (?:morning|afternoon|evening)|dear \w+|everyone|guys|there|"
    r"(?:I|we) (?:think|guess|believe|suppose|must say|have to say|should (?:mention|add|note|say)|(?:want|wanted) (?:you )?to (?:know|let you know|tell you|mention|add|say)|forgot to (?:mention|say|tell you))(?: that)?|"
    r"I'd (?:say|like to mention|like to add)(?: that)?|did I mention(?: that)?|(?:just )?(?:to )?let you know(?: that)?|you should (?:also )?know(?: that)?|(?:just )?(?:for|as) (?:some )?(?:context|background|reference)|"
    r"(?:a bit|a little|something) about (?:me|myself)|about me|to introduce myself|let me introduce myself|in (?:general|my case)|"
    r"(?:on|every|at) (?:weekends?|the weekend|mornings?|evenings?)|(?:last|this) (?:week|month|year|weekend|spring|summer|fall|autumn|winter)|yesterday|today|"
    r"(?:a|two|three|a few|\d+) (?:weeks?|months?|years?|days?) ago|in (?:19|20)\d\d|after \w+(?: \w+){0,4} years(?: in \w+)?)"
    r"(?:\s+(?:there|again|all|everyone|so much|friend))?(?:\s*[,.!:;–—-]+\s*|\s+))+",
    re.IGNORECASE,
)
_EN_ME = re.compile(
    r"^(?:I|I'm|Im|I've|I'd|I'll|we|we're|we've|we'd|we'll|my|our|me|myself)\b", re.IGNORECASE
)
_EN_OTHER = re.compile(
    r"^(?:he|he's|she|she's|they|they're|it|it's|you|you're|your|his|her|their|its|someone|everyone|people|this|that|that's|there|there's|who|which|whose|the|a|an|most|some|what|where|how|"
    r"if|when|do|does|did|can|could|would|will|should|is|are)\b",
    re.IGNORECASE,
)
_EN_PARTICIPLE = re.compile(
    r"^(?:now\s+)?(?:living|working|based|married|allergic|planning|originally from|currently (?:living|working|based))\b",
    re.IGNORECASE,
)
_EN_BARE_VERB = re.compile(
    r"^(?:<A>)(?:live|work|study|have|own|drive|love(?= (?:\w+ing\b|to |my |the ))|enjoy|like(?= (?:to\b|\w+ing\b|\w+$|\w+ \w+$))|hate|dislike|prefer|use|speak|am|was|moved|grew|plan|hope|want|don't|do not|can't|cannot|never (?:eat|drink|smoke|drive)|used to|started|joined|teach|"
    r"born|raised|drink|eat|play|also)\b".replace(
        "<A>", r"(?:(?:also|now|currently|mostly|really|just|recently|usually|instead)\s+)*"
    ),
    re.IGNORECASE,
)
_ZH_LEAD = re.compile(
    r"^(?:(?:(?:哦|噢|嗯+|啊|呃|好的|好|是的|对|不|不是|不对|没有|朋友|有)(?=[\s，,。：:！!、；;…])|你好|您好|嗨|哈喽|早上好|晚上好|下午好|大家好|对了|其实|另外|还有|顺便说一下|顺便|说起来|话说|说实话|老实说|实话说|坦白说|总之|而且|并且|但是|但|不过|可是|所以|因为|因此|由于|"
    r"虽然|尽管|然后|如今|现在|目前|最近|近来|平时|平常|周末|平日|闲暇时|空闲时|除此之外|除了这个|更正一下|更正|纠正一下|补充一下|补充|自我介绍一下|介绍一下|先自我介绍一下|告诉你|跟你说|和你说|我跟你说|我告诉你|"
    r"忘了说|忘记说了|提醒你一下|我想说的是|我是说|我觉得|我认为|我感觉|我发现|可能你不知道|你知道吗|哈哈+|嘿嘿|今年|去年|前年|上个月|上周末|上周|这周|昨天|今天|前几天|前段时间|不久前|几年前|"
    r"[一二两三四五六七八九十几\d]+(?:年|个月|周|天)前|自从\S{1,8}(?:后|以来)|从去年开始|从\S{1,5}起|老实讲|讲真|事实上|实际上|至于我|就我而言|对我来说|作为\S{2,8}|听好了|放心|提醒一下|\S{1,8}之间)[\s，,。：:！!、；;…]*)+"
)
_ZH_ME = re.compile(r"^(?:我|本人|俺|咱)")
_ZH_MY_OTHERS = re.compile(
    r"^(?:我|我们|咱们|俺)(?:的|家的?|那个|有个|有一个|有位|一个)*(?:最好的|一个|两个|新|前|老|大|小|男|女)?(?:朋友|同事|同学|室友|邻居|老板|领导|上司|老师|师傅|教练|医生|客户|亲戚|表[哥姐弟妹]|堂[哥姐弟妹]|闺蜜|哥们|兄弟|"
    r"妈妈|爸爸|母亲|父亲|妈|爸|爷爷|奶奶|外公|外婆|姥姥|姥爷|老婆|老公|妻子|丈夫|爱人|太太|先生|媳妇|女朋友|男朋友|女友|男友|对象|儿子|女儿|孩子|宝宝|哥哥|姐姐|弟弟|妹妹|哥|姐|弟|妹|叔叔|阿姨|舅舅|姑姑|姨妈|侄子|侄女|外甥|岳父|岳母|公公|婆婆|"
    r"前任|前女友|前男友|搭档|学生|徒弟|粉丝|们(?:公司|单位|学校|团队|部门|老板|领导|组))"
)
_ZH_OTHER = re.compile(
    r"^(?:他|她|它|你|您|大家|人们|有人|别人|对方|谁|哪|什么|怎么|为什么|如果|假如|要是|这|那|据说|听说|朋友|同事|医生|老师|老板|妈妈|爸爸|老婆|老公|儿子|女儿|孩子|很多人|有些人|请|麻烦|能|可以|会不会|是不是|有没有|如何|推荐)"
)

# Notes to oneself and to friends leave the subject out: "Just moved to Bonn", "Not a fan of snow".
_EN_DROPPED = re.compile(
    r"^(?:(?:just|recently|currently|still|now|also|finally|always) )*(?:moved (?:back )?to|relocated to|living in|based in|working (?:as|at|for)|been (?:working|living|based|a vegan|vegan|a vegetarian|vegetarian)|born (?:and raised )?in|"
    r"married to|allergic to|grew up in|originally from|not (?:really )?(?:a (?:big |huge )?fan of|into|fond of)|(?:love|hate|adore|prefer)(?! (?:and|can|will|should|is|was|the|it|this|that|your|you|them|these|those)\b)(?= \w))",
    re.IGNORECASE,
)
_EN_FINITE = re.compile(
    r"^(?:(?:just|recently|currently|still|now|also|finally|always) )*(?:moved|relocated|been|grew|love|hate|adore|prefer)\b",
    re.IGNORECASE,
)
_ZH_KIN_NAMED = re.compile(
    r"^(?:老婆|老公|妻子|丈夫|太太|儿子|女儿|大女儿|小女儿|大儿子|小儿子|妈妈|爸爸|哥哥|弟弟|姐姐|妹妹|猫|狗)(?:的名字)?(?:叫|名叫)(?!我|你|他|她)"
)
_ZH_WHEN = re.compile(
    r"^(?:(?:今|明|后|昨|前)天|今晚|明晚|明早|(?:上|下|这|本)(?:个)?(?:周|星期|礼拜|月)[一二三四五六日天末底]?|周[一二三四五六日末]|(?:今|明|后|去|前)年|月底|年底|\d{1,2}月(?:\d{1,2}[日号])?|\d{1,2}号|"
    r"(?:今年|明年)?(?:春节|国庆|五一|元旦|中秋|暑假|寒假|夏天|冬天|春天|秋天)|早上|上午|中午|下午|晚上|[\d一二两三四五六七八九十]+点(?:半|钟)?|的?时候|起|开始|就|，)+(?=我)"
)
_ZH_MY_THING = re.compile(
    r"^我(?:们)?(?:的(?!名字|姓名|全名|生日|爱好|兴趣|职业|工作|老家|家乡|籍贯|母语|专业|手机|电话|邮箱|地址|梦想|目标|计划|预算|英文名|网名|昵称|性别|年龄)|家(?:的)?(?=[\u3400-\u9fff]{0,3}(?:猫|狗|犬|孩子|娃|毛|车)))"
)
_ZH_FORMERLY = re.compile(r"^(以前|之前|过去|曾经|原来)我")
_EN_EMBEDDED = re.compile(
    r"^(?:I|we) (?:know|think|hope|believe|heard|hear|guess|see|saw|understand|feel like|noticed|wish|doubt|told|asked)(?: that)? (?:he|she|they|you|it|my \w+|her|him|them|[A-Z]\w+)\b",
    re.IGNORECASE,
)
_ZH_EMBEDDED = re.compile(
    r"^我(?:也|都|还|就)?(?:知道|觉得|认为|希望|发现|听说|看到|告诉|问|相信|猜|担心|记得|听)(?:了|过)?(?:他|她|它|你|您|我的?(?:朋友|同事|老婆|老公|妈|爸|儿子|女儿|孩子)|人)"
)
_EN_MODAL = re.compile(
    r"\b(?:will|'ll|want|going to|plan|planning|try|trying|would|'d|should|can|could|hope|need|let|must|might|may)\b",
    re.IGNORECASE,
)

_EN_QUESTION = re.compile(
    r"^(?:do|does|did|am|are|is|was|were|can|could|would|will|should|shall|have|has|had|what|where|when|who|which|how|why|whose|may)\b",
    re.IGNORECASE,
)
_EN_TAG = re.compile(
    r"^(?:right|correct|isn't it|is it|do I|don't I|am I|aren't I|did I|didn't I|remember|you know|is that right|no|yeah|eh|huh|wasn't it)$",
    re.IGNORECASE,
)
_ZH_TAG = re.compile(
    r"^(?:对吗|对吧|是吗|是吧|是不是|对不对|没错吧|你记得吗|还记得吗|记得吗|你说是吧|你知道吗)$"
)
_ZH_QUESTION = re.compile(
    r"(?:吗|么)$|(?<!没)(?<!没有)(?<!不是)什么|怎么(?!喜欢|爱|吃|喝)|哪(?:里|儿|个|些|家|天|种|一)|谁|几(?:岁|号|点|个人)|多少|是不是|有没有|能不能|会不会|要不要|该不该|可不可以|为什么|为何|还是(?=[\u3400-\u9fff]+[？?]?$)|(?<!学习)(?<!知道)(?<!学会)(?<!了解)如何|吧$(?<=对吧)"
)
_HYPOTHETICAL = re.compile(
    r"\b(?:if(?! (?:you|possible|that|it|anyone|there)\b)|unless|suppose|supposing|imagine|what if|let's say|let us say|pretend|hypothetically|in another life|in a parallel universe|were I|had I|as if|as though|"
    r"I wish|wish (?:I|we)|would have|could have|in theory|in an ideal world|theoretically|in my dreams?|assuming)\b|"
    r"\bif (?:you|it|that)\b.*\b(?:I were|I was|I had|I'd|I would)\b|\bI dream(?:ed|t) (?:that )?I\b|\bdreamt? last night\b",
    re.IGNORECASE,
)
_ZH_UNREAL = re.compile(
    r"假设|设想|想象一下|想象(?:我|自己)|比方说我|打个比方|要不是|幻想|恨不得|巴不得|但愿|梦见|梦到|做梦|下辈子|如果我是|要是我是|假如我是|就好了$|该多好"
)
_ZH_CONDITION = re.compile(r"如果|假如|要是|假使|倘若|万一|若是|的话$|只要|除非")
_UNSURE = re.compile(
    r"\b(?:might(?! as well)|maybe|perhaps|probably|possibly|I could)\b|或许|也许|可能(?!性)|说不定|没准|大概会",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"^(?:according to|as .{1,40} (?:says?|said|puts? it)|rumou?r has it|they say|the (?:article|book|movie|film|report|song|character|narrator|hero|lyrics?|line|quote|post|email|letter)\b)|"
    r"\b(?:he|she|they|someone|somebody|[A-Z]\w+|my (?:\w+ ){1,2}|the \w+) (?:says?|said|told me|claims?|claimed|thinks?|thought|believes?|wrote|asked|texted|goes|went|replied|joked|keeps? saying|swears?|insists?)(?: that)? (?:I|I'm|my|we)\b|"
    r"(?:他|她|他们|她们|有人|别人|人家|大家|朋友|同事|老板|老师|医生|妈妈|爸爸|我妈|我爸|老婆|老公|同学|邻居|[小老阿][\u3400-\u9fff])(?:跟我|对我|和我|老|总|都|又|还|经常|曾经|曾|常常|昨天|今天)*"
    r"(?:说|写道|讲|问|认为|以为|觉得|声称|表示|回复|发微信说|告诉我|告诉你)|^[\u3400-\u9fff]{2,3}(?<!我)(?<!会)(?<!我会)(?:说|写道|问|认为)(?:过|道|了)?[，,：:“\"]|"
    r"^(?:据说|听说|据.{1,8}(?:说|报道)|传说|俗话说|歌词|台词|书(?:里|中|上)|小说(?:里|中)|电影(?:里|中)|文章(?:里|中|说)|新闻(?:里|说)|主角|主人公|原文|引用)",
    re.IGNORECASE,
)
_ZH_SELF_SAID = re.compile(
    r"^(?:我|其实|不是我)(?:跟你|和你|对你|之前|刚才|刚|上次|已经|也|都)*(?:说|觉得|认为|告诉你|讲)"
)
_FICTION = re.compile(
    r"^(?:example|e\.g\.|sample|template)\b.{0,12}[:：]|\b(?:role[- ]?play|pretend (?:to be|you|I|that)|let's pretend|imagine (?:that|you|I|a)|in (?:my|the|this|a) (?:novel|story|book|game|movie|film|play|script|dream|D&D)|my (?:character|protagonist|persona|alter ego)|"
    r"(?:write|draft|compose|translate|rewrite|proofread|rephrase|paraphrase|summari[sz]e|correct|fix|edit|check|polish) (?:me |this|the following|an?|that|my|up)\b[^.!?\n]*[:：\n]|how do (?:you|I) say|for example[,:] (?:a|the) user|"
    r"(?:example|sample|test) (?:sentence|input|message|text|data|profile)|lyrics[:：])|"
    r"扮演|假装|角色扮演|假设我|设想我|想象我|(?:翻译|润色|改写|修改|改一下|校对|总结|造句|仿写|续写)(?:一下|成|以下|下面|这)?[^。！？\n]{0,16}[：:\n]|写(?:一)?(?:篇|个|段|首|封|份)[^。！？\n]{0,20}[：:]|(?:小说|故事|剧本|游戏|电影|书|梦)(?:里|中)(?:的)?(?:我|主角|人物)|我的角色|例句|台词[:：]|歌词[:：]",
    re.IGNORECASE,
)
_STRONG_JOKE = re.compile(
    r"(?<!not )(?<!no )(?<!n't )\b(?:just kidding|only kidding|i'm kidding|kidding|just joking|only joking|i'm joking|joking(?! apart| aside)|j/?k|jks|just a joke|as a joke|in jest|pulling your leg|"
    r"messing with you|just teasing|gotcha|not really|yeah right|in my dreams|sarcasm|/s|i wish)\b(?<!i wish)|开(?:个|了个)?(?:小)?玩笑|逗你(?:玩|的)?|骗你(?:的|玩)|闹着玩|说笑|说着玩|瞎说|胡说的?|乱说的|才怪|做梦呢|想得美|[（(](?:狗头|手动狗头|doge)[）)]|狗头",
    re.IGNORECASE,
)
_SHORT_ANSWER = 12
_LAUGH_LENGTH = 60
_NO_JOKE = re.compile(
    r"(?:没(?:有)?|不是|别|不)(?:在)?(?:跟你)?开(?:个)?玩笑|no joke|not (?:a joke|kidding|joking)|all jokes aside|joking (?:apart|aside)",
    re.IGNORECASE,
)
_WEAK_JOKE = re.compile(
    r"(?:\b(?:ha(?:ha)+|lol|lmao|rofl|hehe)\b|哈哈+|嘿嘿+|嘻嘻|[😂🤣😜😝🙃😆😹🤪😏]|[;:]-?[)Pp](?!\w)|xD\b)[\s.。!！~～…]*$",
    re.IGNORECASE,
)
_ONLY_LAUGHTER = re.compile(
    r"^(?:(?:ha(?:ha)+|lol|lmao|rofl|hehe|哈+|嘿+|嘻+|[😂🤣😜😝🙃😆😹🤪😏\s.。!！~～…]))+$", re.IGNORECASE
)
_FIGURATIVE = re.compile(
    r"\b(?:practically|literally|basically|virtually|metaphorically|figuratively)\s+(?:an?\s|the\s|living|batman|superman)|简直(?:是|就是)|活像|堪比|仿佛是",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A clause ready for the rules. `quote` is an exact substring of the message; `sentence` numbers its sentence from 0.

    `keep` are the words of the whole sentence that the person asked to be remembered, empty where nobody asked.
    """

    clause: Clause
    stance: Stance
    quote: str
    sentence: int
    about_person: bool
    chinese: bool
    keep: str = ""


def read(content: str, readable_text: str, at: datetime, *, answers_question: bool = False) -> list[Reading]:
    """The clauses of a message in order. `answers_question` lets its first clause leave out its subject."""
    readings: list[Reading] = []
    found = sentences(readable_text)
    fiction = False
    for number, sentence in enumerate(found):
        fiction = fiction or _FICTION.search(sentence.text) is not None
        following = found[number + 1].text if number + 1 < len(found) else ""
        asked = what_to_remember(sentence.text)
        wanted = Span(asked[0], sentence.start + asked[1]) if asked else sentence
        inherited = answers_question and number == 0
        part = _read_sentence(wanted, content, at, number, following, fiction=fiction, inherited=inherited)
        readings += (
            [replace(reading, keep=content[wanted.start : wanted.end]) for reading in part] if asked else part
        )
    return _without_jokes(readings, found)


def begins_with_joke_marker(readable_text: str) -> bool:
    """Whether a message takes back, as a joke, what was said just before it."""
    found = sentences(readable_text)
    return bool(found) and is_joke_marker(found[0].text)


def is_joke_marker(sentence: str) -> bool:
    return _STRONG_JOKE.search(sentence) is not None and _NO_JOKE.search(sentence) is None


def _without_jokes(readings: list[Reading], found: list[Span]) -> list[Reading]:
    marked = [number for number, sentence in enumerate(found) if is_joke_marker(sentence.text)]
    last = max(marked, default=-1)
    if last >= 0 and _STRONG_JOKE.match(found[last].text.lstrip("哈呵嘿, ，.。!！")):
        last -= 1  # it takes back what came before; what follows in its own sentence is meant
    return [
        reading
        if reading.sentence > last or reading.stance is not Stance.ASSERTED
        else replace(reading, stance=Stance.JOKE)
        for reading in readings
    ]


def _read_sentence(
    sentence: Span, content: str, at: datetime, number: int, following: str, *, fiction: bool, inherited: bool
) -> list[Reading]:
    chinese = is_chinese(sentence.text)
    parts = clauses(sentence)
    stances = _stances(sentence, parts, chinese=chinese)
    laughed = _WEAK_JOKE.search(sentence.text[-_LAUGH_LENGTH:]) is not None or (
        len(following) <= _LAUGH_LENGTH and _ONLY_LAUGHTER.match(following) is not None
    )
    readings: list[Reading] = []
    about_person, before, first = inherited, "", 0
    for index, part in enumerate(parts):
        lead = (_ZH_LEAD if chinese else _EN_LEAD).match(part.text)
        bare = part.text[lead.end() :] if lead and lead.end() < len(part.text) else part.text
        if chinese:
            probe, own = _chinese_probe(bare, about_person=about_person)
        else:
            probe, own = _english_probe(bare, before, about_person=about_person)
        if own is not None:
            about_person = own
            first = index
        elif not index:
            about_person = about_person and len(part.text) <= _SHORT_ANSWER
        stance = stances[index]
        if stance is Stance.ASSERTED:
            stance = (
                Stance.QUOTED
                if fiction
                else Stance.JOKE
                if laughed or _FIGURATIVE.search(part.text)
                else stance
            )
        start = part.start if own is not None or not readings else parts[first].start
        readings.append(
            Reading(
                Clause(part.text, probe, at, before),
                stance,
                content[start : part.end],
                number,
                about_person,
                chinese,
            )
        )
        before = probe
    return readings


def _english_probe(text: str, before: str, *, about_person: bool) -> tuple[str, bool | None]:
    """The probe, and whether the clause names its own subject: the person (True), another (False), none (None)."""
    if _EN_EMBEDDED.match(text):
        return text, False
    if _EN_ME.match(text):
        return text, True
    if not before and _EN_DROPPED.match(text):
        if text.lower().startswith("been "):
            return f"I have {text}", True
        return f"I {text}" if _EN_FINITE.match(text) else f"I am {text}", True
    if _EN_OTHER.match(text):
        return text, False
    if about_person and _EN_PARTICIPLE.match(text):
        return f"I am {text}", None
    if about_person and _EN_BARE_VERB.match(text) and not _EN_MODAL.search(before):
        return f"I {text}", None
    return text, None


def _chinese_probe(text: str, *, about_person: bool) -> tuple[str, bool | None]:
    if _ZH_MY_OTHERS.match(text) or _ZH_MY_THING.match(text) or _ZH_EMBEDDED.match(text):
        return text, False
    timed = _ZH_WHEN.match(text)
    text = text[timed.end() :] if timed else text
    if _ZH_KIN_NAMED.match(text):
        return "我" + text, None
    if _ZH_ME.match(text):
        return "我" + re.sub(r"^(?:本人|俺|咱们?|我们?)", "", text), True
    former = _ZH_FORMERLY.match(text)
    if former is not None:
        return f"我{former[1]}{text[former.end() :]}", True
    if _ZH_OTHER.match(text):
        return text, False
    return ("我" + text, None) if about_person else (text, None)


def _stances(sentence: Span, parts: list[Span], *, chinese: bool) -> list[Stance]:
    text = sentence.text
    if text[:1] in "\"“‘「『'":
        return [Stance.QUOTED] * len(parts)
    if _HYPOTHETICAL.search(text) if not chinese else _ZH_UNREAL.search(text):
        return [Stance.HYPOTHETICAL] * len(parts)
    asks = text.rstrip(" \"”'’)）~～!！").endswith(("?", "？"))
    tag = _ZH_TAG if chinese else _EN_TAG
    tagged = asks and bool(parts) and tag.match(parts[-1].text) is not None
    stances: list[Stance] = []
    quoted = supposed = False
    for index, part in enumerate(parts):
        supposed = supposed or (chinese and _ZH_CONDITION.search(part.text) is not None)
        quoted = quoted or (_QUOTED.search(part.text) is not None and not _ZH_SELF_SAID.match(part.text))
        if quoted:
            stances.append(Stance.QUOTED)
        elif supposed or _UNSURE.search(part.text):
            stances.append(Stance.HYPOTHETICAL)
        elif tagged or (asks and index == len(parts) - 1) or _asks(part.text, chinese=chinese):
            stances.append(Stance.QUESTION)
        else:
            stances.append(Stance.ASSERTED)
    return stances


def _asks(text: str, *, chinese: bool) -> bool:
    return (_ZH_QUESTION if chinese else _EN_QUESTION).search(text) is not None
