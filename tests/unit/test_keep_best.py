"""A scope that may hold so many memories at hand keeps the best; the rest goes to the archive, and comes back when touched."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from memory_pipeline.domain.assertion import Forgettability
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.keep_best import Kept, surplus
from memory_pipeline.domain.lifecycle import Ageing
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.policy import DEFAULT_POLICY
from memory_pipeline.events.policies import read_policy
from memory_pipeline.pipeline.forgetting.dry_run import dry_run
from memory_pipeline.pipeline.forgetting.night import Change, StandingClock
from memory_pipeline.pipeline.forgetting.restore import restore
from memory_pipeline.pipeline.forgetting.run_night import run_night
from tests.support.ageing import happened, held, remember
from tests.support.assertions import SCOPE, TENANT, day, state
from tests.support.pipelines import in_memory_pipeline

NOW = day(100)
FRESH = Ageing(confidence=0.9, idle_from=NOW - timedelta(days=1))


def kept(number: int, memory: Ageing = FRESH, accesses: int = 0) -> Kept:
    return Kept(UUID(int=number), memory, accesses, DEFAULT_POLICY)


@pytest.mark.parametrize(
    "better",
    [
        kept(1, replace(FRESH, idle_from=NOW)),
        kept(1, accesses=1),
        kept(1, replace(FRESH, confidence=0.95)),
        kept(1, replace(FRESH, by_person=True)),
        kept(1, replace(FRESH, idle_from=NOW - timedelta(days=90), pinned=True)),
        kept(1, replace(FRESH, confidence=0.3, forgettability=Forgettability.LOW)),
    ],
    ids=["fresher", "recalled", "surer", "by a person", "pinned", "lasting"],
)
def test_of_two_the_better_one_stays(better: Kept) -> None:
    assert surplus([better, kept(2)], 1, NOW) == [UUID(int=2)]
    assert surplus([kept(2), better], 1, NOW) == [UUID(int=2)]


def test_equals_go_by_their_ids_and_what_lasts_counts_but_stays() -> None:
    assert surplus([kept(3), kept(1), kept(2)], 1, NOW) == [UUID(int=1), UUID(int=2)]
    lasting = [kept(n, replace(FRESH, pinned=True)) for n in range(5)]
    assert surplus([*lasting, kept(9)], 2, NOW) == [UUID(int=9)]
    assert surplus(lasting, 2, NOW) == []
    assert surplus([kept(1)], 1, NOW) == []


def test_a_night_archives_what_is_left_over_as_its_dry_run_says_and_a_touch_brings_it_back() -> None:
    pipeline = in_memory_pipeline(day(0))
    deps = pipeline.deps
    deps.policies.save(TENANT, read_policy({"keep_best": 5}))
    trips = [happened(f"trip {n}", day(n)) for n in range(8)]
    remember(deps, *trips, state("penicillin", 0, predicate="allergic_to", source=Source.USER_STATED))
    deps = replace(deps, clock=StandingClock(day(9)))
    foreseen: list[Change] = []
    counts = dry_run(TENANT, deps, tell=foreseen.append).counts
    done: list[Change] = []
    run = run_night(TENANT, deps, tell=done.append).run
    assert done == foreseen
    assert run.counts[Step.ARCHIVE] == {"episodic": 4} == counts[Step.ARCHIVE]
    assert {each.reason for each in done} == {"Not among the 5 memories that its scope keeps at hand."}
    at_hand = {what for _, what, _, status in held(deps, SCOPE, day(9)) if status in ("active", "current")}
    assert at_hand == {"trip 4", "trip 5", "trip 6", "trip 7", "allergic_to=penicillin"}
    # A hit brings one back; it is the freshest now, and another one has to go.
    deps = replace(deps, clock=StandingClock(day(10)))
    deps.reader.touch(TENANT, SCOPE, [trips[0].id], at=day(10))
    restore(TENANT, SCOPE, [trips[0].id], deps)
    again = run_night(TENANT, deps).run
    assert again.counts[Step.ARCHIVE] == {"episodic": 1}
    at_hand = {what for _, what, _, status in held(deps, SCOPE, day(10)) if status in ("active", "current")}
    assert at_hand == {"trip 0", "trip 5", "trip 6", "trip 7", "allergic_to=penicillin"}
    quiet = run_night(TENANT, replace(deps, clock=StandingClock(day(11)))).run
    assert quiet.counts.get(Step.ARCHIVE, {}) == {}


def test_a_bound_that_comes_later_is_kept_in_every_scope() -> None:
    deps = in_memory_pipeline(day(0)).deps
    remember(deps, *(happened(f"trip {n}", day(n)) for n in range(6)))
    deps = replace(deps, clock=StandingClock(day(9)))
    assert run_night(TENANT, deps).run.counts.get(Step.ARCHIVE, {}) == {}
    deps.policies.save(TENANT, read_policy({"overrides": [{"scope": str(SCOPE), "keep_best": 2}]}))
    run = run_night(TENANT, replace(deps, clock=StandingClock(day(10)))).run
    assert run.counts[Step.ARCHIVE] == {"episodic": 4}


def test_a_time_to_live_ends_facts_and_archives_episodes_but_not_what_lasts() -> None:
    deps = in_memory_pipeline(day(0)).deps
    deps.policies.save(TENANT, read_policy({"ttl": "P10D"}))
    remember(
        deps,
        happened("trip", day(0)),
        state("Berlin", 0, predicate="city", source=Source.USER_STATED),
        state("penicillin", 0, predicate="allergic_to", source=Source.USER_STATED),
    )
    run_night(TENANT, replace(deps, clock=StandingClock(day(9))))
    assert {row[3] for row in held(deps, SCOPE, day(9))} == {"active", "current"}
    run_night(TENANT, replace(deps, clock=StandingClock(day(11))))
    rows = {(what, status) for _, what, _, status in held(deps, SCOPE, day(11))}
    assert rows == {("trip", "archived"), ("city=Berlin", "expired"), ("allergic_to=penicillin", "current")}
