"""The digests that fingerprints are made of: who has a leaked table but not the key cannot try words against it."""

from __future__ import annotations

from functools import partial

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.secrets.fingerprints import Known
from memory_pipeline.ports.digest import KeyedDigest


def empty_set(digest: KeyedDigest, tenant: Tenant) -> Known:
    """A tenant's set without a fingerprint. Two tenants' digests of one secret differ."""
    return Known(digest.of("secret.window", tenant), partial(digest.of, "secret", tenant))


def scope_digest(digest: KeyedDigest, tenant: Tenant, scope: Scope) -> bytes:
    """What a scope is called in a fingerprint: an erased person's name must not stand there."""
    return digest.of("secret.scope", tenant, str(scope))
