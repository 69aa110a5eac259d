"""On whose behalf this thread works: adapters that ask a model tell one person's trouble from an outage of all by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from memory_pipeline.domain.scope import Scope, Tenant

_asker: ContextVar[str | None] = ContextVar("asker", default=None)


@contextmanager
def asking_for(tenant: Tenant, scope: Scope) -> Iterator[None]:
    """What this thread asks until the block ends, it asks for this scope."""
    before = _asker.set(f"{tenant}/{scope}")
    try:
        yield
    finally:
        _asker.reset(before)


def asker() -> str | None:
    """Whom this thread asks for; None if nobody said."""
    return _asker.get()
