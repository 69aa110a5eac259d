"""Replaces a fact's value by a person's word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_pipeline.domain.assertion import Act
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import UnknownMemory
from memory_pipeline.domain.extraction import ExtractedFact
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.scope import parse_tenant
from memory_pipeline.events.models import MemoryConfirm, MemoryCorrect
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.state import state, stated
from memory_pipeline.ports.ledger import Claim


def correct(event: MemoryCorrect, claim: Claim, deps: Dependencies) -> Mapping[str, Any]:
    """The fact with its new value. The old value is retracted by the same assertion and survives in history only."""
    fact = addressed(event, deps)
    said = ExtractedFact(
        fact.slot.subject, fact.slot.predicate, event.object, (), quote=event.object, confidence=1.0
    )
    assertion = stated(
        event, said, Source.CORRECTED, event.ref, deps, act=Act.CORRECTION, retracts=fact.object
    )
    return state([assertion], claim, deps)


def addressed(event: MemoryCorrect | MemoryConfirm, deps: Dependencies) -> Fact:
    """The newest interval of the fact that the event names; raises UnknownMemory."""
    rows = deps.reader.fact_rows(parse_tenant(event.tenant), event.memory_id)
    if not rows:
        raise UnknownMemory(
            f"there is no fact {event.memory_id}: `facts` lists those of a scope with their ids"
        )
    return rows[-1]
