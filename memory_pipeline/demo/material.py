"""The bundled conversations and facts, told as if the last of them took place today."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.instant import parse_instant
from memory_pipeline.events.conversations import latest_time

_DAY = timedelta(days=1)


def bundled_conversations() -> Path:
    """The folder of conversations that ships with the package."""
    return Path(str(files("memory_pipeline.demo") / "conversations"))


def bundled_facts() -> Path:
    return Path(str(files("memory_pipeline.demo") / "facts"))


def lay_out(folder: Path, target: Path, shift: timedelta) -> list[Path]:
    """Copies of the folder's JSONL files under `target`, every time moved by `shift`; raises InvalidInput if there is none."""
    sources = sorted(folder.glob("*.jsonl"))
    if not sources:
        raise InvalidInput(f"there is no .jsonl file in {folder}")
    target.mkdir(parents=True, exist_ok=True)
    copies = []
    for source in sources:
        copy = target / source.name
        lines = [
            _moved(line, shift) for line in source.read_text(encoding="utf-8").splitlines() if line.strip()
        ]
        copy.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        copies.append(copy)
    return copies


def shift_to(now: datetime, folder: Path) -> timedelta:
    """By how many whole days the folder's conversations are to be moved so that the last ended within a day before `now`.

    An inference lives for a week: told on fixed dates, the demo would show less with every month that passes.
    """
    lines = (line for path in sorted(folder.glob("*.jsonl")) for line in _lines(path))
    latest = latest_time(lines)
    return timedelta(0) if latest is None else ((now - latest) // _DAY) * _DAY


def _lines(path: Path) -> Iterable[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _moved(line: str, shift: timedelta) -> str:
    document = json.loads(line)
    for part in (document, *document.get("messages", ())):
        for key in ("at", "started_at", "asserted_at"):
            if part.get(key):
                part[key] = (parse_instant(part[key]) + shift).isoformat()
    return json.dumps(document, ensure_ascii=False)
