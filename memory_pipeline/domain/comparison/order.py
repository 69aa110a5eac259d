"""Whether two orders of the same tokens say the same: adverbials move, lists and copulas turn, roles do not."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from memory_pipeline.domain.comparison.adverbials import TEMPORAL, Block, adverbial, free, has_chinese
from memory_pipeline.domain.comparison.chinese_clefts import does_another_thing, other_readings
from memory_pipeline.domain.comparison.chinese_neighbours import attribute_behind, couple
from memory_pipeline.domain.comparison.chinese_order import (
    POSTURES,
    chinese_move,
    clauses_turned,
    only_conditions,
    unturned,
    without_articles,
)
from memory_pipeline.domain.comparison.chinese_participants import one_way_to_read
from memory_pipeline.domain.comparison.chinese_roles import roles_kept
from memory_pipeline.domain.comparison.chinese_words import acts
from memory_pipeline.domain.comparison.english_order import in_apposition, only_of_object
from memory_pipeline.domain.comparison.english_verbs import MOSTLY
from memory_pipeline.domain.comparison.tokens import Token

_LINKS = frozenset(("at", ""))


def same_order(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> bool:
    """Whether the order of `b` is one that grammar allows for what `a` says."""
    pairs = without_articles(a, b, pairs)
    if has_chinese(a) and does_another_thing(a, b, pairs):
        return False
    if any(t.kind == "sequence" for t in (*a, *b)):
        return _monotone(pairs) or (
            only_conditions(a, b) and (_beside_subject(a, pairs) or _condition_turned(a, b, pairs))
        )
    if _in_order(a, b, pairs) or _clause_by_clause(a, b, pairs) or _clauses_turned(a, b, pairs):
        return True
    return has_chinese(a) and (
        one_way_to_read(a, b, pairs) or _read_otherwise(a, b, pairs) or roles_kept(a, b, pairs)
    )


def _read_otherwise(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> bool:
    return any(_in_order(x, y, paired) for x, y, paired in other_readings(a, b, pairs))


def _clauses_turned(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> bool:
    """The same clauses in another order, each with its words in order."""
    groups = clauses_turned(a, b, pairs)
    return groups is not None and all(_clause_in_order(a, b, group) for group in groups)


def _condition_turned(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> bool:
    groups = clauses_turned(a, b, pairs)
    return groups is not None and all(_monotone(group) for group in groups)


def _beside_subject(a: list[Token], pairs: list[tuple[int, int]]) -> bool:
    """`虽然我会游泳` and `我虽然会游泳`: what makes a condition of a sentence stands before or behind who begins it."""
    first = [(i, j) for i, j in pairs if a[i].kind == "sequence"]
    rest = [(i, j) for i, j in pairs if a[i].kind != "sequence"]
    before = a[: max(first[0])] if len(first) == 1 else []
    named = bool(before) and not any(acts(t.text) and len(t.text) > 1 for t in before[1:])
    return len(first) == 1 and min(first[0]) == 0 and named and _monotone(rest)


def _clause_by_clause(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> bool:
    """`A is x and B is y` and `x is A, y is B`: each clause is compared with the clause that holds its words."""
    clauses_a, clauses_b = _clauses(a), _clauses(b)
    if len(set(clauses_a)) != len(set(clauses_b)) or len(set(clauses_a)) < 2:
        return False
    groups: dict[int, set[int]] = {}
    for i, j in pairs:
        groups.setdefault(clauses_a[i], set()).add(clauses_b[j])
    if any(len(partners) != 1 for partners in groups.values()) or len(
        {min(p) for p in groups.values()}
    ) != len(groups):
        return False
    return all(
        _clause_in_order(a, b, [(i, j) for i, j in pairs if clauses_a[i] == clause]) for clause in groups
    )


def _clause_in_order(a: list[Token], b: list[Token], members: list[tuple[int, int]]) -> bool:
    sub_a, sub_b = [a[i] for i, _ in members], [b[j] for j in sorted(j for _, j in members)]
    rank = {j: n for n, j in enumerate(sorted(j for _, j in members))}
    return _in_order(sub_a, sub_b, [(n, rank[j]) for n, (_, j) in enumerate(members)])


def _in_order(a: list[Token], b: list[Token], pairs: list[tuple[int, int]]) -> bool:
    blocks = _blocks(pairs)
    while len(blocks) > 1:
        if not (_glue(a, b, blocks) or _drop_adverbial(a, b, blocks) or _drop_movable(a, b, blocks)):
            return _copula_turn(a, b, blocks)
    return True


def _drop_movable(a: list[Token], b: list[Token], blocks: list[Block]) -> bool:
    """Takes out one block that Chinese grammar lets stand in either place."""
    n = chinese_move(a, b, blocks)
    if n is None:
        return False
    del blocks[n]
    return True


def _clauses(tokens: list[Token]) -> list[int]:
    """The number of each token's clause; a clause begins at a comma or conjunction and has a copula of its own."""
    starts = [n for n, t in enumerate(tokens) if n and t.marks & {"comma", "and"}]
    numbers, clause, begun = [], 0, 0
    for n in range(len(tokens)):
        before, after = tokens[begun + 1 : n], tokens[n + 1 :]
        if n in starts and all(any("copula" in t.marks for t in part) for part in (before, after)):
            clause, begun = clause + 1, n
        numbers.append(clause)
    return numbers


