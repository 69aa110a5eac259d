"""Erasure from Redis: sessions under whatever keys, the inbox, announcements, and the server's own files."""

from __future__ import annotations

import base64
import binascii
import json
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from importlib.resources import files
from typing import Any
from uuid import UUID

import redis
from redis.exceptions import ResponseError

from memory_pipeline.adapters.redis.connection import translated_errors
from memory_pipeline.adapters.redis.entries import parse_entry
from memory_pipeline.adapters.redis.keys import Keyspace, pattern_of, session_of
from memory_pipeline.domain.erased_text import spoken_texts, texts_within
from memory_pipeline.domain.errors import BrokerUnavailable
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import SEPARATOR
from memory_pipeline.ports.erasure import Cell
from memory_pipeline.ports.working_memory import SessionKey

_COUNT = 1_000
_NAMES = frozenset({"tenant", "scope"})
_POLL_S = 0.05


class RedisErasure:
    """Implements ports.erasure.WorkingErasure; holds no state but the client, safe in threads."""

    def __init__(self, client: redis.Redis, *, prefix: str = "mp:", patience_s: float = 60.0) -> None:
        self._client = client
        self._prefix = prefix
        self._keys = Keyspace(prefix)
        self._patience_s = patience_s
        source = files("memory_pipeline.adapters.redis") / "lua" / "discard.lua"
        self._discard = client.register_script(source.read_text(encoding="utf-8"))

    def sessions(self, tenant: Tenant, scope: Scope) -> Sequence[SessionKey]:
        """The scope's sessions of which any key is there, or their place in an index."""
        member = SEPARATOR.join([tenant, str(scope), ""])
        with translated_errors(self._client):
            found = {_after(name, member) for name in self._matching(f"{pattern_of(member)}*")}
            for index in (self._keys.open, self._keys.awaiting(tenant), self._keys.leaving(tenant)):
                listed = self._client.zscan_iter(index, match=f"{pattern_of(member)}*", count=_COUNT)
                found |= {each for each, _ in listed}
        return sorted(session_of(_text(each)) for each in found)

    def inbox_of(self, tenant: Tenant, scope: Scope) -> Sequence[dict[str, Any]]:
        """The scope's documents that wait in the inbox."""
        with translated_errors(self._client):
            waiting = [
                json.loads(each) for _, each in self._client.hscan_iter(self._keys.inbox, count=_COUNT)
            ]
        return [each for each in waiting if (each.get("tenant"), each.get("scope")) == (tenant, str(scope))]

    def remove_session(self, key: SessionKey) -> int:
        """Everything that is kept under the session, whatever the kind of key; how many messages there were."""
        names = self._keys.session(key)
        with translated_errors(self._client):
            number = int(self._client.hlen(names.digests))
            others = list(self._matching(pattern_of(names.member)))
            if others:
                self._client.delete(*others)
            for index in (self._keys.open, self._keys.awaiting(key.tenant), self._keys.leaving(key.tenant)):
                self._client.zrem(index, names.member)
            self._client.hdel(
                self._keys.place(key.tenant), "pending"
            )  # a night's search finds its part again
        return number or int(bool(others))

    def discard(self, key: SessionKey, message_ids: Collection[str]) -> int:
        """Takes these messages out of the session's log; with the last of them goes the session. How many."""
        with translated_errors(self._client):
            gone, empty = self._discard(
                keys=self._keys.parts(key), args=[self._keys.session(key).member, *message_ids]
            )
        if empty:
            self.remove_session(key)
        return int(gone)

    def remove_announcements(self, tenant: Tenant, scope: Scope, memory_ids: Collection[UUID] | None) -> int:
        """Announcements of these memories (None: of the scope), however many have not been read; how many."""
        stream = f"{self._prefix}announcements:{tenant}"
        wanted = None if memory_ids is None else {str(id_) for id_ in memory_ids}
        with translated_errors(self._client):
            gone = [
                entry
                for entry, told in self._entries(stream)
                if told.get("scope") == str(scope)
                and (wanted is None or told.get("memory_id") in wanted)
                and told.get("type") != "memory.forgotten"
            ]
            for start in range(0, len(gone), _COUNT):
                self._client.xdel(stream, *gone[start : start + _COUNT])
        return len(gone)

    def remove_hints(self, tenant: Tenant, scope: Scope) -> int:
        """Hints in queues of this server that name the scope; how many. One that a worker holds goes when it is done."""
        told = f"'tenant': {str(tenant)!r}, 'scope': {str(scope)!r},"
        gone = 0
        with translated_errors(self._client):
            for name in self._client.scan_iter(count=_COUNT, _type="list"):
                if not _text(name).startswith(self._prefix):
                    found = [each for each in self._elements(name) if told in _arguments(_shown(each))]
                    gone += sum(int(self._client.lrem(name, 1, each)) for each in found)
        return gone

    def _elements(self, name: bytes) -> Iterator[Any]:
        """A list's elements, some at a time: what others take away meanwhile is theirs."""
        for start in range(0, int(self._client.llen(name)), _COUNT):
            yield from list(self._client.lrange(name, start, start + _COUNT - 1))

    def tidy(self) -> str | None:
        """Has the append-only file written anew and waits for its end."""
        try:
            with translated_errors(self._client):
                return self._rewrite()
        except BrokerUnavailable as error:
            return f"the append-only file was not rewritten: {error}"
        except ResponseError as error:
            return f"the append-only file was not rewritten: the server refused it ({str(error)[:60]})"

    def _rewrite(self) -> str | None:
        if not int(self._client.info("persistence").get("aof_enabled", 0)):
            return None
        deadline = time.monotonic() + self._patience_s
        self._await_rewrite(deadline)  # one that is under way may have begun before the removal
        self._client.bgrewriteaof()
        if not self._await_rewrite(deadline):
            return f"the append-only file is still being rewritten after {self._patience_s:g} s"
        if self._client.info("persistence").get("aof_last_bgrewrite_status") != "ok":
            return "the append-only file could not be rewritten: see the log of the Redis server"
        return None

    def _await_rewrite(self, deadline: float) -> bool:
        while time.monotonic() < deadline:
            told = self._client.info("persistence")
            if not int(told.get("aof_rewrite_in_progress", 0)) and not int(
                told.get("aof_rewrite_scheduled", 0)
            ):
                return True
            time.sleep(_POLL_S)
        return False

    def rows_of(self, tenant: Tenant, scope: Scope, until: datetime) -> Mapping[str, int]:
        """Keys of sessions with messages as old as that, waiting documents, and announcements."""
        old = sum(self._is_old(key, until) for key in self.sessions(tenant, scope))
        waiting = [each for each in self.inbox_of(tenant, scope) if _said_by(each, until)]
        found = {"redis sessions": old, "redis inbox": len(waiting)}
        return {place: number for place, number in found.items() if number}

    def _is_old(self, key: SessionKey, until: datetime) -> bool:
        with translated_errors(self._client):
            raw: Any = self._client.lrange(self._keys.session(key).log, 0, -1)
        entries = [parse_entry(_text(each)) for each in raw]
        said = [entry for entry in entries if isinstance(entry, Message)]
        return not said or any(message.at <= until for message in said)

    def cells(self, tenant: Tenant, scope: Scope | None = None) -> Iterable[Cell]:
        """Every text in names and values of keys of every type, of the tenant as far as it can be told."""
        with translated_errors(self._client):
            for raw in self._client.scan_iter(count=_COUNT):
                name = _text(raw)
                where = self._owner(name)
                if where is not None and (where[0] != tenant or scope not in (None, where[1])):
                    continue
                if where is None and scope is not None and name != self._keys.inbox:
                    continue
                if self._keys.index_of_others(name, tenant):
                    continue
                yield from self._cells_of(name, tenant, scope, where[1] if where else None)

    def _cells_of(
        self, name: str, tenant: Tenant, scope: Scope | None, where: Scope | None
    ) -> Iterator[Cell]:
        log = name.startswith(f"{self._prefix}log:")
        yield Cell("redis key", where, name)
        for text in self._values(name):
            document = _document(text)
            if name == self._keys.inbox:
                if document.get("tenant") != tenant or str(scope or document.get("scope")) != document.get(
                    "scope"
                ):
                    continue
                where = Scope.parse(document["scope"])
            said = log or name == self._keys.inbox
            spoken = frozenset(spoken_texts(document)) if said else frozenset()
            for part in texts_within(document or text, _NAMES):
                yield Cell(
                    f"redis {name.split(SEPARATOR, maxsplit=1)[0]}",
                    where,
                    part,
                    own=said,
                    verbatim=part in spoken,
                )

    def _owner(self, name: str) -> tuple[str, Scope] | None:
        """Tenant and scope of a session's key."""
        parts = name.split(SEPARATOR)
        if not name.startswith(self._prefix) or len(parts) < 3:
            return None
        return parts[0].rsplit(":", 1)[-1], Scope.parse(parts[1])

    def _values(self, name: str) -> Iterator[str]:
        match _text(self._client.type(name)):
            case "string":
                yield _shown(self._client.get(name))
            case "list":
                yield from (_shown(each) for each in self._client.lrange(name, 0, -1))
            case "hash":
                for field, value in self._client.hscan_iter(name, count=_COUNT):
                    yield from (_shown(field), _shown(value))
            case "set":
                yield from (_shown(each) for each in self._client.sscan_iter(name, count=_COUNT))
            case "zset":
                yield from (_shown(each) for each, _ in self._client.zscan_iter(name, count=_COUNT))
            case "stream":
                for entry, told in self._entries(name):
                    yield from (_shown(entry), json.dumps(told, ensure_ascii=False))

    def _entries(self, stream: str) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Every entry of a stream, with the notification that it holds."""
        first = "-"
        while True:
            page: Any = self._client.xrange(stream, min=first, count=_COUNT)
            for entry, fields in page:
                yield (
                    entry,
                    {
                        **{_shown(name): _shown(value) for name, value in fields.items()},
                        **_document(_shown(fields.get(b"notification", b""))),
                    },
                )
            if len(page) < _COUNT:
                return
            first = f"({_text(page[-1][0])}"

    def _matching(self, member: str) -> Iterator[bytes]:
        """Keys of whatever kind that name the member."""
        yield from self._client.scan_iter(match=f"{self._prefix}*:{member}", count=_COUNT)


def _arguments(message: str) -> str:
    """What the task of a broker's message is called with; empty for anything else."""
    headers = _document(message).get("headers")
    return str(headers.get("kwargsrepr", "")) if isinstance(headers, dict) else ""


def _after(name: bytes, member: str) -> bytes:
    return name[name.index(member.encode()) :]


def _said_by(document: dict[str, Any], until: datetime) -> bool:
    return datetime.fromisoformat(str(document["occurred_at"])) <= until


def _document(text: str) -> dict[str, Any]:
    """The JSON object that the text is; of a message of the broker with its body spelt out."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    if isinstance(found.get("body"), str):
        try:
            found["body"] = base64.b64decode(found["body"], validate=True).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return found
    return found


def _shown(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or "")


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value
