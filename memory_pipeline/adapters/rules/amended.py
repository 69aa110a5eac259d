"""Slips set right in the next message: "my number is 555-0131" – "oops, 555-0137". The slot is that of the slip."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from memory_pipeline.adapters.rules.answers import is_name, is_place
from memory_pipeline.adapters.rules.corrected import SAYS_WRONG
from memory_pipeline.adapters.rules.rule import Finding, pattern
from memory_pipeline.adapters.rules.text import readable, sentences
from memory_pipeline.adapters.rules.typed import as_written, is_typed_low
from memory_pipeline.domain.assertion import Cardinality, Stance
from memory_pipeline.domain.extraction import ExtractedFact

_SLIP = re.compile(
    r"^(?:(?:ah|oh|no|wait|um|so|啊|哦|哎|呃|不好意思|抱歉)[\s,.!，。！]*)*(?:不是[^，,。]{1,8}[，,]\s*是|oops|whoops|sorry|my bad|typo|correction|wait|scratch that|I mean[t]?|meant|that was (?:wrong|a typo)|wrong (?:number|date|one|email|address)|"
    r"(?:少|多|漏)(?:打|写|输|填|发)了?(?:一?[位个]|个?字|数字|(?=[，,]))|(?:我)?(?:刚才|刚刚|上面|前面)?(?:打|写|发|说|输|填|记|看|数|算|搞|弄)(?:错|岔|反|混|串)|错了|不对|口误|手误|笔误|手滑|更正|纠正|应该是)",
    re.IGNORECASE,
)
_FORMS = (
    ("email", pattern(r"<EMAIL>")),
    ("birthday", pattern(r"<D>")),
    ("phone", pattern(r"<PHONE>")),
)
_OTHERS = re.compile(r"\b(?:his|her|their|your)\b|他的|她的|你的", re.IGNORECASE)
_MAX_LENGTH = 80
_ABOUT_IT = re.compile(
    r"(?i)\b(?:oops|whoops|sorry|my bad|typo|correction|wait|no|i mean[t]?|meant|it's|it is|its|is|was|should be|should have been|the|on|of|actually|now|my|birthday|number|phone|e-?mail|a|that)\b|"
    r"啊|哦|哎|呃|不好意思|抱歉|刚才|刚刚|上面|前面|打|写|发|说|输|填|记|错|了|不对|更正|应该|是|我|的|生日|电话|手机|号码?|邮箱|\W"
)


def _is_bare(sentence: str, match: re.Match[str]) -> bool:
    """Whether the part of the sentence that holds the value speaks of nothing else ("the meeting is May 14" does)."""
    before = re.split(r"[,，;；:：]", sentence[: match.start()])[-1]
    after = re.split(r"[,，;；.。!！]", sentence[match.end() :])[0]
    return not _ABOUT_IT.sub("", before + " " + after)


# A slip that has no form of its own is told by what it stands for: a place for a city, a name for a name.
_BY_KIND: Mapping[str, Callable[[str], object]] = {
    "city": is_place,
    "hometown": is_place,
    "name": is_name,
    "age": re.compile(r"\d{1,3}(?: years old|岁)?").fullmatch,
    "employer": re.compile(r"(?:[A-Z][\w&.'-]*(?: [A-Z&][\w&.'-]*)*|[\u3400-\u9fff]{2,8})").fullmatch,
    "spouse": is_name,
    "pet": is_name,
    "child": is_name,
}
_BARE_VALUE = re.compile(
    r"^(?:.{0,24}?(?:I mean[t]?|meant|it's|it is|should be|should have been|应该是|其实是|是|改成|叫))\s*(?P<o>[^,，.。!！;；]{1,30}?)(?:[,，;；.。!！].*)?$",
    re.IGNORECASE,
)


def _by_kind(said: str, before: Sequence[ExtractedFact]) -> tuple[Finding, str] | None:
    """A place or a name in the place of the only one said shortly before ("I meant Basel", 打错了，是宁德)."""
    text = re.sub(r"^不是[^，,。]{1,8}[，,]\s*(?=是)", "", readable(said).strip())
    match = _BARE_VALUE.match(text)
    if match is None or text.endswith(("?", "？")):
        return None
    value = re.sub(r"\s+not\s.*$", "", match["o"].strip())
    value = value.title() if is_typed_low(said) and value.isascii() else value
    fitting = {
        fact.predicate for fact in before if fact.predicate in _BY_KIND and _BY_KIND[fact.predicate](value)
    }
    if len(fitting) != 1 or any(fact.object.lower() == value.lower() for fact in before):
        return None
    return Finding(fitting.pop(), as_written(value, said)), said.strip()


def amended(said: str, before: Sequence[ExtractedFact]) -> tuple[Finding, str] | None:
    """What a short message puts in the place of one of the facts `before` it, with its sentence; None if it is no amendment."""
    if len(said) > _MAX_LENGTH or not _SLIP.match(said.strip()) or _OTHERS.search(said):
        return None
    known = {fact.predicate for fact in before}
    for sentence in sentences(readable(said)):
        for predicate, form in _FORMS:
            found = form.findall(sentence.text)
            if predicate in known and len(found) == 1 and not sentence.text.endswith(("?", "？")):
                match = form.search(sentence.text)
                if match is not None and _is_bare(sentence.text, match):
                    return Finding(predicate, match.group().strip().rstrip(".")), said[
                        sentence.start : sentence.end
                    ]
    return _by_kind(said, before)


# Whoever says so takes back what stood before. The weaker words may add to it, so many-valued facts need the plainer ones.
_ZH_FILLER = r"(?:[啊哦噢哎呃额嗯诶欸艾唉呀哈\s,，.。!！…~～]|抱歉|不好意思|等一下|等等|sorry)*"
_EN_CRY = r"(?:(?:oops|whoops|sorry|a+h+|oh|no|wait|um+|uh+|ar+gh+|agh|ugh+|omg|(?:my |good )?(?:god|gosh|lord|goodness)|jeez|damn(?: it)?|crap|shoot|hm+|ok|okay|lol|haha|my bad)\b[\s,.!–—-]*)*"
_WRONG = r"(?:wrong|incorrect|mistaken|a mistake|an error|a typo|not right|not correct)"
# What was said is spoken of as such: "that figure was wrong", 上面的数字有误.
_EN_TOLD_WRONG = rf"^{_EN_CRY}(?:(?:that|the|my|this|those|these)(?: (?:last|first|previous|earlier|old))? (?:figure|number|value|date|name|day|time|version|address|spelling|info(?:rmation)?|statement|message|entry|count|details?)s? (?:I (?:gave|said|wrote|typed|sent)(?: you)? )?(?:above |there |earlier )?|what I (?:said|wrote|gave you|typed|told you)(?: (?:above|earlier|before|just now))? )(?:is|was|were|are)(?: just| actually| all)? {_WRONG}\b"
_ZH_TOLD = r"(?:数字|数据|数目?|日期|时间|名字|版本号?|地址|信息|内容|号码|说法|那?[条句]|消息|端口|副本数?)"
_ZH_TOLD_WRONG = rf"^{_ZH_FILLER}(?:(?:我)?(?:上面|前面|刚才?|刚刚|之前|上一?[条句]|方才)(?:我)?(?:的|那个?|说的|写的|发的|给的|报的|填的)*{_ZH_TOLD}?|(?:那个?|这个?){_ZH_TOLD})(?:是)?(?:有误|不对|错了?(?=[，,。！!\s]|$)|不准确?|有问题)"
_SURELY_WRONG = re.compile(
    rf"{_EN_TOLD_WRONG}|{_ZH_TOLD_WRONG}|"
    rf"^{_ZH_FILLER}(?:我)?(?:刚才|刚刚|上面|前面|上一?[条句]|之前)?(?:少|多|漏)(?:打|写|输|填|发)了?(?:一?[位个]|个?字|数字|(?=[，,。！!\s]))|^{_ZH_FILLER}(?:我)?(?:刚才|刚刚|上面|前面|上一?[条句]|之前)?(?:手滑|手快|手误|打|写|发|说|输|填|记|搞|弄|听|看|数|算)+(?:错|岔|反|串|混)|^{_ZH_FILLER}(?:口误|手误|笔误|手滑|更正|纠正)|"
    r"^(?:(?:oops|whoops|sorry|ah|oh|no|wait|um+|uh+|my bad)[\s,.!–—-]*)*(?:typo|(?:damn(?:ed)? |stupid )?auto-?correct\w*(?=[\s,.!:–—-])|scratch that|I mean[t]?\b|I misspoke|I mistyped)",
    re.IGNORECASE,
)
_PERHAPS_WRONG = re.compile(
    rf"^{_ZH_FILLER}(?:不对(?=[，,。！!\s是我]|$)|(?:纠正|更正|改正|修正)|应该是|不是[^，,。]{{1,8}}[，,]\s*是)|^{_EN_CRY}(?:oops|whoops|sorry|my bad|correction|no wait|wait|actually|nope|no(?=[,.!]| i\b)|well,? (?:was|actually)|hold on|hang on)\b",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"还(?:有|喜欢|会|养|是)|另外|也(?:喜欢|会|养|有|是)|\b(?:also|too|as well)\b", re.IGNORECASE
)


_ZH_AGAIN = re.compile(
    rf"^{_ZH_FILLER}(?:我)?(?:刚才|刚刚|上面|前面|之前)?(?:(?:打|写|发|说|输|填|记|搞|弄)[错岔反混]了?|口误|手误|笔误|手滑|更正(?:一下)?|纠正(?:一下)?)[，,。！!\s]*(?:应该)?是(?P<o>[^，,。？?]{{2,24}})(?:[，,。！!].*)?$"
)


def restated(said: str) -> str:
    """The clause that a slip is set right with, as the person would say it whole ("打错了，是花椒过敏": 我花椒过敏); empty if none."""
    match = _ZH_AGAIN.match(said.strip())
    return "我" + match["o"] if match is not None else ""


def withdrawn(
    said: str, before: Sequence[ExtractedFact], now: Sequence[ExtractedFact], number: int
) -> list[tuple[ExtractedFact, ExtractedFact]]:
    """The facts `before` that message `number` takes back by giving another value, each with the retraction that stands for it.

    The retraction cites both messages: a slip was never true, so it may not stay as a value of its time.
    """
    pairs: list[tuple[ExtractedFact, ExtractedFact]] = []
    adds = _ADDS.search(said) is not None
    perhaps = _PERHAPS_WRONG.search(said.strip()) is not None
    surely = not adds and surely_wrong(said)
    for old in before:
        # of one city, one employer another value may be news of today, or the whole name after a short one
        single = old.cardinality is Cardinality.ONE and not adds
        wrong = surely or (single and perhaps) or _denies(said, old.object)
        # a value told with the words of both messages is the old one set right
        told_anew = any(fact.messages == (*old.messages, number) for fact in now)
        wrong = wrong or told_anew
        if old.stance is not Stance.ASSERTED or not wrong:
            continue
        new = next((fact for fact in now if _replaces(fact, old)), None)
        if new is not None:
            retraction = replace(
                old,
                stance=Stance.RETRACTED,
                messages=(*old.messages, number),
                quote=new.quote,
                valid_from=None,
            )
            pairs.append((old, retraction))
    return pairs


def surely_wrong(said: str) -> bool:
    """Whether the message opens by saying that the one before was wrong."""
    return _SURELY_WRONG.search(said.strip()) is not None or SAYS_WRONG.search(said.strip()) is not None


def _replaces(new: ExtractedFact, old: ExtractedFact) -> bool:
    same = (new.subject, new.predicate, new.stance) == (old.subject, old.predicate, Stance.ASSERTED)
    return same and not _holds(old.object, new.object) and not _holds(new.object, old.object)


def _holds(value: str, part: str) -> bool:
    """Whether `part` stands in `value` as words of it ("4 May" does not in "14 May")."""
    return re.search(rf"(?<![A-Za-z\d]){re.escape(part)}(?![A-Za-z\d])", value, re.IGNORECASE) is not None


def _denies(said: str, value: str) -> bool:
    """Whether the message says "not `value`" in so many words."""
    return re.search(rf"(?:不是|并非|\bnot ){re.escape(value)}(?![\w])", said, re.IGNORECASE) is not None or (
        re.search(rf"不是{re.escape(value)}(?=[，,。是而]|$)", said) is not None
    )


def ends(fact: ExtractedFact, end: ExtractedFact) -> bool:
    """Whether `end`, said right afterwards, takes `fact` back: it never held then ("I drive a Fabia" – "wait, I sold the Fabia")."""
    same = (fact.subject, fact.predicate, fact.stance) == (end.subject, end.predicate, Stance.ASSERTED)
    old, new = fact.object.lower(), end.object.lower()
    return same and (old in new or new in old)


_NOW_IT_IS = re.compile(
    r"^(?:(?:and|so|but|no|nope|wait|oh|actually)[\s,]+)*(?:it'?s|it is|that'?s|i'?m on|we'?re on) (?:an? |the )?(?P<o>[\w][\w' .-]{1,30}?) (?:now|these days|instead)[\s.!]*$",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"^(?:ok|okay|fine|good|better|worse|working|done|late|time|clear|different|gone|over|broken|dead|fixed|sold|mine|raining|too|so|all|my|your|not|up|down|back|about|more|much|very|really|like|just|on|in|at|an?)\b",
    re.IGNORECASE,
)
_THINGS = frozenset({"owns", "uses"})


def now_instead(said: str, before: Sequence[ExtractedFact]) -> list[tuple[Finding, str]]:
    """What "it's a Kia now" puts in the place of the one thing that the person spoke of `before`, with the sentence."""
    kinds = {fact.predicate for fact in before if fact.predicate in _THINGS}
    if len(kinds) != 1 or len([fact for fact in before if fact.predicate in kinds]) != 1:
        return []
    found: list[tuple[Finding, str]] = []
    for sentence in sentences(readable(said)):
        match = _NOW_IT_IS.match(sentence.text)
        if match is not None and not _NO_THING.match(match["o"]):
            found.append((Finding(next(iter(kinds)), match["o"]), said[sentence.start : sentence.end]))
    return found
