"""Writes assertions and episodes and projects what they touch, in the one transaction that also ends their event."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from memory_pipeline.domain.assertion import Act, Assertion
from memory_pipeline.domain.comparison.result import Sameness
from memory_pipeline.domain.comparison.statements import compare_statements
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.errors import SessionChanged
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Projection
from memory_pipeline.domain.night import Tally
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection import PredicateOf, slot_of
from memory_pipeline.domain.rendering import episode_text
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.domain.terms import terms
from memory_pipeline.events.models import Notification
from memory_pipeline.pipeline.audit import event_line, line
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.embed import Embedded
from memory_pipeline.pipeline.index_facts import index_facts, put_vectors
from memory_pipeline.pipeline.place import Placing
from memory_pipeline.pipeline.redact import redacted
from memory_pipeline.pipeline.refuse_erased import Refusal, wait_for_erasure
from memory_pipeline.pipeline.refuse_secrets import without_secret_episodes, without_secret_statements
from memory_pipeline.pipeline.reproject import NAME, Reprojection
from memory_pipeline.ports.audit import Action, AuditLine
from memory_pipeline.ports.ledger import Claim
from memory_pipeline.ports.memory_store import (
    FactChanges,
    MemoryTerms,
    MemoryUnit,
    Placed,
    Tier,
)
from memory_pipeline.ports.tombstone_keys import TombstoneKeys
from memory_pipeline.ports.transcripts import SegmentRange
from memory_pipeline.ports.working_memory import SessionKey


@dataclass(frozen=True, slots=True)
class ScopeBatch:
    """What one commit adds to one scope."""

    assertions: tuple[Assertion, ...] = ()
    episodes: tuple[Episode, ...] = ()


@dataclass(frozen=True, slots=True)
class SegmentCommit:
    """The segment that a commit consolidates, and what of it was kept out. `revision` is the session's when it was read."""

    key: SessionKey
    range: SegmentRange
    rejected: tuple[RejectedItem, ...] = ()
    revision: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """Ends the event in the same transaction; `result` is called with what the commit wrote.

    Not `whole`, it is kept as what came of the event so far.
    """

    claim: Claim
    result: Callable[[Written], Mapping[str, Any]]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Written:
    """How many assertions and episodes were new, and the facts that the batch's assertions went into.

    `superfluous` where another attempt had committed the segment. `refused` and `refused_episodes` count what was not
    written because it had been erased.
    """

    assertions: int = 0
    episodes: int = 0
    fact_ids: tuple[UUID, ...] = ()
    superfluous: bool = False
    refused: int = 0
    refused_episodes: int = 0


def commit(
    tenant: Tenant,
    batches: Mapping[Scope, ScopeBatch],
    placing: Placing,
    embedded: Embedded,
    deps: Dependencies,
    *,
    segment: SegmentCommit | None = None,
    ending: Ending | None = None,
    tally: Tally | None = None,
) -> Written:
    """Assertions, projection, watermark, ledger state and outbox, all or nothing, under the scopes' row locks.

    The policy is the one in force under these locks: a replay that brings in another reaches the scope after it. With a
    `tally` the new assertions are counted under a night's run.
    """
    now = deps.clock.now()
    with deps.store.unit(tenant, batches.keys()) as unit:
        wait_for_erasure(unit, batches.keys())
        if segment is not None and _changed(segment, unit):
            raise SessionChanged("something of the session was erased meanwhile", 0.0)
        if segment is not None and not unit.commit_segment(segment.key, segment.range, now=now):
            return Written(superfluous=True)
        policy = unit.policy().policy
        written = Written()
        for scope in sorted(batches):
            part = ScopeCommit(tenant, scope, unit, placing.under(policy), policy, embedded, deps, now)
            written = _sum(written, part.add_assertions(batches[scope].assertions))
            written = _sum(written, part.add_episodes(batches[scope].episodes))
        if segment is not None:
            unit.keep_rejections(segment.key, segment.range, segment.rejected)
        if ending is not None and ending.whole:
            unit.complete(
                ending.claim,
                now=now,
                result=ending.result(written),
                document=redacted(ending.claim.document) if written.refused and segment is None else None,
            )
        elif ending is not None:
            unit.progress(ending.claim, result=ending.result(written))
        unit.audit([_audit_line(tenant, batches, written, segment, ending, deps)])
        if tally is not None:
            unit.tally(tally, Tier.SEMANTIC, written.assertions)
        return written


