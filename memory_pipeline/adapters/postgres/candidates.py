"""Rows of candidates.sql as candidates."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.rendering import narrative, statement
from memory_pipeline.domain.scope import Scope
from memory_pipeline.ports.memory_store import Candidate, Tier


def candidate(row: sa.Row[Any], queried: int) -> Candidate:
    """`queried` is the number of terms in the query."""
    semantic = row.tier == Tier.SEMANTIC
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
        confidence=row.confidence,
        confirmed=bool(row.confirmed),
        cosine=row.cosine,
        lexical=row.term_hits / queried if queried else 0.0,
        entity=1.0 if row.entity_hits else 0.0,
        accesses=row.accesses,
        success=row.success,
    )
