"""Where a session is cut: by its messages and marks, never by what arrived first."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.segments import (
    SegmentRules,
    Span,
    cut,
    estimated_text_tokens,
    estimated_tokens,
    said_at,
)
from tests.support.talks import START, talk

RULES = SegmentRules(turns=3, tokens=200)


def said(*texts: str, every: timedelta = timedelta(minutes=1)) -> list[Message]:
    return [Message(f"m{n}", Role.USER, text, START + n * every) for n, text in enumerate(texts)]


def spans(found: Sequence[Span]) -> list[tuple[int, int, bool]]:
    return [(span.first, span.end, span.complete) for span in found]


def test_nothing_has_no_segments() -> None:
    assert cut([], set(), RULES) == ()


def test_turns_fill_a_segment_and_the_last_one_stays_open() -> None:
    one = talk("s", "alice", *["word", "answer"] * 7)
    assert spans(cut(one.messages, set(), RULES)) == [(0, 6, True), (6, 12, True), (12, 14, False)]


def test_a_mark_ends_a_segment_where_it_stands() -> None:
    messages = said("one", "two", "three")
    assert spans(cut(messages, {2}, RULES)) == [(0, 3, True)]
    assert spans(cut(messages, {0}, RULES)) == [(0, 1, True), (1, 3, False)]
    assert spans(cut(messages, {0, 2}, RULES)) == [(0, 1, True), (1, 3, True)]


def test_a_silence_of_the_gap_cuts_and_a_shorter_one_does_not() -> None:
    short = said("one", "two", every=timedelta(minutes=29, seconds=59))
    exact = said("one", "two", every=timedelta(minutes=30))
    assert len(cut(short, set(), RULES)) == 1
    assert len(cut(exact, set(), RULES)) == 2


def test_a_silence_before_an_answer_does_not_part_it_from_its_question() -> None:
    question, answer = said("one", "two", every=timedelta(hours=5))
    assert len(cut([question, replace(answer, role=Role.ASSISTANT)], set(), RULES)) == 1


def test_tokens_fill_a_segment_in_chinese_sooner_than_in_english() -> None:
    assert estimated_text_tokens("我住在北京") == 5
    assert estimated_text_tokens("abcdefgh") == 2
    assert estimated_text_tokens("") == 0
    chinese, english = ["今天天气很好" * 20] * 6, ["the weather " * 10] * 6
    assert len(cut(said(*chinese), set(), SegmentRules(turns=100, tokens=200))) > len(
        cut(said(*english), set(), SegmentRules(turns=100, tokens=200))
    )


def test_a_call_is_never_parted_from_its_result_whatever_its_size() -> None:
    call = ToolCall("search", '{"q": "x"}', "c1")
    messages = [
        Message("m0", Role.USER, "go", START),
        Message("m1", Role.ASSISTANT, "", START, tool_calls=(call, replace(call, id="c2"))),
        Message("m2", Role.TOOL, "word " * 2000, START, tool_call_id="c1"),
        Message("m3", Role.TOOL, "word " * 2000, START, tool_call_id="c2"),
        Message("m4", Role.ASSISTANT, "done", START),
    ]
    assert spans(cut(messages, set(), RULES)) == [(0, 4, True), (4, 5, False)]
    assert estimated_tokens(messages[1]) > 4


_CALL = (ToolCall("t", "{}", "c"),)
_MESSAGES = st.lists(
    st.tuples(
        st.sampled_from([Role.USER, Role.USER, Role.ASSISTANT, Role.TOOL]),
        st.integers(0, 300),
        st.sampled_from([0, 1, 5, 31]),
        st.booleans(),
    ),
    max_size=40,
)


def _built(drawn: list[tuple[Role, int, int, bool]]) -> list[Message]:
    messages, at = [], START
    for n, (role, size, gap, calls) in enumerate(drawn):
        at += timedelta(minutes=gap)
        tool_calls = _CALL if calls and role is Role.ASSISTANT else ()
        messages.append(Message(f"m{n}", role, "x" * size, at, tool_calls=tool_calls))
    return messages


@settings(max_examples=300, deadline=None)
@given(_MESSAGES, st.sets(st.integers(0, 39)))
def test_segments_cover_all_messages_in_order_and_only_the_last_may_be_open(
    drawn: list[tuple[Role, int, int, bool]], marks: set[int]
) -> None:
    messages = _built(drawn)
    found = cut(messages, marks, RULES)
    covered = [place for span in found for place in range(span.first, span.end)]
    assert covered == list(range(len(messages)))
    assert all(span.complete for span in found[:-1])
    for span in found[1:]:
        before = messages[span.first - 1]
        assert not (
            before.tool_calls and messages[span.first].role is Role.TOOL and span.first - 1 not in marks
        )


@settings(max_examples=300, deadline=None)
@given(_MESSAGES, st.sets(st.integers(0, 39)), st.integers(0, 40))
def test_what_comes_later_never_moves_a_complete_segment(
    drawn: list[tuple[Role, int, int, bool]], marks: set[int], seen: int
) -> None:
    """A worker that sees a part of the session cuts it as one that sees the whole."""
    messages = _built(drawn)
    part = messages[:seen]
    early = cut(part, {mark for mark in marks if mark < seen}, RULES)
    assert {span for span in early if span.complete} <= set(cut(messages, marks, RULES))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([0, 0, 0, 1, 60]), max_size=20))
def test_of_messages_with_one_time_the_later_counts_as_later(steps: list[int]) -> None:
    at, messages = START, []
    for n, step in enumerate(steps):
        at += timedelta(seconds=step)
        messages.append(Message(f"m{n}", Role.USER, "x", at))
    times = said_at(messages)
    assert all(earlier < later for earlier, later in itertools.pairwise(times))
    assert all(
        abs(time - message.at) < timedelta(milliseconds=1)
        for time, message in zip(times, messages, strict=True)
    )
