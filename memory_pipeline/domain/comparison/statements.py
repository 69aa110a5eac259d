"""Two whole statements: the same thing said, or not. When in doubt they are not."""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.domain.comparison.align import Alignment, align
from memory_pipeline.domain.comparison.chinese_asked import asked_and_told
from memory_pipeline.domain.comparison.chinese_clefts import does_another_thing
from memory_pipeline.domain.comparison.chinese_exchanges import what_is_exchanged
from memory_pipeline.domain.comparison.chinese_segments import cut_as_the_other, same_characters
from memory_pipeline.domain.comparison.differences import (
    copula_difference,
    left_over,
    marker_difference,
    tense_difference,
)
from memory_pipeline.domain.comparison.english_constructions import in_one_construction, without_tail
from memory_pipeline.domain.comparison.english_roles import noun_for_verb
from memory_pipeline.domain.comparison.frames import in_one_form
from memory_pipeline.domain.comparison.labels import one_labels_the_other
from memory_pipeline.domain.comparison.lexer import lex, lex_characters
from memory_pipeline.domain.comparison.normalise import has_cjk, normal_statement, reads_as_chinese_or_english
from memory_pipeline.domain.comparison.order import copular_clauses, same_order
from memory_pipeline.domain.comparison.precision import more_precise
from memory_pipeline.domain.comparison.relations import one_relation
from memory_pipeline.domain.comparison.result import Comparison, different, mirrored, same
from memory_pipeline.domain.comparison.tokens import Token
from memory_pipeline.domain.comparison.voice import active, adverbial_last, agentless
from memory_pipeline.domain.comparison.wording import chinese_phrases

# no other form of the sentence makes up for these
_DECIDED = frozenset(("figure", "unit", "date", "identifier", "question"))
_WORDING = "Nothing but the wording differs."
_UNSURE = different("unsure", "No form of a sentence fits both.")


def compare_statements(a: str, b: str) -> Comparison:
    """How statement `b` relates to statement `a`; DIFFERENT unless nothing but wording differs."""
    left, right = normal_statement(a), normal_statement(b)
    if left == right:
        return same("equal", "Both statements are the same, word for word.")
    if not (reads_as_chinese_or_english(left) and reads_as_chinese_or_english(right)):
        return different("unsure", "In this language only statements of the same words are taken as one.")
    if left > right:
        return mirrored(_compare(right, left))
    return _compare(left, right)


def _compare(left: str, right: str) -> Comparison:
    found = compare_tokens(_tokens(left), _tokens(right))
    if found.mergeable or not has_cjk(left) or not same_characters(left, right):
        return found
    for x, y in ((cut_as_the_other(left, right), right), (left, cut_as_the_other(right, left))):
        if (x, y) != (left, right) and compare_tokens(_tokens(x), _tokens(y)).mergeable:
            return same("wording", _WORDING)
    return found


def compare_tokens(a: list[Token], b: list[Token]) -> Comparison:
    """How the statement of tokens `b` relates to that of tokens `a`."""
    if not a or not b:
        return different("unsure", "One of the statements has no words to compare.")
    alignment = align(a, b)
    found = _exchanged(a, b, alignment)
    if found:
        return found
    plain = _verdict(a, b, alignment)
    if plain.mergeable and not noun_for_verb(a, b, list(alignment.pairs)):
        return plain
    if plain.kind == "role" and does_another_thing(a, b, list(alignment.pairs)):
        return plain
    if plain.mergeable and _own_label(a, b):
        return plain
    if plain.mergeable:
        return different("role", "A word names something in one and does something in the other.")
    if _asked(a, b):
        return same("wording", _WORDING)
    splits = [(a, b)]
    if _splittable(a, alignment.left, b, alignment.right) or _splittable(
        b, alignment.right, a, alignment.left
    ):
        a, b = _resegmented(a, b, alignment)
        splits.append((a, b))
        plain = _verdict(a, b, align(a, b))
    if plain.mergeable or (plain.kind in _DECIDED and plain.kind != "date"):
        return plain
    if plain.kind == "date":  # but a label names the day of what happens every week
        return same("wording", _WORDING) if _labelled(splits) else plain
    found = next((found for found in (_in_forms(x, y) for x, y in splits) if found), plain)
    if not found.mergeable and (_labelled(splits) or _clause_by_clause(a, b) or _constructed(a, b)):
        return same("wording", _WORDING)
    return found


def _constructed(a: list[Token], b: list[Token]) -> bool:
    """Whether both English statements agree once a construction of one is undone as the other has it."""
    if any(_chinese(t) for t in (*a, *b)):
        return False
    p, q = without_tail(a, b)
    if p is not a and ((_in_forms(p, q) or _UNSURE).mergeable or one_labels_the_other(p, q)):
        return True
    return any(_undone(x, y) for x, y in in_one_construction(a, b))


def _undone(a: list[Token], b: list[Token]) -> bool:
    alignment = align(a, b)
    if noun_for_verb(a, b, list(alignment.pairs)):
        return False
    verdict = _verdict(a, b, alignment)
    open_still = verdict.kind in {"entity", "unsure", "role", "direction", "quantifier"}
    return verdict.mergeable or (
        open_still and ((_in_forms(a, b) or _UNSURE).mergeable or one_labels_the_other(a, b))
    )


