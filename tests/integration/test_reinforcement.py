"""Reinforcement on real Postgres: the same facts as in memory, in one transaction, by however many at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.errors import PermanentError
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.reinforce import reinforce, reinforce_due
from tests.support.keys import TEST_HMAC_KEY
from tests.support.pipelines import in_memory_pipeline, memories
from tests.support.server_pipelines import row_counts, server_pipeline, work
from tests.support.talks import ACME, SRE, incident, ingest

pytestmark = pytest.mark.servers

LATER = datetime(2026, 6, 1, tzinfo=UTC)
DAYS = (1, 5, 9, 10, 11, 12, 13, 14, 15, 16)


def deps_of(pipeline: Pipeline, at: datetime = LATER) -> Dependencies:
    return replace(pipeline.dependencies, clock=FixedClock(at), embedder=InMemoryEmbedder(64))


def test_postgres_holds_what_memory_holds(tmp_path: Path) -> None:
    expected = in_memory_pipeline(LATER)
    ingest([incident(f"ops-{n}", day=n) for n in DAYS], expected.deps)
    expected.work()
    reinforce(ACME, SRE, expected.deps)
    with server_pipeline(tmp_path) as pipeline:
        deps = deps_of(pipeline)
        ingest([incident(f"ops-{n}", day=n) for n in DAYS], deps)
        work(deps)
        assert reinforce(ACME, SRE, deps).assertions == len(DAYS)
        assert memories(deps, ACME, [SRE]) == memories(expected.deps, ACME, [SRE])
        counts = row_counts(pipeline.urls.database)
        assert reinforce(ACME, SRE, deps).assertions == 0
        assert row_counts(pipeline.urls.database) == counts


def test_eight_at_once_are_one(tmp_path: Path) -> None:
    with server_pipeline(tmp_path) as pipeline:
        deps = deps_of(pipeline)
        ingest([incident(f"ops-{n}", day=n) for n in DAYS], deps)
        work(deps)
        tomorrow = deps_of(pipeline, LATER + timedelta(days=1))
        with ThreadPoolExecutor(8) as pool:
            done = list(pool.map(lambda _: reinforce_due(tomorrow), range(8)))
        assert sum(each.assertions for each in done) == 2 * len(DAYS)
        assert not any(each.failed for each in done)
        assert reinforce_due(tomorrow).scopes == 0
        facts = deps.reader.facts(ACME, SRE, history=True, now=LATER, as_of=None)
        assert [fact.support for fact in facts if fact.slot.predicate == "note"] == [len(DAYS)]


def test_where_the_facts_cannot_be_written_all_sources_stay_and_nothing_is_half_written(
    tmp_path: Path,
) -> None:
    with server_pipeline(tmp_path) as pipeline:
        deps = deps_of(pipeline)
        ingest([incident(f"ops-{n}", day=n) for n in DAYS], deps)
        work(deps)
        before = row_counts(pipeline.urls.database)
        tomorrow = deps_of(pipeline, LATER + timedelta(days=1))
        with closing(psycopg.connect(pipeline.urls.database, autocommit=True)) as connection:
            connection.execute(
                "ALTER TABLE facts ADD CONSTRAINT no_notes CHECK (slot_predicate <> 'note') NOT VALID"
            )
            with pytest.raises(PermanentError, match="no_notes"):
                reinforce(ACME, SRE, tomorrow)
            assert row_counts(pipeline.urls.database) == before
            assert len(deps.reader.episodes(ACME, SRE, archived=False)) == len(DAYS)
            connection.execute("ALTER TABLE facts DROP CONSTRAINT no_notes")
        assert reinforce_due(tomorrow).assertions == 2 * len(DAYS)
        assert len(deps.reader.episodes(ACME, SRE, archived=False)) == len(DAYS)


def test_every_assertion_stands_under_the_messages_of_its_episode(tmp_path: Path) -> None:
    """What erasure looks memories up by: with a message go its episode and all that was made of it."""
    with server_pipeline(tmp_path) as pipeline:
        deps = deps_of(pipeline)
        ingest([incident(f"ops-{n}", day=n) for n in (1, 5, 9)], deps)
        work(deps)
        reinforce(ACME, SRE, deps)
        with closing(psycopg.connect(pipeline.urls.database)) as connection:
            cited = connection.execute(
                "SELECT a.id, array_agg(v.message_id ORDER BY v.message_id) FROM assertions a "
                "JOIN evidence v ON (v.tenant, v.scope, v.memory_id) = (a.tenant, a.scope, a.id) "
                "WHERE a.act = 'distilled' AND v.session_id = 'ops-5' GROUP BY a.id"
            ).fetchall()
            told = connection.execute(
                "SELECT array_agg(v.message_id ORDER BY v.message_id) FROM episodes e "
                "JOIN evidence v ON (v.tenant, v.scope, v.memory_id) = (e.tenant, e.scope, e.id) "
                "WHERE e.session_id = 'ops-5' AND e.scope = 'team:sre' GROUP BY e.id"
            ).fetchall()
        assert [messages for _, messages in cited] == [messages for (messages,) in told]


def test_the_task_that_beat_sends_reinforces_what_is_due(tmp_path: Path) -> None:
    with server_pipeline(tmp_path) as pipeline:
        deps = deps_of(pipeline)
        ingest([incident(f"ops-{n}", day=n) for n in (1, 5, 9)], deps)
        work(deps)
        environment = {
            **os.environ,
            "MEMORY_PIPELINE_HOME": str(tmp_path),
            "MEMORY_PIPELINE_DATABASE_URL": pipeline.urls.database,
            "MEMORY_PIPELINE_REDIS_URL": pipeline.urls.redis,
            "MEMORY_PIPELINE_HMAC_KEY": TEST_HMAC_KEY,
        }
        program = "from workers.nights import reinforce; reinforce()"
        subprocess.run([sys.executable, "-c", program], env=environment, check=True, timeout=120)
        facts = deps.reader.facts(ACME, SRE, history=False, now=LATER, as_of=None)
        assert [fact.support for fact in facts if fact.slot.predicate == "note"] == [3]


def test_the_command_shows_what_repeats_before_it_writes_it(tmp_path: Path) -> None:
    with server_pipeline(tmp_path) as pipeline:
        deps = deps_of(pipeline)
        ingest([incident(f"ops-{n}", day=n) for n in (1, 5, 9)], deps)
        work(deps)
        environment = {
            **os.environ,
            "MEMORY_PIPELINE_HOME": str(tmp_path),
            "MEMORY_PIPELINE_DATABASE_URL": pipeline.urls.database,
            "MEMORY_PIPELINE_REDIS_URL": pipeline.urls.redis,
            "MEMORY_PIPELINE_HMAC_KEY": TEST_HMAC_KEY,
        }
        words = ["reinforce", "--scope", str(SRE), "--tenant", ACME, "--json"]
        program = f"from memory_pipeline.interfaces.cli.main import main; main({words!r} + ARGS)"
        answers = []
        for more in (["--dry-run"], [], []):
            done = subprocess.run(
                [sys.executable, "-c", program.replace("ARGS", repr(more))],
                env=environment,
                check=True,
                timeout=120,
                capture_output=True,
                text=True,
            )
            answers.append(json.loads(done.stdout))
        assert [answer["assertions"] for answer in answers] == [3, 3, 0]
        [shown] = answers[0]["repetitions"]
        assert (shown["subject"], shown["counted"], shown["confidence"], shown["current"]) == (
            "order-service", 3, 0.9, True,
        )  # fmt: skip
        assert answers[0]["fact_ids"] == []
        [fact_id] = answers[1]["fact_ids"]
        assert fact_id in {
            str(fact.id) for fact in deps.reader.facts(ACME, SRE, history=False, now=LATER, as_of=None)
        }
