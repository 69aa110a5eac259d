"""One message that no model can be brought to read is kept out with its reason; what the others say is remembered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from memory_pipeline.domain.errors import ModelReplyUnusable
from memory_pipeline.pipeline.handle import Done, handle
from tests.support.llm_clients import extractor, said
from tests.support.llm_prompt import read_blocks, rules_responder
from tests.support.llm_server import Fault, LLMServer, Reply
from tests.support.pipelines import in_memory_pipeline, objects
from tests.support.talks import ACME, ingest, talk


class Choosy(LLMServer):
    """A server that refuses every prompt in which a certain word stands, in the way it is told to."""

    refusal: Fault | Reply = Reply(None, refusal="I cannot read this")

    def next_step(self, path: str) -> Fault | Reply | None:
        assert path == "chat"
        prompt = self.requests[-1].body["messages"][-1]["content"]
        return self.refusal if any("unspeakable" in block.text for block in read_blocks(prompt)) else None


@pytest.fixture
def server() -> Iterator[Choosy]:
    with Choosy(rules_responder()) as server:
        yield server


REFUSALS: list[Any] = [
    Reply(None, refusal="I cannot read this"),
    Reply("{", finish_reason="content_filter"),
    Reply("{", finish_reason="length"),
    Fault(400, {"error": {"message": "The response was filtered", "code": "content_filter", "type": None}}),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=["refusal", "filter", "length", "filtered request"])
def test_the_one_message_is_found_and_the_others_are_read(server: Choosy, refusal: Fault | Reply) -> None:
    server.refusal = refusal
    texts = [
        "I live in Berlin.",
        "My dog is named Rex.",
        "This is unspeakable.",
        "I love green tea.",
        "I work at Nordlys.",
    ]
    found = extractor(server).extract(said(*texts))
    assert {number for fact in found.facts for number in fact.messages} == {1, 2, 4, 5}
    (kept_out,) = found.rejected
    assert kept_out.reason.startswith("quarantined_")
    assert json.loads(kept_out.item) == {"message_ids": ["m2"]}
    assert found.cost.calls >= 4


def test_where_nothing_can_be_read_it_is_an_error(server: Choosy) -> None:
    with pytest.raises(ModelReplyUnusable) as caught:
        extractor(server).extract(said("This is unspeakable.", "And this is unspeakable too."))
    assert caught.value.reason == "refusal"


def test_the_event_is_done_and_the_reason_is_kept(server: Choosy) -> None:
    one = talk(
        "s",
        "alice",
        "I live in Berlin.",
        "Ok.",
        "This is unspeakable.",
        "Well.",
        "I love green tea.",
        "Noted.",
    )
    pipeline = in_memory_pipeline(extractor=extractor(server))
    ingest([one], pipeline.deps)
    (ref,) = pipeline.publisher.take()
    outcome = handle(ref, pipeline.deps)
    assert isinstance(outcome, Done)
    assert outcome.result["rejected"] >= 1
    assert objects(pipeline.deps, ACME, one.scope, "city") == ["Berlin"]
    rejections = pipeline.deps.reader.rejections(ACME, one.scope, "s")
    (quarantined,) = [each for each in rejections if each.reason == "quarantined_refusal"]
    assert "m3" in quarantined.item
