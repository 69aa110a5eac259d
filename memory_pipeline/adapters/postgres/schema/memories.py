"""Assertions and what is projected from them; episodes."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, UUID

from memory_pipeline.adapters.postgres.schema.columns import INSTANT, document, instant, metadata, owner
from memory_pipeline.adapters.postgres.types import SafeText

assertions = sa.Table(
    "assertions",
    metadata,
    *owner(),
    sa.Column("id", UUID(as_uuid=True), primary_key=True),
    sa.Column("slot_id", UUID(as_uuid=True), nullable=False),
    sa.Column("slot_subject", SafeText, nullable=False),
    sa.Column("slot_predicate", SafeText, nullable=False),
    sa.Column("subject", SafeText, nullable=False),
    sa.Column("predicate", SafeText, nullable=False),
    sa.Column("object", SafeText, nullable=False),
    sa.Column("stance", SafeText, nullable=False),
    sa.Column("act", SafeText, nullable=False),
    sa.Column("retracts", SafeText),
    sa.Column("source", SafeText, nullable=False),
    sa.Column("confidence", sa.Float, nullable=False),
    sa.Column("cardinality", SafeText),
    sa.Column("forgettability", SafeText),
    instant("asserted_at"),
    instant("recorded_at"),
    instant("expires_at", nullable=True),
    instant("valid_from", nullable=True),
    sa.Index("assertions_slot_idx", "tenant", "scope", "slot_id"),
)

evidence = sa.Table(
    "evidence",
    metadata,
    *owner(),
    sa.Column("memory_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("ordinal", sa.Integer, primary_key=True),
    sa.Column("kind", SafeText, nullable=False),
    sa.Column("session_id", SafeText),
    sa.Column("message_id", SafeText),
    sa.Column("quote", SafeText, nullable=False),
    sa.Column("ref", SafeText),
    sa.CheckConstraint("kind IN ('assertion', 'episode')", name="kind"),
    sa.Index("evidence_message_idx", "tenant", "scope", "session_id", "message_id"),
)

facts = sa.Table(
    "facts",
    metadata,
    *owner(),
    sa.Column("id", UUID(as_uuid=True), primary_key=True),
    sa.Column("valid_from", INSTANT, primary_key=True),
    sa.Column("slot_id", UUID(as_uuid=True), nullable=False),
    sa.Column("line_id", UUID(as_uuid=True), nullable=False),
    sa.Column("slot_subject", SafeText, nullable=False),
    sa.Column("slot_predicate", SafeText, nullable=False),
    sa.Column("line", SafeText, nullable=False),
    sa.Column("object", SafeText, nullable=False),
    sa.Column("object_normal", SafeText, nullable=False),
    sa.Column("source", SafeText, nullable=False),
    sa.Column("confidence", sa.Float, nullable=False),
    instant("valid_to", nullable=True),
    instant("expires_at", nullable=True),
    sa.Column("status", SafeText, nullable=False),
    sa.Column("support", sa.Integer, nullable=False),
    document("evidence", "[]"),
    sa.Column("assertions", ARRAY(UUID(as_uuid=True)), nullable=False),
    instant("stated_valid_from", nullable=True),
    sa.Column("planned", sa.Boolean, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    instant("last_mention_at", nullable=True),
    sa.Column("forgettability", SafeText, nullable=False),
    sa.Column("reason", SafeText, nullable=False),
    instant("escalated_at", nullable=True),
    sa.Column("against_id", UUID(as_uuid=True)),
    sa.CheckConstraint(
        "status IN ('current', 'superseded', 'contested', 'retracted', 'expired', 'archived')", name="status"
    ),
    sa.Index("facts_slot_idx", "tenant", "scope", "slot_id"),
    sa.Index(
        "facts_open_key",
        "tenant",
        "scope",
        "line_id",
        unique=True,
        postgresql_where=sa.text("valid_to IS NULL"),
    ),
    sa.Index(
        "facts_escalated_idx",
        "tenant",
        "escalated_at",
        postgresql_where=sa.text("escalated_at IS NOT NULL"),
    ),
)

conflict_advice = sa.Table(
    "conflict_advice",
    metadata,
    *owner(),
    sa.Column("conflict_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("keep", SafeText, nullable=False),
    sa.Column("judge", SafeText, nullable=False),
    instant("advised_at"),
    sa.CheckConstraint("keep IN ('incumbent', 'challenger')", name="keep"),
)

fact_redirects = sa.Table(
    "fact_redirects",
    metadata,
    *owner(),
    sa.Column("absorbed_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("fact_id", UUID(as_uuid=True), nullable=False),
)

episodes = sa.Table(
    "episodes",
    metadata,
    *owner(),
    sa.Column("id", UUID(as_uuid=True), primary_key=True),
    sa.Column("session_id", SafeText, nullable=False),
    sa.Column("kind", SafeText, nullable=False),
    instant("occurred_at"),
    sa.Column("trigger", SafeText, nullable=False),
    sa.Column("summary", SafeText, nullable=False),
    document("entities", "{}"),
    document("actions", "[]"),
    sa.Column("outcome", SafeText),
    sa.Column("success", sa.Boolean),
    sa.Column("confidence", sa.Float, nullable=False),
    sa.Column("status", SafeText, nullable=False),
    instant("recorded_at"),
    sa.CheckConstraint("status IN ('active', 'archived')", name="status"),
    sa.Index("episodes_session_idx", "tenant", "scope", "session_id"),
)

reinforcement_due = sa.Table(
    "reinforcement_due",
    metadata,
    *owner(),
    instant("due_at"),
    sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
    sa.Index("reinforcement_due_due_at_idx", "due_at"),
)
