"""A memory as it stands in a prompt: date, source and certainty before its text. Cleaning knows this form again."""

from __future__ import annotations

from datetime import datetime

from memory_pipeline.domain.credibility import Source

_SAID = {
    Source.CORRECTED: "you corrected",
    Source.USER_STATED: "you said",
    Source.CMDB: "system of record",
    Source.DOC: "document",
    Source.AGENT_INFERRED: "inferred",
}


def fact_line(text: str, at: datetime, source: Source, *, confirmed: bool) -> str:
    """`[2025-06-18 · you said · confirmed] …`"""
    if confirmed or source is Source.CORRECTED:
        certainty = "confirmed"
    else:
        certainty = "unconfirmed" if source is Source.AGENT_INFERRED else "stated"
    return f"[{at.date().isoformat()} · {_SAID[source]} · {certainty}] {_one_line(text)}"


def episode_line(text: str, at: datetime, *, success: bool | None) -> str:
    """`[2025-06-18 · episode · succeeded] …`"""
    ended = {True: "succeeded", False: "failed", None: "outcome unknown"}[success]
    return f"[{at.date().isoformat()} · episode · {ended}] {_one_line(text)}"


def _one_line(text: str) -> str:
    """A memory never breaks out of its line: what follows a line break would not be marked as recalled."""
    return " ".join(text.split())
