"""The tenants' policies in Postgres: a JSON column, checked whenever it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres.audit import add_lines
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.schema import registry_versions, tenants
from memory_pipeline.domain.errors import InvalidInput, UnsafeSettings
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.schedule import forgets_alike
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.policies import policy_document, policy_version, read_policy
from memory_pipeline.ports.audit import AuditLine
from memory_pipeline.ports.policies import TenantPolicy

_KEY = "hashtextextended('policy' || chr(30) || :tenant, 0)"
_HOLD_POLICY = sa.text(f"SELECT pg_advisory_xact_lock_shared({_KEY})")
_TAKE_POLICY = sa.text(f"SELECT pg_advisory_xact_lock({_KEY})")
_COUNT_CHANGE = sa.text(
    "INSERT INTO forgetting_policies (tenant, changes) VALUES (:tenant, 1) "
    "ON CONFLICT (tenant) DO UPDATE SET changes = forgetting_policies.changes + 1"
)


class PostgresPolicies:
    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, tenant: Tenant) -> TenantPolicy:
        with self._database.transaction(tenant) as connection:
            return policy_of(connection, tenant)

    def as_tenants(self, policy: Policy) -> TenantPolicy:
        return TenantPolicy(policy, policy_version(policy))

    def save(self, tenant: Tenant, policy: Policy, *, audit: Sequence[AuditLine] = ()) -> TenantPolicy:
        with self._database.transaction(tenant) as connection:
            # Committed by itself: a unit that creates the tenant too would else wait for us while we wait for it.
            connection.execute(insert(tenants).values(tenant=tenant).on_conflict_do_nothing())
        with self._database.transaction(tenant) as connection:
            connection.execute(_TAKE_POLICY, {"tenant": tenant})
            if _forgets_otherwise(connection, tenant, policy):
                connection.execute(_COUNT_CHANGE, {"tenant": tenant})
            connection.execute(
                sa.update(tenants).where(tenants.c.tenant == tenant).values(policy=policy_document(policy))
            )
            add_lines(connection, tenant, audit)
        return self.as_tenants(policy)

    def forget_scope(self, tenant: Tenant, scope: Scope) -> int:
        with self._database.transaction(tenant) as connection:
            connection.execute(_TAKE_POLICY, {"tenant": tenant})
            policy = policy_of(connection, tenant).policy
            rest = policy.without_overrides_of(scope)
            if rest != policy:
                connection.execute(
                    sa.update(tenants).where(tenants.c.tenant == tenant).values(policy=policy_document(rest))
                )
        return len(policy.overrides) - len(rest.overrides)

    def registries(self, tenant: Tenant) -> Mapping[str, datetime]:
        query = sa.select(registry_versions).where(registry_versions.c.tenant == tenant)
        with self._database.transaction(tenant) as connection:
            return {row.version: row.applied_at for row in connection.execute(query)}

    def record_registry(self, tenant: Tenant, version: str, *, now: datetime) -> None:
        statement = insert(registry_versions).values(tenant=tenant, version=version, applied_at=now)
        statement = statement.on_conflict_do_update(
            index_elements=["tenant", "version"], set_={"applied_at": statement.excluded.applied_at}
        )
        with self._database.transaction(tenant) as connection:
            connection.execute(statement)


def _forgets_otherwise(connection: sa.Connection, tenant: Tenant, policy: Policy) -> bool:
    try:
        return not forgets_alike(policy_of(connection, tenant).policy, policy)
    except UnsafeSettings:
        return True  # a policy that somebody broke by hand is replaced by one that can be used


def hold_policy(connection: sa.Connection, tenant: Tenant) -> None:
    """Keeps the policy as it is until this transaction ends. An advisory lock: a row's would be written with every
    commit, and many may hold it at once."""
    connection.execute(_HOLD_POLICY, {"tenant": tenant})


def policy_of(connection: sa.Connection, tenant: Tenant) -> TenantPolicy:
    """The policy as this transaction sees it; raises UnsafeSettings for one that somebody broke by hand."""
    document = connection.scalar(sa.select(tenants.c.policy).where(tenants.c.tenant == tenant))
    try:
        policy = read_policy(document or {})
    except InvalidInput as error:
        raise UnsafeSettings(
            f"the policy stored for tenant {tenant} cannot be used: {error}; store another with `replay --policy FILE`"
        ) from None
    return TenantPolicy(policy, policy_version(policy))
