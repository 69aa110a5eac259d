"""English words that are noun in one statement and verb in the other: the same letters, the roles the other way round."""

from __future__ import annotations

from memory_pipeline.domain.comparison.align import verbs_of
from memory_pipeline.domain.comparison.english_verbs import ALSO, MOSTLY
from memory_pipeline.domain.comparison.thesaurus import akin
from memory_pipeline.domain.comparison.tokens import Token


def noun_for_verb(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> bool:
    """Whether a word names something in one and does something in the other: `X's host is Y` and `X hosts Y`."""
    partner = dict(pairs)
    for i, j in pairs:
        x, y = a[i], b[j]
        if not x.key.isascii():
            continue
        if x.key != y.key and (_predicate_noun(x, y) or _predicate_noun(y, x)):
            return True
        follows = partner.get(i + 1) == j + 1
        if follows and x.key == y.key and (_told_apart(a, b, i, j) or _told_apart(b, a, j, i)):
            return True
    return False


def place_exchanged(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> bool:
    """Whether two things have exchanged which of them is the place: `in X is Y` and `X is in Y`."""
    gone = came = False
    for i, j in pairs:
        x, y = a[i], b[j]
        if x.key.isascii() and x.kind in _THINGS and not (x.marks | y.marks) & _LISTED:
            gone = gone or (x.marker == "at" and not y.marker and "of" not in y.marks)
            came = came or (y.marker == "at" and not x.marker and "of" not in x.marks)
    return gone and came


_THINGS = frozenset(("word", "identifier"))
_LISTED = frozenset(("and", "comma"))


def _predicate_noun(noun: Token, verb: Token) -> bool:
    """`is a dependency of` and `depends on`: which of both depends, the noun does not say."""
    named = "copula" in noun.marks and not noun.tense and "copula" not in verb.marks
    named = named and not noun.text.endswith("ing")
    return named and (verb.key in verbs_of(noun.key) or akin(verb.key, noun.key))


def _told_apart(a: list[Token], b: list[Token], i: int, j: int) -> bool:
    noun, value, verb, other = a[i], a[i + 1], b[j], b[j + 1]
    if "copula" not in value.marks or value.kind != "word" or other.marks or other.marker:
        return False
    return verb.key in MOSTLY | ALSO and not any("copula" in t.marks for t in b) and not noun.tense
