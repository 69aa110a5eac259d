"""Takes a person's decision of a conflict: one event of the ledger, whoever decides and however often."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from memory_pipeline.domain.conflict import Conflict, Keep
from memory_pipeline.domain.errors import PermanentError, UnknownMemory
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.codec import make
from memory_pipeline.events.identity import EventId, resolution_id
from memory_pipeline.events.models import Event, MemoryConfirm, MemoryCorrect
from memory_pipeline.pipeline.at_once import at_once
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.ledger import EventState, LedgerEntry

_TICK = timedelta(microseconds=1)
_KEPT = {"memory.correct": Keep.CHALLENGER, "memory.confirm": Keep.INCUMBENT}


def resolve(tenant: Tenant, conflict_id: UUID, keep: Keep, deps: Dependencies) -> Mapping[str, Any]:
    """The result of the event that carries the decision: a confirmation of the incumbent, or a correction to the
    challenger. Raises UnknownMemory, and PermanentError where somebody decided before."""
    waiting = deps.conflicts.waiting(tenant, None, now=deps.clock.now())
    conflict = next((each for each in waiting if each.id == conflict_id), None)
    id_ = resolution_id(tenant, conflict_id)
    before = _entry(tenant, id_, deps)
    if conflict is None:
        raise _settled(conflict_id, before)
    event = _decision(conflict, keep, id_, deps)
    if before is None or (before.state is not EventState.DONE and _kept(before) is keep):
        result = at_once(event, deps)
        before = _entry(tenant, id_, deps)
        if before is not None and _kept(before) is keep:
            return result
    raise _settled(conflict_id, before)


def _decision(conflict: Conflict, keep: Keep, id_: EventId, deps: Dependencies) -> Event:
    incumbent, challenger = conflict.incumbent, conflict.challenger
    header: dict[str, Any] = {
        "event_id": id_,
        "tenant": incumbent.slot.tenant,
        "scope": str(incumbent.slot.scope),
        "occurred_at": _after_both(conflict, deps.clock.now()),
        "ref": f"conflict:{conflict.id}",
    }
    if keep is Keep.INCUMBENT:
        return make(MemoryConfirm, **header, memory_id=incumbent.id)
    # Likes against dislikes: the challenger's words would say the opposite in the incumbent's slot.
    corrected = incumbent if incumbent.slot == challenger.slot else challenger
    return make(MemoryCorrect, **header, memory_id=corrected.id, object=challenger.object)


def _after_both(conflict: Conflict, now: datetime) -> datetime:
    """Said now, but never before what it decides about: records are sometimes dated ahead."""
    sides = (conflict.incumbent, conflict.challenger)
    return max([now, *(side.last_mention_at + _TICK for side in sides if side.last_mention_at is not None)])


def _entry(tenant: Tenant, id_: EventId, deps: Dependencies) -> LedgerEntry | None:
    return deps.ledger.states(tenant, [id_]).get(id_)


def _kept(entry: LedgerEntry) -> Keep:
    return _KEPT[entry.type]


def _settled(conflict_id: UUID, entry: LedgerEntry | None) -> PermanentError:
    if entry is None:
        return UnknownMemory(
            f"no conflict {conflict_id} waits for a decision: `conflicts list` shows those that do; what a person said "
            "since may have settled it"
        )
    if entry.state is EventState.DEAD:
        return PermanentError(
            f"conflict {conflict_id} was decided for the {_kept(entry)}, but the event is dead: "
            f"`events retry {entry.ref.event_id}`"
        )
    return PermanentError(
        f"conflict {conflict_id} is resolved already: the {_kept(entry)} was kept; `correct` changes the fact"
    )
