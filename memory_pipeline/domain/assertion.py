"""Assertions: immutable, evidenced statements. They are the truth; facts are computed from them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType
from uuid import UUID, uuid5

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.scope import Scope, Tenant

AssertionId = NewType("AssertionId", UUID)

_NAMESPACE = UUID("5b7a2f0e-6a3c-5d0e-9c11-7f3f0e2b9a01")
_AGENT_CAP = 0.6


class Stance(StrEnum):
    """How a statement was meant. Only ASSERTED and RETRACTED are statements; the others are never stored."""

    ASSERTED = "asserted"
    RETRACTED = "retracted"
    HYPOTHETICAL = "hypothetical"
    QUOTED = "quoted"
    JOKE = "joke"
    QUESTION = "question"


class Cardinality(StrEnum):
    ONE = "one"
    MANY = "many"


class Act(StrEnum):
    """What kind of statement it is, beside its words."""

    STATEMENT = "statement"
    CONFIRMATION = "confirmation"
    CORRECTION = "correction"  # retracts `retracts` and states `object`
    DISTILLED = (
        "distilled"  # one counted mention of a repeated episode: accumulates to 0.8 before it is current
    )


class Forgettability(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Assertion:
    """`asserted_at` is event time, `recorded_at` the instant it was first written. `confidence` is as given, 0 to 1.

    A retraction with an empty `object` names no value and retracts whatever stands.
    """

    id: AssertionId
    tenant: Tenant
    scope: Scope
    subject: str
    predicate: str
    object: str
    stance: Stance
    source: Source
    confidence: float
    asserted_at: datetime
    recorded_at: datetime
    evidence: tuple[Evidence, ...]
    act: Act = Act.STATEMENT
    retracts: str | None = None
    cardinality: Cardinality | None = None
    forgettability: Forgettability | None = None
    expires_at: datetime | None = None
    valid_from: datetime | None = None


def assertion_id(
    tenant: Tenant,
    scope: Scope,
    evidence: Evidence,
    asserted_at: datetime,
    subject: str,
    predicate: str,
    object_: str,
    stance: Stance,
    act: Act = Act.STATEMENT,
) -> AssertionId:
    """The id of a statement, from what it says and where it was said: writing it twice is writing it once."""
    if evidence.message_id is not None:
        place = f"message\x1f{evidence.session_id}\x1f{evidence.message_id}"
    else:
        place = f"ref\x1f{evidence.ref}\x1f{asserted_at.timestamp():.6f}"
    parts = [tenant, str(scope), place, subject, predicate, object_, stance]
    if act is not Act.STATEMENT:
        parts.append(act)
    return AssertionId(uuid5(_NAMESPACE, "\x1e".join(parts)))


def capped_confidence(source: Source, act: Act, confidence: float) -> float:
    """The confidence a single mention may carry: an inference enters at 0.6 at most."""
    if source is Source.AGENT_INFERRED and act is not Act.DISTILLED:
        return min(confidence, _AGENT_CAP)
    return confidence
