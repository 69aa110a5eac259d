"""The events that agent backends emit and that the pipeline answers with.

Inbound events go to the ledger; notifications leave through the outbox. A field is never renamed or given
another meaning within a version: that is a new version, and the codec lifts old ones.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.message import storable

_Id = Annotated[str, Field(min_length=1, max_length=256)]
_ScopeText = Annotated[
    str, Field(min_length=1, max_length=300)
]  # kind and colon before an id of the longest kind


def _storable(value: object) -> object:
    return storable(value) if isinstance(value, str) else value


# What people typed: half an emoji or a NUL in it is replaced, where validation would refuse the event and its memory.
_Text = Annotated[str, BeforeValidator(_storable)]


def _says_something(text: str) -> str:
    if not text.strip():
        raise ValueError("it is blank")
    return text


_Said = Annotated[_Text, Field(max_length=20_000), AfterValidator(_says_something)]
_Term = Annotated[_Text, Field(max_length=300), AfterValidator(_says_something)]


class Event(BaseModel):
    """What every event carries. `occurred_at` is event time; `event_id` doubles as the idempotency key."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    version: Literal[1] = 1
    event_id: UUID
    tenant: _Id
    scope: _ScopeText
    occurred_at: AwareDatetime


class _SessionEvent(Event):
    """Says that the segments up to here are complete; the conversation itself lies in the working tier."""

    session_id: _Id
    through_message_id: str


class SessionClosed(_SessionEvent):
    type: Literal["session.closed"] = "session.closed"


class SessionThreshold(_SessionEvent):
    type: Literal["session.threshold"] = "session.threshold"


class SessionIdle(_SessionEvent):
    type: Literal["session.idle"] = "session.idle"


class _Statement(Event):
    """`text` is what the person said; it lives in the ledger, never on the broker."""

    ref: Annotated[_Id, BeforeValidator(_storable)]


class MemoryRemember(_Statement):
    """An explicit memory. With `predicate` and `object` it is that statement; else the rules read `text`."""

    type: Literal["memory.remember"] = "memory.remember"
    text: _Said
    subject: _Term = "user"
    predicate: _Term | None = None
    object: _Said | None = None
    confidence: Annotated[float, Field(ge=0, le=1)] = 0.9


class MemoryCorrect(_Statement):
    type: Literal["memory.correct"] = "memory.correct"
    memory_id: UUID
    object: _Said


class MemoryConfirm(_Statement):
    type: Literal["memory.confirm"] = "memory.confirm"
    memory_id: UUID


class MemoryForget(_Statement):
    """Erasure by memory, session or whole scope; what is erased by text is named by a reference, never sent along."""

    type: Literal["memory.forget"] = "memory.forget"
    memory_id: UUID | None = None
    session_id: str | None = None
    everything: bool = False


class FactsImported(_Statement):
    """One structured fact of a system of record or a document pipeline."""

    type: Literal["facts.imported"] = "facts.imported"
    subject: Annotated[_Text, Field(min_length=1, max_length=1000)]
    predicate: Annotated[_Text, Field(min_length=1, max_length=200)]
    object: Annotated[_Text, Field(max_length=20_000)]
    source: Source
    confidence: Annotated[float, Field(ge=0, le=1)] = 0.9
    cardinality: Literal["one", "many"] | None = None
    retract: bool = False


InboundEvent = Annotated[
    SessionClosed
    | SessionThreshold
    | SessionIdle
    | MemoryRemember
    | MemoryCorrect
    | MemoryConfirm
    | MemoryForget
    | FactsImported,
    Field(discriminator="type"),
]

SESSION_EVENTS = ("session.closed", "session.threshold", "session.idle")


class Notification(BaseModel):
    """What happened to a memory, for caches and reviewers: ids and times, no content."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    version: Literal[1] = 1
    type: Literal[
        "memory.created",
        "memory.updated",
        "memory.confirmed",
        "memory.conflicted",
        "memory.archived",
        "memory.forgotten",
    ]
    tenant: str
    scope: str
    tier: Literal["working", "episodic", "semantic"]
    memory_id: UUID
    at: datetime
    historical: bool = False
