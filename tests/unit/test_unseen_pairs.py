"""The pairs that were written without knowledge of the comparison: whole, and no value merged into another."""

from __future__ import annotations

from collections import Counter

import pytest

from memory_pipeline.domain.comparison import compare_statements
from memory_pipeline.pipeline.evaluate_pairs import Label
from tests.quality.figures import KINDS, LANGUAGES, generated, unseen


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_set_is_whole(language: str) -> None:
    pairs = unseen(language)
    duplicates = Counter(each.kind for each in pairs if each.label is Label.DUPLICATE)
    assert set(duplicates) == set(KINDS)
    assert min(duplicates.values()) >= 30
    assert duplicates.total() >= 150
    assert sum(each.label is Label.DIFFERENT_VALUE for each in pairs) >= 150
    assert len({(each.a, each.b) for each in pairs}) == len(pairs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hardly_any_other_value_is_merged_whatever_the_embedding_says(language: str) -> None:
    different = [each for each in unseen(language) if each.label is Label.DIFFERENT_VALUE]
    merged = [each for each in different if compare_statements(each.a, each.b).mergeable]
    assert len(merged) <= 0.01 * len(different), merged


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_generated_set_is_large_enough_to_mean_something(language: str) -> None:
    assert len(generated(language)) >= 500
