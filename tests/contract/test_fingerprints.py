"""What every store of fingerprints promises: an erased secret is known again, in its scope, and nobody keeps it."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from memory_pipeline.adapters.in_memory.fingerprints import InMemoryFingerprints
from memory_pipeline.adapters.postgres import Database
from memory_pipeline.adapters.postgres.fingerprints import PostgresFingerprints
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.fingerprints import Fingerprints
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ROLE
from tests.support.assertions import NOW, SCOPE, TENANT
from tests.support.keys import TEST_DIGEST

OTHER_SCOPE = Scope.parse("user:somebody-else")
BLUE = "blue-Otter-77"


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def kept(request: pytest.FixtureRequest) -> Iterator[Fingerprints]:
    if request.param == "postgres":
        database = Database(request.getfixturevalue("empty_database"), ROLE)
        yield PostgresFingerprints(database, TEST_DIGEST)
        database.close()
        return
    yield InMemoryFingerprints(TEST_DIGEST)


def found(kept: Fingerprints, text: str, scope: Scope = SCOPE, tenant: Tenant = TENANT) -> list[str]:
    scopes = frozenset({kept.scope_digest(tenant, scope)})
    return [text[span.start : span.end] for span in kept.of(tenant).find(text, scopes)]


def test_a_kept_secret_is_found_in_whatever_spelling_inside_any_text(kept: Fingerprints) -> None:
    assert kept.add(TENANT, SCOPE, BLUE, now=NOW) == 1
    assert BLUE in found(kept, f"and then {BLUE}, as always")
    assert "blue otter 77" in found(kept, "it was blue otter 77")
    assert "ＢＬＵＥ-ｏｔｔｅｒ-77" in found(kept, "口令ＢＬＵＥ-ｏｔｔｅｒ-77。")
    assert "blue\u200bOtter77" in found(kept, "xblue\u200bOtter77x")
    assert found(kept, "a blue otter, 78 of them") == []


def test_it_holds_for_its_scope_and_tenant_alone_unless_for_all(kept: Fingerprints) -> None:
    kept.add(TENANT, SCOPE, BLUE, now=NOW)
    assert found(kept, BLUE, OTHER_SCOPE) == []
    assert found(kept, BLUE, tenant=Tenant("other")) == []
    kept.add(TENANT, None, BLUE, now=NOW)
    assert found(kept, BLUE, OTHER_SCOPE)[0] == BLUE
    assert found(kept, BLUE, tenant=Tenant("other")) == []


def test_adding_again_adds_nothing(kept: Fingerprints) -> None:
    assert kept.add(TENANT, SCOPE, BLUE, now=NOW) == 1
    assert kept.add(TENANT, SCOPE, BLUE.upper(), now=NOW) == 0
    assert kept.of(TENANT).size == 1


def test_of_a_sentence_the_secret_in_it_is_kept_too(kept: Fingerprints) -> None:
    kept.add(TENANT, SCOPE, f"the password of the cellar is {BLUE}", now=NOW)
    assert BLUE in found(kept, f"try {BLUE} there")


def test_short_secrets_are_known_as_whole_words_and_shorter_ones_refused(kept: Fingerprints) -> None:
    kept.add(TENANT, SCOPE, "k7-q2", now=NOW)
    assert "k7-q2" in found(kept, "take k7-q2 then")
    assert "K7Q2" in found(kept, "门上是K7Q2。")
    assert found(kept, "take ak7-q2b then") == []
    with pytest.raises(InvalidInput, match="fewer than 4"):
        kept.add(TENANT, SCOPE, "a-b!", now=NOW)


def test_under_a_mark_nothing_newer_is_looked_for(kept: Fingerprints) -> None:
    kept.add(TENANT, SCOPE, BLUE, now=NOW)
    assert kept.of(TENANT, mark="first").size == 1
    kept.add(TENANT, SCOPE, "green-Otter-78", now=NOW)
    assert kept.of(TENANT, mark="second").size == 2


@pytest.mark.servers
def test_two_processes_see_what_either_adds(empty_database: str) -> None:
    databases = [Database(empty_database, ROLE) for _ in range(2)]
    one, two = (PostgresFingerprints(database, TEST_DIGEST) for database in databases)
    one.add(TENANT, SCOPE, BLUE, now=NOW)
    assert BLUE in found(two, BLUE)
    two.add(TENANT, SCOPE, "green-Otter-78", now=NOW)
    assert "green-Otter-78" in found(one, "green-Otter-78")
    for database in databases:
        database.close()


@pytest.mark.servers
def test_the_database_holds_digests_and_lengths_only(empty_database: str) -> None:
    database = Database(empty_database, ROLE)
    kept = PostgresFingerprints(database, TEST_DIGEST)
    kept.add(TENANT, SCOPE, f"my password is {BLUE}", now=NOW)
    with psycopg.connect(empty_database) as connection:
        rows = connection.execute("SELECT * FROM secret_fingerprints").fetchall()
    assert len(rows) == 2
    held = repr(rows).casefold()
    assert "otter" not in held
    assert str(SCOPE) not in held
    database.close()
