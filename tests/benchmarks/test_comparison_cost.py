"""What one comparison of two statements costs on one core, against the raw price of segmenting them once."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence

import pytest
import rjieba

from memory_pipeline.domain.comparison import compare_statements
from tests.support.pair_templates import Pair, generated_pairs


@pytest.mark.parametrize("language", ["en", "zh"])
def test_cost_of_a_comparison(language: str) -> None:
    """Prints mean and p99 in milliseconds, and the ratio to segmenting both texts; the goal is at most 1 ms a pair."""
    pairs = list(generated_pairs(language, each=8))
    compare_statements(pairs[0].a, pairs[0].b)
    compared = _costs(pairs, lambda pair: compare_statements(pair.a, pair.b))
    segmented = _costs(pairs, lambda pair: (rjieba.cut(pair.a), rjieba.cut(pair.b)))
    mean, p99 = statistics.mean(compared), sorted(compared)[len(compared) * 99 // 100]
    sys.stdout.write(
        f"\n{language}: {len(pairs)} pairs, mean {mean:.3f} ms, p99 {p99:.3f} ms, "
        f"{mean / statistics.mean(segmented):.1f} × segmenting both texts\n"
    )
    assert len(pairs) > 100


def _costs(pairs: Sequence[Pair], work: Callable[[Pair], object]) -> list[float]:
    costs = []
    for pair in pairs:
        start = time.process_time()
        work(pair)
        costs.append((time.process_time() - start) * 1000)
    return costs
