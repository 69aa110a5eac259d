"""A Chinese label that asks something of an act, and the sentence that answers it: `合同审核人：老李`, `合同由老李审核`.

The label ends in a verb and a noun that asks who, where, when, how, how much, how often or what. The sentence has this verb, of the same
owner, with the same value in the place where grammar puts who, where, when and so on, and says nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from memory_pipeline.domain.comparison.align import align
from memory_pipeline.domain.comparison.chinese_kinds import tag_of
from memory_pipeline.domain.comparison.chinese_order import POSTURES
from memory_pipeline.domain.comparison.chinese_thesaurus import categories_of
from memory_pipeline.domain.comparison.chinese_words import does
from memory_pipeline.domain.comparison.differences import MEASURING
from memory_pipeline.domain.comparison.tokens import Token

_WHO = "人 者 方 员 商 人员 单位 部门 机构 团队 公司 医生 老师 教师 师傅 小组 专员 负责人 责任人 组 厂家 厂商 企业"
_WHERE = "地点 地 地址 位置 场所 场地 城市 区域 处 目录 路径 平台 机房 仓库 地方 所在地"
_WHEN = "时间 日期 日 年份 月份 时刻 时候 日子 时点 时段"
_HOW = "方式 方法 手段 形式 途径 渠道 模式 条件 算法 语言 协议 格式 技术 原料 材料 工艺 手法 用纸 用料 用材 策略 规则 凭证 工序"
_BY_WHAT = "工具 系统 软件 引擎 框架 组件 中间件 设备 机器 平台 服务 程序 仪器"
_HOW_MANY = "宽度 深度 厚度 总长 次数 人数 数量 金额 费用 面积 时长 时间 重量 长度 高度 里程 距离 天数 年限 比例 份额 价格 件数 台数"
_WHENCE = "地点 点 国 地 仓 站 来源地 来源国"
_HOW_OFTEN = "频率 频次 周期 间隔"
_WHAT = "对象 内容 科目 课程 产品 业务 商品 作物 品种 题目 主题 曲目 菜品 范围"
_ASKED = {
    "who": frozenset(_WHO.split()),
    "where": frozenset(_WHERE.split()),
    "whence": frozenset(_WHENCE.split()),
    "when": frozenset(_WHEN.split()),
    "how": frozenset(_HOW.split()),
    "by what": frozenset(_BY_WHAT.split()),
    "how many": frozenset(_HOW_MANY.split()),
    "how often": frozenset(_HOW_OFTEN.split()),
    "what": frozenset(_WHAT.split()),
    "price": frozenset("价格 票价 费用 费 售价 单价 价钱".split()),
}
# the noun of what has a measure, and the word before the measure: 高度：30米, 高30米
_MEASURES = {
    "高度": "高",
    "长度": "长",
    "宽度": "宽",
    "深度": "深",
    "厚度": "厚",
    "重量": "重",
    "总长": "全长",
}
EVERY = {"per quarter": "3 month", "per year": "12 month", "per month": "1 month", "per week": "604800 s", "per day": "86400 s", "per hour": "3600 s", "per minute": "60 s"}  # fmt: skip
_NOUNS = frozenset[str]().union(*_ASKED.values())
_LONGEST = max(map(len, _NOUNS))
# in which order owner (O), value (v) and verb (V) stand in the sentence, and the prepositions that the value has there
_ORDERS: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {
    "who": (("OvV", frozenset(("by",))), ("vVO", frozenset(("", "by"))), ("vOV", frozenset(("",)))),
    "price": (("Ov", frozenset(("",))),),
    "where": (("OvV", frozenset(("at",))), ("OVv", frozenset(("at",))), ("vVO", frozenset(("at",)))),
    "whence": (("OvV", frozenset(("from",))),),
    "when": (("OvV", frozenset(("", "at"))), ("vOV", frozenset(("", "at"))), ("OVv", frozenset(("at",)))),
    "how": (("OvV", frozenset(("via", "by-rule", ""))), ("vVO", frozenset(("via",)))),
    "by what": (("OvV", frozenset(("via", "by"))), ("vVO", frozenset(("via",)))),
    "how many": (("OVv", frozenset(("",))),),
    "how often": (("OvV", frozenset(("",))), ("vOV", frozenset(("",)))),
    "what": (("OVv", frozenset(("",))),),
}
_TEMPORAL = frozenset("date time weekday period rate daypart".split())
_UNITS = {"面积": ("m2", "mu"), "时长": ("s", "month"), "时间": ("s", "month"), "天数": ("s",), "年限": ("month",), "金额": ("cny", "usd", "eur"), "费用": ("cny", "usd", "eur"), "价格": ("cny", "usd", "eur"),
          "重量": ("g",), "长度": ("m",), "高度": ("m",), "宽度": ("m",), "深度": ("m",), "厚度": ("m",), "总长": ("m",),
          "票价": ("cny", "usd", "eur"), "费": ("cny", "usd", "eur"), "售价": ("cny", "usd", "eur"), "单价": ("cny", "usd", "eur"), "价钱": ("cny", "usd", "eur"), "里程": ("m",), "距离": ("m",), "比例": ("percent",), "份额": ("percent",)}  # fmt: skip
_COUNTERS = {"次数": "次", "人数": "人", "件数": "件", "台数": "台"}
_LEAVING = frozenset("发车 出发 起飞 启程 始发 进口 进货 发货 采购 引进 调运".split())
_BEGINNING = frozenset("开始 启动 起".split())
_PLACES = frozenset("地址 位置 地点 所在地 所在位置".split())
_STANDING = POSTURES | frozenset("设 建 坐落".split())
# of these the noun names somebody else than who does it: 联系人 is who is called
_TURNED = frozenset("联系 爱 嫌疑 候选 介绍 服务 管理 代理".split())
_HOLDING = frozenset("容纳 坐 住 装 停 载 承载 存 放 接待".split())
_MAX_TOKENS = 16
_DOINGS = frozenset("FGHIJ")  # the categories of the Cilin that hold what is done
_REQUIRING = frozenset(("want-must", "must", "must-need"))


@dataclass(frozen=True, slots=True)
class _Label:
    """`owner` and the verb (`head`), the noun that asks, and the `value`, as places of the label's tokens."""

    tokens: list[Token]
    head: tuple[int, ...]
    noun: str
    value: tuple[int, ...]


