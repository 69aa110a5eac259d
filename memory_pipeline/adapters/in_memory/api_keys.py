"""The keys of the HTTP service in this process's memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from memory_pipeline.adapters.in_memory.audit import add_lines
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.domain.access import ApiKey
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.audit import AuditLine

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class InMemoryApiKeys:
    """Implements ports.api_keys.ApiKeys on a state that it may share with the audit trail."""

    def __init__(self, state: InMemoryState | None = None) -> None:
        self._state = state or InMemoryState()

    def find(self, digest: bytes) -> ApiKey | None:
        """The key of this digest, of whatever tenant."""
        with self._state.reading() as tables:
            return next((key for key in tables.api_keys.values() if key.digest == digest), None)

    def create(self, key: ApiKey, audit: AuditLine) -> None:
        """Keeps a key and the line about it."""
        with self._state.writing() as tables:
            tables.policies.setdefault(key.tenant, {})
            tables.api_keys[key.tenant, key.id] = key
            add_lines(tables, key.tenant, [audit])

    def of_tenant(self, tenant: Tenant) -> Sequence[ApiKey]:
        """The tenant's keys, the oldest first."""
        with self._state.reading() as tables:
            own = [key for (owner, _), key in tables.api_keys.items() if owner == tenant]
        return sorted(own, key=lambda key: (key.created_at or _LONG_AGO, key.id))

    def revoke(self, tenant: Tenant, key_id: str, audit: AuditLine, *, now: datetime) -> ApiKey | None:
        """Ends a key at once; the first revocation stays."""
        with self._state.writing() as tables:
            key = tables.api_keys.get((tenant, key_id))
            if key is None:
                return None
            ended = replace(key, revoked_at=key.revoked_at or now)
            tables.api_keys[tenant, key_id] = ended
            add_lines(tables, tenant, [audit])
        return ended
