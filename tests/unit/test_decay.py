"""Fading confidence and what nights plan: closed form, whatever nights ran."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.assertion import Forgettability
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.decay import (
    effective_confidence,
    falls_below_at,
    idle_for,
    idle_since,
    next_decay_at,
)
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.lifecycle import (
    Ageing,
    TransitionKind,
    ageing_of,
    archive_at,
    next_transition,
    observe_at,
    purge_at,
)
from memory_pipeline.domain.policy import DEFAULT_POLICY, OPS_POLICY, Policy
from tests.support.assertions import day, project, properties, state

confidences = st.floats(0.0, 1.0, allow_nan=False)
days = st.floats(0.0, 2000.0, allow_nan=False)


def worth(confidence: float, idle_days: float, policy: Policy = DEFAULT_POLICY) -> float:
    return effective_confidence(confidence, day(0), day(idle_days), policy)


@pytest.mark.parametrize(
    ("idle_days", "expected"),
    [(0, 0.9), (29.999, 0.9), (30, 0.81), (59.999, 0.81), (60, 0.729), (90, 0.6561), (3650, 0.9 * 0.9**11)],
)
def test_a_step_at_thirty_idle_days_and_every_thirty_further_ones(idle_days: float, expected: float) -> None:
    assert worth(0.9, idle_days) == pytest.approx(expected, rel=1e-12)


def test_one_day_steps_are_the_naive_nightly_multiplication() -> None:
    nightly = Policy(decay_step=timedelta(days=1))
    naive = 0.9
    for night in range(1, 400):
        if night >= 30 and naive > 0.3:
            naive *= 0.9
        assert worth(0.9, night, nightly) == naive


def test_a_memory_that_stands_at_036_after_ten_steps_is_not_multiplied_again() -> None:
    nightly = Policy(decay_step=timedelta(days=1), decay_after=timedelta(days=1))
    assert worth(1.0, 10, nightly) == pytest.approx(0.9**10, rel=1e-12)
    assert worth(1.0, 10, nightly) == worth(1.0, 10.9, nightly)


@properties
@given(confidences, st.lists(days, min_size=1, max_size=20))
def test_it_does_not_matter_how_often_or_when_it_is_evaluated(confidence: float, nights: list[float]) -> None:
    last = max(nights)
    evaluated = [worth(confidence, night) for night in nights]
    assert worth(confidence, last) == evaluated[nights.index(last)]


@properties
@given(confidences, days, days)
def test_it_never_rises_without_a_touch(confidence: float, one: float, other: float) -> None:
    earlier, later = sorted([one, other])
    assert worth(confidence, later) <= worth(confidence, earlier) <= confidence


@properties
@given(confidences)
def test_it_ends_just_at_or_below_the_floor(confidence: float) -> None:
    end = worth(confidence, 100_000)
    if confidence > 0.3:
        assert 0.27 < end <= 0.3
    else:
        assert end == confidence


@properties
@given(confidences, days)
def test_the_next_fall_is_the_first_instant_with_another_worth(confidence: float, idle_days: float) -> None:
    now = day(idle_days)
    due_at = next_decay_at(confidence, day(0), now, DEFAULT_POLICY)
    here = worth(confidence, idle_days)
    if due_at is None:
        assert worth(confidence, 100_000) == here
        return
    just_before = effective_confidence(confidence, day(0), due_at - timedelta(microseconds=1), DEFAULT_POLICY)
    assert due_at > now
    assert just_before == here
    assert effective_confidence(confidence, day(0), due_at, DEFAULT_POLICY) < here


def test_a_clock_set_back_finds_a_memory_fresh() -> None:
    assert worth(0.9, -1) == 0.9
    assert idle_for(day(0), day(-1)) == timedelta(0)


def test_idle_time_runs_from_the_latest_touch() -> None:
    assert idle_since(None, day(-800), day(0)) == day(0), "backfilled history does not die tonight"
    assert idle_since(day(9), day(3), day(0)) == day(9)
    assert idle_since(None, None, None) is None


def test_archived_when_idle_and_worth_little() -> None:
    assert archive_at(Ageing(0.9, day(0)), DEFAULT_POLICY) == day(180)  # the sixth step takes 0.9 below 0.5
    assert archive_at(Ageing(0.5, day(0)), DEFAULT_POLICY) == day(90)  # 0.45 at 30 days, but idle counts too
    assert archive_at(Ageing(0.2, day(0)), DEFAULT_POLICY) == day(90)


@pytest.mark.parametrize(
    "memory",
    [
        Ageing(0.2, day(0), pinned=True),
        Ageing(0.2, day(0), forgettability=Forgettability.LOW),
        Ageing(0.2, day(0), pinned=True, stands=False),
    ],
)
def test_pinned_and_lasting_memories_are_left_alone(memory: Ageing) -> None:
    assert archive_at(memory, DEFAULT_POLICY) is None
    assert observe_at(memory, DEFAULT_POLICY) is None


def test_what_a_person_said_is_archived_at_most_while_it_stands() -> None:
    memory = Ageing(0.9, day(0), by_person=True)
    assert archive_at(memory, DEFAULT_POLICY) == day(180)
    assert observe_at(memory, DEFAULT_POLICY) is None
    history = replace(memory, stands=False)
    assert archive_at(history, DEFAULT_POLICY) is None, "archived replaces only current"
    assert observe_at(history, DEFAULT_POLICY) == day(330)  # the eleventh step


def test_operations_never_purge() -> None:
    memory = Ageing(0.3, day(0))
    assert observe_at(memory, DEFAULT_POLICY) == day(180)
    assert observe_at(memory, OPS_POLICY) is None


def test_a_candidate_is_observed_before_it_is_purged() -> None:
    memory = Ageing(0.3, day(0))
    assert purge_at(memory, DEFAULT_POLICY) is None
    candidate = replace(memory, candidate_since=day(183))
    assert purge_at(candidate, DEFAULT_POLICY) == day(197)
    touched = replace(candidate, idle_from=day(190))
    assert purge_at(touched, DEFAULT_POLICY) is None
    assert observe_at(touched, DEFAULT_POLICY) == day(370)


def test_a_year_of_one_memory_in_its_order() -> None:
    memory = Ageing(0.5, day(0))
    seen: list[tuple[TransitionKind, float]] = []
    now = day(0)
    while (ahead := next_transition(memory, now, DEFAULT_POLICY)) is not None:
        now = max(now, ahead.due_at)
        seen.append((ahead.kind, (now - day(0)).days))
        if ahead.kind is TransitionKind.ARCHIVE:
            memory = replace(memory, archived=True)
        if ahead.kind is TransitionKind.OBSERVE:
            memory = replace(memory, candidate_since=now)
        if ahead.kind is TransitionKind.PURGE:
            break
    assert seen == [
        (TransitionKind.DECAY, 30),
        (TransitionKind.DECAY, 60),
        (TransitionKind.DECAY, 90),
        (TransitionKind.ARCHIVE, 90),
        (TransitionKind.OBSERVE, 180),
        (TransitionKind.PURGE, 194),
    ]


@properties
@given(confidences, days, st.booleans(), st.sampled_from(Forgettability))
def test_nothing_is_planned_before_its_conditions_hold(
    confidence: float, idle_days: float, by_person: bool, forgettability: Forgettability
) -> None:
    memory = Ageing(confidence, day(0), by_person=by_person, forgettability=forgettability)
    now = day(idle_days)
    here = worth(confidence, idle_days)
    archived_at, observed_at = archive_at(memory, DEFAULT_POLICY), observe_at(memory, DEFAULT_POLICY)
    lasting = forgettability is Forgettability.LOW
    assert (archived_at is not None and archived_at <= now) == (
        not lasting and idle_days >= 90 and here < 0.5
    )
    assert (observed_at is not None and observed_at <= now) == (
        not lasting and not by_person and idle_days >= 180 and here <= 0.3
    )


def test_never_below_a_bound_under_the_end_of_decay() -> None:
    assert falls_below_at(0.9, day(0), 0.2, DEFAULT_POLICY) is None


def test_a_projected_fact_ages_by_what_its_row_says() -> None:
    (allergy,) = project([state("penicillin", 0, predicate="allergic_to")]).facts
    assert ageing_of(allergy, idle_from=day(0)).lasting
    (guess,) = project([state("tea", 0, predicate="likes", source=Source.AGENT_INFERRED)], now=day(1)).facts
    ageing = ageing_of(guess, idle_from=day(0))
    ahead = next_transition(ageing, day(1), DEFAULT_POLICY)
    assert ahead is not None
    assert (ahead.kind, ahead.due_at) == (TransitionKind.EXPIRE, day(7))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"decay_factor": 1.0}, "decay_factor must lie between 0 and 1 and be neither"),
        ({"agent_cap": 1.5}, "agent_cap must lie between 0 and 1, not 1.5"),
        ({"probation": timedelta(0)}, "probation must be longer than nothing"),
        ({"purge_after": timedelta(days=1)}, "must not be shorter than archive_after"),
        ({"purge_at_most": 0.6}, "must not be above archive_below"),
        ({"mention_weight": 0.0}, "mention_weight must be above 0"),
        ({"purge_brake_rows": 0}, "purge_brake_rows must be at least 1"),
        ({"cardinality": {"city": "several"}}, "cardinality of city must be one or many"),
        ({"aliases": {" ": "city"}}, "needs a word on both sides"),
        ({"forgettability": {"city": "never"}}, "forgettability of city must be low, medium or high"),
    ],
)
def test_a_policy_that_breaks_a_rule_is_refused_with_a_sentence(
    change: dict[str, object], sentence: str
) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        Policy(**change)  # type: ignore[arg-type]
