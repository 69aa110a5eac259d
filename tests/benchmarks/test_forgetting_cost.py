"""What forgetting costs: by what changes and not by what is stored, against the naive nightly UPDATE. Prints what it measured.

Sizes are the environment's to lower: BENCH_MEMORIES (200,000 with vectors), BENCH_LARGE (4,000,000 without).
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles

import psycopg
import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.postgres.upkeep import PostgresUpkeep
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.policies import read_policy
from memory_pipeline.interfaces.processes import environment
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.pipeline.keep_up import keep_up
from memory_pipeline.ports.memory_store import Candidate
from tests.support.cli import PROGRAM
from tests.support.keys import TEST_HMAC_KEY
from tests.support.many_memories import DAY, due, fill, quiet
from tests.support.server_pipelines import server_pipeline

pytestmark = [pytest.mark.servers, pytest.mark.timeout(7200)]

MEMORIES = int(os.environ.get("BENCH_MEMORIES", "200000"))
LARGE = int(os.environ.get("BENCH_LARGE", "4000000"))
NAIVE = 20_000
NIGHTS, APART = 4, 7 * DAY  # what is due in one of them was due in no night before
SCOPES = 1_000
TENANT = Tenant("bench")
NOW = datetime(2026, 6, 1, 3, tzinfo=UTC)


def report(**figures: object) -> None:
    print("\nFIGURES", json.dumps(figures), flush=True)  # noqa: T201


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as pipeline:
        yield pipeline


def deps_of(pipeline: Pipeline) -> Dependencies:
    return replace(pipeline.dependencies, embedder=InMemoryEmbedder())


def timed_night(deps: Dependencies, at: datetime = NOW) -> tuple[float, int]:
    """Seconds, and how many changes it counted."""
    began = time.perf_counter()
    run = run_night(TENANT, deps, as_of=at).run
    changes = sum(sum(tiers.values()) for tiers in run.counts.values())
    assert run.left == 0
    return time.perf_counter() - began, changes


def index_vectors(url: str) -> str:
    """The HNSW index of the space, built with room for its graph in memory."""
    return PostgresUpkeep(url).build_vector_index(InMemoryEmbedder().space)


def naive_rows_per_second(url: str, *, hnsw: bool) -> float:
    """One table that holds the vectors inline, and the UPDATE that touches every row which was idle for long."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS naive")
        connection.execute(
            "CREATE TABLE naive (id UUID PRIMARY KEY, confidence FLOAT, last_accessed TIMESTAMPTZ, embedding vector(384))"
        )
        connection.execute(
            "INSERT INTO naive SELECT memory_id, 0.9, now() - interval '1 year', embedding FROM vectors LIMIT %s",
            (NAIVE,),
        )
        if hnsw:
            connection.execute("SET maintenance_work_mem = '512MB'")
            connection.execute("CREATE INDEX ON naive USING hnsw (embedding vector_cosine_ops)")
        connection.execute("VACUUM ANALYZE naive")
        began = time.perf_counter()
        connection.execute(
            "UPDATE naive SET confidence = confidence * 0.9 WHERE last_accessed < now() - interval '30 days'"
        )
        took = time.perf_counter() - began
        count = connection.execute("SELECT count(*) FROM naive").fetchone()
        connection.execute("DROP TABLE naive")
    assert count is not None
    return float(int(str(count[0])) / took)


def idle_rows(url: str, at: datetime) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT count(*) FROM ageing WHERE idle_from < %s", (at - 30 * DAY,)
        ).fetchone()
    assert row is not None
    return int(row[0])


