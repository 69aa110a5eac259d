"""Turns tau-bench's airline runs into native conversations with tool calls, half a minute between messages."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

START = datetime.fromisoformat(
    "2024-05-15T15:00:00-05:00"
)  # the instant that the airline's policy calls "now"
_USER = re.compile(r"\b[a-z]+_[a-z]+_\d{4}\b")


def conversations(path: Path) -> Iterator[dict[str, Any]]:
    """One conversation per run. The user is the id that the transcript names, else the number of the run."""
    for number, run in enumerate(json.loads(path.read_text(encoding="utf-8"))):
        yield {
            "session_id": f"tau-airline-{number}",
            "user_id": _user(run["traj"]) or f"tau-user-{number}",
            "closed": True,
            "messages": [_message(message, place) for place, message in enumerate(run["traj"])],
        }


def _user(transcript: list[dict[str, Any]]) -> str | None:
    for message in transcript:
        if message["role"] == "user":
            found = _USER.search(message["content"] or "")
            if found:
                return found.group()
    return None


def _message(message: dict[str, Any], place: int) -> dict[str, Any]:
    return {
        "id": f"m{place + 1}",
        "role": message["role"],
        "content": message.get("content"),
        "at": (START + timedelta(seconds=30 * place)).isoformat(),
        "name": message.get("name"),
        "tool_calls": message.get("tool_calls"),
        "tool_call_id": message.get("tool_call_id"),
    }


def write(source: Path, target: Path) -> int:
    """The number of conversations written to `target` as JSONL."""
    lines = [json.dumps(item, ensure_ascii=False) for item in conversations(source)]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines)


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
