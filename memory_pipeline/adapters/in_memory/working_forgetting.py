"""What nights do in a working tier in this process's memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.domain.night import RunId, Tally
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.working_forgetting import (
    Abandoned,
    DueSession,
    Place,
    RanOut,
    SessionQueue,
    Stray,
)
from memory_pipeline.ports.working_memory import SessionKey


class InMemoryWorkingForgetting:
    """Implements ports.working_forgetting.WorkingForgetting beside the working memory that it is given.

    A session is one object here: nothing of it can stay behind without it, and there is nothing to search.
    """

    def __init__(self, working: InMemoryWorkingMemory) -> None:
        self._working = working
        self._counts: Counter[tuple[Tenant, Tally]] = Counter()

    def due(
        self, tenant: Tenant, queue: SessionQueue, *, by: datetime, after: DueSession | None, limit: int
    ) -> Sequence[DueSession]:
        """The tenant's sessions that stand in the queue with `by` or an earlier instant, the oldest first."""
        with self._working.lock:
            standing = list(self._working.standing(queue).items())
        found = sorted(DueSession(at, key) for key, at in standing if key.tenant == tenant and at <= by)
        return [each for each in found if after is None or each > after][:limit]

    def count_due(self, tenant: Tenant, *, by: datetime) -> int:
        """How many settled sessions have run out by then and are still listed."""
        return len(self.due(tenant, SessionQueue.LEAVING, by=by, after=None, limit=1_000_000))

    def expire(
        self, sessions: Sequence[DueSession], *, as_of: datetime, tally: Tally | None
    ) -> Sequence[RanOut]:
        """Removes those that were settled and have run out by `as_of`."""
        gone = []
        with self._working.lock:
            leaving = self._working.standing(SessionQueue.LEAVING)
            for due in sessions:
                until = leaving.get(due.key)
                if until is None or until > as_of:
                    continue
                gone.append(RanOut(due))
                if tally is not None:
                    self._working.drop(due.key)
                    self._counts[due.key.tenant, tally] += 1
        return gone

    def last_messages(self, sessions: Sequence[DueSession]) -> Sequence[str | None]:
        """The id of each session's last message."""
        return [self._working.last(due.key) for due in sessions]

    def settle(
        self, session: DueSession, through_message_id: str, *, as_of: datetime, ttl: timedelta, tally: Tally
    ) -> bool:
        """Starts the session's TTL at `as_of`, if it waits to be settled and nothing came after that message."""
        with self._working.lock:
            if session.key not in self._working.standing(SessionQueue.AWAITING):
                return False
            if not self._working.settle_at(session.key, through_message_id, as_of + ttl):
                return False
            self._counts[session.key.tenant, tally] += 1
            return True

    def put_off(self, session: DueSession, *, to: datetime) -> None:
        """Lets a session that waits to be settled come up again later."""
        with self._working.lock:
            awaiting = self._working.standing(SessionQueue.AWAITING)
            if session.key in awaiting:
                awaiting[session.key] = to

    def abandon(
        self, sessions: Sequence[DueSession], *, before: datetime, at: datetime, tally: Tally | None
    ) -> Sequence[Abandoned]:
        """Marks those idle that are open and without a message since `before`."""
        ended = []
        with self._working.lock:
            still_open = self._working.standing(SessionQueue.OPEN)
            for due in sessions:
                arrived_at = still_open.get(due.key)
                if arrived_at is None or arrived_at >= before:
                    continue
                if tally is None:
                    ended.append(Abandoned(due, None))
                    continue
                emitted = self._working.close_if_idle(due.key, before=before, at=at)
                if emitted is not None:
                    ended.append(Abandoned(due, emitted))
                    self._counts[due.key.tenant, tally] += 1
        return ended

    def place(self, tenant: Tenant, run_id: RunId) -> Place:  # noqa: ARG002 - there is nothing to search
        """At the end."""
        return Place(over=True)

    def search(self, tenant: Tenant, place: Place) -> Place:  # noqa: ARG002
        """Nothing stands without its session here."""
        return place

    def keep_place(self, tenant: Tenant, run_id: RunId, place: Place) -> None:
        """There is none to keep."""

    def remove_strays(
        self, keys: Sequence[SessionKey], *, tally: Tally | None
    ) -> Sequence[tuple[SessionKey, Stray]]:
        """Places in the indexes whose session is gone."""
        strays = []
        with self._working.lock:
            for key in keys:
                for queue in (SessionQueue.OPEN, SessionQueue.AWAITING):
                    places = self._working.standing(queue)
                    if key in places and self._working.last(key) is None:
                        strays.append((key, Stray.ENTRY))
                        if tally is not None:
                            del places[key]
                            self._counts[key.tenant, tally] += 1
        return strays

    def counted(self, tenant: Tenant, tally: Tally) -> int:
        """How many changes were counted under the tally."""
        with self._working.lock:
            return self._counts[tenant, tally]