def copular_clauses(tokens: list[Token]) -> list[list[Token]]:
    """The clauses that have a copula each, without what joined them."""
    numbers = _clauses(tokens)
    clauses = [
        [t for t, n in zip(tokens, numbers, strict=True) if n == number] for number in sorted(set(numbers))
    ]
    return [[replace(c[0], marks=c[0].marks - {"and", "comma"}), *c[1:]] for c in clauses]


def _monotone(pairs: list[tuple[int, int]]) -> bool:
    return all(x[1] < y[1] for x, y in pairwise(pairs))


def _blocks(pairs: list[tuple[int, int]]) -> list[Block]:
    """Maximal runs whose members follow each other in both statements, over matched tokens only."""
    order = {j: n for n, j in enumerate(sorted(j for _, j in pairs))}
    blocks: list[Block] = []
    last = -2
    for i, j in pairs:
        rank = order[j]
        if blocks and rank == last + 1:
            blocks[-1].members.append((i, j))
        else:
            blocks.append(Block((i, i), (j, j), [(i, j)]))
        last = rank
    for block in blocks:
        block.a = (block.members[0][0], block.members[-1][0])
        block.b = (block.members[0][1], block.members[-1][1])
    return blocks


def _by_b(blocks: list[Block]) -> list[Block]:
    return sorted(blocks, key=lambda block: block.b)


def _glue(a: list[Token], b: list[Token], blocks: list[Block]) -> bool:
    """Joins two neighbours of both statements whose turn is mere wording, or which stand in one order."""
    in_b = _by_b(blocks)
    position = {id(block): n for n, block in enumerate(in_b)}
    for n in range(len(blocks) - 1):
        x, y = blocks[n], blocks[n + 1]
        step = position[id(y)] - position[id(x)]
        if step == 1 or (step == -1 and _turns(a, b, x, y)):
            x.members = x.members + y.members
            x.a = (x.a[0], y.a[1])
            x.b = (min(x.b[0], y.b[0]), max(x.b[1], y.b[1]))
            del blocks[n + 1]
            return True
    return False