def _audit_line(
    tenant: Tenant,
    batches: Collection[Scope],
    written: Written,
    segment: SegmentCommit | None,
    ending: Ending | None,
    deps: Dependencies,
) -> AuditLine:
    count = written.assertions + written.episodes
    if ending is not None:
        return event_line(ending.claim, deps, ids=[*sorted(batches), *written.fact_ids], count=count)
    if segment is not None:
        home, ids = segment.key.scope, [segment.key.session_id, *sorted(batches), *written.fact_ids]
        return line(Action.CONSOLIDATE, tenant, deps, scope=home, ids=ids, count=count)
    return line(
        Action.REINFORCE, tenant, deps, scope=min(batches, default=None), ids=written.fact_ids, count=count
    )


def _changed(segment: SegmentCommit, unit: MemoryUnit) -> bool:
    """Whether the session is there, and is not what it was when the segment was read from it."""
    now = unit.revision(segment.key)
    return bool(segment.revision) and now != segment.revision


def _sum(one: Written, other: Written) -> Written:
    return Written(
        one.assertions + other.assertions,
        one.episodes + other.episodes,
        one.fact_ids + other.fact_ids,
        refused=one.refused + other.refused,
        refused_episodes=one.refused_episodes + other.refused_episodes,
    )


@dataclass(frozen=True, slots=True)
class ScopeCommit:
    """One scope's share of a commit."""

    tenant: Tenant
    scope: Scope
    unit: MemoryUnit
    predicate_of: PredicateOf
    policy: Policy
    embedded: Embedded
    deps: Dependencies
    now: datetime

    def names(self) -> frozenset[str]:
        """What the scope's person is known by as things stand in the unit."""
        return self._again().names(self.unit.placed_under(self.scope, NAME))

    def add_assertions(
        self,
        assertions: Sequence[Assertion],
        *,
        emptied: Collection[Slot] = (),
        known_as: frozenset[str] | None = None,
    ) -> Written:
        """How many were new, and the facts they went into, in the order of the assertions.

        `emptied` are slots that lost statements in this unit, `known_as` the names there were before that.
        """
        again = self._again()
        named = self.unit.placed_under(self.scope, NAME)
        names_before = again.names(named) if known_as is None else known_as
        placed = [Placed(each, slot_of(each, names_before, self.predicate_of)) for each in assertions]
        welcome = self._refusal({item.slot for item in placed}).welcome(placed)
        welcome = without_secret_statements(welcome, self.tenant, self.scope, self.deps)
        refused = len(placed) - len(welcome)
        added = set(self.unit.add(welcome))
        new = [item for item in welcome if item.assertion.id in added]
        if not new and not emptied:
            return Written(refused=refused)
        names = again.names([*named, *new])
        if names != names_before:
            projections = again.everything(emptied)
        else:
            projections = again.touched({*emptied, *(item.slot for item in new)}, names)
        changes = self.unit.save_projections(self.scope, projections)
        facts = [fact for projection in projections for fact in projection.facts]
        index_facts(self.unit, self.scope, facts, self.embedded)
        self.unit.notify(self._fact_notifications(changes, projections, new))
        into = _facts_of([item.assertion for item in new], projections)
        return Written(len(new), fact_ids=tuple(into), refused=refused)

    def _again(self) -> Reprojection:
        return Reprojection(
            self.tenant,
            self.scope,
            self.unit,
            self.predicate_of,
            self.policy,
            self.deps.registry,
            self.deps.digest,
            self.now,
        )

    def _refusal(self, slots: Collection[Slot]) -> Refusal:
        return Refusal(
            self.scope,
            self.unit,
            TombstoneKeys(self.deps.digest, self.tenant, self.scope),
            self._again().horizons(slots),
            self.policy,
            self.deps.registry,
            self.now,
        )

    def add_episodes(self, episodes: Sequence[Episode]) -> Written:
        if not episodes:
            return Written()
        welcome = self._refusal(()).welcome_episodes(episodes)
        welcome = without_secret_episodes(welcome, self.tenant, self.scope, self.deps)
        kept = _without_repeats(welcome, self.unit.session_episodes(self.scope, episodes[0].session_id))
        new = set(self.unit.add_episodes(kept))
        added = [episode for episode in kept if episode.id in new]
        self.unit.put_terms(self.scope, [_episode_terms(episode) for episode in added])
        texts = [(episode.id, episode_text(episode)) for episode in added]
        put_vectors(self.unit, self.scope, texts, Tier.EPISODIC, self.embedded)
        self.unit.notify([self._notification("memory.created", "episodic", episode.id) for episode in added])
        return Written(episodes=len(added), refused_episodes=len(episodes) - len(welcome))

    def _fact_notifications(
        self, changes: FactChanges, projections: Sequence[Projection], new: Sequence[Placed]
    ) -> list[Notification]:
        touched = {*changes.created, *changes.updated}
        escalated = {f.id for p in projections for f in p.facts if f.escalated_at is not None}
        confirmations = [item.assertion for item in new if item.assertion.act is Act.CONFIRMATION]
        return [
            *(self._notification("memory.created", "semantic", id_) for id_ in changes.created),
            *(self._notification("memory.updated", "semantic", id_) for id_ in changes.updated),
            *(
                self._notification("memory.confirmed", "semantic", id_)
                for id_ in _facts_of(confirmations, projections)
            ),
            *(
                self._notification("memory.conflicted", "semantic", id_)
                for id_ in sorted(touched & escalated)
            ),
        ]

    def _notification(self, type_: Any, tier: Any, memory_id: UUID) -> Notification:
        return Notification(
            type=type_, tenant=self.tenant, scope=str(self.scope), tier=tier, memory_id=memory_id, at=self.now
        )


