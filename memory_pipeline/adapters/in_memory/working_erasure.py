"""Erasure from the working tier in this process's memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from memory_pipeline.adapters.in_memory.outbox import InMemoryAnnouncements
from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.domain.erased_text import spoken_texts, texts_within
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.erasure import Cell
from memory_pipeline.ports.working_memory import SessionKey


class InMemoryWorkingErasure:
    """Implements ports.erasure.WorkingErasure on a working memory and, where there is one, a stream."""

    def __init__(
        self, working: InMemoryWorkingMemory, announcements: InMemoryAnnouncements | None = None
    ) -> None:
        self._working = working
        self._announcements = announcements

    def sessions(self, tenant: Tenant, scope: Scope) -> Sequence[SessionKey]:
        """The scope's sessions of which anything is there."""
        return [key for key in self._working.held() if (key.tenant, key.scope) == (tenant, scope)]

    def inbox_of(self, tenant: Tenant, scope: Scope) -> Sequence[dict[str, Any]]:
        """The scope's documents that wait in the inbox."""
        waiting = self._working.inbox(self._working.inbox_size())
        return [each for each in waiting if (each["tenant"], each["scope"]) == (tenant, str(scope))]

    def remove_session(self, key: SessionKey) -> int:
        """Everything that is kept under the session; how many messages."""
        log = self._working.read(key)
        self._working.drop(key)
        return 0 if log is None else sum(isinstance(entry, Message) for entry in log.entries)

    def discard(self, key: SessionKey, message_ids: Collection[str]) -> int:
        """Takes these messages out of the session's log; with the last of them goes the session. How many."""
        return self._working.take_out(key, message_ids)

    def remove_announcements(self, tenant: Tenant, scope: Scope, memory_ids: Collection[UUID] | None) -> int:
        """Announcements of these memories (None: of the scope)."""
        if self._announcements is None:
            return 0
        return self._announcements.remove(tenant, str(scope), memory_ids)

    def remove_hints(self, tenant: Tenant, scope: Scope) -> int:  # noqa: ARG002 - no queue is kept here
        """There is no queue here."""
        return 0

    def tidy(self) -> str | None:
        """What is gone from here is gone."""
        return None

    def rows_of(self, tenant: Tenant, scope: Scope, until: datetime) -> Mapping[str, int]:
        """Sessions with messages as old as that."""
        found = 0
        for key in self.sessions(tenant, scope):
            log = self._working.read(key)
            said = [entry for entry in (log.entries if log else ()) if isinstance(entry, Message)]
            found += any(message.at <= until for message in said)
        return {"working tier": found} if found else {}

    def cells(self, tenant: Tenant, scope: Scope | None = None) -> Iterable[Cell]:
        """Every text of the tenant, or of one scope."""
        for key in self._working.held():
            if key.tenant == tenant and scope in (None, key.scope):
                log = self._working.read(key)
                for entry in log.entries if log else ():
                    if isinstance(entry, Message):
                        yield Cell("working tier", key.scope, entry.content, own=True, verbatim=True)
        for document in self._working.inbox(self._working.inbox_size()):
            where = Scope.parse(document["scope"])
            if document["tenant"] == tenant and scope in (None, where):
                spoken = frozenset(spoken_texts(document))
                for text in texts_within(document, frozenset({"tenant", "scope"})):
                    yield Cell("inbox", where, text, own=True, verbatim=text in spoken)
