"""Removes for good what was observed to the end, from the old end of each slot, and raises the slot's horizon to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

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
    most, everything = night.forgetting.crowded(night.tenant, scope, as_of=night.as_of)
    policy = night.deps.policies.of(night.tenant).policy
    if not brakes(most, everything, policy):
        return None
    # It may be too much: what would really go is seen by letting it go, and undoing that.
    with night.forgetting.unit(night.tenant, [scope], keep=False) as trial:
        rows = trial.due_in(scope, Queue.PURGE, as_of=night.as_of)
        everything = trial.rows_in(scope)
        going = len(purge_scope(trial, scope, rows, night))
    return HeldBack(scope, going, everything) if brakes(going, everything, policy) else None


def brakes(going: int, everything: int, policy: Policy) -> bool:
    """Whether a run that takes `going` of `everything` in a scope has to be let through by a person."""
    return everything >= policy.purge_brake_rows and going > policy.purge_brake_share * everything


def purge_scope(unit: ForgettingUnit, scope: Scope, rows: Sequence[Aged], night: Night) -> Sequence[Change]:
    """What went of these rows of one scope, and of the slots they stand in; the others find another instant."""
    policy = unit.memory.policy().policy
    ready = [row for row in rows if _is_ready(row, policy, night.as_of)]
    told = [row for row in ready if row.tier is Tier.EPISODIC]
    facts = [row for row in ready if row.tier is Tier.SEMANTIC]
    unit.settle([(row, _plan(row, policy)) for row in rows if not _is_ready(row, policy, night.as_of)])
    unit.purge_episodes(scope, [row.memory_id for row in told])
    changes = [_change(row, policy, night) for row in told]
    changes += _purge_facts(unit, scope, facts, policy, night)
    unit.memory.notify([night.notification("memory.forgotten", change) for change in changes])
    if changes:
        unit.memory.audit([line(Action.FORGET, night.tenant, night.deps, scope=scope, count=len(changes))])
    return changes


def _is_ready(row: Aged, policy: Policy, as_of: datetime) -> bool:
    return _plan(row, policy).is_due(TransitionKind.PURGE, as_of)


def _plan(row: Aged, policy: Policy) -> Schedule:
    return scheduled(row.ageing, row.schedule.settled_at, row.under(policy))


def _change(row: Aged, policy: Policy, night: Night) -> Change:
    observed = row.under(policy).purge_observation
    reason = f"A candidate for purge for {observed.days} days, and still untouched."
    return night.change(Step.PURGE, row, _plan(row, policy).due_at or night.as_of, reason)


def _purge_facts(
    unit: ForgettingUnit, scope: Scope, rows: Sequence[Aged], policy: Policy, night: Night
) -> list[Change]:
    """Cuts the slots of these facts; those that younger or lasting statements hold are parked until these go too."""
    if not rows:
        return []
    slots = unit.slots(scope, [row.memory_id for row in rows])
    found = places_of(unit.memory, scope, set(slots.values()), night)
    beside = {row.memory_id: row for row in unit.aged_in(scope, found.slots)}
    ready = {id_: row for id_, row in beside.items() if _is_ready(row, policy, night.as_of)}
    gone: set[UUID] = set()
    for together, place in found.places.items():
        cuts = plan_purge(place, {FactId(id_) for id_ in ready}, found.rules)
        if cuts:
            _cut(unit, scope, (together, place), cuts, found.rules, night.deps.digest)
            gone.update(id_ for cut in cuts for id_ in cut.facts)
    held = [(row, parked(_plan(row, policy))) for id_, row in ready.items() if id_ not in gone]
    unit.settle(held)
    return [_change(row, policy, night) for id_, row in sorted(ready.items()) if id_ in gone]


def _cut(
    unit: ForgettingUnit,
    scope: Scope,
    where: tuple[tuple[Slot, ...], Place],
    cuts: Sequence[Cut],
    rules: Rules,
    digest: KeyedDigest,
) -> None:
    together, place = where
    removed = {id_ for cut in cuts for id_ in cut.assertions}
    rest = {slot: [each for each in found if each.id not in removed] for slot, found in place.items()}
    unit.purge_assertions(scope, cuts)
    unit.memory.raise_horizons(scope, _horizons(cuts, digest))
    remaining = {slot: found for slot, found in rest.items() if found}
    unit.memory.save_projections(scope, project_again(together, remaining, rules))


def _horizons(cuts: Sequence[Cut], digest: KeyedDigest) -> Mapping[bytes, datetime]:
    raised: dict[bytes, datetime] = {}
    for cut in cuts:
        keys = [line_horizon(digest, slot, normal) for slot, normal in cut.lines]
        if cut.slot is not None:
            keys.append(slot_horizon(digest, cut.slot))
        for key in keys:
            raised[key] = max(cut.until, raised.get(key, cut.until))
    return raised
