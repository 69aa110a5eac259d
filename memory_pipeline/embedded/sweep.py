"""Ends servers whose home was deleted under them. Called when a new home is made: deleting a home is how people reset.

Postgres sees that its folder is gone and ends by itself within a minute; Valkey does not, nor does either
server whose data a temporary home had to keep elsewhere.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL

import psutil

from memory_pipeline.embedded.place import TEMPORARY, temporary_folders
from memory_pipeline.embedded.server import Server


def sweep_deleted_homes(servers: tuple[Server, ...]) -> None:
    """Kills what serves a deleted home: where its data is deleted too, or is that of a temporary home.

    Data is left to the system's cleaning of temporary folders: if the home was only moved, it starts again on it.
    """
    abandoned = [folder for folder in temporary_folders() if _home_is_gone(folder)]
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            program = next((server for server in servers if server.program == process.name()), None)
            if program is not None and _is_abandoned(process, program.name, abandoned):
                os.kill(process.pid, SIGKILL)


def _home_is_gone(folder: Path) -> bool:
    with suppress(OSError, ValueError):
        home = Path((folder / "home").read_text(encoding="utf-8").strip())
        mine = folder.stat().st_uid == os.geteuid()
        return (
            mine
            and any(base in home.parents for base in TEMPORARY)
            and os.path.realpath(home / "data") != str(folder)
        )
    return False


def _is_abandoned(process: psutil.Process, name: str, abandoned: list[Path]) -> bool:
    folder = Path(f"/proc/{process.pid}/cwd").readlink()
    if folder.parent in abandoned:
        return True
    # A command line of ours whose very folder is gone, and not merely unseen: a container has paths that we have not.
    data = Path(str(folder).removesuffix(" (deleted)"))
    ours = data.parts[-2:] == ("data", name) or data.parent.name.startswith("memory-pipeline-")
    return (
        str(folder).endswith(" (deleted)")
        and ours
        and any(str(data) in word for word in process.cmdline()[1:])
    )
