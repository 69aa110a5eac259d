"""Erasures and what keeps the erased from coming back, secrets known by digest, and the audit."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, UUID

from memory_pipeline.adapters.postgres.schema.columns import document, instant, metadata, owner, tenant
from memory_pipeline.adapters.postgres.types import SafeText

secret_fingerprints = sa.Table(
    "secret_fingerprints",
    metadata,
    *owner(),
    sa.Column("digest", sa.LargeBinary, primary_key=True),
    sa.Column("head", sa.LargeBinary, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    instant("added_at"),
    sa.Index("secret_fingerprints_tenant_number_idx", "tenant", "number"),
)

horizons = sa.Table(
    "horizons",
    metadata,
    *owner(),
    sa.Column("key", sa.LargeBinary, primary_key=True),
    instant("horizon_at"),
)

tombstones = sa.Table(
    "tombstones",
    metadata,
    *owner(),
    sa.Column("kind", SafeText, primary_key=True),
    sa.Column("key", sa.LargeBinary, primary_key=True),
    instant("created_at"),
)

erasures = sa.Table(
    "erasures",
    metadata,
    *owner(),
    sa.Column("receipt_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("kind", SafeText, nullable=False),
    sa.Column("state", SafeText, nullable=False),
    document("counts", "{}"),
    document("leftovers", "{}"),
    instant("started_at"),
    instant("ended_at", nullable=True),
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

audit = sa.Table(
    "audit",
    metadata,
    tenant(),
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    instant("at"),
    sa.Column("actor", sa.LargeBinary, nullable=False),
    sa.Column("action", SafeText, nullable=False),
    sa.Column("scope_digest", sa.LargeBinary),
    sa.Column("ids", ARRAY(sa.LargeBinary), nullable=False, server_default=sa.text("'{}'")),
    sa.Column("count", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("outcome", SafeText, nullable=False),
    sa.Index("audit_tenant_at_idx", "tenant", "at", "id"),
    sa.Index("audit_at_idx", "at"),
)
