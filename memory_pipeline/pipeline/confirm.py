"""Takes a person's word that a fact is true: probation ends, confidence and support rise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_pipeline.domain.assertion import Act
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.extraction import ExtractedFact
from memory_pipeline.events.models import MemoryConfirm
from memory_pipeline.pipeline.correct import addressed
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.state import state, stated
from memory_pipeline.ports.ledger import Claim


def confirm(event: MemoryConfirm, claim: Claim, deps: Dependencies) -> Mapping[str, Any]:
    """The confirmed fact. A confirmation is one more assertion of its value, by the person."""
    fact = addressed(event, deps)
    said = ExtractedFact(fact.slot.subject, fact.slot.predicate, fact.object, (), quote=fact.object)
    return state(
        [stated(event, said, Source.USER_STATED, event.ref, deps, act=Act.CONFIRMATION)], claim, deps
    )
