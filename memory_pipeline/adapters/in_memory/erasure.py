"""Erasure in this process's memory: the same tables as everybody's, with rows taken away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from memory_pipeline.adapters.in_memory.barriers import DIGEST
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryUnit
from memory_pipeline.adapters.in_memory.selects import placed, told
from memory_pipeline.adapters.in_memory.state import InMemoryState, Tables
from memory_pipeline.domain.assertion import AssertionId
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.erasure import Erasure, ErasureState, Leftovers
from memory_pipeline.ports.horizon_keys import veiled_scope
from memory_pipeline.ports.ledger import FINAL, LedgerEntry
from memory_pipeline.ports.memory_store import Placed
from memory_pipeline.ports.transcripts import Transcript
from memory_pipeline.ports.working_memory import SessionKey

# Tables whose keys begin with tenant and scope, and those whose keys begin with a session.
_OF_SCOPE = (
    "assertions", "facts", "redirects", "episodes", "vectors", "terms", "accesses", "pins", "ageing", "advice",
)  # fmt: skip
_OF_SESSION = ("session_holds", "segments", "rejections", "transcripts", "word_months")
_OF_MEMORY = ("redirects", "vectors", "terms", "accesses", "pins", "ageing", "advice")


class InMemoryErasures:
    """Implements ports.erasure.Erasures on a state that it shares with the other stores."""

    def __init__(self, state: InMemoryState, digest: KeyedDigest = DIGEST) -> None:
        self._state = state
        self._digest = digest

    @contextmanager
    def unit(self, tenant: Tenant, scopes: Collection[Scope]) -> Iterator[InMemoryErasureUnit]:
        """A unit on copies, which take the originals' place when it ends without an error."""
        with self._state.writing() as tables:
            tables.scopes.update(dict.fromkeys((tenant, scope) for scope in scopes))
            yield InMemoryErasureUnit(tables, tenant, self._digest)

    def unfinished(self, tenant: Tenant, scope: Scope) -> Sequence[Erasure]:
        """The scope's erasures that are not done, the oldest first."""
        with self._state.reading() as tables:
            found = [each for (owner, _), each in tables.erasures.items() if owner == (tenant, scope)]
        open_ = [each for each in found if each.state is not ErasureState.DONE]
        return sorted(open_, key=lambda each: each.started_at)

    def scopes_unfinished(self, limit: int) -> Sequence[tuple[Tenant, Scope]]:
        """Scopes of all tenants with erasures that are not done."""
        with self._state.reading() as tables:
            found = [
                (e.tenant, e.scope) for e in tables.erasures.values() if e.state is not ErasureState.DONE
            ]
        return list(dict.fromkeys(found))[:limit]

    def shared_scopes(self, tenant: Tenant, scope: Scope, session_id: str | None) -> frozenset[Scope]:
        """The scopes with which the session (None: any session of the scope) is shared."""
        with self._state.reading() as tables:
            return frozenset(
                shared
                for key, session in tables.transcripts.items()
                if (key.tenant, key.scope) == (tenant, scope) and session_id in (None, key.session_id)
                for shared in session.info.shared_with
            )

    def tidy(self, *, receipts: bool = False) -> str | None:  # noqa: ARG002 - there are no files
        """What is gone from here is gone."""
        return None


