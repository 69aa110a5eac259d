"""JSONL files as they come: line by line, whatever their encoding holds, and the time that stands in for missing ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.instant import format_instant
from memory_pipeline.events.conversations import instant_of
from memory_pipeline.interfaces.cli.output import warn

FileLine = tuple[int, str | InvalidInput]


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that was not accepted, and why: a sentence that says what to do."""

    file: Path
    line: int
    reason: str

    def document(self) -> dict[str, object]:
        return {"file": str(self.file), "line": self.line, "reason": self.reason}

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.reason}"


def lines_of(path: Path) -> Iterator[FileLine]:
    """Each line that is not blank with its number, from 1; an InvalidInput in the place of one that is not UTF-8."""
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            try:
                text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                yield (
                    number,
                    InvalidInput(f"it is not UTF-8 (byte {error.start + 1}): save the file as UTF-8"),
                )
                continue
            if text.strip():
                yield number, text


@dataclass(slots=True)
class FallbackTime:
    """The time of what has none: as given, else the latest in the file, else the file's own. Looked up once, if ever."""

    path: Path
    given: datetime | None
    latest_in: Callable[[Iterable[str]], datetime | None]
    _found: datetime | None = field(default=None, init=False)

    def get(self) -> datetime:
        if self._found is None:
            self._found = self.given or self._latest() or self._own()
        return self._found

    def _latest(self) -> datetime | None:
        return self.latest_in(text for _, text in lines_of(self.path) if isinstance(text, str))

    def _own(self) -> datetime:
        at = instant_of(self.path.stat().st_mtime)
        warn(
            f"no time stands anywhere in {self.path}: it is taken to be from the file's own date, {format_instant(at)}; "
            "give --at to say otherwise"
        )
        return at
