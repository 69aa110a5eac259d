"""Distils what repeats in a scope's episodes into facts, by the same commit as everything that is believed."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.errors import MemoryPipelineError
from memory_pipeline.domain.night import Tally
from memory_pipeline.domain.projection import slot_of
from memory_pipeline.domain.reinforcement import PREDICATE, Repetition, distilled, repetitions
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.commit import ScopeBatch, commit
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.embed import embed
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.pipeline.place import place

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reinforced:
    """`assertions` are those that were, or in a dry run would be, new; `fact_ids` the facts they went into."""

    repetitions: tuple[Repetition, ...] = ()
    assertions: int = 0
    fact_ids: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True)
class ReinforcedScopes:
    scopes: int = 0
    assertions: int = 0
    failed: int = 0


def reinforce(
    tenant: Tenant, scope: Scope, deps: Dependencies, *, dry_run: bool = False, tally: Tally | None = None
) -> Reinforced:
    """What recurs in the scope, and how much of it was new.

    Each mention is an assertion whose id follows from its episode, so that any number of runs is one. Episodes stay as
    they are; a run that fails leaves nothing behind. With a `tally` it is counted under a night's run. Raises
    UnknownTenant.
    """
    episodes = [
        episode
        for archived in (False, True)
        for episode in deps.reader.episodes(tenant, scope, archived=archived)
    ]
    found = repetitions(episodes)
    policy, now = deps.policies.of(tenant).policy, deps.clock.now()
    mentions = [distilled(mention, policy, recorded_at=now) for each in found for mention in each.mentions]
    new = _not_stored(mentions, tenant, scope, deps)
    if dry_run or not new:
        return Reinforced(found, len(new))
    placing = place([PREDICATE], deps, policy)
    embedded = embed(new, (), placing, deps.embedder)
    written = commit(tenant, {scope: ScopeBatch(tuple(new))}, placing, embedded, deps, tally=tally)
    fill_vectors(tenant, scope, deps)
    return Reinforced(found, written.assertions, written.fact_ids)


def reinforce_due(deps: Dependencies, *, limit: int = 200) -> ReinforcedScopes:
    """Reinforces the scopes of all tenants that got episodes on an earlier day. What fails stays due."""
    scopes = assertions = failed = 0
    for due in deps.store.scopes_to_reinforce(now=deps.clock.now(), limit=limit):
        try:
            assertions += reinforce(due.tenant, due.scope, deps).assertions
            deps.store.reinforced(due)
        except MemoryPipelineError as error:
            failed += 1
            _log.warning("a scope stays due for reinforcement: %s", type(error).__name__)
            continue
        scopes += 1
    return ReinforcedScopes(scopes, assertions, failed)


def _not_stored(
    mentions: Sequence[Assertion], tenant: Tenant, scope: Scope, deps: Dependencies
) -> list[Assertion]:
    """Nothing is embedded or locked for what an earlier run wrote."""
    if not mentions:
        return []
    placing = place([PREDICATE], deps, deps.policies.of(tenant).policy)
    slots = {slot_of(each, frozenset(), placing) for each in mentions}
    known = {item.assertion.id for item in deps.reader.placed(tenant, scope, slots)}
    return [each for each in mentions if each.id not in known]
