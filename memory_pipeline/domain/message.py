"""One message of a conversation, as every part of the pipeline sees it after the border has parsed it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the assistant made; `arguments` is the JSON text as the model wrote it."""

    name: str
    arguments: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """`at` is aware and keeps the offset it was said with: "yesterday" is resolved in the speaker's own zone.

    `content` is plain text (parts are joined, images are short placeholders), free of NUL and lone surrogates.
    """

    id: str
    role: Role
    content: str
    at: datetime
    name: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """`text` without what Postgres cannot hold: NUL and lone surrogates become U+FFFD; all else is unchanged."""
    return _UNSTORABLE.sub("\ufffd", text)
