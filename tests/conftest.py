"""No test finds servers by chance: whoever names no home gets one that cannot be, and no run leaves one in the clone."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from pathlib import Path

import pytest

_HOME = "MEMORY_PIPELINE_HOME"
_CLONE = Path(__file__).parents[1]
# Below a file no folder can be made: servers that are started there by mistake fail, in this process and in its children.
_NOWHERE = Path(__file__) / "a test that starts servers names their home"
_DEFAULT = _CLONE / ".memory-pipeline"
_was_there = pytest.StashKey[bool]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_was_there] = _DEFAULT.exists()
    os.environ[_HOME] = str(_NOWHERE)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Modules, tables and thousands of tests stay to the end: no garbage collection looks at them, now or in any test."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that wait for workers come first, then those on servers, each in random order: short ones fill up the end."""
    waits: dict[Path, int] = {}
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        waits[item.path] = max(waits.get(item.path, 0), 2 * ("workers" in marks) + ("servers" in marks))
    items.sort(key=lambda item: -waits[item.path])


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails a run that left a home in the clone: some process of it had another environment than it should."""
    if _DEFAULT.exists() and not session.config.stash[_was_there]:
        session.config.get_terminal_writer().line(f"\na test started servers in {_DEFAULT}", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
