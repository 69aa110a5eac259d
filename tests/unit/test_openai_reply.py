"""From reply text to its object: what wraps it, what comes before it, and what ends it too early."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.adapters.openai.reply import find_reply

ANSWER = {"facts": [{"subject": "user", "object": "Munich"}], "episodes": [], "summary": "s"}
DRAFT = {"facts": [{"subject": "user", "object": "Draft"}], "episodes": [], "summary": ""}
A, D = json.dumps(ANSWER), json.dumps(DRAFT)


@pytest.mark.parametrize(
    "text",
    [
        A,
        f"```json\n{A}\n```",
        f"```\n{A}\n```\nLet me know!",
        f"Here are the memories {{as asked}}:\n{A}\nHope this helps.",
        f"<think>The user lives in Munich.</think>{A}",
        f"<think>\nMaybe {D}? No.\n</think>\n\n```json\n{A}\n```",
        f"The user lives in Munich, so {D}\n</think>\n{A}",
        f'Hm, braces {{ and a " quote.\n</think>\n{A}',
        f"<thinking>draft {D}</thinking>{A}",
        f"<THINK>{D}</THINK>{A}",
        f"<think>the tag </think> is quoted by the user, so {D}</think>{A}",
        f"{D}\nWait, corrected:\n{A}",
        f'{A}\nNote: {{"confidence": "high"}}',
        A.replace("}]", "},]").replace('"s"}', '"s",\n}'),
        f"\ufeff  {A}  ",
    ],
)
def test_the_last_whole_object_after_the_thoughts_is_the_reply(text: str) -> None:
    assert find_reply(text).value == ANSWER


def test_a_tag_inside_a_quote_is_text() -> None:
    quoting = {"facts": [{"object": "x", "quote": "what does </think> mean, and <think>?"}], "episodes": []}
    assert find_reply(json.dumps(quoting)).value == quoting
    assert find_reply(f"<think>{D}</think>{json.dumps(quoting)}").value == quoting
    assert find_reply(f"no opening tag, {D}</think>{json.dumps(quoting)}").value == quoting


@pytest.mark.parametrize(
    "text",
    [
        f"<think>Maybe {D} or",
        f"<think>{D}",
        f"<think>a</think> hm <think>{D}",
        A[:-20],
        f"```json\n{A[:30]}",
        f"{D}\nCorrected:\n{A[:-9]}",
    ],
)
def test_what_never_ends_was_cut_off(text: str) -> None:
    found = find_reply(text)
    assert (found.value, found.flaw) == (None, "length")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot help.",
        "{}",
        '{"answer": 1}',
        "[1, 2]",
        "{'facts': []}",
        "{" * 5_000,
        f"{D}</think> nothing",
    ],
)
def test_what_holds_no_reply_cannot_be_parsed(text: str) -> None:
    found = find_reply(text)
    assert (found.value, found.flaw) == (None, "unparsable")


def test_facts_and_episodes_in_two_objects_are_one_reply() -> None:
    facts, episodes = json.dumps({"facts": ANSWER["facts"]}), '{"episodes": [], "summary": "s"}'
    assert find_reply(f"Facts:\n{facts}\nEpisodes:\n{episodes}").value == ANSWER
    assert find_reply(f"{D}\nCorrected:\n{facts}\n{episodes}").value == ANSWER


def test_two_lists_under_one_key_are_one_list() -> None:
    first = A.removesuffix("}") + ', "facts": [], "episodes": [{"trigger": "t"}]}'
    assert find_reply(first).value == ANSWER | {"episodes": [{"trigger": "t"}]}


def test_an_empty_list_is_a_reply() -> None:
    assert find_reply('{"facts": [], "episodes": [], "summary": ""}').value == {
        "facts": [],
        "episodes": [],
        "summary": "",
    }


def test_commas_in_strings_are_kept_when_trailing_ones_are_dropped() -> None:
    found = find_reply('{"facts": [{"quote": "a, ] b,}"},], "episodes": [],}')
    assert found.value == {"facts": [{"quote": "a, ] b,}"}], "episodes": []}


json_text = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
tagged = st.text(max_size=10) | st.sampled_from(
    ["<think>", "</think>", "{", "}", '"', "\\", "```", ",]", "[3] user:"]
)


@given(
    facts=st.lists(st.dictionaries(st.text(max_size=5), json_text | tagged, max_size=3), max_size=3),
    ascii_only=st.booleans(),
)
def test_any_valid_reply_is_read_as_it_stands(facts: list[dict[str, object]], ascii_only: bool) -> None:
    answer = {"facts": facts, "episodes": []}
    text = json.dumps(answer, ensure_ascii=ascii_only)
    assert find_reply(f"<think>{D}</think>\n```json\n{text}\n```").value == answer


@given(cut=st.integers(1, len(A) - 1))
def test_no_cut_reply_is_taken_for_whole(cut: int) -> None:
    assert find_reply(A[:cut]).value is None


@given(pieces=st.lists(tagged | st.just(A) | st.just(D), max_size=8))
def test_nothing_makes_it_fail(pieces: list[str]) -> None:
    found = find_reply("".join(pieces))
    assert (found.value is None) == (found.flaw is not None)
