"""Makes the rows of projected slots exactly those of their projections, touching only what differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres import rows
from memory_pipeline.adapters.postgres.ageing import follow_facts
from memory_pipeline.adapters.postgres.recall_index import drop_from_index
from memory_pipeline.adapters.postgres.schema import fact_redirects, facts
from memory_pipeline.adapters.postgres.selects import owned
from memory_pipeline.domain.archiving import keep_archived
from memory_pipeline.domain.assertion import AssertionId
from memory_pipeline.domain.fact import Fact, FactStatus, Projection
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import FactId
from memory_pipeline.ports.memory_store import FactChanges

_Key = tuple[UUID, datetime]
_Row = dict[str, Any]


class FactRows:
    def __init__(self, connection: sa.Connection, tenant: Tenant, scope: Scope, policy: Policy) -> None:
        self._connection = connection
        self._tenant = tenant
        self._scope = scope
        self._policy = policy

    def save(self, projections: Sequence[Projection]) -> FactChanges:
        """Replaces what differs; facts that are not current any more, or read otherwise, leave the recall index.

        What was archived stays so unless it was said again, and the due instants follow.
        """
        slot_ids = [rows.slot_id(projection.slot) for projection in projections]
        old = self._stored(slot_ids)
        facts_ = [fact for each in keep_archived(projections, _archived(old)) for fact in each.facts]
        new: dict[_Key, _Row] = {(fact.id, fact.valid_from): rows.fact_row(fact) for fact in facts_}
        changed = {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
        self._delete([key for key in changed if key in old])
        added = [new[key] for key in sorted(changed) if key in new]
        if added:
            self._connection.execute(insert(facts), added)
        self._redirect(projections)
        stale = {fact_id for fact_id, _ in _shown(old) - _shown(new)}
        drop_from_index(self._connection, self._tenant, self._scope, stale)
        if changed:
            self._follow(facts_, changed, slot_ids)
        return _changes(old, new, changed)

    def _follow(self, facts_: Sequence[Fact], changed: Collection[_Key], slot_ids: Collection[UUID]) -> None:
        touched = {fact_id for fact_id, _ in changed}
        by_id: dict[UUID, list[Fact]] = defaultdict(list)
        for fact in facts_:
            if fact.id in touched:
                by_id[fact.id].append(fact)
        follow_facts(
            self._connection, self._tenant, self._scope, by_id, touched - by_id.keys(), slot_ids, self._policy
        )

    def _stored(self, slot_ids: Collection[UUID]) -> dict[_Key, _Row]:
        query = sa.select(facts).where(
            *owned(facts, self._tenant, self._scope), facts.c.slot_id.in_(slot_ids)
        )
        return {(row.id, row.valid_from): row._asdict() for row in self._connection.execute(query)}

    def _delete(self, keys: Sequence[_Key]) -> None:
        if keys:
            self._connection.execute(
                sa.delete(facts).where(
                    *owned(facts, self._tenant, self._scope),
                    sa.tuple_(facts.c.id, facts.c.valid_from).in_(keys),
                )
            )

    def _redirect(self, projections: Sequence[Projection]) -> None:
        items = [
            {**rows.owner(self._tenant, self._scope), "absorbed_id": absorbed, "fact_id": fact}
            for projection in projections
            for absorbed, fact in projection.redirects
        ]
        if items:
            statement = insert(fact_redirects)
            statement = statement.on_conflict_do_update(
                index_elements=["tenant", "scope", "absorbed_id"],
                set_={"fact_id": statement.excluded.fact_id},
            )
            self._connection.execute(statement, items)


def _shown(stored: dict[_Key, _Row]) -> set[tuple[UUID, str]]:
    """Facts that can be found, archived ones too, and how they read."""
    found = (FactStatus.CURRENT, FactStatus.ARCHIVED)
    return {(row["id"], row["object"]) for row in stored.values() if row["status"] in found}


def _archived(stored: dict[_Key, _Row]) -> dict[FactId, frozenset[AssertionId]]:
    """Archived facts and the statements they rest on."""
    return {
        FactId(row["id"]): frozenset(map(AssertionId, row["assertions"]))
        for row in stored.values()
        if row["status"] == FactStatus.ARCHIVED
    }


def _changes(old: dict[_Key, _Row], new: dict[_Key, _Row], changed: Collection[_Key]) -> FactChanges:
    before, after = {key[0] for key in old}, {key[0] for key in new}
    touched = {key[0] for key in changed}
    return FactChanges(
        created=tuple(sorted(after - before)),
        updated=tuple(sorted(touched & before)),
    )
