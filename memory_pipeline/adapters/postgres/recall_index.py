"""Vectors and terms: what recall looks memories up by."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres import rows
from memory_pipeline.adapters.postgres.schema import embedding_spaces, episodes, facts, terms, vectors
from memory_pipeline.adapters.postgres.selects import episodes_of, owned
from memory_pipeline.domain.episode import EpisodeStatus
from memory_pipeline.domain.fact import FactStatus
from memory_pipeline.domain.rendering import episode_text, statement_text
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.memory_store import MemoryTerms, MemoryVector, MissingVector, Tier


def digest(text: str) -> bytes:
    """Stands for a text in an index, whatever its length."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]


def space_id(connection: sa.Connection, space: EmbeddingSpace) -> int:
    """The number of an embedding space; its first use registers it."""
    values = {"model": space.model, "dimensions": space.dimensions}
    known = sa.select(embedding_spaces.c.id).where(
        embedding_spaces.c.model == space.model, embedding_spaces.c.dimensions == space.dimensions
    )
    number: int | None = connection.scalar(known)
    if number is None:
        connection.execute(insert(embedding_spaces).values(values).on_conflict_do_nothing())
        return int(connection.execute(known).scalar_one())
    return number


def write_vectors(
    connection: sa.Connection,
    tenant: Tenant,
    scope: Scope,
    space: EmbeddingSpace,
    items: Sequence[MemoryVector],
) -> None:
    if not items:
        return
    number = space_id(connection, space)
    statement = insert(vectors)
    statement = statement.on_conflict_do_update(
        index_elements=["tenant", "scope", "space_id", "memory_id"],
        set_={"embedding": statement.excluded.embedding, "text_digest": statement.excluded.text_digest},
    )
    connection.execute(
        statement,
        [
            {
                **rows.owner(tenant, scope),
                "space_id": number,
                "memory_id": item.memory_id,
                "tier": item.tier,
                "text_digest": digest(item.text),
                "embedding": list(item.vector),
            }
            for item in items
        ],
    )


def write_terms(
    connection: sa.Connection, tenant: Tenant, scope: Scope, items: Sequence[MemoryTerms]
) -> None:
    if not items:
        return
    connection.execute(
        sa.delete(terms).where(
            *owned(terms, tenant, scope), terms.c.memory_id.in_([item.memory_id for item in items])
        )
    )
    new: list[dict[str, Any]] = [
        {
            **rows.owner(tenant, scope),
            "kind": kind,
            "term_digest": digest(word),
            "memory_id": item.memory_id,
            "tier": item.tier,
        }
        for item in items
        for kind, words in (("term", item.terms), ("entity", item.entities))
        for word in sorted(words)
    ]
    if new:
        connection.execute(insert(terms).on_conflict_do_nothing(), new)


def drop_from_index(connection: sa.Connection, tenant: Tenant, scope: Scope, gone: Collection[UUID]) -> None:
    if gone:
        for table in (vectors, terms):
            connection.execute(
                sa.delete(table).where(*owned(table, tenant, scope), table.c.memory_id.in_(gone))
            )


def missing_vectors(
    connection: sa.Connection, tenant: Tenant, scope: Scope, space: EmbeddingSpace
) -> list[MissingVector]:
    """Current facts and active episodes without a vector in this space, and the text to embed."""
    number = space_id(connection, space)

    def unindexed(table: sa.Table) -> sa.ColumnElement[bool]:
        return ~sa.exists().where(
            *owned(vectors, tenant, scope), vectors.c.space_id == number, vectors.c.memory_id == table.c.id
        )

    wanting = connection.execute(
        sa.select(facts).where(
            *owned(facts, tenant, scope),
            facts.c.status == FactStatus.CURRENT,
            facts.c.valid_to.is_(None),
            unindexed(facts),
        )
    )
    found = [rows.fact(row) for row in wanting]
    told = episodes_of(
        connection, tenant, scope, episodes.c.status == EpisodeStatus.ACTIVE, unindexed(episodes)
    )
    return [
        *(MissingVector(fact.id, Tier.SEMANTIC, statement_text(fact.slot, fact.object)) for fact in found),
        *(MissingVector(episode.id, Tier.EPISODIC, episode_text(episode)) for episode in told),
    ]
