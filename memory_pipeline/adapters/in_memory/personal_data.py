"""Everything that is kept of a scope in this process's memory, table by table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from memory_pipeline.adapters.in_memory.state import InMemoryState, Tables
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.instant import format_instant
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.personal_data import Record, Section
from memory_pipeline.ports.working_memory import SessionKey

_DERIVED = {"scopes", "vectors", "terms", "horizons", "tombstones", "word_months"}


class InMemoryPersonalData:
    """Implements ports.personal_data.PersonalData on the state of a memory store."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    @contextmanager
    def sections(self, tenant: Tenant, scope: Scope) -> Iterator[Iterator[Section]]:
        """The scope's entries of each table, then what of its sessions stands in scopes they were shared with."""
        with self._state.reading_of(tenant) as tables:
            yield iter([*_own(tables, tenant, scope), *_shared(tables, tenant, scope)])


def _own(tables: Tables, tenant: Tenant, scope: Scope) -> Iterator[Section]:
    for name in sorted(each.name for each in fields(tables) if each.name not in _DERIVED):
        table: dict[Any, Any] = getattr(tables, name)
        found = [(key, value) for key, value in table.items() if _owner(key, value) == (tenant, scope)]
        yield _section(name, found)


def _shared(tables: Tables, tenant: Tenant, scope: Scope) -> Iterator[Section]:
    own = {key.session_id: held for key, held in tables.transcripts.items() if _home(key) == (tenant, scope)}
    said = {(id_, m.id): m.content for id_, held in own.items() for m in held.messages}
    with_whom = {other for held in own.values() for other in held.info.shared_with} - {scope}

    def theirs(evidence: tuple[Evidence, ...]) -> bool:
        quoted = [each for each in evidence if each.quote]
        return bool(quoted) and all(
            each.quote in said.get((each.session_id or "", each.message_id or ""), "") for each in quoted
        )

    yield _section(
        "shared_assertions",
        [
            (key, item)
            for key, item in tables.assertions.items()
            if key[0][0] == tenant and key[0][1] in with_whom and theirs(item.assertion.evidence)
        ],
    )
    yield _section(
        "shared_episodes",
        [
            (key, item)
            for key, item in tables.episodes.items()
            if key[0][0] == tenant and key[0][1] in with_whom and theirs(item.evidence)
        ],
    )


def _section(name: str, found: list[tuple[Any, Any]]) -> Section:
    ordered = sorted(found, key=lambda each: str(_json(each[0])))
    records: Iterator[Record] = iter([{"key": _json(key), "value": _json(value)} for key, value in ordered])
    return Section(name, "", {"key": "list", "value": "json"}, records)


def _owner(key: Any, value: Any) -> tuple[Tenant, Scope] | None:
    """Whose an entry is, by the key that it stands under."""
    if isinstance(key, SessionKey):
        return _home(key)
    if isinstance(key, int):  # a notification
        return Tenant(value.tenant), Scope.parse(value.scope)
    first = key[0] if isinstance(key, tuple) else None
    if isinstance(first, SessionKey):
        return _home(first)
    owner = key if isinstance(first, str) else first
    if isinstance(owner, tuple) and len(owner) == 2 and isinstance(owner[1], Scope):
        return owner
    return None


def _home(key: SessionKey) -> tuple[Tenant, Scope]:
    return key.tenant, key.scope


def _json(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, datetime):
        return format_instant(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, str | UUID | Scope | date | timedelta):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: _json(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _json(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((_json(item) for item in value), key=str)
    if isinstance(value, list | tuple):
        return [_json(item) for item in value]
    return str(value)