def _facts_of(assertions: Sequence[Assertion], projections: Sequence[Projection]) -> list[UUID]:
    into: dict[UUID, UUID] = {}
    for projection in projections:
        for verdict in projection.verdicts:
            target = verdict.fact_id or verdict.against
            if target is not None:
                into.setdefault(verdict.assertion_id, target)
        for fact in projection.facts:
            into.update(dict.fromkeys(fact.assertions, fact.id))
    return list(dict.fromkeys(into[each.id] for each in assertions if each.id in into))


def _without_repeats(episodes: Sequence[Episode], earlier: Sequence[Episode]) -> list[Episode]:
    """Episodes deduplicate within their session: the first telling stays."""
    kept: list[Episode] = []
    for episode in sorted(episodes, key=lambda each: (each.occurred_at, each.id)):
        if not any(_repeats(episode, other) for other in (*earlier, *kept)):
            kept.append(episode)
    return kept


def _repeats(episode: Episode, other: Episode) -> bool:
    return (
        episode.id != other.id
        and episode.kind is other.kind
        and episode.actions == other.actions
        and compare_statements(episode.trigger, other.trigger).sameness is Sameness.SAME
        and (episode.outcome or "") == (other.outcome or "")
    )


def _episode_terms(episode: Episode) -> MemoryTerms:
    actions = [part for action in episode.actions for part in (action.action, action.result or "")]
    entities = " ".join(episode.entities.values())
    text = " ".join([episode_text(episode), *actions, *episode.entities.keys(), entities])
    return MemoryTerms(episode.id, Tier.EPISODIC, terms(text), terms(entities))
