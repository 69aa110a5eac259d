"""Vectors and terms, by which memories are found, and the state of their indexes."""

from __future__ import annotations

import sqlalchemy as sa
from pgvector.sqlalchemy import Vector
from sqlalchemy.dialects.postgresql import UUID

from memory_pipeline.adapters.postgres.schema.columns import instant, metadata, owner
from memory_pipeline.adapters.postgres.types import SafeText

embedding_spaces = sa.Table(
    "embedding_spaces",
    metadata,
    sa.Column("id", sa.SmallInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("model", SafeText, nullable=False),
    sa.Column("dimensions", sa.Integer, nullable=False),
    sa.UniqueConstraint("model", "dimensions"),
)

vectors = sa.Table(
    "vectors",
    metadata,
    *owner(),
    sa.Column(
        "space_id",
        sa.SmallInteger,
        sa.ForeignKey("embedding_spaces.id"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("memory_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("tier", SafeText, nullable=False),
    sa.Column("text_digest", sa.LargeBinary, nullable=False),
    sa.Column("embedding", Vector(), nullable=False),
)

terms = sa.Table(
    "terms",
    metadata,
    *owner(),
    sa.Column("kind", SafeText, primary_key=True),
    sa.Column("term_digest", sa.LargeBinary, primary_key=True),
    sa.Column("memory_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("tier", SafeText, nullable=False),
    sa.CheckConstraint("kind IN ('term', 'entity')", name="kind"),
    sa.Index("terms_memory_idx", "tenant", "scope", "memory_id"),
)

index_densities = sa.Table(
    "index_densities",
    metadata,
    sa.Column("index_name", SafeText, primary_key=True),
    sa.Column("bytes_per_entry", sa.Float, nullable=False),
    instant("measured_at"),
)
