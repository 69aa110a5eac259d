"""Reads one sentence that someone asked to be remembered: the person's own words, or words about the person or a service."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.adapters.rules.extractor import PERSON, facts_of, findings_in, is_accounted_for
from memory_pipeline.adapters.rules.identity import NICKNAME
from memory_pipeline.adapters.rules.lexicon import is_chinese_name
from memory_pipeline.adapters.rules.reading import Reading, read
from memory_pipeline.adapters.rules.remember import what_to_remember
from memory_pipeline.adapters.rules.text import readable
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.extraction import ExtractedFact

_USER = re.compile(r"^(?:the |our |this )?(?:user|customer|client)(?P<own>'s)?\b\s*", re.IGNORECASE)
_ZH_USER = re.compile(r"^(?:该|这位|这个)?(?:用户|客户)(?=[\u3400-\u9fffA-Za-z])")
_NAMED = re.compile(
    r"^(?!(?:She|He|They|It|This|That|There|Who|What|Everyone|Everybody|Someone|Somebody|Nobody|One|Which|Here)\b)(?P<name>[A-Z][\w-]+(?: [A-Z][\w-]+)?)(?P<own>'s)?\s+(?=(?:is|lives|works|likes|loves|hates|dislikes|prefers|enjoys|has|owns|drives|uses|speaks|was born|moved|comes|doesn't|does not|plans|wants|"
    r"email|birthday|phone|name|favou?rite|hometown|address|job|wife|husband|hobby|hobbies)\b)"
)
_ZH_NAMED = re.compile(
    r"^(?!小时|老是|老早|老爱|老想|老家|小心|小区)(?P<name>[小老阿][\u3400-\u9fff]{1,2}|[^\W\da-zA-Z_我咱俺你您他她它]{2,3}(?=对\S{1,10}过敏))(?=对|住|喜欢|不|在|是|的|会|叫|今年|养|有|讨厌|更)"
)
_VERB_S = re.compile(
    r"^(?P<adverb>(?:also|really|currently|now|usually|mostly|often|still|always|just|recently|strongly|no longer)\s+)?(?P<verb>likes|loves|lives|works|hates|dislikes|prefers|enjoys|owns|drives|uses|speaks|comes|plans|wants|hopes|"
    r"studies|teaches|goes|has|is|does|intends|resides|suffers|follows|eats|drinks|plays|adores|detests|needs|attends|keeps|rides|reads|watches|collects|hails|aims|dreams)\b"
)
_IRREGULAR = {
    "has": "have",
    "is": "am",
    "does": "do",
    "studies": "study",
    "goes": "go",
    "teaches": "teach",
    "watches": "watch",
}


@dataclass(frozen=True, slots=True)
class ParsedStatement:
    """`covers_all` tells whether the facts say everything the sentence does; if not, keep the sentence as a note too."""

    facts: tuple[ExtractedFact, ...]
    covers_all: bool


def parse_statement(text: str, at: datetime) -> tuple[ExtractedFact, ...]:
    """The facts of one sentence, cited as message 1; () where no rule reads it. See `read_statement` for the coverage."""
    return read_statement(text, at).facts


def read_statement(text: str, at: datetime) -> ParsedStatement:
    """The facts of one sentence, and whether they cover all of it. Quotes are substrings of `text`."""
    stripped = text.strip()
    asked = what_to_remember(stripped)
    spoken, subject = _as_first_person(asked[0] if asked else stripped)
    readings = read(spoken, readable(spoken), at, answers_question=True)
    facts = [
        _as_name(fact)
        for fact in facts_of(readings, 1, subject)
        if fact.predicate != "note" or fact.object != spoken
    ]
    meant = tuple(
        _quoting(fact, stripped, spoken)
        for fact in facts
        if fact.stance in {Stance.ASSERTED, Stance.RETRACTED} and fact.predicate != "note"
    )
    covered = bool(meant) and len(meant) == len(facts) and all(_is_covered(reading) for reading in readings)
    return ParsedStatement(meant, covered)


def _is_covered(reading: Reading) -> bool:
    found = findings_in(reading)
    return reading.stance is Stance.ASSERTED and bool(found) and all(is_accounted_for(item) for item in found)


def _as_name(fact: ExtractedFact) -> ExtractedFact:
    return replace(fact, predicate="name") if fact.predicate == NICKNAME else fact


def _quoting(fact: ExtractedFact, text: str, spoken: str) -> ExtractedFact:
    return replace(fact, quote=fact.quote if spoken == text and fact.quote in text else text)


def _as_first_person(text: str) -> tuple[str, str]:
    """The sentence as its subject would say it, and who that is; unchanged where it has no such subject."""
    named = _ZH_NAMED.match(text)
    if named is not None and named["name"][0] not in "小老阿" and not is_chinese_name(named["name"]):
        named = None
    match = _ZH_USER.match(text) or named
    if match is not None:
        name = match.groupdict().get("name")
        return "我" + text[match.end() :], name or PERSON
    match = _USER.match(text) or _NAMED.match(text)
    if match is None:
        verb = _VERB_S.match(text)
        return (f"I {_plain(verb)}{text[verb.end() :]}", PERSON) if verb is not None else (text, PERSON)
    subject = match.groupdict().get("name") or PERSON
    rest = text[match.end() :]
    if match["own"]:
        return f"my {rest}", subject
    rest = re.sub(r"^(?:doesn't|does not)\b", "don't", rest)
    verb = _VERB_S.match(rest)
    if verb is not None:
        rest = f"{_plain(verb)}{rest[verb.end() :]}"
    rest = re.sub(
        r"\b(and|but)\s+(likes|loves|lives|works|hates|dislikes|prefers|enjoys|owns|drives|uses|speaks)\b",
        lambda found: f"{found[1]} also {found[2].removesuffix('s')}",
        rest,
    )
    return f"I {rest}", subject


def _plain(verb: re.Match[str]) -> str:
    return f"{verb['adverb'] or ''}{_IRREGULAR.get(verb['verb'], verb['verb'].removesuffix('s'))}"
