"""Every table that names a tenant shows and changes that tenant's rows alone, even for a query that names none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from memory_pipeline.adapters.postgres.database import Database, make_engine
from memory_pipeline.adapters.postgres.migrate import migrate
from memory_pipeline.adapters.postgres.schema import APPEND_ONLY_TABLES, GLOBAL_TABLES, metadata
from memory_pipeline.domain.errors import UnsafeSettings
from memory_pipeline.domain.scope import Tenant
from tests.support.servers import drop_database, fresh_database, running_servers

pytestmark = pytest.mark.servers

ROLE = "memory_pipeline_app"
ACME, OTHER = Tenant("acme"), Tenant("other")
TABLES = [table for table in metadata.sorted_tables if table.name not in GLOBAL_TABLES]
CHANGEABLE = [table for table in TABLES if table.name not in APPEND_ONLY_TABLES]


def row(table: sa.Table, tenant: str) -> dict[str, Any]:
    """A row that the table takes, all of whose values but the tenant are the same for everyone."""
    return {column.name: _value(column, tenant) for column in table.columns if column.identity is None}


def _value(column: sa.Column[Any], tenant: str) -> Any:
    if column.name == "tenant":
        return tenant
    allowed = _allowed(column)
    if allowed is not None:
        return allowed
    if isinstance(column.type, sa.Date):
        return date(2026, 1, 1)
    if column.name == "embedding":
        return [1.0, 0.0, 0.0]
    kind = getattr(column.type, "impl", column.type)
    if isinstance(kind, sa.UUID):
        return UUID(int=1)
    if isinstance(kind, ARRAY):
        return []
    if isinstance(kind, JSONB):
        return {}
    if isinstance(kind, sa.DateTime):
        return None if column.name == "valid_to" else datetime(2026, 1, 1, tzinfo=UTC)
    for sample in (1, 0.5, True, b"x", "x"):
        if kind.python_type is type(sample):
            return sample
    raise AssertionError(column)


def _allowed(column: sa.Column[Any]) -> str | None:
    """The first word that a check of the table lets into the column."""
    checks = [str(each.sqltext) for each in column.table.constraints if isinstance(each, sa.CheckConstraint)]
    found = [re.match(rf"{column.name} IN \('(\w+)'", check) for check in checks]
    return next((match[1] for match in found if match), None)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A migrated database with one row of each of two tenants in every table, written by the owner."""
    url = fresh_database(running_servers())
    migrate(url, ROLE)
    engine = make_engine(url, pool_size=1)
    with engine.begin() as connection:
        connection.execute(sa.text("INSERT INTO embedding_spaces (model, dimensions) VALUES ('m', 3)"))
        connection.execute(sa.text("SELECT ensure_transcript_month('2026-01-01')"))
        for table in metadata.sorted_tables:
            if table.name in GLOBAL_TABLES:
                continue
            for tenant in (ACME, OTHER):
                connection.execute(sa.insert(table).values(row(table, tenant)))
    engine.dispose()
    yield url
    drop_database(url)


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = Database(url, ROLE, pool_size=1)
    yield database
    database.close()


class _Undo(Exception):  # noqa: N818
    """Ends a trial without leaving a trace."""


def test_every_table_with_a_tenant_has_row_level_security_and_a_policy_for_reads_and_writes(url: str) -> None:
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT c.relname, c.relrowsecurity, p.polcmd, p.polqual IS NOT NULL, p.polwithcheck IS NOT NULL "
            "FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped "
            "LEFT JOIN pg_policy p ON p.polrelid = c.oid "
            "WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace"
        ).fetchall()
        assert [each[1:] for each in found] == [(True, "*", True, True)] * len(found)
        everything = connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') "
            "AND NOT relispartition AND relname <> 'alembic_version'"
        ).fetchall()
    assert {name for name, *_ in found} == {table.name for table in TABLES}
    assert {name for (name,) in everything} == {table.name for table in TABLES} | GLOBAL_TABLES


