"""Reads a clause: who speaks of whom. What the rules get to see is decided here, whether it is meant in `stance`.

`Reading.stance` is ASSERTED for what the rules may take as said; the other stances keep a finding out, with the reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.adapters.rules.chat import spoken_chinese, spoken_english
from memory_pipeline.adapters.rules.dropped import chinese_subject, english_subject
from memory_pipeline.adapters.rules.lexicon import (
    EN_CHILD,
    EN_PARENT,
    EN_SIBLING,
    EN_SPOUSE,
    ZH_PERSON,
    is_chinese_name,
)
from memory_pipeline.adapters.rules.remember import what_to_remember
from memory_pipeline.adapters.rules.rule import Clause
from memory_pipeline.adapters.rules.stance import (
    deflates,
    is_joke_marker,
    is_sarcastic,
    opens_fiction,
    opens_with_joke_marker,
    stances_of,
    turns_round,
)
from memory_pipeline.adapters.rules.supposed import supposed
from memory_pipeline.adapters.rules.text import Span, clauses, is_chinese, sentences
from memory_pipeline.adapters.rules.typed import is_typed_low, with_capitals
from memory_pipeline.domain.assertion import Stance

_EN_LEAD = re.compile(
    r"^(?:(?:since (?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec|last (?:week|month|year|spring|summer|autumn|fall|winter)|(?:19|20)\d\d)(?: (?:19|20)\d\d)?(?=,? (?:I|we|I'm|we're|my|our|I've|we've)\b)|hi+|hello+|he+y+|yo+|sup|oh+|ah|well|yeah|yes|yep|no(?=\s*[,.!;:–—-])|nope|ok|okay|actually|honestly|by the way|btw|also|and|but|so|or|fyi|for your information|just so you know|to be honest|tbh|in fact|"
    r"as for me|personally|for the record|um+|uh+|hmm+|haha+|lol|lmao|ngl|imo|imho|fwiw|yo|heya|hiya|welp|anyway|besides|sure|right|great|cool|good|thanks|thank you|these days|nowadays|currently|right now|lately|recently|now|"
    r"at the moment|as of (?:now|today|this week|last month)|from now on|going forward|then|you know|I mean|the thing is|(?:it )?turns out(?: that)?|so{2,}|now that|given that|seeing as|by (?:19|20)\d\d|because|since|although|though|even though|while|plus|moreover|however|"
    r"speaking of which|one more thing|another thing|heads[- ]up|quick (?:note|update|intro)|update|note|correction|ps|p\.s|reminder|sorry|my bad|good (?:morning|afternoon|evening)|dear \w+|everyone(?! (?:at|calls|in|who|says|knows|else|here)\b)|guys|there|"
    r"(?:I|we) (?:think|guess|believe|suppose|must say|have to say|should (?:mention|add|note|say)|(?:want|wanted) (?:you )?to (?:know|let you know|tell you|mention|add|say)|forgot to (?:mention|say|tell you))(?: that)?|"
    r"I'd (?:say|like to mention|like to add)(?: that)?|did I mention(?: that)?|(?:just )?(?:to )?let you know(?: that)?|you should (?:also )?know(?: that)?|(?:just )?(?:for|as) (?:some )?(?:context|background|reference)|"
    r"for (?:the|your|my|our) (?:records?|runbooks?|files?|docs|notes|wiki|profile|minutes|log)(?=\s*[:,])|(?:standing|permanent|general|lasting|house|new) (?:instruction|rule|request|preference|order|note)s?(?=\s*[:–—-])|(?:a bit|a little|something) about (?:me|myself)|about me|to introduce myself|let me introduce myself|in (?:general|my case)|"
    r"(?:on|every|at) (?:weekends?|the weekend|mornings?|evenings?)|(?:last|this) (?:week|month|year|weekend|spring|summer|fall|autumn|winter)|yesterday|today|"
    r"(?:please )?(?:keep|bear) in mind(?: that)?|(?:please )?(?:be aware|don't forget|remember|note)(?: that)?(?= I\b| my\b| I'm\b| I've\b| we\b)|(?:ugh|omg|oof|ew|hm|wait|ok so|long story short|plot twist|confession|guess what|surprise)|(?:big |small |quick |fun |life |random |good |bad |great |sad |exciting )+(?:news|fact|update)|"
    r"(?:in|by|from|until|during|over|since|come|this|next) (?:early |late |mid[- ]|the (?:end|start|beginning) of )?(?:(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|spring|summer|autumn|fall|winter|the (?:spring|summer|autumn|fall|winter|holidays|new year|coming weeks)|week|month|year|weekend)(?: \d{4})?)(?=,? (?:I|im|ive|ill|we|I'm|we're|I'll|we'll|my|our)\b)|"
    r"on (?:(?:next |this )?(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)|the \d{1,2}(?:st|nd|rd|th)?(?: of \w+)?|\d{1,2}(?:st|nd|rd|th)? \w+|\w+ \d{1,2}(?:st|nd|rd|th)?)(?=,? (?:I|im|ive|ill|we|I'm|we're|I'll|we'll|my|our)\b)|(?:tomorrow|tonight|next (?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday))(?=,? (?:I|im|ive|ill|we|I'm|we're|I'll|we'll|my|our)\b)|"
    r"(?:a|two|three|a few|\d+) (?:weeks?|months?|years?|days?) ago|in (?:19|20)\d\d|after \w+(?: \w+){0,4} years(?: in \w+)?)"
    r"(?:\s+(?:there|again|all|everyone|so much|friend))?(?:\s*[,.!:;–—-]+\s*|\s+))+",
    re.IGNORECASE,
)
_EN_ME = re.compile(
    r"^(?:I|I'm|Im|I've|I'd|I'll|we|we're|we've|we'd|we'll|my|our|me|myself)\b", re.IGNORECASE
)
_EN_OTHERS = (
    r"(?:friend|colleague|co-?worker|room-?mate|flatmate|neighbou?r|boss|manager|teacher|coach|doctor|client|customer|partner|cousin|uncle|aunt|nephew|niece|grand\w+|family|in-laws|team|company|"
    r"employer|school|dog|cat|pet|puppy|kitten|parrot|rabbit|hamster|horse)s?"
)
_EN_MY_OTHERS = re.compile(
    rf"^(?:my|our)\s+(?:[\w-]+\s+){{0,3}}?(?:{EN_SPOUSE}|{EN_CHILD}|{EN_PARENT}|{EN_SIBLING}|{_EN_OTHERS})(?:'s)?\b(?! and I\b)",
    re.IGNORECASE,
)
_EN_OTHER = re.compile(
    r"^(?:he|he's|she|she's|they|they're|it|it's|you|you're|your|his|her|their|its|someone|everyone|people|this|that|that's|there|there's|who|which|whose|the|a|an|most|some|what|where|how|"
    r"if|when|do|does|did|can|could|would|will|should|is|are)\b",
    re.IGNORECASE,
)
_EN_PARTICIPLE = re.compile(
    r"^(?:now\s+)?(?:lactose|gluten|\d+ (?:weeks|months) pregnant|pregnant|retired|divorced|living|working|based|married|allergic|planning|originally from|currently (?:living|working|based))\b",
    re.IGNORECASE,
)
_EN_BEEN = re.compile(
    r"^been (?:in (?-i:[A-Z])|freelancing|teaching|working|living|based|at (?-i:[A-Z])|with (?-i:[A-Z]))",
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
    r"虽然|尽管|然后|如今|现在|目前|最近|近来|平时|平常|周末|没事就?|有空就?|闲着|下班后|放假|平日|闲暇时|空闲时|除此之外|除了这个|更正一下|更正|纠正一下|补充一下|补充|自我介绍一下|介绍一下|先自我介绍一下|告诉你|跟你说|和你说|我跟你说|我告诉你|"
    r"忘了说|忘记说了|提醒你一下|我想说的是|我是说|我觉得|我认为|我感觉|我发现|可能你不知道|你知道吗|哈哈+|嘿嘿|今年|去年|前年|上个月|上周末|上周|这周|昨天|今天|前几天|前段时间|不久前|几年前|"
    r"[一二两三四五六七八九十几\d]+(?:年|个月|周|天)前|自从\S{1,8}(?:后|以来)|从去年开始|从\S{1,5}起|老实讲|讲真|事实上|实际上|至于我|就我而言|对我来说|作为\S{2,8}|听好了|放心|提醒一下|(?:其实|应该|原来)?是(?=我(?:自己|本人|对|有|得了))|\S{1,8}之间)[\s，,。：:！!、；;…]*)+"
)
_ZH_ME = re.compile(r"^(?:我|本人|俺|咱)")
_ZH_MY_OTHERS = re.compile(
    rf"^我一(?:个|位)?(?:朋友|同学|同事|亲戚|哥们儿?|兄弟|室友|邻居|网友|闺蜜|表[哥姐弟妹]|堂[哥姐弟妹]|发小|师[兄姐弟妹]|学[长姐弟妹]|客户|领导|老乡|战友|前任)|^(?:我们|咱们?)(?!家)[\u3400-\u9fff]{{1,4}}?(?:里)?有(?:一)?[个位](?:人|[\u3400-\u9fff]{{0,4}}(?:{ZH_PERSON}|老师|医生))|"
    rf"^(?:我|我们|咱们|咱|俺|本人)(?:们|的|家的?|那个?|这个?|有(?:一)?[个位些]|有|认识(?:的)?(?:一)?[个位]?|带的?|请的?|以前的?|之前的?|原来的?|现在的?|公司的?|单位的?|部门的?|团队的?|组里的?|学校的?|班上?的?|宿舍的?|隔壁的?|对门的?|楼[上下]的?|老家的?|村里的?|小区的?|群里的?|大学的?|高中的?|初中的?|小学的?|最好的|关系好的|一个|两个|几个|新来?的?|老|大|小|男|女|亲|前|双胞胎|龙凤胎|孪生|远房的?|合租的?)*(?:{ZH_PERSON}|上级|老师|医生|大夫|(?<=们)(?:公司|单位|学校|团队|部门|组))(?!节|圈)"
)
_ZH_OTHER = re.compile(
    r"^(?:他|她|它|你|您|大家|人们|有人|别人|对方|谁|哪|什么|怎么|为什么|如果|假如|要是|这|那|据说|听说|某(?:人|位|个)|隔壁|对门|楼[上下](?!的?房)|"
    rf"(?:前|新来的?|老家的?|单位的?|公司的?)?{ZH_PERSON}(?!节|圈|们?家)|医生|大夫|老师|很多人|有些人|请|麻烦|能|可以|会不会|是不是|有没有|如何|推荐)"
)

# Notes to oneself and to friends leave the subject out: "Just moved to Bonn", "Not a fan of snow".
_EN_DROPPED = re.compile(
    r"^(?:(?:just|recently|currently|still|now|also|finally|always) )*(?:moved (?:back |out |over |up |down |here )*to|relocated to|living in|based in|working (?:as|at|for)|been (?:in (?-i:[A-Z])|working|freelancing|teaching|living|based|a vegan|vegan|a vegetarian|vegetarian)|born (?:and raised )?in|"
    r"married to|allergic to|grew up in|originally from|not (?:really )?(?:a (?:big |huge )?fan of|into|fond of)|(?:love|hate|adore|prefer)(?! (?:and|can|will|should|is|was|the|it|this|that|your|you|them|these|those)\b)(?= \w))",
    re.IGNORECASE,
)
_EN_TOPIC = re.compile(
    r"\b(?:must|is|was|are|would|sounds?|seems?|can|could|has|does|doesn't|isn't)\b", re.IGNORECASE
)
_EN_FINITE = re.compile(
    r"^(?:(?:just|recently|currently|still|now|also|finally|always) )*(?:moved|relocated|been|grew|love|hate|adore|prefer)\b",
    re.IGNORECASE,
)
_ZH_KIN_NAMED = re.compile(
    r"^(?:老婆|老公|妻子|丈夫|太太|媳妇儿?|对象|女朋友|男朋友|女友|男友|爱人|未婚[妻夫]|另一半|儿子|女儿|闺女|大女儿|小女儿|大儿子|小儿子|妈妈|爸爸|哥哥|弟弟|姐姐|妹妹|猫|狗)(?:的名字|的?小名|的?大名|的?乳名)?(?:是[^，。叫]{1,12}[，,])?(?:叫|名叫|是叫)(?!我|你|他|她)"
)
_ZH_KIN_FULL = re.compile(
    r"^(?:老婆|老公|妻子|丈夫|太太|先生|爱人|女朋友|男朋友|(?:大|小|二)?(?:儿子|女儿)|闺女|哥哥|弟弟|姐姐|妹妹|爸爸|妈妈|父亲|母亲)(?P<name>[\u3400-\u9fff]{2,3}?)(?=在|今年|是|上|读|刚|也|已经|现在|明年|去年)"
)
_ZH_WHEN = re.compile(
    r"^(?:(?:今|明|大?后|昨|前)天|今晚|明晚|明早|[一二三四五六七八九十]{1,2}月(?:[一二三四五六七八九十廿]{1,3}[日号]|初|底|中旬)?|下下(?:个)?(?:周|月|星期|礼拜)[一二三四五六日天]?|(?:上|下|这|本)(?:个)?(?:周|星期|礼拜|月)[一二三四五六日天末底]?|周[一二三四五六日末]|(?:今|明|后|去|前)年|月底|年底|\d{1,2}月(?:\d{1,2}[日号])?|\d{1,2}号|"
    r"(?:今年|明年)?(?:春节|国庆|五一|元旦|中秋|暑假|寒假|夏天|冬天|春天|秋天)|早上|上午|中午|下午|晚上|[\d一二两三四五六七八九十]+点(?:半|钟)?|的?时候|起|开始|就|，)+(?=我)"
)
_ZH_MY_THING = re.compile(
    r"^我(?:们)?(?:的(?!名字|姓名|全名|生日|爱好|兴趣|职业|工作|老家|家乡|籍贯|母语|专业|手机|电话|邮箱|地址|梦想|目标|计划|预算|英文名|网名|昵称|性别|年龄)|家(?:的)?(?=[\u3400-\u9fff]{0,3}(?:猫|狗|犬|孩子|娃|毛|车)))"
)
_ZH_FRONTED = re.compile(r"^[\u3400-\u9fff]{1,8}我(?:已经|现在|早就|再也|以后)*不")
_ZH_TOGETHER = re.compile(
    r"^我(?:和|跟|与)[\u3400-\u9fff]{1,6}?(?:都|也都|全都)(?=喜欢|爱|住|不|是|对|在|很|讨厌)"
)
_ZH_FORMERLY = re.compile(r"^(以前|之前|过去|曾经|原来)我")
_EN_EMBEDDED = re.compile(
    r"^(?:I|we) (?:know|think|hope|believe|heard|hear|guess|see|saw|understand|feel like|noticed|wish|doubt|told|asked)(?: that)? (?:he|she|they|you|it|my \w+|her|him|them|[A-Z]\w+)\b",
    re.IGNORECASE,
)
_ZH_EMBEDDED = re.compile(
    r"^我(?:刚才?|今天|昨天|前几天|最近|在[^，。]{1,8}?)*(?:看到|看见|遇到|遇见|碰到|碰见|刷到|见到|见过|认识|采访|面试)(?:了|过)?(?:一?个|有个|一?位|不少|好多|很多|几个)|^我(?:也|都|还|就)?(?:知道|觉得|认为|希望|发现|听说|看到|告诉|问|相信|猜|担心|记得|听)(?:了|过)?(?:他|她|它|你|您|我的?(?:朋友|同事|老婆|老公|妈|爸|儿子|女儿|孩子)|人)"
)
_EN_MODAL = re.compile(
    r"\b(?:will|'ll|want|going to|plan|planning|try|trying|would|'d|should|can|could|hope|need|let|must|might|may)\b",
    re.IGNORECASE,
)

_ZH_THEN = re.compile(
    r"(?:当|还是|在)[^，。]{1,12}(?:的时候|那会儿|那阵子)|小时候|那时候?我|那会儿|当年我|上(?:大学|高中|初中|小学|学)(?:的时候|时|那会儿)|^(?:去年|前年|[一二两三四五六七八九十几\d]+年前)我?(?:还)?(?:住|在[^，。]{2,8}(?:住|上班|工作|读书|上学)(?!了)|是|喜欢|爱)"
)

_EN_BARE_APOSTROPHE = re.compile(
    r"\b(can|don|doesn|didn|isn|aren|wasn|wouldn|won|hasn|haven|couldn|shouldn)(t)\b", re.IGNORECASE
)
# Whoever such a sentence is about, the next one that names nobody may go on about ("My flatmate is vegan. Allergic to nuts.").
_EN_SOMEBODY = re.compile(
    rf"^(?:(?:so|and|but|well|ok|also|btw) )*(?:(?:my|our|the|a) (?:[\w-]+ ){{0,2}}?(?:{EN_SPOUSE}|{EN_CHILD}|{EN_PARENT}|{EN_SIBLING}|friend|colleague|co-?worker|room-?mate|flatmate|housemate|neighbou?r|boss|manager|teacher|coach|client|customer|cousin|uncle|aunt|nephew|niece|grand\w+|guy|man|woman|girl|boy|landlord|landlady|ex|student|patient|in-law)\b(?!'s (?:name|birthday))(?! and I\b)|he\b|she\b|he's\b|she's\b)",
    re.IGNORECASE,
)
_EN_STATE_OF = re.compile(
    r"(?:(?:also|now|currently|severely|very|super|really) )*(?:allergic|vegan|vegetarian|diabetic|coeliac|celiac|pregnant|retired|married|divorced|single|living|lives|working|works|born|originally|loves?|hates?|likes?|drives?|speaks?|owns?|has|is|was)\b",
    re.IGNORECASE,
)
_ZH_INTRODUCES = re.compile(
    r"(?:来|招|带|请|找|面试|认识|碰到|碰见|遇到|遇见|见|聊|约|雇|换|有)(?:了|过|的)(?:一)?(?:个|位|名|家)[\u3400-\u9fff]{0,4}(?:候选人|同事|新人|徒弟|实习生|朋友|网友|老师|师傅|阿姨|保姆|医生|客户|老板|领导|人|妹子|姑娘|小伙|哥们|大哥|大姐|邻居|室友|租客|房东|博主|对象|学生|教练|司机)"
)
_BLANKS = re.compile(r" {2,}")  # a slip is blanked out, not cut
_SHORT_ANSWER = 12
_EARLIER = 160


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
    astray: bool = (
        False  # whether it names nobody behind a clause, or a sentence, that speaks of somebody else
    )


def read(
    content: str,
    readable_text: str,
    at: datetime,
    *,
    answers_question: bool = False,
    within_supposition: bool = False,
) -> list[Reading]:
    """The clauses of a message in order. `answers_question` lets its first clause leave out its subject;
    `within_supposition` says that the message goes on with a case that was set up before it."""
    readings: list[Reading] = []
    found = sentences(readable_text)
    fiction = False
    for number, sentence in enumerate(found):
        fiction = fiction or opens_fiction(sentence.text)
        following = found[number + 1].text if number + 1 < len(found) else ""
        asked = what_to_remember(sentence.text)
        wanted = Span(asked[0], sentence.start + asked[1]) if asked else sentence
        inherited = answers_question and number == 0
        previous = found[number - 1].text if number else ""
        part = _read_sentence(
            wanted, content, at, number, following, previous, fiction=fiction, inherited=inherited
        )
        readings += (
            [replace(reading, keep=content[wanted.start : wanted.end]) for reading in part] if asked else part
        )
    unreal = supposed([sentence.text for sentence in found], already=within_supposition)
    return _turned(_without_jokes(readings, found), unreal, Stance.HYPOTHETICAL)


def _turned(readings: list[Reading], numbers: set[int], stance: Stance) -> list[Reading]:
    """`readings` with what the sentences `numbers` assert under another stance."""
    return [
        replace(reading, stance=stance)
        if reading.sentence in numbers and reading.stance is Stance.ASSERTED
        else reading
        for reading in readings
    ]


def _without_jokes(readings: list[Reading], found: list[Span]) -> list[Reading]:
    """A sentence that begins by taking back makes jokes of all before it, one that ends in laughter only of itself,
    irony of itself and what follows."""
    jokes: set[int] = set()
    for number, sentence in enumerate(found):
        if is_joke_marker(sentence.text):
            jokes.update(range(number) if opens_with_joke_marker(sentence.text) else (number,))
        if is_sarcastic(sentence.text):
            jokes.update(range(number, len(found)))
        elif number and turns_round(sentence.text):
            jokes.add(number - 1)
        elif number and deflates(sentence.text):
            jokes.update(range(number + 1))
    return _turned(readings, jokes, Stance.JOKE)


def _read_sentence(
    sentence: Span,
    content: str,
    at: datetime,
    number: int,
    following: str,
    earlier_sentence: str,
    *,
    fiction: bool,
    inherited: bool,
) -> list[Reading]:
    chinese = is_chinese(sentence.text)
    parts = clauses(sentence)
    stances = stances_of(sentence, parts, following, fiction=fiction, chinese=chinese)
    readings: list[Reading] = []
    about_person, before, first = inherited, "", 0
    then = False  # whether a Chinese sentence tells of a time that is over
    other = _EN_SOMEBODY.match(earlier_sentence) is not None and not inherited
    low = not chinese and is_typed_low(content)
    for index, part in enumerate(parts):
        said = _BLANKS.sub("" if chinese else " ", part.text)
        lead = (_ZH_LEAD if chinese else _EN_LEAD).match(said)
        bare = said[lead.end() :] if lead and lead.end() < len(said) else said
        bare = spoken_chinese(bare) if chinese else spoken_english(bare)
        bare = with_capitals(bare) if low else bare
        earlier = content[max(0, part.start - _EARLIER) : part.start]
        if chinese:
            then = (then or _ZH_THEN.search(part.text) is not None) and "现在" not in part.text
            probe, own = _chinese_subject(bare, earlier, about_person=about_person)
            if then:
                probe, own = f"当时{part.text}", False
        else:
            probe, own = _english_probe(bare, before, about_person=about_person)
        supplied = own is True and _EN_ME.match(bare) is None
        astray = _goes_astray(bare, part.text, own, earlier, other=other, supplied=supplied, chinese=chinese)
        if own is not None and not astray:
            other = not own and _EN_SOMEBODY.match(bare) is not None
        if own is not None:
            about_person = own
            first = index
        elif not index:
            about_person = about_person and len(part.text) <= _SHORT_ANSWER
        start = part.start if own is not None or not readings else parts[first].start
        readings.append(
            Reading(
                Clause(said, probe, at, before, earlier),
                stances[index],
                content[start : part.end],
                number,
                about_person,
                chinese,
                astray=astray,
            )
        )
        before = probe
    return readings


def _goes_astray(
    bare: str, said: str, own: bool | None, earlier: str, *, other: bool, supplied: bool, chinese: bool
) -> bool:
    """Whether a clause that names nobody goes on about somebody else: the subject before it, or one just introduced (来了个同事，…)."""
    if chinese:
        return "我" not in said and _ZH_INTRODUCES.search(re.split(r"[。！？!?\n]", earlier)[-1]) is not None
    return other and (own is None or supplied) and _EN_STATE_OF.match(bare) is not None


def _chinese_subject(text: str, earlier: str, *, about_person: bool) -> tuple[str, bool | None]:
    """The probe of a Chinese clause, its subject put back in where it is left out."""
    probe, own = _chinese_probe(text, about_person=about_person)
    supplied = None if own is not None or probe != text else chinese_subject(text, earlier)
    return (probe, own) if supplied is None else (supplied, True)


def _english_probe(text: str, before: str, *, about_person: bool) -> tuple[str, bool | None]:
    """The probe, and whether the clause names its own subject: the person (True), another (False), none (None)."""
    text = _EN_BARE_APOSTROPHE.sub(lambda found: f"{found[1]}'{found[2]}", text)
    if _EN_EMBEDDED.match(text):
        return text, False
    if _EN_ME.match(text):
        return text, _EN_MY_OTHERS.match(text) is None
    if not before and _EN_DROPPED.match(text) and not _EN_TOPIC.search(text):
        if text.lower().startswith("been "):
            return f"I have {text}", True
        return f"I {text}" if _EN_FINITE.match(text) else f"I am {text}", True
    supplied = None if before and not about_person else english_subject(text, about_person=about_person)
    if supplied is not None:
        return supplied, True
    if _EN_OTHER.match(text):
        return text, False
    if about_person and _EN_BEEN.match(text):
        return f"I have {text}", None
    if about_person and _EN_PARTICIPLE.match(text):
        return f"I am {text}", None
    if about_person and _EN_BARE_VERB.match(text) and not _EN_MODAL.search(before):
        return f"I {text}", None
    return text, None


def _chinese_probe(text: str, *, about_person: bool) -> tuple[str, bool | None]:
    if _ZH_MY_OTHERS.match(text) or _ZH_MY_THING.match(text) or _ZH_EMBEDDED.match(text):
        return text, False
    if _ZH_FRONTED.match(text):
        return text, True
    text = _ZH_TOGETHER.sub("我", text)
    timed = _ZH_WHEN.match(text)
    text = text[timed.end() :] if timed else text
    if _ZH_KIN_NAMED.match(text):
        return "我" + text, None
    full = _ZH_KIN_FULL.match(text)
    if full is not None and is_chinese_name(full["name"]):
        return "我" + text, False
    if _ZH_ME.match(text):
        return "我" + re.sub(r"^(?:本人|俺|咱们?|我们?)", "", text), True
    former = _ZH_FORMERLY.match(text)
    if former is not None:
        return f"我{former[1]}{text[former.end() :]}", True
    if _ZH_OTHER.match(text):
        return text, False
    return ("我" + text, None) if about_person else (text, None)