class InMemoryErasureUnit(InMemoryMemoryUnit):
    """Implements ports.erasure.ErasureUnit on tables that nobody else sees."""

    def __init__(self, tables: Tables, tenant: Tenant, digest: KeyedDigest) -> None:
        super().__init__(tables, tenant)
        self._digest = digest

    def keep(self, erasure: Erasure) -> None:
        """Writes or replaces the erasure's row; a done one is veiled and holds counts alone."""
        self._tables.erasures.pop(((erasure.tenant, erasure.scope), erasure.receipt_id), None)
        if erasure.state is ErasureState.DONE:
            veiled = veiled_scope(self._digest, erasure.tenant, erasure.scope)
            erasure = replace(erasure, scope=veiled, leftovers=Leftovers())
        self._tables.erasures[(erasure.tenant, erasure.scope), erasure.receipt_id] = erasure

    def kept(self, receipt_id: UUID) -> Erasure | None:
        """The erasure as it stands now."""
        return next((each for (_, id_), each in self._tables.erasures.items() if id_ == receipt_id), None)

    def transcript(self, key: SessionKey) -> Transcript | None:
        """The whole session."""
        return self._tables.transcripts.get(key)

    def transcripts(self, scope: Scope) -> Iterator[Transcript]:
        """The sessions whose home the scope is, by id."""
        keys = sorted(
            key for key in self._tables.transcripts if (key.tenant, key.scope) == (self._tenant, scope)
        )
        yield from [self._tables.transcripts[key] for key in keys]

    def namesakes(self, scope: Scope, session_id: str) -> Sequence[Transcript]:
        """The sessions of this id, of whatever home, that are shared with the scope."""
        return [
            session
            for key, session in self._tables.transcripts.items()
            if (key.tenant, key.session_id) == (self._tenant, session_id)
            and scope in session.info.shared_with
        ]

    def cited(
        self, scope: Scope, session_id: str | None, *, after: datetime | None = None
    ) -> Sequence[Placed]:
        """The scope's assertions that cite the session, all with None; with `after` those said later than that."""
        return [
            item
            for item in placed(self._tables, (self._tenant, scope), None)
            if (session_id is None or any(each.session_id == session_id for each in item.assertion.evidence))
            and (after is None or item.assertion.asserted_at > after)
        ]

    def episodes(self, scope: Scope) -> Sequence[Episode]:
        """The scope's episodes, whatever their status."""
        return told(self._tables, (self._tenant, scope), lambda _: True)

    def renew(self, keys: Collection[SessionKey]) -> None:
        """Gives the sessions another revision, and drops replies that wait to be committed."""
        for key in keys:
            held = self._tables.transcripts.get(key)
            if held is not None:
                self._tables.transcripts[key] = replace(held, revision=uuid4().hex)
        waiting = [
            place
            for place, segment in self._tables.segments.items()
            if place[0] in keys and segment.extraction is not None
        ]
        for place in waiting:
            del self._tables.segments[place]

    def remove_assertions(self, scope: Scope, ids: Collection[AssertionId]) -> Mapping[str, int]:
        """How many there were."""
        return {"assertions": sum(self._pop("assertions", scope, id_) for id_ in ids)}

    def remove_episodes(self, scope: Scope, ids: Collection[UUID]) -> Mapping[str, int]:
        """How many there were."""
        return {"episodes": sum(self._pop("episodes", scope, id_) for id_ in ids)}

    def remove_memories(self, scope: Scope, ids: Collection[UUID]) -> Mapping[str, int]:
        """What any table keeps of these facts and episodes beside themselves."""
        gone, owner, wanted = Counter[str](), (self._tenant, scope), set(ids)
        for name in _OF_MEMORY:
            rows: dict[Any, Any] = getattr(self._tables, name)
            for key in [key for key in rows if key[0] == owner and wanted & set(key[1:])]:
                del rows[key]
                gone[name] += 1
        for key in [
            key for key, fact in self._tables.redirects.items() if key[0] == owner and fact in wanted
        ]:
            del self._tables.redirects[key]
            gone["redirects"] += 1
        for number, item in list(self._tables.outbox.items()):
            mine = (item.tenant, item.scope) == (self._tenant, str(scope)) and item.memory_id in wanted
            if mine and item.type != "memory.forgotten":
                del self._tables.outbox[number]
                gone["outbox"] += 1
        return gone

    def remove_session(self, key: SessionKey) -> Mapping[str, int]:
        """Transcript, segments and whatever else is kept of the session."""
        gone = Counter[str]()
        session = self._tables.transcripts.pop(key, None)
        gone["transcript"] = 0 if session is None else len(session.messages)
        gone["sessions"] = int(session is not None)
        for name in _OF_SESSION:
            rows: dict[Any, Any] = getattr(self._tables, name)
            for place in [
                place for place in rows if key in (place, *(place if isinstance(place, tuple) else ()))
            ]:
                del rows[place]
                gone[name] += 1
        return gone

    def remove_texts(self, scope: Scope, wanted: Callable[[str], bool]) -> Mapping[str, int]:
        """Rejections of the scope in which any text is wanted."""
        gone = [
            place
            for place, item in self._tables.rejections.items()
            if (place[0].tenant, place[0].scope) == (self._tenant, scope)
            and any(wanted(text) for text in (item.reason, item.detail, item.item))
        ]
        for place in gone:
            del self._tables.rejections[place]
        return {"rejections": len(gone)}

    def mask_message(self, key: SessionKey, position: int, message: Message) -> None:
        """Puts the message in the place of the one at that position."""
        held = self._tables.transcripts[key]
        messages = (*held.messages[:position], message, *held.messages[position + 1 :])
        self._tables.transcripts[key] = replace(held, messages=messages)

    def replace_evidence(self, scope: Scope, memory_id: UUID, evidence: Sequence[Evidence]) -> None:
        """What the statement rests on from now on."""
        key = ((self._tenant, scope), AssertionId(memory_id))
        item = self._tables.assertions[key]
        said = replace(item.assertion, evidence=tuple(evidence))
        self._tables.assertions[key] = replace(item, assertion=said)

    def clear_retracted(self, scope: Scope, ids: Collection[AssertionId]) -> None:
        """Corrections that say no more which value they took back."""
        for id_ in ids:
            item = self._tables.assertions.get(((self._tenant, scope), id_))
            if item is not None:
                said = replace(item.assertion, retracts=None)
                self._tables.assertions[(self._tenant, scope), id_] = replace(item, assertion=said)

    def redo(self, keys: Mapping[SessionKey, Collection[int]], *, now: datetime) -> int:
        """Has the committed segments that hold these positions extracted again; how many."""
        due = [
            place
            for place, segment in self._tables.segments.items()
            if segment.extraction is None
            and any(place[1] <= position < segment.end for position in keys.get(place[0], ()))
        ]
        for place in due:
            self._tables.segments[place] = replace(self._tables.segments[place], redo_at=now)
        return len(due)

    def ledger(self, scope: Scope) -> Iterator[LedgerEntry]:
        """All events of the scope."""
        yield from [e for (owner, _), e in self._tables.events.items() if owner == (self._tenant, scope)]

    def rewrite_event(self, entry: LedgerEntry, *, scope: Scope | None = None) -> None:
        """Replaces what is kept of an event; with `scope` it stands there from now on."""
        ref = entry.ref
        self._tables.events.pop(((ref.tenant, ref.scope), ref.event_id), None)
        if scope is not None:
            entry = replace(entry, ref=replace(ref, scope=scope))
        self._tables.events[(ref.tenant, entry.ref.scope), ref.event_id] = entry

    def remove_page(self, scope: Scope, limit: int) -> Mapping[str, int]:
        """Removes up to `limit` rows of the scope but work that waits; empty at the end."""
        gone, left = Counter[str](), limit
        for name, rows, key in list(self._rows(scope)):
            if left <= 0:
                break
            if name == "events" and rows[key].state not in FINAL:
                continue
            del rows[key]
            gone[name] += 1
            left -= 1
        return gone

    def rows(self, scope: Scope) -> Mapping[str, int]:
        """What a whole erasure would remove, by table."""
        return Counter(name for name, _, _ in self._rows(scope))

    def remove_announced(self, scope: Scope) -> None:
        """Notifications of the scope that have left."""
        for number in list(self._tables.outbox_published):
            item = self._tables.outbox.get(number)
            if item is not None and (item.tenant, item.scope) == (self._tenant, str(scope)):
                del self._tables.outbox[number]

    def remove_scope(self, scope: Scope) -> None:
        """The scope's own row, unless something new stands there."""
        if next(self._rows(scope), None) is None:
            self._tables.scopes.pop((self._tenant, scope), None)

    def _rows(self, scope: Scope) -> Iterator[tuple[str, dict[Any, Any], Any]]:
        yield from rows_of_scope(self._tables, self._tenant, scope, None)

    def _pop(self, name: str, scope: Scope, id_: UUID) -> int:
        return int(getattr(self._tables, name).pop(((self._tenant, scope), id_), None) is not None)


