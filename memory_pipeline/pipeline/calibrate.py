"""Finds an embedding model's candidate threshold: how alike two vectors must be before their texts are compared."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from memory_pipeline.domain.comparison import compare_statements
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.pipeline.evaluate_pairs import Label, MeasuredPair, PairFigures, judged, pair_figures

KEPT = 0.99
QUANTILES = (0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0)
_GRID = 10_000  # thresholds are written with four digits, rounded down


@dataclass(frozen=True, slots=True)
class Calibration:
    """`accepted` duplicates are those whose texts the comparison accepts; `kept` is their share at or above the
    threshold. `candidates` are the shares of each label that the threshold lets through to the comparison."""

    threshold: float
    accepted: int
    kept: float
    quantiles: dict[Label, dict[float, float]]
    candidates: dict[Label, float]
    figures: PairFigures


def calibrate(pairs: Sequence[MeasuredPair], *, kept: float = KEPT) -> Calibration:
    """The highest threshold that keeps the share `kept` of the duplicates the comparison accepts.

    A higher one would lose duplicates to the model, a lower one only compares more texts: the comparison decides.
    Raises InvalidInput where no pair is an accepted duplicate.
    """
    accepted = sorted(
        each.cosine
        for each in pairs
        if each.pair.label is Label.DUPLICATE and compare_statements(each.pair.a, each.pair.b).mergeable
    )
    if not accepted:
        raise InvalidInput(
            "no pair is labelled `duplicate` and accepted by the comparison: there is nothing to calibrate with"
        )
    lost = math.floor((1 - kept) * len(accepted) + 1e-9)
    threshold = max(1 / _GRID, math.floor(min(accepted[lost], 1.0) * _GRID) / _GRID)
    cosines: dict[Label, list[float]] = defaultdict(list)
    for each in pairs:
        cosines[each.pair.label].append(each.cosine)
    return Calibration(
        threshold=threshold,
        accepted=len(accepted),
        kept=_share(accepted, threshold),
        quantiles={label: _quantiles(cosines[label]) for label in Label if cosines[label]},
        candidates={label: _share(cosines[label], threshold) for label in Label if cosines[label]},
        figures=pair_figures(judged(pairs, threshold), threshold),
    )


def _share(cosines: Sequence[float], threshold: float) -> float:
    return sum(cosine >= threshold for cosine in cosines) / len(cosines)


def _quantiles(cosines: Sequence[float]) -> dict[float, float]:
    """The value at or below which each share lies, one of those given."""
    ordered = sorted(cosines)
    return {share: ordered[max(0, math.ceil(share * len(ordered)) - 1)] for share in QUANTILES}
