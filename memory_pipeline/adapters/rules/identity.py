"""Name, birthday, age, gender, languages: who the person is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.clipped import NAMED_TWICE
from memory_pipeline.adapters.rules.dropped import is_about_someone
from memory_pipeline.adapters.rules.lexicon import (
    JEST_NAMES,
    LANGUAGE,
    NOT_EN_NAME,
    ZH_LANGUAGE,
    chinese_tags,
    is_chinese_name,
)
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, Rule, pattern, rule, whole
from memory_pipeline.adapters.rules.turns import FROM_THERE
from memory_pipeline.adapters.rules.values import verbatim

NICKNAME = "nickname"  # turned into a name where the segment holds no other, else left out
_ZH_NAME_TAIL = re.compile(r"(?:吧|就好了?|就行了?|就可以了?|即可|啦|啊|呀|哦|呢|的|，.*)+$")
_ZH_NO_NAME = re.compile(
    r"什么|啥|谁|不|你|我|他|她|它|这个|那个|叫|做|了$|人$|名字|外卖|滴滴|出租|快递|东西|服务|车$|代驾|客服|跑腿|警察|物业|救命|^好$"
)
_ZH_ERRAND = re.compile(r"^(?:回|去|吃|喝|起|加|改|帮|给|把|快|别|再|先)")
_EN_NO_NAME = re.compile(
    r"^(?:not|what|the|a|an|it|that|this|on|in|secret|something|spelled|spelt|written|pronounced|because|when|if|back|later|now|tomorrow|again|at|to|for|crazy|old|anytime|any|maybe|up|out|me|you|your|my)\b",
    re.IGNORECASE,
)


def _name(raw: str) -> str:
    name = verbatim(raw)
    if not name or JEST_NAMES.search(name):
        return ""
    if re.search(r"[\u3400-\u9fff]", name):
        name = _ZH_NAME_TAIL.sub("", name)
        return "" if len(name) > 10 or _ZH_NO_NAME.search(name) else name
    return (
        ""
        if _EN_NO_NAME.search(name)
        or len(name.split()) > 4
        or len(name) < 2
        or any(ch.isdigit() for ch in name)
        else name
    )


def _called(raw: str) -> str:
    """A name after 我叫, which also is "I had … come" (我叫张伟来帮忙)."""
    name = _name(raw)
    return "" if len(name) > 2 and _does(name) else name


def _nickname(raw: str) -> str:
    """A name after 叫我, which also is "tell me to …" (叫我起床)."""
    name = _name(raw)
    return "" if _ZH_ERRAND.search(name) or _does(name) else name


def _does(name: str) -> bool:
    return not is_chinese_name(name) and any(tag == "v" for _, tag in chinese_tags(name))


def _introduced(raw: str) -> str:
    """A name after "I'm …": only what cannot be an adjective, an origin, a faith or a sign."""
    name = _name(raw)
    return "" if NOT_EN_NAME.search(name) else name


def _chinese_full_name(raw: str) -> str:
    name = _ZH_NAME_TAIL.sub("", verbatim(raw))
    return name if is_chinese_name(name) and not JEST_NAMES.search(name) else ""


_OTHER_DAY = re.compile(
    r"昨|前天|明|后天|大后|上个?(?:周|星期|礼拜|月)|下个?(?:周|星期|礼拜|月)|前几|过几|不久|[去今]年|周[一二三四五六日末]|\b(?:yesterday|tomorrow|last|next)\b",
    re.IGNORECASE,
)


def _greeted(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "Hi, Maria here": beside a greeting only."""
    if re.search(
        r"\b(?:hi|hello|hey|morning|afternoon|evening|greetings)\b[\s,.!]*$",
        clause.earlier + clause.text[: match.start("o")],
        re.IGNORECASE,
    ):
        name = _introduced(match["o"])
        if name:
            yield Finding("name", name)


