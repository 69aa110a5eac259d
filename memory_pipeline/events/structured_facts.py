"""Structured facts as a CMDB or a document pipeline writes them, one JSON line each, made into events."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.instant import format_instant, parse_instant
from memory_pipeline.domain.message import storable
from memory_pipeline.domain.scope import Scope, Tenant, check_identifier, parse_tenant
from memory_pipeline.events.identity import SEPARATOR, EventId, event_id
from memory_pipeline.events.models import FactsImported

_NOT_YET = UUID(int=0)  # it follows from the rest


class _StructuredFact(BaseModel):
    model_config = ConfigDict(extra="ignore")

    scope: str
    subject: str = Field(min_length=1, max_length=1000)
    predicate: str = Field(min_length=1, max_length=200)
    object: str = Field("", max_length=20_000)
    source: str
    asserted_at: str | None = None
    confidence: float = Field(0.9, ge=0, le=1)
    ref: str | None = None
    cardinality: Literal["one", "many"] | None = None
    retract: bool = False

    @field_validator("object", mode="before")
    @classmethod
    def _as_text(cls, value: Any) -> Any:
        """Figures come as JSON numbers too; a truth value or a list is no value of a fact."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        return "" if value is None else value


def read_structured_fact(line: str, tenant: Tenant, fallback: datetime | None) -> FactsImported | None:
    """The event for one line; None where it names no time and there is no `fallback`. Raises InvalidInput.

    Its id comes from ref, time, subject, predicate and object, so that importing a line twice is importing it once.
    """
    raw = _parsed(line)
    scope, source = Scope.parse(raw.scope), _source(raw.source)
    subject, predicate, value = (
        _filled(raw.subject, "subject"),
        _filled(raw.predicate, "predicate"),
        storable(raw.object),
    )
    if not value.strip() and not raw.retract:
        raise InvalidInput('object: it is empty; give a value, or "retract": true to withdraw what stands')
    at = parse_instant(raw.asserted_at) if raw.asserted_at else fallback
    if at is None:
        return None
    ref = check_identifier(raw.ref if raw.ref is not None else f"{source.lower()}:{subject}"[:60], "ref")
    event = FactsImported(
        event_id=_NOT_YET,
        tenant=tenant,
        scope=str(scope),
        occurred_at=at,
        ref=ref,
        subject=subject,
        predicate=predicate,
        object=value,
        source=source,
        confidence=raw.confidence,
        cardinality=raw.cardinality,
        retract=raw.retract,
    )
    return event.model_copy(update={"event_id": imported_id(event)})


def imported_id(event: FactsImported) -> EventId:
    """The id of an import, from ref, time and what it says."""
    words = [event.ref, format_instant(event.occurred_at), event.subject, event.predicate, event.object]
    key = SEPARATOR.join([*words, *(["retract"] if event.retract else [])])
    return event_id(parse_tenant(event.tenant), Scope.parse(event.scope), "facts.imported", key)


def latest_assertion(lines: Iterable[str]) -> datetime | None:
    """The latest time that stands anywhere in a file; None if there is none."""
    found: list[datetime] = []
    for line in lines:
        try:
            raw = _parsed(line)
            if raw.asserted_at:
                found.append(parse_instant(raw.asserted_at))
        except InvalidInput:
            continue
    return max(found, default=None)


def _parsed(line: str) -> _StructuredFact:
    try:
        return _StructuredFact.model_validate(json.loads(line))
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"it is not JSON ({error.msg} at column {error.colno}): one fact per line"
        ) from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the line"
        raise InvalidInput(f"{where}: {first['msg']}") from None
    except (ValueError, RecursionError):
        raise InvalidInput("its JSON is nested too deeply, or holds a number too long to read") from None


def _source(text: str) -> Source:
    """A file speaks for a system or a document: what a person said is known from the message it was said in."""
    if text not in (Source.CMDB, Source.DOC):
        raise InvalidInput(f"source: {text!r} cannot be claimed by a file; use CMDB or DOC")
    return Source(text)


def _filled(text: str, what: str) -> str:
    if not text.strip():
        raise InvalidInput(f"{what}: it is empty")
    return storable(text)
