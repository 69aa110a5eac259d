"""Erasure for good: what goes, page by page, under the scopes' locks; what is left to do elsewhere; the receipt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol
from uuid import UUID

from memory_pipeline.domain.assertion import AssertionId
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.ledger import LedgerEntry
from memory_pipeline.ports.memory_store import MemoryUnit, Placed
from memory_pipeline.ports.transcripts import Transcript
from memory_pipeline.ports.working_memory import SessionKey


class ErasureKind(StrEnum):
    MEMORY = "memory"
    SESSION = "session"
    TEXT = "text"
    ALL = "all"


class ErasureState(StrEnum):
    """While it is `removing` nothing of the scope is shown; `cleaning` has left the working tier and disks to do."""

    REMOVING = "removing"
    CLEANING = "cleaning"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What is to be erased outside the database, by ids: whole sessions, masked messages of others, and memories.

    `memories` is None where every announcement of the scope is to go.
    """

    sessions: tuple[SessionKey, ...] = ()
    masked: tuple[tuple[SessionKey, tuple[str, ...]], ...] = ()
    memories: tuple[tuple[Scope, tuple[UUID, ...]], ...] | None = ()


@dataclass(frozen=True, slots=True)
class Erasure:
    """`counts` are rows and entries by store, so far."""

    tenant: Tenant
    scope: Scope
    receipt_id: UUID
    kind: ErasureKind
    state: ErasureState
    started_at: datetime
    counts: Mapping[str, int] = field(default_factory=dict)
    leftovers: Leftovers = field(default_factory=Leftovers)


class ErasureUnit(MemoryUnit, Protocol):
    """One transaction under the scopes' locks: all of a unit of work, and what takes rows away."""

    def keep(self, erasure: Erasure) -> None:
        """Writes or replaces the erasure's row; a done one is veiled and holds counts alone."""

    def kept(self, receipt_id: UUID) -> Erasure | None:
        """The erasure as it stands now: another process may be further."""

    def transcript(self, key: SessionKey) -> Transcript | None: ...

    def transcripts(self, scope: Scope) -> Iterator[Transcript]:
        """The sessions whose home the scope is, by id, one at a time."""

    def namesakes(self, scope: Scope, session_id: str) -> Sequence[Transcript]:
        """The sessions of this id, of whatever home, that are shared with the scope."""

    def cited(
        self, scope: Scope, session_id: str | None, *, after: datetime | None = None
    ) -> Sequence[Placed]:
        """The scope's assertions that cite the session, all with None; with `after` those said later than that."""

    def episodes(self, scope: Scope) -> Sequence[Episode]:
        """The scope's episodes, whatever their status."""

    def renew(self, keys: Collection[SessionKey]) -> None:
        """Gives the sessions another revision, and drops replies that wait to be committed: work that began is refused."""

    def remove_assertions(self, scope: Scope, ids: Collection[AssertionId]) -> Mapping[str, int]: ...

    def remove_episodes(self, scope: Scope, ids: Collection[UUID]) -> Mapping[str, int]: ...

    def remove_memories(self, scope: Scope, ids: Collection[UUID]) -> Mapping[str, int]:
        """What any store keeps of these facts and episodes beside themselves."""

    def remove_session(self, key: SessionKey) -> Mapping[str, int]:
        """Transcript, marks, segments and whatever else any store keeps of the session in its own scope."""

    def remove_texts(self, scope: Scope, wanted: Callable[[str], bool]) -> Mapping[str, int]:
        """Rows of the scope, of stores that nothing else looks after, in which any text is wanted."""

    def mask_message(self, key: SessionKey, position: int, message: Message) -> None:
        """Puts the message in the place of the one at that position."""

    def replace_evidence(self, scope: Scope, memory_id: UUID, evidence: Sequence[Evidence]) -> None: ...

    def clear_retracted(self, scope: Scope, ids: Collection[AssertionId]) -> None:
        """Corrections that say no more which value they took back: it was erased."""

    def redo(self, keys: Mapping[SessionKey, Collection[int]], *, now: datetime) -> int:
        """Has the committed segments that hold these positions extracted again; how many."""

    def ledger(self, scope: Scope) -> Iterator[LedgerEntry]:
        """All events of the scope."""

    def rewrite_event(self, entry: LedgerEntry, *, scope: Scope | None = None) -> None:
        """Replaces document, result, state, reason and error of an event; with `scope` it stands there from now on."""

    def remove_page(self, scope: Scope, limit: int) -> Mapping[str, int]:
        """Removes up to `limit` rows of the scope, whatever they are but work that waits; empty at the end.

        Only while the scope is being removed: nothing new is added to it then.
        """

    def remove_announced(self, scope: Scope) -> None:
        """Notifications of the scope that have left."""

    def rows(self, scope: Scope) -> Mapping[str, int]:
        """What a whole erasure would remove, by store."""

    def remove_scope(self, scope: Scope) -> None:
        """The scope's own row, unless something new stands there: nobody's name stays behind."""


