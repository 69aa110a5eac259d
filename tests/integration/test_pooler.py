"""Behind a pooler in transaction mode nothing may hang on a session: no role, no tenant, no prepared statement, no lock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.handle import handle
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.ports.ledger import EventRef, EventState
from tests.support.pooler import Pooler
from tests.support.server_pipelines import server_pipeline
from tests.support.talks import ingest, small_world
from tests.support.told import held, told

pytestmark = pytest.mark.servers

ACME, OTHER = Tenant("acme"), Tenant("other")


@pytest.fixture
def pooled(tmp_path: Path) -> Iterator[tuple[Pipeline, Pooler]]:
    """A pipeline whose every transaction may run on another of three server connections."""
    with server_pipeline(tmp_path) as direct, Pooler(direct.urls.database, servers=3) as pooler:
        settings = direct.settings.model_copy(update={"database_url": pooler.url})
        pipeline = Pipeline(settings, type(direct.urls)(pooler.url, direct.urls.redis, direct.urls.broker))
        yield pipeline, pooler
        pipeline.close()


def test_two_tenants_on_shared_connections_hold_what_each_was_told(pooled: tuple[Pipeline, Pooler]) -> None:
    pipeline, pooler = pooled
    deps, talks = pipeline.dependencies, small_world()
    ours, theirs = talks[:4], talks[4:]
    ingest(ours, deps, tenant=ACME)
    ingest(theirs, deps, tenant=OTHER)
    with ThreadPoolExecutor(6) as threads:
        while refs := relay(deps) or [ref for tenant in (ACME, OTHER) for ref in _waiting(pipeline, tenant)]:
            list(
                threads.map(lambda ref: handle(ref, deps), refs)
            )  # a person's sessions that meet are put back
    assert held(deps, ours, ACME) == told(ours, ACME)
    assert held(deps, theirs, OTHER) == told(theirs, OTHER)
    assert pooler.transactions > 100
    assert _left_behind(pooler) == {("", 0, 0)}


def _waiting(pipeline: Pipeline, tenant: Tenant) -> Sequence[EventRef]:
    deps = pipeline.dependencies
    waiting = [entry.ref.event_id for entry in deps.ledger.entries(tenant, EventState.FAILED, 100)]
    return deps.ledger.retry(tenant, waiting, now=deps.clock.now())


def _left_behind(pooler: Pooler) -> set[tuple[str, int, int]]:
    """Tenant, prepared statements and locks of the sessions, which the next client would inherit."""
    found = set()
    for _ in range(60):
        with psycopg.connect(pooler.url, autocommit=True, prepare_threshold=None) as connection:
            row = connection.execute(
                "SELECT coalesce(current_setting('app.tenant', true), ''), (SELECT count(*) FROM pg_prepared_statements), "
                "(SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()), current_user = session_user"
            ).fetchone()
            assert row is not None
            assert row[3], "a role was left behind"
            found.add((row[0], row[1], row[2]))
    return found
