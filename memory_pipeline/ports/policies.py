"""The rules each tenant is judged by, and the registry that its slots follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.audit import AuditLine


@dataclass(frozen=True, slots=True)
class TenantPolicy:
    """`version` is a digest of what the policy says: two policies that say the same have the same one."""

    policy: Policy
    version: str


class Policies(Protocol):
    """Nothing is cached: what `save` wrote is what the next `of` reads. A unit of work reads the policy under its own
    locks (`MemoryUnit.policy`), so that what it projects is by the policy in force when it commits."""

    def of(self, tenant: Tenant) -> TenantPolicy:
        """The tenant's policy, the default one where it has none or is unknown; raises UnsafeSettings if it is unusable."""

    def as_tenants(self, policy: Policy) -> TenantPolicy:
        """`policy` with the version it would have, in force for nobody."""

    def save(self, tenant: Tenant, policy: Policy, *, audit: Sequence[AuditLine] = ()) -> TenantPolicy:
        """Puts a policy in force, creating the tenant; returns once no unit that read an earlier one is still open.

        The lines about it are added to the audit trail in the same transaction.
        Memory that exists follows by `replay`.
        """

    def forget_scope(self, tenant: Tenant, scope: Scope) -> int:
        """Takes the overrides that name the scope out of the tenant's policy; how many they were. Nobody else's
        memories are judged otherwise for it."""

    def registries(self, tenant: Tenant) -> Mapping[str, datetime]:
        """The registry versions that replays brought the tenant's slots to, and when each last did."""

    def record_registry(self, tenant: Tenant, version: str, *, now: datetime) -> None: ...
