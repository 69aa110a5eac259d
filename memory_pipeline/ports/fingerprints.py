"""Fingerprints of erased secrets: by them a later text is known to hold one, though nobody keeps the secret."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.secrets.fingerprints import Known


class Fingerprints(Protocol):
    def add(self, tenant: Tenant, scope: Scope | None, text: str, *, now: datetime) -> int:
        """Keeps fingerprints of `text`, and of the secrets in it, for one scope or all of the tenant's; how many are new.

        Raises InvalidInput where it is too short to be known again.
        """

    def of(self, tenant: Tenant, *, mark: str | None = None) -> Known:
        """All that are committed; nothing is read where nothing was added since the last call.

        With a `mark`, what was loaded under the same mark is taken as it is, and the database not even asked.
        """

    def scope_digest(self, tenant: Tenant, scope: Scope) -> bytes:
        """What a scope is called in a fingerprint."""