def _own_label(a: list[Token], b: list[Token]) -> bool:
    """`fear: flying` and `I fear flying`: what the user does, named by one word."""
    said = [tokens for tokens in (a, b) if tokens[0].key == "user" and "of" not in tokens[1].marks]
    label = [tokens for tokens in (a, b) if tokens[0].key != "user"]
    if len(said) != 1 or len(label) != 1 or "colon" not in label[0][1].marks:
        return False
    return said[0][1].key == label[0][0].key and not said[0][1].tense and "copula" not in said[0][1].marks


def _clause_by_clause(a: list[Token], b: list[Token]) -> bool:
    """Whether both are the same English clauses, each with its own copula: `Primary: db1; backup: db2`."""
    if any(_chinese(t) for t in (*a, *b)):
        return False
    mine, theirs = copular_clauses(a), copular_clauses(b)
    return len(mine) == len(theirs) > 1 and all(
        compare_tokens(x, y).mergeable for x, y in zip(mine, theirs, strict=True)
    )


def _exchanged(a: list[Token], b: list[Token], alignment: Alignment) -> Comparison | None:
    return what_is_exchanged(a, b, alignment.pairs) if any(_chinese(t) for t in a) else None


def _asked(a: list[Token], b: list[Token]) -> bool:
    return any(_chinese(t) for t in a) and asked_and_told(a, b)


def _labelled(splits: list[tuple[list[Token], list[Token]]]) -> bool:
    """Whether one is a label with a value that says what the other does; each language has its own words for it."""
    a, b = splits[-1]
    if any(_chinese(t) for t in (*a, *b)):
        return any(one_relation(x, y) for x, y in splits)
    return one_labels_the_other(a, b)


def _in_forms(a: list[Token], b: list[Token]) -> Comparison | None:
    """SAME if both fit one form of a sentence with the same fillings, or the active of both is alike."""
    x, y = adverbial_last(a), adverbial_last(b)
    if not any("colon" in t.marks and t.key.isascii() for t in (*a, *b)):  # a label has no voice
        x, y = active(x), active(y)
    if (x is not a or y is not b) and _agree(x, y):
        return same("wording", _WORDING)
    p, q = agentless(a), agentless(b)
    if (p is a) != (q is b) and _agree(p, q):
        return same("wording", _WORDING)
    if copula_difference(a, b):
        return None
    if (x is not a or y is not b) and noun_for_verb(x, y, list(align(x, y).pairs)):
        return None
    for p, q in ((x, y), *_without_times(x, y)):
        for left, right in in_one_form(p, q):
            if _verdict(left, right, align(left, right)).mergeable:
                return same("wording", _WORDING)
    return None


def _agree(a: list[Token], b: list[Token]) -> bool:
    """Whether two forms of the statements differ in wording only, and no noun of one is a verb in the other."""
    alignment = align(a, b)
    return _verdict(a, b, alignment).mergeable and not noun_for_verb(a, b, list(alignment.pairs))


def _without_times(a: list[Token], b: list[Token]) -> list[tuple[list[Token], list[Token]]]:
    """Both without the one adverbial of time that both have; nothing if they have none, or more than one."""
    times_a, times_b = ([t for t in tokens if t.kind in _TIMES] for tokens in (a, b))
    if len(times_a) != 1 or len(times_b) != 1 or times_a[0].key != times_b[0].key:
        return []
    if {times_a[0].marker, times_b[0].marker} - {"", "at"} and times_a[0].marker != times_b[0].marker:
        return []
    if any("and" in t.marks for t in (*a, *b)):
        return []
    return [([t for t in a if t is not times_a[0]], [t for t in b if t is not times_b[0]])]


_TIMES = frozenset("date weekday period rate".split())


def _tokens(text: str) -> list[Token]:
    return [replace(token) for token in lex(text)]


def _splittable(
    tokens: list[Token], mine: tuple[int, ...], others: list[Token], theirs: tuple[int, ...]
) -> bool:
    """Whether a Chinese word without a partner might be several words of the other statement."""
    return any(len(tokens[i].text) > 1 and _chinese(tokens[i]) for i in mine) and any(
        _chinese(others[j]) for j in theirs
    )


def _chinese(token: Token) -> bool:
    return "\u3400" <= token.text[0] <= "\u9fff"


def _resegmented(a: list[Token], b: list[Token], alignment: Alignment) -> tuple[list[Token], list[Token]]:
    return _split(a, alignment.left), _split(b, alignment.right)


def _split(tokens: list[Token], indices: tuple[int, ...]) -> list[Token]:
    unmatched = set(indices)
    result: list[Token] = []
    for i, token in enumerate(tokens):
        made_up = token.kind == "word" and len(token.text) > 1 and token.text not in chinese_phrases()
        if i in unmatched and made_up and _chinese(token):
            result.extend(lex_characters(token))
        else:
            result.append(token)
    return result


def _verdict(a: list[Token], b: list[Token], alignment: Alignment) -> Comparison:
    found = left_over(a, b, alignment)
    if found:
        return more_precise(a, b, alignment) or found
    pairs = list(alignment.pairs)
    found = tense_difference(a, b, pairs)
    if found:
        return found
    if not same_order(a, b, pairs):
        return different("role", "The same words stand in other places, so they may play other roles.")
    return marker_difference(a, b, pairs) or same("wording", _WORDING)
