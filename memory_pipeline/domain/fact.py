"""A fact: one interval of one value in one slot, computed from assertions and never edited."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory_pipeline.domain.assertion import AssertionId, Forgettability
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.slot import FactId, Slot


class FactStatus(StrEnum):
    CURRENT = "current"
    SUPERSEDED = "superseded"
    CONTESTED = "contested"
    RETRACTED = "retracted"
    EXPIRED = "expired"
    ARCHIVED = "archived"


class VerdictKind(StrEnum):
    OPEN = "open"  # first value of the slot, or nothing stood
    REINFORCE = "reinforce"
    SUPERSEDE = "supersede"
    CONTESTED = "contested"
    COEXIST = "coexist"
    ESCALATE = "escalate"
    RETRACT = "retract"
    EXPIRE = "expire"
    TAKE_OVER = "take_over"
    VOID = "void"  # a contested value was retracted
    PROBATION = "probation"  # a distilled fact below 0.8: no row yet
    REFUSED = "refused"  # at or below a horizon: purged or erased up to there


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why one assertion had the effect it had. `reason` is one sentence that a person can check."""

    kind: VerdictKind
    assertion_id: AssertionId
    fact_id: FactId | None
    against: FactId | None
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Fact:
    """The key of a row is (id, valid_from). `object` is shown, `object_normal` is compared.

    `assertions` are the members of the value class that this interval rests on, oldest first. `escalated_at` is set on
    a contested row that a person has to decide about: since when (event time), with the fact it speaks `against`.
    """

    id: FactId
    slot: Slot
    object: str
    object_normal: str
    source: Source
    confidence: float
    valid_from: datetime
    valid_to: datetime | None
    expires_at: datetime | None
    status: FactStatus
    support: int
    evidence: tuple[Evidence, ...]
    assertions: tuple[AssertionId, ...]
    line: str = ""  # in many-valued slots the value's own line; empty where the slot is single-valued
    stated_valid_from: datetime | None = None
    planned: bool = False
    confirmed: bool = False
    last_mention_at: datetime | None = None
    forgettability: Forgettability = Forgettability.MEDIUM
    reason: str = ""
    escalated_at: datetime | None = None
    against: FactId | None = None


@dataclass(frozen=True, slots=True)
class Projection:
    """All rows and verdicts of one slot. `redirects` maps ids of absorbed values to their class's id."""

    slot: Slot
    facts: tuple[Fact, ...]
    verdicts: tuple[Verdict, ...]
    redirects: tuple[tuple[FactId, FactId], ...] = ()
