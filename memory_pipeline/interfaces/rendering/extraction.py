"""Figures of an extractor, as a JSON document and as tables. Errors of the held conversations are never shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table

from memory_pipeline.domain.extraction import ExtractedFact
from memory_pipeline.pipeline.evaluate_extraction import (
    NEGATIVES,
    Figures,
    LabelledFact,
    Outcome,
    Split,
    by_kind,
    figures,
)

DEFINITIONS = {
    "precision": "found / (found + false); facts labelled optional count neither way",
    "recall": "found / labelled",
    "source_accuracy": "of the found facts, the share whose source is the label's",
    "found": "labelled facts that were extracted and borne out by the messages they cite: same subject, predicate and stance, "
    "the value the same, more or less precise than a wording of the label",
    "false": "facts that were extracted and borne out, but match no label, each once per statement",
    "negatives": "conversations of kinds that hold nothing to store: "
    + ", ".join(sorted(NEGATIVES))
    + "; clean are those without a false fact",
    "episode_accuracy": "of the conversations whose episodes were counted, the share with that number",
}
_COLUMNS = (
    "conversations",
    "labelled",
    "found",
    "false",
    "precision",
    "recall",
    "source accuracy",
    "episodes right",
)


def extraction_document(extractor: str, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Figures overall, by kind and by split, from 0 to 1; null where there is nothing to divide by."""
    return {
        "extractor": extractor,
        "overall": figures_document(figures(outcomes)),
        "by_kind": {kind: figures_document(each) for kind, each in by_kind(outcomes).items()},
        "by_split": {
            str(split): {
                **figures_document(figures(part)),
                "negatives": _negatives(part),
                "by_kind": {kind: figures_document(each) for kind, each in by_kind(part).items()},
            }
            for split in Split
            if (part := _of(split, outcomes))
        },
        "negatives": _negatives(outcomes),
        "definitions": DEFINITIONS,
    }


def figures_document(each: Figures) -> dict[str, Any]:
    return {
        "precision": _rounded(each.precision),
        "recall": _rounded(each.recall),
        "source_accuracy": _rounded(each.source_accuracy),
        "episode_accuracy": _rounded(each.episode_accuracy),
        "conversations": each.conversations,
        "labelled": each.labelled,
        "found": each.found,
        "false": each.false,
        "misattributed": each.misattributed,
    }


def listed_errors(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """What may be read: errors of the tune split."""
    return [each for each in outcomes if each.wrong and each.conversation.split is Split.TUNE]


def error_document(outcome: Outcome) -> dict[str, Any]:
    """One conversation with what was missed, made up or taken from the wrong source."""
    return {
        "id": outcome.conversation.id,
        "kind": outcome.conversation.kind,
        "messages": [f"{each.role}: {each.content}" for each in outcome.conversation.messages],
        "missed": [_label(each) for each in outcome.missed],
        "false": [f"{_fact(each.fact)} ({each.source})" for each in outcome.false],
        "wrong_source": [f"{_fact(each.fact)} ({each.source})" for each in outcome.misattributed],
        "episodes": {"expected": outcome.conversation.episodes, "found": outcome.episodes},
    }


def extraction_table(
    extractor: str, outcomes: Sequence[Outcome], errors: Sequence[Outcome]
) -> RenderableType:
    """By split, then by kind, then the errors of the tune split."""
    splits = _table(f"facts extracted by {extractor}", "split")
    parts = [(str(split), part) for split in Split if (part := _of(split, outcomes))]
    for name, part in parts:
        splits.add_row(name, *_cells(figures(part)))
    if len(parts) > 1:
        splits.add_row("all", *_cells(figures(outcomes)))
    kinds = _table("by kind", "kind")
    for kind, each in by_kind(outcomes).items():
        kinds.add_row(kind, *_cells(each))
    return Group(splits, kinds, _errors_table(errors)) if errors else Group(splits, kinds)


def _errors_table(errors: Sequence[Outcome]) -> Table:
    table = Table(
        title="errors of the tune split", title_justify="left", title_style="bold", box=box.SIMPLE_HEAD
    )
    for column in ("id, kind", "messages", "errors"):
        table.add_column(column)
    for each in map(error_document, errors):
        lines = [f"{name}: {line}" for name in ("missed", "false", "wrong_source") for line in each[name]]
        if each["episodes"]["expected"] not in (None, each["episodes"]["found"]):
            lines.append("episodes: {found}, not {expected}".format(**each["episodes"]))
        table.add_row(f"{each['id']}\n{each['kind']}", "\n".join(each["messages"]), "\n".join(lines))
    return table


def _of(split: Split, outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [each for each in outcomes if each.conversation.split is split]


def _negatives(outcomes: Sequence[Outcome]) -> dict[str, int]:
    negatives = [each for each in outcomes if each.conversation.kind in NEGATIVES]
    return {
        "conversations": len(negatives),
        "clean": sum(not each.false for each in negatives),
        "false": sum(len(each.false) for each in negatives),
    }


def _label(label: LabelledFact) -> str:
    return f"{label.subject} · {label.predicate} · {' | '.join(label.objects)} ({label.stance})"


def _fact(fact: ExtractedFact) -> str:
    return f"{fact.subject} · {fact.predicate} · {fact.object} ({fact.stance})"


def _table(title: str, first: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in (first, *_COLUMNS):
        table.add_column(column)
    return table


def _cells(each: Figures) -> list[str]:
    counts = [str(n) for n in (each.conversations, each.labelled, each.found, each.false)]
    shares = (each.precision, each.recall, each.source_accuracy, each.episode_accuracy)
    return [*counts, *("–" if share is None else f"{share:.1%}" for share in shares)]


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
