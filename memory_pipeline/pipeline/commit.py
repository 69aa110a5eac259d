"""Writes assertions and episodes and projects what they touch, in the one transaction that also ends their event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from memory_pipeline.domain.assertion import Act, Assertion
from memory_pipeline.domain.comparison.result import Sameness
from memory_pipeline.domain.comparison.statements import compare_statements
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.extraction import RejectedItem
from memory_pipeline.domain.fact import Projection
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection import (
    PredicateOf,
    person_names,
    project_scope,
    project_slots,
    slot_of,
    slots_together,
)
from memory_pipeline.domain.registry import normal_name
from memory_pipeline.domain.rendering import episode_text
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.terms import terms
from memory_pipeline.events.models import Notification
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.embed import Embedded
from memory_pipeline.pipeline.index_facts import index_facts, put_vectors
from memory_pipeline.pipeline.place import Placing
from memory_pipeline.ports.ledger import Claim
from memory_pipeline.ports.memory_store import (
    FactChanges,
    MemoryTerms,
    MemoryUnit,
    Placed,
    Tier,
)
from memory_pipeline.ports.transcripts import SegmentRange
from memory_pipeline.ports.working_memory import SessionKey

_NAME = "name"


@dataclass(frozen=True, slots=True)
class ScopeBatch:
    """What one commit adds to one scope."""

    assertions: tuple[Assertion, ...] = ()
    episodes: tuple[Episode, ...] = ()


@dataclass(frozen=True, slots=True)
class SegmentCommit:
    """The segment that a commit consolidates, and what of it was kept out."""

    key: SessionKey
    range: SegmentRange
    rejected: tuple[RejectedItem, ...] = ()


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

    `superfluous` where another attempt had committed the segment.
    """

    assertions: int = 0
    episodes: int = 0
    fact_ids: tuple[UUID, ...] = ()
    superfluous: bool = False


def commit(
    tenant: Tenant,
    batches: Mapping[Scope, ScopeBatch],
    placing: Placing,
    embedded: Embedded,
    deps: Dependencies,
    *,
    segment: SegmentCommit | None = None,
    ending: Ending | None = None,
) -> Written:
    """Assertions, projection, watermark, ledger state and outbox, all or nothing, under the scopes' row locks.

    The policy is the one in force under these locks: a replay that brings in another reaches the scope after it.
    """
    now = deps.clock.now()
    with deps.store.unit(tenant, batches.keys()) as unit:
        if segment is not None and not unit.commit_segment(segment.key, segment.range, now=now):
            return Written(superfluous=True)
        policy = unit.policy().policy
        assertions = episodes = 0
        fact_ids: list[UUID] = []
        for scope in sorted(batches):
            part = _ScopeCommit(tenant, scope, unit, placing.under(policy), policy, embedded, deps, now)
            added, into = part.add_assertions(batches[scope].assertions)
            assertions += added
            fact_ids.extend(into)
            episodes += part.add_episodes(batches[scope].episodes)
        if segment is not None:
            unit.keep_rejections(segment.key, segment.range, segment.rejected)
        written = Written(assertions, episodes, tuple(fact_ids))
        if ending is not None and ending.whole:
            unit.complete(ending.claim, now=now, result=ending.result(written))
        elif ending is not None:
            unit.progress(ending.claim, result=ending.result(written))
        return written


@dataclass(frozen=True, slots=True)
class _ScopeCommit:
    """One scope's share of a commit."""

    tenant: Tenant
    scope: Scope
    unit: MemoryUnit
    predicate_of: PredicateOf
    policy: Policy
    embedded: Embedded
    deps: Dependencies
    now: datetime

    def add_assertions(self, assertions: Sequence[Assertion]) -> tuple[int, list[UUID]]:
        """How many were new, and the facts they went into, in the order of the assertions."""
        named = self.unit.placed_under(self.scope, _NAME)
        names_before = self._names(named)
        new = self._add(assertions, names_before)
        if not new:
            return 0, []
        names = self._names([*named, *new])
        if names != names_before:
            projections = self._project_everything()
        else:
            projections = self._project_touched(new, names)
        changes = self.unit.save_projections(self.scope, projections)
        facts = [fact for projection in projections for fact in projection.facts]
        index_facts(self.unit, self.scope, facts, self.embedded)
        self.unit.notify(self._fact_notifications(changes, projections, new))
        return len(new), _facts_of([item.assertion for item in new], projections)

    def _add(self, assertions: Sequence[Assertion], names: frozenset[str]) -> list[Placed]:
        placed = [Placed(each, slot_of(each, names, self.predicate_of)) for each in assertions]
        added = set(self.unit.add(placed))
        return [item for item in placed if item.assertion.id in added]

    def _names(self, named: Sequence[Placed]) -> frozenset[str]:
        return person_names(
            [item.assertion for item in named],
            now=self.now,
            policy=self.policy,
            registry=self.deps.registry,
            predicate_of=as_placed(named, self.predicate_of),
        )

    def _project_touched(self, new: Sequence[Placed], names: frozenset[str]) -> Sequence[Projection]:
        touched = {slot for item in new for slot in slots_together(item.slot, self.deps.registry)}
        stored = self.unit.placed(self.scope, touched)
        return project_slots(
            self.tenant,
            self.scope,
            [item.assertion for item in stored],
            only=touched,
            names=names,
            now=self.now,
            policy=self.policy,
            registry=self.deps.registry,
            predicate_of=as_placed(stored, self.predicate_of),
        )

    def _project_everything(self) -> Sequence[Projection]:
        """A name became known or was taken back: every statement about that name may belong to another subject."""
        stored = self.unit.placed(self.scope, None)
        resolve = as_placed(stored, self.predicate_of)
        projected = project_scope(
            self.tenant,
            self.scope,
            [item.assertion for item in stored],
            now=self.now,
            policy=self.policy,
            registry=self.deps.registry,
            predicate_of=resolve,
        )
        slots = [(item, slot_of(item.assertion, projected.names, resolve)) for item in stored]
        self.unit.replace_slots(
            [(item.assertion.id, slot) for item, slot in slots if slot != item.slot], self.scope
        )
        emptied = {item.slot for item in stored} - {each.slot for each in projected.slots}
        return [*projected.slots, *(Projection(slot, (), ()) for slot in sorted(emptied))]

    def add_episodes(self, episodes: Sequence[Episode]) -> int:
        if not episodes:
            return 0
        kept = _without_repeats(episodes, self.unit.session_episodes(self.scope, episodes[0].session_id))
        new = set(self.unit.add_episodes(kept))
        added = [episode for episode in kept if episode.id in new]
        self.unit.put_terms(self.scope, [_episode_terms(episode) for episode in added])
        texts = [(episode.id, episode_text(episode)) for episode in added]
        put_vectors(self.unit, self.scope, texts, Tier.EPISODIC, self.embedded)
        self.unit.notify([self._notification("memory.created", "episodic", episode.id) for episode in added])
        return len(added)

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


def as_placed(stored: Sequence[Placed], predicate_of: PredicateOf) -> PredicateOf:
    """Stored assertions keep the predicate they were placed under; nothing is embedded again to project them."""
    known = {normal_name(item.assertion.predicate): item.slot.predicate for item in stored}

    def resolve(raw: str) -> str:
        return known.get(normal_name(raw)) or predicate_of(raw)

    return resolve


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
