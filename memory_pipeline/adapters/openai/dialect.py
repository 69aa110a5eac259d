"""What an endpoint and model were found to accept: learnt from refusals once, kept for the life of the process."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from memory_pipeline.adapters.openai.errors import Complaint


class ReplyFormat(StrEnum):
    """How the shape of the reply is asked for, the strictest first."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    TEXT = "text"

    @property
    def looser(self) -> ReplyFormat | None:
        """The next looser way of asking; None after the last."""
        return {
            ReplyFormat.JSON_SCHEMA: ReplyFormat.JSON_OBJECT,
            ReplyFormat.JSON_OBJECT: ReplyFormat.TEXT,
        }.get(self)


_NEXT_LENGTH_NAME: Mapping[str | None, str | None] = {
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": None,
}

_CUT_BELOW = 0.7  # of our own count of the prompt's tokens
_NEVER_CUT = 1_000  # tokens
_SAME_SHARE = 1.25


@dataclass(frozen=True, slots=True)
class Dialect:
    """`length_name` is the parameter that bounds the reply, None if both names are refused."""

    reply_format: ReplyFormat = ReplyFormat.JSON_SCHEMA
    length_name: str | None = "max_tokens"
    temperature: bool = True

    def after(self, complaint: Complaint) -> Dialect | None:
        """The dialect to try next; None where `complaint` leaves nothing else to try.

        A refusal without a recognisable reason is taken for one of the format: that is what old servers mean by it.
        """
        match complaint:
            case Complaint.MAX_TOKENS if self.length_name is not None:
                return replace(self, length_name=_NEXT_LENGTH_NAME[self.length_name])
            case Complaint.TEMPERATURE if self.temperature:
                return replace(self, temperature=False)
            case Complaint.FORMAT | Complaint.OTHER if self.reply_format.looser is not None:
                return replace(self, reply_format=self.reply_format.looser)
            case _:
                return None

    def parameters(self, reply_tokens: int, schema: Mapping[str, Any]) -> dict[str, Any]:
        """The request's parameters beside model and messages."""
        parameters: dict[str, Any] = {}
        if self.temperature:
            parameters["temperature"] = 0
        if self.length_name is not None:
            parameters[self.length_name] = reply_tokens
        if self.reply_format is ReplyFormat.JSON_SCHEMA:
            parameters["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "memories", "strict": True, "schema": schema},
            }
        elif self.reply_format is ReplyFormat.JSON_OBJECT:
            parameters["response_format"] = {"type": "json_object"}
        return parameters


@dataclass(slots=True)
class Dialects:
    """What was learnt so far, by endpoint and model. Safe in threads."""

    _known: dict[tuple[str, str], Dialect] = field(default_factory=dict)
    _shares: dict[tuple[tuple[str, str], str], float] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, key: tuple[str, str]) -> Dialect:
        """What is known of `key`; the strictest dialect if nothing is."""
        with self._lock:
            return self._known.get(key, Dialect())

    def learn(self, key: tuple[str, str], dialect: Dialect) -> None:
        with self._lock:
            self._known[key] = dialect

    def cut_off(
        self, key: tuple[str, str], language: str, counted: int, reported: int, twice_as_long: float | None
    ) -> bool:
        """Whether a server that reported `reported` tokens for a prompt of `counted` read only a part of it.

        `twice_as_long` is the share reported for the range that this one is half of, where that share was too small. A
        cut keeps a number of tokens, so half the prompt has a larger share; a server that counts otherwise (characters
        by four, nothing that it has cached) keeps its share, and so does one that reports too little for a prompt too
        short to be cut: both are measured by their own habit from then on. 0 reported says nothing.
        """
        if reported <= 0:
            return False
        share = reported / counted
        habit = counted <= _NEVER_CUT or (twice_as_long is not None and share < _SAME_SHARE * twice_as_long)
        with self._lock:
            usual = self._shares.get((key, language), 1.0)
            if habit:
                self._shares[(key, language)] = min(1.0, share)
        return not habit and share < _CUT_BELOW * usual


PROCESS_DIALECTS = Dialects()
