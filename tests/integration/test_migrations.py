"""From an empty database to the newest schema: whole, once, by however many at a time, or a sentence that says why not."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from memory_pipeline.adapters.postgres.database import make_engine
from memory_pipeline.adapters.postgres.migrate import head_revision, migrate
from memory_pipeline.adapters.postgres.schema import GLOBAL_TABLES, metadata
from memory_pipeline.domain.errors import DatabaseUnavailable, UnsafeSettings
from tests.support.servers import drop_database, fresh_database, running_servers

pytestmark = pytest.mark.servers

ROLE = "memory_pipeline_app"


@pytest.fixture
def empty() -> Iterator[str]:
    url = fresh_database(running_servers())
    yield url
    drop_database(url)


@pytest.fixture(scope="module")
def migrated() -> Iterator[str]:
    url = fresh_database(running_servers())
    migrate(url, ROLE)
    yield url
    drop_database(url)


def revision(url: str) -> str | None:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else row[0]


def test_migrations_and_metadata_give_one_schema(migrated: str) -> None:
    engine = make_engine(migrated, pool_size=1)
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "compare_server_default": True,
                "include_name": lambda name, kind, _: (
                    kind != "table"
                    or not (name == "alembic_version" or str(name).startswith("transcript_words_2"))
                ),
            },
        )
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_checks_and_partial_indexes_are_those_of_the_metadata(migrated: str) -> None:
    """What autogenerate does not compare."""
    with psycopg.connect(migrated) as connection:
        checks = {
            name
            for (name,) in connection.execute(
                "SELECT conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace"
            )
        }
        partial: dict[str, str] = dict(
            connection.execute(
                "SELECT c.relname, pg_get_expr(i.indpred, i.indrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
                "WHERE i.indpred IS NOT NULL AND c.relnamespace = 'public'::regnamespace"
            ).fetchall()
        )
    wanted = {
        str(constraint.name)
        for table in metadata.tables.values()
        for constraint in table.constraints
        if isinstance(constraint, sa.CheckConstraint)
    }
    assert checks == wanted
    indexes = {
        str(index.name)
        for table in metadata.tables.values()
        for index in table.indexes
        if index.dialect_options["postgresql"]["where"] is not None
    }
    assert set(partial) == indexes
    assert partial["facts_open_key"] == "(valid_to IS NULL)"


def test_keys_of_memory_tables_begin_with_tenant_and_scope() -> None:
    without_scope = {"tenants", "registry_versions", "runs", "model_costs"}
    without_scope |= {"audit", "api_keys", "transcript_drops"}
    without_scope |= {"forgetting_policies", "forgetting_runs", "forgetting_counts"}
    for table in metadata.tables.values():
        if table.name in GLOBAL_TABLES:
            continue
        keys = [column.name for column in table.primary_key.columns]
        assert keys[0] == "tenant", table.name
        if table.name not in without_scope:
            assert keys[1] == "scope", table.name
        unique = [index for index in table.indexes if index.unique]
        assert all([column.name for column in index.columns][:2] == ["tenant", "scope"] for index in unique)


def test_a_second_run_changes_nothing_and_needs_no_lock(migrated: str) -> None:
    with psycopg.connect(migrated, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [0x6D656D6F7279])
        migrate(migrated, ROLE)
    assert revision(migrated) == head_revision()


def test_four_processes_at_once_migrate_once_and_all_succeed(empty: str) -> None:
    code = f"from memory_pipeline.adapters.postgres.migrate import migrate; migrate({empty!r}, {ROLE!r})"
    racing = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(4)
    ]  # fmt: skip
    for process in racing:
        words, _ = process.communicate(timeout=90)
        assert process.returncode == 0, words
    assert revision(empty) == head_revision()


@pytest.mark.parametrize(
    ("change", "error", "told"),
    [
        ({"path": "/no_such_database"}, UnsafeSettings, "check user, password and database"),
        ({"netloc": "127.0.0.1:1"}, DatabaseUnavailable, "MEMORY_PIPELINE_DATABASE_URL"),
        ({"scheme": "mysql"}, UnsafeSettings, "postgresql://"),
    ],
)
def test_a_url_that_leads_nowhere_is_told_by_its_variable(
    change: dict[str, str], error: type[Exception], told: str
) -> None:
    url = urlunsplit(urlsplit(running_servers().database_url)._replace(**change))
    with pytest.raises(error, match=told):
        migrate(url, ROLE)
