"""Computes a tenant's memory again from its assertions, by the policy and registry of today, and tells the difference.

Scope by scope, each in one short transaction under its lock; no transaction is open while a model is called. What was
done stays done: a replay that was interrupted is run again, and finds nothing to change where it has been.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID

from memory_pipeline.domain.assertion import AssertionId
from memory_pipeline.domain.errors import InvalidInput, PermanentError
from memory_pipeline.domain.fact import Fact, FactStatus, Projection
from memory_pipeline.domain.horizon import Horizons
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection import project_scope, slot_of
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.events.models import Notification
from memory_pipeline.pipeline.audit import line
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.fill_vectors import fill_vectors
from memory_pipeline.pipeline.index_facts import index_facts
from memory_pipeline.pipeline.place import Placing, place
from memory_pipeline.ports.audit import Action
from memory_pipeline.ports.horizon_keys import horizons_of
from memory_pipeline.ports.memory_store import FactChanges, MemoryUnit, Placed
from memory_pipeline.ports.policies import TenantPolicy

_Rows = dict[tuple[UUID, datetime], Fact]


class ChangeKind(StrEnum):
    CREATED = "created"
    CHANGED = "changed"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Change:
    """One row of a fact: `before` is None where it is created, `after` where it is removed."""

    kind: ChangeKind
    before: Fact | None
    after: Fact | None


@dataclass(frozen=True, slots=True)
class ScopeReplay:
    """What a replay found in one scope. `moved` counts assertions that belong to another slot now."""

    scope: Scope
    assertions: int
    moved: int
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Replayed:
    """`scopes` are those with a difference, out of `seen`. Nothing was written if `dry_run`."""

    policy: TenantPolicy
    registry: str
    dry_run: bool
    seen: int
    assertions: int
    scopes: tuple[ScopeReplay, ...]

    def count(self, kind: ChangeKind) -> int:
        return sum(change.kind is kind for each in self.scopes for change in each.changes)

    @property
    def moved(self) -> int:
        return sum(each.moved for each in self.scopes)


OnScope = Callable[[ScopeReplay, int, int], None]


def replay(
    tenant: Tenant,
    deps: Dependencies,
    *,
    policy: Policy | None = None,
    scope: Scope | None = None,
    dry_run: bool = False,
    on_scope: OnScope | None = None,
) -> Replayed:
    """The difference that today's rules make, applied unless `dry_run`.

    `policy` is put in force first, so that commits meanwhile go by it too. `on_scope` hears of each scope, with how many
    of how many are done. Raises InvalidInput, UnknownTenant; PermanentError where another policy came in meanwhile.
    """
    if policy is not None and scope is not None and not dry_run:
        raise InvalidInput(
            "a policy holds for all scopes of a tenant: replay it without --scope, or look first with --dry-run"
        )
    by = _policy(tenant, policy, deps, dry_run=dry_run)
    scopes = _scopes(tenant, scope, deps)
    placing = Placing(deps.registry, by.policy)
    found: list[ScopeReplay] = []
    assertions = 0
    for number, each in enumerate(scopes, 1):
        result, placing = _replay_scope(tenant, each, by, placing, deps, dry_run=dry_run)
        assertions += result.assertions
        if result.moved or result.changes:
            found.append(result)
            if not dry_run:
                fill_vectors(tenant, each, deps)
        if on_scope is not None:
            on_scope(result, number, len(scopes))
    if not dry_run and scope is None:
        deps.policies.record_registry(tenant, deps.registry.version, now=deps.clock.now())
    return Replayed(by, deps.registry.version, dry_run, len(scopes), assertions, tuple(found))


def _policy(tenant: Tenant, policy: Policy | None, deps: Dependencies, *, dry_run: bool) -> TenantPolicy:
    if policy is None:
        return deps.policies.of(tenant)
    wanted = deps.policies.as_tenants(policy)
    if dry_run:
        return wanted
    return deps.policies.save(tenant, policy, audit=[line(Action.POLICY, tenant, deps, ids=[wanted.version])])


def _scopes(tenant: Tenant, scope: Scope | None, deps: Dependencies) -> Sequence[Scope]:
    """All scopes: whatever was committed by an earlier policy was committed before this one was in force."""
    known = deps.reader.scopes(tenant)
    if scope is None:
        return known
    if scope not in known:
        raise InvalidInput(f"there is no scope {scope} in tenant {tenant}: nothing was ever written to it")
    return [scope]


def _replay_scope(
    tenant: Tenant,
    scope: Scope,
    by: TenantPolicy,
    placing: Placing,
    deps: Dependencies,
    *,
    dry_run: bool,
) -> tuple[ScopeReplay, Placing]:
    while True:
        with deps.store.unit(tenant, [scope]) as unit:
            stored = unit.placed(scope, None)
            predicates = [item.assertion.predicate for item in stored]
            if not placing.unknown(predicates):
                new = _Anew(tenant, scope, by.policy, placing, deps, deps.clock.now())
                horizons = horizons_of(unit.horizons(scope), deps.digest)
                plan = new.compare(stored, unit.facts(scope), horizons)
                if not dry_run:
                    _refuse_other_policy(unit, by)
                    new.write(plan, unit)
                return ScopeReplay(scope, len(stored), len(plan.moves), plan.changes), placing
        placing = place(predicates, deps, by.policy, earlier=placing)


def _refuse_other_policy(unit: MemoryUnit, by: TenantPolicy) -> None:
    if unit.policy().version != by.version:
        raise PermanentError(
            "another policy was put in force while this one was replayed: run `replay` again, which goes by that one"
        )


@dataclass(frozen=True, slots=True)
class _Plan:
    """What writing would change: assertions to move, slots to save, and the rows that differ."""

    moves: tuple[tuple[AssertionId, Slot], ...]
    projections: tuple[Projection, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class _Anew:
    """A scope's memory as today's rules have it."""

    tenant: Tenant
    scope: Scope
    policy: Policy
    placing: Placing
    deps: Dependencies
    now: datetime

    def compare(self, stored: Sequence[Placed], rows: Sequence[Fact], horizons: Horizons) -> _Plan:
        projected = project_scope(
            self.tenant,
            self.scope,
            [item.assertion for item in stored],
            now=self.now,
            policy=self.policy,
            registry=self.deps.registry,
            predicate_of=self.placing,
            horizons=horizons,
        )
        slots = [(item, slot_of(item.assertion, projected.names, self.placing)) for item in stored]
        moved = [(item, slot) for item, slot in slots if slot != item.slot]
        changes = _changes(rows, projected.facts)
        touched = {slot for item, to in moved for slot in (item.slot, to)}
        touched |= {fact.slot for change in changes for fact in (change.before, change.after) if fact}
        by_slot = {projection.slot: projection for projection in projected.slots}
        return _Plan(
            tuple((item.assertion.id, slot) for item, slot in moved),
            tuple(by_slot.get(slot, Projection(slot, (), ())) for slot in sorted(touched)),
            changes,
        )

    def write(self, plan: _Plan, unit: MemoryUnit) -> None:
        """Rows that do not differ are not touched."""
        if not plan.projections:
            return
        unit.replace_slots(plan.moves, self.scope)
        written = unit.save_projections(self.scope, plan.projections)
        facts = [fact for projection in plan.projections for fact in projection.facts]
        index_facts(unit, self.scope, facts, None)
        unit.notify(self._notifications(written, plan.changes))
        ids = sorted({fact.id for fact in facts})
        unit.audit([line(Action.REPLAY, self.tenant, self.deps, scope=self.scope, ids=ids, count=len(ids))])

    def _notifications(self, written: FactChanges, changes: Sequence[Change]) -> list[Notification]:
        newly_escalated = {
            change.after.id
            for change in changes
            if change.after is not None
            and change.after.escalated_at is not None
            and (change.before is None or change.before.escalated_at is None)
        }
        return [
            *(self._notification("memory.created", id_) for id_ in written.created),
            *(self._notification("memory.updated", id_) for id_ in written.updated),
            *(self._notification("memory.conflicted", id_) for id_ in sorted(newly_escalated)),
        ]

    def _notification(
        self, type_: Literal["memory.created", "memory.updated", "memory.conflicted"], memory_id: UUID
    ) -> Notification:
        return Notification(
            type=type_,
            tenant=self.tenant,
            scope=str(self.scope),
            tier="semantic",
            memory_id=memory_id,
            at=self.now,
        )


def _changes(before: Sequence[Fact], after: Sequence[Fact]) -> tuple[Change, ...]:
    old: _Rows = {(fact.id, fact.valid_from): fact for fact in before}
    new: _Rows = {(fact.id, fact.valid_from): fact for fact in after}
    found = [_change(old.get(key), new.get(key)) for key in old.keys() | new.keys()]
    return tuple(sorted((each for each in found if each is not None), key=_place))


def _change(before: Fact | None, after: Fact | None) -> Change | None:
    if before is None:
        return Change(ChangeKind.CREATED, None, after)
    if after is None:
        return Change(ChangeKind.REMOVED, before, None)
    return None if _as_projected(before, after) == after else Change(ChangeKind.CHANGED, before, after)


def _as_projected(stored: Fact, projected: Fact) -> Fact:
    """Archiving is forgetting's doing and no projection's: an archived row that else agrees stays as it is."""
    archived = stored.status is FactStatus.ARCHIVED and projected.status is FactStatus.CURRENT
    return replace(stored, status=FactStatus.CURRENT) if archived else stored


def _place(change: Change) -> tuple[Slot, datetime, str, str]:
    fact = change.after or change.before
    if fact is None:
        raise ValueError("a change has a row before or after it")
    return fact.slot, fact.valid_from, fact.object_normal, str(fact.id)
