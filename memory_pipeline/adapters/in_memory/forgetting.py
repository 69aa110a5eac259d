"""Nights in this process's memory, by looking at every memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from memory_pipeline.adapters.in_memory.ageing import mark_crowding, with_touches
from memory_pipeline.adapters.in_memory.forgetting_runs import InMemoryForgettingRuns
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryUnit
from memory_pipeline.adapters.in_memory.state import Owner, Tables
from memory_pipeline.domain.episode import EpisodeStatus
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.lifecycle import TransitionKind
from memory_pipeline.domain.purge import Cut
from memory_pipeline.domain.schedule import Schedule
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.forgetting import Aged, DueKey, MemoryState, Queue
from memory_pipeline.ports.memory_store import DueScope, MemoryUnit


class _Undone(Exception):  # noqa: N818 - no error: how a unit that is to leave nothing ends
    pass


class InMemoryForgetting(InMemoryForgettingRuns):
    """Implements ports.forgetting.Forgetting."""

    @contextmanager
    def unit(
        self,
        tenant: Tenant,
        scopes: Collection[Scope],
        *,
        wait: bool = True,  # noqa: ARG002 - there is one lock, and it is always waited for
        keep: bool = True,
    ) -> Iterator[InMemoryForgettingUnit]:
        """A unit on copies, which take the originals' place when it ends without an error and is to be kept."""
        with suppress(_Undone), self._state.writing() as tables:
            held = frozenset(scope for scope in scopes if (tenant, scope) in tables.scopes)
            yield InMemoryForgettingUnit(tables, tenant, held)
            if not keep:
                raise _Undone

    def due(
        self, tenant: Tenant, queue: Queue, *, as_of: datetime, after: DueKey | None, limit: int
    ) -> Sequence[DueKey]:
        """Memories whose time has come, the longest due first."""
        with self._state.reading() as tables:
            found = sorted(
                DueKey(at, each.scope, each.memory_id)
                for (owner, _), each in tables.ageing.items()
                if owner[0] == tenant and (at := _due_at(each, queue)) is not None and at <= as_of
            )
        return [key for key in found if after is None or key > after][:limit]

    def count_due(self, tenant: Tenant, *, as_of: datetime) -> int:
        """How many memories are due for anything."""
        with self._state.reading_of(tenant):
            pass
        return sum(len(self.due(tenant, queue, as_of=as_of, after=None, limit=1 << 40)) for queue in Queue)

    def may_go(self, tenant: Tenant, scope: Scope, *, as_of: datetime) -> int:
        """How many of the scope's memories may be purged at most."""
        with self._state.reading() as tables:
            own = [each.schedule for (owner, _), each in tables.ageing.items() if owner == (tenant, scope)]
        return sum(
            plan.kind is TransitionKind.PURGE and (plan.due_at is None or plan.due_at <= as_of)
            for plan in own
        )

    def holds(self, tenant: Tenant, scope: Scope, *, up_to: int) -> int:
        """How many memories the scope holds, up to a bound."""
        with self._state.reading() as tables:
            return min(up_to, sum(owner == (tenant, scope) for owner, _ in tables.ageing))

    def marked(self, tenant: Tenant, *, as_of: datetime, limit: int) -> Sequence[DueScope]:
        """Scopes whose new episodes wait to be reinforced."""
        with self._state.reading() as tables:
            found = sorted(
                (due_at, scope, version)
                for (owner, scope), (due_at, version) in tables.reinforcement_due.items()
                if owner == tenant and due_at <= as_of
            )
        return [DueScope(tenant, scope, version) for _, scope, version in found][:limit]

    def crowding(self, tenant: Tenant) -> Sequence[Scope]:
        """Scopes that got memories since a night looked at how many they hold."""
        with self._state.reading() as tables:
            return sorted(scope for owner, scope in tables.crowding if owner == tenant)

    def states(self, tenant: Tenant, scope: Scope) -> Mapping[UUID, MemoryState]:
        """Accesses and pins by memory."""
        with self._state.reading_of(tenant) as tables:
            owner = (tenant, scope)
            ids = {id_ for owned_by, id_ in (*tables.accesses, *tables.pins) if owned_by == owner}
            return {id_: _state(tables, owner, id_) for id_ in ids}


