"""Finds what is left over in scopes that hold more memories at hand than they may. The step of archiving then takes it."""

from __future__ import annotations

from memory_pipeline.domain.keep_best import Kept, surplus
from memory_pipeline.domain.schedule import scheduled
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.forgetting.night import Night
from memory_pipeline.ports.forgetting import ForgettingUnit
from memory_pipeline.ports.memory_store import Tier


def keep_best(night: Night) -> None:
    """Looks at the scopes that got memories since they were last looked at, each in one transaction."""
    for scope in night.forgetting.crowding(night.tenant):
        if night.time_is_up():
            return
        if not night.shard.holds(scope):
            continue
        with night.forgetting.unit(night.tenant, [scope]) as unit:
            if scope in unit.scopes and not unit.memory.erasing([scope]):
                keep_best_of(unit, scope, night)


def keep_best_of(unit: ForgettingUnit, scope: Scope, night: Night) -> None:
    """Makes the surplus of one scope due for the archive at the night's instant; any later touch saves it."""
    policy = unit.memory.policy().policy
    most = policy.for_memory(scope, Tier.SEMANTIC).keep_best
    if most is not None:
        at_hand = {each.memory_id: each for each in unit.at_hand(scope)}
        kept = [Kept(id_, each.ageing, each.accesses, each.under(policy)) for id_, each in at_hand.items()]
        left_over = [at_hand[id_] for id_ in surplus(kept, most, night.as_of)]
        marked = unit.mark_surplus(left_over, since=night.as_of)
        unit.settle(
            (each, scheduled(each.ageing, each.schedule.settled_at, each.under(policy))) for each in marked
        )
    unit.seen_to(scope)