def _turns(a: list[Token], b: list[Token], x: Block, y: Block) -> bool:
    """`x y` in a and `y x` in b: is that a list, a counted noun, or a genitive?"""
    head_a, head_b = a[y.a[0]], b[x.b[0]]
    if "cleft" in head_a.marks | head_b.marks:
        return True
    if couple(a, b, x, y) or attribute_behind(a, b, x, y) or attribute_behind(b, a, _turned(y), _turned(x)):
        return True
    if _chinese_voice(a, b, x, y) or _chinese_voice(b, a, _turned(y), _turned(x)):
        return True
    if "and" in head_a.marks and "and" in head_b.marks:
        return not (_owned(a, y.a[1]) or _owned(b, x.b[1]))
    joined = {"and", "comma"}
    alike = a[x.a[0]].kind == a[y.a[0]].kind
    if (
        alike
        and head_a.marks & joined
        and head_b.marks & joined
        and "copula" not in head_a.marks | head_b.marks
    ):
        if has_chinese(a) and _two_clauses(a, b, x, y):
            return False
        return head_a.marker == head_b.marker or not (head_a.marker and head_b.marker)
    if head_a.marks & {"and"} or head_b.marks & {"and"}:
        return False
    if (
        _counted(a, x, y)
        or _counted(a, y, x)
        or _stative(a, b, x, y)
        or _stative(a, b, y, x)
        or _apposed(a, b, x, y)
        or in_apposition(a, b, x.a, y.a, x.b, y.b)
        or only_of_object(a, b, x.a, y.a, x.b, y.b)
    ):
        return True
    return _genitive(a, b, x, y)


def _two_clauses(a: list[Token], b: list[Token], x: Block, y: Block) -> bool:
    """`出生于 X，在 Y 长大`, `首都是 X，Y 是港口`: the comma begins a clause, and is none of a list."""
    head_a, head_b = a[y.a[0]], b[x.b[0]]
    if "and" in head_a.marks & head_b.marks:
        return False
    after = [tokens[n] for tokens, n in ((a, y.a[1] + 1), (b, x.b[1] + 1)) if n < len(tokens)]
    return bool(head_a.marker or head_b.marker) or any("copula" in t.marks for t in after)


def _chinese_voice(a: list[Token], b: list[Token], x: Block, y: Block) -> bool:
    """`X 由 A 处理` and `A 处理 X`; `把 X 吊销` and `吊销 X`."""
    agent, patient, bare = a[y.a[0]], a[x.a[0]], b[x.b[0]]
    if not has_chinese(a) or bare.marker or bare.marks & {"and", "comma"}:
        return False
    passive = "by" in agent.marks and y.a[1] == len(a) - 1 and not b[y.b[0]].marker and len(y.members) >= 2
    return passive or (
        patient.marker == "obj"
        and not agent.marker
        and x.b[1] == len(b) - 1
        and unturned(x)
        and all(t.marker != "obj" for t in b)
    )


def _turned(block: Block) -> Block:
    return Block(block.b, block.a, [(j, i) for i, j in block.members])


def _owned(tokens: list[Token], last: int) -> bool:
    """Whether what follows belongs to the last of a list alone: `Ann and Ben's sister`."""
    shared = tokens[-1].text in {"相同", "一样", "一致", "不同"}  # X 和 Y 的时间相同 is of both
    return last + 1 < len(tokens) and "of" in tokens[last + 1].marks and not shared


def _counted(a: list[Token], figure: Block, noun: Block) -> bool:
    if len(figure.members) != 1 or a[figure.a[0]].kind != "figure":
        return False
    figures = sum(t.kind == "figure" for t in a)
    return figures == 1 or (" " in a[figure.a[0]].key and len(noun.members) <= 3)


def _stative(a: list[Token], b: list[Token], verb: Block, noun: Block) -> bool:
    """`开启 X` and `X 开启`: the noun is what the verb is done to, whichever comes first."""
    words = [a[i] for i, _ in verb.members if a[i].kind not in TEMPORAL]
    if has_chinese(a) and (a[noun.a[0]].marker or b[noun.b[0]].marker):
        return False
    return (
        len(words) == 1
        and words[0].key in STATIVE | POSTURES
        and (a[noun.a[0]].kind != "person" or (has_chinese(a) and len(noun.members) > 1))
    )