def _state(tables: Tables, owner: Owner, id_: UUID) -> MemoryState:
    accesses = tables.accesses.get((owner, id_))
    pinned = (owner, id_) in tables.pins
    return MemoryState(accesses.count, accesses.last_at, pinned) if accesses else MemoryState(pinned=pinned)


def _due_at(memory: Aged, queue: Queue) -> datetime | None:
    if queue is Queue.EXPIRE:
        return memory.ageing.expires_at
    plan = memory.schedule
    return plan.due_at if plan.kind is not None and plan.kind.value == queue.value else None


class InMemoryForgettingUnit:
    """Implements ports.forgetting.ForgettingUnit on tables that nobody else sees."""

    def __init__(self, tables: Tables, tenant: Tenant, held: frozenset[Scope]) -> None:
        self._tables = tables
        self._tenant = tenant
        self._held = held
        self._memory = InMemoryMemoryUnit(tables, tenant)

    @property
    def scopes(self) -> frozenset[Scope]:
        """Those that are there."""
        return self._held

    @property
    def memory(self) -> MemoryUnit:
        """The unit of memories on the same tables."""
        return self._memory

    def aged(self, keys: Iterable[tuple[Scope, UUID]]) -> Sequence[Aged]:
        """These memories, with accesses and pins."""
        found = (with_touches(self._tables, (self._tenant, scope), id_) for scope, id_ in sorted(keys))
        return [each for each in found if each is not None]

    def due_in(self, scope: Scope, queue: Queue, *, as_of: datetime) -> Sequence[Aged]:
        """The scope's memories whose time has come, the longest due first."""
        own = [
            (at, each.memory_id)
            for (owner, _), each in self._tables.ageing.items()
            if owner == (self._tenant, scope) and (at := _due_at(each, queue)) is not None and at <= as_of
        ]
        found = (with_touches(self._tables, (self._tenant, scope), id_) for _, id_ in sorted(own))
        return [each for each in found if each is not None]

    def aged_in(self, scope: Scope, slots: Collection[Slot]) -> Sequence[Aged]:
        """The facts of these slots."""
        owner = (self._tenant, scope)
        ids = {
            id_ for (own, id_, _), fact in self._tables.facts.items() if own == owner and fact.slot in slots
        }
        return self.aged((scope, id_) for id_ in ids)

    def rows_of(self, scope: Scope, slots: Collection[Slot]) -> Sequence[Fact]:
        """The rows of these slots."""
        owner = (self._tenant, scope)
        return [
            fact for (own, _, _), fact in self._tables.facts.items() if own == owner and fact.slot in slots
        ]

    def slots(self, scope: Scope, fact_ids: Collection[UUID]) -> Mapping[UUID, Slot]:
        """Where these facts stand."""
        owner = (self._tenant, scope)
        return {
            id_: fact.slot
            for (own, id_, _), fact in self._tables.facts.items()
            if own == owner and id_ in fact_ids
        }

    def at_hand(self, scope: Scope) -> Sequence[Aged]:
        """The scope's memories that stand and are not archived."""
        owner = (self._tenant, scope)
        own = sorted(
            id_
            for (owned_by, id_), each in self._tables.ageing.items()
            if owned_by == owner and each.ageing.stands and not each.ageing.archived
        )
        return self.aged((scope, id_) for id_ in own)

    def aged_of(self, scope: Scope) -> Sequence[Aged]:
        """All memories of the scope."""
        own = [id_ for owner, id_ in self._tables.ageing if owner == (self._tenant, scope)]
        return self.aged((scope, id_) for id_ in own)

    def mark_surplus(self, items: Sequence[Aged], *, since: datetime) -> Sequence[Aged]:
        """Notes that these are left over."""
        for each in items:
            key = ((self._tenant, each.scope), each.memory_id)
            stored = self._tables.ageing[key]
            self._tables.ageing[key] = replace(stored, ageing=replace(stored.ageing, surplus_since=since))
        return [replace(each, ageing=replace(each.ageing, surplus_since=since)) for each in items]

    def seen_to(self, scope: Scope) -> None:
        """Takes the scope off the list."""
        self._tables.crowding.pop((self._tenant, scope), None)

    def settle(self, items: Iterable[tuple[Aged, Schedule]]) -> None:
        """Keeps when these are due next."""
        for each, plan in items:
            key = ((self._tenant, each.scope), each.memory_id)
            self._tables.ageing[key] = replace(self._tables.ageing[key], schedule=plan)

    def archive(self, items: Iterable[Aged]) -> None:
        """Marks them archived and drops their vectors."""
        for each in items:
            self._mark(each, archived=True)
            owner = (self._tenant, each.scope)
            gone = [key for key in self._tables.vectors if key[0] == owner and key[2] == each.memory_id]
            for key in gone:
                del self._tables.vectors[key]

    def restore(self, items: Iterable[Aged]) -> None:
        """Takes the mark away."""
        for each in items:
            self._mark(each, archived=False)
            mark_crowding(self._tables, (self._tenant, each.scope), self._memory.policy().policy)

    def _mark(self, memory: Aged, *, archived: bool) -> None:
        owner, id_ = (self._tenant, memory.scope), memory.memory_id
        before, after = FactStatus.CURRENT, FactStatus.ARCHIVED
        if not archived:
            before, after = after, before
        for key, fact in list(self._tables.facts.items()):
            if key[:2] == (owner, id_) and fact.status is before:
                self._tables.facts[key] = replace(fact, status=after)
        episode = self._tables.episodes.get((owner, id_))
        if episode is not None:
            status = EpisodeStatus.ARCHIVED if archived else EpisodeStatus.ACTIVE
            self._tables.episodes[owner, id_] = replace(episode, status=status)
        stored = self._tables.ageing[owner, id_]
        self._tables.ageing[owner, id_] = replace(stored, ageing=replace(stored.ageing, archived=archived))

    def pin(self, scope: Scope, memory_id: UUID, *, pinned: bool) -> None:
        """Sets or takes away the pin."""
        if pinned:
            self._tables.pins[(self._tenant, scope), memory_id] = None
        else:
            self._tables.pins.pop(((self._tenant, scope), memory_id), None)

    def make_due(self, scope: Scope, *, as_of: datetime) -> None:
        """Makes every memory of the scope due."""
        for key, each in self._tables.ageing.items():
            if key[0] == (self._tenant, scope):
                plan = replace(each.schedule, kind=TransitionKind.DECAY, due_at=as_of)
                self._tables.ageing[key] = replace(each, schedule=plan)

    def rows_in(self, scope: Scope) -> int:
        """How many memories the scope holds."""
        return sum(owner == (self._tenant, scope) for owner, _ in self._tables.ageing)

    def purge_episodes(self, scope: Scope, ids: Collection[UUID]) -> None:
        """Removes them with all that hangs on their ids."""
        owner = (self._tenant, scope)
        for id_ in ids:
            del self._tables.episodes[owner, id_]
            self._tables.ageing.pop((owner, id_), None)
            self._forget_state(owner, id_)
        for key in [key for key in self._tables.vectors if key[0] == owner and key[2] in ids]:
            del self._tables.vectors[key]

    def purge_assertions(self, scope: Scope, cuts: Sequence[Cut]) -> None:
        """Removes the statements, and what hangs on the facts' ids."""
        owner = (self._tenant, scope)
        for cut in cuts:
            for id_ in cut.assertions:
                self._tables.assertions.pop((owner, id_), None)
            for fact_id in cut.facts:
                self._forget_state(owner, fact_id)
            redirects = self._tables.redirects
            for key in [key for key, to in redirects.items() if key[0] == owner and to in cut.facts]:
                del redirects[key]

    def _forget_state(self, owner: Owner, id_: UUID) -> None:
        for table in (self._tables.terms, self._tables.accesses, self._tables.pins):
            table.pop((owner, id_), None)
