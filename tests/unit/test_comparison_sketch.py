"""The check before the comparison: it never keeps apart what the comparison merges, and makes slots of many values cheap."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from memory_pipeline.domain.comparison import Comparison, compare_statements, compare_values
from memory_pipeline.domain.comparison.sketch import sketch, surely_different
from memory_pipeline.domain.registry import ValueType
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.domain.value_classes import Comparer, Layout, ValueClasses
from tests.support.pair_templates import generated_pairs

NOTES = Slot(Tenant("acme"), Scope.parse("user:ann"), "user", "note")
MERGED = [
    ("The user lives in the UK.", "The user lives in the United Kingdom."),
    ("The user's check-in is at 3 pm.", "The user's checkin is at 15:00."),
    ("Wiki host: node7", "The wiki is hosted on node7."),
    ("Log retention is 14 days.", "Logs are kept for 14 days."),
    ("备份每晚十点开始。", "每晚22:00开始备份。"),
    ("月薪一万五", "月薪15000元"),
    ("The user's mother comes from Portugal.", "The user's mother is Portuguese."),
    ("Supplier of the flour: Miller & Sons", "The flour is supplied by Miller & Sons."),
]
VERBS = "likes sells fixes paints visits studies repairs cleans watches cooks".split()
NOUNS = "lamp garden boat bread guitar report river table camera novel".split()
PLACES = "in the morning|at home|on Fridays|with a friend|after lunch|near the station|for work|every week|before dinner|in Lisbon".split(
    "|"
)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_the_comparison_merges_is_never_kept_apart_before_it(language: str) -> None:
    pairs = list(generated_pairs(language, each=6, seed=23))
    merged = [pair for pair in pairs if compare_statements(pair.a, pair.b).mergeable]
    assert len(merged) > 100
    assert [pair for pair in merged if surely_different(sketch(pair.a), sketch(pair.b))] == []
    assert sum(surely_different(sketch(pair.a), sketch(pair.b)) for pair in pairs) > len(pairs) // 5


@pytest.mark.parametrize(("a", "b"), MERGED)
def test_spellings_and_labels_pass_the_check(a: str, b: str) -> None:
    assert compare_statements(a, b).mergeable
    assert not surely_different(sketch(a), sketch(b))
    assert not surely_different(sketch(b), sketch(a))


def test_classes_are_the_same_with_and_without_the_check() -> None:
    texts = sorted({text for pair in generated_pairs("en", each=1, seed=3) for text in (pair.a, pair.b)})
    checked = ValueClasses(Layout.MANY, ValueType.STATEMENT, Comparer())
    unchecked = ValueClasses(Layout.MANY, ValueType.STATEMENT, Comparer(compare=_compared))
    assert [checked.place(NOTES, text) for text in texts] == [unchecked.place(NOTES, text) for text in texts]


def test_of_a_thousand_distinct_notes_few_pairs_are_compared_in_full() -> None:
    sketches = [
        sketch(f"The user {verb} the {noun} {place}") for verb, noun, place in product(VERBS, NOUNS, PLACES)
    ]
    passed = sum(not surely_different(one, other) for one, other in combinations(sketches, 2))
    assert len(sketches) == 1000
    assert (
        passed < 0.03 * 1000 * 999 / 2
    )  # and a slot of a thousand notes is projected in seconds, not half a minute


def _compared(a: str, b: str, value_type: ValueType) -> Comparison:
    """As the default, which the check goes with, but not it."""
    return compare_values(a, b, value_type)
