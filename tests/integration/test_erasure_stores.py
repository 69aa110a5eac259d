"""No table is forgotten, no other key is taken, and nobody sees what is half erased."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.digest_key import refuse_other_key
from memory_pipeline.adapters.postgres.erasure_stores import EXEMPT, STORES, text_columns
from memory_pipeline.adapters.postgres.schema import GLOBAL_TABLES, metadata
from memory_pipeline.adapters.system.keyed_digest import HmacDigest
from memory_pipeline.bootstrap import Pipeline, Urls, make_digest, open_pipeline, server_urls
from memory_pipeline.domain.erasure import Everything
from memory_pipeline.domain.errors import UnsafeSettings
from memory_pipeline.domain.scope import Scope
from memory_pipeline.embedded import ensure_digest_key
from memory_pipeline.pipeline.erase_scope import begin_scope
from memory_pipeline.pipeline.explain import explain
from memory_pipeline.pipeline.finish_erasure import finish_erasures
from memory_pipeline.pipeline.forget import forget
from memory_pipeline.pipeline.list_facts import list_facts
from memory_pipeline.pipeline.recall import Query, recall
from memory_pipeline.pipeline.reconcile import reconcile
from memory_pipeline.settings import Settings
from tests.support.dumps import dump_postgres, dump_redis
from tests.support.keys import TEST_HMAC_KEY
from tests.support.server_pipelines import server_pipeline, work
from tests.support.talks import ACME, ingest, talk

pytestmark = pytest.mark.servers

EVE = Scope.of_user("eve")


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[Pipeline]:
    with server_pipeline(tmp_path) as made:
        made.dependencies = replace(made.dependencies, embedder=InMemoryEmbedder(64))
        yield made


def test_every_table_with_a_tenant_is_erased_or_exempt_for_a_reason() -> None:
    with_tenant = {table.name for table in metadata.sorted_tables if "tenant" in table.c}
    listed = {store.name for store in STORES}
    assert listed | EXEMPT.keys() == with_tenant
    assert not listed & EXEMPT.keys()
    assert not with_tenant & GLOBAL_TABLES
    assert all(reason.strip() for reason in EXEMPT.values())


def test_every_column_that_an_erasure_goes_by_is_there() -> None:
    for store in STORES:
        named = [
            *store.memories,
            *store.verbatim,
            *(each for each in (store.recorded, store.session) if each),
        ]
        assert set(named) <= {column.name for column in store.table.columns}, store.name
        assert store.verbatim <= {column.name for column in text_columns(store.table)}, store.name


def test_a_scope_that_is_being_erased_is_shown_to_nobody_until_a_sweep_ends_it(pipeline: Pipeline) -> None:
    deps = pipeline.dependencies
    ingest([talk("e-1", "eve", "I live in Munich-Schwabing.", "Ok.", "I like quiltingfoo.")], deps)
    work(deps)
    (fact, *_) = list_facts(ACME, EVE, deps)
    begin_scope(ACME, EVE, (), deps)
    assert list_facts(ACME, EVE, deps, history=True) == []
    assert deps.reader.fact_rows(ACME, fact.id) == []
    assert deps.reader.placed(ACME, EVE, None) == []
    found = recall(ACME, [EVE], Query("Munich-Schwabing quiltingfoo"), deps, deadline=timedelta(seconds=30))
    assert (found.memories, found.timed_out) == ((), False)
    assert "Munich-Schwabing" in dump_postgres(pipeline.urls.database)
    ingest([talk("e-2", "eve", "I live in Oslo-Grorud.", at=deps.clock.now() + timedelta(seconds=1))], deps)
    work(deps)  # waits: whatever is said now comes after the erasure
    reconcile(deps)
    assert "Munich-Schwabing" not in dump_postgres(pipeline.urls.database)
    assert deps.erasures.scopes_unfinished(9) == []
    with pytest.raises(Exception, match=str(fact.id)):
        explain(ACME, fact.id, deps)
    assert finish_erasures(deps) == 0


_FORGETTING = """
import sys, time
from dataclasses import replace
from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.bootstrap import open_pipeline
from memory_pipeline.domain.erasure import Everything
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline import erase_scope
from memory_pipeline.pipeline.forget import forget
from memory_pipeline.settings import load_settings

