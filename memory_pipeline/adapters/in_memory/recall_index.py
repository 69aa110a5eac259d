"""Vectors, terms and the search over them, by looking at everything."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from math import hypot
from operator import mul
from uuid import UUID

from memory_pipeline.adapters.in_memory.ageing import with_touches
from memory_pipeline.adapters.in_memory.policies import policy_of
from memory_pipeline.adapters.in_memory.selects import facts_of, is_current, is_open, told
from memory_pipeline.adapters.in_memory.state import Owner, Tables
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.decay import effective_confidence
from memory_pipeline.domain.episode import Episode, EpisodeStatus
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.rendering import episode_text, statement_text
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.memory_store import Candidate, MissingVector, Tier


def _present_texts(tables: Tables, owner: Owner) -> dict[tuple[Tier, UUID], str]:
    """How each open fact and active episode of the scope reads now, which is what is embedded."""
    texts: dict[tuple[Tier, UUID], str] = {
        (Tier.SEMANTIC, fact.id): statement_text(fact.slot, fact.object)
        for fact in facts_of(tables, owner)
        if is_open(fact)
    }
    texts |= {(Tier.EPISODIC, each.id): episode_text(each) for each in _active(tables, owner)}
    return texts


def missing_vectors(tables: Tables, owner: Owner, space: EmbeddingSpace) -> list[MissingVector]:
    """What has no vector of its present text in this space."""
    return [
        MissingVector(memory_id, tier, text)
        for (tier, memory_id), text in _present_texts(tables, owner).items()
        if (vector := tables.vectors.get((owner, space, memory_id))) is None or vector.text != text
    ]


def drop_from_index(tables: Tables, owner: Owner, gone: Collection[UUID]) -> None:
    """Takes vectors and terms of these memories away."""
    for key in [key for key in tables.vectors if key[0] == owner and key[2] in gone]:
        del tables.vectors[key]
    for memory_id in gone:
        tables.terms.pop((owner, memory_id), None)


def candidates(
    tables: Tables,
    owners: Collection[Owner],
    *,
    space: EmbeddingSpace,
    vector: tuple[float, ...] | None,
    tokens: Sequence[str],
    now: datetime,
    limit: int,
) -> list[Candidate]:
    """The nearest by vector and by terms, each arm up to `limit`."""
    found = [
        each
        for owner in owners
        for each in _all(tables, owner, space=space, vector=vector, tokens=tokens, now=now)
    ]
    near = sorted((each for each in found if each.cosine is not None), key=lambda each: -(each.cosine or 0.0))
    matching = [each for each in found if each.lexical or each.entity]
    matching.sort(key=lambda each: (each.archived, -each.lexical, -each.entity, each.id))
    chosen = {(each.scope, each.id): each for each in [*near[:limit], *matching[:limit]]}
    return [chosen[key] for key in sorted(chosen)]


def _all(
    tables: Tables,
    owner: Owner,
    *,
    space: EmbeddingSpace,
    vector: tuple[float, ...] | None,
    tokens: Sequence[str],
    now: datetime,
) -> list[Candidate]:
    def measured(memory: Fact | Episode) -> Candidate:
        stored = tables.vectors.get((owner, space, memory.id))
        gone = memory.status in (FactStatus.ARCHIVED, EpisodeStatus.ARCHIVED)
        terms = tables.terms.get((owner, memory.id))
        accesses = tables.accesses.get((owner, memory.id))
        return _candidate(
            memory,
            cosine=None if vector is None or stored is None or gone else _cosine(vector, stored.vector),
            lexical=len(terms.terms & set(tokens)) / len(tokens) if terms and tokens else 0.0,
            entity=1.0 if terms and terms.entities & set(tokens) else 0.0,
            accesses=accesses.count if accesses else 0,
            worth=_worth(tables, owner, memory, now),
        )

    facts = [fact for fact in facts_of(tables, owner) if is_current(fact, now) or _is_archived(fact, now)]
    return [*map(measured, facts), *map(measured, told(tables, owner, lambda _: True))]


def _is_archived(fact: Fact, now: datetime) -> bool:
    living = fact.expires_at is None or fact.expires_at > now
    return fact.status is FactStatus.ARCHIVED and living


def _worth(tables: Tables, owner: Owner, memory: Fact | Episode, now: datetime) -> float:
    """What its confidence is worth at `now`."""
    aged = with_touches(tables, owner, memory.id)
    if aged is None:
        return memory.confidence
    policy = aged.under(policy_of(tables, owner[0]).policy)
    return effective_confidence(memory.confidence, aged.ageing.idle_from, now, policy)


def _candidate(
    memory: Fact | Episode,
    *,
    cosine: float | None,
    lexical: float,
    entity: float,
    accesses: int,
    worth: float,
) -> Candidate:
    match memory:
        case Fact():
            tier, scope, text = Tier.SEMANTIC, memory.slot.scope, statement_text(memory.slot, memory.object)
            at, source = memory.last_mention_at or memory.valid_from, memory.source
            confirmed, success = memory.confirmed, None
        case Episode():
            tier, scope, text = Tier.EPISODIC, memory.scope, episode_text(memory)
            at, source = memory.occurred_at, Source.AGENT_INFERRED
            confirmed, success = False, memory.success
    return Candidate(
        id=memory.id,
        tier=tier,
        scope=scope,
        text=text,
        at=at,
        source=source,
        confidence=worth,
        confirmed=confirmed,
        cosine=cosine,
        lexical=lexical,
        entity=entity,
        accesses=accesses,
        success=success,
        archived=memory.status in (FactStatus.ARCHIVED, EpisodeStatus.ARCHIVED),
    )


def _active(tables: Tables, owner: Owner) -> list[Episode]:
    return told(tables, owner, lambda episode: episode.status is EpisodeStatus.ACTIVE)


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    length = hypot(*one) * hypot(*other)
    return sum(map(mul, one, other)) / length if length else 0.0
