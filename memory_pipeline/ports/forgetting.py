"""What nights read and write: which memories are due, what forgetting knows of them, and the runs themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Protocol
from uuid import UUID

from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.lifecycle import Ageing
from memory_pipeline.domain.night import RunId, Step, Tally
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.purge import Cut
from memory_pipeline.domain.schedule import Schedule
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.memory_store import DueScope, MemoryUnit, Tier
from memory_pipeline.ports.retention import NO_TRANSCRIPTS, TranscriptsReport


class Queue(StrEnum):
    """What a night asks for, one index range each."""

    EXPIRE = "expire"
    DECAY = "decay"
    ARCHIVE = "archive"
    OBSERVE = "observe"
    PURGE = "purge"


@dataclass(frozen=True, slots=True, order=True)
class DueKey:
    """A memory that is due, in the order in which nights read them."""

    due_at: datetime
    scope: Scope
    memory_id: UUID


@dataclass(frozen=True, slots=True)
class Aged:
    """A memory as forgetting sees it, accesses and pins included."""

    scope: Scope
    memory_id: UUID
    tier: Tier
    ageing: Ageing
    schedule: Schedule
    accesses: int = 0

    def under(self, policy: Policy) -> Policy:
        """What of a tenant's policy holds for it."""
        return policy.for_memory(self.scope, self.tier.value)


@dataclass(frozen=True, slots=True)
class MemoryState:
    """What hangs on a memory's id whatever its rows say."""

    accesses: int = 0
    last_access_at: datetime | None = None
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A scope that a run would have thinned out too much: left out until a person lets it through."""

    scope: Scope
    due: int
    rows: int


class RunStatus(StrEnum):
    RUNNING = "running"
    DONE = "done"
    PARTIAL = "partial"


Counts = Mapping[Step, Mapping[str, int]]  # by step, then by tier


@dataclass(frozen=True, slots=True)
class Run:
    """A tenant's night of one date. `due` is what was due when it began, `left` what still was at its end."""

    id: RunId
    tenant: Tenant
    date: date
    as_of: datetime
    status: RunStatus
    shards: int = 1
    counts: Counts = field(default_factory=dict)
    held_back: tuple[HeldBack, ...] = ()
    due: int = 0
    left: int = 0
    started_at: datetime | None = None
    took: timedelta = timedelta(0)
    transcripts: TranscriptsReport = NO_TRANSCRIPTS

    @property
    def finished(self) -> bool:
        return self.status is not RunStatus.RUNNING


class ForgettingUnit(Protocol):
    """One transaction on some scopes; `scopes` are those whose rows it holds locked. `memory` writes in it too."""

    @property
    def scopes(self) -> frozenset[Scope]: ...

    @property
    def memory(self) -> MemoryUnit: ...

    def aged(self, keys: Iterable[tuple[Scope, UUID]]) -> Sequence[Aged]:
        """These memories, held until the unit ends; what another transaction holds is left out."""

    def due_in(self, scope: Scope, queue: Queue, *, as_of: datetime) -> Sequence[Aged]:
        """The scope's memories whose time has come, as this unit sees them, the longest due first."""

    def aged_in(self, scope: Scope, slots: Collection[Slot]) -> Sequence[Aged]:
        """The facts of these slots, whatever they are due for."""

    def rows_of(self, scope: Scope, slots: Collection[Slot]) -> Sequence[Fact]:
        """The rows of these slots, whatever their status."""

    def slots(self, scope: Scope, fact_ids: Collection[UUID]) -> Mapping[UUID, Slot]:
        """Where these facts stand."""

    def at_hand(self, scope: Scope) -> Sequence[Aged]:
        """The scope's memories that stand and are not archived, held until the unit ends."""

    def aged_of(self, scope: Scope) -> Sequence[Aged]:
        """All memories of the scope, held by nobody."""

    def mark_surplus(self, items: Sequence[Aged], *, since: datetime) -> Sequence[Aged]:
        """Notes that these are more than their scope keeps at hand; the memories as they are then."""

    def seen_to(self, scope: Scope) -> None:
        """The scope is no longer among those that got memories."""

    def settle(self, items: Iterable[tuple[Aged, Schedule]]) -> None:
        """Keeps when these are due next."""

    def archive(self, items: Iterable[Aged]) -> None:
        """Marks them archived and takes their vectors out of the index; terms and rows stay."""

    def restore(self, items: Iterable[Aged]) -> None:
        """Takes the mark away; their vectors are missing until they are filled in."""

    def pin(self, scope: Scope, memory_id: UUID, *, pinned: bool) -> None: ...

    def make_due(self, scope: Scope, *, as_of: datetime) -> None:
        """Makes every memory of the scope due, as `replan` does."""

    def rows_in(self, scope: Scope) -> int:
        """How many memories the scope holds, of whatever status."""

    def purge_episodes(self, scope: Scope, ids: Collection[UUID]) -> None:
        """Removes them with evidence, vectors, terms and all that hangs on their ids."""

    def purge_assertions(self, scope: Scope, cuts: Sequence[Cut]) -> None:
        """Removes the statements, raises the horizons, and forgets what hangs on the facts' ids.

        The facts' rows are left to the projection of what remains.
        """


