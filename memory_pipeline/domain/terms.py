"""The terms that lexical recall looks memories up by: words of Chinese and English text in one normal form."""

from __future__ import annotations

import re
import unicodedata

import rjieba
import simplemma

# Closed grammatical classes and the commonest auxiliaries: they are in every sentence and tell none apart.
_STOP = frozenset(
    "a an the and or but if of to in on at for with from by as is are was were be been am do does did have has had i me my "
    "we us our you your he him his she her it its they them their this that these those what which who when where how why "
    "not no so than then there here will would can could should may might just about into over after before up down out "
    "的 了 是 在 我 你 他 她 它 我们 你们 他们 和 与 或 也 都 就 不 没 有 这 那 个 吗 呢 吧 啊 把 被 给 对 从 到 为 着 过 很 什么 怎么 哪 谁 几".split()
)
_WORD = re.compile(r"[a-z0-9][a-z0-9_.\-]*[a-z0-9]|[a-z0-9]|[\u3400-\u9fff\uf900-\ufaff]+|[^\W_a-z0-9]+")
_CJK = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


def terms(text: str) -> frozenset[str]:
    """Lemmas of the words, single Chinese characters left out unless they stand alone; identifiers whole and in parts."""
    found: set[str] = set()
    for chunk in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        if _CJK.match(chunk):
            found.update(_chinese(chunk))
        else:
            found.update(_western(chunk))
    return frozenset(found - _STOP)


def _chinese(chunk: str) -> set[str]:
    """Words, and pairs of characters, so that a query cut otherwise still meets them."""
    words = {word for word in rjieba.cut_for_search(chunk) if len(word) > 1}
    pairs = {chunk[i : i + 2] for i in range(len(chunk) - 1)}
    return words | pairs or {chunk}


def _western(chunk: str) -> set[str]:
    parts = {part for part in re.split(r"[_.\-]", chunk) if part}
    return {chunk} | {simplemma.lemmatize(part, lang="en").casefold() for part in parts} | parts
