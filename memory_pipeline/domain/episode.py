"""Episodes: what happened, when, with what outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NewType
from uuid import UUID, uuid5

from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.scope import Scope, Tenant

EpisodeId = NewType("EpisodeId", UUID)

_NAMESPACE = UUID("3f1b5f2c-44d2-5a57-8f0b-0d7d6b8c5c03")


class EpisodeKind(StrEnum):
    INCIDENT = "incident"
    REQUEST = "request"
    COMPLAINT = "complaint"
    PURCHASE = "purchase"
    INQUIRY = "inquiry"
    OTHER = "other"


class EpisodeStatus(StrEnum):
    ACTIVE = "active"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True)
class Action:
    step: int
    action: str
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Episode:
    id: EpisodeId
    tenant: Tenant
    scope: Scope
    session_id: str
    kind: EpisodeKind
    occurred_at: datetime
    trigger: str
    summary: str
    outcome: str | None
    success: bool | None
    confidence: float
    evidence: tuple[Evidence, ...]
    entities: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    recorded_at: datetime | None = None
    status: EpisodeStatus = EpisodeStatus.ACTIVE


def episode_id(
    tenant: Tenant, scope: Scope, session_id: str, first_message_id: str, kind: EpisodeKind, trigger: str
) -> EpisodeId:
    """The id of an episode, from where it begins and what set it off."""
    return EpisodeId(
        uuid5(_NAMESPACE, "\x1e".join([tenant, str(scope), session_id, first_message_id, kind, trigger]))
    )