def test_a_partition_shows_itself_to_nobody_but_through_its_table(url: str, database: Database) -> None:
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT relname, relrowsecurity, relacl::text FROM pg_class WHERE relispartition AND relkind = 'r' "
            "AND relnamespace = 'public'::regnamespace"
        ).fetchall()
    assert [(name, secured) for name, secured, _ in found] == [("transcript_words_2026_01", True)]
    assert ROLE not in (found[0][2] or "")
    for statement in (
        "SELECT * FROM transcript_words_2026_01",
        "DELETE FROM transcript_words_2026_01",
        "DROP TABLE transcript_words_2026_01",
        "ALTER TABLE transcript_words DETACH PARTITION transcript_words_2026_01",
    ):
        for tenant in (ACME, None):
            with pytest.raises(UnsafeSettings, match="42501"), database.transaction(tenant) as connection:
                connection.execute(sa.text(statement))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_tenant_sees_its_own_row_and_no_tenant_sees_none(table: sa.Table, database: Database) -> None:
    for tenant in (ACME, OTHER):
        with database.transaction(tenant) as connection:
            assert list(connection.scalars(sa.select(table.c.tenant))) == [tenant]
    with database.transaction(None) as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(table)) == 0


@pytest.mark.parametrize("table", CHANGEABLE, ids=lambda table: table.name)
def test_another_tenants_row_cannot_be_changed_removed_or_made(table: sa.Table, database: Database) -> None:
    for tenant, own in ((ACME, 1), (None, 0)):
        with suppress(_Undo), database.transaction(tenant) as connection:
            changed = connection.execute(sa.update(table).values(tenant=sa.column("tenant")))
            assert changed.rowcount == own
            removed = connection.execute(sa.delete(table))
            assert removed.rowcount == own
            raise _Undo
        values = row(table, "third")
        with pytest.raises(UnsafeSettings, match="42501"), database.transaction(tenant) as connection:
            connection.execute(sa.insert(table).values(values))
    with pytest.raises(UnsafeSettings, match="42501"), database.transaction(ACME) as connection:
        connection.execute(sa.update(table).values(tenant="third"))


@pytest.mark.parametrize("name", sorted(APPEND_ONLY_TABLES))
def test_an_append_only_table_takes_rows_of_the_own_tenant_and_lets_none_be_changed(
    name: str, database: Database
) -> None:
    table = metadata.tables[name]
    for tenant in (ACME, None):
        for statement in (sa.update(table).values(tenant=sa.column("tenant")), sa.delete(table)):
            with pytest.raises(UnsafeSettings, match="42501"), database.transaction(tenant) as connection:
                connection.execute(statement)
        with pytest.raises(UnsafeSettings, match="42501"), database.transaction(tenant) as connection:
            connection.execute(sa.insert(table).values(row(table, "third")))
    with suppress(_Undo), database.transaction(ACME) as connection:
        connection.execute(sa.insert(table).values(row(table, ACME)))
        raise _Undo


def test_a_transaction_leaves_no_tenant_behind_on_its_connection(database: Database) -> None:
    """The pool has one connection: what a transaction sets must end with it."""
    with database.transaction(ACME) as connection:
        first = connection.scalar(sa.text("SELECT pg_backend_pid()"))
    with database.engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT pg_backend_pid()")) == first
        assert connection.scalar(sa.text("SELECT current_user")) != ROLE
        assert connection.scalar(sa.text("SELECT current_setting('app.tenant', true)")) in (None, "")


def test_the_role_may_neither_drop_nor_alter_nor_switch_the_security_off(database: Database) -> None:
    for statement in (
        "DROP TABLE facts",
        "ALTER TABLE facts DISABLE ROW LEVEL SECURITY",
        "DROP POLICY facts_of_tenant ON facts",
        "TRUNCATE facts",
        "CREATE TABLE mine (x int)",
        "SELECT * FROM alembic_version",
    ):
        with pytest.raises(UnsafeSettings), database.transaction(ACME) as connection:
            connection.execute(sa.text(statement))


