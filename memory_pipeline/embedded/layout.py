"""Where the embedded servers keep things: HOME/{data, logs, run, servers.json}.

`data` is a folder, or a link to one elsewhere where the servers could not live in the home itself.
servers.json keeps what must not change between starts: ports and secrets.
"""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path

from memory_pipeline.domain.errors import ServerStartFailed

_OWN_SERVERS = "or set MEMORY_PIPELINE_DATABASE_URL and MEMORY_PIPELINE_REDIS_URL to use servers of your own"


@dataclass(frozen=True, slots=True)
class Seat:
    """Where one server listens on 127.0.0.1, and the secret that lets a client in."""

    port: int
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Layout:
    home: Path

    @classmethod
    def at(cls, home: Path) -> Layout:
        """The layout of `home`, under its one resolved name however the caller spelt it; touches nothing."""
        return cls(Path(os.path.realpath(home)))

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def real_data(self) -> Path:
        """`data` with its link followed: the name that the servers are started with."""
        return Path(os.path.realpath(self.data))

    @property
    def seats_file(self) -> Path:
        return self.home / "servers.json"

    @property
    def key_file(self) -> Path:
        return self.home / "digest.key"

    @property
    def start_lock(self) -> Path:
        return self.home / "run" / "start.lock"

    def begun(self) -> bool:
        """Whether servers were ever started here; False too for a path that no folder can have."""
        try:
            return self.start_lock.exists() or self.data.exists()
        except OSError:
            return False

    def life_lock(self, name: str) -> Path:
        return self.home / "run" / f"{name}.lock"

    def log(self, name: str) -> Path:
        return self.home / "logs" / f"{name}.log"


def make_home(layout: Layout) -> None:
    """Makes the home and its folders, private, and refuses one that is another OS user's.

    A folder that exists keeps its mode. As root a new home may be passed through but not listed (0711),
    because Postgres, which refuses root, has to reach its data inside it.
    """
    mode = 0o711 if os.geteuid() == 0 else 0o700
    try:
        layout.home.parent.mkdir(parents=True, exist_ok=True)
        _make_folder(layout.home, mode)
        for folder in (layout.start_lock.parent, layout.log("any").parent):
            _make_folder(folder, 0o700)
        owner = layout.home.stat().st_uid
    except OSError as error:
        raise cannot_write(layout.home, error) from error
    if owner != os.geteuid():
        raise ServerStartFailed(
            f"the folder {layout.home} belongs to another OS user (uid {owner}): run as that user, "
            f"choose another folder with MEMORY_PIPELINE_HOME, {_OWN_SERVERS}"
        )


def cannot_write(path: Path, error: OSError) -> ServerStartFailed:
    """The sentence for a home that cannot be written."""
    return ServerStartFailed(
        f"cannot write the servers' data under {path} ({error.strerror or error}): make it writable, "
        f"choose another folder with MEMORY_PIPELINE_HOME, {_OWN_SERVERS}"
    )


def _make_folder(path: Path, mode: int) -> None:
    try:
        path.mkdir(mode=mode)
    except FileExistsError:
        if not path.is_dir():
            raise
    else:
        path.chmod(mode)  # our own new folder: the umask may have narrowed it


def read_seats(layout: Layout) -> dict[str, Seat]:
    """The seats by server name; empty when the file is missing, torn or not ours to read."""
    try:
        raw = json.loads(layout.seats_file.read_text(encoding="utf-8"))
        return {name: Seat(port=int(seat["port"]), secret=str(seat["secret"])) for name, seat in raw.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def write_seats(layout: Layout, seats: dict[str, Seat]) -> None:
    """Replaces servers.json whole, readable by its owner only."""
    text = json.dumps({name: asdict(seat) for name, seat in seats.items()}, indent=2)
    write_private(layout.seats_file, text)


def write_private(path: Path, text: str, uid: int | None = None) -> None:
    """Replaces `path` by a 0600 file in one step, so that a reader or a crash never meets half of it."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        if uid is not None:
            os.fchown(file.fileno(), uid, uid)
        os.fsync(file.fileno())
    partial.replace(path)
