"""One scope's attempts beside each other: what comes on top waits without an attempt, and is let in by the one that ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from memory_pipeline.domain.errors import BrokerUnavailable, ModelUnavailable
from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.message import Message
from memory_pipeline.pipeline.dependencies import Attempts
from memory_pipeline.pipeline.handle import Done, NotMine, Outcome, PutBack, handle
from memory_pipeline.ports.asker import asker
from memory_pipeline.ports.ledger import EventRef, EventState, Shares
from memory_pipeline.settings import Settings
from tests.support.pipelines import InMemoryPipeline, ScriptedExtractor, in_memory_pipeline, objects
from tests.support.talks import ACME, Talk, ingest, talk

ALICES = [talk(f"a-{n}", "alice", f"I like tour {n}.", "Ok.", day=n) for n in range(3)]
BOBS = [talk("b", "bob", "I live in Berlin.", "Ok.")]


class Meanwhile(ScriptedExtractor):
    """Handles what else there is while the first reply is waited for, as another thread would."""

    def __init__(self, *script: Exception | Extraction) -> None:
        super().__init__(*script)
        self.others: list[EventRef] = []
        self.outcomes: list[Outcome] = []
        self.askers: list[str | None] = []
        self.pipeline: InMemoryPipeline | None = None

    def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:
        self.askers.append(asker())
        others, self.others = self.others, []
        assert self.pipeline is not None
        self.outcomes += [handle(ref, self.pipeline.deps) for ref in others]
        return super().extract(messages, person=person)


def busy(*talks: Talk, model: Meanwhile, shares: Shares) -> tuple[InMemoryPipeline, list[EventRef]]:
    pipeline = model.pipeline = in_memory_pipeline(extractor=model, attempts=Attempts(shares=shares))
    ingest(talks, pipeline.deps)
    refs = pipeline.publisher.take()
    model.others = list(refs[1:])
    return pipeline, list(refs)


@pytest.mark.parametrize("error", [None, ModelUnavailable("down")], ids=["done", "put back"])
def test_the_attempt_that_ends_lets_in_the_next(error: Exception | None) -> None:
    # The first event's reply comes after those of the others that it meets: bob's is the script's first.
    model = Meanwhile(Extraction("none"), *([error] if error else []))
    pipeline, refs = busy(*ALICES, *BOBS, model=model, shares=Shares(scope=1))
    outcome = handle(refs[0], pipeline.deps)
    assert isinstance(outcome, PutBack if error else Done)
    assert [type(each) for each in model.outcomes] == [NotMine, NotMine, Done]
    assert model.askers == ["acme/user:alice", "acme/user:bob"]
    for waiting in sorted(refs[1:3], key=lambda ref: ref.event_id):  # recorded at one instant, by this clock
        assert pipeline.publisher.take() == (waiting,)
        assert pipeline.entry(waiting).attempts == 0
        assert isinstance(handle(waiting, pipeline.deps), Done)
    assert pipeline.publisher.take() == ()
    assert asker() is None


def test_a_hint_that_cannot_be_sent_changes_nothing_about_what_was_done() -> None:
    class Down:
        def publish(self, ref: EventRef) -> None:
            raise BrokerUnavailable(f"no hint of {ref}")

    model = Meanwhile()
    pipeline, refs = busy(*ALICES, model=model, shares=Shares(scope=1))
    assert isinstance(handle(refs[0], replace(pipeline.deps, publisher=Down())), Done)
    assert objects(pipeline.deps, ACME, ALICES[0].scope, "likes") == ["tour 0"]
    assert pipeline.entry(refs[1]).state is EventState.PENDING


@pytest.mark.parametrize(("threads", "most"), [("1", 1), ("2", 1), ("3", 2), ("4", 3), ("8", 6), ("16", 12)])
def test_a_scope_never_has_all_threads_where_there_are_two(
    threads: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_PIPELINE_WORKER_THREADS", threads)
    assert Settings().attempts_per_scope == most
    monkeypatch.setenv("MEMORY_PIPELINE_SCOPE_ATTEMPTS", "20")
    assert Settings().attempts_per_scope == 20
