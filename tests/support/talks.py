"""Talks to ingest: people who move, correct themselves and speak Chinese or English, and an operations agent with tools."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.ports.ledger import EventRef, Lane
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey

ACME = Tenant("acme")
START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
SRE = Scope.parse("team:sre")


@dataclass(frozen=True, slots=True)
class Talk:
    """One session of one person."""

    session_id: str
    user: str
    messages: tuple[Message, ...]
    shared_with: tuple[Scope, ...] = ()

    @property
    def scope(self) -> Scope:
        return Scope.of_user(self.user)

    def key(self, tenant: Tenant = ACME) -> SessionKey:
        return SessionKey(tenant, self.scope, self.session_id)

    @property
    def info(self) -> SessionInfo:
        return SessionInfo(self.shared_with, self.user)

    @property
    def ended_at(self) -> datetime:
        return self.messages[-1].at


def talk(session_id: str, user: str, *texts: str, at: datetime = START, day: float = 0) -> Talk:
    """User and assistant by turns, a minute apart, the user first; a text that begins with `>` is the user's again."""
    messages = []
    role = Role.USER
    for number, text in enumerate(texts):
        spoken = Role.USER if text.startswith(">") else role
        role = Role.ASSISTANT if spoken is Role.USER else Role.USER
        said_at = at + timedelta(days=day, minutes=number)
        messages.append(Message(f"m{number + 1}", spoken, text.removeprefix(">"), said_at))
    return Talk(session_id, user, tuple(messages))


def incident(session_id: str = "ops-1", *, day: float = 3) -> Talk:
    """An agent that looks into a timeout with two tools, and solves it."""
    at = START + timedelta(days=day)
    call = ToolCall("get_metrics", json.dumps({"service": "order-service"}), "c1")
    fix = ToolCall("update_config", json.dumps({"service": "order-service", "pool_max": 50}), "c2")
    turns = [
        (Role.USER, "order-service keeps timing out since 14:05, please fix it", {}),
        (Role.ASSISTANT, "Let me look at its metrics.", {"tool_calls": (call,)}),
        (Role.TOOL, '{"service": "order-service", "connection_pool_max": 20}', {"tool_call_id": "c1"}),
        (Role.ASSISTANT, "The pool is full. I raise it to 50.", {"tool_calls": (fix,)}),
        (Role.TOOL, '{"status": "ok", "connection_pool_max": 50}', {"tool_call_id": "c2"}),
        (Role.ASSISTANT, "Done: the timeouts have stopped.", {}),
        (Role.USER, "Great, that works again, thank you.", {}),
    ]
    messages = [
        Message(f"m{n}", role, text, at + timedelta(minutes=n), **more)  # type: ignore[arg-type]
        for n, (role, text, more) in enumerate(turns, 1)
    ]
    return Talk(session_id, "oncall", tuple(messages), (SRE,))


def small_world() -> list[Talk]:
    """Eight talks of four people whose facts change each other: the order of their telling decides, not of their arrival."""
    return [
        talk("a-1", "alice", "Hi, my name is Alice Novak and I live in Berlin.", "Nice to meet you!"),
        talk("a-2", "alice", "I just moved to Munich.", "How nice.", "I love coffee.", "Noted.", day=10),
        talk("a-3", "alice", "I don't like coffee any more.", "Fine.", "I live in Berlin again.", "Ok", day=40),
        talk(
            "a-4", "alice", "My birthday is March 15.", "Thanks.", "Alice Novak lives in Berlin.", "I see", day=50
        ),
        talk("w-1", "王小明", "我叫王小明，我住在北京。", "你好！", "我对花生过敏。", "好的，我记住了。"),
        talk("w-2", "王小明", "我搬到上海了。", "祝贺！", "我喜欢喝茶，不喜欢咖啡。", "好的。", day=20),
        talk("b-1", "bob", "I work at Nordlys as a baker.", "Great.", ">I have a dog named Rex.", day=5),
        incident(),
    ]  # fmt: skip


_CITIES = ("Berlin", "Munich", "Hamburg", "Cologne", "Leipzig", "Dresden", "Bremen")


def many_talks(count: int, people: int = 5) -> list[Talk]:
    """`count` short talks of five people, or so many, who move every time."""
    return [
        talk(
            f"s-{n}",
            f"user-{n % people}",
            f"My name is Person{n % people} and I live in {_CITIES[n % len(_CITIES)]}.",
            "Good to know.",
            f"I like hiking tour {n}.",
            "Sounds nice.",
            day=n,
        )
        for n in range(count)
    ]


def append_all(
    one: Talk, deps: Dependencies, *, tenant: Tenant = ACME, lane: Lane = Lane.LIVE
) -> list[EventId]:
    """Appends a talk's messages; the events that this gave rise to."""
    found = []
    for message in one.messages:
        appended = record_message(one.key(tenant), one.info, message, deps, lane=lane)
        if appended.emitted is not None:
            found.append(appended.emitted.event_id)
    return found


def ingest(
    talks: Iterable[Talk], deps: Dependencies, *, tenant: Tenant = ACME, lane: Lane = Lane.LIVE
) -> list[EventId]:
    """Records and closes each talk, as the command line does; the ids of all events."""
    found: list[EventId] = []
    for one in talks:
        found.extend(append_all(one, deps, tenant=tenant, lane=lane))
        closed = close_session(one.key(tenant), deps, at=one.ended_at, lane=lane)
        assert closed is not None
        found.append(closed)
    return found


def interleaved(talks: Sequence[Talk]) -> Iterator[tuple[Talk, Message]]:
    """The messages of all talks, one of each by turns."""
    longest = max(len(one.messages) for one in talks)
    for place in range(longest):
        for one in talks:
            if place < len(one.messages):
                yield one, one.messages[place]


def ref_of(one: Talk, event_id: EventId, tenant: Tenant = ACME) -> EventRef:
    return EventRef(tenant, one.scope, event_id)
