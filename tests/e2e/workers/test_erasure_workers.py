"""Erasing while a real worker is at it: between a model's reply and its commit, and while the event waits."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from memory_pipeline.domain.erasure import BySession, ByText, Everything, Target
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.forget import forget
from memory_pipeline.pipeline.relay import relay
from memory_pipeline.ports.ledger import EventState
from tests.e2e.workers.conftest import MakeStack
from tests.support.dumps import dump_postgres, dump_redis
from tests.support.llm_prompt import Block, rules_responder
from tests.support.llm_server import LLMServer
from tests.support.pipelines import objects
from tests.support.stack import Stack
from tests.support.talks import ACME, ingest, talk

pytestmark = [pytest.mark.servers, pytest.mark.workers]

EVE = Scope.of_user("eve")
SAID = talk("e-1", "eve", "I live in Munich-Schwabing.", "Ok.", "I like quiltingfoo.", "Nice.")


@dataclass
class Slow:
    """A model that answers when it is let."""

    asked: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)

    def __call__(self, prompt: Sequence[Block]) -> Mapping[str, Any]:
        self.asked.set()
        assert self.released.wait(60)
        return rules_responder()(prompt)


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def stack(slow: Slow, make_stack: MakeStack) -> Iterator[Stack]:
    with LLMServer(slow, key="right") as server:
        yield make_stack(
            EXTRACTOR="openai", LLM_BASE_URL=server.base_url, LLM_API_KEY="right", LLM_MODEL="test-model",
            LLM_ATTEMPTS="1", RETRY_BASE_S="0.05",
        )  # fmt: skip


def kept(stack: Stack) -> str:
    return dump_postgres(stack.urls.database) + dump_redis(stack.urls.redis)


@pytest.mark.parametrize("target", [Everything(), BySession("e-1")], ids=["all", "session"])
def test_a_reply_that_comes_after_the_erasure_brings_nothing_back(
    stack: Stack, slow: Slow, target: Target
) -> None:
    stack.start_worker()
    (event,) = ingest([SAID], stack.deps)
    assert slow.asked.wait(60)
    receipt = forget(ACME, EVE, target, stack.deps)
    assert (receipt.remaining, receipt.verified) == (0, True), receipt.places
    slow.released.set()
    entry = stack.done([event])[event]
    assert entry.result["discarded"] == "erased"
    (again,) = ingest([SAID], stack.deps)  # the same file again
    relay(stack.deps)
    entry = stack.done([again])[again]
    assert (entry.result["discarded"], entry.result["discarded_messages"]) == ("erased", 4)
    assert "Schwabing" not in kept(stack)
    assert "quiltingfoo" not in kept(stack)


def test_a_text_erased_under_the_models_eyes_is_not_in_what_it_finds(stack: Stack, slow: Slow) -> None:
    stack.start_worker()
    (event,) = ingest([SAID], stack.deps)
    assert slow.asked.wait(60)
    assert forget(ACME, EVE, ByText("Schwabing"), stack.deps).verified
    slow.released.set()
    entry = stack.done([event])[event]
    assert entry.state is EventState.DONE
    assert "Schwabing" not in kept(stack)
    assert any("quiltingfoo" in each for each in objects(stack.deps, ACME, EVE, "likes"))


def test_an_event_that_waits_ends_and_says_why(stack: Stack, slow: Slow) -> None:
    slow.released.set()
    (event,) = ingest([SAID], stack.deps)
    assert forget(ACME, EVE, Everything(), stack.deps).verified
    stack.start_worker()
    entry = stack.done([event])[event]
    assert entry.result["discarded"] == "erased"
    assert not slow.asked.is_set()
    assert "Schwabing" not in kept(stack)
