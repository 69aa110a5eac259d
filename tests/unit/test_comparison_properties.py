"""Laws of the comparison, over generated statements: reflexive, symmetric, blind to spelling, never blind to a value."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_pipeline.domain.comparison import (
    Sameness,
    compare_statements,
    compare_values,
    normal_statement,
    normal_value,
)
from memory_pipeline.domain.registry import ValueType
from tests.support.pair_templates import Pair, generated_pairs

PAIRS = [*generated_pairs("en", each=3, seed=11), *generated_pairs("zh", each=3, seed=11)]
STATEMENTS = sorted({text for pair in PAIRS for text in (pair.a, pair.b)})
MIRROR = {Sameness.REFINES: Sameness.GENERALISES, Sameness.GENERALISES: Sameness.REFINES}
pairs = st.sampled_from(PAIRS)
statements = st.sampled_from(STATEMENTS)
any_text = st.text(max_size=60)
value_types = st.sampled_from(list(ValueType))


def full_width(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def respelt(text: str, how: int) -> str:
    return [
        text.upper(),
        text.lower(),
        full_width(text),
        text.rstrip(".。") + "!",
        f"  {text} ",
        text.replace(" ", "  "),
        text.rstrip(".。"),
    ][how]


@settings(max_examples=1000, deadline=None)
@given(any_text | statements, any_text | statements)
def test_comparison_is_reflexive_and_symmetric(a: str, b: str) -> None:
    assert compare_statements(a, a).sameness is Sameness.SAME
    there, back = compare_statements(a, b), compare_statements(b, a)
    assert MIRROR.get(there.sameness, there.sameness) is back.sameness
    assert there.kind == back.kind


@settings(max_examples=1000, deadline=None)
@given(any_text | statements, any_text | statements, value_types)
def test_values_are_equal_exactly_if_their_normal_forms_are(a: str, b: str, value_type: ValueType) -> None:
    there, back = compare_values(a, b, value_type), compare_values(b, a, value_type)
    assert MIRROR.get(there.sameness, there.sameness) is back.sameness
    equal = normal_value(a, value_type) == normal_value(b, value_type)
    assert equal == (there.sameness is Sameness.SAME and there.kind == "equal")


@settings(max_examples=1000, deadline=None)
@given(any_text | statements, value_types)
def test_normal_forms_are_stable(text: str, value_type: ValueType) -> None:
    normal = normal_value(text, value_type)
    assert normal_value(normal, value_type) == normal
    assert normal_statement(normal_statement(text)) == normal_statement(text)


@settings(max_examples=1000, deadline=None)
@given(pairs, st.integers(0, 6), st.integers(0, 6))
def test_spelling_never_changes_the_answer(pair: Pair, how_a: int, how_b: int) -> None:
    plain = compare_statements(pair.a, pair.b).mergeable
    assert compare_statements(respelt(pair.a, how_a), respelt(pair.b, how_b)).mergeable == plain
    assert compare_statements(pair.a, respelt(pair.a, how_a)).sameness is Sameness.SAME


@settings(max_examples=1000, deadline=None)
@given(statements, st.data())
def test_another_digit_is_never_the_same(text: str, data: st.DataObject) -> None:
    places = [m.start() for m in re.finditer(r"[0-9]", text)]
    if not places:
        return
    place = data.draw(st.sampled_from(places))
    digit = data.draw(st.sampled_from([d for d in "123456789" if d != text[place]]))
    assert not compare_statements(text, text[:place] + digit + text[place + 1 :]).mergeable


@settings(max_examples=1000, deadline=None)
@given(statements, st.data())
def test_another_name_is_never_the_same(text: str, data: st.DataObject) -> None:
    names = re.findall(r"\b[A-Z][a-z]{3,}[kmnrx]\b", text) or re.findall(
        r"[赵钱孙李周吴郑冯陈褚卫蒋沈韩][岚霖璟瑄铭骁嵘澜翊昊宸煜珩琰芮莹]{2}", text
    )
    if not names:
        return
    name = data.draw(st.sampled_from(names))
    other = "Quorvath" if name.isascii() else "欧阳梓"
    assert not compare_statements(text, text.replace(name, other, 1)).mergeable


@settings(max_examples=1000, deadline=None)
@given(
    st.sampled_from(
        [p for p in PAIRS if p.kind in {"negation", "role", "unit", "direction", "modality", "quantifier"}]
    ),
    st.integers(0, 6),
)
def test_what_is_negated_turned_or_measured_otherwise_is_never_the_same(pair: Pair, how: int) -> None:
    assert not compare_statements(pair.a, respelt(pair.b, how)).mergeable
