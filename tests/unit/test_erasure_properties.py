"""Erasing is never having had: whatever was said, in whatever order, a session that is erased leaves no trace of itself."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.domain.erasure import ByMemory, BySession, ByText
from memory_pipeline.domain.scope import Scope
from memory_pipeline.pipeline.forget import forget
from tests.support.pipelines import InMemoryPipeline, Memories, in_memory_pipeline, memories
from tests.support.talks import ACME, SRE, Talk, ingest, talk

ALICE = Scope.of_user("alice")
SENTENCES = (
    "I live in Berlin.", "I moved to Munich.", "I live in Berlin again.", "My name is Alice Novak.",
    "I love coffee.", "I don't like coffee any more.", "I like tea.", "Alice Novak lives in Rome.",
    "我住在上海。", "我对花生过敏。", "I have a dog named Rex.", "order-service timed out again, pool exhausted",
)  # fmt: skip

sessions = st.lists(
    st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3, unique=True), min_size=2, max_size=5
)


def world(told: list[list[str]], *, without: int | None = None) -> InMemoryPipeline:
    pipeline = in_memory_pipeline()
    for number, texts in enumerate(told):
        if number != without:
            said = talk(f"s-{number}", "alice", *(f">{text}" for text in texts), day=number)
            shared = Talk(said.session_id, said.user, said.messages, (SRE,) if number % 2 else ())
            ingest([shared], pipeline.deps)
    pipeline.work()
    return pipeline


def held(pipeline: InMemoryPipeline) -> dict[str, Memories]:
    """What the scopes hold, without the redirects of ids: an id that was absorbed once stays so."""
    return memories(pipeline.deps, ACME, [ALICE, SRE])


@settings(max_examples=25, deadline=None)
@given(sessions, st.data())
def test_a_session_erased_is_a_session_never_had(told: list[list[str]], data: st.DataObject) -> None:
    gone = data.draw(st.integers(0, len(told) - 1))
    pipeline = world(told)
    receipt = forget(ACME, ALICE, BySession(f"s-{gone}"), pipeline.deps)
    assert (receipt.remaining, receipt.verified) == (0, True), receipt.places
    assert held(pipeline) == held(world(told, without=gone))
    assert forget(ACME, ALICE, BySession(f"s-{gone}"), pipeline.deps).deleted == {}


@settings(max_examples=25, deadline=None)
@given(sessions, st.data())
def test_a_memory_erased_is_a_statement_never_had(told: list[list[str]], data: st.DataObject) -> None:
    pipeline = world(told)
    now = pipeline.clock.now()
    facts = pipeline.deps.reader.facts(ACME, ALICE, history=True, now=now, as_of=None)
    if not facts:
        return
    fact = data.draw(st.sampled_from(sorted(facts, key=lambda each: (each.id, each.valid_from))))
    forget(ACME, ALICE, ByMemory(fact.id), pipeline.deps)
    left = pipeline.deps.reader.facts(ACME, ALICE, history=True, now=now, as_of=None)
    assert fact.id not in {each.id for each in left}
    gone = {assertion for each in facts if each.id == fact.id for assertion in each.assertions}
    assert not gone & {assertion for each in left for assertion in each.assertions}
    before = held(pipeline)
    ingest([talk("s-0", "alice", *(f">{text}" for text in told[0]))], pipeline.deps)
    pipeline.work()
    assert held(pipeline) == before


@settings(max_examples=25, deadline=None)
@given(sessions, st.sampled_from(["coffee", "Berlin", "花生", "novak", "ｏrder-service"]))
def test_a_text_erased_is_found_nowhere(told: list[list[str]], text: str) -> None:
    pipeline = world(told)
    receipt = forget(ACME, ALICE, ByText(text), pipeline.deps)
    assert (receipt.remaining, receipt.verified) == (0, True), receipt.places
    again = forget(ACME, ALICE, ByText(text), pipeline.deps)
    assert again.deleted == {}
    assert replace(again, receipt_id=receipt.receipt_id).verified
