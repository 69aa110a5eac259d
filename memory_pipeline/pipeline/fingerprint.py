"""Keeps the fingerprint of a secret that is being erased, before anything of it is removed."""

from __future__ import annotations

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies


def fingerprint(tenant: Tenant, scope: Scope | None, text: str, deps: Dependencies) -> int:
    """How many fingerprints are new: of the text, and of the secrets in it. From its return on no write brings it back.

    The mark changes on both sides of the write: whoever screened without the fingerprint is refused and screens again.
    Raises InvalidInput where the text is too short to be known again; safe to repeat after a kill at any point.
    """
    deps.working.renew_mark(tenant)
    added = deps.fingerprints.add(tenant, scope, text, now=deps.clock.now())
    deps.working.renew_mark(tenant)
    return added
