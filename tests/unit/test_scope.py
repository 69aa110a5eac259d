"""Whose memory it is: compared exactly, and refused where it names no one."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.scope import Scope, check_identifier, parse_tenant


@pytest.mark.parametrize(
    "text", ["user:alice", "team:sre", "project:x", "user:王小明", "user:a:b", "user: x ", "a-b_1:y"]
)
def test_a_scope_is_read_and_written_as_it_is(text: str) -> None:
    assert str(Scope.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "user", "user:", "user:  ", ":alice", "User:alice", "us er:alice", "1user:x", "user:a\x00b", "user:a\nb", "user:a\ud83d",
     "user:" + "x" * 257, "user:" + "王" * 86, "x" * 33 + ":y", "*:alice"],
)  # fmt: skip
def test_what_names_no_one_is_refused_with_advice(text: str) -> None:
    with pytest.raises(InvalidInput):
        Scope.parse(text)


def test_scopes_are_compared_exactly() -> None:
    assert Scope.parse("user:alice") != Scope.parse("user:Alice")
    assert Scope.parse("user:alice") != Scope.parse("user:alice ")
    assert Scope.parse("user:\u00e9") != Scope.parse("user:e\u0301")  # one letter, two ways of writing it


@pytest.mark.parametrize("text", ["", " ", "a b", "ä", "-x", "a/b", "x" * 64, "a\x00"])
def test_a_tenants_name_is_plain(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse_tenant(text)
    assert parse_tenant("Acme_1.eu-west") == "Acme_1.eu-west"


@given(st.text(st.characters(codec=None), max_size=300))
def test_an_identifier_is_kept_whole_or_refused(text: str) -> None:
    seen = any(unicodedata.category(ch) not in {"Cf", "Zs", "Zl", "Zp"} and not ch.isspace() for ch in text)
    fits = seen and not any(ch < " " or ch == "\x7f" or "\ud800" <= ch <= "\udfff" for ch in text)
    if fits and len(text.encode()) <= 256:
        assert check_identifier(text, "it") == text
    else:
        with pytest.raises(InvalidInput, match=r"^it "):
            check_identifier(text, "it")


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=60))
def test_a_users_scope_comes_back_from_text(user: str) -> None:
    try:
        scope = Scope.of_user(user)
    except InvalidInput:
        return
    assert Scope.parse(str(scope)) == scope
    assert scope.id == user
