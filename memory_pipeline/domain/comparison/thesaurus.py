"""Whether two words may stand for each other: synonyms, and a noun with the verb or adjective it belongs to."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations

from memory_pipeline.domain.comparison import english_groups, english_thesaurus
from memory_pipeline.domain.comparison.chinese_thesaurus import chinese_partners, chinese_synonymous
from memory_pipeline.domain.comparison.wording import english_phrases, lemma_of


def synonymous(x: str, y: str) -> bool:
    """Whether the keys of two words are listed as synonyms."""
    return (
        y in _table(english_thesaurus.SYNONYMS).get(x, ())
        or y in _table(english_groups.GROUPS).get(x, ())
        or chinese_synonymous(x, y)
    )


def akin(x: str, y: str) -> bool:
    """Whether one of two keys is listed as the noun of the other: `weigh` and `weight`, `allergic` and `allergy`."""
    return y in _table(english_thesaurus.DERIVED).get(x, ())


def partners(x: str) -> frozenset[str]:
    """Every key that may stand for `x`, or is its noun."""
    return frozenset().union(
        *(
            _table(source).get(x, frozenset())
            for source in (english_thesaurus.SYNONYMS, english_thesaurus.DERIVED, english_groups.GROUPS)
        )
    ) | chinese_partners(x)


@cache
def _table(source: str) -> dict[str, frozenset[str]]:
    """The partners of each word, both ways, under the keys that tokens have once phrases are in one wording."""
    table: dict[str, set[str]] = defaultdict(set)
    for entry in source.split(","):
        head, *others = map(_key, entry.split())
        pairs = (
            combinations((head, *others), 2)
            if source is english_groups.GROUPS
            else ((head, x) for x in others)
        )
        for one, other in pairs:
            if one != other:
                table[one].add(other)
                table[other].add(one)
    return {word: frozenset(partners) for word, partners in table.items()}


def _key(word: str) -> str:
    lemma = lemma_of(word)
    target = english_phrases().get((lemma,), (lemma,))
    return target[0] if len(target) == 1 else lemma
