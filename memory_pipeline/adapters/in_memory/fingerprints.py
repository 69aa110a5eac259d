"""Fingerprints of erased secrets in this process's memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from threading import RLock

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.secrets.fingerprints import Known, fingerprinted
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.fingerprint_keys import empty_set, scope_digest


@dataclass(slots=True)
class _Kept:
    known: Known
    digests: set[tuple[bytes | None, bytes]] = field(default_factory=set)


class InMemoryFingerprints:
    """Implements ports.fingerprints.Fingerprints; safe in threads."""

    def __init__(self, digest: KeyedDigest) -> None:
        self._digest = digest
        self._lock = RLock()
        self._kept: dict[Tenant, _Kept] = {}

    def add(self, tenant: Tenant, scope: Scope | None, text: str, *, now: datetime) -> int:  # noqa: ARG002 - nobody asks when
        """Keeps fingerprints of the text and of the secrets in it; how many are new."""
        name = None if scope is None else self.scope_digest(tenant, scope)
        with self._lock:
            kept = self._of(tenant)
            made = [kept.known.fingerprint(normal, name) for normal in fingerprinted(text)]
            new = [each for each in made if (each.scope, each.digest) not in kept.digests]
            kept.digests.update((each.scope, each.digest) for each in new)
            kept.known.add(new)
        return len(new)

    def of(self, tenant: Tenant, *, mark: str | None = None) -> Known:  # noqa: ARG002 - here nothing is ever stale
        """All that were added."""
        with self._lock:
            return self._of(tenant).known

    def scope_digest(self, tenant: Tenant, scope: Scope) -> bytes:
        """What a scope is called in a fingerprint."""
        return scope_digest(self._digest, tenant, scope)

    def _of(self, tenant: Tenant) -> _Kept:
        if tenant not in self._kept:
            self._kept[tenant] = _Kept(empty_set(self._digest, tenant))
        return self._kept[tenant]
