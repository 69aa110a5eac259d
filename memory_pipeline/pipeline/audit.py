"""Lines of the audit trail: what an act is written down as. Names and ids go in as digests, and content not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.audit import Action, AuditLine
from memory_pipeline.ports.ledger import Claim, NewEvent

BY = "by"  # in an event's document: the digest of who handed it in, for whoever writes it later
_PURPOSE = "audit"
_BY_TYPE = {
    "memory.remember": Action.REMEMBER,
    "memory.correct": Action.CORRECT,
    "memory.confirm": Action.CONFIRM,
    "memory.forget": Action.ERASE,
    "facts.imported": Action.IMPORT,
}
_RESOLUTION = "conflict:"


def veiled(tenant: Tenant, name: object, deps: Dependencies) -> bytes:
    """What stands in the trail for a scope, an id or an actor of the tenant."""
    return deps.digest.of(_PURPOSE, tenant, str(name))


def line(
    action: Action,
    tenant: Tenant,
    deps: Dependencies,
    *,
    scope: Scope | None = None,
    ids: Iterable[object] = (),
    count: int = 0,
    outcome: str = "done",
    by: bytes | None = None,
) -> AuditLine:
    """The line about an act of this process's actor, or of `by`, now. `outcome` is a fixed word, never a sentence."""
    return AuditLine(
        at=deps.clock.now(),
        actor=by or veiled(tenant, deps.actor, deps),
        action=action,
        scope=None if scope is None else veiled(tenant, scope, deps),
        ids=tuple(veiled(tenant, each, deps) for each in dict.fromkeys(map(str, ids))),
        count=count,
        outcome=outcome,
    )


def event_line(claim: Claim, deps: Dependencies, *, ids: Iterable[object] = (), count: int = 0) -> AuditLine:
    """The line about what an event wrote: its own id, that of its session or memory, and `ids`."""
    document = claim.document
    named = [document[key] for key in ("session_id", "memory_id") if document.get(key) is not None]
    return line(
        _action(claim.type, document),
        claim.ref.tenant,
        deps,
        scope=claim.ref.scope,
        ids=[claim.ref.event_id, *named, *ids],
        count=count,
        by=_by(document),
    )


def handed_in(item: NewEvent, deps: Dependencies) -> NewEvent:
    """The event with the digest of who hands it in: a worker that writes it later is not the one who said so."""
    by = veiled(item.ref.tenant, deps.actor, deps).hex()
    return replace(item, document={**item.document, BY: by})


def _action(type_: str, document: Mapping[str, Any]) -> Action:
    if str(document.get("ref") or "").startswith(_RESOLUTION):
        return Action.RESOLVE
    return _BY_TYPE.get(type_, Action.CONSOLIDATE)


def _by(document: Mapping[str, Any]) -> bytes | None:
    found = document.get(BY)
    try:
        return bytes.fromhex(found) if isinstance(found, str) else None
    except ValueError:
        return None
