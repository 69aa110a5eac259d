"""Rows of `ageing`: kept by the transaction that changes a memory, from what the memory says and what it was due for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres import rows
from memory_pipeline.adapters.postgres.schema import (
    ageing,
    assertions,
    crowding,
    fact_redirects,
    facts,
    memory_state,
)
from memory_pipeline.adapters.postgres.selects import owned
from memory_pipeline.domain.assertion import Forgettability
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.lifecycle import Ageing, TransitionKind
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.schedule import (
    Schedule,
    ageing_of_episode,
    ageing_of_fact,
    scheduled,
    touched,
)
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.forgetting import Aged
from memory_pipeline.ports.memory_store import Tier

_ROW = (
    "memory_id",
    "tier",
    "confidence",
    "idle_from",
    "stands",
    "ended_at",
    "archived",
    "by_person",
    "forgettability",
    "expires_at",
)
_KEPT = (*_ROW[2:], "candidate_since", "settled_at", "kind", "due_at")


def with_touches() -> sa.Select[Any]:
    """Rows of `ageing` with what recalls and pins know of each memory."""
    joined = ageing.outerjoin(
        memory_state,
        sa.and_(
            memory_state.c.tenant == ageing.c.tenant,
            memory_state.c.scope == ageing.c.scope,
            memory_state.c.memory_id == ageing.c.memory_id,
        ),
    )
    return sa.select(
        *ageing.c,
        memory_state.c.last_access_at,
        sa.func.coalesce(memory_state.c.pinned, False).label("pinned"),
        sa.func.coalesce(memory_state.c.accesses, 0).label("accesses"),
    ).select_from(joined)


def aged(row: sa.Row[Any]) -> Aged:
    """A row of `with_touches`."""
    memory = Ageing(
        confidence=row.confidence,
        idle_from=row.idle_from,
        stands=row.stands,
        ended_at=row.ended_at,
        archived=row.archived,
        by_person=row.by_person,
        forgettability=Forgettability(row.forgettability),
        expires_at=row.expires_at,
        candidate_since=row.candidate_since,
        surplus_since=row.surplus_since,
    )
    kind = None if row.kind is None else TransitionKind(row.kind)
    return Aged(
        Scope.parse(row.scope),
        row.memory_id,
        Tier(row.tier),
        touched(memory, row.last_access_at, pinned=row.pinned),
        Schedule(row.settled_at, kind, row.due_at, row.candidate_since),
        row.accesses,
    )


def follow_facts(
    connection: sa.Connection,
    tenant: Tenant,
    scope: Scope,
    changed: Mapping[UUID, Sequence[Fact]],
    gone: Collection[UUID],
    slot_ids: Collection[UUID],
    policy: Policy,
) -> None:
    """Makes the due instants those of the facts as they were just written; `changed` holds all rows of each fact.

    Whatever of these slots waited for something younger to go is looked at again.
    """
    if gone:
        connection.execute(
            sa.delete(ageing).where(*owned(ageing, tenant, scope), ageing.c.memory_id.in_(gone))
        )
        _follow_redirects(connection, tenant, scope, gone)
    recorded = _recorded_at(connection, tenant, scope, changed)
    memories = {id_: ageing_of_fact(found, recorded[id_]) for id_, found in changed.items()}
    _write(connection, tenant, scope, Tier.SEMANTIC, memories, policy)
    waiting = sa.select(facts.c.id).where(*owned(facts, tenant, scope), facts.c.slot_id.in_(slot_ids))
    connection.execute(
        sa.update(ageing)
        .where(
            *owned(ageing, tenant, scope),
            ageing.c.kind == TransitionKind.PURGE,
            ageing.c.due_at.is_(None),
            ageing.c.memory_id.in_(waiting),
        )
        .values(due_at=ageing.c.settled_at)
    )


def follow_episodes(
    connection: sa.Connection, tenant: Tenant, episodes: Iterable[Episode], policy: Policy
) -> None:
    """Gives new episodes their due instants."""
    by_scope: dict[Scope, dict[UUID, Ageing]] = defaultdict(dict)
    for episode in episodes:
        by_scope[episode.scope][episode.id] = ageing_of_episode(episode)
    for scope, memories in sorted(by_scope.items()):
        _write(connection, tenant, scope, Tier.EPISODIC, memories, policy)


def _write(
    connection: sa.Connection,
    tenant: Tenant,
    scope: Scope,
    tier: Tier,
    memories: Mapping[UUID, Ageing],
    policy: Policy,
) -> None:
    if not memories:
        return
    known = with_touches().where(
        *owned(ageing, tenant, scope),
        ageing.c.memory_id == sa.any_(sa.literal(sorted(memories), sa.ARRAY(sa.UUID))),
    )
    held = connection.execute(known.order_by(ageing.c.memory_id).with_for_update(of=ageing))
    stored = {row.memory_id: row for row in held}
    new = [
        _row(tenant, scope, id_, tier, memory, stored.get(id_), policy)
        for id_, memory in sorted(memories.items())
    ]
    wanted = [row for row in new if row is not None]
    if wanted:
        statement = insert(ageing)
        statement = statement.on_conflict_do_update(
            index_elements=["tenant", "scope", "memory_id"],
            set_={name: statement.excluded[name] for name in _KEPT},
        )
        connection.execute(statement, wanted)
    if any(id_ not in stored for id_ in memories):
        mark_crowding(connection, tenant, scope, policy)


def mark_crowding(connection: sa.Connection, tenant: Tenant, scope: Scope, policy: Policy) -> None:
    """The scope got a memory: a night looks at how many it holds, if the policy bounds that."""
    if policy.for_memory(scope, Tier.SEMANTIC).keep_best is not None:
        connection.execute(insert(crowding).values(rows.owner(tenant, scope)).on_conflict_do_nothing())


def _row(
    tenant: Tenant,
    scope: Scope,
    id_: UUID,
    tier: Tier,
    memory: Ageing,
    stored: sa.Row[Any] | None,
    policy: Policy,
) -> dict[str, Any] | None:
    """The row to write; None where it stands there already."""
    settled_at = memory.idle_from if stored is None else stored.settled_at
    known = memory
    if stored is not None:
        known = touched(
            replace(memory, candidate_since=stored.candidate_since, surplus_since=stored.surplus_since),
            stored.last_access_at,
            pinned=stored.pinned,
        )
    plan = scheduled(known, settled_at, policy.for_memory(scope, tier.value))
    row = {
        **rows.owner(tenant, scope),
        "memory_id": id_,
        "tier": tier,
        "confidence": memory.confidence,
        "idle_from": memory.idle_from,
        "stands": memory.stands,
        "ended_at": memory.ended_at,
        "archived": memory.archived,
        "by_person": memory.by_person,
        "forgettability": memory.forgettability,
        "expires_at": memory.expires_at,
        "candidate_since": plan.candidate_since,
        "settled_at": plan.settled_at,
        "kind": plan.kind,
        "due_at": plan.due_at,
    }
    if stored is not None and all(getattr(stored, name) == row[name] for name in _KEPT):
        return None
    return row


def _recorded_at(
    connection: sa.Connection, tenant: Tenant, scope: Scope, changed: Mapping[UUID, Sequence[Fact]]
) -> dict[UUID, datetime | None]:
    """When the last of each fact's statements was recorded."""
    members = {id_: [a for fact in found for a in fact.assertions] for id_, found in changed.items()}
    wanted = sorted({each for found in members.values() for each in found})
    query = sa.select(assertions.c.id, assertions.c.recorded_at).where(
        *owned(assertions, tenant, scope),
        assertions.c.id == sa.any_(sa.literal(wanted, sa.ARRAY(sa.UUID))),
    )
    at = {row.id: row.recorded_at for row in connection.execute(query)} if wanted else {}
    return {
        id_: max((at[each] for each in found if each in at), default=None) for id_, found in members.items()
    }


