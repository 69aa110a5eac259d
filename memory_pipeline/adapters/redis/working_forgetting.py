"""What nights do in Redis: sessions by due instant from sorted sets, and a search through all keys, part by part.

Every change is one script that counts it too. Only keys whose time to live runs, or that hold no message, are removed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import redis
from redis.commands.core import Script

from memory_pipeline.adapters.redis.connection import translated_errors
from memory_pipeline.adapters.redis.keys import Keyspace, pattern_of, session_of
from memory_pipeline.adapters.redis.scripts import (
    KEPT_MS,
    emitted_of,
    instant,
    mark_arguments,
    milliseconds,
    source_of,
    text_of,
)
from memory_pipeline.domain.night import RunId, Step, Tally
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.events.identity import SEPARATOR
from memory_pipeline.events.models import SessionIdle
from memory_pipeline.ports.clock import Clock
from memory_pipeline.ports.working_forgetting import (
    Abandoned,
    DueSession,
    Place,
    RanOut,
    SessionQueue,
    Stray,
)
from memory_pipeline.ports.working_memory import MarkKind, SessionKey

_PART = 1_000  # keys that Redis looks at in one call


class RedisWorkingForgetting:
    """Implements ports.working_forgetting.WorkingForgetting; holds no state but the client, safe in threads.

    `looks_at` bounds the keys that one run's search looks at, of whatever tenant: 100,000 are a tenth of a second. `clock`
    as in RedisWorkingMemory.
    """

    def __init__(
        self,
        client: redis.Redis,
        *,
        prefix: str = "mp:",
        looks_at: int = 100_000,
        clock: Clock | None = None,
    ) -> None:
        self._client = client
        self._keys = Keyspace(prefix)
        self._looks_at = looks_at
        self._clock = clock
        self._run_out = client.register_script(source_of("now", "run_out"))
        self._settle = client.register_script(source_of("now", "settle"))
        self._abandon = client.register_script(source_of("now", "event", "mark", "abandon"))
        self._strays = client.register_script(source_of("now", "strays"))

    def due(
        self, tenant: Tenant, queue: SessionQueue, *, by: datetime, after: DueSession | None, limit: int
    ) -> Sequence[DueSession]:
        """The tenant's sessions that stand in the queue with `by` or an earlier instant, the oldest first."""
        found: list[DueSession] = []
        for score, member in self._members(queue, tenant, by, after):
            if member.startswith(
                f"{tenant}{SEPARATOR}"
            ):  # of the open ones there is one index for all tenants
                found.append(DueSession(instant(score), session_of(member)))
            if len(found) == limit:
                break
        return found

    def _members(
        self, queue: SessionQueue, tenant: Tenant, by: datetime, after: DueSession | None
    ) -> Iterator[tuple[float, str]]:
        """By score, then by name: what is taken out meanwhile moves nothing."""
        index = self._index(queue, tenant)
        place: tuple[float, str] | None = None
        if after is not None:
            place = (float(milliseconds(after.at)), self._keys.session(after.key).member)
        while True:
            page: list[tuple[float, str]] = []
            with translated_errors(self._client):
                if place is not None:
                    ties: Any = self._client.zrangebyscore(index, place[0], place[0])
                    names = [text_of(each) for each in ties]
                    page = [(place[0], each) for each in names if each.encode() > place[1].encode()]
                low = "-inf" if place is None else f"({place[0]:.0f}"
                rest: Any = self._client.zrangebyscore(
                    index, low, milliseconds(by), start=0, num=_PART, withscores=True
                )
            page += [(float(score), text_of(member)) for member, score in rest]
            if not page:
                return
            yield from page
            place = page[-1]

    def _index(self, queue: SessionQueue, tenant: Tenant) -> str:
        match queue:
            case SessionQueue.OPEN:
                return self._keys.open
            case SessionQueue.AWAITING:
                return self._keys.awaiting(tenant)
            case SessionQueue.LEAVING:
                return self._keys.leaving(tenant)

    def count_due(self, tenant: Tenant, *, by: datetime) -> int:
        """How many settled sessions have run out by then and are still listed."""
        with translated_errors(self._client):
            return int(self._client.zcount(self._keys.leaving(tenant), "-inf", milliseconds(by)))

    def expire(
        self, sessions: Sequence[DueSession], *, as_of: datetime, tally: Tally | None
    ) -> Sequence[RanOut]:
        """Removes those that were settled and have run out by `as_of`, with all their keys."""
        strays = None if tally is None else Tally(tally.run, tally.shard, Step.PURGE)
        told = [milliseconds(as_of), _field(tally), _field(strays), KEPT_MS, self._now()]
        calls = [(due.key, self._telling(due.key, told)) for due in sessions]
        replies = self._each(self._run_out, calls, tally)
        return [
            RanOut(due, tuple(sorted(Stray(text_of(kind)) for kind in reply)))
            for due, reply in zip(sessions, replies, strict=True)
            if reply is not None
        ]

    def last_messages(self, sessions: Sequence[DueSession]) -> Sequence[str | None]:
        """The id of each session's last message."""
        with translated_errors(self._client), self._client.pipeline(transaction=False) as pipe:
            for due in sessions:
                pipe.hget(self._keys.session(due.key).meta, "last")
            found = pipe.execute()
        return [None if last is None else text_of(last) for last in found]

    def settle(
        self, session: DueSession, through_message_id: str, *, as_of: datetime, ttl: timedelta, tally: Tally
    ) -> bool:
        """Starts the session's TTL at `as_of`, if it waits to be settled and nothing came after that message."""
        ttl_ms = max(1, ttl // timedelta(milliseconds=1))
        told = [through_message_id, ttl_ms, milliseconds(as_of), KEPT_MS, _field(tally)]
        (reply,) = self._each(self._settle, [(session.key, self._telling(session.key, told))], tally)
        return bool(reply)

    def put_off(self, session: DueSession, *, to: datetime) -> None:
        """Lets a session that waits to be settled come up again later."""
        member = self._keys.session(session.key).member
        with translated_errors(self._client):
            self._client.zadd(self._keys.awaiting(session.key.tenant), {member: milliseconds(to)}, xx=True)

    def abandon(
        self, sessions: Sequence[DueSession], *, before: datetime, at: datetime, tally: Tally | None
    ) -> Sequence[Abandoned]:
        """Marks those idle that are open and without a message since `before`, with their event in the inbox."""
        told = [self._now(), milliseconds(before), _field(tally), KEPT_MS]
        calls = [
            (
                due.key,
                [*mark_arguments(self._keys.session(due.key).member, due.key, MarkKind.IDLE, at), *told],
            )
            for due in sessions
        ]
        return [
            Abandoned(due, emitted_of(reply or None, SessionIdle, due.key))
            for due, reply in zip(sessions, self._each(self._abandon, calls, tally), strict=True)
            if reply is not None
        ]

    def place(self, tenant: Tenant, run_id: RunId) -> Place:
        """Where the run goes on with its search; a new run begins where the last one came to."""
        with translated_errors(self._client):
            kept: Any = self._client.hmget(
                self._keys.place(tenant), ["run", "cursor", "looked", "over", "pending"]
            )
        run, cursor, looked, over, names = (None if each is None else text_of(each) for each in kept)
        pending = tuple(session_of(member) for member in json.loads(names or "[]"))
        if run != str(run_id):
            return Place(int(cursor or 0), pending=pending)
        return Place(int(cursor or 0), int(looked or 0), over == "1", pending)

    def search(self, tenant: Tenant, place: Place) -> Place:
        """The place behind the next part of all keys; `pending` are the sessions of these that no index knows."""
        with translated_errors(self._client):
            reply: Any = self._client.scan(
                place.cursor, match=f"{self._keys.prefix}*:{pattern_of(tenant + SEPARATOR)}*", count=_PART
            )
        cursor, names = int(reply[0]), reply[1]
        found = {self._keys.owner(text_of(name), tenant) for name in names}
        looked = place.looked + _PART
        over = cursor == 0 or looked >= self._looks_at
        return Place(cursor, looked, over, self._unlisted(tenant, sorted(key for key in found if key)))

    def _unlisted(self, tenant: Tenant, keys: Sequence[SessionKey]) -> tuple[SessionKey, ...]:
        """What an index knows is seen to when it is due."""
        if not keys:
            return ()
        members = [self._keys.session(key).member for key in keys]
        with translated_errors(self._client), self._client.pipeline(transaction=False) as pipe:
            for queue in SessionQueue:
                pipe.zmscore(self._index(queue, tenant), members)
            scores = zip(*pipe.execute(), strict=True)
        return tuple(key for key, own in zip(keys, scores, strict=True) if own == (None, None, None))

    def keep_place(self, tenant: Tenant, run_id: RunId, place: Place) -> None:
        """Kept with what nights counted, as long as that."""
        name = self._keys.place(tenant)
        kept: dict[Any, Any] = {
            "run": str(run_id),
            "cursor": place.cursor,
            "looked": place.looked,
            "over": int(place.over),
            "pending": json.dumps([self._keys.session(key).member for key in place.pending]),
        }
        with translated_errors(self._client), self._client.pipeline(transaction=True) as pipe:
            pipe.hset(name, mapping=kept)
            pipe.pexpire(name, KEPT_MS)
            pipe.execute()

    def remove_strays(
        self, keys: Sequence[SessionKey], *, tally: Tally | None
    ) -> Sequence[tuple[SessionKey, Stray]]:
        """Removes what belongs to none of these sessions any more, and lists those again that no index knows."""
        told = [_field(tally), KEPT_MS, self._now()]
        replies = self._each(self._strays, [(key, self._telling(key, told)) for key in keys], tally)
        return [
            (key, Stray(text_of(kind)))
            for key, reply in zip(keys, replies, strict=True)
            for kind in sorted(map(text_of, reply))
        ]

    def counted(self, tenant: Tenant, tally: Tally) -> int:
        """How many changes were counted under the tally."""
        with translated_errors(self._client):
            found: Any = self._client.hget(self._keys.counts(tenant, str(tally.run)), _field(tally))
        return int(found or 0)

    def _telling(self, key: SessionKey, told: list[Any]) -> list[Any]:
        return [self._keys.session(key).member, *told]

    def _each(
        self, script: Script, calls: Sequence[tuple[SessionKey, list[Any]]], tally: Tally | None
    ) -> list[Any]:
        """One call of the script per session, all in one round trip; each is atomic, not all together."""
        run = "" if tally is None else str(tally.run)
        with translated_errors(self._client), self._client.pipeline(transaction=False) as pipe:
            for key, told in calls:
                keys = [*self._keys.parts(key), self._keys.counts(key.tenant, run)]
                script(keys=keys, args=told, client=pipe)
            return list(pipe.execute())

    def _now(self) -> int | str:
        return "" if self._clock is None else milliseconds(self._clock.now())


def _field(tally: Tally | None) -> str:
    return "" if tally is None else f"{tally.shard}:{tally.step}"
