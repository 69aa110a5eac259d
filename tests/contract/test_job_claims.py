"""What every place for claims of jobs promises."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest

from memory_pipeline.adapters.in_memory.job_claims import InMemoryJobClaims
from memory_pipeline.adapters.postgres import Database
from memory_pipeline.adapters.postgres.job_claims import PostgresJobClaims
from memory_pipeline.ports.job_claims import JobClaims
from tests.contract.conftest import IN_MEMORY, ON_POSTGRES, ROLE
from tests.support.assertions import NOW


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def claims(request: pytest.FixtureRequest) -> Iterator[JobClaims]:
    if request.param == "in_memory":
        yield InMemoryJobClaims()
        return
    database = Database(request.getfixturevalue("empty_database"), ROLE)
    yield PostgresJobClaims(database)
    database.close()


def test_a_period_is_claimed_once(claims: JobClaims) -> None:
    assert claims.claim("nightly", "2026-03-29", now=NOW)
    assert not claims.claim("nightly", "2026-03-29", now=NOW + timedelta(seconds=1))
    assert claims.claim("nightly", "2026-03-30", now=NOW)
    assert claims.claim("reinforce", "2026-03-29", now=NOW)


def test_what_was_given_back_can_be_claimed_again(claims: JobClaims) -> None:
    assert claims.claim("nightly", "p", now=NOW)
    claims.release("nightly", "p")
    assert claims.claim("nightly", "p", now=NOW)
    claims.release("nobody", "p")


def test_of_twenty_that_ask_at_once_one_is_told_yes(claims: JobClaims) -> None:
    told: list[bool] = []
    threads = [
        threading.Thread(target=lambda: told.append(claims.claim("nightly", "p", now=NOW + timedelta(0))))
        for _ in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == [False] * 19 + [True]


@pytest.mark.servers
def test_old_claims_do_not_pile_up(empty_database: str) -> None:
    database = Database(empty_database, ROLE)
    claims = PostgresJobClaims(database)
    claims.claim("nightly", "old", now=NOW - timedelta(days=100))
    claims.claim("nightly", "new", now=NOW)
    with psycopg.connect(empty_database) as connection:
        assert connection.execute("SELECT period FROM job_claims").fetchall() == [("new",)]
    database.close()
