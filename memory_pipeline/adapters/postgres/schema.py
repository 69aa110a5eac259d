"""The tables as SQLAlchemy metadata. Migrations make the schema; a test proves that both give one.

Keys of memory tables begin with tenant and scope. Long texts never stand in an index: hashes and ids do.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from pgvector.sqlalchemy import Vector
from sqlalchemy.dialects.postgresql import ARRAY, UUID

from memory_pipeline.adapters.postgres.types import SafeJson, SafeText

metadata = sa.MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    }
)

_INSTANT = sa.DateTime(timezone=True)


def _tenant() -> sa.Column[str]:
    return sa.Column("tenant", SafeText, primary_key=True)


def _scope() -> sa.Column[str]:
    return sa.Column("scope", SafeText, primary_key=True)


def _owner() -> tuple[sa.Column[str], sa.Column[str]]:
    return _tenant(), _scope()


def _instant(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, _INSTANT, nullable=nullable)


def _json(name: str, default: str) -> sa.Column[Any]:
    return sa.Column(name, SafeJson, nullable=False, server_default=sa.text(f"'{default}'::jsonb"))


tenants = sa.Table(
    "tenants",
    metadata,
    _tenant(),
    sa.Column("timezone", SafeText, nullable=False, server_default=sa.text("'UTC'")),
    _json("policy", "{}"),
    sa.Column("created_at", _INSTANT, nullable=False, server_default=sa.func.now()),
)

scopes = sa.Table(
    "scopes",
    metadata,
    *_owner(),
    sa.Column("created_at", _INSTANT, nullable=False, server_default=sa.func.now()),
)

events = sa.Table(
    "events",
    metadata,
    *_owner(),
    sa.Column("event_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("type", SafeText, nullable=False),
    sa.Column("lane", SafeText, nullable=False),
    sa.Column("state", SafeText, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False, server_default=sa.text("0")),
    _instant("occurred_at"),
    _instant("recorded_at"),
    _instant("next_attempt_at", nullable=True),
    _instant("lease_until", nullable=True),
    _instant("done_at", nullable=True),
    sa.Column("reason", SafeText),
    sa.Column("error", SafeText),
    _json("result", "{}"),
    _json("document", "{}"),
    sa.Column("holder", SafeText),
    sa.Column("failures", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("crashes", sa.Integer, nullable=False, server_default=sa.text("0")),
    _instant("hint_at", nullable=True),
    _instant("parked_until", nullable=True),
    _instant("budget_until", nullable=True),
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
    *_owner(),
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("topic", SafeText, nullable=False),
    _json("payload", "{}"),
    _instant("created_at"),
    _instant("published_at", nullable=True),
    sa.Index("outbox_waiting_idx", "id", postgresql_where=sa.text("published_at IS NULL")),
    sa.Index("outbox_published_idx", "published_at", postgresql_where=sa.text("published_at IS NOT NULL")),
)

sessions = sa.Table(
    "sessions",
    metadata,
    *_owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("user_id", SafeText),
    _json("shared_with", "[]"),
    sa.Column("watermark", sa.Integer, nullable=False, server_default=sa.text("0")),
    _instant("recorded_at"),
    sa.Column("held_by", UUID(as_uuid=True)),
    sa.Column("held_as", SafeText),
    sa.Column("revision", UUID(as_uuid=True), nullable=False, server_default=sa.text("gen_random_uuid()")),
)

session_marks = sa.Table(
    "session_marks",
    metadata,
    *_owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("kind", SafeText, nullable=False),
    _instant("at"),
    sa.CheckConstraint("kind IN ('closed', 'idle')", name="kind"),
)

transcript = sa.Table(
    "transcript",
    metadata,
    *_owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("message_id", SafeText, nullable=False),
    sa.Column("role", SafeText, nullable=False),
    sa.Column("name", SafeText),
    sa.Column("content", SafeText, nullable=False),
    _json("tool_calls", "[]"),
    sa.Column("tool_call_id", SafeText),
    _instant("at"),
    sa.Column("utc_offset_s", sa.Integer, nullable=False),
    _instant("recorded_at"),
    sa.UniqueConstraint("tenant", "scope", "session_id", "message_id"),
)

segments = sa.Table(
    "segments",
    metadata,
    *_owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("first_position", sa.Integer, primary_key=True),
    sa.Column("end_position", sa.Integer, nullable=False),
    sa.Column("extractor", SafeText, nullable=False),
    sa.Column("reply", SafeJson),
    _instant("accepted_at"),
    _instant("committed_at", nullable=True),
    sa.Column("stands_in_for", SafeText),
    _instant("redo_at", nullable=True),
    sa.Index(
        "segments_redo_at_idx",
        "redo_at",
        postgresql_where=sa.text("redo_at IS NOT NULL AND committed_at IS NOT NULL"),
    ),
)

rejections = sa.Table(
    "rejections",
    metadata,
    *_owner(),
    sa.Column("session_id", SafeText, primary_key=True),
    sa.Column("first_position", sa.Integer, primary_key=True),
    sa.Column("ordinal", sa.Integer, primary_key=True),
    sa.Column("reason", SafeText, nullable=False),
    sa.Column("detail", SafeText, nullable=False),
    sa.Column("item", SafeText, nullable=False),
)

assertions = sa.Table(
    "assertions",
    metadata,
    *_owner(),
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
    _instant("asserted_at"),
    _instant("recorded_at"),
    _instant("expires_at", nullable=True),
    _instant("valid_from", nullable=True),
    sa.Index("assertions_slot_idx", "tenant", "scope", "slot_id"),
)

evidence = sa.Table(
    "evidence",
    metadata,
    *_owner(),
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
    *_owner(),
    sa.Column("id", UUID(as_uuid=True), primary_key=True),
    sa.Column("valid_from", _INSTANT, primary_key=True),
    sa.Column("slot_id", UUID(as_uuid=True), nullable=False),
    sa.Column("line_id", UUID(as_uuid=True), nullable=False),
    sa.Column("slot_subject", SafeText, nullable=False),
    sa.Column("slot_predicate", SafeText, nullable=False),
    sa.Column("line", SafeText, nullable=False),
    sa.Column("object", SafeText, nullable=False),
    sa.Column("object_normal", SafeText, nullable=False),
    sa.Column("source", SafeText, nullable=False),
    sa.Column("confidence", sa.Float, nullable=False),
    _instant("valid_to", nullable=True),
    _instant("expires_at", nullable=True),
    sa.Column("status", SafeText, nullable=False),
    sa.Column("support", sa.Integer, nullable=False),
    _json("evidence", "[]"),
    sa.Column("assertions", ARRAY(UUID(as_uuid=True)), nullable=False),
    _instant("stated_valid_from", nullable=True),
    sa.Column("planned", sa.Boolean, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    _instant("last_mention_at", nullable=True),
    sa.Column("forgettability", SafeText, nullable=False),
    sa.Column("reason", SafeText, nullable=False),
    _instant("escalated_at", nullable=True),
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
    *_owner(),
    sa.Column("conflict_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("keep", SafeText, nullable=False),
    sa.Column("judge", SafeText, nullable=False),
    _instant("advised_at"),
    sa.CheckConstraint("keep IN ('incumbent', 'challenger')", name="keep"),
)

fact_redirects = sa.Table(
    "fact_redirects",
    metadata,
    *_owner(),
    sa.Column("absorbed_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("fact_id", UUID(as_uuid=True), nullable=False),
)

episodes = sa.Table(
    "episodes",
    metadata,
    *_owner(),
    sa.Column("id", UUID(as_uuid=True), primary_key=True),
    sa.Column("session_id", SafeText, nullable=False),
    sa.Column("kind", SafeText, nullable=False),
    _instant("occurred_at"),
    sa.Column("trigger", SafeText, nullable=False),
    sa.Column("summary", SafeText, nullable=False),
    _json("entities", "{}"),
    _json("actions", "[]"),
    sa.Column("outcome", SafeText),
    sa.Column("success", sa.Boolean),
    sa.Column("confidence", sa.Float, nullable=False),
    sa.Column("status", SafeText, nullable=False),
    _instant("recorded_at"),
    sa.CheckConstraint("status IN ('active', 'archived')", name="status"),
    sa.Index("episodes_session_idx", "tenant", "scope", "session_id"),
)

reinforcement_due = sa.Table(
    "reinforcement_due",
    metadata,
    *_owner(),
    _instant("due_at"),
    sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
    sa.Index("reinforcement_due_due_at_idx", "due_at"),
)

memory_state = sa.Table(
    "memory_state",
    metadata,
    *_owner(),
    sa.Column("memory_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("accesses", sa.Integer, nullable=False, server_default=sa.text("0")),
    _instant("last_access_at", nullable=True),
    sa.Column("pinned", sa.Boolean, nullable=False, server_default=sa.false()),
)

crowding = sa.Table("crowding", metadata, *_owner())

ageing = sa.Table(
    "ageing",
    metadata,
    *_owner(),
    sa.Column("memory_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("tier", SafeText, nullable=False),
    sa.Column("confidence", sa.Float, nullable=False),
    _instant("idle_from"),
    sa.Column("stands", sa.Boolean, nullable=False),
    _instant("ended_at", nullable=True),
    sa.Column("archived", sa.Boolean, nullable=False),
    sa.Column("by_person", sa.Boolean, nullable=False),
    sa.Column("forgettability", SafeText, nullable=False),
    _instant("expires_at", nullable=True),
    _instant("candidate_since", nullable=True),
    _instant("settled_at"),
    sa.Column("kind", SafeText),
    _instant("due_at", nullable=True),
    _instant("surplus_since", nullable=True),
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
    _tenant(),
    sa.Column("changes", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("replanned", sa.Integer, nullable=False, server_default=sa.text("0")),
    _instant("replanned_at", nullable=True),
)

forgetting_runs = sa.Table(
    "forgetting_runs",
    metadata,
    _tenant(),
    sa.Column("run_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("date", sa.Date, nullable=False),
    _instant("as_of"),
    sa.Column("status", SafeText, nullable=False),
    sa.Column("shards", sa.SmallInteger, nullable=False),
    sa.Column("shards_done", ARRAY(sa.SmallInteger), nullable=False, server_default=sa.text("'{}'")),
    _json("held_back", "[]"),
    sa.Column("due", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("left_due", sa.Integer, nullable=False, server_default=sa.text("0")),
    _instant("started_at"),
    _instant("active_at"),
    _instant("ended_at", nullable=True),
    sa.UniqueConstraint("tenant", "date"),
    sa.CheckConstraint("status IN ('running', 'done', 'partial')", name="status"),
)

forgetting_counts = sa.Table(
    "forgetting_counts",
    metadata,
    _tenant(),
    sa.Column("run_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("shard", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("step", SafeText, primary_key=True),
    sa.Column("tier", SafeText, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
)

secret_fingerprints = sa.Table(
    "secret_fingerprints",
    metadata,
    *_owner(),
    sa.Column("digest", sa.LargeBinary, primary_key=True),
    sa.Column("head", sa.LargeBinary, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    _instant("added_at"),
    sa.Index("secret_fingerprints_tenant_number_idx", "tenant", "number"),
)

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
    *_owner(),
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
    *_owner(),
    sa.Column("kind", SafeText, primary_key=True),
    sa.Column("term_digest", sa.LargeBinary, primary_key=True),
    sa.Column("memory_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("tier", SafeText, nullable=False),
    sa.CheckConstraint("kind IN ('term', 'entity')", name="kind"),
    sa.Index("terms_memory_idx", "tenant", "scope", "memory_id"),
)

horizons = sa.Table(
    "horizons",
    metadata,
    *_owner(),
    sa.Column("key", sa.LargeBinary, primary_key=True),
    _instant("horizon_at"),
)

tombstones = sa.Table(
    "tombstones",
    metadata,
    *_owner(),
    sa.Column("kind", SafeText, primary_key=True),
    sa.Column("key", sa.LargeBinary, primary_key=True),
    _instant("created_at"),
)

registry_versions = sa.Table(
    "registry_versions",
    metadata,
    _tenant(),
    sa.Column("version", SafeText, primary_key=True),
    _instant("applied_at"),
)

runs = sa.Table(
    "runs",
    metadata,
    _tenant(),
    sa.Column("run_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("kind", SafeText, nullable=False),
    sa.Column("period", SafeText, nullable=False),
    sa.Column("status", SafeText, nullable=False),
    _json("counts", "{}"),
    _instant("started_at"),
    _instant("ended_at", nullable=True),
    sa.UniqueConstraint("tenant", "kind", "period"),
)

job_claims = sa.Table(
    "job_claims",
    metadata,
    sa.Column("job", SafeText, primary_key=True),
    sa.Column("period", SafeText, primary_key=True),
    _instant("claimed_at"),
)

erasures = sa.Table(
    "erasures",
    metadata,
    *_owner(),
    sa.Column("receipt_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("kind", SafeText, nullable=False),
    sa.Column("state", SafeText, nullable=False),
    _json("counts", "{}"),
    _json("leftovers", "{}"),
    _instant("started_at"),
    _instant("ended_at", nullable=True),
    sa.CheckConstraint("kind IN ('memory', 'session', 'text', 'all')", name="kind"),
    sa.CheckConstraint("state IN ('removing', 'cleaning', 'done')", name="state"),
    sa.Index("erasures_unfinished_idx", "started_at", postgresql_where=sa.text("state <> 'done'")),
)

digest_keys = sa.Table(
    "digest_keys",
    metadata,
    sa.Column("id", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("check_value", sa.LargeBinary, nullable=False),
    sa.CheckConstraint("id = 1", name="id"),
)

model_costs = sa.Table(
    "model_costs",
    metadata,
    _tenant(),
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
    _instant("at"),
    sa.Index("model_costs_tenant_at_idx", "tenant", "at"),
    sa.Index("model_costs_tenant_event_id_idx", "tenant", "event_id"),
)

audit = sa.Table(
    "audit",
    metadata,
    _tenant(),
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    _instant("at"),
    sa.Column("actor", sa.LargeBinary, nullable=False),
    sa.Column("action", SafeText, nullable=False),
    sa.Column("scope_digest", sa.LargeBinary),
    sa.Column("ids", ARRAY(sa.LargeBinary), nullable=False, server_default=sa.text("'{}'")),
    sa.Column("count", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("outcome", SafeText, nullable=False),
    sa.Index("audit_tenant_at_idx", "tenant", "at", "id"),
    sa.Index("audit_at_idx", "at"),
)

api_keys = sa.Table(
    "api_keys",
    metadata,
    _tenant(),
    sa.Column("key_id", SafeText, primary_key=True),
    sa.Column("digest", sa.LargeBinary, nullable=False),
    sa.Column("role", SafeText, nullable=False),
    sa.Column("name", SafeText, nullable=False),
    _instant("created_at"),
    _instant("expires_at", nullable=True),
    _instant("revoked_at", nullable=True),
    sa.CheckConstraint("role IN ('reader', 'writer', 'admin')", name="role"),
    sa.Index("api_keys_digest_idx", "digest"),
)

index_densities = sa.Table(
    "index_densities",
    metadata,
    sa.Column("index_name", SafeText, primary_key=True),
    sa.Column("bytes_per_entry", sa.Float, nullable=False),
    _instant("measured_at"),
)

# What the bound role may add to and read, and never change: an act that happened has happened.
APPEND_ONLY_TABLES = frozenset({"audit"})

# Content lives in every table that names a tenant; these are the ones without.
GLOBAL_TABLES = frozenset({"digest_keys", "embedding_spaces", "index_densities", "job_claims"})