def asked_and_told(a: list[Token], b: list[Token]) -> bool:
    """Whether one of two Chinese statements asks with a label what the other tells of the same owner."""
    if max(len(a), len(b)) > _MAX_TOKENS:
        return False
    return any(
        _tells(label, said)
        for x, said in ((a, b), (b, a))
        for label in _labels(x, said)
        if not any({"copula", "comma"} & t.marks and "cleft" not in t.marks for t in said)
    )


def asking_words() -> frozenset[str]:
    """Every noun that a label may ask with and a sentence does without."""
    return _NOUNS | frozenset(_MEASURES) | MEASURING


def _labels(tokens: list[Token], said: list[Token]) -> Iterator[_Label]:
    """The statement as a label, `X：value` or `value 是 X`, where X ends in a noun that asks."""
    copulas = [n for n, t in enumerate(tokens) if "copula" in t.marks]
    if len(copulas) != 1 or not copulas[0] or any("comma" in t.marks for t in tokens):
        return
    border, total = copulas[0], len(tokens)
    for begin, end in ((0, border), (border, total)):
        split = _split_noun(tokens, begin, end, said)
        if split is None:
            continue
        whole, last, noun = split
        grown = len(whole) - total
        value = range(border + grown, total + grown) if begin == 0 else range(border)
        yield _Label(whole, tuple(range(begin, last)), noun, tuple(value))


def _split_noun(
    tokens: list[Token], begin: int, end: int, said: list[Token]
) -> tuple[list[Token], int, str] | None:
    """The tokens, with the noun of `操作员` cut off; where the verb ends; and the noun itself."""
    token = tokens[end - 1]
    written = _written(token)
    verbs = {_written(t): t for t in said if t.kind == "word"}
    measured = verbs.get(_MEASURES.get(written, ""))
    if measured is not None and end - begin > 1:
        head = replace(token, key=measured.key, text=measured.text, said=measured.said)
        return [*tokens[: end - 1], head, Token(written, "word", written), *tokens[end:]], end, written
    if end - begin > 1 and written in _NOUNS and token.kind in {"word", "quantifier"}:
        return tokens, end - 1, written
    for size in range(min(_LONGEST, len(written) - 1), 0, -1):
        noun, verb = written[-size:], _verb(written[:-size], verbs)
        if noun in _NOUNS and verb is not None and (end - begin > 1 or noun in _ASKED["price"]):
            head = replace(token, key=verb.key, text=verb.text, said=verb.said)
            tail = Token(noun, "word", noun)
            return [*tokens[: end - 1], head, tail, *tokens[end:]], end, noun
    return None


