"""Hands out everything that is kept of a scope, as one JSON document, piece by piece."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from memory_pipeline.domain.errors import MissingDependency, ScopeBusy
from memory_pipeline.domain.instant import format_instant
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.policies import policy_document
from memory_pipeline.pipeline.audit import line
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.audit import Action
from memory_pipeline.ports.personal_data import PersonalData, Record, Section
from memory_pipeline.ports.working_memory import Mark, SessionLog

FORMAT = "memory-pipeline/export"
VERSION = 1
_LIVE = Section(
    "live_sessions", "Conversations as the working tier holds them, with what waits there to be taken in.",
    {"session_id": "text", "user_id": "text", "shared_with": "list", "entries": "list"}, iter(()),
)  # fmt: skip
_INBOX = Section(
    "inbox", "Events that wait to be recorded.", {"type": "text", "occurred_at": "instant"}, iter(())
)


def export(tenant: Tenant, scope: Scope, deps: Dependencies) -> Iterator[str]:
    """The document's text in pieces: in one order, without anything that the clock alone would change.

    `{"format", "version", "tenant", "scope", "policy", "sections": {name: {"about", "fields", "records": […]}}}`. The database
    is read as of one instant. Raises UnknownTenant; ScopeBusy while the scope is being erased. That it was handed out is in
    the audit trail before the first piece is.
    """
    data = deps.personal_data
    if data is None:
        raise MissingDependency("this pipeline was built without access to personal data as a whole")
    deps.reader.scopes(tenant)  # raises UnknownTenant before anything is handed out
    _refuse_half_erased(tenant, scope, deps)
    if deps.audit is not None:
        deps.audit.record(tenant, [line(Action.EXPORT, tenant, deps, scope=scope)])
    return _document(tenant, scope, data, deps)


def _document(tenant: Tenant, scope: Scope, data: PersonalData, deps: Dependencies) -> Iterator[str]:
    head = {
        "format": FORMAT,
        "version": VERSION,
        "tenant": tenant,
        "scope": str(scope),
        "policy": policy_document(deps.policies.of(tenant).policy),
    }
    yield _text(head)[:-1] + ', "sections": {\n'
    yield from _section(_LIVE, _live(tenant, scope, deps))
    yield ",\n"
    yield from _section(_INBOX, _inbox(tenant, scope, deps))
    with data.sections(tenant, scope) as sections:
        for each in sections:
            yield ",\n"
            yield from _section(each, each.records)
    yield "\n}}\n"


def _section(section: Section, records: Iterable[Record]) -> Iterator[str]:
    head = _text({"about": section.about, "fields": section.fields})[:-1]
    yield f'{_text(section.name)}: {head}, "records": ['
    between = "\n"
    for record in records:
        yield between + _text(record)
        between = ",\n"
    yield "]}"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _refuse_half_erased(tenant: Tenant, scope: Scope, deps: Dependencies) -> None:
    if deps.erasures.unfinished(tenant, scope):
        raise ScopeBusy("the scope is being erased just now: export it when that is through", 5.0)


def _live(tenant: Tenant, scope: Scope, deps: Dependencies) -> Iterator[Record]:
    for key in sorted(deps.working_erasure.sessions(tenant, scope)):
        log = deps.working.read(key)
        if log is not None:
            yield _log_record(log)


def _inbox(tenant: Tenant, scope: Scope, deps: Dependencies) -> Sequence[Record]:
    return sorted(deps.working_erasure.inbox_of(tenant, scope), key=_text)


def _log_record(log: SessionLog) -> Record:
    return {
        "session_id": log.key.session_id,
        "user_id": log.info.user_id,
        "shared_with": [str(each) for each in log.info.shared_with],
        "entries": [_entry(each) for each in log.entries],
    }


def _entry(entry: Message | Mark) -> Mapping[str, Any]:
    if isinstance(entry, Mark):
        return {"mark": entry.kind, "after": entry.after_message_id, "at": format_instant(entry.at)}
    return {
        "message_id": entry.id,
        "role": entry.role,
        "name": entry.name,
        "content": entry.content,
        "tool_calls": [
            {"name": call.name, "arguments": call.arguments, "id": call.id} for call in entry.tool_calls
        ],
        "tool_call_id": entry.tool_call_id,
        "at": format_instant(entry.at),
    }
