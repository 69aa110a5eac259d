"""How a memory reads as one line of text: for embedding, for search and for a person."""

from __future__ import annotations

from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.slot import Slot


def statement_text(slot: Slot, object_: str) -> str:
    """A fact as one line: `user city: Munich`."""
    return statement(slot.subject, slot.predicate, object_)


def statement(subject: str, predicate: str, object_: str) -> str:
    """`user city: Munich`; a note about the person is its own text. Written and searched under the same text."""
    if predicate == "note" and subject == "user":
        return object_
    return f"{subject} {predicate.replace('_', ' ')}: {object_}"


def episode_text(episode: Episode) -> str:
    """An episode as one line."""
    return narrative(episode.trigger, episode.summary, episode.outcome)


def narrative(trigger: str, summary: str, outcome: str | None) -> str:
    """Trigger, summary and outcome, without what only repeats."""
    parts = list(dict.fromkeys(part for part in (trigger, summary, outcome or "") if part))
    return " — ".join(part for part in parts if not any(part in other for other in parts if other != part))
