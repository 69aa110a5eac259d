"""What the segmentation's dictionary knows of a Chinese word: whether it is one, and its part of speech."""

from __future__ import annotations

from functools import lru_cache

import rjieba

from memory_pipeline.domain.comparison.chinese import ACTS


@lru_cache(maxsize=16384)
def part_of_speech(word: str) -> str:
    """The dictionary's tag of `word` (`v`, `n`, `nr`, `ns`, `t` …); empty for what it does not know as one word."""
    tagged = rjieba.tag(word)
    return tagged[0][1] if len(tagged) == 1 and len(word) > 1 else ""


@lru_cache(maxsize=16384)
def known_word(word: str) -> bool:
    """Whether the dictionary has `word`."""
    return bool(rjieba.has_word(word))


def acts(word: str) -> bool:
    """Whether `word` is a verb, by the dictionary; a single character it is not asked about may be one."""
    return part_of_speech(word).startswith("v") or (len(word) == 1 and not word.isascii())


def does(word: str) -> bool:
    """Whether `word` says what is done: a verb, or a verb with its object that the dictionary calls a noun (`洗碗`)."""
    return acts(word) or (len(word) == len("洗碗") and word[0] in ACTS and part_of_speech(word) in {"n", ""})
