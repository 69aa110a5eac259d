"""How much each memory has to do with a query: one score from the arms of recall, by named profile."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from memory_pipeline.domain.errors import InvalidInput

# E5 cosines are compressed: unrelated texts still have 0.7 and more, so the scale begins there.
_COSINE_FLOOR, _COSINE_CEILING = 0.70, 0.95
UNLIKE = _COSINE_FLOOR  # the cosine of what has nothing in common
_DENSE_SHARE = 0.6


class Profile(StrEnum):
    OPS = "ops"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Signals:
    """What recall knows of one memory and one query. `lexical` and `entity` are shares, 0 to 1."""

    cosine: float | None
    lexical: float
    entity: float
    at: datetime
    accesses: int
    success: bool | None


def parse_profile(name: str) -> Profile:
    """The profile of this name; raises InvalidInput that lists the names."""
    try:
        return Profile(name)
    except ValueError:
        raise InvalidInput(f"{name!r} is not a recall profile: use {' or '.join(Profile)}") from None


def score(signals: Signals, profile: Profile, now: datetime) -> float:
    """The score of one memory; higher is nearer, 0 is nothing in common.

    ops: 0.45 semantic + 0.30 entity + 0.20 · exp(−days/45) + 0.05 accessed − 0.15 after a failure. assistant: the
    semantic share, up to a fifth more for what is fresh (half-life 7 days), times 1 + 0.1 · accesses, at most double.
    """
    days = max((now - signals.at) / timedelta(days=1), 0.0)
    relevance = semantic(signals)
    if profile is Profile.OPS:
        return (
            0.45 * relevance
            + 0.30 * signals.entity
            + 0.20 * math.exp(-days / 45)
            + 0.05 * (signals.accesses > 0)
            - 0.15 * (signals.success is False)
        )
    fresh = 1 + 0.2 * 0.5 ** (days / 7)
    return float(relevance * fresh * min(1 + 0.1 * signals.accesses, 2.0))


def semantic(signals: Signals) -> float:
    """Nearness of meaning, 0 to 1: cosine on the model's own scale, and shared terms."""
    if signals.cosine is None:
        return signals.lexical
    scaled = (signals.cosine - _COSINE_FLOOR) / (_COSINE_CEILING - _COSINE_FLOOR)
    return _DENSE_SHARE * min(max(scaled, 0.0), 1.0) + (1 - _DENSE_SHARE) * signals.lexical