_NO_CONTENT = {
    "tenant", "scope", "event_id", "lane", "version", "state", "events", "waiting", "model", "dimensions",
    "oldest_recorded_at", "oldest_created_at", "next_attempt_at",
    "key_id", "digest", "role", "expires_at", "revoked_at", "month", "needed",
}  # fmt: skip


def test_what_sweepers_may_see_of_all_tenants_is_ids_and_counts(url: str, database: Database) -> None:
    with psycopg.connect(url) as connection:
        definers = connection.execute(
            "SELECT proname, pg_get_function_result(oid), proconfig, has_function_privilege('public', oid, 'EXECUTE') "
            "FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace"
        ).fetchall()
    assert {"due_events", "ledger_stats", "scopes_wanting_vectors"} <= {name for name, *_ in definers}
    for name, result, settings, open_to_all in definers:
        assert "search_path=pg_catalog, public, pg_temp" in settings, (
            f"{name} looks names up where others may put theirs"
        )
        assert not open_to_all, f"anyone may call {name}"
        columns = re.findall(r"[(,] ?(\w+) ", result)
        assert set(columns) <= _NO_CONTENT, f"{name} gives {result}"
        assert columns or result in ("bigint", "boolean", "timestamp with time zone")
    with database.transaction(None) as connection:
        due = connection.execute(sa.text("SELECT tenant FROM due_events(now(), now(), 10)"))
        assert sorted(due.scalars()) == [ACME, OTHER]


_LURES = {
    "a table's name": "CREATE TEMP VIEW pg_class AS SELECT * FROM pg_catalog.pg_class WHERE pg_temp.who()",
    "a type's name": "CREATE DOMAIN pg_temp.date AS pg_catalog.date CHECK (pg_temp.who())",
}


@pytest.mark.parametrize("lure", _LURES.values(), ids=_LURES)
@pytest.mark.parametrize(
    "call",
    [
        "SELECT ensure_transcript_month('2027-01-01')",
        "SELECT drop_transcript_month('2021-01-01', now())",
        "SELECT * FROM transcript_months_before('2027-01-01')",
    ],
)
def test_no_temporary_object_is_taken_for_what_a_function_of_the_owner_names(
    lure: str, call: str, database: Database
) -> None:
    """Temporary names come first, before the catalog's, unless a search path says where they come."""
    with suppress(_Undo), database.transaction(None) as connection:
        connection.execute(sa.text("CREATE TEMP TABLE seen (who text)"))
        connection.execute(sa.text("GRANT ALL ON pg_temp.seen TO PUBLIC"))
        connection.execute(
            sa.text(
                "CREATE FUNCTION pg_temp.who() RETURNS boolean LANGUAGE plpgsql AS "
                "'BEGIN INSERT INTO pg_temp.seen VALUES (current_user); RETURN true; END'"
            )
        )
        connection.execute(sa.text(lure))
        connection.execute(sa.text(call))
        seen = connection.scalars(sa.text("SELECT DISTINCT who FROM pg_temp.seen")).all()
        assert set(seen) <= {ROLE}, "the owner ran what the role wrote"
        raise _Undo


def test_no_month_is_dropped_by_an_owner_who_does_not_see_who_needs_it(url: str) -> None:
    """Whoever binds the owner to row-level security as well is told so, not taken for a database that nobody uses."""
    with psycopg.connect(url) as connection:
        connection.execute("SELECT ensure_transcript_month('2021-02-01')")
        connection.execute("ALTER TABLE transcript_months FORCE ROW LEVEL SECURITY")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
            connection.execute("SELECT drop_transcript_month('2021-02-01', now())")
        connection.rollback()
        assert connection.execute("SELECT drop_transcript_month('2021-02-01', now())").fetchone() == (True,)
        connection.rollback()