pipeline = open_pipeline(load_settings())
deps = replace(pipeline.dependencies, embedder=InMemoryEmbedder(64))
unit, pages = deps.erasures.unit, []

class Slow:
    def __getattr__(self, name):
        return getattr(pipeline.dependencies.erasures, name)
    def unit(self, tenant, scopes):
        pages.append(1)
        if len(pages) == 4:
            print("half", flush=True)
            time.sleep(600)
        return unit(tenant, scopes)

forget(Tenant("acme"), Scope.parse("user:eve"), Everything(), replace(deps, erasures=Slow()), page=20)
"""


def test_a_killed_erasure_is_ended_by_the_next_start(pipeline: Pipeline, tmp_path: Path) -> None:
    deps = pipeline.dependencies
    texts = [f"I like quilting{n:02}foo." for n in range(30)]
    ingest([talk("e-1", "eve", *(f">{text}" for text in texts))], deps)
    work(deps)
    environment = {
        **os.environ,
        "MEMORY_PIPELINE_HOME": str(tmp_path),
        "MEMORY_PIPELINE_DATABASE_URL": pipeline.urls.database,
        "MEMORY_PIPELINE_REDIS_URL": pipeline.urls.redis,
        "MEMORY_PIPELINE_HMAC_KEY": TEST_HMAC_KEY,
    }
    child = subprocess.Popen(
        [sys.executable, "-c", _FORGETTING], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "half\n"
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    half = dump_postgres(pipeline.urls.database)
    assert sum(f"quilting{n:02}foo" in half for n in range(30)) > 0
    assert list_facts(ACME, EVE, deps, history=True) == []
    found = recall(ACME, [EVE], Query("quilting01foo"), deps, deadline=timedelta(seconds=30))
    assert found.memories == ()
    settings = pipeline.settings.model_copy(
        update={"database_url": pipeline.urls.database, "redis_url": pipeline.urls.redis}
    )
    open_pipeline(settings).close()  # the next start, of whatever process
    assert "foo." not in dump_postgres(pipeline.urls.database) + dump_redis(pipeline.urls.redis)
    assert deps.erasures.unfinished(ACME, EVE) == []
    assert forget(ACME, EVE, Everything(), deps).deleted == {}


class TestKey:
    def test_another_key_is_refused_with_a_sentence(self, pipeline: Pipeline) -> None:
        database = Database(pipeline.urls.database, "memory_pipeline_app")
        first, other = HmacDigest("a" * 32), HmacDigest("b" * 32)
        refuse_other_key(database, first)
        refuse_other_key(database, first)
        with pytest.raises(UnsafeSettings, match="written under another key: set MEMORY_PIPELINE_HMAC_KEY"):
            refuse_other_key(database, other)
        database.close()
        settings = Settings(
            database_url=pipeline.urls.database, redis_url=pipeline.urls.redis, hmac_key="c" * 32
        )
        with pytest.raises(UnsafeSettings, match="another key"):
            open_pipeline(settings)

    def test_the_database_holds_a_check_value_and_not_the_key(self, pipeline: Pipeline) -> None:
        pipeline.refuse_other_key()
        with psycopg.connect(pipeline.urls.database) as connection:
            ((value,),) = connection.execute("SELECT check_value FROM digest_keys").fetchall()
        assert bytes(value) == HmacDigest(TEST_HMAC_KEY).of("key-check")
        assert TEST_HMAC_KEY not in dump_postgres(pipeline.urls.database)

    def test_a_database_of_ones_own_wants_a_key(self, pipeline: Pipeline) -> None:
        settings = Settings(database_url=pipeline.urls.database, redis_url=pipeline.urls.redis)
        with pytest.raises(UnsafeSettings, match=r"HMAC_KEY is not set.*at least 32 characters"):
            make_digest(settings, server_urls(settings))

    def test_a_home_has_one_key_that_only_its_owner_reads(self, tmp_path: Path) -> None:
        home = tmp_path / "home"
        key = ensure_digest_key(home)
        assert len(key) >= 32
        assert ensure_digest_key(home) == key
        assert stat.S_IMODE((home / "digest.key").stat().st_mode) == 0o600
        assert [path.name for path in home.glob("digest.key*")] == ["digest.key"]

    def test_urls_do_not_show_the_key(self) -> None:
        assert "secret-key" not in repr(Urls("a", "b", "c", "secret-key"))