def test_a_night_costs_a_fraction_of_the_naive_update_and_recall_hardly_feels_it(pipeline: Pipeline) -> None:
    url, deps = pipeline.urls.database, deps_of(pipeline)
    ages = [*quiet(NOW, 980), *due(NOW, decay=10, archive=6, purge=4)]
    fill(url, TENANT, ages, rows=MEMORIES, scopes=SCOPES // 5, vectors=True)
    index_vectors(url)
    calm = recall_times(deps, lambda: False)
    night = night_process(pipeline)
    busy = recall_times(deps, lambda: night.poll() is None)
    out, _ = night.communicate(timeout=3600)
    assert night.returncode == 0, out
    done = json.loads(out)
    changed = sum(sum(tiers.values()) for tiers in done["steps"].values())
    assert changed >= 0.015 * MEMORIES
    touched = idle_rows(url, NOW)
    with_index = touched / naive_rows_per_second(url, hnsw=True)
    without = touched / naive_rows_per_second(url, hnsw=False)
    report(
        what="a night against the naive update",
        memories=MEMORIES,
        changed=changed,
        night_s=round(done["took_s"], 2),
        naive_rows=touched,
        naive_hnsw_s=round(with_index, 1),
        naive_without_hnsw_s=round(without, 1),
        naive_hnsw_over_night=round(with_index / done["took_s"], 1),
        recall_p99_ms_quiet=round(p99(calm), 1),
        recall_p99_ms_during_the_night=round(p99(busy), 1),
        recalls=(len(calm), len(busy)),
    )
    assert done["took_s"] <= with_index / 15
    assert p99(busy) <= 2 * p99(calm)


def night_process(pipeline: Pipeline) -> subprocess.Popen[str]:
    """The night in a process of its own, as the command line runs it."""
    words = ["--tenant", TENANT, "nightly", "--as-of", NOW.isoformat(), "--json"]
    return subprocess.Popen(
        [str(PROGRAM), *words],
        env={**os.environ, **environment(pipeline.urls), "MEMORY_PIPELINE_HMAC_KEY": TEST_HMAC_KEY},
        stdout=subprocess.PIPE,
        text=True,
    )


def recall_times(deps: Dependencies, going_on: Callable[[], bool], least: int = 400) -> list[float]:
    """Milliseconds of searches in scopes by turns, at least so many, and as long as it goes on."""
    chance = random.Random(2)
    took: list[float] = []
    while len(took) < least or going_on():
        scope = Scope.parse(f"user:u{chance.randrange(MEMORIES // 1000)}")
        began = time.perf_counter()
        found = search(deps, scope, chance)
        took.append((time.perf_counter() - began) * 1000)
        assert len(found) == 10
        if len(took) >= 20_000:
            break
    return took


def search(deps: Dependencies, scope: Scope, chance: random.Random) -> Sequence[Candidate]:
    vector = tuple(chance.random() - 0.5 for _ in range(384))
    return deps.reader.candidates(
        TENANT, [scope], space=deps.embedder.space, vector=vector, tokens=(), now=NOW, limit=10
    )


def p99(values: list[float]) -> float:
    return quantiles(values, n=100)[98]


def test_the_cost_follows_what_is_due_and_not_what_is_stored(tmp_path: Path) -> None:
    """Nights of both by turns, so that what else the machine does falls on both."""
    small, large = LARGE // 10, LARGE
    took, changed = defaultdict[int, float](float), Counter[int]()
    with server_pipeline(tmp_path / "small") as one, server_pipeline(tmp_path / "large") as other:
        for pipeline, rows in ((one, small), (other, large)):
            each = 10 if rows == small else 1  # of a thousand ages, every night
            nightly = [due(NOW + n * APART, decay=2 * each, archive=each, purge=each) for n in range(NIGHTS)]
            kinds = [age for night in nightly for age in night]
            ages = [*quiet(NOW, 1000 - len(kinds), lasting=NIGHTS * APART), *kinds]
            fill(pipeline.urls.database, TENANT, ages, rows=rows, scopes=LARGE // 10_000)
        for night in range(NIGHTS):
            for pipeline, rows in ((one, small), (other, large))[:: 1 if night % 2 else -1]:
                seconds, changes = timed_night(deps_of(pipeline), NOW + night * APART)
                took[rows] += seconds
                changed[rows] += changes
    report(
        what="the same number due among ten times as many",
        rows=[small, large],
        nights=NIGHTS,
        changed=[changed[small], changed[large]],
        nights_s=[round(took[small], 2), round(took[large], 2)],
        ratio=round(took[large] / took[small], 2),
    )
    assert changed[small] == changed[large] == NIGHTS * 4 * LARGE // 1000
    assert took[large] <= 1.5 * took[small]


def test_archiving_a_third_shrinks_the_vector_index_by_a_third(pipeline: Pipeline) -> None:
    url, deps = pipeline.urls.database, deps_of(pipeline)
    rows = MEMORIES // 4
    fill(url, TENANT, [*quiet(NOW, 20), *due(NOW, archive=10)], rows=rows, scopes=SCOPES // 5, vectors=True)
    name = index_vectors(url)
    seen, _ = keep_up(deps, dry_run=True)
    before = next(each for each in seen if each.name == name)
    took, changes = timed_night(deps)
    assert changes == pytest.approx(rows / 3, rel=0.02)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM vectors")
    _, rebuilt = keep_up(deps)
    after = next(each.after for each in rebuilt if each.before.name == name)
    assert after is not None
    report(
        what="a third archived",
        memories=rows,
        night_s=round(took, 1),
        index_mb=[round(before.bytes / 1e6, 1), round(after.bytes / 1e6, 1)],
        share=round(after.bytes / before.bytes, 3),
    )
    assert after.bytes / before.bytes == pytest.approx(2 / 3, abs=0.05)


def test_a_hundred_thousand_are_purged_and_recall_stays_exact(pipeline: Pipeline) -> None:
    url, deps = pipeline.urls.database, deps_of(pipeline)
    deps.policies.save(TENANT, read_policy({"purge_brake_share": 1.0}))
    rows = MEMORIES // 2
    ages = [*due(NOW, purge=10), *quiet(NOW, 2)]
    fill(url, TENANT, ages, rows=rows * 12 // 10, scopes=SCOPES // 5, vectors=True)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER TABLE vectors SET (autovacuum_enabled = false)")
    took, changes = timed_night(deps)
    run = deps.forgetting.latest(TENANT) if deps.forgetting is not None else None
    assert run is not None
    purged = sum(run.counts[Step.PURGE].values())
    chance = random.Random(4)
    for _ in range(50):
        scope = Scope.parse(f"user:u{chance.randrange(SCOPES // 5)}")
        state = chance.getstate()
        found = {each.id for each in search(deps, scope, chance)}
        chance.setstate(state)
        vector = [chance.random() - 0.5 for _ in range(384)]
        assert found == brute_force(url, scope, vector)
    report(what="purge", rows=rows * 12 // 10, purged=purged, changes=changes, night_s=round(took, 1))
    assert purged == pytest.approx(rows, rel=0.02)


def brute_force(url: str, scope: Scope, vector: list[float]) -> set[object]:
    """The ten nearest by looking at every row of the scope."""
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT e.id, v.embedding::text FROM episodes e JOIN vectors v ON v.memory_id = e.id AND v.scope = e.scope "
            "WHERE e.scope = %s",
            (str(scope),),
        ).fetchall()
    far = sorted((_distance(json.loads(text), vector), id_) for id_, text in rows)
    return {id_ for _, id_ in far[:10]}


def _distance(one: list[float], other: list[float]) -> float:
    dot = sum(a * b for a, b in zip(one, other, strict=True))
    return float(-dot / sum(a * a for a in one) ** 0.5)
