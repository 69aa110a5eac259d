"""Orders of words that Chinese grammar allows beyond those of both languages: 把 and 被, topics, places before, clauses turned.

`order.py` asks when its own rules are at an end. A block is a run of tokens that stand together in both statements.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from memory_pipeline.domain.comparison.align import Alignment, align
from memory_pipeline.domain.comparison.chinese import ADVERBS, RELATIONS, WEEKDAY_ENDS
from memory_pipeline.domain.comparison.chinese_kinds import tag_of
from memory_pipeline.domain.comparison.chinese_neighbours import Span, before_the_verb
from memory_pipeline.domain.comparison.chinese_participants import is_person
from memory_pipeline.domain.comparison.chinese_words import does, part_of_speech
from memory_pipeline.domain.comparison.tokens import Token

_TEMPORAL = frozenset("date time weekday period rate daypart".split())
_WHEN_ENDS = frozenset("前 后 后来 以前 之前 时候 期间 起 以来 以内 之内".split())
_PERSONAL = frozenset(("person", "pronoun"))
_NAMING = frozenset("person pronoun word identifier suffix".split())
_CONDITIONS = frozenset("如果 若 假如 除非 虽然 尽管 即使 只要 一旦 是否".split())
_MAX_TOPIC = 3


# what lies, stands or runs somewhere, and what is done without saying who does it
POSTURES = frozenset(
    "放 存 挂 贴 摆 停 装 印 刻 保留 部署 运行 住 位于 埋 锁 藏 坐 站 执行 启动 停止 举行 召开 重启 更新 同步 清理 生效 暂停 开 举办 恢复 上传 下载 打印 归档 播放 开放 结束 到期".split()
)


_MARKING = frozenset("写 记 画 种 铺 堆".split())  # what of it stands somewhere when it is done


def is_chinese(tokens: Sequence[Token]) -> bool:
    return any("\u3400" <= t.key[:1] <= "\u9fff" for t in tokens)


def without_articles(
    a: Sequence[Token], b: Sequence[Token], pairs: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The pairs without the `一` that is no more than an article: `一只猫和一只狗`."""
    if not is_chinese(a):
        return pairs
    if any(t.kind == "figure" and not t.light for t in a):
        return pairs  # 两只猫、一条狗: here it counts
    return [(i, j) for i, j in pairs if not (_article(a[i]) and _article(b[j]))]


def _article(token: Token) -> bool:
    return token.kind == "figure" and token.light


def chinese_move(a: Sequence[Token], b: Sequence[Token], blocks: Sequence[Span]) -> int | None:
    """The number of a block that may stand where either statement has it; None if there is none."""
    if not is_chinese(a):
        return None
    for n, block in enumerate(blocks):
        if (
            _patient(a, b, block, blocks, 0)
            or _patient(b, a, block, blocks, 1)
            or _time_phrase(a, b, block, blocks)
            or _inverted(a, b, block, blocks)
            or _modal(a, b, block)
            or _patient_of_both(a, b, block, blocks)
        ):
            return n
    if _double_subject(a, b, blocks) or before_the_verb(a, b, blocks):
        return 0 if not before_the_verb(a, b, blocks) else 1
    for n in range(len(blocks) - 1):
        if _topic(a, b, blocks, n) or _topic_of_b(a, b, blocks, n):
            return n
    return None


def _span(block: Span, side: int) -> tuple[int, int]:
    return block.b if side else block.a


def _patient(
    here: Sequence[Token], there: Sequence[Token], block: Span, blocks: Sequence[Span], side: int
) -> bool:
    """What is done to: after 把, or before 被 and 由 with the agent, in one; anywhere after the agent in the other."""
    begin, other = _span(block, side)[0], _span(block, 1 - side)[0]
    agent = next((n for n, t in enumerate(here) if "by" in t.marks), None)
    plain = there[other]
    if plain.marker not in {"", "obj"} or plain.marks & {"and", "comma", "copula"}:
        return False
    if here[begin].marker in {"obj", "about"} and not plain.marker:
        spoken_of = other == 0 and len(there) > 1 and any(t.kind in _PERSONAL for t in there[1:3])
        last = _span(block, 1 - side)[1] == len(there) - 1
        free = all("by" not in t.marks and t.marker != "obj" for t in there)
        return free and unturned(block) and ((other > 0 and last) or spoken_of)
    if agent is None or begin > 0 or here[begin].marker or any("by" in t.marks for t in there):
        return False
    mine = [x for x in blocks if x is not block]
    holder = next((x for x in mine if _span(x, side)[0] <= agent <= _span(x, side)[1]), None)
    if holder is None or _span(block, side)[1] >= agent:
        return False
    partner = {
        (i if not side else j): (j if not side else i) for i, j in (p for x in blocks for p in x.members)
    }
    acting = partner.get(agent)
    return acting is not None and acting < other and not there[acting].marker