class Forgetting(Protocol):
    """Raises DatabaseUnavailable. Whoever reads or writes the due instants goes through here or through MemoryUnit."""

    def unit(
        self, tenant: Tenant, scopes: Collection[Scope], *, wait: bool = True, keep: bool = True
    ) -> AbstractContextManager[ForgettingUnit]:
        """A transaction holding these scopes' row locks, or with `wait=False` those it could get at once.

        With `keep=False` nothing that it writes stays: what would happen is seen, and undone.
        """

    def due(
        self, tenant: Tenant, queue: Queue, *, as_of: datetime, after: DueKey | None, limit: int
    ) -> Sequence[DueKey]:
        """Memories whose time has come by `as_of`, the longest due first, beyond `after`. Holds nothing."""

    def count_due(self, tenant: Tenant, *, as_of: datetime) -> int:
        """How many memories are due for anything."""

    def may_go(self, tenant: Tenant, scope: Scope, *, as_of: datetime) -> int:
        """How many of the scope's memories may be purged at `as_of` at most."""

    def holds(self, tenant: Tenant, scope: Scope, *, up_to: int) -> int:
        """How many memories the scope holds, of whatever status; counted no further than `up_to`."""

    def marked(self, tenant: Tenant, *, as_of: datetime, limit: int) -> Sequence[DueScope]:
        """Scopes whose new episodes wait to be reinforced."""

    def crowding(self, tenant: Tenant) -> Sequence[Scope]:
        """Scopes that got memories, or got them back, since a night looked at how many they hold; none where no policy
        bounds that."""

    def states(self, tenant: Tenant, scope: Scope) -> Mapping[UUID, MemoryState]: ...

    def replanned_at(self, tenant: Tenant) -> datetime | None:
        """When due instants were last made anew because the policy changed; None if never."""

    def policy_changed(self, tenant: Tenant) -> bool:
        """Whether a policy that forgets otherwise came in since."""

    def replan(self, tenant: Tenant, *, as_of: datetime) -> bool:
        """Makes every memory due, if a policy came in that forgets otherwise; whether it did. Each finds its instant
        again when a night reads it."""

    def tenants(self) -> Sequence[Tenant]:
        """Every tenant that holds memories."""

    def claim(self, run: Run, *, now: datetime) -> tuple[Run, bool]:
        """The run of this tenant and date, and whether this call made it. `now` is the real clock's."""

    def run(self, tenant: Tenant, run_id: RunId) -> Run | None: ...

    def latest(self, tenant: Tenant) -> Run | None:
        """The run of the latest date."""

    def stir(self, tenant: Tenant, run_id: RunId, *, now: datetime, idle_for: timedelta) -> bool:
        """Whether nobody has worked on the run for this long; if so, the caller is taken to do so now."""

    def shard_done(
        self, tenant: Tenant, run_id: RunId, shard: int, held_back: Sequence[HeldBack], *, now: datetime
    ) -> bool:
        """Keeps that a shard came to its end and what it held back; whether it was the last one."""

    def keep_count(self, tenant: Tenant, tally: Tally, tier: Tier, number: int) -> None:
        """Has so many changes counted under the tally, if there are not more already: another store counted them with
        its changes, and is asked as often as a run goes on."""

    def finish(
        self,
        tenant: Tenant,
        run_id: RunId,
        status: RunStatus,
        *,
        left: int,
        now: datetime,
        held_back: Sequence[HeldBack],
    ) -> Run:
        """Ends the run, and runs of earlier dates that were never ended."""
