"""The event ledger: every event once, with its state, attempts and lease. It is the truth; the broker is a hint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Protocol

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId


class EventState(StrEnum):
    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    DEAD = "dead"


FINAL = (EventState.DONE, EventState.DEAD)

# What waits for a model, for as long as that may take; everything else is written within moments.
ASKING = ("session.closed", "session.idle", "session.threshold")


class Lane(StrEnum):
    """Which workers an event waits for: live traffic never stands behind bulk."""

    LIVE = "live"
    BULK = "bulk"


@dataclass(frozen=True, slots=True, order=True)
class EventRef:
    """What travels on the broker."""

    tenant: Tenant
    scope: Scope
    event_id: EventId
    lane: Lane = Lane.LIVE


@dataclass(frozen=True, slots=True)
class NewEvent:
    ref: EventRef
    type: str
    occurred_at: datetime
    document: Mapping[str, Any]
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """`attempts` counts claims, `failures` those that ended by an error of the event's own, `crashes` those that were
    taken over because their worker was gone or frozen."""

    ref: EventRef
    type: str
    state: EventState
    attempts: int
    occurred_at: datetime
    recorded_at: datetime
    next_attempt_at: datetime | None
    lease_until: datetime | None
    done_at: datetime | None
    error: str | None
    reason: str | None
    result: Mapping[str, Any]
    document: Mapping[str, Any]
    failures: int = 0
    crashes: int = 0
    holder: str | None = None
    budget_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A worker's hold on an event. Writes name attempt and holder: one whose lease was taken over is refused."""

    ref: EventRef
    type: str
    attempt: int
    document: Mapping[str, Any]
    failures: int = 0
    crashes: int = 0
    holder: str = field(default="", compare=False)
    recorded_at: datetime | None = field(default=None, compare=False)
    result: Mapping[str, Any] = field(default_factory=dict, compare=False)  # what earlier attempts came to


@dataclass(frozen=True, slots=True)
class LedgerStats:
    """Over all tenants. `oldest_pending_at` is when the longest-waiting unfinished event was recorded.

    `over_budget` counts the events that rest for their tenant's budget, the first of them until `over_budget_until`.
    """

    states: Mapping[EventState, int]
    oldest_pending_at: datetime | None
    last_done_at: datetime | None = None
    over_budget: int = 0
    over_budget_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class HintRest:
    """After a hint an event rests as long as it has waited already, within these bounds: a long queue is not flooded."""

    shortest: timedelta = timedelta(seconds=15)
    longest: timedelta = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Shares:
    """How many ASKING attempts one scope, and one tenant, may have running at once in a lane. None is no bound.

    What comes on top is parked, for as long as `rest` says or until there is room. No attempt of it is counted.
    """

    scope: int | None = None
    tenant: int | None = None
    rest: HintRest = field(default_factory=HintRest)

    @property
    def bounded(self) -> bool:
        return self.scope is not None or self.tenant is not None


NO_BOUND = Shares()


class Ledger(Protocol):
    """Every call is its own short transaction. Raises DatabaseUnavailable when Postgres cannot be reached."""

    def record(self, events: Sequence[NewEvent], *, now: datetime) -> int:
        """Writes events that are not there yet, creating tenant and scope; how many were new."""

    def claim(
        self, ref: EventRef, *, now: datetime, lease: timedelta, holder: str = "", shares: Shares = NO_BOUND
    ) -> Claim | None:
        """Takes the event for one attempt; None if it is final, leased to another, not due, unknown, or parked now.

        Taking over a lease that ran out counts a crash.
        """

    def let_in(self, ref: EventRef, *, now: datetime, shares: Shares) -> Sequence[EventRef]:
        """The parked events that there is room for now that an attempt of `ref` has ended; they count as hinted.

        The oldest of its scope; where tenants are bounded, those of the scopes with the fewest attempts running.
        """

    def renew(self, claim: Claim, *, now: datetime, lease: timedelta) -> bool:
        """Holds the event for another lease; False when the attempt was taken over."""

    def complete(self, claim: Claim, *, now: datetime, result: Mapping[str, Any]) -> None:
        """Ends the event done; raises LeaseLost when the attempt was taken over."""

    def fail(
        self, claim: Claim, *, next_attempt_at: datetime, reason: str, error: str, counted: bool = True
    ) -> None:
        """Puts the event back for a later attempt; a lost lease changes nothing.

        Only what is `counted` is a failure of the event's own.
        """

    def park(self, claim: Claim, *, until: datetime, reason: str, error: str) -> None:
        """Lets the event rest as if it had not been tried: pending, neither attempt nor failure; a lost lease changes nothing.

        It counts as recorded at `until`, so that a rest takes nothing of the time that attempts have in all.
        """

    def bury(self, claim: Claim, *, now: datetime, reason: str, error: str) -> None:
        """Ends the event dead; a lost lease changes nothing."""

    def due(self, *, now: datetime, grace: timedelta, limit: int, hinted: bool = False) -> Sequence[EventRef]:
        """Events of all tenants that no worker holds and whose time has come (pending for longer than `grace`).

        With `hinted` also those that rest after a hint. What is parked is not due.
        """

    def hinted(self, refs: Sequence[EventRef], *, now: datetime, rest: HintRest) -> None:
        """Says that hints of these were sent: until a rest has passed, or their state changed, they are not due."""

    def states(self, tenant: Tenant, event_ids: Sequence[EventId]) -> Mapping[EventId, LedgerEntry]:
        """The entries of these events, as far as they are recorded."""

    def entries(self, tenant: Tenant, state: EventState | None, limit: int) -> Sequence[LedgerEntry]:
        """The newest entries of a tenant first."""

    def retry(
        self, tenant: Tenant, event_ids: Sequence[EventId] | None, *, now: datetime
    ) -> Sequence[EventRef]:
        """Makes dead, failed or over-budget events (None: all dead ones) pending again, attempts from zero."""

    def stats(self) -> LedgerStats: ...
