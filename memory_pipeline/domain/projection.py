"""Assertions become facts: a pure function of the set of assertions, the policy, the registry and the clock.

Called by whoever commits, replays or explains. It reads nothing and keeps nothing; what it answers depends on the set
and never on the order, the number of copies or the batches in which assertions came.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from memory_pipeline.domain.assertion import Assertion, AssertionId, Stance
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.fact import Fact, Projection, Verdict
from memory_pipeline.domain.horizon import NO_HORIZONS, Horizons
from memory_pipeline.domain.place import effective_source, project_place
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection_rules import Rules
from memory_pipeline.domain.registry import Registry, normal_name
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.domain.subjects import PERSON, normal_subject, resolve_subject
from memory_pipeline.domain.value_classes import COMPARER, Comparer

PredicateOf = Callable[[str], str]

_NAME = "name"


@dataclass(frozen=True, slots=True)
class ScopeProjection:
    """The projections of a scope's slots, sorted by slot, and the names by which its person is known."""

    slots: tuple[Projection, ...]
    names: frozenset[str]

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for projection in self.slots for fact in projection.facts)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return tuple(verdict for projection in self.slots for verdict in projection.verdicts)


def predicate_resolver(
    registry: Registry, policy: Policy, nearest: Mapping[str, str] | None = None
) -> PredicateOf:
    """How raw predicates become canonical: the policy's aliases, the registry's, `nearest` (anchors found by
    embedding, keyed by normal name), else the predicate's own normal name."""
    aliases = {normal_name(alias): name for alias, name in policy.aliases.items()}
    anchors = nearest or {}

    def predicate_of(raw: str) -> str:
        name = normal_name(raw)
        return aliases.get(name) or registry.resolve(raw) or anchors.get(name) or name.replace(" ", "_")

    return predicate_of


def slot_of(assertion: Assertion, names: frozenset[str], predicate_of: PredicateOf) -> Slot:
    """The slot that an assertion belongs to while the person is known by `names`."""
    subject = resolve_subject(assertion.subject, names)
    return Slot(assertion.tenant, assertion.scope, subject, predicate_of(assertion.predicate))


def slots_together(slot: Slot, registry: Registry) -> tuple[Slot, ...]:
    """The slots that can only be projected together, sorted: a predicate and its rival share their lines."""
    known = registry.get(slot.predicate)
    if known is None or known.rival is None:
        return (slot,)
    rival = Slot(slot.tenant, slot.scope, slot.subject, known.rival)
    return (slot, rival) if slot < rival else (rival, slot)


def person_names(
    assertions: Iterable[Assertion],
    *,
    now: datetime,
    policy: Policy,
    registry: Registry,
    predicate_of: PredicateOf,
    horizons: Horizons = NO_HORIZONS,
    comparer: Comparer = COMPARER,
) -> frozenset[str]:
    """Every name the scope's person ever currently had by a person's own word, as `normal_subject` writes them.

    A name may be stated of a name ("Ann's full name is Anna"), so names are gathered until none is added. Only
    assertions whose predicate is `name` matter; others may be left out. To see whether new assertions change the
    names, the stored ones of the slot `user · name` suffice beside the new: a name that could draw in another slot's
    assertions is itself a change.
    """
    rules = Rules(now, policy, registry, horizons, comparer)
    stated = [each for each in _distinct(assertions) if predicate_of(each.predicate) == _NAME]
    names: frozenset[str] = frozenset()
    while True:
        own = [each for each in stated if resolve_subject(each.subject, names) == PERSON]
        grown = names | _names_held(own, names, predicate_of, rules)
        if grown == names:
            return names
        names = grown


def _names_held(
    own: list[Assertion], names: frozenset[str], predicate_of: PredicateOf, rules: Rules
) -> frozenset[str]:
    by_slot = _by_slot(own, names, predicate_of)
    objects = {each.id: each.object for each in own}
    by_person = {each.id for each in own if effective_source(each) in (Source.USER_STATED, Source.CORRECTED)}
    return frozenset(
        normal_subject(objects[member])
        for slot, members in by_slot.items()
        for projection in project_place({slot: members}, rules)
        for fact in projection.facts
        if fact.valid_to is None or fact.valid_to > fact.valid_from
        for member in fact.assertions
        if member in by_person
    )


