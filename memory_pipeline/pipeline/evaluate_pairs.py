"""How well duplicates are told from conflicts: labelled pairs go through the decision that memories go through.

Called by `eval pairs` and by `calibrate`. Nothing is written, and no server is needed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import islice

from memory_pipeline.domain.dedup import WINDOW, DedupDecision, decide_duplicate
from memory_pipeline.ports.embedder import Embedder

_AT_ONCE = 64
_SAID_AT = datetime(2026, 1, 1, tzinfo=UTC)  # any instant will do: only the time between both counts
_LONG_AFTER = _SAID_AT + WINDOW + timedelta(minutes=1)


class Label(StrEnum):
    """What a person says two statements are."""

    DUPLICATE = "duplicate"
    DIFFERENT_VALUE = "different_value"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class LabelledPair:
    a: str
    b: str
    label: Label
    kind: str


@dataclass(frozen=True, slots=True)
class MeasuredPair:
    pair: LabelledPair
    cosine: float


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """`decision` is that of two statements made at once, `later` that of statements outside the exact window."""

    pair: LabelledPair
    cosine: float
    decision: DedupDecision
    later: DedupDecision

    @property
    def wrong(self) -> bool:
        return self.decision.duplicate is not (self.pair.label is Label.DUPLICATE)


@dataclass(frozen=True, slots=True)
class Shares:
    """Of the pairs of each label, the share that was merged; None for a label without a pair."""

    recall_duplicate: float | None
    false_merge_different_value: float | None
    false_merge_unrelated: float | None


@dataclass(frozen=True, slots=True)
class PairFigures:
    """`merged` is what `decide_duplicate` says; `later` the same outside the exact window; `by_cosine` what the bare
    rule "cosine ≥ threshold" would do. `by_kind` are merged shares, `n_by_kind` the numbers behind them."""

    merged: Shares
    later: Shares
    by_cosine: Shares
    n: dict[Label, int]
    by_kind: dict[str, float]
    n_by_kind: dict[str, int]


def measured(pairs: Iterable[LabelledPair], embedder: Embedder) -> Iterator[MeasuredPair]:
    """Each pair with the cosine of its statements, in order. Texts must not be blank."""
    waiting = iter(pairs)
    while part := list(islice(waiting, _AT_ONCE)):
        texts = sorted({text for pair in part for text in (pair.a, pair.b)})
        vectors = dict(zip(texts, embedder.embed(texts), strict=True))
        for pair in part:
            yield MeasuredPair(
                pair, sum(x * y for x, y in zip(vectors[pair.a], vectors[pair.b], strict=True))
            )


def judged(pairs: Iterable[MeasuredPair], threshold: float) -> list[JudgedPair]:
    """What the duplicate check decides about each pair when `threshold` makes a candidate."""
    return [_judged(each, threshold) for each in pairs]


def _judged(measured_pair: MeasuredPair, threshold: float) -> JudgedPair:
    pair, cosine = measured_pair.pair, measured_pair.cosine
    decision, later = (
        decide_duplicate(pair.b, at, pair.a, _SAID_AT, cosine, threshold=threshold)
        for at in (_SAID_AT, _LONG_AFTER)
    )
    return JudgedPair(pair, cosine, decision, later)


def pair_figures(pairs: Sequence[JudgedPair], threshold: float) -> PairFigures:
    """The shares of merged pairs, by label and by kind."""
    kinds = _kind_names(pairs)
    by_kind: dict[str, list[bool]] = defaultdict(list)
    for each in pairs:
        by_kind[kinds[each.pair.label, each.pair.kind]].append(each.decision.duplicate)
    counted = Counter(each.pair.label for each in pairs)
    return PairFigures(
        merged=_shares([(each.pair.label, each.decision.duplicate) for each in pairs]),
        later=_shares([(each.pair.label, each.later.duplicate) for each in pairs]),
        by_cosine=_shares([(each.pair.label, each.cosine >= threshold) for each in pairs]),
        n={label: counted[label] for label in Label},
        by_kind={kind: sum(merged) / len(merged) for kind, merged in sorted(by_kind.items())},
        n_by_kind={kind: len(merged) for kind, merged in sorted(by_kind.items())},
    )


def _shares(merged: Sequence[tuple[Label, bool]]) -> Shares:
    of: dict[Label, list[bool]] = defaultdict(list)
    for label, yes in merged:
        of[label].append(yes)
    found = [sum(of[label]) / len(of[label]) if of[label] else None for label in Label]
    return Shares(*found)


def _kind_names(pairs: Sequence[JudgedPair]) -> dict[tuple[Label, str], str]:
    """A kind goes by its own name; one that stands under several labels goes by label and name."""
    places = {(each.pair.label, each.pair.kind) for each in pairs}
    labels = Counter(kind for _, kind in places)
    return {(label, kind): kind if labels[kind] == 1 else f"{label}:{kind}" for label, kind in places}