class Erasures(Protocol):
    """Raises DatabaseUnavailable, WriteConflict."""

    def unit(self, tenant: Tenant, scopes: Collection[Scope]) -> AbstractContextManager[ErasureUnit]:
        """A unit of work that may remove rows, holding the scopes' row locks."""

    def unfinished(self, tenant: Tenant, scope: Scope) -> Sequence[Erasure]:
        """The scope's erasures that are not done, the oldest first."""

    def scopes_unfinished(self, limit: int) -> Sequence[tuple[Tenant, Scope]]:
        """Scopes of all tenants with erasures that are not done."""

    def shared_scopes(self, tenant: Tenant, scope: Scope, session_id: str | None) -> frozenset[Scope]:
        """The scopes with which the session (None: any session of the scope) is shared."""

    def tidy(self, *, receipts: bool = False) -> str | None:
        """Has the database let go of removed rows for good, or of what receipts said before; why not, where it may not."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One text that is stored somewhere. `place` names table and column, or the kind of key.

    `verbatim` are words that somebody said; where these are kept first, and not cited, they are `own`.
    """

    place: str
    scope: Scope | None
    text: str
    own: bool = False
    verbatim: bool = False


class ErasureScan(Protocol):
    """What a verifier looks through."""

    def rows_of(self, tenant: Tenant, scope: Scope, until: datetime) -> Mapping[str, int]:
        """Rows, keys and entries that stand under the scope since then or earlier, by place."""

    def cells(self, tenant: Tenant, scope: Scope | None = None) -> Iterable[Cell]:
        """Every text of the tenant, or of one scope, whatever table, column or key holds it."""


class WorkingErasure(ErasureScan, Protocol):
    """The same for the working tier, its inbox and the announcements. Raises BrokerUnavailable."""

    def sessions(self, tenant: Tenant, scope: Scope) -> Sequence[SessionKey]:
        """The scope's sessions of which anything is there."""

    def inbox_of(self, tenant: Tenant, scope: Scope) -> Sequence[dict[str, Any]]:
        """The scope's documents that wait in the inbox."""

    def remove_session(self, key: SessionKey) -> int:
        """Everything that is kept under the session; how many messages, or 1 where only other keys were there."""

    def discard(self, key: SessionKey, message_ids: Collection[str]) -> int:
        """Takes these messages out of the session's log; with the last of them goes the session. How many."""

    def remove_announcements(self, tenant: Tenant, scope: Scope, memory_ids: Collection[UUID] | None) -> int:
        """Announcements of these memories (None: of the scope), however many have not been read; how many."""

    def remove_hints(self, tenant: Tenant, scope: Scope) -> int:
        """Hints in queues of this server that name the scope, and lead to nothing any more; how many."""

    def tidy(self) -> str | None:
        """Has the server's files written anew, without what was removed; why not, where that did not come to an end."""
