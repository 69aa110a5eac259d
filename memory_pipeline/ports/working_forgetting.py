"""What a night reads and removes in the working tier: sessions by due instant, and keys that belong to no session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from memory_pipeline.domain.night import RunId, Tally
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.working_memory import Emitted, SessionKey


class SessionQueue(StrEnum):
    """Where a session stands, one index each: open by its last arrival, ended but not settled by its end (or when a night
    last looked), settled by the instant at which it runs out."""

    OPEN = "open"
    AWAITING = "awaiting"
    LEAVING = "leaving"


@dataclass(frozen=True, slots=True, order=True)
class DueSession:
    """A session in a queue, in the order in which nights read them. `at` has whole milliseconds."""

    at: datetime
    key: SessionKey


class Stray(StrEnum):
    """What belongs to no session: a key of that kind without the session's messages, or a place in an index alone."""

    LOG = "log"  # of marks alone
    DIGESTS = "digests"
    META = "meta"
    SUMMARY = "summary"
    ENTRY = "entry"


@dataclass(frozen=True, slots=True)
class RanOut:
    """A session whose time was over. `strays` are keys that had outlived its messages."""

    due: DueSession
    strays: tuple[Stray, ...] = ()


@dataclass(frozen=True, slots=True)
class Abandoned:
    """A session that was ended for its people. `emitted` is None where that was only foreseen."""

    due: DueSession
    emitted: Emitted | None


@dataclass(frozen=True, slots=True)
class Place:
    """How far a search through all keys has come: it goes on there, in this run or the next.

    `looked` counts the keys that the run has looked at; `over` says that it is through with its part. `pending` is what was
    found up to here and not seen to yet: a run that is killed meanwhile sees to the same.
    """

    cursor: int = 0
    looked: int = 0
    over: bool = False
    pending: tuple[SessionKey, ...] = ()


class WorkingForgetting(Protocol):
    """Raises BrokerUnavailable. Each change is one atomic step that also counts it under the tally: a run that was killed
    and one that is doubled count it once. With `tally=None` it is only said what would happen."""

    def due(
        self, tenant: Tenant, queue: SessionQueue, *, by: datetime, after: DueSession | None, limit: int
    ) -> Sequence[DueSession]:
        """The tenant's sessions that stand in the queue with `by` or an earlier instant, beyond `after`, the oldest first.

        Fewer than `limit` where there are no more.
        """

    def count_due(self, tenant: Tenant, *, by: datetime) -> int:
        """How many settled sessions have run out by then and are still listed."""

    def expire(
        self, sessions: Sequence[DueSession], *, as_of: datetime, tally: Tally | None
    ) -> Sequence[RanOut]:
        """Removes those that were settled and have run out by `as_of`, with all their keys; what was said in them since
        they were settled keeps them. Strays are counted under the step of the purge."""

    def last_messages(self, sessions: Sequence[DueSession]) -> Sequence[str | None]:
        """The id of each session's last message; None where nothing is known of it."""

    def settle(
        self, session: DueSession, through_message_id: str, *, as_of: datetime, ttl: timedelta, tally: Tally
    ) -> bool:
        """Starts the session's TTL at `as_of`, if it waits to be settled and nothing came after that message."""

    def put_off(self, session: DueSession, *, to: datetime) -> None:
        """Lets a session that waits to be settled come up again later."""

    def abandon(
        self, sessions: Sequence[DueSession], *, before: datetime, at: datetime, tally: Tally | None
    ) -> Sequence[Abandoned]:
        """Marks those idle, at `at`, that are open and without a message since `before`, with their event in the inbox."""

    def place(self, tenant: Tenant, run_id: RunId) -> Place:
        """Where the run goes on with its search; a new run begins where the last one came to."""

    def search(self, tenant: Tenant, place: Place) -> Place:
        """The place behind the next part of all keys; `pending` are the sessions of these that stand in no queue."""

    def keep_place(self, tenant: Tenant, run_id: RunId, place: Place) -> None: ...

    def remove_strays(
        self, keys: Sequence[SessionKey], *, tally: Tally | None
    ) -> Sequence[tuple[SessionKey, Stray]]:
        """Removes what belongs to none of these sessions any more; never a message. With a tally, sessions with messages
        that no index knows are listed again: nothing that was said is forgotten because it was mislaid."""

    def counted(self, tenant: Tenant, tally: Tally) -> int:
        """How many changes were counted under the tally, by whomever."""


TTL_LOST = timedelta(days=1)
"""So long after its end a session that is not settled is looked at: what should have done so was cut short."""
