"""What the supervisor knows of a server: Postgres and Valkey are the two there are."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from memory_pipeline.embedded.layout import Seat
from memory_pipeline.embedded.place import Place
from memory_pipeline.embedded.processes import Command


class Server(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def program(self) -> str:
        """The name of its process."""
        ...

    @property
    def pid_file(self) -> str:
        """Relative to its folder."""
        ...

    @property
    def signals(self) -> tuple[tuple[int, float], ...]:
        """How to stop it: each signal with the seconds it gets before the next; the last ones are rude, data stays whole."""
        ...

    @property
    def shows_secret(self) -> bool:
        """Whether a client sends its secret in the clear, so that a foreign listener on the port could have read it."""
        ...

    def url(self, seat: Seat) -> str: ...

    def complaint(self, folder: Path, seat: Seat) -> str | None:
        """None if the server of that folder answers at this seat; otherwise why not."""
        ...

    def prepare(self, place: Place, seat: Seat, log: Path, life: int, *, secret_is_new: bool) -> Command:
        """Makes the folder if there is none, writes the configuration, returns what to run; the server must be down and `life` its lock."""
        ...
