"""Every error: one root, two branches, survives pickling, says what to do, and is really raised somewhere."""

from __future__ import annotations

import inspect
import pickle
import re
from pathlib import Path

import pytest

import memory_pipeline
from memory_pipeline.domain import errors
from memory_pipeline.domain.errors import (
    MemoryPipelineError,
    ModelReplyUnusable,
    PermanentError,
    Postponed,
    TransientError,
)

BRANCHES = {MemoryPipelineError, TransientError, PermanentError, Postponed}
ALL = [
    each
    for _, each in inspect.getmembers(errors, inspect.isclass)
    if issubclass(each, MemoryPipelineError) and each.__module__ == errors.__name__
]
LEAVES = [each for each in ALL if each not in BRANCHES]


def made(kind: type[MemoryPipelineError]) -> MemoryPipelineError:
    if kind is ModelReplyUnusable:
        return ModelReplyUnusable("a sentence: 怎么办", "length", 2.5)
    if issubclass(kind, TransientError):
        return kind("a sentence: 怎么办", 2.5)
    return kind("a sentence: 怎么办")


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_an_error_survives_pickling_with_all_it_knows(kind: type[MemoryPipelineError]) -> None:
    error = made(kind)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(again) is kind
    assert (str(again), again.message, vars(again)) == (str(error), error.message, vars(error))


@pytest.mark.parametrize("kind", LEAVES, ids=lambda kind: kind.__name__)
def test_an_error_is_transient_or_permanent(kind: type[MemoryPipelineError]) -> None:
    assert issubclass(kind, TransientError) != issubclass(kind, PermanentError)
    assert kind.__doc__


@pytest.mark.parametrize("kind", LEAVES, ids=lambda kind: kind.__name__)
def test_an_error_is_raised_somewhere(kind: type[MemoryPipelineError]) -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(memory_pipeline.__file__).parent.rglob("*.py")
    )
    assert re.search(rf"(?:raise|return) {kind.__name__}\(", source), f"nothing raises {kind.__name__}"


def test_a_transient_error_may_not_know_how_long() -> None:
    assert TransientError("x").retry_after is None


def test_a_sentence_can_be_logged_and_stored_whatever_a_server_put_into_it() -> None:
    error = PermanentError("the model said a\x00b \ud83d")
    assert str(error) == error.message == "the model said a\ufffdb \ufffd"
    str(error).encode()
