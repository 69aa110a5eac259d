"""Turns MemoryBank's users into native conversations: one session per user and day, a minute between messages."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

START_HOUR = 9


def user_id(name: str) -> str:
    """The user's id: the name without blanks around it, blanks inside as hyphens, Latin letters in lower case."""
    return re.sub(r"\s+", "-", name.strip()).lower()


def conversations(path: Path, language: str) -> Iterator[dict[str, Any]]:
    """The conversations of a MemoryBank file in its own order; `language` sets the session ids apart."""
    users: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for name, user in users.items():
        identity = user_id(name)
        for day, turns in user["history"].items():
            messages = list(_messages(day, turns))
            if not messages:  # a few days are empty
                continue
            yield {
                "session_id": f"memorybank-{language}-{identity}-{day}",
                "user_id": identity,
                "closed": True,
                "messages": messages,
            }


def _messages(day: str, turns: list[dict[str, str]]) -> Iterator[dict[str, Any]]:
    at = datetime.fromisoformat(day).replace(hour=START_HOUR, tzinfo=UTC)
    number = 0
    for turn in turns:
        for role, key in (("user", "query"), ("assistant", "response")):
            content = turn.get(key)
            if content is None:
                continue
            number += 1
            yield {
                "id": f"m{number}",
                "role": role,
                "content": content,
                "at": (at + timedelta(minutes=number)).isoformat(),
            }


def write(source: Path, language: str, target: Path) -> int:
    """The number of conversations written to `target` as JSONL."""
    lines = [json.dumps(item, ensure_ascii=False) for item in conversations(source, language)]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines)


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
