"""The adapters that the contract suites run on: those in memory, and those on the real servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
import redis
from psycopg import sql

from memory_pipeline.adapters.in_memory.ledger import InMemoryLedger
from memory_pipeline.adapters.in_memory.memory_reader import InMemoryMemoryReader
from memory_pipeline.adapters.in_memory.memory_store import InMemoryMemoryStore
from memory_pipeline.adapters.in_memory.state import InMemoryState
from memory_pipeline.adapters.in_memory.transcripts import InMemoryTranscripts
from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.ledger import PostgresLedger
from memory_pipeline.adapters.postgres.memory_reader import PostgresMemoryReader
from memory_pipeline.adapters.postgres.memory_store import PostgresMemoryStore
from memory_pipeline.adapters.postgres.transcripts import PostgresTranscripts
from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.ports.ledger import Ledger
from memory_pipeline.ports.memory_store import MemoryReader, MemoryStore
from memory_pipeline.ports.transcripts import Transcripts
from memory_pipeline.ports.working_memory import WorkingMemory
from tests.support.keys import TEST_DIGEST
from tests.support.servers import drop_database, fresh_redis, migrated_database, running_servers

IN_MEMORY = pytest.param("in_memory")
ON_REDIS = pytest.param("redis", marks=pytest.mark.servers)
ON_POSTGRES = pytest.param("postgres", marks=pytest.mark.servers)
ROLE = "memory_pipeline_app"


@dataclass(frozen=True, slots=True)
class Stores:
    """The adapters on one and the same state. `outbox` gives the payloads written so far, oldest first."""

    ledger: Ledger
    transcripts: Transcripts
    store: MemoryStore
    reader: MemoryReader
    outbox: Callable[[], Sequence[dict[str, Any]]]


@pytest.fixture
def redis_client() -> Iterator[redis.Redis]:
    client = connect(fresh_redis(running_servers()))
    yield client
    client.close()


@pytest.fixture(params=[IN_MEMORY, ON_REDIS])
def working_memory(request: pytest.FixtureRequest) -> WorkingMemory:
    if request.param == "in_memory":
        return InMemoryWorkingMemory()
    return RedisWorkingMemory(request.getfixturevalue("redis_client"))


@pytest.fixture(scope="session")
def database_url() -> Iterator[str]:
    """A migrated database, shared by all tests of this process; `empty_database` empties it."""
    url = migrated_database(running_servers())
    yield url
    drop_database(url)


@pytest.fixture
def empty_database(database_url: str) -> str:
    with psycopg.connect(database_url, autocommit=True) as connection:
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
        ).fetchall()
        names = sql.SQL(", ").join(sql.Identifier(name) for (name,) in tables)
        connection.execute(sql.SQL("TRUNCATE {}").format(names))
    return database_url


@pytest.fixture
def postgres_stores(empty_database: str) -> Iterator[Stores]:
    database = Database(empty_database, ROLE)

    def outbox() -> list[dict[str, Any]]:
        with psycopg.connect(empty_database) as connection:
            return [payload for (payload,) in connection.execute("SELECT payload FROM outbox ORDER BY id")]

    yield Stores(
        PostgresLedger(database),
        PostgresTranscripts(database, TEST_DIGEST),
        PostgresMemoryStore(database, TEST_DIGEST),
        PostgresMemoryReader(database),
        outbox,
    )
    database.close()


@pytest.fixture(params=[IN_MEMORY, ON_POSTGRES])
def stores(request: pytest.FixtureRequest) -> Stores:
    if request.param == "postgres":
        found: Stores = request.getfixturevalue("postgres_stores")
        return found
    state = InMemoryState()
    store = InMemoryMemoryStore(state)
    return Stores(
        InMemoryLedger(state),
        InMemoryTranscripts(state),
        store,
        InMemoryMemoryReader(state),
        lambda: [notification.model_dump(mode="json") for notification in store.outbox],
    )