def _named_before(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "Theodora Vance, that's my legal name": the name stands before."""
    said = _NAME_AT_END.search(clause.earlier)
    if said is not None and (name := _introduced(said["o"])):
        yield Finding("name", name)


_NAME_AT_END = pattern(r"[\"“'\s](?P<o><NAME>)[\"”']?[\s,.;:–—-]*$")


def _today(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A birthday that is "today" is the day the message was sent; of another day the clause says no date."""
    if _OTHER_DAY.search(clause.text):
        return
    day = clause.at.date()
    yield Finding(
        "birthday", f"{day.month}月{day.day}日" if "生日" in match.group() else f"{day:%B} {day.day}"
    )


def _languages(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    words = re.compile(rf"{LANGUAGE}|{ZH_LANGUAGE}", re.IGNORECASE)
    rest = words.sub(" ", match["o"])
    for found in words.finditer(match["o"]):
        yield Finding("speaks", found.group(), rest=rest)


def _languages_of_person(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if clause.probe.startswith("我"):
        yield from _languages(match, clause)


def _this_year(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """今年四十二了: a number alone is an age only beside the year."""
    of_others = is_about_someone(clause.earlier)
    if clause.text.lstrip("我").startswith("今年") and len(match["o"]) > 1 and not of_others:
        yield Finding("age", match["o"])


def _spoken(value: str) -> Build:
    return whole(value, verbatim)


_EN_NUMBER = r"(?:\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ]?(?:one|two|three|four|five|six|seven|eight|nine))?|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
_ZH_NUMBER = r"(?:\d{1,3}|[一二三四五六七八九十百两]{1,4})"

RULES: tuple[Rule, ...] = (
    FROM_THERE,
    NAMED_TWICE,
    rule(r"^我(?:是)?(?P<o>男|女)$", _spoken("gender")),
    rule(rf"<ME>(?P<o>{ZH_LANGUAGE}.*?)(?:都)?(?:会说|会讲|说得?很?流利|都会)(?:的)?$", _languages),
    rule(
        r"<MY>(?:full |first |real |given |legal |actual |chinese |english )?name(?: for (?:the|my|your|this) [\w ]{2,20}?)?(?:'s| is|:| =)\s+(?:actually |now )?(?P<o>[^,.;!?(]+?)(?:\s+(?:and|but|by the way|now|actually|nice|pleased)\b.*|\s*[,;(].*)?$",
        whole("name", _name),
    ),
    rule(
        r"^(?:(?:the )?name's|the name is)\s+(?P<o><NAME>)(?=,|$| but\b| and\b| btw\b)", whole("name", _name)
    ),
    rule(
        r"^(?:I'm called|I am called|I go by|people call me|every(?:one|body) calls me|address me as|I(?:'d| would) (?:like|prefer) to be called|I prefer to be called|my friends call me|they call me|call me|just call me|please call me|you can (?:just )?call me|feel free to call me|you (?:can|may|should) address me as)\s+(?P<o>(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?<NAME>)(?:,? (?:for short|instead|not .*|please))?$",
        whole(NICKNAME, _name),
    ),
    rule(
        r"^(?:my |all my |most (?:of my )?|the )?(?:folks|people|friends|mates|buddies|colleagues|co-?workers|teammates|family|everyone|everybody|they all|clients|students|kids)(?: [\w' ]{1,24}?)? (?:just |usually |all |simply )*calls? me (?P<o><NAME>)(?:,? (?:for short|short for .*))?$",
        whole(NICKNAME, _name),
    ),
    rule(r"^(?P<o><NAME>) is my (?:first |full |real |actual )?name$", whole("name", _introduced)),
    rule(
        r"^first name(?:'s| is|:)? (?P<o>(?-i:[A-Z])[\w'-]+),? (?:and )?last name(?:'s| is|:)? (?-i:[A-Z])[\w'-]+",
        whole("name", _introduced),
    ),
    rule(
        r"^(?:you're|you are) (?:talking|speaking|chatting) (?:to|with) (?P<o><NAME>)$",
        whole("name", _introduced),
    ),
    rule(r"^(?P<o><NAME>) here(?: again)?$", _greeted),
    rule(r"^(?P<o><NAME>) speaking$", whole("name", _introduced)),
    rule(r"^(?:I|we) (?:was |were )?born (?:on )?(?P<o><D>)", _spoken("birthday")),
    rule(r"^我是[^，。]{2,16}[，,]叫(?P<o>[\u3400-\u9fff·]{2,4})$", whole("name", _chinese_full_name)),
    rule(r"^我(?:是)?(?P<o>(?:19|20)\d{2}年\d{1,2}月)(?:份)?(?:出生|生)(?:的)?$", _spoken("birthday")),
    rule(
        r"^我?(?:大家|朋友们?|同事们?|他们|家里人|身边人|圈里人|网友)?(?:一般|都|平时|经常|习惯)*(?:管我叫|喊我|称我为?)(?P<o>[\u3400-\u9fff·A-Za-z]{1,8})$",
        whole(NICKNAME, _nickname),
    ),
    rule(
        r"^我(?:的)?(?:英文名|网名|昵称|小名|外号|花名|笔名|艺名)(?:是|叫|：)(?P<o>[\u3400-\u9fff·A-Za-z]{1,12})$",
        whole(NICKNAME, _name),
    ),
    rule(r"^我(?:是)?(?P<o>(?:19|20)?\d{2}年)(?:生人|出生的?|生的|的)$", _spoken("birthday")),
    rule(r"^(?:that's|that is|this is) my (?:legal|full|real|actual|given|birth) name\b", _named_before),
    rule(
        r"^(?:I'm|I am|Im)\s+(?:Mr\.? |Mrs\.? |Ms\.? |Dr\.? )?(?P<o><NAME>)(?:\s+(?:and|from|by the way|here)\b.*|\s*\(.*|\s*,.*)?$",
        whole("name", _introduced),
    ),
    rule(
        r"^(?:this is|it's)\s+(?P<o><NAME>)(?:,? (?:here|speaking|by the way|btw|from\b.*|with an? \w(?:,.*)?))$",
        whole("name", _introduced),
    ),
    rule(
        r"^我(?:的)?(?:名字|姓名|全名|大名|真名|本名|中文名|名)(?:就)?(?:是|叫做?|：|:)\s*(?P<o>.+)$",
        whole("name", _name),
    ),
    rule(
        r"^我姓[\u3400-\u9fff]{1,2}[，,]?(?:全名|名字|名)?(?:叫|是)(?P<o>[\u3400-\u9fff]{2,4})$",
        whole("name", _name),
    ),
    rule(
        r"^我(?:现在)?(?:就)?(?:名叫|叫做|叫)(?P<o>[\u3400-\u9fff·A-Za-z][\u3400-\u9fff·A-Za-z .]{0,20})$",
        whole("name", _called),
    ),
    rule(
        r"^我?(?:请|以后|今后|记得|平时|一般|直接|就)*(?:你|您|大家|朋友们?|同事们?)?(?:也|就|都)?(?:可以|直接)?(?:就)?(?:叫我|称呼我为?|喊我)(?P<o>[\u3400-\u9fff·A-Za-z]{1,12})$",
        whole(NICKNAME, _nickname),
    ),
    rule(r"^我是(?P<o>[\u3400-\u9fff]{2,4})$", whole("name", _chinese_full_name)),
    rule(r"^我?(?:的)?姓名\s*[：:]?\s*(?P<o>[\u3400-\u9fff]{2,4})$", whole("name", _chinese_full_name)),
    rule(
        r"<MY>(?:birthday|bday|b-day|date of birth|dob|birth ?date)(?:(?<=dob)(?= )|'s| is|:| falls| is coming up)(?: actually| really)?(?: on)?\s+(?P<o><D>)",
        _spoken("birthday"),
    ),
    rule(r"^(?:it's|it is) my birthday on (?P<o><D>)", _spoken("birthday")),
    rule(r"^(?P<o><D>) is (?:actually )?my birthday", _spoken("birthday")),
    rule(r"^(?:I|we)\s+(?:was|were) born (?:on\s+)?(?P<o><D>)", _spoken("birthday")),
    rule(
        r"^(?:I|we)\s+(?:was|were) born in (?P<o>(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: of)?(?: \d{4})?|(?:19|20)\d\d)\b",
        _spoken("birthday"),
    ),
    rule(r"^I(?:'m| am|'ll be)? turn(?:ing|ed|s)? \d+ on (?P<o><D>)", _spoken("birthday")),
    rule(r"^I was born (?:in|at) .{1,30}? (?:on|in) (?P<o><D>|(?:19|20)\d\d)$", _spoken("birthday")),
    rule(
        r"^(?:is my birthday$|today is my birthday|it's my birthday today|it is my birthday today|today's my birthday)",
        _today,
    ),
    rule(
        r"^我?(?:的)?(?:生日|出生日期|生辰)(?:其实|应该)?(?:就)?(?:是|在|：|:|为)?\s*(?:每年(?:的)?)?(?P<o>(?:农历|阴历|阳历)?<D>)",
        _spoken("birthday"),
    ),
    rule(r"^我(?:是)?(?P<o><D>)(?:出生|生)(?:的|日|人)", _spoken("birthday")),
    rule(r"^我?(?:出生于|生于|出生在)(?P<o><D>)", _spoken("birthday")),
    rule(r"^我?(?P<o><D>)(?:这天|那天)?(?:是我(?:的)?生日|过生日|生日|出生)", _spoken("birthday")),
    rule(r"^我?(?:就|正好|刚好)?是我(?:的)?生日$", _today),
    rule(
        rf"<AM>(?P<o>{_EN_NUMBER})(?:[ -](?:years?[ -]old|yrs?[ -]old|yo|y/o|years of age))(?:\s+(?:now|today))?",
        _spoken("age"),
    ),
    rule(rf"<AM>(?P<o>{_EN_NUMBER})(?:\s+(?:now|today|this year))?(?:,.*)?$", _spoken("age")),
    rule(rf"^我?(?P<o>{_ZH_NUMBER})了$", _this_year),
    rule(rf"<ME>(?:今年)?(?:刚)?满(?P<o>{_ZH_NUMBER}(?:周)?岁?)了?$", _spoken("age")),
    rule(rf"<AM>an? (?P<o>{_EN_NUMBER})[ -]year[ -]old\b", _spoken("age")),
    rule(rf"^I\s+(?:just |recently )?turned (?P<o>{_EN_NUMBER})\b", _spoken("age")),
    rule(r"<MY>age is (?P<o>\d{1,3})\b", _spoken("age")),
    rule(
        rf"^我(?:的)?(?:年龄是|今年|现在|刚|已经|刚满|满|也|都|才|快)*(?P<o>{_ZH_NUMBER}(?:周)?岁)(?:半|了|多|的.*)?$",
        _spoken("age"),
    ),
    rule(r"^我(?:今年|现在)?(?:已经|都|刚)?(?P<o>[1-9]\d)了?$", _spoken("age")),
    rule(
        r"<AM>an? (?:\d+[ -]year[ -]old |single |married |young |\d+[- ]years?[- ]old )?(?P<o>man|woman|guy|girl|female|male)\b",
        _spoken("gender"),
    ),
    rule(
        r"^我是(?:一个|一名|个|名)?(?:\d{2}后)?(?:的)?(?P<o>男生|女生|男的|女的|男人|女人|男孩子?|女孩子?|男性|女性|男士|女士)$",
        _spoken("gender"),
    ),
    rule(r"^我?(?:的)?性别(?:是|：|:)?(?P<o>男|女)", _spoken("gender")),
    rule(
        rf"<MY>(?:native|first|mother|main|primary|home) (?:language|tongue) is (?P<o>{LANGUAGE})",
        _spoken("language"),
    ),
    rule(
        rf"^(?P<o>{LANGUAGE}) is my (?:native|first|mother|main|primary|home) (?:language|tongue)",
        _spoken("language"),
    ),
    rule(rf"^我(?:的)?(?:母语|第一语言)是(?P<o>{ZH_LANGUAGE})", _spoken("language")),
    rule(
        rf"^我?(?:的)?(?P<o>{ZH_LANGUAGE}(?:和{ZH_LANGUAGE})?)(?:水平|说得|讲得)?(?:也|还|都|算|挺|很|比较)*(?:还行|还可以|可以|不错|流利|会一点|凑合|过得去|没问题|能交流)$",
        _languages_of_person,
    ),
    rule(
        rf"<I>(?:can )?(?:get by|hold a conversation|manage|communicate) in (?P<o>{LANGUAGE}.*)$", _languages
    ),
    rule(
        rf"<I>(?:know|understand|learned|learnt|picked up) (?:some |a (?:little|bit of) |basic )?(?P<o>{LANGUAGE}(?:(?:,| and|, and) {LANGUAGE})*)(?: (?:too|as well|from|in|at|while|when|well|fluently)\b.*)?$",
        _languages,
    ),
    rule(rf"<I>(?:can )?speak (?P<o>(?:[\w-]+ )*{LANGUAGE}.*)$", _languages),
    rule(rf"<I>grew up speaking (?P<o>{LANGUAGE}.*)$", _languages),
    rule(rf"<AM>(?:fluent|bilingual|proficient|conversational) in (?P<o>{LANGUAGE}.*)$", _languages),
    rule(rf"<ME>(?:会|能)(?:说|讲)?(?:一点|一些|流利的)?(?P<o>{ZH_LANGUAGE}.*)$", _languages),
    rule(rf"<ME>(?:说|讲)(?P<o>{ZH_LANGUAGE}.*)$", _languages),
    rule(
        r"<MY>(?:time ?zone)(?:'s| is|:) (?P<o>(?:UTC|GMT)\s?[+-]\d{1,2}(?::\d\d)?|[A-Z]\w+/[A-Z]\w+|(?-i:[A-Z]{2,4})\b|[\w/+:-]+(?: \w+)?$)",
        _spoken("timezone"),
    ),
    rule(
        r"<AM>(?:in|on) (?:the )?(?P<o>(?:Pacific|Eastern|Central|Mountain|UTC|GMT|CET|PST|EST|IST|JST|CST)[\w+: -]*?)(?: time)?(?: zone)?$",
        _spoken("timezone"),
    ),
    rule(
        r"^我(?:的|在的|所在的?)?时区(?:是|：|:)?(?P<o>(?:UTC|GMT)\s?[+-]?\d*(?::\d\d)?|东[一二三四五六七八九十\d]+区|西[一二三四五六七八九十\d]+区|[\u3400-\u9fff]{2,4}(?:时间|时区)|[A-Z]\w+/[A-Z]\w+|[A-Z]{2,4})$",
        _spoken("timezone"),
    ),
)

__all__ = ["NICKNAME", "RULES"]
