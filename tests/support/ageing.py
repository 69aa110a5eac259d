"""Memories that age: written as a commit writes them, and what the closed form says has become of them at an instant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.decay import idle_since
from memory_pipeline.domain.episode import Episode, EpisodeKind, episode_id
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.fact import Fact, FactStatus
from memory_pipeline.domain.lifecycle import Ageing, ageing_of, archive_at, observe_at
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.policy import DEFAULT_POLICY, Policy
from memory_pipeline.domain.projection import predicate_resolver, project_scope
from memory_pipeline.domain.registry import REGISTRY
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.commit import ScopeBatch, commit
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.embed import embed
from memory_pipeline.pipeline.forgetting.night import StandingClock
from memory_pipeline.pipeline.place import place
from tests.support.assertions import SCOPE, TENANT, state

MINUTE = timedelta(minutes=1)


def remember(
    deps: Dependencies, *items: Assertion | Episode, scope: Scope = SCOPE, at: datetime | None = None
) -> None:
    """Commits them to the scope, by a clock that stands at `at` or at the time the last of them was recorded."""
    stated = tuple(each for each in items if isinstance(each, Assertion))
    told = tuple(each for each in items if isinstance(each, Episode))
    recorded = [
        *(each.recorded_at for each in stated),
        *(each.recorded_at for each in told if each.recorded_at),
    ]
    deps = replace(deps, clock=StandingClock(at or max(recorded)))
    placing = place((each.predicate for each in stated), deps, deps.policies.of(TENANT).policy)
    embedded = embed(stated, told, placing, deps.embedder)
    commit(TENANT, {scope: ScopeBatch(stated, told)}, placing, embedded, deps)


def happened(trigger: str, at: datetime, *, scope: Scope = SCOPE, confidence: float = 0.9) -> Episode:
    """One episode of a session of its own, recorded a minute later."""
    session = f"s-{trigger}-{at.isoformat()}"
    return Episode(
        id=episode_id(TENANT, scope, session, "m1", EpisodeKind.OTHER, trigger),
        tenant=TENANT,
        scope=scope,
        session_id=session,
        kind=EpisodeKind.OTHER,
        occurred_at=at,
        trigger=trigger,
        summary=f"{trigger} 的经过",
        outcome=None,
        success=None,
        confidence=confidence,
        evidence=(Evidence(session, "m1", trigger),),
        recorded_at=at + MINUTE,
    )


def remember_ageing(deps: Dependencies, now: datetime, *, scopes: int) -> Mapping[Step, Mapping[str, int]]:
    """In each scope one fact that faded, one episode that is to be archived and one fact that is to go; the counts of a
    night at `now`."""
    for number in range(scopes):
        scope = Scope.parse(f"team:t{number}")

        def told(value: str, days: float, confidence: float, name: str, scope: Scope = scope) -> Assertion:
            at = now - timedelta(days=days)
            return state(
                value,
                at,
                source=Source.CMDB,
                subject="order-service",
                predicate=name,
                confidence=confidence,
                scope=scope,
            )

        remember(
            deps,
            told("8.1", 40, 0.9, "version"),
            told("shanghai", 300, 0.3, "region"),
            happened("order-service timed out", now - timedelta(days=200), scope=scope),
            scope=scope,
        )
    one = {"semantic": scopes, "episodic": scopes}
    return {Step.DECAY: one, Step.ARCHIVE: one, Step.PURGE: {"semantic": scopes}}


Row = tuple[str, str, str, str]  # tier, what, from, status


@dataclass(frozen=True, slots=True)
class Access:
    memory_id: UUID
    at: datetime


def held(deps: Dependencies, scope: Scope, now: datetime) -> set[Row]:
    """What the stores hold of a scope: every row of a fact and every episode, with its status."""
    facts = deps.reader.facts(TENANT, scope, history=True, now=now, as_of=None)
    found = {
        ("semantic", f"{fact.slot.predicate}={fact.object}", fact.valid_from.isoformat(), str(fact.status))
        for fact in facts
    }
    for archived in (False, True):
        for each in deps.reader.episodes(TENANT, scope, archived=archived):
            found.add(("episodic", each.trigger, each.occurred_at.isoformat(), str(each.status)))
    return found


def foretold(
    assertions: Sequence[Assertion],
    episodes: Iterable[Episode],
    accesses: Sequence[Access],
    now: datetime,
    policy: Policy = DEFAULT_POLICY,
) -> set[Row]:
    """The same by the closed form alone: what is projected at `now`, and of each memory what its age has made of it.

    Every slot here is single-valued and every value stated once: a slot goes from its old end, as far as it is ready.
    """
    by_slot: dict[str, list[Assertion]] = {}
    for each in sorted(assertions, key=lambda each: each.asserted_at):
        if each.recorded_at <= now:
            by_slot.setdefault(each.predicate, []).append(each)
    found: set[Row] = set()
    for stated in by_slot.values():
        found |= _slot_foretold(stated, accesses, now, policy)
    for episode in episodes:
        if episode.recorded_at is None or episode.recorded_at > now:
            continue
        memory = Ageing(episode.confidence, _idle(episode.id, episode.recorded_at, accesses, now))
        if not _is_gone(memory, now, policy):
            due = archive_at(memory, policy)
            status = "archived" if due is not None and due <= now else "active"
            found.add(("episodic", episode.trigger, episode.occurred_at.isoformat(), status))
    return found


def _slot_foretold(
    stated: Sequence[Assertion], accesses: Sequence[Access], now: datetime, policy: Policy
) -> set[Row]:
    projected = project_scope(
        TENANT,
        stated[0].scope,
        stated,
        now=now,
        policy=policy,
        registry=REGISTRY,
        predicate_of=predicate_resolver(REGISTRY, policy),
    )
    rows = {fact.assertions[0]: fact for fact in projected.facts}
    ages = {each.id: _ageing(rows[each.id], each, accesses, now) for each in stated}
    left = list(stated)
    while left and _is_gone(ages[left[0].id], now, policy):
        del left[0]
    found: set[Row] = set()
    for each in left:
        fact, status = rows[each.id], _status(rows[each.id], ages[each.id], now, policy)
        found.add(("semantic", f"{fact.slot.predicate}={fact.object}", fact.valid_from.isoformat(), status))
    return found


def _idle(id_: UUID, since: datetime, accesses: Sequence[Access], now: datetime) -> datetime:
    at = [each.at for each in accesses if each.memory_id == id_ and each.at <= now]
    return idle_since(max(at, default=None), since, None) or since


def _ageing(fact: Fact, stated: Assertion, accesses: Sequence[Access], now: datetime) -> Ageing:
    return ageing_of(fact, idle_from=_idle(fact.id, stated.recorded_at, accesses, now))


def _is_gone(memory: Ageing, now: datetime, policy: Policy) -> bool:
    since = observe_at(memory, policy)
    return since is not None and since + policy.purge_observation <= now


def _status(fact: Fact, memory: Ageing, now: datetime, policy: Policy) -> str:
    due = archive_at(memory, policy)
    archived = fact.status is FactStatus.CURRENT and due is not None and due <= now
    return "archived" if archived else str(fact.status)
