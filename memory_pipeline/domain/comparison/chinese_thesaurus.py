"""Whether two Chinese words may stand for each other: words of one line of synonyms in the extended Cilin.

The library that carries the Cilin (WordSimilarity) is only asked for its file. Words are taken where the Cilin holds them for the same, not for
related: no persons, places, times, numbers or words of grammar, no crowded lines, nothing that differs in a direction or a pole, and no word that
has a wording of its own here.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import word_similarity

from memory_pipeline.domain.comparison.wording import chinese_phrases

_CROWD = 14
_LEFT_OUT = ("A", "C", "K", "L", "Di", "Dn", "Bi", "Bh", "Bg", "Ba", "Ee", "Eb")
_POLES = frozenset(
    "来去上下进出入前后左右大小多少高低早晚开关内外东西南北男女父母买卖借还升降增减加收冷热快慢长短轻重新旧老正反首末始终起停有无不未非好坏深浅红黑白黄蓝绿甲乙公母亲养主副总分全半初复双单送取接发涨跌胜败攻守教学"
)


def chinese_synonymous(x: str, y: str) -> bool:
    """Whether two words, as tokens have them once phrases are in one wording, are listed for the same."""
    return y in chinese_partners(x) and not _opposed(x, y)


def chinese_partners(word: str) -> frozenset[str]:
    """The words that may stand for `word`; none for one of a single character."""
    return _partners().get(word, frozenset())


def _opposed(x: str, y: str) -> bool:
    """Whether what two words do not share may point opposite ways: 回来 and 回去."""
    shared = frozenset(x) & frozenset(y)
    return bool((frozenset(x) - shared) & _POLES and (frozenset(y) - shared) & _POLES)


@cache
def _partners() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = defaultdict(set)
    path = Path(word_similarity.__file__).parents[1] / "data" / "cilin_ex.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        code, *words = line.split()
        if code.endswith("=") and not code.startswith(_LEFT_OUT) and len(words) <= _CROWD:
            unlisted = {word for word in words if len(word) > 1 and word not in chinese_phrases()}
            for word in unlisted:
                table[word] |= unlisted - {word}
    return {word: frozenset(partners) for word, partners in table.items()}
