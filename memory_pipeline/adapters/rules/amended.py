"""Slips set right in the next message: "my number is 555-0131" – "oops, 555-0137". The slot is that of the slip."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from memory_pipeline.adapters.rules.answers import is_name, is_place
from memory_pipeline.adapters.rules.rule import Finding, pattern
from memory_pipeline.adapters.rules.text import readable, sentences
from memory_pipeline.domain.extraction import ExtractedFact

_SLIP = re.compile(
    r"^(?:(?:ah|oh|no|wait|um|so|啊|哦|哎|呃|不好意思|抱歉)[\s,.!，。！]*)*(?:oops|whoops|sorry|my bad|typo|correction|wait|scratch that|I mean[t]?|meant|that was (?:wrong|a typo)|wrong (?:number|date|one|email|address)|"
    r"(?:刚才|刚刚|上面|前面)?(?:打|写|发|说|输|填|记)错|错了|不对|更正|应该是)",
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
    r"^(?:.{0,24}?(?:I mean[t]?|meant|it's|it is|should be|should have been|应该是|其实是|是|改成))\s*(?P<o>[^,，.。!！;；]{1,30}?)(?:[,，;；.。!！].*)?$",
    re.IGNORECASE,
)


def _by_kind(said: str, before: Sequence[ExtractedFact]) -> tuple[Finding, str] | None:
    """A place or a name in the place of the only one said shortly before ("I meant Basel", 打错了，是宁德)."""
    text = readable(said).strip()
    match = _BARE_VALUE.match(text)
    if match is None or text.endswith(("?", "？")):
        return None
    value = match["o"].strip()
    fitting = {
        fact.predicate for fact in before if fact.predicate in _BY_KIND and _BY_KIND[fact.predicate](value)
    }
    if len(fitting) != 1 or any(fact.object == value for fact in before):
        return None
    return Finding(fitting.pop(), value), said.strip()


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
                    return Finding(predicate, match.group().strip()), said[sentence.start : sentence.end]
    return _by_kind(said, before)
