"""A Chinese statement as the phrases that stand together in it and in another one of the same words, in the order of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_pipeline.domain.comparison.chinese import ACTS, ADVERBS, NO_TIME
from memory_pipeline.domain.comparison.chinese_kinds import (
    Agency,
    agency,
    only_a_noun,
    only_an_adverb,
    tag_of,
)
from memory_pipeline.domain.comparison.chinese_words import part_of_speech
from memory_pipeline.domain.comparison.tokens import Token

Pairs = Sequence[tuple[int, int]]

_TEMPORAL = frozenset("date time weekday period rate daypart".split())
_OPERATORS = frozenset("negation modality quantifier status".split())
_UNITS_OF_TIME = (" s", " month")
_ADVERBIAL = frozenset(("d", "ad", "zg"))
_DOERS = frozenset("人 者 员 方 工".split())
_GROUPS = frozenset("组 部 队 科 处 团队 小组".split())  # 审计组 is who audits
_SPANS = ("时段", "高峰", "旺季", "淡季", "学期", "假期")
_RIDING = frozenset("坐 乘 乘坐 搭 搭乘 骑".split())
_TELLING = frozenset(("verb", "operator", "adverb", "noun", "quality", "figure"))
_TIMES_DONE = frozenset("次 遍 趟 回 场 顿".split())
_WHEN_ENDS = frozenset("以前 后来".split())
_VERBAL = frozenset(("v", "vd", "vg", "vi"))
_QUALITIES = frozenset(("a", "z", "i", "l"))
_BORDERS = frozenset(("comma", "stop", "copula", "paren"))
_HEADS = frozenset(("noun", "phrase", "figure", "quality"))


@dataclass(slots=True)
class Chunk:
    """Tokens that stand together in both; `at_b` is its rank in the other statement, `clauses` the clause of both.

    `kind` is `time`, `phrase` (behind a preposition), `verb`, `adverb`, `operator`, `figure` or `noun`.
    """

    kind: str
    tokens_a: list[Token]
    tokens_b: list[Token]
    start_b: int
    at_a: int = 0
    at_b: int = 0
    clauses: tuple[int, int] = (0, 0)
    sides: tuple[int, int] = (0, 0)

    @property
    def head(self) -> Token:
        return self.tokens_a[-1]

    @property
    def marker(self) -> str:
        return self.tokens_a[0].marker or self.tokens_b[0].marker


def chunks_of(a: Sequence[Token], b: Sequence[Token], pairs: Pairs) -> list[Chunk]:
    """The chunks of two statements whose tokens are all paired, in the order of the first."""
    chunks: list[Chunk] = []
    last = -2
    kinds = [_kind(a, b, i, j) for i, j in pairs]
    acting = "verb" in kinds
    for (i, j), plain in zip(pairs, kinds, strict=True):
        kind = "verb" if not acting and plain == "noun" and _may_act(a[i]) else plain
        if chunks and j == last + 1 and "of" in a[i].marks | b[j].marks:
            _owned(chunks, a[i], b[j])
        elif chunks and j == last + 1 and _joins(chunks[-1], kind, a[i], b[j]):
            chunks[-1].tokens_a.append(a[i])
            chunks[-1].tokens_b.append(b[j])
            if chunks[-1].kind in {"figure", "quality"} and kind == "noun":
                chunks[-1].kind = "noun"
        else:
            chunk = Chunk(kind, [a[i]], [b[j]], j)
            chunk.clauses = (_count(a, i, "comma"), _count(b, j, "comma"))
            chunk.sides = (_count(a, i, "copula"), _count(b, j, "copula"))
            chunks.append(chunk)
        last = j
    chunks = _all_of_them(_compounds(_by_vehicle(_clauses_of_time(chunks))))
    for n, chunk in enumerate(sorted(chunks, key=lambda c: c.start_b)):
        chunk.at_b = n
    for n, chunk in enumerate(chunks):
        chunk.at_a = n
        if chunk.kind == "quality":
            chunk.kind = "verb"
    return chunks


def _owned(chunks: list[Chunk], x: Token, y: Token) -> None:
    """Adds what stands behind 的 to what stands before it, which is one phrase with all that tells which it is."""
    chunk = chunks[-1]
    chunk.tokens_a.append(x)
    chunk.tokens_b.append(y)
    if chunk.kind != "phrase":
        chunk.kind = "noun"
        while len(chunks) > 1 and chunks[-2].kind in _TELLING and _together(chunks[-2], chunks[-1]):
            whole = chunks.pop()
            chunks[-1].tokens_a += whole.tokens_a
            chunks[-1].tokens_b += whole.tokens_b
            chunks[-1].kind = "noun"


def _clauses_of_time(chunks: list[Chunk]) -> list[Chunk]:
    """The chunks with what stands before 时 or 以后 in both as one phrase of time: `发布失败时`."""
    result: list[Chunk] = []
    for chunk in chunks:
        result.append(chunk)
        if not _ends_time(chunk):
            continue
        while len(result) > 1 and _together(result[-2], result[-1]):
            whole = result.pop()
            result[-1].tokens_a += whole.tokens_a
            result[-1].tokens_b += whole.tokens_b
        result[-1].kind = "time"
    return result


def _by_vehicle(chunks: list[Chunk]) -> list[Chunk]:
    """The chunks with `坐高铁` as the means it is, where something else is done."""
    if sum(c.kind == "verb" for c in chunks) < len(("rides", "does")):
        return chunks
    result: list[Chunk] = []
    for chunk in chunks:
        rides = result and result[-1].kind == "verb" and result[-1].tokens_a[-1].key in _RIDING
        if rides and chunk.kind == "noun" and _together(result[-1], chunk) and len(result[-1].tokens_a) == 1:
            result[-1].tokens_a += chunk.tokens_a
            result[-1].tokens_b += chunk.tokens_b
            result[-1].kind = "means"
        else:
            result.append(chunk)
    return result


def _compounds(chunks: list[Chunk]) -> list[Chunk]:
    """The chunks with `审核人` and `线上配置` as the nouns they are, where something else is done."""
    result: list[Chunk] = []
    verbs = sum(c.kind == "verb" for c in chunks)
    for chunk in chunks:
        before = result[-1] if result and _together(result[-1], chunk) else None
        if before is not None and verbs > 1 and _one_noun(before, chunk):
            before.tokens_a += chunk.tokens_a
            before.tokens_b += chunk.tokens_b
            before.kind = "noun"
            verbs -= 1
        else:
            result.append(chunk)
    return result


def _all_of_them(chunks: list[Chunk]) -> list[Chunk]:
    """The chunks with `所有新菜` as the noun it is, where nothing else counts, limits or denies."""
    weighing = [c for c in chunks if c.kind == "figure" or (c.kind == "operator" and c.head.kind != "status")]
    if len(weighing) != 1 or weighing[0].head.key != "all" or chunks[-1] is weighing[0]:
        return chunks
    place = next(n for n, c in enumerate(chunks) if c is weighing[0])
    whole, noun = chunks[place], chunks[place + 1]
    if noun.kind != "noun" or not _together(whole, noun):
        return chunks
    whole.tokens_a += noun.tokens_a
    whole.tokens_b += noun.tokens_b
    whole.kind = "noun"
    return [c for c in chunks if c is not noun]


def _one_noun(before: Chunk, chunk: Chunk) -> bool:
    if chunk.kind == "noun":
        first = chunk.tokens_a[0]
        return before.kind == "verb" and (first.text in _DOERS or first.said in _GROUPS)
    alone = chunk.kind == "verb" and len(chunk.tokens_a) == 1 and len(chunk.head.text) > 1
    thing = before.kind == "noun" and before.head.kind == "word"
    return alone and thing and agency(before.head.said or before.head.text) is not Agency.ACTS


def _ends_time(chunk: Chunk) -> bool:
    last = chunk.tokens_a[-1]
    timed = "when" in last.marks and "when" in chunk.tokens_b[-1].marks
    return timed or last.key in _WHEN_ENDS


def _together(first: Chunk, second: Chunk) -> bool:
    joined = first.start_b + len(first.tokens_b) == second.start_b
    return joined and first.clauses == second.clauses and first.kind != "time"


def _count(tokens: Sequence[Token], index: int, mark: str) -> int:
    return sum(mark in t.marks and "cleft" not in t.marks for t in tokens[1 : index + 1])


def _joins(chunk: Chunk, kind: str, x: Token, y: Token) -> bool:
    if (x.marks | y.marks) & _BORDERS or x.marker or y.marker:
        return False
    if kind == "noun":
        return chunk.kind in _HEADS
    return kind == chunk.kind and kind in {"time", "verb", "adverb"}


def _kind(a: Sequence[Token], b: Sequence[Token], i: int, j: int) -> str:
    x, y = a[i], b[j]
    marked = {x.marker, y.marker} - {"", "at"}
    if not marked and (tells_time(x) or tells_time(y)):
        return "time"
    if x.marker or y.marker:
        return "phrase"
    if x.kind in _OPERATORS:
        return "operator"
    if x.kind in {"figure", "ordinal", "unit"} or x.key in _TIMES_DONE:
        return "figure"
    if x.kind != "word" or x.key != y.key:
        return "noun"
    return _kind_of_word(x)


def _may_act(token: Token) -> bool:
    """Whether a noun is a verb where no other is: 工作."""
    return token.kind == "word" and part_of_speech(token.text) == "vn" and "of" not in token.marks


def _kind_of_word(token: Token) -> str:
    said = token.said or token.text
    tag = tag_of(said)
    if only_a_noun(said):
        return "noun"
    if said in ADVERBS or tag in _ADVERBIAL or only_an_adverb(said):
        return "adverb"
    written = tag_of(token.text) if len(said) == 1 else ""
    if said in ACTS or {tag, written} & _VERBAL or (not tag and len(said) > 1 and tag_of(said[0]) == "v"):
        return "verb"
    return "quality" if tag in _QUALITIES else "noun"


def tells_time(token: Token) -> bool:
    """Whether the token says when, how often or how long."""
    if token.kind == "word":
        named = part_of_speech(token.text) == "t" or token.text.endswith(_SPANS)
        return named and token.text not in NO_TIME
    return token.kind in _TEMPORAL or (token.kind == "figure" and token.key.endswith(_UNITS_OF_TIME))
