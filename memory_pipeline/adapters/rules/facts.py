"""Findings as facts that cite their message; and which of a segment's facts stand once all of them are known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from memory_pipeline.adapters.rules.identity import NICKNAME
from memory_pipeline.adapters.rules.remarks import BEAST
from memory_pipeline.adapters.rules.rule import Finding
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.extraction import ExtractedFact
from memory_pipeline.domain.registry import REGISTRY

_DISTRICT = re.compile(r"[\u3400-\u9fff]+(?<!特别行政)(?<!自治)(?:区|镇|街道|路|小区)")


def fact_of(
    finding: Finding, number: int, subject: str, quote: str, stance: Stance, confidence: float
) -> ExtractedFact:
    known = REGISTRY.get(finding.predicate)
    return ExtractedFact(
        subject=finding.subject or subject,
        predicate=finding.predicate,
        object=finding.object,
        messages=(number,),
        quote=quote,
        stance=stance,
        confidence=confidence,
        cardinality=finding.cardinality or (known.cardinality if known is not None else None),
        forgettability=known.forgettability if known is not None else None,
        valid_from=finding.valid_from,
    )


def with_weaker(facts: Sequence[ExtractedFact]) -> Iterator[ExtractedFact]:
    """ "Call me Lulu" names the person, "my dog" tells of a pet, only where nothing else in the segment does."""
    for fact in facts:
        predicate = _WEAKER.get(fact.predicate)
        if predicate is None:
            yield fact
        elif not any(
            (other.subject, other.predicate) == (fact.subject, predicate) and other.stance is Stance.ASSERTED
            for other in facts
        ):
            known = REGISTRY.get(predicate)
            yield replace(
                fact,
                predicate=predicate,
                cardinality=known.cardinality if known else None,
                forgettability=known.forgettability if known else None,
            )


_WEAKER = {NICKNAME: "name", BEAST: "pet"}


def once(facts: Iterable[ExtractedFact]) -> list[ExtractedFact]:
    return list(
        {
            (fact.subject, fact.predicate, fact.object, fact.stance, fact.messages): fact for fact in facts
        }.values()
    )


def without_districts(facts: Sequence[ExtractedFact]) -> list[ExtractedFact]:
    """`facts` of one message without a district told beside its city (定居昆明，家在官渡区), which is no other city, and
    without firms that are called as cities are (在蜜雪冰城上班)."""
    firms = {fact.object for fact in facts if fact.predicate == "employer"}
    facts = [fact for fact in facts if fact.predicate != "city" or fact.object not in firms]
    homes = [fact for fact in facts if fact.predicate == "city" and fact.stance is Stance.ASSERTED]
    if all(_DISTRICT.fullmatch(fact.object) for fact in homes):
        return list(facts)
    return [fact for fact in facts if fact not in homes or not _DISTRICT.fullmatch(fact.object)]
