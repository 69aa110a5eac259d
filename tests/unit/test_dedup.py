"""Exact, near, conflict candidate or distinct: the decision for one pair of statements."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory_pipeline.domain.dedup import decide_duplicate

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
TEA, TEA_AGAIN = "The user likes green tea.", "the user likes green tea"
BIRTHDAY, OTHER_DAY = "The user's birthday is 15 March.", "The user's birthday is 16 March."


@pytest.mark.parametrize(
    "apart", [timedelta(0), timedelta(minutes=59), timedelta(minutes=60), -timedelta(minutes=60)]
)
def test_the_same_text_within_the_window_is_an_exact_duplicate_without_a_vector(apart: timedelta) -> None:
    found = decide_duplicate(TEA, NOON, TEA_AGAIN, NOON + apart, None)
    assert (found.duplicate, found.kind) == (True, "exact")


def test_the_same_text_after_the_window_is_near_when_the_vector_says_so() -> None:
    later = NOON + timedelta(minutes=60, seconds=1)
    assert decide_duplicate(TEA, later, TEA_AGAIN, NOON, 1.0).kind == "near"
    assert decide_duplicate(TEA, later, TEA_AGAIN, NOON, None).kind == "distinct"


def test_a_near_text_that_says_another_value_is_a_conflict_candidate_never_a_duplicate() -> None:
    found = decide_duplicate(OTHER_DAY, NOON, BIRTHDAY, NOON, 0.996)
    assert (found.duplicate, found.kind, found.cosine) == (False, "conflict_candidate", 0.996)
    assert "15" in found.reason
    assert "16" in found.reason


def test_a_paraphrase_is_near_only_at_the_threshold() -> None:
    paraphrase = "The user was born on March 15."
    assert decide_duplicate(paraphrase, NOON, BIRTHDAY, NOON, 0.95).kind == "near"
    below = decide_duplicate(paraphrase, NOON, BIRTHDAY, NOON, 0.949)
    assert (below.duplicate, below.kind) == (False, "distinct")
    assert decide_duplicate(paraphrase, NOON, BIRTHDAY, NOON, 0.9, threshold=0.9).kind == "near"


def test_swapped_roles_are_no_duplicate_however_close_the_vectors_are() -> None:
    found = decide_duplicate("用户喜欢茶胜过咖啡。", NOON, "用户喜欢咖啡胜过茶。", NOON, 0.999)
    assert (found.duplicate, found.kind) == (False, "conflict_candidate")
