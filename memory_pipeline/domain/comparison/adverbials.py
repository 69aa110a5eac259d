"""Blocks of tokens that stand together in two statements, and which of them are adverbials that may stand elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field

from memory_pipeline.domain.comparison.english_order import moves_freely
from memory_pipeline.domain.comparison.tokens import Token

TEMPORAL = frozenset("date time weekday period rate daypart".split())


_PRIMARY = {
    "at",
    "via",
    "for",
    "about",
    "with",
    "after",
    "before",
    "until",
    "since",
    "from",
    "to",
    "because",
    "by",
    "within",
    "than",
    "across",
    "near",
}


@dataclass(slots=True)
class Block:
    """Tokens that stand together and in one order in both statements; `a` and `b` are (first, last) indices."""

    a: tuple[int, int]
    b: tuple[int, int]
    members: list[tuple[int, int]] = field(default_factory=list)


def _fronted(tokens: list[Token], index: int) -> bool:
    """`接下来，…`: one word before the first comma."""
    return index == 0 and len(tokens) > 1 and "comma" in tokens[1].marks and has_chinese(tokens)


def adverbial(a: list[Token], b: list[Token], block: Block) -> bool:
    first_a, first_b = a[block.a[0]], b[block.b[0]]
    if all(a[i].kind in TEMPORAL for i, _ in block.members):
        return first_a.marker == first_b.marker or not {first_a.marker, first_b.marker} - {"", "at", "for"}
    if moves_freely(a, b, block.a, block.b) or _how_often(a, block) or _when_and_where(a, b, block):
        return True
    if len(block.members) == 1 and (_fronted(a, block.a[0]) or _fronted(b, block.b[0])):
        return first_a.marker == first_b.marker and first_a.kind == "word"
    if first_a.kind == "quantifier" and len(block.members) == 2 and a[block.members[1][0]].key in _DAY_PARTS:
        return True
    if has_chinese(a) and (first_a.marker == "by" or _names_label(a, b, block)):
        return False  # 由 A 推荐 says who, and 在 X 的上级 is no place
    return (
        first_a.marker == first_b.marker
        and first_a.marker in _PRIMARY
        and (first_a.kind != "person" or (first_a.text == "my" and len(block.members) > 1))
    )


def _names_label(a: list[Token], b: list[Token], block: Block) -> bool:
    """Whether a block that begins with a place ends with what somebody is there: `在 X 的上级`, `在 X 工作岗位是`."""
    if len(block.members) == 1:
        return False
    after = [tokens[n] for tokens, n in ((a, block.a[1] + 1), (b, block.b[1] + 1)) if n < len(tokens)]
    return any("of" in a[i].marks for i, _ in block.members[1:]) or any(
        "copula" in t.marks and "nominal" not in t.marks for t in after
    )


def _how_often(a: list[Token], block: Block) -> bool:
    """`twice a year`, `three times per week`."""
    tokens = [a[i] for i, _ in block.members]
    if len(tokens) == _EVERY and tokens[0].key == "all":  # every ten seconds
        unit = tokens[1].key.partition(" ")[2]
        return tokens[1].kind == "figure" and unit in _SPANS and not has_chinese(tokens)
    return (
        len(tokens) == 3
        and [t.kind for t in tokens] == ["figure", "word", "rate"]
        and tokens[1].key == "time"
    )


def _when_and_where(a: list[Token], b: list[Token], block: Block) -> bool:
    """`on Wednesdays after dinner`: a time with one more adverbial behind it moves as one."""
    mine, theirs = [a[i] for i, _ in block.members], [b[j] for _, j in block.members]
    times = next((n for n, t in enumerate(mine) if t.kind not in TEMPORAL), 0)
    if not times or has_chinese(mine) or {mine[0].marker, theirs[0].marker} - {"", "at"}:
        return False
    head, rest = mine[times], mine[times + 1 :]
    if head.marker not in _PRIMARY or head.marker != theirs[times].marker or head.kind == "person":
        return False
    return not any(t.marker or t.marks or t.tense or t.kind not in _NAMING for t in rest) and not (
        head.marks & {"and", "copula", "by"}
    )


_EVERY = 2
_SPANS = frozenset(("s", "month"))
_NAMING = frozenset("word identifier figure".split())


_DAY_PARTS = frozenset(
    "morning evening afternoon night weekday weekend day week month year time 早上 晚上 上午 下午".split()
)


def free(a: list[Token], b: list[Token], block: Block, blocks: list[Block]) -> bool:
    """Whether nothing hinders the move: no other adverbial of its class, no clause border, an edge on one side."""
    marker = a[block.a[0]].marker
    temporal = (
        all(a[i].kind in TEMPORAL for i, _ in block.members)
        or moves_freely(a, b, block.a, block.b)
        or _how_often(a, block)
    )
    chained = not temporal and _when_and_where(a, b, block)
    if chained and any(
        a[i].kind in TEMPORAL for other in blocks if other is not block for i, _ in other.members
    ):
        return False
    for other in blocks:
        if other is block:
            continue
        for i, _ in other.members:
            token = a[i]
            if temporal and token.kind in TEMPORAL and token.kind != a[block.a[0]].kind:
                continue
            if (temporal and token.kind in TEMPORAL) or (
                not (temporal or chained) and marker and token.marker == marker and i != block.a[0]
            ):
                return False
    if _clause(a, block.a[0]) != _clause(b, block.b[0]) and not _at_edges(a, b, block):
        return False
    if has_chinese(a) and not _same_company(a, b, block, blocks):
        return False
    if temporal:
        return True
    return block.a[0] == 0 or block.b[0] == 0 or _all_edges(a, b, block) or has_chinese(a)


def _same_company(a: list[Token], b: list[Token], block: Block, blocks: list[Block]) -> bool:
    """Whether a block stands in the clause of the same words in both; open if one of them has none, or has it alone."""
    mine, theirs = _comma_clause(a, block.a[0]), _comma_clause(b, block.b[0])
    if not (_comma_clause(a, len(a) - 1) and _comma_clause(b, len(b) - 1)):
        return True
    others = [pair for other in blocks if other is not block for pair in other.members]
    alone = all(_comma_clause(a, i) != mine for i, _ in others) or all(
        _comma_clause(b, j) != theirs for _, j in others
    )
    return alone or all((_comma_clause(a, i) == mine) == (_comma_clause(b, j) == theirs) for i, j in others)


def _comma_clause(tokens: list[Token], index: int) -> int:
    return sum("comma" in t.marks for t in tokens[1 : index + 1])


def _clause(tokens: list[Token], index: int) -> int:
    """How many conjunctions stand before or at the token: which clause or list item it belongs to."""
    return sum("and" in t.marks for t in tokens[: index + 1])


def has_chinese(tokens: list[Token]) -> bool:
    return any("\u3400" <= t.text[:1] <= "\u9fff" for t in tokens)


def _at_edges(a: list[Token], b: list[Token], block: Block) -> bool:
    return (block.a[0] == 0 or block.a[1] == len(a) - 1) and (block.b[0] == 0 or block.b[1] == len(b) - 1)


def _all_edges(a: list[Token], b: list[Token], block: Block) -> bool:
    return block.a[1] == len(a) - 1 or block.b[1] == len(b) - 1
