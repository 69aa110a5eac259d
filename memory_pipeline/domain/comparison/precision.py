"""A long statement that only gains one describing word: the same, said more precisely."""

from __future__ import annotations

from memory_pipeline.domain.comparison.align import Alignment
from memory_pipeline.domain.comparison.differences import marker_difference, tense_difference
from memory_pipeline.domain.comparison.order import same_order
from memory_pipeline.domain.comparison.result import Comparison, Sameness
from memory_pipeline.domain.comparison.tokens import Token

_MIN_PARTNERS = 12  # in a short statement one more word is often the point of it
_DESCRIBING = frozenset(("word", "pronoun", "suffix"))
# verbs that turn or suspend what follows them, and words that move it to another place
_TURNING = frozenset(
    "stop cease quit cancel canceled fail refuse deny avoid prevent forbid lack lose remove disable reject decline postpone delay suspend pause pretend plan want"
    " hope try begin finish near outside false fake alleged almost production staging test development"
    " 停止 取消 失败 拒绝 否认 避免 防止 禁止 缺乏 失去 移除 关闭 停用 推迟 暂停 假装 计划 希望 试图 开始 结束 差点 放弃 附近 外 假 据称 离开 终止 生产环境 测试环境 预发环境 开发环境".split()
)


def more_precise(a: list[Token], b: list[Token], alignment: Alignment) -> Comparison | None:
    """REFINES or GENERALISES if one side has a single describing word more and everything else agrees."""
    if len(alignment.pairs) < _MIN_PARTNERS or bool(alignment.left) == bool(alignment.right):
        return None
    tokens, extra = (a, alignment.left) if alignment.left else (b, alignment.right)
    if len(extra) > 2 or extra[-1] - extra[0] != len(extra) - 1 or extra[-1] + 1 >= len(tokens):
        return None
    added = [tokens[i] for i in extra]
    if (
        any(t.kind not in _DESCRIBING or t.key in _TURNING or t.text in _TURNING or t.tense for t in added)
        or tokens[extra[-1] + 1].marks
    ):
        return None
    pairs = list(alignment.pairs)
    if tense_difference(a, b, pairs) or marker_difference(a, b, pairs) or not same_order(a, b, pairs):
        return None
    word = "".join(t.text for t in added)
    sameness = Sameness.REFINES if alignment.right else Sameness.GENERALISES
    return Comparison(sameness, "precision", f"One of two long statements adds only “{word}”.")
