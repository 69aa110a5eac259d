"""A long statement that only gains one describing word: the same, said more precisely."""

from __future__ import annotations

from memory_pipeline.domain.comparison.align import Alignment
from memory_pipeline.domain.comparison.differences import marker_difference, tense_difference
from memory_pipeline.domain.comparison.order import same_order
from memory_pipeline.domain.comparison.result import Comparison, Sameness
from memory_pipeline.domain.comparison.tokens import Token

MIN_PARTNERS = 10  # in a short statement one more word is often the point of it
# whose fact it is: kin and roles that stand between a name and what is said of it
_RELATIONS = frozenset(
    "wife husband mother father son daughter brother sister friend boss colleague doctor teacher cousin uncle aunt partner child parent assistant neighbor"
    " girlfriend boyfriend grandfather grandmother nephew niece roommate flatmate student customer client team company live work"
    " 妻子 丈夫 母亲 父亲 儿子 女儿 哥哥 弟弟 姐姐 妹妹 朋友 上级 同事 医生 老师 伴侣 孩子 父母 助理 邻居 男友 女友 祖父 祖母 外祖父 外祖母 室友 学生 客户 团队 公司 住 工作 来自 表弟 表妹 表哥 表姐 叔叔 阿姨".split()
)
_DESCRIBING = frozenset(("word", "pronoun", "suffix"))
# verbs that turn or suspend what follows them, and words that move it to another place
_TURNING = frozenset(
    "stop cease quit cancel canceled fail refuse deny avoid prevent forbid lack lose remove disable reject decline postpone delay suspend pause pretend plan want"
    " hope try begin finish near outside false fake alleged almost production staging test development"
    " 停止 取消 失败 拒绝 否认 避免 防止 禁止 缺乏 失去 移除 关闭 停用 推迟 暂停 假装 计划 希望 试图 开始 结束 差点 放弃 附近 外 假 据称 离开 终止 生产环境 测试环境 预发环境 开发环境".split()
)


def more_precise(a: list[Token], b: list[Token], alignment: Alignment) -> Comparison | None:
    """REFINES or GENERALISES if one side has a single describing word more and everything else agrees."""
    if len(alignment.pairs) < MIN_PARTNERS or bool(alignment.left) == bool(alignment.right):
        return None
    tokens, extra = (a, alignment.left) if alignment.left else (b, alignment.right)
    if len(extra) > 2 or extra[-1] - extra[0] != len(extra) - 1 or extra[-1] + 1 >= len(tokens):
        return None
    if any(t.kind == "person" for t in tokens):
        return None  # whose fact it is may hang on the word
    added = [tokens[i] for i in extra]
    if (
        any(
            t.kind not in _DESCRIBING or t.key in _TURNING | _RELATIONS or t.text in _TURNING or t.tense
            for t in added
        )
        or tokens[extra[-1] + 1].marks
    ):
        return None
    pairs = list(alignment.pairs)
    if tense_difference(a, b, pairs) or marker_difference(a, b, pairs) or not same_order(a, b, pairs):
        return None
    if len(added[0].text) == 1 and len(added) == 1:
        return None  # one character more can make another name
    word = "".join(t.text for t in added)
    sameness = Sameness.REFINES if alignment.right else Sameness.GENERALISES
    return Comparison(sameness, "precision", f"One of two long statements adds only “{word}”.")
