"""Lives of sessions: what is done to each and when, and what the closed form says that a night does and leaves of them."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.identity import EventId
from memory_pipeline.pipeline.absorb import absorb
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.handle import Done, handle
from memory_pipeline.ports.ledger import EventRef
from memory_pipeline.ports.working_forgetting import TTL_LOST
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, Threshold
from tests.support.assertions import TENANT

NEVER = Threshold(10_000, 10_000_000)
PEOPLE = ("bo", "王小明", "eve")
_MINUTE = timedelta(minutes=1)
DepsAt = Callable[[datetime], Dependencies]


class Fate(StrEnum):
    """What becomes of a session's event."""

    DONE = "done"
    CUT_SHORT = "cut short"  # its worker died before it told the working tier
    STUCK = "stuck"  # nobody works on it


@dataclass(frozen=True, slots=True)
class Life:
    """Said in at `said_at` and a minute later, perhaps closed, and worked on `delay` after its end."""

    key: SessionKey
    said_at: datetime
    closed_at: datetime | None
    delay: timedelta
    fate: Fate

    @property
    def last_at(self) -> datetime:
        return self.said_at + _MINUTE


def draw_lives(count: int, start: datetime, days: int, chance: random.Random) -> list[Life]:
    """Sessions of a few people, begun within so many days."""
    made = []
    for number in range(count):
        said_at = start + timedelta(days=chance.uniform(0, days))
        closed = chance.random() < 0.6
        made.append(
            Life(
                SessionKey(TENANT, Scope.of_user(chance.choice(PEOPLE)), f"会话-{number}"),
                said_at,
                said_at + timedelta(minutes=chance.randint(2, 25)) if closed else None,
                timedelta(minutes=chance.randint(1, 600)),
                chance.choice((Fate.DONE, Fate.DONE, Fate.DONE, Fate.CUT_SHORT, Fate.STUCK)),
            )
        )
    return made


@dataclass(frozen=True, slots=True)
class Fall:
    """The nights that find a session abandoned, never settled, and run out; None where none does."""

    ended_at: datetime | None
    abandoned: datetime | None
    settled_late: datetime | None
    gone: datetime | None


def fall(life: Life, nights: Sequence[datetime], deps: Dependencies) -> Fall:
    """From its row and the clock alone, for sessions that no sweep looks after."""
    abandoned = None
    if life.closed_at is None:
        abandoned = _first(nights, life.last_at + deps.idle_after, after=True)
    ended_at = life.closed_at or abandoned
    if ended_at is None or life.fate is Fate.STUCK:
        return Fall(ended_at, abandoned, None, None)
    if life.fate is Fate.CUT_SHORT:
        late = _first(nights, ended_at + TTL_LOST)
        gone = None if late is None else _first(nights, late + deps.working_ttl)
        return Fall(ended_at, abandoned, late, gone)
    return Fall(ended_at, abandoned, None, _first(nights, ended_at + life.delay + deps.working_ttl))


def _first(nights: Sequence[datetime], at: datetime, *, after: bool = False) -> datetime | None:
    """The first night at or, with `after`, later than that instant, which the working tier keeps to the millisecond."""
    at = at.replace(microsecond=at.microsecond // 1000 * 1000) + (
        timedelta(milliseconds=1) if after else timedelta(0)
    )
    place = bisect_left(nights, at)
    return nights[place] if place < len(nights) else None


def left_by(
    lives: Sequence[Life], nights: Sequence[datetime], now: datetime, deps: Dependencies
) -> set[SessionKey]:
    """The sessions that are there after the night at `now`."""
    falls = {life.key: fall(life, nights, deps) for life in lives if life.said_at <= now}
    return {key for key, each in falls.items() if each.gone is None or each.gone > now}


def counts_of(
    lives: Sequence[Life], nights: Sequence[datetime], now: datetime, deps: Dependencies
) -> Mapping[Step, int]:
    """What the night at `now` counts in the working tier."""
    found: Counter[Step] = Counter()
    for life in lives:
        falls = fall(life, nights, deps)
        found[Step.EXPIRE] += falls.gone == now
        found[Step.DECAY] += falls.settled_late == now
        found[Step.ARCHIVE] += falls.abandoned == now
    return +found


@dataclass(slots=True)
class Sessions:
    """Does to sessions what their lives say, in its time."""

    lives: Sequence[Life]
    nights: Sequence[datetime]
    done_until: datetime

    def until(self, now: datetime, deps_at: DepsAt) -> None:
        """Everything that is to happen after the last call and by `now`; `deps_at` gives dependencies at an instant."""
        todo = sorted(
            (at, order, life.key.session_id, life)
            for life in self.lives
            for order, at in enumerate(self._instants(life, deps_at(now)))
            if at is not None and self.done_until < at <= now
        )
        for at, order, _, life in todo:
            (_say_first, _say_second, _close, _work)[order](life, deps_at(at))
        self.done_until = now

    def _instants(self, life: Life, deps: Dependencies) -> tuple[datetime | None, ...]:
        ended_at = fall(life, self.nights, deps).ended_at
        worked = ended_at is not None and life.fate is not Fate.STUCK
        return (
            life.said_at,
            life.last_at,
            life.closed_at,
            ended_at + life.delay if ended_at and worked else None,
        )


def _say_first(life: Life, deps: Dependencies) -> None:
    _say(life, "m1", "Hello, are you there?", deps)


def _say_second(life: Life, deps: Dependencies) -> None:
    _say(life, "m2", "在吗?", deps)


def _say(life: Life, id_: str, text: str, deps: Dependencies) -> None:
    message = Message(id_, Role.USER, text, deps.clock.now())
    deps.working.append(life.key, SessionInfo(user_id=life.key.scope.id), message, tokens=3, threshold=NEVER)


def _close(life: Life, deps: Dependencies) -> None:
    deps.working.close(life.key, at=deps.clock.now())


def _work(life: Life, deps: Dependencies) -> None:
    (document,) = [
        each for each in deps.working.inbox(10_000) if each.get("session_id") == life.key.session_id
    ]
    id_ = EventId(UUID(document["event_id"]))
    if life.fate is Fate.DONE:
        assert isinstance(handle(EventRef(life.key.tenant, life.key.scope, id_), deps), Done)
        return
    log = deps.working.read(life.key)
    assert log is not None
    absorb(log, deps)
    deps.working.accept([id_])
