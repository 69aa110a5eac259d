"""Puts current facts where recall looks memories up: terms at once, vectors as far as they were made beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.rendering import statement_text
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.slot import Slot
from memory_pipeline.domain.terms import terms
from memory_pipeline.pipeline.embed import Embedded
from memory_pipeline.ports.memory_store import MemoryTerms, MemoryUnit, MemoryVector, Tier


def index_facts(unit: MemoryUnit, scope: Scope, facts: Iterable[Fact], embedded: Embedded | None) -> None:
    """Terms and vectors of those that are current; the others left the index when their rows were saved."""
    current = [fact for fact in facts if fact.status is FactStatus.CURRENT and fact.valid_to is None]
    unit.put_terms(scope, [_fact_terms(fact) for fact in current])
    if embedded is not None:
        texts = [(fact.id, statement_text(fact.slot, fact.object)) for fact in current]
        put_vectors(unit, scope, texts, Tier.SEMANTIC, embedded)


def put_vectors(
    unit: MemoryUnit, scope: Scope, texts: Sequence[tuple[UUID, str]], tier: Tier, embedded: Embedded
) -> None:
    """Vectors of what was embedded before the transaction; the rest is filled in after it."""
    vectors = embedded.vectors
    found = [MemoryVector(id_, tier, text, vectors[text]) for id_, text in texts if text in vectors]
    unit.put_vectors(scope, embedded.space, found)


def _fact_terms(fact: Fact) -> MemoryTerms:
    text = " ".join([statement_text(fact.slot, fact.object), *(item.quote for item in fact.evidence)])
    return MemoryTerms(fact.id, Tier.SEMANTIC, terms(text), terms(_entity_of(fact.slot, fact.object)))


def _entity_of(slot: Slot, object_: str) -> str:
    """What a query names when it means this fact: a service's own name, else the value."""
    return object_ if slot.subject == "user" else f"{slot.subject} {object_}"
