"""The ledger of events, what is to be told of them, who does what, and what it cost."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import UUID

from memory_pipeline.adapters.postgres.schema.columns import document, instant, metadata, owner, tenant
from memory_pipeline.adapters.postgres.types import SafeText

events = sa.Table(
    "events",
    metadata,
    *owner(),
    sa.Column("event_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("type", SafeText, nullable=False),
    sa.Column("lane", SafeText, nullable=False),
    sa.Column("state", SafeText, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False, server_default=sa.text("0")),
    instant("occurred_at"),
    instant("recorded_at"),
    instant("next_attempt_at", nullable=True),
    instant("lease_until", nullable=True),
    instant("done_at", nullable=True),
    sa.Column("reason", SafeText),
    sa.Column("error", SafeText),
    document("result", "{}"),
    document("document", "{}"),
    sa.Column("holder", SafeText),
    sa.Column("failures", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("crashes", sa.Integer, nullable=False, server_default=sa.text("0")),
    instant("hint_at", nullable=True),
    instant("parked_until", nullable=True),
    instant("budget_until", nullable=True),
    sa.Index(
        "events_over_budget_idx",
        "next_attempt_at",
        postgresql_where=sa.text("state = 'pending' AND budget_until IS NOT NULL"),
    ),
    sa.CheckConstraint("state IN ('pending', 'running', 'done', 'failed', 'dead')", name="state"),
    sa.Index("events_done_at_idx", "done_at", postgresql_where=sa.text("state = 'done'")),
    sa.Index("events_tenant_event_id_idx", "tenant", "event_id"),
    sa.Index("events_running_idx", "tenant", "scope", postgresql_where=sa.text("state = 'running'")),
    sa.Index(
        "events_parked_idx",
        "tenant",
        "scope",
        "recorded_at",
        postgresql_where=sa.text("parked_until IS NOT NULL"),
    ),
    sa.Index("events_tenant_recorded_at_idx", "tenant", "recorded_at"),
    sa.Index(
        "events_open_idx",
        "recorded_at",
        postgresql_where=sa.text("state IN ('pending', 'running', 'failed')"),
    ),
)

outbox = sa.Table(
    "outbox",
    metadata,
    *owner(),
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("topic", SafeText, nullable=False),
    document("payload", "{}"),
    instant("created_at"),
    instant("published_at", nullable=True),
    sa.Index("outbox_waiting_idx", "id", postgresql_where=sa.text("published_at IS NULL")),
    sa.Index("outbox_published_idx", "published_at", postgresql_where=sa.text("published_at IS NOT NULL")),
)

job_claims = sa.Table(
    "job_claims",
    metadata,
    sa.Column("job", SafeText, primary_key=True),
    sa.Column("period", SafeText, primary_key=True),
    instant("claimed_at"),
)

model_costs = sa.Table(
    "model_costs",
    metadata,
    tenant(),
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("event_id", UUID(as_uuid=True)),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("purpose", SafeText, nullable=False),
    sa.Column("model", SafeText, nullable=False),
    sa.Column("prompt_version", SafeText, nullable=False),
    sa.Column("calls", sa.Integer, nullable=False),
    sa.Column("prompt_tokens", sa.BigInteger, nullable=False),
    sa.Column("completion_tokens", sa.BigInteger, nullable=False),
    sa.Column("cached_tokens", sa.BigInteger, nullable=False),
    sa.Column("latency_ms", sa.BigInteger, nullable=False),
    sa.Column("outcome", SafeText, nullable=False),
    instant("at"),
    sa.Index("model_costs_tenant_at_idx", "tenant", "at"),
    sa.Index("model_costs_tenant_event_id_idx", "tenant", "event_id"),
)
