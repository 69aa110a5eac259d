"""What must be alike for two statements to say the same, cheap to check: most pairs of a slot are told apart by it.

The check never keeps apart what the whole comparison would take as one; that a pair passes
it says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from memory_pipeline.domain.comparison import english_labels
from memory_pipeline.domain.comparison.align import MAX_RUN, verbs_of
from memory_pipeline.domain.comparison.chinese_asked import EVERY, asking_words
from memory_pipeline.domain.comparison.differences import NEGLIGIBLE
from memory_pipeline.domain.comparison.english_turns import PEOPLES
from memory_pipeline.domain.comparison.forms import all_forms
from memory_pipeline.domain.comparison.labels import acts_of, known_words
from memory_pipeline.domain.comparison.lexer import lex
from memory_pipeline.domain.comparison.normalise import normal_statement
from memory_pipeline.domain.comparison.numerals import plain
from memory_pipeline.domain.comparison.precision import MIN_PARTNERS
from memory_pipeline.domain.comparison.relations import category_nouns, relation_words
from memory_pipeline.domain.comparison.thesaurus import partners
from memory_pipeline.domain.comparison.tokens import Token

_COUNTED = frozenset(("figure", "identifier"))
_ONCE = "1"  # some forms may do without it
_SPANS = frozenset(EVERY.values())
_FEW = 2  # a long statement may have this many words more than another that says the same less precisely


@dataclass(frozen=True, slots=True)
class Sketch:
    """`figures` must be equal; each of `needed` must meet the other's `names`, which also holds what its words can stand for."""

    figures: tuple[str, ...]
    needed: tuple[frozenset[str], ...]
    names: frozenset[str]
    texts: frozenset[str]
    runs: frozenset[str]
    length: int


def surely_different(x: Sketch, y: Sketch) -> bool:
    """Whether two statements cannot say the same: another figure, or words on both sides that nothing answers to."""
    if x.figures != y.figures:
        return True
    mine, theirs = _unanswered(x, y), 0
    if mine <= _FEW:
        theirs = _unanswered(y, x)
    if not mine and not theirs:
        return False
    refined = not (mine and theirs) and mine + theirs <= _FEW and min(x.length, y.length) >= MIN_PARTNERS
    return not refined and x.runs.isdisjoint(y.texts) and y.runs.isdisjoint(x.texts)


def _unanswered(one: Sketch, other: Sketch) -> int:
    """How many words of `one` have no answer in `other`, counted up to what no pair survives."""
    count = 0
    for answers in one.needed:
        if answers.isdisjoint(other.names):
            count += 1
            if count > _FEW:
                break
    return count


def sketch(text: str) -> Sketch:
    """What of a statement can be checked before the statement is compared."""
    tokens = lex(normal_statement(text))
    spared = category_nouns(tokens)
    words = [t for n, t in enumerate(tokens) if t.kind == "word" and not t.light and n not in spared]
    names = {t.key for t in tokens}
    for token in tokens:
        names.update(verbs_of(token.key), acts_of(token.key))
        names.update(c for c in (PEOPLES.get(token.key),) if c)
        names.update(c for c in token.text if not c.isascii())
    return Sketch(
        tuple(sorted(_figure(t) for t in tokens if t.kind in _COUNTED and not (t.light or _open(t.key)))),
        tuple(_answers(t) for t in words if t.key not in _dispensable()),
        frozenset(names),
        frozenset(t.text for t in tokens) | frozenset(t.key for t in tokens),
        frozenset(_runs(tokens)),
        len(tokens),
    )


def _open(key: str) -> bool:
    """Whether a figure may be another word in the other: `1`, `2016`, which may be a year, a day, which may be `every day`."""
    a_year = len(key) == len("2016") and key.isdigit() and key[:2] in {"19", "20"}
    return a_year or key == _ONCE or key in _SPANS


def _figure(token: Token) -> str:
    """The key as far as it must be equal: a bare sum may be one of yuan, and letters alone may be spelt out."""
    if token.kind == "identifier" and token.key.isalpha():
        return ""
    number, _, unit = token.key.partition(" ")
    if unit == "m":
        return plain(Decimal(number) * 1_000_000)  # metres, or millions
    return number if unit in {"cny", "age"} else token.key


def _answers(token: Token) -> frozenset[str]:
    answers = {token.key, *partners(token.key), *verbs_of(token.key), *acts_of(token.key)}
    answers.update(c for c in (PEOPLES.get(token.key),) if c)
    if not token.text.isascii():
        answers.update(token.text)
    return frozenset(answers)


def _runs(tokens: tuple[Token, ...]) -> set[str]:
    """The acronyms and joined spellings of neighbouring words."""
    found = set()
    for start in range(len(tokens)):
        for end in range(start + 2, min(start + MAX_RUN, len(tokens)) + 1):
            texts = [t.text for t in tokens[start:end]]
            found.add("".join(text[0] for text in texts))
            found.add("".join(texts))
            found.add("".join(t.key for t in tokens[start:end]))
    return found


@cache
def _dispensable() -> frozenset[str]:
    """Words that may be missing on one side: literals of forms, what labels say, and what carries no weight."""
    literals = {key for form in all_forms() for way in form.ways for key in way.literals}
    listed = relation_words() | known_words() | asking_words()
    return frozenset(literals) | listed | english_labels.GENERIC | NEGLIGIBLE
