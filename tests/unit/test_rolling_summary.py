"""The rolling summary: when it folds, that it loses no hard fact, and the context it gives within a budget."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.errors import InvalidInput, ModelUnavailable
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.rolling_summary import fold, hard_facts, to_fold, told_by_rules
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.segments import SegmentRules, estimated_tokens
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.pipeline.session_context import session_context
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
KEY = SessionKey(Tenant("acme"), Scope.of_user("bo"), "s1")
RULES = SegmentRules(turns=1_000, tokens=1_000)
WORDS = "we looked at the garden and talked about the weather for quite a while "


def turn(number: int, text: str, role: Role = Role.USER) -> Message:
    return Message(f"m{number}", role, text, START + timedelta(minutes=number))


def pipeline(**changes: object) -> InMemoryPipeline:
    return in_memory_pipeline(START, segment_rules=RULES, **changes)


def say(live: InMemoryPipeline, number: int, text: str) -> None:
    record_message(KEY, SessionInfo(user_id="bo"), turn(number, text), live.deps)
    live.work()


class Told:
    """A narrator that counts what it is asked, and fails if told to."""

    version = "openai/small/summary-1"

    def __init__(self, *, fails: bool = False) -> None:
        self.asked: list[tuple[str, int]] = []
        self._fails = fails

    def narrate(self, told: str, messages: list[Message]) -> tuple[str, Cost]:
        self.asked.append((told, len(messages)))
        if self._fails:
            raise ModelUnavailable("down")
        return f"story {len(self.asked)}", Cost(1, 500, 40)


@pytest.mark.parametrize(
    ("text", "hard"),
    [
        ("The order number is A-1734.", True),
        ("My daughter Juniper starts school", True),
        ("We decided to go with the blue one", True),
        ("我对花生过敏", True),
        ("预算是八千元", True),
        ("就用第二个方案，定了", True),
        ("it was nice out there today", False),
        ("今天天气真不错呀", False),
        ("thanks!", False),
    ],
)
def test_figures_codes_names_and_decisions_are_hard(text: str, hard: bool) -> None:
    assert bool(list(hard_facts([turn(1, text)]))) is hard


def test_nothing_is_folded_below_the_window_and_the_oldest_half_at_it() -> None:
    messages = [turn(i, WORDS * 4) for i in range(20)]
    size = estimated_tokens(messages[0])
    assert to_fold(messages, None, limit=20 * size + 1, keep=10 * size) == ()
    assert len(to_fold(messages, None, limit=20 * size, keep=10 * size)) == 10
    assert to_fold(messages, "m9", limit=20 * size, keep=10 * size) == ()


def test_a_call_stays_with_its_result() -> None:
    messages = [
        turn(0, WORDS * 9),
        turn(1, "looking", Role.ASSISTANT),
        turn(2, "x" * 3_000, Role.TOOL),
        turn(3, "and then?"),
        turn(4, WORDS * 9, Role.ASSISTANT),
    ]
    folded = to_fold(messages, None, limit=500, keep=400)
    assert [message.id for message in folded] == ["m0", "m1", "m2"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["code A-%d", "my name is Bo%d Lee", "预算 %d 元", "we agreed on plan %d", "nice day"]
        ),
        min_size=4,
        max_size=40,
    ),
    st.integers(1, 5),
)
def test_no_hard_fact_that_a_summary_held_is_lost_by_a_later_fold(texts: list[str], size: int) -> None:
    messages = [turn(i, text % i if "%" in text else text) for i, text in enumerate(texts)]
    summary, held = None, set()
    for start in range(0, len(messages), size):
        part = messages[start : start + size]
        summary = fold(summary, part, told_by_rules(summary.narrative if summary else "", part), "rules")
        held |= {fact.text for fact in hard_facts(part)}
        assert held == {fact.text for fact in summary.facts}
    assert summary is not None
    assert (summary.messages, summary.through_message_id) == (len(messages), messages[-1].id)


def test_the_story_of_the_rules_stays_short_and_counts_what_it_leaves_out() -> None:
    told = ""
    for number in range(300):
        told = told_by_rules(told, [turn(number, f"{WORDS} number {number}")])
    assert sum(estimated_tokens(turn(0, line)) for line in told.split("\n")) < 600
    first, *lines = told.split("\n")
    assert first == f"({300 - len(lines)} earlier turns)"
    assert "number 299" in lines[-1] or WORDS[:20] in lines[-1]


def test_a_session_is_folded_at_its_window_and_never_every_turn() -> None:
    narrator = Told()
    live = pipeline(narrator=narrator)
    for number in range(60):
        say(live, number, f"{WORDS * 2} item C-{number}")
    summaries = live.deps.summaries
    assert summaries is not None
    summary = summaries.read(KEY)
    assert summary is not None
    assert summary.folds == len(narrator.asked) <= 60 * estimated_tokens(turn(1, WORDS * 2)) // 500
    assert summary.narrative == f"story {summary.folds}"
    assert [told for told, _ in narrator.asked[:2]] == ["", "story 1"]
    assert {f"C-{i}" for i in range(summary.messages)} == {fact.text.split()[-1] for fact in summary.facts}


def test_where_the_model_cannot_tell_the_rules_do() -> None:
    live = pipeline(narrator=Told(fails=True))
    for number in range(30):
        say(live, number, f"{WORDS * 2} item C-{number}")
    summary = live.deps.summaries.read(KEY)  # type: ignore[union-attr]
    assert summary is not None
    assert summary.told_by == "rules"
    assert summary.narrative


def test_the_context_holds_everything_between_summary_and_last_message() -> None:
    live = pipeline()
    for number in range(41):
        say(live, number, f"{WORDS * 2} item C-{number}")
    for tokens in (300, 900, 2_000, 50_000):
        context = session_context(KEY, live.deps, tokens=tokens)
        assert context.tokens <= tokens
        first = int(context.messages[0].id.removeprefix("m"))
        assert [message.id for message in context.messages] == [f"m{i}" for i in range(first, 41)]
        assert context.summarised_messages == first
        known = len(context.facts) + context.facts_left_out
        assert known == first
    whole = session_context(KEY, live.deps, tokens=50_000)
    assert whole.facts_left_out == 0
    assert whole.facts[0].text.endswith("item C-0")


def test_a_short_session_needs_no_summary_and_an_unknown_one_is_empty() -> None:
    live = pipeline()
    assert session_context(KEY, live.deps).messages == ()
    say(live, 1, "I live in Oslo.")
    context = session_context(KEY, live.deps)
    assert (context.summary, context.facts, [m.content for m in context.messages]) == (
        "",
        (),
        ["I live in Oslo."],
    )
    with pytest.raises(InvalidInput, match="at least 200"):
        session_context(KEY, live.deps, tokens=10)


def test_a_session_that_the_working_tier_holds_no_more_is_read_from_its_transcript() -> None:
    live = pipeline()
    say(live, 1, "I live in Oslo.")
    close_session(KEY, live.deps)
    live.work()
    live.clock.advance(timedelta(days=2))
    assert live.deps.working.read(KEY) is None
    assert [m.content for m in session_context(KEY, live.deps).messages] == ["I live in Oslo."]
