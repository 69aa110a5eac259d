"""Whom a URL lets in: roles that may too little get a sentence, roles that may too much are refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import sqlalchemy as sa
from psycopg import sql

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.migrate import migrate
from memory_pipeline.domain.errors import UnsafeSettings
from tests.support.superuser import superuser_cluster

pytestmark = pytest.mark.servers

_SECRET = "secret-word"  # noqa: S105 - of a cluster that dies with the test


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with superuser_cluster(Path(tmp_path_factory.mktemp("superuser")) / "home") as url:
        yield url


@pytest.fixture
def roles(cluster: str) -> Iterator[str]:
    """The superuser's URL of an empty database; databases and roles that a test made are gone after it."""
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute("CREATE DATABASE trial")
    yield urlunsplit(urlsplit(cluster)._replace(path="/trial"))
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute("DROP DATABASE trial WITH (FORCE)")
        made = connection.execute("SELECT rolname FROM pg_roles WHERE rolname LIKE 't\\_%'").fetchall()
        for (name,) in made:
            connection.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(name)))


def execute(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


@pytest.fixture
def plain(roles: str) -> str:
    """The same database for a role that may log in and make tables, and nothing more."""
    execute(
        roles,
        f"CREATE ROLE t_plain LOGIN PASSWORD '{_SECRET}' NOSUPERUSER NOCREATEROLE",
        "GRANT ALL ON DATABASE trial TO t_plain",
        "GRANT ALL ON SCHEMA public TO t_plain",
    )
    return as_role(roles, "t_plain")


def as_role(url: str, role: str, password: str = _SECRET) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=f"{role}:{password}@{parts.netloc.rpartition('@')[2]}"))


def refused(url: str, role: str) -> str:
    with pytest.raises(UnsafeSettings) as caught:
        migrate(url, role)
    assert _SECRET not in str(caught.value)
    return str(caught.value)


def test_a_role_that_may_create_no_role_is_told_which_one_to_make(plain: str) -> None:
    assert 'CREATE ROLE "t_of their own" NOLOGIN; GRANT' in refused(plain, "t_of their own")


def test_a_role_that_may_not_act_as_the_bound_one_is_told_what_to_grant(plain: str, roles: str) -> None:
    execute(roles, "CREATE ROLE t_theirs NOLOGIN")
    assert 'GRANT "t_theirs" TO that role' in refused(plain, "t_theirs")


def test_a_database_without_pgvector_is_told_what_it_lacks(plain: str, roles: str) -> None:
    execute(roles, "DROP EXTENSION vector")
    assert "no pgvector" in refused(plain, "memory_pipeline_app")
    assert "CREATE EXTENSION vector as a superuser" in refused(plain, "memory_pipeline_app")


def test_a_plain_role_that_was_prepared_for_migrates_and_works(plain: str, roles: str) -> None:
    execute(roles, "CREATE ROLE t_prepared NOLOGIN", "GRANT t_prepared TO t_plain")
    migrate(plain, "t_prepared")
    database = Database(plain, "t_prepared")
    with database.transaction(None) as transaction:
        assert transaction.scalar(sa.text("SELECT current_user")) == "t_prepared"
        assert transaction.scalar(sa.text("SELECT count(*) FROM facts")) == 0
    database.close()


def test_a_role_with_an_odd_name_works_like_any_other(roles: str) -> None:
    name = 't_odd "name": 100%'
    migrate(roles, name)
    database = Database(roles, name)
    with database.transaction(None) as transaction:
        assert transaction.scalar(sa.text("SELECT current_user")) == name
    database.close()


@pytest.mark.parametrize("power", ["BYPASSRLS", "SUPERUSER"])
def test_a_bound_role_that_row_level_security_does_not_bind_is_refused(power: str, roles: str) -> None:
    execute(roles, f"CREATE ROLE t_unbound NOLOGIN {power}")
    assert "row-level security" in refused(roles, "t_unbound")


def test_a_role_that_is_turned_loose_later_is_refused_at_the_next_start(roles: str) -> None:
    migrate(roles, "t_loosened")
    execute(roles, "ALTER ROLE t_loosened BYPASSRLS")
    assert "t_loosened" in refused(roles, "t_loosened")
    execute(roles, "ALTER ROLE t_loosened NOBYPASSRLS")
    migrate(roles, "t_loosened")


def test_a_superusers_url_works_and_is_bound_all_the_same(roles: str) -> None:
    migrate(roles, "t_bound")
    execute(roles, "INSERT INTO tenants (tenant) VALUES ('acme'), ('other')")
    database = Database(roles, "t_bound")
    with database.transaction(None) as transaction:
        assert transaction.scalar(sa.text("SELECT count(*) FROM tenants")) == 0
    database.close()


@pytest.mark.parametrize(
    ("role", "password"), [("t_plain", "wrong"), ("t_nobody", "wrong")], ids=["password", "role"]
)
def test_a_login_that_is_refused_is_no_outage(role: str, password: str, plain: str, roles: str) -> None:
    """Trying again would not help: it is a matter for a person, and told so."""
    assert plain
    assert "MEMORY_PIPELINE_DATABASE_URL" in refused(as_role(roles, role, password), "t_bound")
