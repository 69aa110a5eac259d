"""Marks of scopes that got episodes: set with them, due a day later, taken away unless more came meanwhile."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.memory_store import DueScope
from tests.contract.conftest import Stores
from tests.support.assertions import SCOPE, TENANT
from tests.unit.test_reinforcement import happened

AT = datetime(2026, 3, 1, 22, 30, tzinfo=UTC)
MIDNIGHT = datetime(2026, 3, 2, tzinfo=UTC)
BOB = Scope.of_user("bob")


def recorded(session: str, at: datetime, scope: Scope = SCOPE, tenant: Tenant = TENANT) -> Episode:
    return replace(happened(session, 1, scope=scope), tenant=tenant, recorded_at=at)


def write(stores: Stores, *episodes: Episode) -> None:
    for episode in episodes:
        with stores.store.unit(episode.tenant, [episode.scope]) as unit:
            unit.add_episodes([episode])


def due(stores: Stores, now: datetime, limit: int = 10) -> list[DueScope]:
    return list(stores.store.scopes_to_reinforce(now=now, limit=limit))


def test_a_scope_is_due_from_the_next_midnight_on(stores: Stores) -> None:
    write(stores, recorded("a", AT))
    assert due(stores, MIDNIGHT - timedelta(seconds=1)) == []
    assert due(stores, MIDNIGHT) == [DueScope(TENANT, SCOPE, 1)]


def test_episodes_that_are_there_already_mark_nothing(stores: Stores) -> None:
    write(stores, recorded("a", AT))
    [mark] = due(stores, MIDNIGHT)
    stores.store.reinforced(mark)
    write(stores, recorded("a", AT + timedelta(days=3)))
    assert due(stores, MIDNIGHT + timedelta(days=9)) == []


def test_a_mark_keeps_its_time_and_changes_its_version(stores: Stores) -> None:
    write(stores, recorded("a", AT))
    [first] = due(stores, MIDNIGHT)
    write(stores, recorded("b", AT + timedelta(days=3)))
    stores.store.reinforced(first)
    [second] = due(stores, MIDNIGHT)
    assert second.version == first.version + 1
    stores.store.reinforced(second)
    assert due(stores, MIDNIGHT + timedelta(days=9)) == []
    stores.store.reinforced(second)  # once more changes nothing


def test_all_tenants_are_served_the_longest_due_first(stores: Stores) -> None:
    other = Tenant("other")
    write(
        stores,
        recorded("a", AT + timedelta(days=1)),
        recorded("a", AT, tenant=other),
        recorded("a", AT + timedelta(days=2), scope=BOB),
    )
    later = MIDNIGHT + timedelta(days=1)
    assert [(each.tenant, each.scope) for each in due(stores, later)] == [(other, SCOPE), (TENANT, SCOPE)]
    assert [each.tenant for each in due(stores, later, limit=1)] == [other]


def fail_after(stores: Stores, episode: Episode) -> None:
    with stores.store.unit(episode.tenant, [episode.scope]) as unit:
        unit.add_episodes([episode])
        raise RuntimeError("the commit fails")


def test_a_unit_that_fails_marks_nothing(stores: Stores) -> None:
    with pytest.raises(RuntimeError):
        fail_after(stores, recorded("a", AT))
    assert due(stores, MIDNIGHT + timedelta(days=1)) == []