def rows_of_scope(
    tables: Tables, tenant: Tenant, scope: Scope, until: datetime | None
) -> Iterator[tuple[str, dict[Any, Any], Any]]:
    """Every row of the scope: table, its rows, and the row's key. Of events those that an erasure did not leave."""
    owner = (tenant, scope)
    for name in _OF_SCOPE:
        rows: dict[Any, Any] = getattr(tables, name)
        yield from ((name, rows, key) for key in rows if key[0] == owner)
    for name in _OF_SESSION:
        rows = getattr(tables, name)
        for key in rows:
            of: SessionKey = key if isinstance(key, SessionKey) else key[0]
            if (of.tenant, of.scope) == owner:
                yield name, rows, key
    for key, entry in tables.events.items():
        if (
            key[0] == owner
            and (until is None or entry.recorded_at <= until)
            and entry.type != "memory.forget"
        ):
            yield "events", tables.events, key
    for number, item in tables.outbox.items():
        gone = until is None or item.at <= until or number in tables.outbox_published
        told = item.type == "memory.forgotten"  # on its way to whoever keeps copies
        if (item.tenant, item.scope) == (tenant, str(scope)) and gone and not told:
            yield "outbox", tables.outbox, number
    if owner in tables.reinforcement_due:
        yield "reinforcement_due", tables.reinforcement_due, owner
