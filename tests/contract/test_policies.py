"""What every store of policies promises: what was saved is in force for the next unit of work, tenant by tenant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import psycopg
import pytest

from memory_pipeline.adapters.in_memory.memory_reader import InMemoryMemoryReader
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.policies import InMemoryPolicies
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.postgres import (
    Database,
    PostgresMemoryReader,
    PostgresMemoryStore,
    PostgresPolicies,
)
from memory_pipeline.domain.errors import UnsafeSettings
from memory_pipeline.domain.policy import DEFAULT_POLICY, OPS_POLICY
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.policies import policy_version, read_policy
from memory_pipeline.ports.memory_store import MemoryReader, MemoryStore
from memory_pipeline.ports.policies import Policies
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ROLE
from tests.support.assertions import NOW, SCOPE, TENANT, day
from tests.support.keys import TEST_DIGEST

OTHER = Tenant("other")
OWN = read_policy({"probation": "P14D", "aliases": {"鞋码": "shoe_size"}, "cardinality": {"city": "many"}})


@dataclass(frozen=True, slots=True)
class Kept:
    policies: Policies
    store: MemoryStore
    reader: MemoryReader


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    if request.param == "postgres":
        database = Database(request.getfixturevalue("empty_database"), ROLE)
        yield Kept(
            PostgresPolicies(database),
            PostgresMemoryStore(database, TEST_DIGEST),
            PostgresMemoryReader(database),
        )
        database.close()
        return
    state = InMemoryState()
    yield Kept(InMemoryPolicies(state), InMemoryMemoryStore(state), InMemoryMemoryReader(state))


def test_a_tenant_without_one_has_the_default_policy(kept: Kept) -> None:
    assert kept.policies.of(TENANT).policy == DEFAULT_POLICY
    assert kept.policies.of(TENANT).version == policy_version(DEFAULT_POLICY)
    with kept.store.unit(TENANT, [SCOPE]) as unit:
        assert unit.policy() == kept.policies.of(TENANT)


def test_what_was_saved_is_in_force_at_once_for_this_tenant_alone(kept: Kept) -> None:
    saved = kept.policies.save(TENANT, OWN)
    assert saved.version == policy_version(OWN)
    assert kept.policies.of(TENANT) == saved
    assert kept.policies.of(OTHER).policy == DEFAULT_POLICY
    with kept.store.unit(TENANT, [SCOPE]) as unit:
        assert unit.policy() == saved
    kept.policies.save(TENANT, OPS_POLICY)
    kept.policies.save(OTHER, OWN)
    assert kept.policies.of(TENANT).policy == OPS_POLICY
    assert kept.policies.of(OTHER).policy == OWN


def test_saving_a_policy_is_a_tenants_first_write(kept: Kept) -> None:
    kept.policies.save(TENANT, OWN)
    assert list(kept.reader.facts(TENANT, SCOPE, history=True, now=NOW, as_of=None)) == []


def test_an_erased_scope_leaves_the_policy_and_nobody_elses_numbers_move(kept: Kept) -> None:
    overrides = [
        {"scope": "user:alice", "ttl": "P30D"},
        {"scope": "user:alice", "tier": "episodic", "purge_after": "P400D"},
        {"scope": "user:alice2", "ttl": "P40D"},
        {"scope_kind": "user", "keep_best": 50},
    ]
    kept.policies.save(TENANT, read_policy({"probation": "P14D", "overrides": overrides}))
    kept.policies.save(OTHER, read_policy({"overrides": overrides[:1]}))
    assert kept.policies.forget_scope(TENANT, Scope.parse("user:alice")) == 2
    assert kept.policies.forget_scope(TENANT, Scope.parse("user:alice")) == 0
    rest = read_policy({"probation": "P14D", "overrides": overrides[2:]})
    assert kept.policies.of(TENANT).policy == rest
    assert kept.policies.of(OTHER).policy == read_policy({"overrides": overrides[:1]})


def test_registries_are_recorded_with_the_last_time_they_were_applied(kept: Kept) -> None:
    assert kept.policies.registries(TENANT) == {}
    kept.policies.record_registry(TENANT, "2026-1", now=day(1))
    kept.policies.record_registry(TENANT, "2026-2", now=day(2))
    kept.policies.record_registry(TENANT, "2026-1", now=day(3))
    kept.policies.record_registry(OTHER, "2026-9", now=day(4))
    assert kept.policies.registries(TENANT) == {"2026-1": day(3), "2026-2": day(2)}


@pytest.mark.servers
def test_a_policy_that_was_broken_by_hand_is_named_with_its_remedy(empty_database: str) -> None:
    database = Database(empty_database, ROLE)
    policies = PostgresPolicies(database)
    policies.save(TENANT, OWN)
    with psycopg.connect(empty_database) as connection:
        connection.execute("""UPDATE tenants SET policy = '{"probation": "soon"}'""")
    with pytest.raises(UnsafeSettings, match=r"policy probation: must be a duration.*replay --policy FILE"):
        policies.of(TENANT)
    policies.save(TENANT, OWN)
    assert policies.of(TENANT).policy.probation == timedelta(days=14)
    database.close()
