"""Nights without a database: what forgetting makes of many memories over a long time, by the rules that real nights go by.

Every memory stands for itself: that a slot is never cut in the middle is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from heapq import heappop, heappush
from random import Random
from uuid import UUID

from memory_pipeline.domain.keep_best import Kept, surplus
from memory_pipeline.domain.lifecycle import Ageing, TransitionKind
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.schedule import Schedule, scheduled, touched

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Habits:
    """How a busy user lives: memories a day, recalls a day, and the share of recalls that find something archived.

    Half of the memories are episodes (0.9), three in ten statements of the person (0.9), two inferences (0.6), which
    expire after the probation. Recalls prefer what is new: the half of them finds what is younger than `recent`.
    """

    memories: int = 100
    recalls: int = 30
    from_archive: float = 0.02
    recent: timedelta = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Week:
    """Counts at the end of a week, and of what happened within it. `history` stands no more: it expired."""

    number: int
    ends_at: datetime
    live: int
    archived: int
    history: int
    born: int
    restored: int
    purged: int


@dataclass(slots=True)
class _Life:
    memory: Ageing
    schedule: Schedule
    accesses: int = 0
    version: int = 0


class Simulation:
    """A scope's memories by number. `policy` is the one that holds for them."""

    def __init__(self, policy: Policy, seed: int) -> None:
        self._policy = policy
        self._chance = Random(seed)  # noqa: S311 - it has to be had again, not to be secret
        self._lives: dict[int, _Life] = {}
        self._due: list[tuple[datetime, int, int]] = []
        self._next = 0
        self._restored = self._purged = self._born = 0

    def add(self, memory: Ageing, accesses: int = 0) -> None:
        """Another memory, as it stands."""
        number, self._next = self._next, self._next + 1
        self._lives[number] = _Life(memory, scheduled(memory, memory.idle_from, self._policy), accesses)
        self._born += 1
        self._queue(number)

    def run(self, start: datetime, days: int, habits: Habits) -> Iterator[Week]:
        """Lives through the days, each with its night; one line for each week, the last one maybe shorter."""
        self._restored = self._purged = self._born = 0
        for day in range(days):
            today = start + day * _DAY
            self._live(today, habits)
            self._night(today + _DAY)
            if (day + 1) % 7 == 0 or day == days - 1:
                yield self._week(day // 7 + 1, today + _DAY)
                self._restored = self._purged = self._born = 0

    def _live(self, today: datetime, habits: Habits) -> None:
        for n in range(habits.memories):
            self.add(_told(today + n * _DAY / max(habits.memories, 1), n, self._policy))
        numbers = list(self._lives)
        archived = [n for n in numbers if self._lives[n].memory.archived]
        for n in range(habits.recalls if numbers else 0):
            at = today + n * _DAY / habits.recalls
            if archived and self._chance.random() < habits.from_archive:
                self._touch(self._chance.choice(archived), at)
            else:
                back = self._chance.expovariate(1 / max(habits.recent / _DAY * habits.memories, 1.0))
                self._touch(numbers[max(len(numbers) - 1 - int(back), 0)], at)

    def _touch(self, number: int, at: datetime) -> None:
        life = self._lives[number]
        if not life.memory.stands:
            return
        life.accesses += 1
        self._restored += life.memory.archived
        memory = touched(life.memory, at, pinned=life.memory.pinned)
        self._settle(number, replace(memory, archived=False), life.schedule.settled_at)

    def _night(self, as_of: datetime) -> None:
        while self._due and self._due[0][0] <= as_of:
            _, number, version = heappop(self._due)
            life = self._lives.get(number)
            if life is not None and life.version == version:
                self._apply(number, life, as_of)
        self._keep_best(as_of)

    def _apply(self, number: int, life: _Life, as_of: datetime) -> None:
        memory, plan = life.memory, life.schedule
        if memory.expires_at is not None and memory.expires_at <= as_of:
            ended = replace(memory, stands=False, expires_at=None, ended_at=memory.expires_at)
            self._settle(number, ended, plan.settled_at)
        elif plan.kind is TransitionKind.PURGE:
            del self._lives[number]
            self._purged += 1
        elif plan.kind is TransitionKind.ARCHIVE:
            self._settle(number, replace(memory, archived=True), plan.settled_at)
        elif plan.kind is TransitionKind.OBSERVE:
            self._settle(number, replace(memory, candidate_since=plan.due_at), plan.settled_at)
        else:
            self._settle(number, memory, max(plan.settled_at, as_of))

    def _keep_best(self, as_of: datetime) -> None:
        most = self._policy.keep_best
        live = {n: life for n, life in self._lives.items() if life.memory.stands and not life.memory.archived}
        if most is None or len(live) <= most:
            return
        kept = [Kept(UUID(int=n), life.memory, life.accesses, self._policy) for n, life in live.items()]
        for id_ in surplus(kept, most, as_of):
            left_over = replace(live[id_.int].memory, surplus_since=as_of, archived=True)
            self._settle(id_.int, left_over, live[id_.int].schedule.settled_at)

    def _settle(self, number: int, memory: Ageing, settled_at: datetime) -> None:
        life = self._lives[number]
        life.memory = memory
        life.schedule = scheduled(memory, settled_at, self._policy)
        life.version += 1
        self._queue(number)

    def _queue(self, number: int) -> None:
        life = self._lives[number]
        known = [at for at in (life.schedule.due_at, life.memory.expires_at) if at is not None]
        if known:
            heappush(self._due, (min(known), number, life.version))

    def _week(self, number: int, ends_at: datetime) -> Week:
        archived = sum(life.memory.archived for life in self._lives.values())
        gone = sum(not life.memory.stands for life in self._lives.values())
        live = len(self._lives) - archived - gone
        return Week(number, ends_at, live, archived, gone, self._born, self._restored, self._purged)


def simulate(
    policy: Policy,
    start: datetime,
    days: int,
    habits: Habits,
    memories: Iterable[tuple[Ageing, int]] = (),
    seed: int = 1,
) -> Iterator[Week]:
    """The weeks of a scope that begins with `memories` (each with its accesses) and then lives by `habits`."""
    simulation = Simulation(policy, seed)
    for memory, accesses in memories:
        simulation.add(memory, accesses)
    return simulation.run(start, days, habits)


def _told(at: datetime, n: int, policy: Policy) -> Ageing:
    kind = n % 10
    if kind < 5:
        return Ageing(confidence=0.9, idle_from=at)
    if kind < 8:
        return Ageing(confidence=0.9, idle_from=at, by_person=True)
    return Ageing(confidence=policy.agent_cap, idle_from=at, expires_at=at + policy.probation)
