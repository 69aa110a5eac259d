"""Entries of a session's log as JSON text: messages with the offset they were said with, and marks."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import Any

from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.ports.working_memory import Mark, MarkKind

_MESSAGE = "message"


def message_entry(message: Message) -> str:
    """The message as ASCII-only JSON, so that whatever text Python can hold comes back as it was."""
    return json.dumps({"kind": _MESSAGE, "id": message.id, "at": message.at.isoformat()} | _words(message))


def mark_template(kind: MarkKind, at: datetime) -> str:
    """A mark whose `after_message_id` the script fills in."""
    return json.dumps({"kind": kind.value, "at": at.isoformat()})


def parse_entry(text: str) -> Message | Mark:
    """The message or mark that an entry holds."""
    entry: dict[str, Any] = json.loads(text)
    at = datetime.fromisoformat(entry["at"])
    if entry["kind"] != _MESSAGE:
        return Mark(MarkKind(entry["kind"]), entry["after_message_id"], at)
    return Message(
        id=entry["id"],
        role=Role(entry["role"]),
        content=entry["content"],
        at=at,
        name=entry["name"],
        tool_calls=tuple(ToolCall(name, arguments, id_) for name, arguments, id_ in entry["tool_calls"]),
        tool_call_id=entry["tool_call_id"],
    )


def content_digest(message: Message) -> str:
    """Equal for two messages that say the same. Not their time: a retried append without one arrives later."""
    return hashlib.sha256(json.dumps(_words(message)).encode()).hexdigest()


def _words(message: Message) -> dict[str, Any]:
    return {
        "role": message.role.value,
        "content": message.content,
        "name": message.name,
        "tool_calls": [[call.name, call.arguments, call.id] for call in message.tool_calls],
        "tool_call_id": message.tool_call_id,
    }
