"""Reads one sentence that a person asked to have remembered, without a model."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from memory_pipeline.domain.extraction import ExtractedFact


@dataclass(frozen=True, slots=True)
class ParsedStatement:
    """`covers_all` is false where part of the sentence is in no fact: its whole text is worth a note then."""

    facts: tuple[ExtractedFact, ...]
    covers_all: bool


class StatementParser(Protocol):
    def parse(self, text: str, at: datetime) -> ParsedStatement:
        """The facts that `text`, said at `at`, states; none where no rule applies."""
