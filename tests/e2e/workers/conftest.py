"""Stacks for tests through real workers: one per module with two workers, or a test's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.stack import Stack
from tests.support.stack_fixtures import MakeStack, make_stack, tenant

__all__ = ["MakeStack", "make_stack", "shared_stack", "tenant"]


@pytest.fixture(scope="module")
def shared_stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Two workers on one broker and database; tests keep apart by tenant."""
    stack = Stack(tmp_path_factory.mktemp("stack"))
    try:
        for name in ("one", "two"):
            stack.start_worker(name)
        yield stack
    finally:
        stack.close()
