"""Sessions to write, and short ways to write and read them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.working_memory import (
    Appended,
    Mark,
    SessionInfo,
    SessionKey,
    Threshold,
    WorkingMemory,
)

ACME = Tenant("acme")
ALICE = Scope.of_user("alice")
KEY = SessionKey(ACME, ALICE, "s-1")
CHINESE = SessionKey(Tenant("acme"), Scope.of_user("王小明"), "会话/一")
NEVER = Threshold(turns=10_000, tokens=10_000_000)
INFO = SessionInfo(user_id="alice")
BERLIN = timezone(timedelta(hours=1))
AT = datetime(2026, 1, 5, 10, 0, tzinfo=timezone(timedelta(hours=8)))
NOW = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def message(id_: str, content: str = "hello", role: Role = Role.USER, **more: Any) -> Message:
    return Message(id=id_, role=role, content=content, at=more.pop("at", AT), **more)


def append(
    memory: WorkingMemory,
    id_: str,
    *,
    key: SessionKey = KEY,
    role: Role = Role.USER,
    tokens: int = 10,
    threshold: Threshold = NEVER,
    info: SessionInfo = INFO,
) -> Appended:
    return memory.append(key, info, message(id_, role=role), tokens=tokens, threshold=threshold)


def entries(memory: WorkingMemory, key: SessionKey = KEY) -> Sequence[Message | Mark]:
    log = memory.read(key)
    return [] if log is None else log.entries


def names(memory: WorkingMemory, key: SessionKey = KEY) -> list[str]:
    """Ids of messages and kinds of marks, in order."""
    return [e.id if isinstance(e, Message) else e.kind.value for e in entries(memory, key)]


def soon() -> datetime:
    return datetime.now(UTC) + HOUR
