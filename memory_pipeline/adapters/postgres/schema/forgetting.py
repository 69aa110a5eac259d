"""What a memory's age is computed from, what is due of it, and the nights."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, UUID

from memory_pipeline.adapters.postgres.schema.columns import document, instant, metadata, owner, tenant
from memory_pipeline.adapters.postgres.types import SafeText

memory_state = sa.Table(
    "memory_state",
    metadata,
    *owner(),
    sa.Column("memory_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("accesses", sa.Integer, nullable=False, server_default=sa.text("0")),
    instant("last_access_at", nullable=True),
    sa.Column("pinned", sa.Boolean, nullable=False, server_default=sa.false()),
)

crowding = sa.Table("crowding", metadata, *owner())

ageing = sa.Table(
    "ageing",
    metadata,
    *owner(),
    sa.Column("memory_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("tier", SafeText, nullable=False),
    sa.Column("confidence", sa.Float, nullable=False),
    instant("idle_from"),
    sa.Column("stands", sa.Boolean, nullable=False),
    instant("ended_at", nullable=True),
    sa.Column("archived", sa.Boolean, nullable=False),
    sa.Column("by_person", sa.Boolean, nullable=False),
    sa.Column("forgettability", SafeText, nullable=False),
    instant("expires_at", nullable=True),
    instant("candidate_since", nullable=True),
    instant("settled_at"),
    sa.Column("kind", SafeText),
    instant("due_at", nullable=True),
    instant("surplus_since", nullable=True),
    sa.CheckConstraint("kind IN ('decay', 'archive', 'observe', 'purge')", name="kind"),
    sa.Index(
        "ageing_due_idx",
        "tenant",
        "kind",
        "due_at",
        "scope",
        "memory_id",
        postgresql_where=sa.text("due_at IS NOT NULL"),
    ),
    sa.Index("ageing_leaving_idx", "tenant", "scope", postgresql_where=sa.text("kind = 'purge'")),
    sa.Index(
        "ageing_expires_idx",
        "tenant",
        "expires_at",
        "scope",
        "memory_id",
        postgresql_where=sa.text("expires_at IS NOT NULL"),
    ),
)

forgetting_policies = sa.Table(
    "forgetting_policies",
    metadata,
    tenant(),
    sa.Column("changes", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("replanned", sa.Integer, nullable=False, server_default=sa.text("0")),
    instant("replanned_at", nullable=True),
)

forgetting_runs = sa.Table(
    "forgetting_runs",
    metadata,
    tenant(),
    sa.Column("run_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("date", sa.Date, nullable=False),
    instant("as_of"),
    sa.Column("status", SafeText, nullable=False),
    sa.Column("shards", sa.SmallInteger, nullable=False),
    sa.Column("shards_done", ARRAY(sa.SmallInteger), nullable=False, server_default=sa.text("'{}'")),
    document("held_back", "[]"),
    document("transcripts", "{}"),
    sa.Column("due", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("left_due", sa.Integer, nullable=False, server_default=sa.text("0")),
    instant("started_at"),
    instant("active_at"),
    instant("ended_at", nullable=True),
    sa.UniqueConstraint("tenant", "date"),
    sa.CheckConstraint("status IN ('running', 'done', 'partial')", name="status"),
)

forgetting_counts = sa.Table(
    "forgetting_counts",
    metadata,
    tenant(),
    sa.Column("run_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("shard", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("step", SafeText, primary_key=True),
    sa.Column("tier", SafeText, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
)
