"""Brings a database's schema to the newest revision, safely when several processes try at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import migrations
from memory_pipeline.adapters.postgres.database import connection_error, make_engine
from memory_pipeline.adapters.postgres.isolation import isolation_problems
from memory_pipeline.domain.errors import UnsafeSettings

_FOLDER = Path(migrations.__file__).parent
_LOCK = 0x6D656D6F7279  # one advisory lock for migrations of this product


def head_revision() -> str:
    """The newest revision that this program ships."""
    return max(path.name[:4] for path in (_FOLDER / "versions").glob("[0-9]*.py"))


def migrate(url: str, role: str) -> None:
    """Leaves the database at `url` at the newest revision, with `role` as the role of every other transaction.

    Raises DatabaseUnavailable; UnsafeSettings where the server lacks pgvector, the URL's role may not create `role`, or
    `role` is not bound by row-level security.
    """
    engine = make_engine(url, pool_size=1)
    try:
        with connection_error(), engine.connect() as connection:
            if _revision(connection) == head_revision() and _may_take(connection, role):
                _refuse_bypass(connection, role)
                return
            connection.execute(sa.text("SELECT pg_advisory_lock(:key)"), {"key": _LOCK})
            connection.commit()
            try:
                _prepare(connection, role)
                _upgrade(connection, role)
                _refuse_bypass(connection, role)
            finally:
                connection.rollback()
                connection.execute(sa.text("SELECT pg_advisory_unlock(:key)"), {"key": _LOCK})
                connection.commit()
    finally:
        engine.dispose()


def _upgrade(connection: sa.Connection, role: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    attributes: dict[str, Any] = config.attributes
    attributes.update(connection=connection, role=role)
    command.upgrade(config, "head")
    connection.commit()


def _refuse_bypass(connection: sa.Connection, role: str) -> None:
    problems = isolation_problems(connection, role)
    if problems:
        raise UnsafeSettings("tenants would not be kept apart: " + "; ".join(problems))


def _revision(connection: sa.Connection) -> str | None:
    if connection.scalar(sa.text("SELECT to_regclass('public.alembic_version')")) is None:
        return None
    revision: str | None = connection.scalar(sa.text("SELECT version_num FROM public.alembic_version"))
    return revision


def _may_take(connection: sa.Connection, role: str) -> bool:
    query = sa.text("SELECT pg_has_role(current_user, oid, 'SET') FROM pg_roles WHERE rolname = :role")
    return bool(connection.scalar(query, {"role": role}))


def _prepare(connection: sa.Connection, role: str) -> None:
    """The extension and the role: both may exist already, made by another database of the cluster or by hand."""
    if not connection.scalar(sa.text("SELECT 1 FROM pg_extension WHERE extname = 'vector'")):
        _create_extension(connection)
    quoted = '"' + role.replace('"', '""') + '"'
    try:
        if not connection.scalar(sa.text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": role}):
            connection.execute(sa.text(f"CREATE ROLE {quoted} NOLOGIN NOBYPASSRLS"))
            connection.commit()
    except (sa.exc.IntegrityError, sa.exc.ProgrammingError) as error:
        connection.rollback()
        if getattr(error.orig, "sqlstate", "") not in {"42710", "23505"}:  # another process was first
            raise UnsafeSettings(
                f"the database has no role {role!r} and the role of MEMORY_PIPELINE_DATABASE_URL may not create it: "
                f"run CREATE ROLE {quoted} NOLOGIN; GRANT {quoted} TO that role"
            ) from None
    if not _may_take(connection, role):
        _grant(connection, quoted, role)
    connection.commit()


def _create_extension(connection: sa.Connection) -> None:
    try:
        connection.execute(sa.text("CREATE EXTENSION IF NOT EXISTS vector"))
        connection.commit()
    except sa.exc.DBAPIError as error:
        connection.rollback()
        raise UnsafeSettings(
            "the database has no pgvector: install pgvector 0.7 or newer on the server and run "
            f"CREATE EXTENSION vector as a superuser ({getattr(error.orig, 'sqlstate', '')})"
        ) from None


def _grant(connection: sa.Connection, quoted: str, role: str) -> None:
    try:
        connection.execute(sa.text(f"GRANT {quoted} TO CURRENT_USER"))
    except sa.exc.DBAPIError:
        connection.rollback()
        raise UnsafeSettings(
            f"the role of MEMORY_PIPELINE_DATABASE_URL may not act as {role!r}: run GRANT {quoted} TO that role"
        ) from None
