"""A Chinese sentence of one verb with one thing beside its speaker: whatever the order, there is only one way to read it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from memory_pipeline.domain.comparison.chinese import RELATIONS, SURNAMES
from memory_pipeline.domain.comparison.chinese_kinds import Agency, agency
from memory_pipeline.domain.comparison.chinese_words import acts, part_of_speech
from memory_pipeline.domain.comparison.tokens import Token

_PERSONAL = frozenset(("person", "pronoun"))
_OPERATORS = frozenset("negation modality quantifier status".split())
_TEMPORAL = frozenset("date time weekday period rate daypart".split())
_PLAIN = frozenset(("", "at", "via", "obj"))
_WATERS = frozenset("湖河村县寺")
_TRADES = frozenset(
    "会计 法务 财务 客服 运维 经理 校长 队长 组长 店长 主任 医生 护士 警察 司机 教练 保安".split()
)
_NOBODY = frozenset("动员 人员 复员 裁员 会师 出师".split())
_CALLED = frozenset("小老阿")
_ENDS = frozenset("以前 后来".split())
_BESIDE = frozenset(("ad", "d", "a", "i", "l", "z"))


def one_way_to_read(a: Sequence[Token], b: Sequence[Token], pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether no order of these words can give another role to any of them.

    One verb; who, if anybody, before it in both; one thing; nothing that joins, denies or counts anything else.
    """
    if len(pairs) != len(a) or len(pairs) != len(b) or any(_joins(t) for t in (*a, *b)):
        return False
    verbs = [i for i, token in enumerate(a) if _is_verb(token)]
    partner = dict(pairs)
    things = [i for i, token in enumerate(a) if _is_thing(token) or _is_thing(b[partner[i]])]
    persons = [i for i, token in enumerate(a) if is_person(token)]
    if len(verbs) != 1 or not _one_thing(persons, partner) or not _one_thing(things, partner):
        return False
    if things and agency(a[things[-1]].said or a[things[-1]].text) is Agency.ACTS:
        return False
    if any(i > verbs[0] or partner[i] > partner[verbs[0]] for i in persons):
        return False
    return _keep_their_scope(a, b, partner) and _marked_once(a)


def _joins(token: Token) -> bool:
    return bool(token.marks & {"and", "copula", "paren"} or token.marker not in _PLAIN) or token.kind in {
        "sequence",
        "question",
        "suffix",
    }


def _is_verb(token: Token) -> bool:
    return token.kind == "word" and not token.marker and acts(token.text)


def is_person(token: Token) -> bool:
    """Whether the token is somebody: the speaker, a name that the dictionary knows, kin, 小李."""
    if token.kind in _PERSONAL:
        return True
    if token.text[-1:] in _WATERS:
        return False
    called = token.text[:1] in _CALLED and len(token.text) == len("小李") and token.text[1] in SURNAMES
    return token.kind == "word" and (
        called or _by_trade(token) or token.key in RELATIONS or part_of_speech(token.text) == "nr"
    )


def _by_trade(token: Token) -> bool:
    """Whether the word names somebody by what they do: `律师`, `管理员`, `会计`."""
    named = token.text[-1:] in {"员", "师"} and part_of_speech(token.text) == "n"
    return token.text in _TRADES or (named and token.text not in _NOBODY)


def _is_thing(token: Token) -> bool:
    if is_person(token):
        return False
    named = token.kind == "identifier" or (
        token.kind == "word" and not acts(token.text) and part_of_speech(token.text) not in _BESIDE
    )
    return named and token.marker in {"", "obj"}


def _one_thing(things: Sequence[int], partner: dict[int, int]) -> bool:
    """Whether the things are one phrase: side by side, and in one order, in both."""
    return all(y - x == 1 and partner[y] - partner[x] == 1 for x, y in pairwise(things))


def _keep_their_scope(a: Sequence[Token], b: Sequence[Token], partner: dict[int, int]) -> bool:
    """Whether what denies, limits or counts stands before the same word in both, phrases of time apart."""
    return all(
        _next_word(a, i) == _next_word(b, partner[i])
        for i, token in enumerate(a)
        if (token.kind in _OPERATORS or token.kind == "figure") and token.key not in _ENDS
    )


def _next_word(tokens: Sequence[Token], index: int) -> str:
    rest = (t for t in tokens[index + 1 :] if t.kind not in _TEMPORAL and t.key not in _ENDS)
    return next((t.key for t in rest), "")


def _marked_once(tokens: Sequence[Token]) -> bool:
    """Whether no two phrases have one preposition, and no two tell one kind of time."""
    told = [t.marker for t in tokens if t.marker] + [t.kind for t in tokens if t.kind in _TEMPORAL]
    return len(told) == len(set(told))
