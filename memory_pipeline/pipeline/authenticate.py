"""Tells whom a presented key speaks for. Whoever serves requests calls this for each, and asks the principal before it acts."""

from __future__ import annotations

import hmac

from memory_pipeline.domain.access import LONGEST_KEY, ApiKey, Permission, Principal
from memory_pipeline.domain.errors import Forbidden, Unauthorised
from memory_pipeline.pipeline.audit_reads import audit_read
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.audit import Action

PURPOSE = "api-key"


def authenticate(presented: str, deps: Dependencies) -> Principal:
    """The principal of a key of the settings or of the database; raises Unauthorised, DatabaseUnavailable.

    The key is digested under the installation's key before anything is compared, every key of the settings is looked at,
    and digests are compared in constant time: how long a refusal takes says nothing about how near a guess was. Nothing is
    cached: a key that was revoked a moment ago opens nothing.
    """
    if not 0 < len(presented) <= LONGEST_KEY:
        raise _refusal()
    digest = deps.digest.of(PURPOSE, presented)
    found: ApiKey | None = None
    for key in deps.set_keys:
        if hmac.compare_digest(key.digest, digest):
            found = key
    if found is None and deps.api_keys is not None:
        stored = deps.api_keys.find(digest)
        if stored is not None and hmac.compare_digest(stored.digest, digest):
            found = stored
    if found is None or not found.valid(deps.clock.now()):
        raise _refusal()
    return Principal(found.tenant, found.role, found.id)


def permit(principal: Principal, permission: Permission, deps: Dependencies) -> None:
    """Raises Forbidden, with a line in the audit trail, unless the principal's role permits it."""
    try:
        principal.permit(permission)
    except Forbidden:
        audit_read(
            Action.REFUSED, principal.tenant, None, deps, ids=[principal.actor], outcome=permission.value
        )
        raise


def _refusal() -> Unauthorised:
    return Unauthorised("this needs an API key that is valid: send it as Authorization: Bearer KEY")
