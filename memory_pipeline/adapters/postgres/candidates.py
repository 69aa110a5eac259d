"""Rows of candidates.sql as candidates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.decay import effective_confidence
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.policy import DEFAULT_POLICY, Policy
from memory_pipeline.domain.rendering import narrative, statement
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.policies import read_policy
from memory_pipeline.ports.memory_store import Candidate, Tier


def candidates(rows: Sequence[sa.Row[Any]], queried: int, now: datetime) -> list[Candidate]:
    """`queried` is the number of terms in the query; confidence is what it is worth at `now`."""
    if not rows:
        return []
    policy = _policy(rows[0].policy)
    return [_candidate(row, queried, now, policy) for row in rows]


def _policy(document: object) -> Policy:
    try:
        return read_policy(document or {})
    except InvalidInput:
        return DEFAULT_POLICY  # somebody broke it by hand: whoever writes is told so, a reader is answered


def _candidate(row: sa.Row[Any], queried: int, now: datetime, policy: Policy) -> Candidate:
    semantic = row.tier == Tier.SEMANTIC
    worth = row.confidence
    if row.idle_from is not None:
        own = policy.for_memory(Scope.parse(row.scope), row.tier)
        worth = effective_confidence(row.confidence, row.idle_from, now, own)
    return Candidate(
        id=row.memory_id,
        tier=Tier(row.tier),
        scope=Scope.parse(row.scope),
        text=(
            statement(row.slot_subject, row.slot_predicate, row.object)
            if semantic
            else narrative(row.trigger, row.summary, row.outcome)
        ),
        at=row.at,
        source=Source(row.source) if semantic else Source.AGENT_INFERRED,
        confidence=worth,
        confirmed=bool(row.confirmed),
        cosine=row.cosine,
        lexical=row.term_hits / queried if queried else 0.0,
        entity=1.0 if row.entity_hits else 0.0,
        accesses=row.accesses,
        success=row.success,
        archived=row.archived,
    )
