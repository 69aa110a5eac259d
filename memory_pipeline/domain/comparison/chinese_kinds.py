"""What kind of thing a Chinese noun names: somebody who acts, a thing that is only acted upon, or what may be either.

Chinese nouns end in what they are, so a word the extended Cilin does not hold is taken for what its end is.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import rjieba

from memory_pipeline.domain.comparison.chinese_thesaurus import categories_of
from memory_pipeline.domain.comparison.chinese_words import acts

_ACTING = ("A", "Dm", "Di05", "Di09", "Di10")
_MOVING = (
    "Bi",
    "Bo01",
    "Bo21",
    "Bf",
    "Bg",
    "Db",
    "Dd05",
    "Dd06",
)  # animals, machines, weather, systems: they act at times
_INERT = ("B", "Da", "Df", "Dd", "Di24", "Dj", "Dk", "Dn", "Cb")
_NOUNS = ("A", "B", "C", "D")
_HOLDING = ("Bn", "Bp", "Bo22", "Bo26", "Bo29")
_ADVERBS = "Ka"
_OFFICES = frozenset("部组队处科局院司厂店馆校团会所班方商员师者户手长")
_CATEGORY = len("Dk14")


class Agency(Enum):
    """Whether what a noun names does things."""

    ACTS = "acts"
    INERT = "inert"
    MOVES = "moves"
    OPEN = "open"


@lru_cache(maxsize=16384)
def agency(word: str) -> Agency:
    """Whether `word` names who acts, what is acted upon, or an animal or machine that moves; OPEN for what is not known."""
    for begin in range(max(len(word) - 1, 1)):
        codes = _codes(word[begin:])
        if codes:
            return _of(codes)
    named = len(word) > 1 and word[-1] in _OFFICES and not acts(word)
    return Agency.ACTS if named else Agency.OPEN


def holds_things(word: str) -> bool:
    """Whether `word` names furniture, a vessel or a building: on it and in it are two places."""
    codes = _codes(word) or _codes(word[-1:])
    return any(code.startswith(_HOLDING) for code in codes)


def only_a_noun(word: str) -> bool:
    """Whether the Cilin holds `word` for a noun and nothing else: 需求, which the dictionary calls a verb."""
    codes = _codes(word)
    return bool(codes) and all(code.startswith(_NOUNS) for code in codes)


def only_an_adverb(word: str) -> bool:
    """Whether the Cilin holds `word` for an adverb and nothing else."""
    codes = _codes(word)
    return bool(codes) and all(code.startswith(_ADVERBS) for code in codes)


def _of(listed: frozenset[str]) -> Agency:
    codes = [code for code in listed if code.startswith(_NOUNS)]
    if any(code.startswith(_ACTING) for code in codes):
        return Agency.ACTS
    if any(code.startswith(_MOVING) for code in codes):
        return Agency.MOVES
    inert = bool(codes) and all(code.startswith(_INERT) for code in codes)
    return Agency.INERT if inert else Agency.OPEN


@lru_cache(maxsize=16384)
def _codes(word: str) -> frozenset[str]:
    """The categories that the Cilin has for `word`, empty for what it does not hold."""
    return frozenset(code[:_CATEGORY] for code, _ in categories_of(word))


@lru_cache(maxsize=16384)
def tag_of(word: str) -> str:
    """The dictionary's tag of `word`, of one character too; empty for what it does not know as one word."""
    tagged = rjieba.tag(word)
    return tagged[0][1] if len(tagged) == 1 else ""
