"""One sentence that someone asked to be remembered: its facts, and whether they say all of it."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.adapters.rules import parse_statement, read_statement

AT = datetime.fromisoformat("2026-11-25T10:00:00+08:00")

WHOLE = [
    ("The user prefers dark mode", {("user", "prefers", "dark mode")}),
    ("user prefers dark mode", {("user", "prefers", "dark mode")}),
    ("用户喜欢深色模式", {("user", "likes", "深色模式")}),
    ("用户住在杭州，喜欢喝茶", {("user", "city", "杭州"), ("user", "likes", "喝茶")}),
    ("I live in Munich", {("user", "city", "Munich")}),
    ("The user works as a nurse and lives in Leeds", {("user", "job", "nurse"), ("user", "city", "Leeds")}),
    ("The user is allergic to peanuts and likes hiking", {("user", "allergic_to", "peanuts"), ("user", "likes", "hiking")}),
    ("The user's birthday is 15 March", {("user", "birthday", "15 March")}),
    ("order-service's connection pool max is 50", {("order-service", "connection_pool_max", "50")}),
    ("Alice lives in Berlin", {("Alice", "city", "Berlin")}),
    ("小李对花生过敏", {("小李", "allergic_to", "花生")}),
    ("prefers tea over coffee", {("user", "prefers", "tea over coffee")}),
    ("Remember that I'm vegan", {("user", "diet", "vegan")}),
    ("Never call me before 9", {("user", "constraint", "Never call me before 9")}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), WHOLE)
def test_a_sentence_that_the_rules_read_whole(text: str, expected: set[tuple[str, str, str]]) -> None:
    statement = read_statement(text, AT)
    assert {(fact.subject, fact.predicate, fact.object) for fact in statement.facts} == expected
    assert statement.covers_all
    assert all(fact.quote in text and fact.messages == (1,) for fact in statement.facts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live in Munich with my two cats", {("city", "Munich")}),
        ("order-service runs on AWS and its owner is on holiday", {("cloud", "AWS")}),
        ("The user moved to Oslo in May 2025 for work", {("city", "Oslo")}),
    ],
)
def test_a_sentence_that_is_read_in_part_says_so(text: str, expected: set[tuple[str, str]]) -> None:
    statement = read_statement(text, AT)
    assert {(fact.predicate, fact.object) for fact in statement.facts} == expected
    assert not statement.covers_all


@pytest.mark.parametrize(
    "text",
    [
        "deploys are frozen on Fridays",
        "The wifi password is hunter2",
        "周五不发版",
        "If it rains the user stays home",
        "connection pool is 50",
        "",
    ],
)
def test_what_no_rule_reads_gives_nothing(text: str) -> None:
    assert parse_statement(text, AT) == ()
    assert not read_statement(text, AT).covers_all


@given(st.text(max_size=200))
def test_no_text_makes_it_raise(text: str) -> None:
    assert all(fact.quote in text for fact in read_statement(text, AT).facts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("记住我对花生过敏", [("user", "allergic_to", "花生")]),
        ("其实我对花生过敏", [("user", "allergic_to", "花生")]),
        ("请记住：我住在上海", [("user", "city", "上海")]),
        ("王小明对花生过敏", [("王小明", "allergic_to", "花生")]),
        ("Please remember that I hate olives", [("user", "dislikes", "olives")]),
        ("She lives in Rome", []),
        ("老是喜欢熬夜", []),
    ],
)
def test_the_words_that_ask_are_nobodys_name(text: str, expected: list[tuple[str, str, str]]) -> None:
    facts = parse_statement(text, AT)
    assert [(fact.subject, fact.predicate, fact.object) for fact in facts] == expected
