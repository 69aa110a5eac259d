"""Neighbours in a Chinese sentence that may turn: a couple of kin, what a thing is like, a list of things and the verb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from memory_pipeline.domain.comparison.chinese_participants import is_person
from memory_pipeline.domain.comparison.chinese_words import acts
from memory_pipeline.domain.comparison.tokens import Token

_MAX_TOLD = 3


class Span(Protocol):
    """A block as `order.py` makes it."""

    a: tuple[int, int]
    b: tuple[int, int]
    members: list[tuple[int, int]]


def couple(a: Sequence[Token], b: Sequence[Token], x: Span, y: Span) -> bool:
    """`爷爷奶奶` and `奶奶爷爷`: two of a pair of kin, side by side with nothing between, are a list."""
    if not (len(x.members) == 1 == len(y.members)) or a[y.a[0]].marks or b[x.b[0]].marks:
        return False
    beside = y.a[0] - x.a[0] == 1 and x.b[0] - y.b[0] == 1
    said = a[y.a[0] + 1 :]
    clear = any(
        t.marker == "at" or "copula" in t.marks or (t.kind == "word" and not acts(t.text)) for t in said
    )
    return beside and clear and frozenset((a[x.a[0]].key, a[y.a[0]].key)) in _COUPLES


_COUPLES = frozenset(
    frozenset(two.split("-"))
    for two in "祖父-祖母 外祖父-外祖母 父亲-母亲 哥哥-姐姐 弟弟-妹妹 儿子-女儿 叔叔-阿姨".split()
)


def attribute_behind(a: Sequence[Token], b: Sequence[Token], x: Span, y: Span) -> bool:
    """`一只叫团子的橘猫` and `一只橘猫，叫团子`: what a thing is like, before it or at the end behind a comma."""
    inside = [a[i] for i, _ in x.members]
    behind = b[x.b[0]]
    if "of" not in a[y.a[0]].marks or "comma" not in behind.marks or x.b[1] != len(b) - 1 or x.a[0] == 0:
        return False
    if y.a[1] != len(a) - 1 or behind.marks & {"and", "of"} or behind.marker or len(inside) > _MAX_TOLD:
        return False
    told = inside[1:] if inside[0].key == "名叫" else inside
    if any(is_person(t) or t.marker or t.kind in {"figure", "negation"} for t in inside):
        return False
    named = told is not inside or not any(t.kind == "identifier" for t in inside)
    return named and not any(is_person(a[i]) for i, _ in y.members)


def before_the_verb(a: Sequence[Token], b: Sequence[Token], blocks: Sequence[Span]) -> bool:
    """`我英语、法语都会说` and `我会说英语、法语`: somebody, and a list of things before or behind what is done with it."""
    if len(blocks) != len(("who", "what", "does")) or not is_person(a[0]) or a[0].marker:
        return False
    who, second, third = blocks
    if len(who.members) > 1 or who.b[0] != 0 or third.b[0] > second.b[0]:
        return False
    for tokens, what, does in ((a, second.a, third.a), (b, third.b, second.b)):
        things, doing = tokens[what[0] : what[1] + 1], tokens[does[0] : does[1] + 1]
        listed = any(t.marks & {"and", "comma"} for t in things[1:]) and does[1] == len(tokens) - 1
        plain = not any(is_person(t) or t.marker or t.marks & {"of", "copula"} for t in things)
        bare = not any(t.marks & {"and", "comma", "copula", "of"} or t.marker for t in (*doing, things[0]))
        if listed and plain and bare:
            return not any(acts(t.text) and len(t.text) > 1 for t in things)
    return False