def _verb(written: str, verbs: dict[str, Token]) -> Token | None:
    """The verb of the sentence that a noun is made of; `拍` for `拍摄`, if the Cilin holds both for the same."""
    if written in verbs or len(written) != len("拍摄"):
        return verbs.get(written)
    codes = {code for code, _ in categories_of(written) if code.endswith("=")}
    short = [char for char in written if char in verbs]
    return next((verbs[c] for c in short if codes & {code for code, _ in categories_of(c)}), None)


def _written(token: Token) -> str:
    return token.said or token.text


def _tells(label: _Label, said: list[Token]) -> bool:
    alignment = align([label.tokens[n] for n in (*label.head, *label.value)], said)
    places = (*label.head, *label.value)
    partner = {places[i]: j for i, j in alignment.pairs}
    if not set(label.head) <= partner.keys():
        return False
    rest = [places[i] for i in alignment.left]
    for asks, nouns in _ASKED.items():
        if label.noun in nouns and _answers(label, said, partner, rest, list(alignment.right), asks):
            return True
    return False


def _answers(
    label: _Label, said: list[Token], partner: dict[int, int], rest: list[int], extra: list[int], asks: str
) -> bool:
    value = [partner[n] for n in label.value if n in partner]
    if asks == "how often":
        rest, extra = _as_rates(label.tokens, said, rest, extra, value)
        value = [j for j in value if not _once(said, j)]
    over = [j for j in extra if not _spared(said, j, label.noun, asks, value)]
    lost = [n for n in rest if not (asks == "how often" and _once(label.tokens, n))]
    if asks == "how often":
        value = [*value, *(j for j in over if _every(said, j))]
        over = [j for j in over if not _every(said, j)]
        value.sort()
        verbs = [partner[n] for n in label.head[-1:]]
        if said[-1].kind == "figure" or any(j > verbs[0] for j in value):
            return False
    if asks in {"how many", "price"} and any("done" in t.marks for t in said):
        return False  # 高了30米 is a change
    if over or lost or not value or value != sorted(value):
        return False
    if not _of_kind([said[j] for j in value], label.noun, asks):
        return False
    return any(_stands(said, owner, verb, value, extra, asks) for owner, verb in _divided(label, partner))


def _as_rates(
    label: list[Token], said: list[Token], rest: list[int], extra: list[int], value: list[int]
) -> tuple[list[int], list[int]]:
    """What is left over in both without `周期：3个月` and 每季度, which are added to the value."""
    for n in rest:
        for j in extra:
            if EVERY.get(said[j].key) == label[n].key:
                value.append(j)
                return [x for x in rest if x != n], [x for x in extra if x != j]
    return rest, extra


def _divided(label: _Label, partner: dict[int, int]) -> Iterator[tuple[list[int], list[int]]]:
    """The head as owner and verb: the verb is what stands last in it, one word or two that stand together in the sentence too."""
    places = [partner[n] for n in label.head]
    if label.noun in _ASKED["price"] | _PLACES:
        yield places, []
    for size in (1, 2):
        owner, verb = places[:-size], places[-size:]
        together = verb == list(range(verb[0], verb[0] + size))
        if owner and together and owner == sorted(owner):
            yield owner, verb


def _acts(token: Token) -> bool:
    written = _written(token)
    plain = token.kind == "word" and not token.marker and "of" not in token.marks
    if written in _MEASURES.values():
        return plain and "done" not in token.marks
    done = does(written) or tag_of(written) in {"v", "vn", "vd"} or written[-1] == "化"
    return plain and (done or any(code[0] in _DOINGS for code, _ in categories_of(written)))