def _follow_redirects(
    connection: sa.Connection, tenant: Tenant, scope: Scope, gone: Collection[UUID]
) -> None:
    """Accesses and pins of an absorbed fact are its heir's."""
    absorbed = sa.select(fact_redirects.c.absorbed_id).where(*owned(fact_redirects, tenant, scope))
    moved = (
        sa.delete(memory_state)
        .where(
            *owned(memory_state, tenant, scope),
            memory_state.c.memory_id.in_(gone),
            memory_state.c.memory_id.in_(absorbed),
        )
        .returning(*memory_state.c)
        .cte("moved")
    )
    to_heir = sa.and_(
        *owned(fact_redirects, tenant, scope), fact_redirects.c.absorbed_id == moved.c.memory_id
    )
    heirs = sa.select(
        sa.literal(tenant),
        sa.literal(str(scope)),
        fact_redirects.c.fact_id,
        sa.func.sum(moved.c.accesses),
        sa.func.max(moved.c.last_access_at),
        sa.func.bool_or(moved.c.pinned),
    ).join(fact_redirects, to_heir)
    connection.execute(_added_to_state(heirs.group_by(fact_redirects.c.fact_id)))


def _added_to_state(found: sa.Select[Any]) -> sa.Executable:
    names = ["tenant", "scope", "memory_id", "accesses", "last_access_at", "pinned"]
    statement = insert(memory_state).from_select(names, found)
    new = statement.excluded
    return statement.on_conflict_do_update(
        index_elements=names[:3],
        set_={
            "accesses": memory_state.c.accesses + new.accesses,
            "last_access_at": sa.func.greatest(memory_state.c.last_access_at, new.last_access_at),
            "pinned": sa.or_(memory_state.c.pinned, new.pinned),
        },
    )
