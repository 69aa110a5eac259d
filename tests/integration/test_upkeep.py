"""Indexes on real Postgres: what was deleted stays in them as air until they are built anew, while others read and write."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest

from memory_pipeline.adapters.postgres.upkeep import PostgresUpkeep
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.errors import InvalidInput, UnsafeSettings
from memory_pipeline.pipeline.keep_up import keep_up
from memory_pipeline.ports.embedder import EmbeddingSpace
from tests.support.server_pipelines import server_pipeline

pytestmark = pytest.mark.servers

SPACE = EmbeddingSpace("model", 8)
INDEX = "vectors_hnsw_1"


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as pipeline:
        yield pipeline


def put_vectors(url: str, count: int) -> None:
    chance = random.Random(5)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("INSERT INTO embedding_spaces (model, dimensions) VALUES ('model', 8)")
        with connection.cursor().copy(
            "COPY vectors (tenant, scope, space_id, memory_id, tier, text_digest, embedding) FROM STDIN"
        ) as copy:
            for n in range(count):
                vector = "[" + ",".join(f"{chance.random():.3f}" for _ in range(8)) + "]"
                copy.write_row(("t", f"user:{n % 3}", 1, str(uuid4()), "episodic", b"x", vector))


def test_an_index_is_built_anew_when_too_much_of_it_is_air(pipeline: Pipeline) -> None:
    url, deps = pipeline.urls.database, pipeline.dependencies
    put_vectors(url, 3000)
    assert PostgresUpkeep(url).build_vector_index(SPACE) == INDEX
    assert PostgresUpkeep(url).build_vector_index(SPACE) == INDEX  # it is there
    seen, done = keep_up(deps, at_least_bytes=100_000)
    before = next(each for each in seen if each.name == INDEX)
    assert (before.bloat, before.entries, done) == (1.0, 3000, [])
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DELETE FROM vectors WHERE scope = 'user:1'")
        connection.execute("VACUUM vectors")
    _, would = keep_up(deps, at_least_bytes=100_000, dry_run=True)
    assert INDEX in {each.before.name for each in would}
    _, done = keep_up(deps, at_least_bytes=100_000)
    rebuilt = next(each for each in done if each.before.name == INDEX)
    assert rebuilt.before.bloat == pytest.approx(1.5, rel=0.05)
    assert rebuilt.after is not None
    assert rebuilt.after.bytes == pytest.approx(before.bytes * 2 / 3, rel=0.1)
    assert [each for each in keep_up(deps, at_least_bytes=100_000)[1] if each.before.name == INDEX] == []


def test_what_a_killed_rebuild_left_behind_is_cleared_away(pipeline: Pipeline) -> None:
    url, deps = pipeline.urls.database, pipeline.dependencies
    put_vectors(url, 50)
    PostgresUpkeep(url).build_vector_index(SPACE)
    with (
        psycopg.connect(url, autocommit=True) as connection,
        pytest.raises(psycopg.errors.UniqueViolation),  # which leaves an index that is not valid
    ):
        connection.execute(f"CREATE UNIQUE INDEX CONCURRENTLY {INDEX}_ccnew ON vectors (tier)")
    PostgresUpkeep(url).rebuild(INDEX, now=deps.clock.now())
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT relname FROM pg_class WHERE relname LIKE %s", (f"{INDEX}%",))
        assert found.fetchall() == [(INDEX,)]


def test_what_it_may_not_do_it_says(pipeline: Pipeline) -> None:
    upkeep = PostgresUpkeep(pipeline.urls.database)
    with pytest.raises(InvalidInput, match="no index 'nothing'"):
        upkeep.rebuild("nothing", now=pipeline.dependencies.clock.now())
    with pytest.raises(InvalidInput, match="nothing was ever embedded"):
        upkeep.build_vector_index(EmbeddingSpace("other", 3))


def test_a_role_that_owns_nothing_is_told_so(pipeline: Pipeline) -> None:
    parts = urlsplit(pipeline.urls.database)
    _, _, address = parts.netloc.rpartition("@")
    stranger = urlunsplit(parts._replace(netloc=f"upkeep_stranger:x@{address}"))
    with psycopg.connect(pipeline.urls.database, autocommit=True) as connection:
        connection.execute("CREATE ROLE upkeep_stranger LOGIN PASSWORD 'x'")
        try:
            with pytest.raises(UnsafeSettings, match="may not rebuild indexes"):
                PostgresUpkeep(stranger).indexes(at_least_bytes=0, now=pipeline.dependencies.clock.now())
        finally:
            connection.execute("DROP ROLE upkeep_stranger")
