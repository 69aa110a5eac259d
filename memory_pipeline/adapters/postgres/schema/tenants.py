"""Tenants, their scopes and keys, and what ran for them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import UUID

from memory_pipeline.adapters.postgres.schema.columns import (
    INSTANT,
    document,
    instant,
    metadata,
    owner,
    tenant,
)
from memory_pipeline.adapters.postgres.types import SafeText

tenants = sa.Table(
    "tenants",
    metadata,
    tenant(),
    sa.Column("timezone", SafeText, nullable=False, server_default=sa.text("'UTC'")),
    document("policy", "{}"),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
)

scopes = sa.Table(
    "scopes",
    metadata,
    *owner(),
    sa.Column("created_at", INSTANT, nullable=False, server_default=sa.func.now()),
)

registry_versions = sa.Table(
    "registry_versions",
    metadata,
    tenant(),
    sa.Column("version", SafeText, primary_key=True),
    instant("applied_at"),
)

runs = sa.Table(
    "runs",
    metadata,
    tenant(),
    sa.Column("run_id", UUID(as_uuid=True), primary_key=True),
    sa.Column("kind", SafeText, nullable=False),
    sa.Column("period", SafeText, nullable=False),
    sa.Column("status", SafeText, nullable=False),
    document("counts", "{}"),
    instant("started_at"),
    instant("ended_at", nullable=True),
    sa.UniqueConstraint("tenant", "kind", "period"),
)

api_keys = sa.Table(
    "api_keys",
    metadata,
    tenant(),
    sa.Column("key_id", SafeText, primary_key=True),
    sa.Column("digest", sa.LargeBinary, nullable=False),
    sa.Column("role", SafeText, nullable=False),
    sa.Column("name", SafeText, nullable=False),
    instant("created_at"),
    instant("expires_at", nullable=True),
    instant("revoked_at", nullable=True),
    sa.CheckConstraint("role IN ('reader', 'writer', 'admin')", name="role"),
    sa.Index("api_keys_digest_idx", "digest"),
)
