"""Cost of one comparison on one core: `python tests/benchmarks/bench_comparison.py`."""

from __future__ import annotations

import statistics
import sys
import time

from memory_pipeline.domain.comparison import compare_statements
from tests.support.pair_templates import generated_pairs


def main() -> None:
    for language in ("en", "zh"):
        pairs = list(generated_pairs(language, each=8))
        compare_statements(pairs[0].a, pairs[0].b)
        costs = []
        for pair in pairs:
            start = time.perf_counter()
            compare_statements(pair.a, pair.b)
            costs.append((time.perf_counter() - start) * 1000)
        costs.sort()
        worst = costs[len(costs) * 99 // 100]
        sys.stdout.write(
            f"{language}: {len(costs)} pairs, mean {statistics.mean(costs):.3f} ms, p99 {worst:.3f} ms\n"
        )


if __name__ == "__main__":
    main()
