"""Takes the words out of an event's document, and leaves what can still be read as an event of its kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_pipeline.domain.scope import Scope

ERASED = "[erased]"
_KEPT = frozenset(
    {"version", "type", "event_id", "tenant", "scope", "occurred_at", "source", "confidence", "cardinality",
     "retract", "everything", "lane", "memory_id", "by"}
)  # fmt: skip
_IDS = frozenset({"session_id", "through_message_id"})


def redacted(document: Mapping[str, Any], *, veiled: Scope | None = None) -> dict[str, Any]:
    """The document without anything that a person said; `veiled` without the names of scope, session and message too."""
    kept = _KEPT | _IDS if veiled is None else _KEPT
    bare = {name: value if name in kept else _without_words(value) for name, value in document.items()}
    return bare if veiled is None else bare | {"scope": str(veiled)}


def _without_words(value: Any) -> Any:
    return ERASED if isinstance(value, str) else None
