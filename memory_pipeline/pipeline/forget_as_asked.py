"""Erases what an event asks to have erased, and ends the event under a name that nobody can read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from memory_pipeline.domain.erasure import ByMemory, BySession, Everything, Receipt, Target
from memory_pipeline.domain.errors import InvalidInput, LeaseLost
from memory_pipeline.domain.scope import Scope, parse_tenant
from memory_pipeline.events.models import MemoryForget
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forget import forget
from memory_pipeline.pipeline.redact import redacted
from memory_pipeline.ports.horizon_keys import veiled_scope
from memory_pipeline.ports.ledger import Claim, EventState


def forget_as_asked(event: MemoryForget, claim: Claim, deps: Dependencies) -> Mapping[str, Any]:
    """The receipt, which is also the event's result. Raises InvalidInput where it does not name one thing to erase."""
    tenant, scope = parse_tenant(event.tenant), Scope.parse(event.scope)
    target = _target(event)
    result = receipt_document(forget(tenant, scope, target, deps))
    veiled = veiled_scope(deps.digest, tenant, scope) if isinstance(target, Everything) else None
    entry = deps.ledger.states(tenant, [claim.ref.event_id]).get(claim.ref.event_id)
    if entry is None or (entry.attempts, entry.holder) != (claim.attempt, claim.holder):
        raise LeaseLost(
            f"event {claim.ref.event_id} was taken over while attempt {claim.attempt} worked on it"
        )
    with deps.erasures.unit(tenant, [scope]) as unit:
        ended = replace(
            entry,
            state=EventState.DONE,
            result=result,
            document=redacted(entry.document, veiled=veiled),
            done_at=deps.clock.now(),
            lease_until=None,
            error=None,
            reason=None,
        )
        unit.rewrite_event(ended, scope=veiled)
        if veiled is not None:
            unit.remove_scope(scope)
    return result


def receipt_document(receipt: Receipt) -> dict[str, Any]:
    """The receipt as JSON can hold it: counts, ids and sentences, no content."""
    return {
        "receipt_id": str(receipt.receipt_id),
        "deleted": dict(receipt.deleted),
        "remaining": receipt.remaining,
        "verified": receipt.verified,
        "places": dict(receipt.places),
        "removed_facts": [str(id_) for id_ in receipt.removed_facts],
        "removed_episodes": [str(id_) for id_ in receipt.removed_episodes],
        "recomputed": [
            {"fact_id": str(each.fact_id), "support": {"before": each.before, "after": each.after}}
            for each in receipt.recomputed
        ],
        "extracted_again": receipt.extracted_again,
        "dry_run": receipt.dry_run,
        "notes": list(receipt.notes),
    }


def _target(event: MemoryForget) -> Target:
    named: list[Target] = []
    if event.memory_id is not None:
        named.append(ByMemory(event.memory_id))
    if event.session_id is not None:
        named.append(BySession(event.session_id))
    if event.everything:
        named.append(Everything())
    if len(named) != 1:
        raise InvalidInput(
            "memory.forget names one of memory_id, session_id and everything, no more and no less"
        )
    return named[0]
