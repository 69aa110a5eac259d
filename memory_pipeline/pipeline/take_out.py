"""Takes out of the database what an erasure found, and computes again what else rested on it. One transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal
from uuid import UUID

from memory_pipeline.domain.erased_text import texts_within
from memory_pipeline.domain.erasure import Recomputed
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.models import Notification
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.find_erased import Findings, ScopeFindings
from memory_pipeline.pipeline.index_facts import index_facts
from memory_pipeline.pipeline.place import Placing
from memory_pipeline.pipeline.redact import redacted
from memory_pipeline.pipeline.refuse_erased import DISCARDED
from memory_pipeline.pipeline.reproject import NAME, Reprojection
from memory_pipeline.ports.erasure import ErasureUnit, Leftovers
from memory_pipeline.ports.horizon_keys import veiled_scope
from memory_pipeline.ports.ledger import FINAL, EventState, LedgerEntry
from memory_pipeline.ports.working_memory import SessionKey

_COUNTED_ELSEWHERE = frozenset({"events", "outbox"})
_HEADERS = frozenset({"tenant", "scope", "type", "event_id", "version"})


@dataclass(slots=True)
class Taken:
    """What it came to: rows by store, memories that are gone, and facts that stand on other evidence."""

    counts: Counter[str] = field(default_factory=Counter)
    facts: dict[Scope, tuple[UUID, ...]] = field(default_factory=dict)
    episodes: dict[Scope, tuple[UUID, ...]] = field(default_factory=dict)
    recomputed: list[Recomputed] = field(default_factory=list)
    again: int = 0


@dataclass(frozen=True, slots=True)
class TakeOut:
    tenant: Tenant
    home: Scope
    unit: ErasureUnit
    placing: Placing
    policy: Policy
    deps: Dependencies
    now: datetime

    def run(self, found: Findings) -> Taken:
        """Everything that was found goes; what stays is as if it had never been said."""
        taken = Taken()
        scopes = {self.home, *found.scopes}
        before = {scope: self.unit.rows(scope) for scope in scopes}
        for key, messages in found.messages.items():
            for position, message in messages.items():
                self.unit.mask_message(key, position, message)
            taken.counts["messages_masked"] += len(messages) - len(found.wordless.get(key, ()))
        for scope, own in sorted(found.scopes.items()):
            self._scope(scope, own, taken)
        for session in found.sessions:
            self.unit.remove_session(session.key)
        if found.needles and not found.sessions:
            self.unit.remove_texts(self.home, lambda text: any(n.within(text) for n in found.needles))
        self._events(found, taken)
        touched = [*found.messages, *(session.key for session in found.sessions)]
        self.unit.renew(touched)
        taken.again = self.unit.redo(found.again, now=self.now)
        for scope in scopes:
            taken.counts.update(_fewer(before[scope], self.unit.rows(scope)))
        return taken

    def _scope(self, scope: Scope, own: ScopeFindings, taken: Taken) -> None:
        before = _by_id(self.unit.facts(scope))
        again = self._again(scope)
        names = again.names(self.unit.placed_under(scope, NAME))
        for memory_id, evidence in own.evidence.items():
            if memory_id not in own.assertions:
                self.unit.replace_evidence(scope, memory_id, evidence)
                taken.counts["quotes_masked"] += 1
        self.unit.clear_retracted(scope, own.retracted)
        self.unit.remove_assertions(scope, own.assertions.keys())
        self.unit.remove_episodes(scope, own.episodes.keys())
        self._project(scope, own, again, names)
        after = _by_id(self.unit.facts(scope))
        gone = sorted(before.keys() - after.keys())
        self.unit.remove_memories(scope, [*gone, *own.episodes])
        taken.facts[scope], taken.episodes[scope] = tuple(gone), tuple(own.episodes)
        taken.recomputed.extend(
            Recomputed(id_, _support(before[id_]), _support(after[id_]))
            for id_ in sorted(before.keys() & after.keys())
            if before[id_] != after[id_]
        )
        self.unit.bury(scope, own.graves, now=self.now)
        self.unit.notify(self._notifications(scope, gone, own, before, after))

    def _project(self, scope: Scope, own: ScopeFindings, again: Reprojection, names: frozenset[str]) -> None:
        if not own.slots:
            return
        named = again.names(self.unit.placed_under(scope, NAME))
        projections = again.touched(own.slots, names) if named == names else again.everything(own.slots)
        self.unit.save_projections(scope, projections)
        facts = [fact for projection in projections for fact in projection.facts]
        index_facts(self.unit, scope, facts, None)

    def _again(self, scope: Scope) -> Reprojection:
        return Reprojection(
            self.tenant, scope, self.unit, self.placing, self.policy, self.deps.registry, self.deps.digest, self.now
        )  # fmt: skip

    def _events(self, found: Findings, taken: Taken) -> None:
        veiled = veiled_scope(self.deps.digest, self.tenant, self.home)
        gone = {session.key.session_id for session in found.sessions}
        masked = {key.session_id for key in found.messages}
        for entry in list(self.unit.ledger(self.home)):
            session_id = entry.document.get("session_id")
            if session_id in gone or (session_id in masked and entry.state is EventState.DONE):
                # Under its own name it would count as done when the same messages come again: they would lie about.
                self.unit.rewrite_event(discarded(entry, self.now, veiled=veiled), scope=veiled)
            elif entry.document.get("ref") in found.refs or _holds(entry, found):
                self.unit.rewrite_event(discarded(entry, self.now))
            else:
                continue
            taken.counts["events"] += 1

    def _notifications(
        self,
        scope: Scope,
        gone: Sequence[UUID],
        own: ScopeFindings,
        before: Mapping[UUID, list[Fact]],
        after: Mapping[UUID, list[Fact]],
    ) -> list[Notification]:
        changed = [id_ for id_ in before.keys() & after.keys() if before[id_] != after[id_]]
        return [
            *(self._notification(scope, "memory.forgotten", "semantic", id_) for id_ in gone),
            *(self._notification(scope, "memory.forgotten", "episodic", id_) for id_ in own.episodes),
            *(self._notification(scope, "memory.updated", "semantic", id_) for id_ in sorted(changed)),
        ]

    def _notification(
        self,
        scope: Scope,
        type_: Literal["memory.forgotten", "memory.updated"],
        tier: Literal["episodic", "semantic"],
        memory_id: UUID,
    ) -> Notification:
        return Notification(
            type=type_, tenant=self.tenant, scope=str(scope), tier=tier, memory_id=memory_id, at=self.now
        )


def _fewer(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """How many rows each store has less; the ledger's are rewritten and the outbox's added, and counted as such."""
    return {
        name: number - after.get(name, 0)
        for name, number in before.items()
        if name not in _COUNTED_ELSEWHERE and number > after.get(name, 0)
    }


def discarded(entry: LedgerEntry, now: datetime, *, veiled: Scope | None = None) -> LedgerEntry:
    """The event without words; one that was not done ends done, and says that what it was about was erased."""
    bare = replace(entry, document=redacted(entry.document, veiled=veiled), error=None)
    if entry.state is EventState.DONE:
        return replace(bare, reason=entry.reason)
    counts = {"discarded": DISCARDED, "discarded_events": 1, "was": str(entry.state)}
    return replace(
        bare,
        state=EventState.DONE,
        reason=DISCARDED,
        result=counts,
        done_at=now,
        lease_until=None,
        next_attempt_at=None,
    )


def leftovers(found: Findings, taken: Taken) -> Leftovers:
    """What is to be erased outside the database, by ids."""
    scopes = sorted({*taken.facts, *taken.episodes})
    return Leftovers(
        sessions=tuple(session.key for session in found.sessions),
        masked=tuple((key, tuple(found.masked_ids(key))) for key in found.messages),
        memories=tuple((scope, (*taken.facts[scope], *taken.episodes[scope])) for scope in scopes),
    )


def redone_sessions(found: Findings) -> list[SessionKey]:
    return [key for key, positions in found.again.items() if positions]


def _holds(entry: LedgerEntry, found: Findings) -> bool:
    texts = [
        *texts_within(entry.document, _HEADERS),
        *texts_within(entry.result),
        entry.error or "",
        entry.reason or "",
    ]
    return any(needle.within(text) for needle in found.needles for text in texts)


def _by_id(facts: Sequence[Fact]) -> dict[UUID, list[Fact]]:
    found: dict[UUID, list[Fact]] = {}
    for fact in sorted(facts, key=lambda fact: (fact.id, fact.valid_from)):
        found.setdefault(fact.id, []).append(fact)
    return found


def _support(rows: Sequence[Fact]) -> int:
    return len({assertion for row in rows for assertion in row.assertions})


def final(entry: LedgerEntry) -> bool:
    return entry.state in FINAL
