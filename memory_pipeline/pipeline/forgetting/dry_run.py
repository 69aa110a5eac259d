"""What a night would do, memory by memory, with the reason: each scope is taken through the real steps, and undone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime

from memory_pipeline.domain.night import STEPS, RunId, Step, date_of, run_id
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.archive import archive_scope
from memory_pipeline.pipeline.forgetting.decay import decay_scope
from memory_pipeline.pipeline.forgetting.drop_transcripts import foresee_drops
from memory_pipeline.pipeline.forgetting.end_abandoned import end_abandoned
from memory_pipeline.pipeline.forgetting.expire import expire_scope
from memory_pipeline.pipeline.forgetting.expire_sessions import expire_sessions
from memory_pipeline.pipeline.forgetting.in_batches import OnScope
from memory_pipeline.pipeline.forgetting.keep_best import keep_best_of
from memory_pipeline.pipeline.forgetting.night import Change, Night, StandingClock, Tell, tell_nobody
from memory_pipeline.pipeline.forgetting.observe import observe_scope
from memory_pipeline.pipeline.forgetting.purge import brakes, purge_scope
from memory_pipeline.pipeline.forgetting.remove_strays import remove_strays
from memory_pipeline.pipeline.forgetting.run_night import forgetting_of
from memory_pipeline.pipeline.forgetting.start_ttl import start_ttl
from memory_pipeline.pipeline.reinforce import reinforce
from memory_pipeline.ports.embedder import EmbeddingSpace
from memory_pipeline.ports.forgetting import Aged, Counts, DueKey, ForgettingUnit, HeldBack, Queue
from memory_pipeline.ports.memory_store import DueScope, MemoryStore, MemoryUnit, Tier
from memory_pipeline.ports.retention import NO_TRANSCRIPTS, TranscriptsReport

_PAGE = 5_000


def _archive_scope(
    unit: ForgettingUnit, scope: Scope, _rows: Sequence[Aged], night: Night
) -> Sequence[Change]:
    """What is left over in a full scope is due like the rest."""
    keep_best_of(unit, scope, night)
    return archive_scope(unit, scope, unit.due_in(scope, Queue.ARCHIVE, as_of=night.as_of), night)


_STEPS: Sequence[tuple[Queue, OnScope]] = (
    (Queue.EXPIRE, expire_scope),
    (Queue.DECAY, decay_scope),
    (Queue.ARCHIVE, _archive_scope),
    (Queue.DECAY, decay_scope),
    (Queue.OBSERVE, observe_scope),
)


@dataclass(frozen=True, slots=True)
class Foreseen:
    """`counts` as the real run would report them; every change was told."""

    run_id: RunId
    date: date
    as_of: datetime
    counts: Counts
    held_back: tuple[HeldBack, ...]
    transcripts: TranscriptsReport = NO_TRANSCRIPTS


def dry_run(
    tenant: Tenant, deps: Dependencies, *, as_of: datetime | None = None, tell: Tell = tell_nobody
) -> Foreseen:
    """What `run_night` would do at `as_of` (now). Claims nothing and leaves nothing behind.

    Scopes are independent of each other, so that one at a time is the same as all together. Raises UnknownTenant.
    """
    forgetting = forgetting_of(deps)
    at = as_of or deps.clock.now()
    changed = forgetting.policy_changed(tenant)
    night = Night(
        tenant,
        run_id(tenant, date_of(at, deps.policies.of(tenant).policy.zone)),
        at,
        replace(deps, clock=StandingClock(at)),
        forgetting,
        replanned_at=at if changed else forgetting.replanned_at(tenant),
        begun_at=deps.clock.now(),
    )
    counts: dict[Step, dict[str, int]] = {step: {} for step in STEPS}
    held: list[HeldBack] = []
    marked = {due.scope for due in forgetting.marked(tenant, as_of=at, limit=1_000_000)}
    forgetting.count_due(tenant, as_of=at)
    crowding = set(forgetting.crowding(tenant))
    wanted = deps.reader.scopes(tenant) if changed else sorted(_due_scopes(night) | marked | crowding)
    for scope in wanted:
        _foresee(night, scope, counts, held, tell, marked=scope in marked, make_due=changed)
    _foresee_sessions(night, counts, tell)
    transcripts = foresee_drops(night)
    _add(counts, Step.PURGE, Tier.WORKING, sum(each.messages for each in transcripts.dropped))
    day = date_of(at, deps.policies.of(tenant).policy.zone)
    return Foreseen(night.run_id, day, at, counts, tuple(held), transcripts)


def _foresee_sessions(night: Night, counts: Mapping[Step, dict[str, int]], tell: Tell) -> None:
    """The working tier's share: it is asked what it would do."""
    tier = night.deps.working_forgetting
    if tier is None:
        return

    def heard(change: Change) -> None:
        tell(change)
        _add(counts, change.step, change.tier, 1)

    for work in (expire_sessions, start_ttl, end_abandoned, remove_strays):
        work(replace(night, tell=heard), tier, False)


