"""Whether two Chinese words may stand for each other: words of one line of synonyms in the extended Cilin.

The library that carries the Cilin (WordSimilarity) is only asked for its file. Words are taken where the Cilin holds them for the same, not for
related: no persons, places, times, numbers or words of grammar, no crowded lines, nothing that differs in a direction or a pole, and no word that
has a wording of its own here.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from pathlib import Path

import word_similarity

from memory_pipeline.domain.comparison.wording import chinese_phrases

_CROWD = 14
_MIN_WORD = 2
_LEFT_OUT = ("A", "C", "K", "L", "Di", "Dn", "Bi", "Bh", "Bg", "Ba", "Ee", "Eb")
_POLES = frozenset(
    "来去上下进出入前后左右大小多少高低早晚开关内外东西南北男女父母买卖借还升降增减加收冷热快慢长短轻重新旧老正反首末始终起停有无不未非好坏深浅红黑白黄蓝绿甲乙公母亲养主副总分全半初复双单送取接发涨跌胜败攻守教学"
)


def chinese_synonymous(x: str, y: str) -> bool:
    """Whether two words, as tokens have them once phrases are in one wording, are listed for the same."""
    return y in chinese_partners(x) and not _opposed(x, y)


def _opposed(x: str, y: str) -> bool:
    """Whether what two words do not share may point opposite ways: 回来 and 回去."""
    shared = frozenset(x) & frozenset(y)
    return bool((frozenset(x) - shared) & _POLES and (frozenset(y) - shared) & _POLES)


@lru_cache(maxsize=16384)
def chinese_partners(word: str) -> frozenset[str]:
    """The words that may stand for `word`; none for one of a single character, or that has a wording of its own."""
    if len(word) < _MIN_WORD or word in chinese_phrases():
        return frozenset()
    found: set[str] = set()
    for code, words in categories_of(word):
        if code.endswith("=") and not code.startswith(_LEFT_OUT) and len(words) <= _CROWD:
            found.update(w for w in words if len(w) >= _MIN_WORD and w not in chinese_phrases())
    return frozenset(found - {word})


def categories_of(word: str) -> list[tuple[str, list[str]]]:
    """The code and the words of each category of the extended Cilin that holds `word`."""
    lines, places = _cilin()
    found = []
    for place in places.get(word, ()):
        code, *words = lines[place].split()
        found.append((code, words))
    return found


@cache
def _cilin() -> tuple[list[str], dict[str, list[int]]]:
    """The lines of the extended Cilin, and which of them hold each word."""
    path = Path(word_similarity.__file__).parents[1] / "data" / "cilin_ex.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    places: dict[str, list[int]] = defaultdict(list)
    for n, line in enumerate(lines):
        for word in line.split()[1:]:
            places[word].append(n)
    return lines, places
