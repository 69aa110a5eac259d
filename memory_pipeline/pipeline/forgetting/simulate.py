"""What forgetting would make of a scope over a long time: of its memories as they are, and of what a busy user adds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.forgetting_simulation import Habits, Week, simulate
from memory_pipeline.domain.lifecycle import Ageing
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.run_night import forgetting_of
from memory_pipeline.ports.memory_store import Tier


def simulate_scope(
    tenant: Tenant,
    scope: Scope,
    deps: Dependencies,
    *,
    days: int,
    habits: Habits,
    policy: Policy | None = None,
    seed: int = 1,
) -> Iterator[Week]:
    """The weeks to come of a copy of the scope, by `policy` or the tenant's; nothing is written.

    The policy of facts goes for episodes too. Raises UnknownTenant, and InvalidInput for a scope that holds nothing.
    """
    memories = _copied(tenant, scope, deps)
    by = (policy or deps.policies.of(tenant).policy).for_memory(scope, Tier.SEMANTIC)
    return simulate(by, deps.clock.now(), days, habits, memories, seed)


def _copied(tenant: Tenant, scope: Scope, deps: Dependencies) -> Sequence[tuple[Ageing, int]]:
    forgetting = forgetting_of(deps)
    if scope not in deps.reader.scopes(tenant):
        raise InvalidInput(f"there is no scope {scope} in tenant {tenant}: nothing was ever written to it")
    with forgetting.unit(tenant, [scope], keep=False) as unit:
        return [(each.ageing, each.accesses) for each in unit.aged_of(scope)]
