"""Finds statements and episodes in a segment of a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.message import Message


class Extractor(Protocol):
    """Deterministic given the same reply of its model; holds no state between calls; safe in threads."""

    @property
    def version(self) -> str:
        """Names program, model and prompt version: a stored extraction of another version may be redone."""

    @property
    def tool_result_limit(self) -> int | None:
        """How many characters of one tool result it reads; None reads it whole, which structured results need."""

    def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:
        """What `messages` (one segment, cleaned; cited as 1..n in this order) say.

        `person` is the account's person as named in the conversation, None if unnamed: user messages whose `name`
        differs are another speaker. Raises TransientError (try later) or PermanentError.
        """
