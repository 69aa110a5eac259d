"""The review queue: contested values that a person has to decide about, found by an index and not by projecting."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from memory_pipeline.domain.conflict import Advice, Conflict
from memory_pipeline.domain.scope import Scope, Tenant


class Conflicts(Protocol):
    """Raises UnknownTenant where nothing was ever written for the tenant."""

    def waiting(self, tenant: Tenant, scope: Scope | None, *, now: datetime) -> Sequence[Conflict]:
        """Those of one scope, or of all the tenant's, the longest waiting first; none whose sides have expired."""

    def advise(self, conflict: Conflict, advice: Advice, *, now: datetime) -> None:
        """Keeps a model's opinion beside a conflict; the first one stays."""
