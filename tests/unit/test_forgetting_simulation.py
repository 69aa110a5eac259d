"""A simulated year: bounded, the same each time, and by the rules that real nights go by."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from memory_pipeline.domain.forgetting_simulation import Habits, Week, simulate
from memory_pipeline.domain.lifecycle import Ageing
from memory_pipeline.domain.policy import DEFAULT_POLICY, OPS_POLICY, Policy
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.forgetting.night import StandingClock
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.pipeline.forgetting.simulate import simulate_scope
from tests.support.ageing import happened, held, remember
from tests.support.assertions import SCOPE, TENANT, day
from tests.support.pipelines import in_memory_pipeline

QUIET = Habits(memories=0, recalls=0)


def weeks(policy: Policy, days: int, habits: Habits, seed: int = 1) -> list[Week]:
    return list(simulate(policy, day(0), days, habits, seed=seed))


def test_the_live_set_of_a_busy_user_stops_growing() -> None:
    year = weeks(DEFAULT_POLICY, 365, Habits(memories=20, recalls=6))
    half = max(week.live for week in year if week.number <= 30)
    assert half <= max(week.live for week in year[30:]) <= 1.1 * half
    assert year[-1].archived > 0
    assert sum(week.purged for week in year) > 0
    assert sum(week.restored for week in year) > 0
    total = year[-1]
    kept = total.live + total.archived + total.history
    assert kept == sum(week.born - week.purged for week in year)


def test_a_bound_holds_every_night_and_ops_never_purges() -> None:
    bounded = weeks(replace(DEFAULT_POLICY, keep_best=150), 100, Habits(memories=20, recalls=5))
    assert all(week.live <= 150 for week in bounded)
    assert sum(week.purged for week in weeks(OPS_POLICY, 365, Habits(memories=5, recalls=2))) == 0


def test_a_seed_gives_the_same_weeks() -> None:
    habits = Habits(memories=10, recalls=10)
    assert weeks(DEFAULT_POLICY, 60, habits, seed=7) == weeks(DEFAULT_POLICY, 60, habits, seed=7)


def test_what_nobody_touches_goes_when_the_closed_form_says() -> None:
    one = [(Ageing(confidence=0.3, idle_from=day(0)), 0)]
    live = {w.number: w for w in simulate(DEFAULT_POLICY, day(0), 220, QUIET, one)}
    assert (live[12].live, live[12].archived) == (1, 0)  # day 84
    assert (live[13].live, live[13].archived) == (0, 1)  # archived at day 90
    gone = next(number for number, week in live.items() if week.purged)
    assert gone * 7 >= 194 > (gone - 1) * 7  # 180 days idle, 14 as candidate


def test_a_copied_scope_goes_as_its_real_nights_do() -> None:
    deps = in_memory_pipeline(day(0)).deps
    remember(deps, *(happened(f"trip {n}", day(n), confidence=0.3 + 0.1 * (n % 7)) for n in range(20)))
    deps = replace(deps, clock=StandingClock(day(21)))
    foreseen = list(simulate_scope(TENANT, SCOPE, deps, days=280, habits=QUIET))
    assert len(held(deps, SCOPE, day(21))) == 20  # nothing was written
    for week in foreseen[::8]:
        run_night(TENANT, replace(deps, clock=StandingClock(week.ends_at)))
        rows = [row[3] for row in held(deps, SCOPE, week.ends_at)]
        assert (rows.count("active"), rows.count("archived")) == (week.live, week.archived)
    assert foreseen[-1].ends_at - day(21) == timedelta(days=280)
    assert Scope.parse("user:nobody") not in deps.reader.scopes(TENANT)
