"""What revisions are made of: bounded waits, statements from files, and row-level security for a new table."""

from __future__ import annotations

from pathlib import Path

from alembic import context, op

_SQL = Path(__file__).parent / "sql"


def bounded() -> None:
    """A revision that cannot get its lock within 5 s, or runs over 5 min, gives up and changes nothing."""
    op.execute("SET LOCAL lock_timeout = '5s'")
    op.execute("SET LOCAL statement_timeout = '5min'")


def statements(file: str) -> None:
    """Runs a file of sql/; `:role` in it stands for the quoted name of the role that reads and writes."""
    op.execute((_SQL / file).read_text(encoding="utf-8").replace(":role", quoted_role()).replace(":", r"\:"))


def secure(*tables: str) -> None:
    """Row-level security: the role sees and writes rows of the tenant that its transaction names, and no other."""
    for table in tables:
        _bind_to_tenant(table, "SELECT, INSERT, UPDATE, DELETE")


def append_only(*tables: str) -> None:
    """The same for tables to which the role may only add."""
    for table in tables:
        _bind_to_tenant(table, "SELECT, INSERT")


def _bind_to_tenant(table: str, rights: str) -> None:
    op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    op.execute(
        f"CREATE POLICY {table}_of_tenant ON {table} "
        "USING (tenant = current_setting('app.tenant', true)) "
        "WITH CHECK (tenant = current_setting('app.tenant', true))"
    )
    op.execute(f"GRANT {rights} ON {table} TO {quoted_role()}")


def quoted_role() -> str:
    name: str = context.config.attributes["role"]
    return '"' + name.replace('"', '""') + '"'


def grant_global(table: str) -> None:
    """A table without a tenant holds no content: the role may read it and add to it."""
    op.execute(f"GRANT SELECT, INSERT ON {table} TO {quoted_role()}")
