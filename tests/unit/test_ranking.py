"""The score of a memory: each arm counts as the profile says, and nothing in common is nothing."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.ranking import Profile, Signals, parse_profile, score, semantic

NOW = datetime(2026, 6, 1, tzinfo=UTC)
PLAIN = Signals(cosine=0.85, lexical=0.5, entity=0.0, at=NOW, accesses=0, success=None)
NOTHING = Signals(cosine=0.6, lexical=0.0, entity=0.0, at=NOW, accesses=9, success=True)


def aged(days: float) -> Signals:
    return replace(PLAIN, at=NOW - timedelta(days=days))


def test_ops_adds_up_its_shares() -> None:
    full = Signals(cosine=0.95, lexical=1.0, entity=1.0, at=NOW, accesses=3, success=True)
    assert score(full, Profile.OPS, NOW) == pytest.approx(0.45 + 0.30 + 0.20 + 0.05)
    assert score(replace(full, success=False), Profile.OPS, NOW) == pytest.approx(1.0 - 0.15)
    assert score(replace(full, accesses=0), Profile.OPS, NOW) == pytest.approx(0.95)
    old = replace(full, at=NOW - timedelta(days=45))
    assert score(old, Profile.OPS, NOW) == pytest.approx(0.80 + 0.20 * math.exp(-1))


def test_the_assistant_prefers_the_fresh_by_a_fifth_and_halves_that_in_a_week() -> None:
    still = score(aged(10_000), Profile.ASSISTANT, NOW)
    assert score(aged(0), Profile.ASSISTANT, NOW) == pytest.approx(still * 1.2)
    assert score(aged(7), Profile.ASSISTANT, NOW) == pytest.approx(still * 1.1)


def test_accesses_lift_the_assistants_score_to_double_at_most() -> None:
    none = score(PLAIN, Profile.ASSISTANT, NOW)
    assert score(replace(PLAIN, accesses=3), Profile.ASSISTANT, NOW) == pytest.approx(none * 1.3)
    assert score(replace(PLAIN, accesses=999), Profile.ASSISTANT, NOW) == pytest.approx(none * 2)


def test_nothing_in_common_scores_nothing_for_an_assistant() -> None:
    assert score(NOTHING, Profile.ASSISTANT, NOW) == 0


def test_a_memory_without_a_vector_is_judged_by_its_words() -> None:
    assert semantic(replace(PLAIN, cosine=None)) == 0.5


@given(st.floats(-1, 1), st.floats(0, 1), st.integers(0, 10_000), st.floats(0, 4000))
def test_meaning_is_a_share_and_more_of_anything_never_lowers_a_score(
    cosine: float, lexical: float, accesses: int, days: float
) -> None:
    given_ = Signals(cosine, lexical, 0.0, NOW - timedelta(days=days), accesses, None)
    assert 0 <= semantic(given_) <= 1
    for profile in Profile:
        base = score(given_, profile, NOW)
        for better in (
            replace(given_, cosine=min(cosine + 0.1, 1)), replace(given_, lexical=min(lexical + 0.1, 1)),
            replace(given_, accesses=accesses + 1), replace(given_, at=NOW), replace(given_, entity=1.0),
        ):  # fmt: skip
            assert score(better, profile, NOW) >= base - 1e-12


def test_a_clock_that_was_set_back_makes_nothing_fresher_than_fresh() -> None:
    assert score(aged(-3), Profile.OPS, NOW) == score(aged(0), Profile.OPS, NOW)


def test_profiles_have_names() -> None:
    assert parse_profile("ops") is Profile.OPS
    with pytest.raises(InvalidInput, match="ops or assistant"):
        parse_profile("fast")
