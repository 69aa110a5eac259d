"""Cleaning: what an extractor should read, with the numbers it had and its words unchanged."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.cleaning import clean, is_small_talk, recalled_spans, shortened, without_recalled
from memory_pipeline.domain.episode import EpisodeKind
from memory_pipeline.domain.extraction import ExtractedEpisode, ExtractedFact, Extraction
from memory_pipeline.domain.message import Message, Role, ToolCall

AT = datetime(2026, 1, 5, tzinfo=UTC)


def message(role: Role, content: str, *calls: ToolCall, call: str | None = None) -> Message:
    return Message("m", role, content, AT, tool_calls=calls, tool_call_id=call)


@pytest.mark.parametrize(
    "text",
    [
        "Hi!",
        "Thanks a lot",
        "ok",
        "",
        "  ",
        "你好！",
        "好的，谢谢",
        "谢谢你~",
        "哈哈哈",
        "Good morning.",
        "没问题，谢谢",
        "明天见！",
        "👍🙏",
        "...",
        "no worries",
        "辛苦了",
    ],
)
def test_greetings_and_thanks_are_small_talk(text: str) -> None:
    assert is_small_talk(text)


@pytest.mark.parametrize(
    "text",
    ["Hi, I'm Tom", "ok, I moved to Bonn", "好的，我搬到上海了", "no, I live in Rome", "你好，我叫李雪"],
)
def test_what_says_something_is_not(text: str) -> None:
    assert not is_small_talk(text)


def test_numbers_lead_back_to_the_segment() -> None:
    messages = [
        message(Role.SYSTEM, "You are helpful"),
        message(Role.USER, "hi"),
        message(Role.USER, "I live in Rome"),
        message(Role.USER, "I live in Rome"),
        message(Role.ASSISTANT, "Noted."),
        message(Role.USER, "thanks!"),
    ]
    cleaned = clean(messages)
    assert [item.content for item in cleaned.messages] == ["I live in Rome", "Noted."]
    assert cleaned.numbers == (3, 5)
    assert [cleaned.original(n) for n in (0, 1, 2, 3)] == [None, 3, 5, None]
    assert dict(cleaned.dropped) == {"system": 1, "small_talk": 2, "repeat": 1}


def test_an_extraction_of_what_was_kept_gets_the_segments_numbers_back() -> None:
    cleaned = clean(
        [message(Role.USER, "hi"), message(Role.USER, "I live in Rome"), message(Role.USER, "ok")]
    )
    extraction = Extraction(
        "test/1",
        (ExtractedFact("user", "city", "Rome", (1, 7)),),
        (ExtractedEpisode(EpisodeKind.OTHER, "I live in Rome", (1,)),),
    )
    restored = cleaned.restored(extraction)
    assert restored.facts[0].messages == (2, 0)
    assert restored.episodes[0].messages == (2,)


def test_a_yes_that_answers_a_question_is_kept() -> None:
    cleaned = clean([message(Role.ASSISTANT, "Do you live in Rome?"), message(Role.USER, "Yes")])
    assert cleaned.numbers == (1, 2)


def test_a_call_stays_with_its_result_even_where_both_are_empty() -> None:
    cleaned = clean(
        [message(Role.ASSISTANT, "", ToolCall("think", "{}", "c1")), message(Role.TOOL, "", call="c1")]
    )
    assert cleaned.numbers == (1, 2)


@pytest.mark.parametrize(
    "block",
    [
        "[2025-06-18 · you said · confirmed] user lives in Munich\n",
        "- [2025-06-18 · CMDB · confirmed] order-service · cloud = AWS\n",
        "<memories>\nuser lives in Munich\n</memories>",
        "[Recalled memories]\n- user lives in Munich\n",
        "相关记忆：\n- 用户住在慕尼黑\n",
        "<recalled_memories>unclosed",
        "## Memories about the user:\n- lives in Munich\n* likes tea\n",
        "用户记忆：\n1. 用户住在慕尼黑\n",
    ],
)
def test_recalled_memories_are_left_out(block: str) -> None:
    assert without_recalled(block) == ""
    assert recalled_spans(block)
    kept = without_recalled(f"What shall I cook?\n{block}")
    assert kept == "What shall I cook?"
    assert clean([message(Role.USER, block)]).messages == ()


def test_what_recall_answered_a_tool_is_no_evidence_and_keeps_its_number() -> None:
    answer = (
        '{"memories": [{"id": "1", "tier": "semantic", "text": "user lives in Munich", "score": 0.9}], '
        '"prompt": "[2025-06-18 · you said · confirmed] user lives in Munich", "elapsed_ms": 3}'
    )
    cleaned = clean(
        [
            message(Role.ASSISTANT, "", ToolCall("recall", "{}", "c1")),
            message(Role.TOOL, answer, call="c1"),
            message(Role.USER, "and now?"),
        ]
    )
    assert [each.content for each in cleaned.messages] == ["", "", "and now?"]
    assert cleaned.numbers == (1, 2, 3)
    other = '{"memories": "of a song", "text": "la la"}'
    assert without_recalled(other) == other


def test_dates_in_brackets_alone_are_no_recalled_memory() -> None:
    text = "[2025-06-18] we met in Rome"
    assert without_recalled(text) == text


def test_a_long_tool_result_keeps_head_and_tail_around_a_count() -> None:
    content = "HEAD " + "x" * 50_000 + " TAIL"
    (kept,) = clean([message(Role.TOOL, content)]).messages
    assert kept.content.startswith("HEAD")
    assert kept.content.endswith("TAIL")
    assert "48010 characters cut" in kept.content
    assert len(kept.content) < 2_100
    assert shortened("short") == "short"


@given(st.lists(st.tuples(st.sampled_from(list(Role)), st.text(max_size=80)), max_size=6))
def test_what_is_kept_stands_in_its_original(turns: list[tuple[Role, str]]) -> None:
    messages = [message(role, text) for role, text in turns]
    cleaned = clean(messages)
    assert list(cleaned.numbers) == sorted(set(cleaned.numbers))
    for kept, number in zip(cleaned.messages, cleaned.numbers, strict=True):
        original = messages[number - 1].content
        assert all(line.strip() in original for line in kept.content.splitlines())
    assert len(cleaned.numbers) + sum(count for _, count in cleaned.dropped) == len(messages)
