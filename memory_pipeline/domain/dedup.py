"""Why was this dropped as a duplicate? The decision for one pair of statements, with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_pipeline.domain.comparison import compare_statements, normal_statement

WINDOW = timedelta(minutes=60)
THRESHOLD = 0.95


@dataclass(frozen=True, slots=True)
class DedupDecision:
    """`kind` is `exact`, `near`, `conflict_candidate` or `distinct`; only the first two are duplicates."""

    duplicate: bool
    kind: str
    reason: str
    cosine: float | None


def decide_duplicate(
    new_text: str,
    new_at: datetime,
    old_text: str,
    old_at: datetime,
    cosine: float | None,
    *,
    window: timedelta = WINDOW,
    threshold: float = THRESHOLD,
) -> DedupDecision:
    """Whether `new_text` says what `old_text` said.

    exact: the same text at most `window` apart (60:00 minutes still are). near: `cosine` reaches `threshold` and
    nothing but wording differs, however far apart; what repeats is counted as support, never stored twice.
    conflict_candidate: alike to the embedding, but something said differs. Without a cosine only exact is found.
    """
    if normal_statement(new_text) == normal_statement(old_text) and abs(new_at - old_at) <= window:
        return DedupDecision(True, "exact", f"The same text within {_minutes(window)} minutes.", cosine)
    if cosine is None or cosine < threshold:
        return DedupDecision(False, "distinct", _distant(cosine, threshold), cosine)
    comparison = compare_statements(old_text, new_text)
    if comparison.mergeable:
        return DedupDecision(True, "near", comparison.reason, cosine)
    return DedupDecision(False, "conflict_candidate", comparison.reason, cosine)


def _minutes(window: timedelta) -> int:
    return int(window.total_seconds() // 60)


def _distant(cosine: float | None, threshold: float) -> str:
    if cosine is None:
        return "No vector of both texts is known, and they are not the same text within the window."
    return f"The texts are too far apart: similarity {cosine:.3f} is below {threshold:.2f}."
