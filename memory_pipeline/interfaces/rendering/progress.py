"""Says on stderr how far long work is: a moving line on a terminal, a plain line every few seconds elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.status import Status

_EVERY_S = 5.0


class Progress:
    """`tell` as often as there is news; silent if the work ends within the first seconds and nobody watches."""

    def __init__(self) -> None:
        console = Console(stderr=True, markup=False, highlight=False)
        self._status = Status("", console=console) if console.is_terminal else None
        self._last = time.monotonic()

    def __enter__(self) -> Self:
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def tell(self, line: str) -> None:
        if self._status is not None:
            self._status.update(line)
        elif time.monotonic() - self._last >= _EVERY_S:
            print(line, file=sys.stderr, flush=True)  # noqa: T201 - this is what stderr is for
            self._last = time.monotonic()
