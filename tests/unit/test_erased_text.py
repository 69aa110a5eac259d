"""A text that is to be erased is found whatever its spelling, and covered without moving anything."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_pipeline.domain.erased_text import Needle, is_covered, masked, normal_text
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.segments import estimated_tokens
from tests.contract.sessions import AT


def needle(text: str) -> Needle:
    found = Needle.of(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("erased", "said"),
    [
        ("I live in Berlin", "well,  I\tLIVE in\nberlin now"),
        ("order 4711", "ｏｒｄｅｒ　４７１１"),
        ("密码是海盐1234", "我的密码是 海盐 １２３４，别告诉别人"),
        ("Straße", "STRASSE 5"),
        ("café", "cafe\u0301 au lait"),
        ("Ⅻ", "chapter XII"),
        ("password", "pass\u200bword"),
        ("ﬁne", "FINE"),
        ("北京", "我在北\u200e\u2062\U000e0100京"),
        ("台湾大学", "我讀臺灣大學"),
        ("我在臺北", "我在台北"),
        ("密码是海盐", '{"text": "\\u5bc6\\u7801\\u662f \\u6d77\\u76d0"}'),
        ("密码", r'{"body": "{\"text\": \"\\u5bc6\\u7801\"}"}'),
        ("😀 yes", r'{"text": "\ud83d\ude00 yes"}'),
        ("café", r'{"text": "cafe\u0301"}'),
        ('she said "no"\nto me', r'{"text": "She said \"no\"\n\tto me"}'),
        (r"C:\new", r'{"path": "c:\\NEW"}'),
    ],
)
def test_a_text_is_found_in_any_spelling(erased: str, said: str) -> None:
    assert needle(erased).within(said)
    cover = masked(said, [needle(erased)])
    assert not needle(erased).within(cover)
    assert len(cover) == len(said)
    if said.startswith("{"):
        json.loads(cover)


@pytest.mark.parametrize(
    ("erased", "said"),
    [
        ("Berlin", "Berli n"),
        ("a b", "ab"),
        ("密码", "密令"),
        ("12", "1 2"),
        ("密码", r"\u5bc6\u4ee4"),
        ("ud83d", r"half \ud83c a character"),
    ],
)
def test_what_reads_otherwise_is_left_alone(erased: str, said: str) -> None:
    assert masked(said, [needle(erased)]) == said


def test_every_occurrence_is_covered_and_nothing_else() -> None:
    assert masked("Ann, ann and Anna", [needle("ANN ,")]) == "Ann, ann and Anna"
    assert masked("Bo met bo, BO.", [needle("bo")]) == "** met **, **."
    assert masked("我住在北京。", [needle("北京")]) == "我住在\uff0a\uff0a。"


@pytest.mark.parametrize("nothing", ["", "  \n", "\u200b"])
def test_nothing_is_no_text_to_erase(nothing: str) -> None:
    assert Needle.of(nothing) is None


any_text = st.lists(
    st.sampled_from([*"aB 1\u00e9e\u0301密码臺台ｆＦ\u3000ß\u200b가ᄀ\u1161\t", "\\u5bc6", '\\"', "\\n"]),
    max_size=24,
).map("".join)


@given(any_text, any_text, any_text)
def test_what_was_covered_is_not_found_again_and_moves_no_cut(before: str, erased: str, after: str) -> None:
    found = Needle.of(erased)
    if found is None:
        return
    said = before + erased + after
    cover = masked(said, [found])
    assert len(cover) == len(said)
    assert not found.within(cover)
    sizes = [estimated_tokens(Message("m", Role.USER, text, AT)) for text in (said, cover)]
    assert sizes[0] == sizes[1]


@given(any_text)
def test_the_normal_form_is_one_for_all_spellings(text: str) -> None:
    for form in ("NFC", "NFD", "NFKC"):
        assert normal_text(unicodedata.normalize(form, text)) == normal_text(text)
    assert normal_text(normal_text(text)) == normal_text(text)


@pytest.mark.parametrize("erased", ["Bo", "Zaubernuss", "王", "王小明"])
def test_what_was_covered_is_seen_to_be(erased: str) -> None:
    assert is_covered(masked(erased, [needle(erased)]))
    assert is_covered(masked(f"{erased} {erased} {erased} Meyer", [needle("王"), needle("Zaubernuss")])) == (
        erased != "Bo"
    )


@pytest.mark.parametrize("text", ["* * * * *", "0 3 * * *", "**Bob**", "src/**/*.py", "5 * 3", "Bob"])
def test_asterisks_of_ones_own_cover_nothing(text: str) -> None:
    assert not is_covered(text)
