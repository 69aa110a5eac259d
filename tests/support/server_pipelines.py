"""Pipelines on real Postgres and Valkey, each with a database and a Redis number of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from memory_pipeline.bootstrap import Pipeline, Urls
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.handle import Outcome, handle
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.settings import Settings
from tests.support.keys import TEST_HMAC_KEY
from tests.support.servers import drop_database, fresh_redis, migrated_database, running_servers


@contextmanager
def server_pipeline(home: Path, **changes: Any) -> Iterator[Pipeline]:
    """The pipeline as the wiring makes it, on servers that hold nothing else; `changes` are settings."""
    servers = running_servers()
    database, redis_url = migrated_database(servers), fresh_redis(servers)
    settings = Settings(
        home=home,
        database_url=database,
        redis_url=redis_url,
        broker_url=None,
        extractor="rules",
        hmac_key=TEST_HMAC_KEY,
    )
    pipeline = Pipeline(settings.model_copy(update=changes), Urls(database, redis_url, redis_url))
    try:
        yield pipeline
    finally:
        pipeline.close()
        drop_database(database)


def row_counts(database_url: str) -> dict[str, int]:
    """How many rows each table holds, of all tenants."""
    with psycopg.connect(database_url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        counts = {}
        for (name,) in tables:
            query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name))
            counts[name] = connection.execute(query).fetchone()[0]  # type: ignore[index]
    return counts


def work(deps: Dependencies) -> list[Outcome]:
    """Takes everything from the inbox through one attempt, here and now."""
    return [handle(ref, deps) for ref in relay(deps)]