def _apposed(a: list[Token], b: list[Token], x: Block, y: Block) -> bool:
    """`flag new_cart` and `new_cart flag`; `the daughter Ann` and `Ann, the daughter,`."""
    for name in (x, y):
        alone = len(name.members) == 1 and a[name.a[0]].kind == "identifier"
        if (
            alone
            and sum(t.kind == "identifier" for t in a) == 1
            and not {a[y.a[0]].marker, b[x.b[0]].marker} - {""}
        ):
            return True
    for tokens, first, second, plain in ((b, y.b, x.b, a[y.a[0]]), (a, x.a, y.a, b[x.b[0]])):
        after = tokens[second[1] + 1] if second[1] + 1 < len(tokens) else None
        opens, closes = (
            {"comma", "copula"} & tokens[second[0]].marks,
            after is not None and "comma" in after.marks,
        )
        if opens and closes and first[1] - first[0] <= 1 and not (plain.marks & _BORDERS or plain.marker):
            return True
    return False


_BORDERS = frozenset(("comma", "copula", "and", "paren"))
STATIVE = frozenset("开始 结束 开启 关闭 允许 禁止 取消 修复 上线 部署 配置 安排 支持 完成".split())


def _genitive(a: list[Token], b: list[Token], x: Block, y: Block) -> bool:
    """`error rate of the API` and `API's error rate`; `lend 5 to Tom` and `lend Tom 5`."""
    if has_chinese(a):
        return False
    head_a, head_b = a[y.a[0]], b[x.b[0]]
    sides = ((a, x.a, y.a, head_a, head_b), (b, y.b, x.b, head_b, head_a))
    for tokens, noun, owner, linked, plain in sides:
        if (
            linked.marker == "at"
            and not plain.marker
            and not (linked.marks | plain.marks) & {"copula", "comma"}
        ):
            inside = "of" in linked.marks or owner[1] + 1 < len(tokens)
            inside = inside or "of" in plain.marks
            return inside and ("of" in plain.marks or "of" in linked.marks) and _nominal(tokens, noun)
    datives = ((a, head_a, head_b, y.a, b[y.b[0]]), (b, head_b, head_a, x.b, a[x.a[0]]))
    for tokens, linked, plain, last, bare in datives:
        if linked.marker == "to" and not (plain.marker or plain.marks or bare.marker or bare.marks):
            return len(x.members) <= 2 and len(y.members) <= 2 and last[1] == len(tokens) - 1
    return False


def _nominal(tokens: list[Token], span: tuple[int, int]) -> bool:
    """Whether the tokens can be one noun phrase: short, with no verb form and no copula inside."""
    inner = tokens[span[0] : span[1] + 1]
    return (
        len(inner) <= 3
        and not any(t.tense or (t.key in MOSTLY and not t.article) for t in inner)
        and not any("copula" in t.marks for t in inner[1:])
    )


def _drop_adverbial(a: list[Token], b: list[Token], blocks: list[Block]) -> bool:
    """Takes out one adverbial that may stand in either place; what remains must be in order."""
    for n, block in enumerate(blocks):
        if adverbial(a, b, block) and free(a, b, block, blocks):
            del blocks[n]
            return True
    return False


def _copula_turn(a: list[Token], b: list[Token], blocks: list[Block]) -> bool:
    """`The lead is Ann` and `Ann is the lead`: two blocks, turned at the only copula; one side may do without."""
    if len(blocks) != 2:
        return False
    x, y = blocks
    head_a, head_b = a[y.a[0]], b[x.b[0]]
    if head_a.marker or head_b.marker or (x.a[0], x.b[1], y.a[1], y.b[0]) != (0, len(b) - 1, len(a) - 1, 0):
        return False
    at_a, at_b = _copular(a, y.a[0]), _copular(b, x.b[0])
    if sum("copula" in t.marks for t in a) > 1 or sum("copula" in t.marks for t in b) > 1:
        return False
    if at_a and at_b:
        return True
    bare, whole = (head_b, b) if at_a else (head_a, a)
    named = y.a if at_a else x.b
    told = (a if at_a else b)[named[0] + 1 : named[1] + 1]
    if any("copula" in t.marks for t in whole) or any(acts(t.text) for t in told):
        return False  # the only 是 of the other stands elsewhere, or more than a name stands behind it
    return (at_a or at_b) and not bare.marks and has_chinese(a)


def _copular(tokens: list[Token], index: int) -> bool:
    return "copula" in tokens[index].marks or (index > 0 and tokens[index - 1].key in {"name", "名叫"})
