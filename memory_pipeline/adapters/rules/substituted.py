"""A part of what was said just before, set right: "the dentist is on Tuesday" – "Wednesday, sorry", 下周三去成都 – 改周四了.

Only a day, a date, a time or a figure is put in the place of the one of its kind; a whole value only where the old one is denied.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_pipeline.adapters.rules.answers import is_place
from memory_pipeline.adapters.rules.lexicon import is_chinese_name
from memory_pipeline.adapters.rules.rule import Finding, pattern
from memory_pipeline.adapters.rules.text import readable
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.extraction import ExtractedFact

_MAX_LENGTH = 90
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\b|tomorrow|tonight"
_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)\b(?! \d)"
# One kind after the other: a date before the figure in it.
_KINDS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<![a-z]){_DAY}",
        pattern(r"<D>").pattern,
        r"(?:the )?\d{1,2}(?:st|nd|rd|th)\b",
        rf"(?<![a-z]){_MONTH}",
        r"\d{1,2}(?::\d\d)? ?(?:am|pm|o'clock)\b|(?<![\d.])\d{1,2}:\d\d|\bnoon\b|\bmidnight\b",
        r"(?:下下|下|这|本)?(?:个)?(?:周|星期|礼拜)[一二三四五六日天末]|(?:今|明|后|大后)天",
        r"\d{1,2}月\d{1,2}[日号]?|\d{1,2}[日号]",
        r"[\d一二三四五六七八九十]{1,3}月(?:份|底|初|中旬)?",
        r"(?:早上|上午|中午|下午|晚上)?[\d一二两三四五六七八九十]{1,3}点(?:半|[一二三四五]?十?分)?",
        r"(?<![\w.-])\d+(?:\.\d+)*(?![\w.-]*\w)",
    )
)
_EN_SLIP = r"(?:oops|whoops|sorry|oh|ah|argh|ugh|no|nope|wait|um+|uh+|er+m?|hm+|hold on|hang on|actually|ok|okay|crap|damn|well|typo|scratch that|strike that|make (?:that|it)|i meant?|i misspoke|i mistyped|(?:i )?misread(?: it| that)?|my mistake|my bad|correction|i was wrong|that(?:'s| is| was) wrong|it should(?:'ve| have)? (?:be|been|say|read)|should(?:'ve| have)? (?:be|been|say|read)|(?:it |they )?(?:got |was |were )?(?:moved|pushed|changed|rescheduled|postponed|bumped)(?: it)?(?: back)? to|now)"
_EN_LEAD = re.compile(
    rf"^(?:(?:{_EN_SLIP}|it's|its|it is|that's|the|on|at|in|for|to)\b[\s,.:;!–—-]*)*", re.IGNORECASE
)
_EN_MARKED = re.compile(rf"^{_EN_SLIP}\b", re.IGNORECASE)
_EN_BEHIND = re.compile(
    r"^(?:[\s,]*\b(?:at|in the|on) [\w: ]{1,12})?[\s,.!;–—-]*(?:$|actually|sorry|not\b|instead|typo|my bad|i meant?|it (?:is|was)|they (?:moved|pushed|changed)|(?:i )?(?:misread|mixed|got)|because|bc|cos)|^[,.;!–—(]",
    re.IGNORECASE,
)
_EN_SAYS_SO = re.compile(
    r"\b(?:actually|sorry|not|instead|typo|my bad|i meant?|moved|pushed|changed|misread|wrong)\b",
    re.IGNORECASE,
)
_ZH_SLIP = r"(?:啊+|哦+|噢|哎呀?|呃|额|嗯|欸|诶|不好意思|抱歉|对不起|等下|等等|不对|不是|更正(?:一下)?|纠正(?:一下)?|我?(?:刚才?|刚刚|之前|上面|前面)?(?:说|打|写|记|看|数|搞|弄|算|输|填|发)(?:错|反|岔|混|串|少|多)了?|口误|手误|笔误|手滑|应该|查了下|实际|其实|改成?|改到|改期到?|推迟到|提前到|延到|换成)"
_ZH_LEAD = re.compile(rf"^(?:{_ZH_SLIP}|是|在|了|为|到|[\s，,。.！!…~～：:])+")
_ZH_BEHIND = re.compile(
    r"^(?:个|位|台|份|岁|号|了|的|才对|啦|啊|哈|哦|呀)*(?:$|[\s，,。.！!~～；;（(]|不是|记|看|说)"
)
_ZH_NOT_BUT = re.compile(
    r"不是(?P<x>[^，,。！!；;\s]{1,16}?)[，,\s]*(?:而|应该)?(?:是|叫)(?P<y>[^，,。！!；;\s]{1,16}?)(?:啊|啦|哈|哦|呀|的)?(?=$|[，,。！!；;~～\s])"
)
_ZH_BUT_NOT = re.compile(
    r"(?:^|[，,。！!\s]|是|叫)(?P<y>[^，,。！!；;\s是叫不]{1,16})[，,\s]*(?:而)?不是(?P<x>[^，,。！!；;\s]{1,16}?)(?:啊|啦|哈|哦|呀|的)?(?=$|[，,。！!；;~～\s])"
)
_RESOLVED = re.compile(r" ?[(（]\d{4}[^)）]*[)）]$")
_CJK = re.compile(r"[\u3400-\u9fff]")


def substituted(said: str, before: Sequence[ExtractedFact]) -> tuple[Finding, ExtractedFact] | None:
    """The value that a short message makes of one of the facts `before` it by setting a part right, and that fact."""
    text = readable(said).strip()
    standing = [fact for fact in before if fact.stance is Stance.ASSERTED]
    if len(text) > _MAX_LENGTH or text.endswith(("?", "？")) or not standing:
        return None
    if _CJK.search(text):
        return (
            _denied_in_chinese(text, standing)
            or _mine_is(text, standing)
            or _of_a_kind(text, standing, chinese=True)
        )
    return (
        _denied_in_english(text, standing)
        or _mine_is(text, standing)
        or _of_a_kind(text, standing, chinese=False)
    )


def _of_a_kind(
    text: str, standing: Sequence[ExtractedFact], *, chinese: bool
) -> tuple[Finding, ExtractedFact] | None:
    lead = (_ZH_LEAD if chinese else _EN_LEAD).match(text)
    end = lead.end() if lead is not None else 0
    rest = text[end:]
    for kind in _KINDS:
        new = kind.match(rest)
        if new is None:
            continue
        behind = rest[new.end() :]
        if chinese:
            meant = end > 0 and re.match(rf"(?:{_ZH_SLIP})", text) is not None and _ZH_BEHIND.match(behind)
        else:
            marked = _EN_MARKED.match(text) is not None or _EN_SAYS_SO.search(behind) is not None
            meant = marked and _EN_BEHIND.match(behind)
        return _in_place(new.group(), kind, standing) if meant else None
    return None


def _in_place(
    new: str, kind: re.Pattern[str], standing: Sequence[ExtractedFact]
) -> tuple[Finding, ExtractedFact] | None:
    """`new` in the place of the only part of its kind that the facts hold."""
    holding = [
        (fact, parts[0])
        for fact in standing
        if len(parts := list(kind.finditer(_RESOLVED.sub("", fact.object)))) == 1
    ]
    if len(holding) != 1 or holding[0][1].group().lower() == new.lower():
        return None
    fact, old = holding[0]
    if old.group().lower().startswith("the ") and not new.lower().startswith("the "):
        new = f"the {new}"
    value = _RESOLVED.sub("", fact.object)
    return _instead(fact, value[: old.start()] + new + value[old.end() :])


def _denied_in_chinese(text: str, standing: Sequence[ExtractedFact]) -> tuple[Finding, ExtractedFact] | None:
    """ "不是王强，是汪强": what stands in the place of a value, or of a part of one, that is denied."""
    for form in (_ZH_NOT_BUT, _ZH_BUT_NOT):
        match = form.search(text)
        if match is None:
            continue
        old, new = match["x"], match["y"]
        holding = [fact for fact in standing if old in fact.object and new not in fact.object]
        if len(holding) != 1:
            continue
        fact = holding[0]
        whole = fact.object == old
        if not whole or _alike(old, new):
            return _instead(fact, _RESOLVED.sub("", fact.object).replace(old, new, 1))
    return None


_EN_WORDS = r"[\w@.+/'-]*\w(?: [\w@.+/'-]*\w){0,2}?"
_EN_ORDINARY = re.compile(
    r"(?:i|it|that|this|he|she|they|we|you|no|yes|so|but|and|the|a|an|my|your|his|her|is|are|was|for|what|who|sorry|actually|really|just|me|not|only)\b",
    re.IGNORECASE,
)
_EN_NOT_BUT = re.compile(
    rf"^(?:(?:{_EN_SLIP}|it's|its|i'm|im|i said)\b[\s,.:;!–—-]*)*not (?:an? |the )?(?P<x>{_EN_WORDS})[\s]*[,;:.–—-]+[\s]*(?:(?:but|rather|it's|its|it is|i'm|im|i am|i meant?|an?|the)\b ?)*(?P<y>{_EN_WORDS})(?=$|[,.;!(])",
    re.IGNORECASE,
)
_EN_BUT_NOT = re.compile(
    rf"^(?:(?:{_EN_SLIP}|it's|its|it is|i'm|im|i am|an?|the)\b[\s,.:;!–—-]*)*(?P<y>{_EN_WORDS}),? (?:and )?not (?:an? |the )?(?P<x>{_EN_WORDS})(?=$|[,.;!(])",
    re.IGNORECASE,
)


def _denied_in_english(text: str, standing: Sequence[ExtractedFact]) -> tuple[Finding, ExtractedFact] | None:
    """ "Lara, not Lena": what stands in the place of words of a value that are denied."""
    for form in (_EN_NOT_BUT, _EN_BUT_NOT):
        match = form.match(text)
        if match is None or _EN_ORDINARY.match(match["y"]) or _EN_ORDINARY.match(match["x"]):
            continue
        old = re.compile(rf"(?<![\w-]){re.escape(match['x'])}(?![\w-])", re.IGNORECASE)
        holding = [fact for fact in standing if len(old.findall(_RESOLVED.sub("", fact.object))) == 1]
        if len(holding) == 1:
            value = _RESOLVED.sub("", holding[0].object)
            place = old.search(value)
            if place is not None:
                return _instead(holding[0], value[: place.start()] + match["y"] + value[place.end() :])
    return None


_MINE = re.compile(
    r"(?:'s|s'|的)[，,;. ]+(?:and )?(?:mine(?:'s| is)|i (?:drive|have|own|use)|我(?:自己)?(?:的)?(?:那?[辆台只])?(?:开的|用的|养的)?是) ?(?:an? |the )?(?P<o>[\w][\w .-]{1,20}?)(?:[,.!，。！]|$)",
    re.IGNORECASE,
)


def _mine_is(text: str, standing: Sequence[ExtractedFact]) -> tuple[Finding, ExtractedFact] | None:
    """ "That's my wife's, mine is a Mini": the person's own in the place of what is another's."""
    match = _MINE.search(text)
    owned = [fact for fact in standing if fact.predicate in {"owns", "uses"}]
    return _instead(owned[0], match["o"]) if match is not None and len(owned) == 1 else None


def _alike(old: str, new: str) -> bool:
    """Whether both are figures, both names or places, or both plain words of like length."""
    if any(char.isdigit() for char in old + new):
        return all(any(char.isdigit() for char in value) for value in (old, new))
    if is_chinese_name(old) or is_place(old):
        return is_chinese_name(new) or is_place(new)
    return abs(len(old) - len(new)) <= _LIKE_LENGTH and old.isascii() == new.isascii()


_LIKE_LENGTH = 3


def _instead(fact: ExtractedFact, value: str) -> tuple[Finding, ExtractedFact]:
    subject = fact.subject if fact.subject != "user" else ""
    return Finding(fact.predicate, value.strip(), subject=subject), fact
