"""Takes what is due through a step, batch by batch, each in one short transaction under the locks of its scopes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from uuid import UUID

from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.forgetting.night import Change, Night
from memory_pipeline.ports.forgetting import Aged, DueKey, ForgettingUnit, Queue
from memory_pipeline.ports.memory_store import Tier

# What one step does with some due memories of one scope; what it changed.
OnScope = Callable[[ForgettingUnit, Scope, Sequence[Aged], Night], Sequence[Change]]
MayTouch = Callable[[Scope, Night], bool]


def _always(_scope: Scope, _night: Night) -> bool:
    return True


def in_batches(
    night: Night, queue: Queue, step: Step, work: OnScope, may_touch: MayTouch = _always
) -> frozenset[Scope]:
    """Does `work` on everything due in the queue; the scopes in which something changed.

    A scope that somebody else holds is left for the end, and then waited for. What is being erased is left alone.
    """
    changed: set[Scope] = set()
    busy: dict[Scope, list[UUID]] = defaultdict(list)
    for page in night.pages(queue):
        by_scope = _by_scope(page)
        wanted = [scope for scope in by_scope if may_touch(scope, night)]
        done, held = _batch(night, {scope: by_scope[scope] for scope in wanted}, step, work, wait=False)
        changed.update(done)
        for scope in set(wanted) - held:
            busy[scope].extend(by_scope[scope])
    for scope, ids in sorted(busy.items()):
        if night.time_is_up():
            break
        done, _ = _batch(night, {scope: ids}, step, work, wait=True)
        changed.update(done)
    return frozenset(changed)


def _by_scope(page: Iterable[DueKey]) -> dict[Scope, list[UUID]]:
    found: dict[Scope, list[UUID]] = defaultdict(list)
    for key in page:
        found[key.scope].append(key.memory_id)
    return found


def _batch(
    night: Night, wanted: dict[Scope, list[UUID]], step: Step, work: OnScope, *, wait: bool
) -> tuple[set[Scope], frozenset[Scope]]:
    """Where something changed, and which scopes could be locked."""
    if not wanted:
        return set(), frozenset()
    with night.forgetting.unit(night.tenant, wanted.keys(), wait=wait) as unit:
        open_to_us = unit.scopes - unit.memory.erasing(unit.scopes)
        rows: dict[Scope, list[Aged]] = defaultdict(list)
        for each in unit.aged((scope, id_) for scope in open_to_us for id_ in wanted[scope]):
            rows[each.scope].append(each)
        changes = [
            change for scope, found in sorted(rows.items()) for change in work(unit, scope, found, night)
        ]
        count(unit, changes, step, night)
        held = unit.scopes
    for change in changes:
        night.tell(change)
    return {change.scope for change in changes}, held


def count(unit: ForgettingUnit, changes: Collection[Change], step: Step, night: Night) -> None:
    """Counts the changes under the night's run. The last thing in a unit."""
    for tier in Tier:
        unit.memory.tally(night.tally(step), tier, sum(change.tier is tier for change in changes))
