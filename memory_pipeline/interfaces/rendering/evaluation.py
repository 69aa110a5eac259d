"""Figures about the pipeline's judgement, as JSON documents and as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from memory_pipeline.pipeline.calibrate import QUANTILES, Calibration
from memory_pipeline.pipeline.evaluate_pairs import JudgedPair, PairFigures, Shares


def pair_figures_document(figures: PairFigures) -> dict[str, Any]:
    """Shares from 0 to 1; null for a label that has no pair."""
    return {
        **shares_document(figures.merged),
        "n": {str(label): n for label, n in figures.n.items()},
        "by_kind": {kind: _rounded(share) for kind, share in figures.by_kind.items()},
        "n_by_kind": figures.n_by_kind,
        "outside_window": shares_document(figures.later),
        "cosine_only": shares_document(figures.by_cosine),
    }


def shares_document(shares: Shares) -> dict[str, float | None]:
    return {
        "recall_duplicate": _rounded(shares.recall_duplicate),
        "false_merge_different_value": _rounded(shares.false_merge_different_value),
        "false_merge_unrelated": _rounded(shares.false_merge_unrelated),
    }


def judged_document(judged: JudgedPair) -> dict[str, Any]:
    """One pair with what was decided and why."""
    pair, decision = judged.pair, judged.decision
    return {
        "a": pair.a,
        "b": pair.b,
        "label": str(pair.label),
        "kind": pair.kind,
        "merged": decision.duplicate,
        "reason": decision.reason,
        "cosine": round(judged.cosine, 4),
    }


def calibration_document(found: Calibration) -> dict[str, Any]:
    return {
        "threshold": found.threshold,
        "accepted_duplicates": found.accepted,
        "kept": _rounded(found.kept),
        "quantiles": {
            str(label): {f"{share:g}": round(value, 4) for share, value in each.items()}
            for label, each in found.quantiles.items()
        },
        "candidates": {str(label): _rounded(share) for label, share in found.candidates.items()},
        "figures": pair_figures_document(found.figures),
    }


def pair_figures_table(figures: PairFigures, errors: Sequence[JudgedPair]) -> RenderableType:
    """What merges, beside what the bare cosine rule would merge; then by kind; then the pairs judged wrongly."""
    table = _table("merged pairs")
    for column in ("label", "pairs", "merged", "outside the window", "by cosine alone"):
        table.add_column(column)
    columns = [_in_order(each) for each in (figures.merged, figures.later, figures.by_cosine)]
    for (label, n), *shares in zip(figures.n.items(), *columns, strict=True):
        table.add_row(str(label), str(n), *map(_percent, shares))
    kinds = _table("by kind")
    for column in ("kind", "pairs", "merged"):
        kinds.add_column(column)
    for kind, share in figures.by_kind.items():
        kinds.add_row(kind, str(figures.n_by_kind[kind]), _percent(share))
    parts: list[RenderableType] = [table, kinds]
    if errors:
        parts.append(_errors_table(errors))
    return Group(*parts)


def _errors_table(errors: Sequence[JudgedPair]) -> RenderableType:
    table = _table("judged otherwise than labelled")
    for column in ("label, kind", "statements", "reason"):
        table.add_column(column)
    for each in errors:
        statements = f"{each.pair.a}\n{each.pair.b}"
        table.add_row(f"{each.pair.label}\n{each.pair.kind}", statements, each.decision.reason)
    return table


def calibration_table(found: Calibration, fragment: str) -> RenderableType:
    """How alike the pairs of each label are, and the settings to use."""
    table = _table("cosines: the value at or below which so many of the pairs lie")
    for column in ("label", *(f"{share:.0%}" for share in QUANTILES), "candidates"):
        table.add_column(column)
    for label, quantiles in found.quantiles.items():
        values = [f"{value:.3f}" for value in quantiles.values()]
        table.add_row(str(label), *values, _percent(found.candidates[label]))
    return Group(table, pair_figures_table(found.figures, ()), Text(fragment))


def _in_order(shares: Shares) -> tuple[float | None, ...]:
    return shares.recall_duplicate, shares.false_merge_different_value, shares.false_merge_unrelated


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _table(title: str) -> Table:
    return Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
