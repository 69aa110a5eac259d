"""What a comparison answers: how two texts relate, which difference decided it, and one sentence for a person."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Sameness(StrEnum):
    """How `b` relates to `a`. Only DIFFERENT keeps two texts apart."""

    SAME = "same"
    REFINES = "refines"  # b says the same, more precisely
    GENERALISES = "generalises"  # b says the same, less precisely
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Comparison:
    """`kind` is a fixed code of the difference that decided (`figure`, `negation`, `role` …), or `equal` or `wording`."""

    sameness: Sameness
    kind: str
    reason: str

    @property
    def mergeable(self) -> bool:
        """Whether both texts may stand for one memory."""
        return self.sameness is not Sameness.DIFFERENT


def same(kind: str, reason: str) -> Comparison:
    return Comparison(Sameness.SAME, kind, reason)


def different(kind: str, reason: str) -> Comparison:
    return Comparison(Sameness.DIFFERENT, kind, reason)


_MIRROR = {Sameness.REFINES: Sameness.GENERALISES, Sameness.GENERALISES: Sameness.REFINES}


def mirrored(comparison: Comparison) -> Comparison:
    """The same answer for the two texts in the other order."""
    return Comparison(
        _MIRROR.get(comparison.sameness, comparison.sameness), comparison.kind, comparison.reason
    )