def _patient_of_both(a: Sequence[Token], b: Sequence[Token], block: Span, blocks: Sequence[Span]) -> bool:
    """`日报由系统生成` and `由系统生成日报`: the agent is marked in both, so the rest is what it is done to."""
    if not unturned(block) or any(t.marks & {"comma", "copula"} for t in (*a, *b)):
        return False
    if {block.a[0], block.b[0]} & {0} == set() or a[block.a[0]].marker or b[block.b[0]].marker:
        return False
    last = block.b[1] == len(b) - 1 if block.a[0] == 0 else block.a[1] == len(a) - 1
    inside = [a[i] for i, _ in block.members] + [b[j] for _, j in block.members]
    if not last or any("by" in t.marks or t.marker or t.kind in _TEMPORAL for t in inside):
        return False
    agents = [
        (i, j)
        for x in blocks
        for i, j in x.members
        if "by" in a[i].marks and "by" in b[j].marks and not does(a[i].text)
    ]
    others = [t for t in (*a, *b) if t.marker not in {"", "at", "by"}]
    return len(agents) == 1 and not others and sum("by" in t.marks for t in (*a, *b)) == len(("a", "b"))


def _modal(a: Sequence[Token], b: Sequence[Token], block: Span) -> bool:
    """`报表可以由审计员导出`: what may be done stands before the agent of a passive, with nothing denied."""
    if len(block.members) != 1 or a[block.a[0]].kind != "modality":
        return False
    if any(t.kind in {"negation", "quantifier"} or t.marks & {"comma", "copula"} for t in (*a, *b)):
        return False
    after = [tokens[n] for tokens, n in ((a, block.a[0] + 1), (b, block.b[0] + 1)) if n < len(tokens)]
    return sum("by" in t.marks for t in after) == 1


def unturned(block: Span) -> bool:
    return all(x[1] < y[1] for x, y in pairwise(sorted(block.members)))


def _time_phrase(a: Sequence[Token], b: Sequence[Token], block: Span, blocks: Sequence[Span]) -> bool:
    """`晚上九点以后`, `转发请求前`: a phrase of time, before or after whom it concerns."""
    last = a[block.a[1]]
    head_a, head_b = a[block.a[0]], b[block.b[0]]
    if {head_a.marker, head_b.marker} - {"", "at", "since", "from"}:
        return False
    if len(block.members) == 1 and last.text in ADVERBS:
        return True
    timed = all(_tells_time(a[i]) or a[i].key in _WHEN_ENDS or _each(a, i) for i, _ in block.members)
    if not timed and not (last.key in _WHEN_ENDS and _beside_subject(block, blocks)):
        return False
    others = [a[i] for x in blocks if x is not block for i, _ in x.members if not timed or _tells_time(a[i])]
    kinds = {a[i].kind for i, _ in block.members}
    return not timed or not any(t.kind in kinds for t in others)


def _tells_time(token: Token) -> bool:
    if token.kind == "word":
        return part_of_speech(token.text) == "t"
    return token.kind in _TEMPORAL or (token.kind == "figure" and token.key.endswith((" s", " month")))


def _each(tokens: Sequence[Token], index: int) -> bool:
    """`每15秒`: the 每 belongs to a length of time."""
    following = tokens[index + 1 : index + 2]
    if index and tokens[index - 1].kind == "rate" and tokens[index].text in WEEKDAY_ENDS:
        return True  # 每周五
    return tokens[index].text == "每" and bool(following) and _tells_time(following[0])


