"""Removes for good what was observed to the end, from the old end of each slot, and raises the slot's horizon to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memory_pipeline.domain.fact import Projection
from memory_pipeline.domain.lifecycle import TransitionKind
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection_rules import Rules
from memory_pipeline.domain.purge import Cut, plan_purge
from memory_pipeline.domain.schedule import Schedule, parked, scheduled
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.slot import FactId, Slot
from memory_pipeline.pipeline.audit import line
from memory_pipeline.pipeline.forgetting.in_batches import in_batches
from memory_pipeline.pipeline.forgetting.night import Change, Night
from memory_pipeline.pipeline.forgetting.places import Place, places_of, project_again
from memory_pipeline.ports.audit import Action
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.forgetting import Aged, ForgettingUnit, HeldBack, Queue
from memory_pipeline.ports.horizon_keys import line_horizon, slot_horizon
from memory_pipeline.ports.memory_store import Tier


def purge(night: Night) -> None:
    """Purges what is ready, but for scopes that would be thinned out: those are held back and reported."""
    in_batches(night, Queue.PURGE, Step.PURGE, purge_scope, may_touch)


def may_touch(scope: Scope, night: Night) -> bool:
    """Whether the purge of a scope stays within what a run may take of it. Decided once per run."""
    if scope not in night.brakes:
        night.brakes[scope] = _held_back(scope, night)
    return night.brakes[scope] is None


def _held_back(scope: Scope, night: Night) -> HeldBack | None:
    most = night.forgetting.may_go(night.tenant, scope, as_of=night.as_of)
    policy = night.deps.policies.of(night.tenant).policy
    # Counted only as far as it matters: a night costs what changes, not what the scope holds.
    far = policy.purge_brake_rows + int(most / max(policy.purge_brake_share, 0.001)) + 1
    if not brakes(most, night.forgetting.holds(night.tenant, scope, up_to=far), policy):
        return None
    # It may be too much: what really would go is planned, and nothing done. Nobody waits for the scope meanwhile.
    with night.forgetting.unit(night.tenant, (), keep=False) as trial:
        rows = trial.due_in(scope, Queue.PURGE, as_of=night.as_of)
        everything = trial.rows_in(scope)
        told, facts = _ready(rows, policy, night.as_of)
        going = len(told) + len(_plan_facts(trial, scope, facts, policy, night).gone)
    return HeldBack(scope, going, everything) if brakes(going, everything, policy) else None


def brakes(going: int, everything: int, policy: Policy) -> bool:
    """Whether a run that takes `going` of `everything` in a scope has to be let through by a person."""
    return everything >= policy.purge_brake_rows and going > policy.purge_brake_share * everything


def purge_scope(unit: ForgettingUnit, scope: Scope, rows: Sequence[Aged], night: Night) -> Sequence[Change]:
    """What went of these rows of one scope, and of the slots they stand in; the others find another instant."""
    policy = unit.memory.policy().policy
    told, facts = _ready(rows, policy, night.as_of)
    unit.settle([(row, _plan(row, policy)) for row in rows if not _is_ready(row, policy, night.as_of)])
    unit.purge_episodes(scope, [row.memory_id for row in told])
    changes = [_change(row, policy, night) for row in told]
    changes += _purge_facts(unit, scope, facts, policy, night)
    unit.memory.notify([night.notification("memory.forgotten", change) for change in changes])
    if changes:
        unit.memory.audit([line(Action.FORGET, night.tenant, night.deps, scope=scope, count=len(changes))])
    return changes


def _ready(rows: Sequence[Aged], policy: Policy, as_of: datetime) -> tuple[list[Aged], list[Aged]]:
    """The episodes and the facts whose observation is over."""
    ready = [row for row in rows if _is_ready(row, policy, as_of)]
    return (
        [row for row in ready if row.tier is Tier.EPISODIC],
        [row for row in ready if row.tier is Tier.SEMANTIC],
    )


def _is_ready(row: Aged, policy: Policy, as_of: datetime) -> bool:
    return _plan(row, policy).is_due(TransitionKind.PURGE, as_of)


def _plan(row: Aged, policy: Policy) -> Schedule:
    return scheduled(row.ageing, row.schedule.settled_at, row.under(policy))


def _change(row: Aged, policy: Policy, night: Night) -> Change:
    observed = row.under(policy).purge_observation
    reason = f"A candidate for purge for {observed.days} days, and still untouched."
    return night.change(Step.PURGE, row, _plan(row, policy).due_at or night.as_of, reason)


@dataclass(frozen=True, slots=True)
class _FactPlan:
    """What goes of some places: each with its cuts. `ready` are the facts that may go, `gone` those that do."""

    ready: Mapping[UUID, Aged]
    cuts: Sequence[tuple[tuple[Slot, ...], Place, tuple[Cut, ...]]] = ()
    rules: Rules | None = None

    @property
    def gone(self) -> frozenset[UUID]:
        return frozenset(id_ for _, _, cuts in self.cuts for cut in cuts for id_ in cut.facts)


def _plan_facts(
    unit: ForgettingUnit, scope: Scope, rows: Sequence[Aged], policy: Policy, night: Night
) -> _FactPlan:
    """How the slots of these facts are to be cut, with all else that is ready in them."""
    if not rows:
        return _FactPlan({})
    slots = unit.slots(scope, [row.memory_id for row in rows])
    found = places_of(unit.memory, scope, set(slots.values()), night)
    beside = unit.aged_in(scope, found.slots)
    ready = {row.memory_id: row for row in beside if _is_ready(row, policy, night.as_of)}
    wanted = frozenset(FactId(id_) for id_ in ready)
    planned = [
        (together, place, plan_purge(place, wanted, found.rules)) for together, place in found.places.items()
    ]
    return _FactPlan(ready, [each for each in planned if each[2]], found.rules)


def _purge_facts(
    unit: ForgettingUnit, scope: Scope, rows: Sequence[Aged], policy: Policy, night: Night
) -> list[Change]:
    """Cuts the slots of these facts; those that younger or lasting statements hold are parked until these go too."""
    plan = _plan_facts(unit, scope, rows, policy, night)
    if plan.cuts and plan.rules is not None:
        every = [cut for _, _, cuts in plan.cuts for cut in cuts]
        unit.purge_assertions(scope, every)
        unit.memory.raise_horizons(scope, _horizons(every, night.deps.digest))
        removed = {id_ for cut in every for id_ in cut.assertions}
        left: list[Projection] = []
        for together, place, _ in plan.cuts:
            rest = {slot: [each for each in found if each.id not in removed] for slot, found in place.items()}
            remaining = {slot: found for slot, found in rest.items() if found}
            left.extend(project_again(together, remaining, plan.rules))
        unit.memory.save_projections(scope, left)
    gone = plan.gone
    unit.settle([(row, parked(_plan(row, policy))) for id_, row in plan.ready.items() if id_ not in gone])
    return [_change(row, policy, night) for id_, row in sorted(plan.ready.items()) if id_ in gone]


def _horizons(cuts: Sequence[Cut], digest: KeyedDigest) -> Mapping[bytes, datetime]:
    raised: dict[bytes, datetime] = {}
    for cut in cuts:
        keys = [line_horizon(digest, slot, normal) for slot, normal in cut.lines]
        if cut.slot is not None:
            keys.append(slot_horizon(digest, cut.slot))
        for key in keys:
            raised[key] = max(cut.until, raised.get(key, cut.until))
    return raised
