"""The words that recall looks memories up by, in Chinese and English."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.terms import terms


@pytest.mark.parametrize(
    ("query", "memory"),
    [
        ("过敏", "user allergic to: 花生 我对花生过敏，住在杭州"),
        ("花生", "我对花生过敏"),
        ("连接池", "订单服务的连接池已满"),
        ("上海", "我搬到上海浦东了"),
        ("moving", "I moved to Munich"),
        ("timeouts", "order-service timeout"),
        ("order service", "order-service is slow"),
        ("order-service", "the ORDER-SERVICE again"),
        ("connection pool", "connection_pool_max"),
        ("ＡＢＣ１２３", "abc123"),
        ("王", "王"),
    ],
)
def test_a_query_meets_the_memory_that_says_it_otherwise(query: str, memory: str) -> None:
    assert terms(query) & terms(memory)


@pytest.mark.parametrize("text", ["", " ", "the and of", "的 了 吗", "?!…", "\u200d"])
def test_what_is_in_every_sentence_is_no_term(text: str) -> None:
    assert terms(text) == frozenset()


def test_identifiers_count_whole_and_in_parts() -> None:
    assert {"order-service", "order", "service"} <= terms("order-service")
    assert {"10.0.0.7"} <= terms("host 10.0.0.7")


@given(st.text(st.characters(codec=None), max_size=80))
def test_any_text_has_terms_that_are_the_same_every_time_and_never_blank(text: str) -> None:
    found = terms(text)
    assert found == terms(text)
    assert all(term.strip() for term in found)
    assert found == terms(text.swapcase()) or not text.isascii()
