"""Fixtures of tests through real workers: a stack of a test's own, and a tenant of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from memory_pipeline.domain.scope import Tenant
from tests.support.stack import Stack

MakeStack = Callable[..., Stack]


@pytest.fixture
def tenant(request: pytest.FixtureRequest) -> Tenant:
    """A tenant for one test alone."""
    return Tenant(f"t{abs(hash(request.node.nodeid)) % 10**12}")


@pytest.fixture
def make_stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeStack]:
    """Makes a stack of a test's own, from settings; no worker runs yet."""
    made: list[Stack] = []

    def make(**settings: str) -> Stack:
        made.append(Stack(tmp_path_factory.mktemp("stack"), **settings))
        return made[-1]

    yield make
    for stack in made:
        stack.close()