def _beside_subject(block: Span, blocks: Sequence[Span]) -> bool:
    """Whether a phrase begins one statement and follows what begins the other: `下班后小张` and `小张下班后`."""
    for side in (0, 1):
        if _span(block, side)[0] == 0:
            before = [x for x in blocks if _span(x, 1 - side)[0] < _span(block, 1 - side)[0]]
            return len(before) == 1
    return False


def _inverted(a: Sequence[Token], b: Sequence[Token], block: Span, blocks: Sequence[Span]) -> bool:
    """`我的车停在 B2 层` and `B2 层停着我的车`: the place behind the verb in one, and first in the other."""
    markers = {a[block.a[0]].marker, b[block.b[0]].marker}
    if "at" not in markers or markers - {"", "at"}:
        return False
    first, last = (a, block.b[1] == len(b) - 1) if block.a[0] == 0 else (b, block.a[1] == len(a) - 1)
    if 0 not in {block.a[0], block.b[0]} or not last or not any(t.marks & {"lasting", "done"} for t in first):
        return False
    return any(
        a[i].key in POSTURES or a[i].text in _MARKING for x in blocks if x is not block for i, _ in x.members
    )


def _double_subject(a: Sequence[Token], b: Sequence[Token], blocks: Sequence[Span]) -> bool:
    """`法语我说得好` and `我法语说得好`: who, and what is said of them, in either order before the verb."""
    if len(blocks) < 3 or not (blocks[0].a[0] == 0 and blocks[1].b[0] == 0 and blocks[0].b[0] > 0):
        return False
    first, second = blocks[0], blocks[1]
    if any(x.b[0] < first.b[0] for x in blocks[2:]):
        return False
    for who, what in ((first, second), (second, first)):
        inside = [a[i] for i, _ in what.members] + [b[j] for _, j in what.members]
        if len(who.members) == 1 and a[who.a[0]].kind in _PERSONAL and not a[who.a[0]].marker:
            return not any(
                t.kind in _PERSONAL
                or t.marker not in {"", "at"}
                or tag_of(t.said or t.text) == "v"
                or t.key in RELATIONS
                or t.marks & {"and", "of", "copula"}
                for t in inside
            )
    return False


def _topic(a: Sequence[Token], b: Sequence[Token], blocks: Sequence[Span], n: int) -> bool:
    """`咖啡我每天喝两杯`: what is spoken of stands before whom it is said of, who stands before the verb in both."""
    topic, rest = blocks[n], blocks[n + 1]
    return (
        topic.a[0] == 0
        and rest.a[1] == len(a) - 1
        and _spoken_of(a, topic.a, a[rest.a[0]], b[topic.b[0]], a[rest.a[0] : rest.a[1]])
        and len(rest.members) > 1
        and rest.b[0] == 0
        and topic.b[1] == len(b) - 1
    )


def _topic_of_b(a: Sequence[Token], b: Sequence[Token], blocks: Sequence[Span], n: int) -> bool:
    rest, topic = blocks[n], blocks[n + 1]
    return (
        topic.b[0] == 0
        and rest.b[1] == len(b) - 1
        and _spoken_of(b, topic.b, b[rest.b[0]], a[topic.a[0]], b[rest.b[0] : rest.b[1]])
        and len(rest.members) > 1
        and rest.a[0] == 0
        and topic.a[1] == len(a) - 1
    )


def _spoken_of(
    tokens: Sequence[Token], span: tuple[int, int], subject: Token, plain: Token, said: Sequence[Token]
) -> bool:
    inside = tokens[span[0] : span[1] + 1]
    return (
        (
            is_person(subject)
            or (subject.kind == "quantifier" and len(said) > 1 and said[1].kind in _PERSONAL)
            or any(_tells_time(t) for t in said)
        )
        and not subject.marker
        and not plain.marker
        and not plain.marks & {"and", "copula", "comma"}
        and ("of" not in plain.marks or not any(is_person(t) or t.marker for t in tokens[span[1] + 2 :]))
        and not any(is_person(t) or t.marker for t in inside)
    )