def _stands(
    said: list[Token], owner: list[int], verb: list[int], value: list[int], extra: list[int], asks: str
) -> bool:
    part = dict.fromkeys(owner, "O") | dict.fromkeys(verb, "V") | dict.fromkeys(value, "v")
    if len(part) != len(owner) + len(verb) + len(value):
        return False
    order = "".join(name for name, _ in groupby(part[j] for j in sorted(part)))
    marker = said[value[0]].marker
    if not verb:
        if asks == "where":
            stands = [j for j in extra if said[j].key in _STANDING]
            return order == "Ov" and marker == "at" and stands == extra and extra in ([], [value[0] - 1])
        return asks == "price" and order == "Ov" and not marker and not extra
    if asks == "when" and marker == "from" and said[verb[-1]].key in _BEGINNING:
        return order == "OvV"
    if "cleft" in said[value[0]].marks and asks == "who":
        return order == "OvV" and not marker and verb[-1] == len(said) - 1
    if not _told_by(said, verb, marker, asks):
        return False
    if any(said[j].marker not in {"", "obj"} for j in (*owner[:1], *verb)):
        return False
    if asks == "who" and order != "OvV" and not _does_it(said, verb, extra):
        return False
    if asks == "who" and order == "vOV" and said[owner[0]].marker != "obj":
        return False
    return any(order == wanted and marker in markers for wanted, markers in _ORDERS[asks])


def _told_by(said: list[Token], verb: list[int], marker: str, asks: str) -> bool:
    """Whether the word is a verb here: what somebody does by 由, or what says it; nothing that 的 makes an owner of."""
    if asks == "whence" and _written(said[verb[-1]]) not in _LEAVING:
        return False
    acting = _acts(said[verb[-1]]) or (len(verb) > 1 and _acts(said[verb[0]]))
    behind = said[verb[-1] + 1 : verb[-1] + 2]
    owns = bool(behind) and "of" in behind[0].marks
    return not owns and (marker == "by" or asks == "when" or acting)


def _does_it(said: list[Token], verb: list[int], extra: list[int]) -> bool:
    """Whether who stands before the verb is whom the noun names: not of 联系人, nor where it is done already."""
    acting = _written(said[verb[-1]])
    charged = any(said[j].key == "负责" for j in extra)
    plain = len(acting) > 1 and acting not in _TURNED
    return (plain or charged) and not any("done" in t.marks for t in said)


def _spared(said: Sequence[Token], j: int, noun: str, asks: str, value: Sequence[int]) -> bool:
    """Whether a word that only the sentence has says no more than the label: 次 of how many times, 要 of a condition."""
    token = said[j]
    if _written(token) == noun and value and j == value[-1] + 1:
        return True  # 以CSV格式导出
    if asks == "where" and token.key in _STANDING and j + 1 < len(said):
        return said[j + 1].marker == "at"
    if asks == "who" and token.key == "负责":
        return j + 1 < len(said) and _acts(said[j + 1])
    if asks == "how many" and _COUNTERS.get(noun) == _written(token):
        return bool(value) and j == value[-1] + 1
    if asks == "how many" and token.key == "can":
        return j + 1 < len(said) and _written(said[j + 1]) in _HOLDING
    if asks == "how" and noun == "条件" and token.key in _REQUIRING:
        return True
    if asks == "how often" and _once(said, j):
        return True
    return token.light and token.kind not in {"person", "pronoun", "modality"} and token.kind != "figure"


def _once(tokens: Sequence[Token], n: int) -> bool:
    """Whether the token is of the 一次 of `每天一次`."""
    if _written(tokens[n]) == "次":
        return n > 0 and tokens[n - 1].key == "1"
    return tokens[n].key == "1" and n + 1 < len(tokens) and _written(tokens[n + 1]) == "次"


def _every(said: Sequence[Token], j: int) -> bool:
    return _written(said[j]) == "每" and j + 1 < len(said) and said[j + 1].kind == "figure"


def _of_kind(value: Sequence[Token], noun: str, asks: str) -> bool:
    """Whether the value is of the kind that the noun asks for: a time, a figure with a fitting unit, neither."""
    temporal = [t for t in value if t.kind in _TEMPORAL]
    figures = [t for t in value if t.kind == "figure"]
    if asks == "when":
        return len(temporal) == len(value)
    if asks in {"how many", "price"}:
        units = _UNITS.get(noun)
        measured = {t.key.partition(" ")[2] for t in figures}
        fits = measured == {""} if units is None else measured <= set(units)
        rest = [t for t in value if t.kind != "quantifier" and not (asks == "price" and t.kind == "rate")]
        return len(figures) == 1 == len(rest) and fits
    if asks == "how often":
        return bool(temporal) or any(t.key.endswith((" s", " month")) for t in figures)
    return not temporal or asks == "where"
