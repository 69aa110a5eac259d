"""Reads and writes events as JSON; lifts events of older versions before they are validated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.events.models import Event, InboundEvent

E = TypeVar("E", bound=Event)
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

# (type, version) → the same event one version later. Empty while there is one version of everything.
UPCASTERS: dict[tuple[str, int], Upcaster] = {}

_ADAPTER: TypeAdapter[Any] = TypeAdapter(InboundEvent)


def make(kind: type[E], **fields: Any) -> E:
    """A new event of this kind; raises InvalidInput with the field at fault."""
    try:
        return kind(**fields)
    except ValidationError as error:
        raise InvalidInput(_sentence({"type": kind.model_fields["type"].default}, error)) from None


def encode(event: Event) -> dict[str, Any]:
    """The event as a JSON document (strings, numbers, nulls; times as ISO 8601)."""
    return event.model_dump(mode="json")


def decode(document: Mapping[str, Any], upcasters: Mapping[tuple[str, int], Upcaster] | None = None) -> Event:
    """The event that `document` holds, lifted to the newest version; raises InvalidInput with the field at fault."""
    known = UPCASTERS if upcasters is None else upcasters
    lifted = dict(document)
    while (step := known.get((str(lifted.get("type")), _version(lifted)))) is not None:
        lifted = step(lifted)
    try:
        event: Event = _ADAPTER.validate_python(lifted)
    except ValidationError as error:
        raise InvalidInput(_sentence(lifted, error)) from None
    return event


def _version(document: Mapping[str, Any]) -> int:
    version = document.get("version", 1)
    return version if isinstance(version, int) else -1


def _sentence(document: Mapping[str, Any], error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the event"
    return f"event {document.get('type', '(no type)')!s}: {where}: {first['msg']}"