def clauses_turned(
    a: Sequence[Token], b: Sequence[Token], pairs: Sequence[tuple[int, int]]
) -> list[list[tuple[int, int]]] | None:
    """The pairs of each clause if the statements have the same clauses in another order; None if they do not.

    What both begin with is their subject, and stands for every clause. Two clauses may turn without one.
    """
    if not is_chinese(a):
        return None
    topic = _shared_start(a, b, pairs)
    mine, theirs = _clauses(a, topic), _clauses(b, topic)
    if len(mine) != len(theirs) or len(mine) == 1 or (len(mine) > 2 and not topic):
        return None
    groups: list[list[tuple[int, int]]] = []
    free = list(theirs)
    for clause in mine:
        found = next(((other, same) for other in free if (same := _same_words(a, clause, b, other))), None)
        if found is None:
            return None
        free.remove(found[0])
        groups.append(found[1])
    return groups


def _same_words(
    a: Sequence[Token], mine: list[int], b: Sequence[Token], theirs: list[int]
) -> list[tuple[int, int]] | None:
    """The pairs of two clauses if each word of one has its partner in the other."""
    alignment = align([a[i] for i in mine], [b[j] for j in theirs])
    rest = [a[mine[n]] for n in alignment.left] + [b[theirs[n]] for n in alignment.right]
    if not alignment.pairs or not all(t.light for t in rest):
        return None
    return [(mine[i], theirs[j]) for i, j in alignment.pairs]


def _same_subject(a: Sequence[Token], b: Sequence[Token], n: int, partner: dict[int, int]) -> bool:
    return partner.get(n) == n and a[n].kind in _NAMING and "comma" not in a[n].marks | b[n].marks


def _shared_start(a: Sequence[Token], b: Sequence[Token], pairs: Sequence[tuple[int, int]]) -> int:
    partner = dict(pairs)
    n = 0
    while n < min(len(a), len(b), _MAX_TOPIC) and _same_subject(a, b, n, partner):
        n += 1
    if n and (n >= len(a) or n >= len(b)):
        return 0
    return n


def _clauses(tokens: Sequence[Token], topic: int) -> list[list[int]]:
    clauses: list[list[int]] = [[]]
    for n in range(topic, len(tokens)):
        counted = n > topic and _article(tokens[n - 1]) and tokens[n].marks & tokens[n - 1].marks
        if n > topic and tokens[n].marks & {"comma", "stop"} and not counted:
            clauses.append([])
        clauses[-1].append(n)
    return clauses


def only_conditions(a: Sequence[Token], b: Sequence[Token]) -> bool:
    """Whether the only words of sequence are those of a condition, which may stand behind what it is a condition of."""
    words = [t for t in (*a, *b) if t.kind == "sequence"]
    return is_chinese(a) and all(t.key in _CONDITIONS for t in words)


def will_happen_anyway(a: Sequence[Token], b: Sequence[Token], alignment: Alignment) -> bool:
    """`系统会重试` and `系统重试`: of what is neither done, denied nor somebody's skill, 会 says nothing more."""
    if not is_chinese(a):
        return False
    extra = [a[i] for i in alignment.left] + [b[j] for j in alignment.right]
    if [t.key for t in extra if t.kind == "modality"] != ["can-will"]:
        return False
    return not any(t.kind == "negation" or "done" in t.marks or t.kind in _PERSONAL for t in (*a, *b))


# roles that are what one does as well: 领导 is who leads, and to lead
_ROLES = frozenset(
    "领导 主管 导演 指挥 翻译 编辑 代理 主持 设计 管理 监护 陪同 代表 策划 审核 审批 采购 支持 负责 依赖 供应 维护 开发 投资 赞助 推荐 介绍 担保 担任".split()
)


def role_turned(a: Sequence[Token], b: Sequence[Token], pairs: Sequence[tuple[int, int]]) -> bool:
    """`A 的领导是 B` against `A 领导 B`: a role and its verb, of one spelling, point opposite ways."""
    return any(
        a[i].key in _ROLES and a[i].key == b[j].key and _as_role(a, i) != _as_role(b, j) for i, j in pairs
    )


def _as_role(tokens: Sequence[Token], index: int) -> bool:
    """Whether the word is who somebody is: before 是, or the last of a clause that has one."""
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is not None and not following.marks & {"comma", "stop"}:
        return "copula" in following.marks
    begin = max((n for n in range(index + 1) if n and tokens[n].marks & {"comma", "stop"}), default=0)
    turned = any(t.marker == "by" or "cleft" in t.marks for t in tokens[begin : index + 1])
    return not turned and any("copula" in t.marks for t in tokens[begin : index + 1])