def project_scope(
    tenant: Tenant,
    scope: Scope,
    assertions: Iterable[Assertion],
    *,
    now: datetime,
    policy: Policy,
    registry: Registry,
    predicate_of: PredicateOf,
    horizons: Horizons = NO_HORIZONS,
    comparer: Comparer = COMPARER,
) -> ScopeProjection:
    """All facts, verdicts and redirects of a scope at `now`, from all its assertions.

    Assertions of other tenants or scopes are left out. Slots without assertions do not appear: their rows, if any are
    stored, are to go.
    """
    mine = [each for each in _distinct(assertions) if each.tenant == tenant and each.scope == scope]
    names = person_names(
        mine,
        now=now,
        policy=policy,
        registry=registry,
        predicate_of=predicate_of,
        horizons=horizons,
        comparer=comparer,
    )
    rules = Rules(now, policy, registry, horizons, comparer)
    by_slot = _by_slot(mine, names, predicate_of)
    return ScopeProjection(_project_all(by_slot, rules), names)


def project_slots(
    tenant: Tenant,
    scope: Scope,
    assertions: Iterable[Assertion],
    *,
    only: Collection[Slot],
    names: frozenset[str],
    now: datetime,
    policy: Policy,
    registry: Registry,
    predicate_of: PredicateOf,
    horizons: Horizons = NO_HORIZONS,
    comparer: Comparer = COMPARER,
) -> tuple[Projection, ...]:
    """What `project_scope` gives for the slots in `only`, sorted; an empty projection where one has no assertion.

    `assertions` must hold ALL assertions of every slot in `only` and of the slots of `slots_together`: likes and
    dislikes of the subject, for both are folded on shared lines. More may be given. `names` are those of the whole
    scope (`person_names` over all its `name` assertions): where new assertions change them, every slot may change and
    the scope is to be projected whole. Affected by a new assertion are the slots of `slots_together(slot_of(…))`.
    """
    wanted = set(only)
    needed = {each for slot in wanted for each in slots_together(slot, registry)}
    mine = [each for each in _distinct(assertions) if each.tenant == tenant and each.scope == scope]
    by_slot = {slot: found for slot, found in _by_slot(mine, names, predicate_of).items() if slot in needed}
    rules = Rules(now, policy, registry, horizons, comparer)
    found = {each.slot: each for each in _project_all(by_slot, rules)}
    return tuple(found.get(slot, Projection(slot, (), ())) for slot in sorted(wanted))


def stale_at(facts: Iterable[Fact]) -> datetime | None:
    """From when on these rows are out of date by the clock alone: the first expiry, or a plan's day. None if never.

    A stored slot is to be projected again from that instant on.
    """
    ends = [fact.expires_at for fact in facts if fact.valid_to is None and fact.expires_at is not None]
    begins = [fact.stated_valid_from for fact in facts if fact.planned and fact.stated_valid_from is not None]
    return min([*ends, *begins], default=None)


def _distinct(assertions: Iterable[Assertion]) -> list[Assertion]:
    """Statements once each, in (asserted_at, id) order; of two writings of one id the same one always stays."""
    by_id: dict[AssertionId, Assertion] = {}
    for each in assertions:
        if each.stance not in (Stance.ASSERTED, Stance.RETRACTED):
            continue
        known = by_id.get(each.id)
        if known is None or _writing(each) < _writing(known):
            by_id[each.id] = each
    return sorted(by_id.values(), key=lambda each: (each.asserted_at, each.id))


def _writing(assertion: Assertion) -> tuple[datetime, datetime, str]:
    return assertion.recorded_at, assertion.asserted_at, repr(assertion)


def _by_slot(
    assertions: Iterable[Assertion], names: frozenset[str], predicate_of: PredicateOf
) -> dict[Slot, list[Assertion]]:
    by_slot: dict[Slot, list[Assertion]] = defaultdict(list)
    for each in assertions:
        by_slot[slot_of(each, names, predicate_of)].append(each)
    return by_slot


def _project_all(by_slot: Mapping[Slot, list[Assertion]], rules: Rules) -> tuple[Projection, ...]:
    places: dict[tuple[Slot, ...], dict[Slot, list[Assertion]]] = defaultdict(dict)
    for slot, members in by_slot.items():
        places[slots_together(slot, rules.registry)][slot] = members
    found = [projection for place in places.values() for projection in project_place(place, rules)]
    return tuple(sorted(found, key=lambda projection: projection.slot))
