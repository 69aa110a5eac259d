"""The keys that open the HTTP service, by tenant. What is kept of a key is its digest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from memory_pipeline.domain.access import ApiKey
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.audit import AuditLine


class ApiKeys(Protocol):
    """Nothing is cached: what `revoke` wrote is what the next `find` reads. Raises DatabaseUnavailable."""

    def find(self, digest: bytes) -> ApiKey | None:
        """The key of this digest, of whatever tenant, be it revoked or expired."""

    def create(self, key: ApiKey, audit: AuditLine) -> None:
        """Keeps a key, creating its tenant, and the line about it in the same transaction."""

    def of_tenant(self, tenant: Tenant) -> Sequence[ApiKey]:
        """All keys ever made for the tenant, the oldest first."""

    def revoke(self, tenant: Tenant, key_id: str, audit: AuditLine, *, now: datetime) -> ApiKey | None:
        """Ends a key at once, and keeps the line about it; the first revocation stays. None where there is no such key."""
