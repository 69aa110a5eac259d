"""Due instants in this process's memory, kept by whoever changes a memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from memory_pipeline.adapters.in_memory.state import Accesses, Owner, Tables
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.lifecycle import Ageing, TransitionKind
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.schedule import ageing_of_episode, ageing_of_fact, scheduled, touched
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.forgetting import Aged
from memory_pipeline.ports.memory_store import Tier


def with_touches(tables: Tables, owner: Owner, memory_id: UUID) -> Aged | None:
    """The memory with what recalls and pins know of it."""
    stored = tables.ageing.get((owner, memory_id))
    if stored is None:
        return None
    memory = replace(stored.ageing, candidate_since=stored.schedule.candidate_since)
    accesses = tables.accesses.get((owner, memory_id))
    return replace(
        stored,
        ageing=_touched(tables, owner, memory_id, memory),
        accesses=accesses.count if accesses else 0,
    )


def _touched(tables: Tables, owner: Owner, memory_id: UUID, memory: Ageing) -> Ageing:
    accesses = tables.accesses.get((owner, memory_id))
    at = accesses.last_at if accesses else None
    return touched(memory, at, pinned=(owner, memory_id) in tables.pins)


def follow_facts(
    tables: Tables, owner: Owner, changed: Collection[UUID], slots: Collection[Slot], policy: Policy
) -> None:
    """Makes the due instants of `changed` those of the facts as they are now; drops those that are gone.

    Whatever of these slots waited for something younger to go is looked at again.
    """
    rows: dict[UUID, list[Fact]] = defaultdict(list)
    in_slots: set[UUID] = set()
    for (owned_by, id_, _), fact in tables.facts.items():
        if owned_by == owner and id_ in changed:
            rows[id_].append(fact)
        if owned_by == owner and fact.slot in slots:
            in_slots.add(id_)
    for id_ in changed:
        if id_ not in rows:
            tables.ageing.pop((owner, id_), None)
            _follow_redirect(tables, owner, id_)
    for id_, found in rows.items():
        memory = ageing_of_fact(found, _recorded_at(tables, owner, found))
        _write(tables, owner, id_, Tier.SEMANTIC, memory, policy)
    for id_ in in_slots:
        stored = tables.ageing[owner, id_]
        plan = stored.schedule
        if plan.kind is TransitionKind.PURGE and plan.due_at is None:
            tables.ageing[owner, id_] = replace(stored, schedule=replace(plan, due_at=plan.settled_at))


def follow_episodes(tables: Tables, owner: Owner, episodes: Iterable[Episode], policy: Policy) -> None:
    """Gives new episodes their due instants."""
    for episode in episodes:
        _write(tables, owner, episode.id, Tier.EPISODIC, ageing_of_episode(episode), policy)


def _write(tables: Tables, owner: Owner, id_: UUID, tier: Tier, memory: Ageing, policy: Policy) -> None:
    stored = tables.ageing.get((owner, id_))
    if stored is None:
        mark_crowding(tables, owner, policy)
    else:
        memory = replace(memory, surplus_since=stored.ageing.surplus_since)
    settled_at = stored.schedule.settled_at if stored else memory.idle_from
    since = stored.schedule.candidate_since if stored else None
    known = _touched(tables, owner, id_, replace(memory, candidate_since=since))
    plan = scheduled(known, settled_at, policy.for_memory(owner[1], tier.value))
    tables.ageing[owner, id_] = Aged(owner[1], id_, tier, memory, plan)


def mark_crowding(tables: Tables, owner: Owner, policy: Policy) -> None:
    """The scope got a memory: a night looks at how many it holds, if the policy bounds that."""
    if policy.for_memory(owner[1], Tier.SEMANTIC).keep_best is not None:
        tables.crowding[owner] = True


def _recorded_at(tables: Tables, owner: Owner, rows: Iterable[Fact]) -> datetime | None:
    members = {each for fact in rows for each in fact.assertions}
    found = (tables.assertions.get((owner, each)) for each in members)
    return max((item.assertion.recorded_at for item in found if item is not None), default=None)


def _follow_redirect(tables: Tables, owner: Owner, gone: UUID) -> None:
    """Accesses and pins of an absorbed fact are its heir's."""
    heir = tables.redirects.get((owner, gone))
    if heir is None:
        return
    accesses = tables.accesses.pop((owner, gone), None)
    if accesses is not None:
        own = tables.accesses.get((owner, heir), Accesses(0, accesses.last_at))
        tables.accesses[owner, heir] = Accesses(
            own.count + accesses.count, max(own.last_at, accesses.last_at)
        )
    if tables.pins.pop((owner, gone), False) is None:
        tables.pins[owner, heir] = None
