"""What holds for every set of assertions, however they come."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.fact import Fact, FactStatus, Projection, VerdictKind
from memory_pipeline.domain.horizon import NO_HORIZONS, Horizons
from memory_pipeline.domain.policy import DEFAULT_POLICY
from memory_pipeline.domain.projection import (
    ScopeProjection,
    person_names,
    predicate_resolver,
    project_slots,
    slot_of,
    slots_together,
)
from memory_pipeline.domain.registry import REGISTRY
from memory_pipeline.domain.slot import Slot
from tests.support.assertions import (
    SCOPE,
    TENANT,
    assertion_lists,
    contested_lists,
    day,
    instants,
    project,
    properties,
    rival_lists,
    rows,
    slot,
    state,
)

PREDICATE_OF = predicate_resolver(REGISTRY, DEFAULT_POLICY)
TURNS = (VerdictKind.EXPIRE, VerdictKind.TAKE_OVER)

any_lists = assertion_lists | contested_lists | rival_lists
any_horizons = st.one_of(
    st.just(NO_HORIZONS),
    st.sampled_from([0, 3, 20]).map(lambda number: Horizons(slots={slot(): day(number)})),
    st.sampled_from([0, 3]).map(lambda number: Horizons(scope=day(number))),
    st.sampled_from([1, 8]).map(lambda number: Horizons(lines={(slot("likes"), "tea"): day(number)})),
)


class Store:
    """A store that keeps rows by slot and projects again only what new or removed assertions touch."""

    def __init__(self, now: datetime, horizons: Horizons) -> None:
        self._now, self._horizons = now, horizons
        self.assertions: dict[object, Assertion] = {}
        self.projections: dict[Slot, Projection] = {}

    def add(self, batch: Iterable[Assertion]) -> None:
        before = self._names()
        fresh = [each for each in batch if each.id not in self.assertions]
        self.assertions |= {each.id: each for each in fresh}
        self._refresh(before, fresh)

    def remove(self, batch: Iterable[Assertion]) -> None:
        before = self._names()
        gone = list(batch)
        for each in gone:
            self.assertions.pop(each.id, None)
        self._refresh(before, gone)

    def _names(self) -> frozenset[str]:
        return person_names(
            self.assertions.values(),
            now=self._now,
            policy=DEFAULT_POLICY,
            registry=REGISTRY,
            predicate_of=PREDICATE_OF,
            horizons=self._horizons,
        )

    def _refresh(self, before: frozenset[str], touched: Sequence[Assertion]) -> None:
        names = self._names()
        if names != before:
            whole = project(self.assertions.values(), now=self._now, horizons=self._horizons)
            self.projections = {each.slot: each for each in whole.slots}
            return
        slots = {
            together
            for each in touched
            for together in slots_together(slot_of(each, names, PREDICATE_OF), REGISTRY)
        }
        loaded = [each for each in self.assertions.values() if slot_of(each, names, PREDICATE_OF) in slots]
        for projection in project_slots(
            TENANT,
            SCOPE,
            loaded,
            only=slots,
            names=names,
            now=self._now,
            policy=DEFAULT_POLICY,
            registry=REGISTRY,
            predicate_of=PREDICATE_OF,
            horizons=self._horizons,
        ):
            self.projections[projection.slot] = projection

    def whole(self) -> tuple[Projection, ...]:
        filled = [each for each in self.projections.values() if each.facts or each.verdicts]
        return tuple(sorted(filled, key=lambda each: each.slot))


@properties
@given(any_lists, instants, any_horizons, st.randoms(use_true_random=False))
def test_order_copies_and_batches_do_not_matter(
    assertions: list[Assertion], now: datetime, horizons: Horizons, random: Random
) -> None:
    whole = project(assertions, now=now, horizons=horizons)
    shuffled = [*assertions, *random.sample(assertions, len(assertions) // 2)]
    random.shuffle(shuffled)
    assert project(shuffled, now=now, horizons=horizons) == whole

    store = Store(now, horizons)
    while shuffled:
        size = random.randint(1, 4)
        store.add(shuffled[:size])
        del shuffled[:size]
    assert store.whole() == whole.slots


@properties
@given(any_lists, instants, any_horizons, st.randoms(use_true_random=False))
def test_removing_an_assertion_is_never_having_had_it(
    assertions: list[Assertion], now: datetime, horizons: Horizons, random: Random
) -> None:
    gone = {each.id for each in random.sample(assertions, min(len(assertions), 2))}
    kept = [each for each in assertions if each.id not in gone]
    store = Store(now, horizons)
    store.add(assertions)
    store.remove(each for each in assertions if each.id in gone)
    assert store.whole() == project(kept, now=now, horizons=horizons).slots


@properties
@given(any_lists, instants, any_horizons)
def test_lines_hold_one_value_at_a_time(
    assertions: list[Assertion], now: datetime, horizons: Horizons
) -> None:
    projection = project(assertions, now=now, horizons=horizons)
    keys = Counter((fact.id, fact.valid_from) for fact in projection.facts)
    assert max(keys.values(), default=1) == 1
    for line in by_line(projection).values():
        assert sum(fact.valid_to is None for fact in line) <= 1
        stood = sorted(
            (fact for fact in line if fact.valid_to != fact.valid_from), key=lambda fact: fact.valid_from
        )
        for earlier, later in pairwise(stood):
            assert earlier.valid_to is not None
            assert earlier.valid_to <= later.valid_from


def by_line(projection: ScopeProjection) -> dict[tuple[object, ...], list[Fact]]:
    """Rows that exclude each other: of one single-valued slot, or of one line of a slot and its rival."""
    lines: dict[tuple[object, ...], list[Fact]] = defaultdict(list)
    for fact in projection.facts:
        lines[(*slots_together(fact.slot, REGISTRY), fact.line)].append(fact)
    return lines


@properties
@given(any_lists, instants, any_horizons)
def test_rows_say_of_themselves_what_is_true(
    assertions: list[Assertion], now: datetime, horizons: Horizons
) -> None:
    by_id = {each.id: each for each in assertions}
    projection = project(assertions, now=now, horizons=horizons)
    for fact in projection.facts:
        assert (fact.valid_to is None) == (fact.status is FactStatus.CURRENT)
        assert fact.valid_to is None or fact.valid_to >= fact.valid_from
        assert fact.status is not FactStatus.CONTESTED or fact.valid_to == fact.valid_from
        assert fact.status is not FactStatus.EXPIRED or fact.valid_to == fact.expires_at
        if fact.valid_to is None:
            assert fact.expires_at is None or fact.expires_at > now
        assert set(fact.assertions) <= set(by_id)
        assert fact.object in {by_id[member].object for member in fact.assertions}
        assert fact.support >= len(fact.assertions) == len(set(fact.assertions))
        assert fact.evidence
        assert fact.reason.endswith(".")


@properties
@given(any_lists, instants, any_horizons)
def test_each_assertion_has_one_verdict_with_a_reason(
    assertions: list[Assertion], now: datetime, horizons: Horizons
) -> None:
    projection = project(assertions, now=now, horizons=horizons)
    said = Counter(
        verdict.assertion_id
        for verdict in projection.verdicts
        if verdict.kind not in TURNS or verdict.reason.startswith("It had expired already")
    )
    assert set(said) == {each.id for each in assertions}
    assert set(said.values()) <= {1}
    assert all(verdict.reason.endswith(".") for verdict in projection.verdicts)


@properties
@given(any_lists, instants)
def test_what_lies_below_a_horizon_is_as_if_it_had_never_been_said(
    assertions: list[Assertion], now: datetime
) -> None:
    horizons = Horizons(scope=day(3))
    above = [each for each in assertions if each.asserted_at > day(3)]
    refused = project(assertions, now=now, horizons=horizons)
    assert refused.facts == project(above, now=now).facts
    assert sum(verdict.kind is VerdictKind.REFUSED for verdict in refused.verdicts) == len(
        {each.id for each in assertions} - {each.id for each in above}
    )


@properties
@given(any_lists, instants)
def test_ids_lead_on_to_what_absorbed_them(assertions: list[Assertion], now: datetime) -> None:
    for projection in project(assertions, now=now).slots:
        ids = {fact.id for fact in projection.facts}
        absorbed = [old for old, _ in projection.redirects]
        assert len(set(absorbed)) == len(absorbed)
        assert not ids & set(absorbed)


@properties
@given(any_lists, instants)
def test_names_only_grow_with_what_is_said(assertions: list[Assertion], now: datetime) -> None:
    """Gathering names again with those found as aliases finds no more: the fixpoint is one."""
    whole = project(assertions, now=now)
    again = project(
        [
            replace(each, subject="user") if each.subject.casefold() in whole.names else each
            for each in assertions
        ],
        now=now,
    )
    assert again.names == whole.names


@properties
@given(contested_lists.map(lambda found: [each for each in found if each.stance == "asserted"]))
def test_time_alone_ends_only_what_may_expire(assertions: list[Assertion]) -> None:
    """A projection at a later clock differs by expiry and what follows from it, in nothing else."""
    early, late = project(assertions, now=day(200)), project(assertions, now=day(1000))
    lasting = [fact for fact in early.facts if fact.valid_to is None and fact.expires_at is None]
    for fact in lasting:
        assert any(row.id == fact.id and row.valid_to is None for row in late.facts)


@properties
@given(st.lists(st.tuples(st.sampled_from(["Berlin", "Munich", "Rome"]), st.integers(0, 200)), max_size=12))
def test_one_persons_words_stand_until_the_next_other_ones(said: list[tuple[str, int]]) -> None:
    """Told apart from the fold: with one source, one value an instant, intervals are runs of equal values."""
    latest = {at: town for town, at in said}
    expected: list[tuple[str, float, float | None, str]] = []
    for at, town in sorted(latest.items()):
        if expected and expected[-1][0] == town:
            continue
        if expected:
            before, since, _, _ = expected.pop()
            expected.append((before, since, at, "superseded"))
        expected.append((town, at, None, "current"))
    assert rows(project(state(town, at) for at, town in latest.items())) == expected
