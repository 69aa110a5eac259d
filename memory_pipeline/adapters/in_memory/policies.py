"""The tenants' policies in this process's memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from memory_pipeline.adapters.in_memory.audit import add_lines
from memory_pipeline.adapters.in_memory.state import InMemoryState, Tables
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.schedule import forgets_alike
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.policies import policy_document, policy_version, read_policy
from memory_pipeline.ports.audit import AuditLine
from memory_pipeline.ports.policies import TenantPolicy


class InMemoryPolicies:
    """Implements ports.policies.Policies on a state that it may share with the memory store."""

    def __init__(self, state: InMemoryState | None = None) -> None:
        self._state = state or InMemoryState()

    def of(self, tenant: Tenant) -> TenantPolicy:
        """The tenant's policy, the default one where it has none."""
        with self._state.reading() as tables:
            return policy_of(tables, tenant)

    def as_tenants(self, policy: Policy) -> TenantPolicy:
        """`policy` with the version it would have."""
        return TenantPolicy(policy, policy_version(policy))

    def save(self, tenant: Tenant, policy: Policy, *, audit: Sequence[AuditLine] = ()) -> TenantPolicy:
        """Puts a policy in force."""
        with self._state.writing() as tables:
            if not forgets_alike(policy_of(tables, tenant).policy, policy):
                tables.policy_changes[tenant] = tables.policy_changes.get(tenant, 0) + 1
            tables.policies[tenant] = policy_document(policy)
            add_lines(tables, tenant, audit)
        return self.as_tenants(policy)

    def forget_scope(self, tenant: Tenant, scope: Scope) -> int:
        """Takes the overrides that name the scope out of the policy; how many they were."""
        with self._state.writing() as tables:
            policy = policy_of(tables, tenant).policy
            rest = policy.without_overrides_of(scope)
            if rest != policy:
                tables.policies[tenant] = policy_document(rest)
        return len(policy.overrides) - len(rest.overrides)

    def registries(self, tenant: Tenant) -> Mapping[str, datetime]:
        """The registry versions that replays applied, and when."""
        with self._state.reading() as tables:
            return {version: at for (owner, version), at in tables.registries.items() if owner == tenant}

    def record_registry(self, tenant: Tenant, version: str, *, now: datetime) -> None:
        """Says that the tenant's slots follow this registry."""
        with self._state.writing() as tables:
            tables.registries[tenant, version] = now


def policy_of(tables: Tables, tenant: Tenant) -> TenantPolicy:
    """The policy as these tables hold it, through the same border as a stored one."""
    policy = read_policy(tables.policies.get(tenant, {}))
    return TenantPolicy(policy, policy_version(policy))
