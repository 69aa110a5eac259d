"""What a memory rests on: the place where it was said."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """`quote` stands, character for character, in the message; imported facts have a `ref` in place of a message."""

    session_id: str | None
    message_id: str | None
    quote: str
    ref: str | None = None
