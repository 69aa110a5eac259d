"""What may stand in several places of an English sentence: adverbs of manner and frequency, an object before its subject, appositions."""

from __future__ import annotations

from memory_pipeline.domain.comparison.english_verbs import MOSTLY
from memory_pipeline.domain.comparison.tokens import Token

_ADVERBS = frozenset(
    "often frequently regularly sometimes occasionally always constantly automatically manually quickly slowly directly immediately instantly recently carefully fully completely entirely partially partly locally remotely"
    " globally fluently reliably safely properly correctly strictly briefly shortly gradually steadily quietly secretly personally independently jointly together simultaneously temporarily permanently eventually"
    " periodically continuously normally usually generally typically originally sequentially".split()
)
_NOMINATIVE = frozenset("i we he she they".split())
_MAX_APPOSITION = 3


def moves_freely(a: list[Token], b: list[Token], span_a: tuple[int, int], span_b: tuple[int, int]) -> bool:
    """Whether these tokens, which both statements have, say the same in either place."""
    if span_a[0] == span_a[1] and a[span_a[0]].text in _ADVERBS and b[span_b[0]].text in _ADVERBS:
        return not (a[span_a[0]].marks | b[span_b[0]].marks) & {"copula", "and"} and _within(
            a, span_a[0]
        ) == _within(b, span_b[0])
    return _fronted_object(a, b, span_b) or _fronted_object(b, a, span_a)


def _within(tokens: list[Token], index: int) -> list[str]:
    """What stands before the adverb and turns what it says: `not always` is not `always not`."""
    return [t.key for t in tokens[:index] if t.kind == "negation" or t.key in _FOCUS]


_FOCUS = frozenset("only about even".split())


def _fronted_object(plain: list[Token], fronted: list[Token], span: tuple[int, int]) -> bool:
    """`session data we keep in X`: a pronoun that can only be the subject follows, and begins the other statement."""
    after = span[1] + 1
    if span[0] or after >= len(fronted) or fronted[0].marker:
        return False
    subject = fronted[after]
    return (
        subject.text in _NOMINATIVE
        and not (subject.marks or subject.marker)
        and plain[0].text == subject.text
        and not any(t.marks & {"copula", "and"} for t in fronted[: after + 1])
    )


def only_of_object(
    a: list[Token],
    b: list[Token],
    x_a: tuple[int, int],
    y_a: tuple[int, int],
    x_b: tuple[int, int],
    y_b: tuple[int, int],
) -> bool:
    """`only red grapes` and `red grapes only`, where they end the sentence: the object is what it is all about."""
    for one, two in ((x_a, y_a), (y_a, x_a)):
        if one[0] == one[1] and a[one[0]].key == "only" and one[0] > 0 and x_b[0] > 0 and y_b[0] > 0:
            ends = max(one[1], two[1]) == len(a) - 1 and max(x_b[1], y_b[1]) == len(b) - 1
            noun = a[two[0] : two[1] + 1]
            return (
                ends
                and len(noun) <= _MAX_APPOSITION
                and not any(t.key in MOSTLY or t.tense or t.marker for t in noun)
            )
    return False


def in_apposition(
    a: list[Token],
    b: list[Token],
    x_a: tuple[int, int],
    y_a: tuple[int, int],
    x_b: tuple[int, int],
    y_b: tuple[int, int],
) -> bool:
    """`our lead, Ann, is` and `Ann, our lead, is`: both set off by commas, both short."""
    ends = [(a, y_a), (b, x_b)]
    if any("comma" not in tokens[span[0]].marks or "and" in tokens[span[0]].marks for tokens, span in ends):
        return False
    if any(span[1] + 1 >= len(tokens) or "comma" not in tokens[span[1] + 1].marks for tokens, span in ends):
        return False
    return (
        max(span[1] - span[0] for span in (x_a, y_a, x_b, y_b)) < _MAX_APPOSITION
        and a[y_a[1] + 1].key == b[x_b[1] + 1].key
    )
