"""A conflict: a value that stands, one that speaks against it, and a person who has to decide between them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import NewType
from uuid import UUID, uuid5

from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.slot import FactId

ConflictId = NewType("ConflictId", UUID)

_NAMESPACE = UUID("7d0e6b1c-9a4f-5c3e-8f27-1b5a6d2c9e03")


class Keep(StrEnum):
    """Which of the two is to stand."""

    INCUMBENT = "incumbent"
    CHALLENGER = "challenger"


@dataclass(frozen=True, slots=True)
class Advice:
    """A model's opinion for the person who decides. It changes nothing by itself; `judge` names program and model."""

    keep: Keep
    judge: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """`since` is the event time at which the challenger first spoke against what a person had not settled since."""

    incumbent: Fact
    challenger: Fact
    since: datetime
    advice: Advice | None = None

    @property
    def id(self) -> ConflictId:
        return conflict_id(self.challenger.id, self.since)

    @property
    def reason(self) -> str:
        return self.challenger.reason


def conflict_id(challenger: FactId, since: datetime) -> ConflictId:
    """One id per question put to a person: a value that is brought up again after the answer is a new question."""
    return ConflictId(uuid5(_NAMESPACE, f"{challenger}\x1e{since.astimezone(UTC).isoformat()}"))
