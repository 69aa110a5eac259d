"""Writes what a person asked to have remembered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.extraction import ExtractedFact
from memory_pipeline.domain.secrets.mask import is_masked
from memory_pipeline.events.models import MemoryRemember
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.state import note, state, stated
from memory_pipeline.ports.ledger import Claim


def remember(event: MemoryRemember, claim: Claim, deps: Dependencies) -> Mapping[str, Any]:
    """The facts that the event's statement went into. What no rule reads whole is kept as a note, word for word."""
    facts = [replace(fact, quote=event.text, confidence=event.confidence) for fact in _facts(event, deps)]
    assertions = [stated(event, fact, Source.USER_STATED, event.ref, deps) for fact in facts]
    return state(assertions, claim, deps)


def _facts(event: MemoryRemember, deps: Dependencies) -> list[ExtractedFact]:
    if event.predicate is not None:
        return [ExtractedFact(event.subject, event.predicate, event.object or event.text, ())]
    parsed = deps.parser.parse(event.text, event.occurred_at)
    said = [fact for fact in parsed.facts if fact.stance in (Stance.ASSERTED, Stance.RETRACTED)]
    facts = [fact for fact in said if not is_masked(fact.object)]
    if not facts or len(facts) < len(said) or not parsed.covers_all:
        facts.append(note(event.text))
    return facts
