"""What every place for API keys promises: a digest leads to its key, and a revocation holds from the next look on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from memory_pipeline.adapters.in_memory.api_keys import InMemoryApiKeys
from memory_pipeline.adapters.in_memory.audit import InMemoryAudit
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.postgres import Database
from memory_pipeline.adapters.postgres.api_keys import PostgresApiKeys
from memory_pipeline.adapters.postgres.audit import PostgresAudit
from memory_pipeline.domain.access import ApiKey, Role
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.api_keys import ApiKeys
from memory_pipeline.ports.audit import Action, Audit, AuditLine
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ROLE

ACME, OTHER = Tenant("acme"), Tenant("other")
NOW = datetime(2026, 3, 1, tzinfo=UTC)
KEY = ApiKey("k1", ACME, Role.WRITER, b"d" * 32, "the bot", NOW, NOW + timedelta(days=9))
MADE = AuditLine(NOW, b"who", Action.KEY_CREATE)
ENDED = AuditLine(NOW, b"who", Action.KEY_REVOKE)


@dataclass(frozen=True, slots=True)
class Kept:
    keys: ApiKeys
    audit: Audit

    def acts(self, tenant: Tenant = ACME) -> list[Action]:
        return [line.action for line in self.audit.lines(tenant, since=None, until=None)]


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    if request.param == "postgres":
        database = Database(request.getfixturevalue("empty_database"), ROLE)
        yield Kept(PostgresApiKeys(database), PostgresAudit(database))
        database.close()
        return
    state = InMemoryState()
    yield Kept(InMemoryApiKeys(state), InMemoryAudit(state))


def test_a_key_is_found_by_its_digest_alone(kept: Kept) -> None:
    kept.keys.create(KEY, MADE)
    found = kept.keys.find(KEY.digest)
    assert found is not None
    assert (found.id, found.tenant, found.role, found.expires_at) == ("k1", ACME, Role.WRITER, KEY.expires_at)
    assert found.digest == KEY.digest
    for other in (b"", b"d" * 31, b"d" * 33, b"e" * 32, b"%"):
        assert kept.keys.find(other) is None


def test_a_tenants_keys_are_listed_the_oldest_first_and_nobody_elses(kept: Kept) -> None:
    older = replace(KEY, id="k0", digest=b"c" * 32, created_at=NOW - timedelta(days=1), expires_at=None)
    theirs = replace(KEY, id="k2", tenant=OTHER, digest=b"b" * 32)
    for key in (KEY, older, theirs):
        kept.keys.create(key, MADE)
    assert list(kept.keys.of_tenant(ACME)) == [older, KEY]
    assert list(kept.keys.of_tenant(Tenant("nobody"))) == []


def test_a_revoked_key_says_so_from_the_next_look_on(kept: Kept) -> None:
    kept.keys.create(KEY, MADE)
    assert kept.keys.revoke(OTHER, "k1", ENDED, now=NOW) is None
    assert kept.keys.revoke(ACME, "k9", ENDED, now=NOW) is None
    ended = kept.keys.revoke(ACME, "k1", ENDED, now=NOW)
    assert ended == replace(KEY, revoked_at=NOW)
    again = kept.keys.revoke(ACME, "k1", ENDED, now=NOW + timedelta(days=1))
    assert again == ended
    found = kept.keys.find(KEY.digest)
    assert found is not None
    assert not found.valid(NOW)


def test_making_and_revoking_are_written_down_with_the_act(kept: Kept) -> None:
    kept.keys.create(KEY, MADE)
    kept.keys.revoke(OTHER, "k1", ENDED, now=NOW)
    kept.keys.revoke(ACME, "k1", ENDED, now=NOW)
    assert kept.acts() == [Action.KEY_CREATE, Action.KEY_REVOKE]
    assert kept.acts(OTHER) == []
