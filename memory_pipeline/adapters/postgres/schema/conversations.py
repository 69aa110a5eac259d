"""Sessions, what was said in them, and what became of it."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import UUID

from memory_pipeline.adapters.postgres.schema.columns import document, instant, metadata, owner, tenant
from memory_pipeline.adapters.postgres.types import SafeJson, SafeText

sessions = sa.Table(
    "sessions",
    metadata,
    *owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("user_id", SafeText),
    document("shared_with", "[]"),
    sa.Column("watermark", sa.Integer, nullable=False, server_default=sa.text("0")),
    instant("recorded_at"),
    sa.Column("held_by", UUID(as_uuid=True)),
    sa.Column("held_as", SafeText),
    sa.Column("revision", UUID(as_uuid=True), nullable=False, server_default=sa.text("gen_random_uuid()")),
)

session_marks = sa.Table(
    "session_marks",
    metadata,
    *owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("kind", SafeText, nullable=False),
    instant("at"),
    sa.CheckConstraint("kind IN ('closed', 'idle')", name="kind"),
)

# The spine of each message, kept as long as the session. `name` stays with it: whose account a session is follows from it.
transcript = sa.Table(
    "transcript",
    metadata,
    *owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("message_id", SafeText, nullable=False),
    sa.Column("role", SafeText, nullable=False),
    sa.Column("name", SafeText),
    instant("at"),
    sa.Column("utc_offset_s", sa.Integer, nullable=False),
    instant("recorded_at"),
    sa.UniqueConstraint("tenant", "scope", "session_id", "message_id"),
)

# One partition per month of recording (UTC), which ensure_transcript_month makes and drop_transcript_month drops.
transcript_words = sa.Table(
    "transcript_words",
    metadata,
    *owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("month", sa.Date, primary_key=True),
    sa.Column("content", SafeText, nullable=False),
    document("tool_calls", "[]"),
    sa.Column("tool_call_id", SafeText),
    postgresql_partition_by="RANGE (month)",
)

transcript_months = sa.Table(
    "transcript_months",
    metadata,
    *owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("month", sa.Date, primary_key=True),
    sa.Column("first_position", sa.Integer, nullable=False),
    sa.Column("last_position", sa.Integer, nullable=False),
    sa.Column("messages", sa.Integer, nullable=False),
    sa.Index("transcript_months_month_tenant_idx", "month", "tenant"),
)

transcript_drops = sa.Table(
    "transcript_drops",
    metadata,
    tenant(),
    sa.Column("month", sa.Date, primary_key=True),
    instant("dropped_at"),
    sa.Column("messages", sa.BigInteger, nullable=False),
    sa.Column("uncounted", sa.BigInteger, nullable=False),
)

segments = sa.Table(
    "segments",
    metadata,
    *owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("first_position", sa.Integer, primary_key=True),
    sa.Column("end_position", sa.Integer, nullable=False),
    sa.Column("extractor", SafeText, nullable=False),
    sa.Column("reply", SafeJson),
    instant("accepted_at"),
    instant("committed_at", nullable=True),
    sa.Column("stands_in_for", SafeText),
    instant("redo_at", nullable=True),
    sa.Index(
        "segments_redo_at_idx",
        "redo_at",
        postgresql_where=sa.text("redo_at IS NOT NULL AND committed_at IS NOT NULL"),
    ),
)

rejections = sa.Table(
    "rejections",
    metadata,
    *owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("first_position", sa.Integer, primary_key=True),
    sa.Column("ordinal", sa.Integer, primary_key=True),
    sa.Column("reason", SafeText, nullable=False),
    sa.Column("detail", SafeText, nullable=False),
    sa.Column("item", SafeText, nullable=False),
)
