"""Whether row-level security really binds: asked at every start, and by doctor."""

from __future__ import annotations

import sqlalchemy as sa

_ROLE = sa.text("""
    SELECT rolsuper AS superuser, rolbypassrls AS bypasses,
           EXISTS (SELECT FROM pg_class c WHERE c.relowner = r.oid AND c.relnamespace = 'public'::regnamespace
                   AND c.relkind IN ('r', 'p')) AS owner,
           EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
                   WHERE m.member = r.oid AND (g.rolsuper OR g.rolbypassrls)) AS member
    FROM pg_roles r WHERE rolname = :role
""")
_UNSECURED = sa.text("""
    SELECT c.relname FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relrowsecurity
    ORDER BY c.relname
""")


def isolation_problems(connection: sa.Connection, role: str) -> list[str]:
    """A sentence for each way in which `role` could see another tenant's rows; empty where there is none."""
    row = connection.execute(_ROLE, {"role": role}).one_or_none()
    if row is None:
        return [f"the role {role!r} does not exist: run `memory-pipeline migrate`"]
    problems: list[str] = []
    if row.superuser:
        problems.append(
            f"the role {role!r} is a superuser, whom row-level security does not bind: ALTER ROLE … NOSUPERUSER"
        )
    if row.bypasses:
        problems.append(f"the role {role!r} bypasses row-level security: ALTER ROLE … NOBYPASSRLS")
    if row.owner:
        problems.append(
            f"the role {role!r} owns tables, and row-level security does not bind owners: set "
            "MEMORY_PIPELINE_DATABASE_ROLE to a role that owns nothing"
        )
    if row.member:
        problems.append(
            f"the role {role!r} is a member of a role that bypasses row-level security: REVOKE that role"
        )
    problems.extend(
        f"table {table} has row-level security switched off: ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"
        for table in connection.scalars(_UNSECURED)
    )
    return problems
