"""One transaction of a night on some scopes: what is done with their due memories."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres import rows, selects
from memory_pipeline.adapters.postgres.ageing import aged, mark_crowding, with_touches
from memory_pipeline.adapters.postgres.memory_store import PostgresMemoryUnit
from memory_pipeline.adapters.postgres.schema import (
    ageing,
    assertions,
    crowding,
    embedding_spaces,
    episodes,
    evidence,
    fact_redirects,
    facts,
    memory_state,
    terms,
    vectors,
)
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.lifecycle import TransitionKind
from memory_pipeline.domain.purge import Cut
from memory_pipeline.domain.schedule import Schedule
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.forgetting import Aged, Queue
from memory_pipeline.ports.memory_store import MemoryUnit


class PostgresForgettingUnit:
    """Implements ports.forgetting.ForgettingUnit."""

    def __init__(
        self, connection: sa.Connection, tenant: Tenant, held: frozenset[Scope], digest: KeyedDigest
    ) -> None:
        self._connection = connection
        self._tenant = tenant
        self._held = held
        self._memory = PostgresMemoryUnit(connection, tenant, digest)
        self._spaces: list[int] | None = None

    @property
    def scopes(self) -> frozenset[Scope]:
        return self._held

    @property
    def memory(self) -> MemoryUnit:
        return self._memory

    def aged(self, keys: Iterable[tuple[Scope, UUID]]) -> Sequence[Aged]:
        given = _given(keys)
        query = with_touches().where(*self._among(ageing, ageing.c.memory_id, given))
        ordered = query.order_by(ageing.c.scope, ageing.c.memory_id)
        held = ordered.with_for_update(of=ageing, skip_locked=True)
        return [aged(row) for row in self._connection.execute(held)]

    def due_in(self, scope: Scope, queue: Queue, *, as_of: datetime) -> Sequence[Aged]:
        at = due_column(queue)
        query = with_touches().where(*selects.owned(ageing, self._tenant, scope), at <= as_of)
        if queue is not Queue.EXPIRE:
            query = query.where(ageing.c.kind == queue.value)
        held = query.order_by(at, ageing.c.memory_id).with_for_update(of=ageing)
        return [aged(row) for row in self._connection.execute(held)]

    def aged_in(self, scope: Scope, slots: Collection[Slot]) -> Sequence[Aged]:
        standing = sa.select(facts.c.id).where(
            *selects.owned(facts, self._tenant, scope),
            facts.c.slot_id == _any([rows.slot_id(slot) for slot in slots]),
        )
        query = with_touches().where(
            *selects.owned(ageing, self._tenant, scope), ageing.c.memory_id.in_(standing)
        )
        held = query.order_by(ageing.c.memory_id).with_for_update(of=ageing)
        return [aged(row) for row in self._connection.execute(held)]

    def rows_of(self, scope: Scope, slots: Collection[Slot]) -> Sequence[Fact]:
        query = sa.select(facts).where(
            *selects.owned(facts, self._tenant, scope),
            facts.c.slot_id == _any([rows.slot_id(slot) for slot in slots]),
        )
        return [rows.fact(row) for row in self._connection.execute(query)]

    def slots(self, scope: Scope, fact_ids: Collection[UUID]) -> Mapping[UUID, Slot]:
        query = sa.select(facts.c.id, facts.c.slot_subject, facts.c.slot_predicate).where(
            *selects.owned(facts, self._tenant, scope), facts.c.id == _any(fact_ids)
        )
        return {
            row.id: Slot(self._tenant, scope, row.slot_subject, row.slot_predicate)
            for row in self._connection.execute(query.distinct())
        }

    def at_hand(self, scope: Scope) -> Sequence[Aged]:
        query = with_touches().where(
            *selects.owned(ageing, self._tenant, scope), ageing.c.stands, ~ageing.c.archived
        )
        held = query.order_by(ageing.c.memory_id).with_for_update(of=ageing)
        return [aged(row) for row in self._connection.execute(held)]

    def aged_of(self, scope: Scope) -> Sequence[Aged]:
        query = with_touches().where(*selects.owned(ageing, self._tenant, scope))
        return [aged(row) for row in self._connection.execute(query.order_by(ageing.c.memory_id))]

    def mark_surplus(self, items: Sequence[Aged], *, since: datetime) -> Sequence[Aged]:
        for scope, ids in _by_scope((each.scope, each.memory_id) for each in items).items():
            self._change(ageing, scope, ids, surplus_since=since)
        return [replace(each, ageing=replace(each.ageing, surplus_since=since)) for each in items]

    def seen_to(self, scope: Scope) -> None:
        self._connection.execute(sa.delete(crowding).where(*selects.owned(crowding, self._tenant, scope)))

    def settle(self, items: Iterable[tuple[Aged, Schedule]]) -> None:
        new = list(items)
        if not new:
            return
        columns = (
            sa.cast(sa.literal([value(each, plan) for each, plan in new], sa.ARRAY(kind)), sa.ARRAY(kind))
            for kind, value in _SETTLED
        )
        names = ("scope", "memory_id", "settled_at", "kind", "due_at", "candidate_since")
        given = sa.func.unnest(*columns).table_valued(*names).render_derived(name="given")
        self._connection.execute(
            sa.update(ageing)
            .where(
                ageing.c.tenant == self._tenant,
                ageing.c.scope == given.c.scope,
                ageing.c.memory_id == given.c.memory_id,
            )
            .values({name: given.c[name] for name in names[2:]})
        )

    def archive(self, items: Iterable[Aged]) -> None:
        self._mark(items, "current", "active", archived=True)

    def restore(self, items: Iterable[Aged]) -> None:
        back = list(items)
        self._mark(back, "archived", "archived", archived=False)
        for scope in sorted({each.scope for each in back}):
            mark_crowding(self._connection, self._tenant, scope, self._memory.policy().policy)

    def _mark(self, items: Iterable[Aged], fact: str, episode: str, *, archived: bool) -> None:
        given = _given((each.scope, each.memory_id) for each in items)
        for table, stands, known in (
            (facts, "archived" if archived else "current", fact),
            (episodes, "archived" if archived else "active", episode),
        ):
            self._connection.execute(
                sa.update(table)
                .where(*self._among(table, table.c.id, given), table.c.status == known)
                .values(status=stands)
            )
        self._connection.execute(
            sa.update(ageing).where(*self._among(ageing, ageing.c.memory_id, given)).values(archived=archived)
        )
        if archived:
            self._drop_vectors(given)

    def pin(self, scope: Scope, memory_id: UUID, *, pinned: bool) -> None:
        statement = insert(memory_state).values(
            **rows.owner(self._tenant, scope), memory_id=memory_id, pinned=pinned
        )
        self._connection.execute(
            statement.on_conflict_do_update(
                index_elements=["tenant", "scope", "memory_id"], set_={"pinned": statement.excluded.pinned}
            )
        )

    def make_due(self, scope: Scope, *, as_of: datetime) -> None:
        self._connection.execute(
            sa.update(ageing)
            .where(*selects.owned(ageing, self._tenant, scope))
            .values(kind=TransitionKind.DECAY, due_at=as_of)
        )

    def rows_in(self, scope: Scope) -> int:
        query = (
            sa.select(sa.func.count()).select_from(ageing).where(*selects.owned(ageing, self._tenant, scope))
        )
        return int(self._connection.execute(query).scalar_one())

    def purge_episodes(self, scope: Scope, ids: Collection[UUID]) -> None:
        self._drop_vectors(_given((scope, id_) for id_ in ids))
        for table in (evidence, terms, memory_state, ageing):
            self._remove(table, scope, table.c.memory_id, ids)
        self._remove(episodes, scope, episodes.c.id, ids)

    def purge_assertions(self, scope: Scope, cuts: Sequence[Cut]) -> None:
        stated = [each for cut in cuts for each in cut.assertions]
        gone = [each for cut in cuts for each in cut.facts]
        self._remove(evidence, scope, evidence.c.memory_id, stated)
        self._remove(assertions, scope, assertions.c.id, stated)
        self._remove(memory_state, scope, memory_state.c.memory_id, gone)
        self._remove(fact_redirects, scope, fact_redirects.c.fact_id, gone)

    def _among(
        self, table: sa.Table, id_: sa.ColumnElement[Any], given: sa.TableValuedAlias
    ) -> tuple[sa.ColumnElement[bool], ...]:
        return table.c.tenant == self._tenant, table.c.scope == given.c.scope, id_ == given.c.memory_id

    def _drop_vectors(self, given: sa.TableValuedAlias) -> None:
        if self._spaces is None:  # its key begins with the space: without them a whole scope would be read
            self._spaces = list(self._connection.scalars(sa.select(embedding_spaces.c.id)))
        self._connection.execute(
            sa.delete(vectors).where(
                *self._among(vectors, vectors.c.memory_id, given), vectors.c.space_id.in_(self._spaces)
            )
        )

    def _remove(
        self, table: sa.Table, scope: Scope, column: sa.ColumnElement[Any], ids: Collection[UUID]
    ) -> None:
        if ids:
            self._connection.execute(
                sa.delete(table).where(*selects.owned(table, self._tenant, scope), column == _any(ids))
            )

    def _change(self, table: sa.Table, scope: Scope, ids: Collection[UUID], **values: Any) -> None:
        self._connection.execute(
            sa.update(table)
            .where(*selects.owned(table, self._tenant, scope), table.c.memory_id == _any(ids))
            .values(**values)
        )


_INSTANTS = sa.DateTime(timezone=True)
_SETTLED: Sequence[tuple[Any, Any]] = (
    (sa.Text(), lambda each, _: str(each.scope)),
    (sa.UUID(), lambda each, _: each.memory_id),
    (_INSTANTS, lambda _, plan: plan.settled_at),
    (sa.Text(), lambda _, plan: None if plan.kind is None else plan.kind.value),
    (_INSTANTS, lambda _, plan: plan.due_at),
    (_INSTANTS, lambda _, plan: plan.candidate_since),
)


def due_column(queue: Queue) -> sa.ColumnElement[Any]:
    return ageing.c.expires_at if queue is Queue.EXPIRE else ageing.c.due_at


def _given(keys: Iterable[tuple[Scope, UUID]]) -> sa.TableValuedAlias:
    """These memories as a table to join: one statement for a page of any number of scopes."""
    wanted = sorted((str(scope), memory_id) for scope, memory_id in keys)
    scopes, ids = sa.ARRAY(sa.Text), sa.ARRAY(sa.UUID)
    columns = (
        sa.cast(sa.literal([scope for scope, _ in wanted], scopes), scopes),
        sa.cast(sa.literal([memory_id for _, memory_id in wanted], ids), ids),
    )
    return sa.func.unnest(*columns).table_valued("scope", "memory_id").render_derived(name="given")


def _any(ids: Collection[UUID]) -> sa.ColumnElement[Any]:
    return sa.any_(sa.literal(sorted(ids), sa.ARRAY(sa.UUID)))


def _by_scope(keys: Iterable[tuple[Scope, UUID]]) -> dict[Scope, list[UUID]]:
    found: dict[Scope, list[UUID]] = defaultdict(list)
    for scope, memory_id in keys:
        found[scope].append(memory_id)
    return dict(sorted(found.items()))