def _due_scopes(night: Night) -> set[Scope]:
    found: set[Scope] = set()
    for queue in Queue:
        after: DueKey | None = None
        while page := night.forgetting.due(night.tenant, queue, as_of=night.as_of, after=after, limit=_PAGE):
            found.update(key.scope for key in page)
            after = page[-1]
    return found


def _foresee(
    night: Night,
    scope: Scope,
    counts: Mapping[Step, dict[str, int]],
    held: list[HeldBack],
    tell: Tell,
    *,
    marked: bool,
    make_due: bool,
) -> None:
    with night.forgetting.unit(night.tenant, [scope], keep=False) as unit:
        if not unit.scopes or unit.memory.erasing([scope]):
            return
        if marked:
            _add(counts, Step.REINFORCE, Tier.SEMANTIC, _reinforced(night, scope, unit, tell))
        if make_due:
            unit.make_due(scope, as_of=night.as_of)
        changes = [
            change
            for queue, work in _STEPS
            for change in work(unit, scope, unit.due_in(scope, queue, as_of=night.as_of), night)
        ]
        changes += _purged(night, scope, unit, held)
    for change in changes:
        tell(change)
        _add(counts, change.step, change.tier, 1)


def _purged(night: Night, scope: Scope, unit: ForgettingUnit, held: list[HeldBack]) -> Sequence[Change]:
    everything = unit.rows_in(scope)
    due = unit.due_in(scope, Queue.PURGE, as_of=night.as_of)
    changes = purge_scope(unit, scope, due, night)
    if not brakes(len(changes), everything, unit.memory.policy().policy):
        return changes
    held.append(HeldBack(scope, len(changes), everything))
    return ()


def _reinforced(night: Night, scope: Scope, unit: ForgettingUnit, tell: Tell) -> int:
    """How many mentions would be new. They are written in the unit: what they restore is not purged after them."""
    inside: MemoryStore = _Inside(unit.memory)
    done = reinforce(night.tenant, scope, replace(night.deps, store=inside))
    for id_ in done.fact_ids:
        reason = f"Told again: {done.assertions} new mention(s) in the scope."
        tell(Change(Step.REINFORCE, scope, Tier.SEMANTIC, id_, night.as_of, reason))
    return done.assertions


def _add(counts: Mapping[Step, dict[str, int]], step: Step, tier: Tier, number: int) -> None:
    if number:
        own = counts[step]
        own[tier.value] = own.get(tier.value, 0) + number


class _Inside:
    """A store whose units are all the one that is open. Implements ports.memory_store.MemoryStore."""

    def __init__(self, unit: MemoryUnit) -> None:
        self._unit = unit

    @contextmanager
    def unit(self, tenant: Tenant, scopes: Collection[Scope]) -> Iterator[MemoryUnit]:  # noqa: ARG002 - there is one
        yield self._unit

    def scopes_with_missing_vectors(
        self,
        space: EmbeddingSpace,  # noqa: ARG002 - sweeps see nothing of it
        limit: int,  # noqa: ARG002
    ) -> Sequence[tuple[Tenant, Scope]]:
        return ()

    def scopes_to_reinforce(self, *, now: datetime, limit: int) -> Sequence[DueScope]:  # noqa: ARG002
        return ()

    def reinforced(self, due: DueScope) -> None:
        """The mark stays: nothing was done."""
