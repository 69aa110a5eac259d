"""How a memory reads as one line."""

from __future__ import annotations

import pytest

from memory_pipeline.domain.rendering import narrative, statement


@pytest.mark.parametrize(
    ("subject", "predicate", "value", "line"),
    [
        ("user", "city", "Munich", "user city: Munich"),
        ("order-service", "connection_pool_max", "50", "order-service connection pool max: 50"),
        ("user", "note", "The blue folder holds the tax papers", "The blue folder holds the tax papers"),
        ("order-service", "note", "restart it at night", "order-service note: restart it at night"),
    ],
)
def test_a_fact_names_its_place_and_a_note_speaks_for_itself(
    subject: str, predicate: str, value: str, line: str
) -> None:
    assert statement(subject, predicate, value) == line


def test_an_episode_says_nothing_twice() -> None:
    assert narrative("order-service is slow", "order-service is slow", None) == "order-service is slow"
    assert narrative("slow", "order-service was slow", "fixed") == "order-service was slow — fixed"
    assert (
        narrative("It is slow", "Looked into it", "It is slow no more")
        == "Looked into it — It is slow no more"
    )
    assert narrative("a", "", "") == "a"
