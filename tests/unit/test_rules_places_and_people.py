"""The rules on places that look like common words, on people who are named, and on what others do."""

from __future__ import annotations

from datetime import datetime

import pytest

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.cleaning import clean
from memory_pipeline.domain.message import Message, Role

AT = datetime.fromisoformat("2026-11-25T10:00:00+08:00")


def asserted(text: str) -> set[tuple[str, str]]:
    facts = RulesExtractor().extract([Message("m1", Role.USER, text, AT)]).facts
    return {(fact.predicate, fact.object) for fact in facts if fact.stance is Stance.ASSERTED}


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("I live in New York with my girlfriend.", "New York"),
        ("I moved to New Delhi last year.", "New Delhi"),
        ("i live in new orleans", "new orleans"),
        ("I live in Little Rock, Arkansas.", "Little Rock, Arkansas"),
        ("I live in the Hague.", "the Hague"),
    ],
)
def test_a_city_may_begin_like_a_common_word(text: str, city: str) -> None:
    assert ("city", city) in asserted(text)


@pytest.mark.parametrize(
    "text", ["I moved to a new place.", "I moved to new building.", "I live in hope.", "I moved to sales."]
)
def test_a_common_word_is_no_city(text: str) -> None:
    assert asserted(text) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My parents, Ruth and Carl, live in Tulsa.", {("parent", "Ruth"), ("parent", "Carl")}),
        ("My parents live in Tulsa and hate snow.", set()),
        ("My sister Ann is a nurse, lives in Rome.", {("sibling", "Ann")}),
        ("My company is small, based in Berlin.", set()),
        ("My name is Ann, based in Leeds.", {("name", "Ann"), ("city", "Leeds")}),
        ("My sister's dog is called Spot", set()),
        ("My neighbour's cat, Tom, is cute.", set()),
        ("My dog's name is Rex.", {("pet", "Rex")}),
        ("我房东住在北京，有三套房。", set()),
        ("我前妻住在上海，喜欢喝茶。", set()),
        ("我家猫叫咪咪，我叫它小咪。", {("pet", "咪咪"), ("pet", "小咪")}),
        ("My wife and I live in Rome and love opera.", {("city", "Rome")}),
    ],
)
def test_what_follows_another_subject_is_about_the_other(text: str, expected: set[tuple[str, str]]) -> None:
    assert asserted(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My wife is Anna.", {("spouse", "Anna")}),
        ("My son is Max Miller, he's five.", {("child", "Max Miller")}),
        ("我老婆叫林芳，我们有个女儿叫朵朵。", {("spouse", "林芳"), ("child", "朵朵")}),
        ("我儿子今年上小学，叫乐乐", {("child", "乐乐")}),
        ("叫我阿明吧", {("name", "阿明")}),
        ("我叫陈来福", {("name", "陈来福")}),
        ("我叫尼玛次仁", {("name", "尼玛次仁")}),
    ],
)
def test_people_are_named(text: str, expected: set[tuple[str, str]]) -> None:
    assert asserted(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "My wife is Jewish.", "My mother is Catholic.", "My parents are Democrats.", "My son is Batman.",
        "我妈今天做了饭，叫我回家", "叫我起床", "老板周末也加班，叫我改方案", "我叫车去机场", "我叫张伟来帮忙", "我叫救护车", "我叫停了项目",
    ],
)  # fmt: skip
def test_who_is_described_or_called_for_is_no_name(text: str) -> None:
    assert asserted(text) == set()


def test_a_quotation_on_a_line_of_its_own_is_a_quotation() -> None:
    assert (
        asserted('Here is my letter:\n"I am a passionate designer from Lisbon"\nWhat do you think?') == set()
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Since I live in London, rain is normal.", {("city", "London")}),
        ("I live in Cambridge, the UK.", {("city", "Cambridge, the UK")}),
        ("i live in a house, sadly", set()),
        ("I think I live in the best city: London.", set()),
        ("住在北京很贵。", set()),
        ("我住在山西太原", {("city", "山西太原")}),
        ("I'm working as hard as I can.", set()),
        ("My name is spelled with a K.", set()),
        ("我开车上班。", set()),
        ("我叫它小咪", set()),
        ("上周是我生日。", set()),
        ("昨天是我生日", set()),
        ("今天是我生日", {("birthday", "11月25日")}),
    ],
)
def test_only_the_value_itself_is_taken(text: str, expected: set[tuple[str, str]]) -> None:
    assert asserted(text) == expected


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text",
    ["I live in " + " " * 100_000 + "Graz", '"a' * 60_000, "- [2025-01-01 · " * 20_000, "<memory " * 30_000],
    ids=["blanks", "quotation marks", "half a recalled line", "half a tag"],
)
def test_padding_and_dumps_cost_what_their_length_does(text: str) -> None:
    message = Message("m1", Role.USER, text, AT)
    assert clean([message]).numbers == (1,)
    assert not RulesExtractor().extract([message]).facts


@pytest.mark.parametrize(
    "text",
    [
        "Translate this to French\nI live in Oslo and I love fish.",
        "帮我翻译一下\n我住在北京，我喜欢吃鱼。",
        "Let's play a game. I'm a detective from London.",
    ],
)
def test_a_text_to_work_on_and_a_game_are_not_meant(text: str) -> None:
    assert asserted(text) == set()


def test_asking_for_work_in_passing_leaves_what_was_said() -> None:
    assert asserted("I work as a translator. Please check my order.\nI live in Oslo.") == {
        ("job", "translator"),
        ("city", "Oslo"),
    }
