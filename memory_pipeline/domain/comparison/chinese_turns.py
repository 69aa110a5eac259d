"""Chinese turns of grammar in one way, before a text is cut: double negation, less than as more than, `非…不能` as `只有…能`.

Each rule is a sentence of grammar that holds of any words; none is about the words of a subject.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from memory_pipeline.domain.comparison.numerals import ZH_NUMERAL

_N = f"(?:\\d+(?:\\.\\d+)?|[{ZH_NUMERAL}]+)"
_SPAN = f"{_N}(?:年半?|个半?月|天|周|个星期|个小时|小时)"
_SMALL = "小 矮 轻 慢 晚 便宜 少 短 低 差 近 窄 薄 年轻 冷 弱 浅".split()
_GREAT = "大 高 重 快 早 贵 多 长 好 远 宽 厚 年长 热 强 深".split()
_ADJECTIVE = "|".join(sorted({*_SMALL, *_GREAT}, key=len, reverse=True))
# what is over in an instant, so that how long it has been is how long ago it was
_INSTANT = "去世|过世|离婚|结婚|毕业|退休|离职|入职|辞职|戒烟|戒酒|成立|建成|倒闭|停产|关张|搬走"
_Rule = tuple[str, re.Pattern[str], Callable[[re.Match[str]], str] | str]


def in_one_turn(base: str) -> str:
    """`base`, a Chinese text in base form, with its turns of grammar in one way."""
    for sign, pattern, replacement in _RULES:
        if sign in base:
            base = pattern.sub(replacement, base)
    return base


def _all_do(match: re.Match[str]) -> str:
    """`没有一个员工不认识他` as `每个员工都认识他`."""
    every = f"每{match['of']}" if match["of"] in {"天", "次", "人"} or not match["who"] else "所有"
    return f"{match['before'] or ''}{every}{match['who']}都{match['does']}"


def _is_more(match: re.Match[str]) -> str:
    """`A的延迟没有B高` as `B的延迟比A高`: what is compared stands with the first of the two."""
    less, more, how = match["x"], match["y"], match["how"]
    owner, of, what = less.rpartition("的")
    if of and "的" not in more:
        return f"{more}的{what}比{owner}{how}"
    return f"{more}比{less}{how}"


def _apart(match: re.Match[str]) -> str:
    """`A离B` and `B离A` are as far from each other."""
    x, y = sorted((match["x"], match["y"]))
    return f"{x}离{y}{match['far']}"


_NO = "[^,.;:不没无非比]"
_RULES: tuple[_Rule, ...] = (
    ("没有", re.compile(rf"^(?P<before>[^,.;不没无]{{1,6}})?没有(?:任何)?一(?P<of>个|位|名|家|项|台|件|条|种|天|次|人)(?P<who>{_NO}{{0,6}})不(?!是|[到足及])(?P<does>{_NO}{{1,14}})[.!]?$"), _all_do),
    ("没有", re.compile(rf"^没有(?:任何)?人不(?!是)(?P<does>{_NO}{{1,14}})[.!]?$"), r"人人都\g<does>"),
    ("没有", re.compile(rf"^(?P<x>[^,.;比不没只才]{{1,12}})没有?(?P<y>[^,.;比不没的过了有]{{1,10}}?)(?:那么|这么)?(?P<how>{_ADJECTIVE})[.!]?$"), _is_more),
    ("离", re.compile(rf"^(?P<x>[^,.;离不没]{{2,10}})离(?P<y>[^,.;离不没婚开职任]{{2,10}}?)(?P<far>(?:有|只有|大约|约|不到|超过|大概)?\s?(?:{_N})\s?(?:公里|米|站|km|m|分钟|里)[^,.;]{{0,4}}[.!]?)$"), _apart),
    ("非", re.compile(r"^非(?P<who>[^,.;不没非]{2,8})不(?:能|可以|得|可)(?P<does>[^,.;不没非]{2,14})[.!]?$"), r"只有\g<who>能\g<does>"),
    ("除", re.compile(r"^除了?(?P<who>[^,.;不没]{1,8}?)(?:以外|之外|外)?,?(?:谁|其他人|别人|任何人|其他任何人)(?:都|也)(?:不能|无法|不可以)(?P<does>[^,.;不没]{2,14})[.!]?$"), r"只有\g<who>能\g<does>"),
    ("比", re.compile(r"比(?:原)?(?:计划|预期|预定|原定|原计划)的?(?:时间)?(?:早|提前)(?:了)?(?=\s?[\d一二三四五六七八九十两半])"), "提前"),
    ("比", re.compile(r"比(?:原)?(?:计划|预期|预定|原定|原计划)的?(?:时间)?(?:晚|推迟|延后)(?:了)?(?=\s?[\d一二三四五六七八九十两半])"), "推迟"),
    ("了", re.compile(rf"(?P<does>{_INSTANT})了?(?P<span>{_SPAN})了[.!]?$"), r"\g<span>前\g<does>了"),
    ("凡", re.compile(r"(?:^|(?<=,))凡是?(?=[^,.;]{1,10}(?:都|均|一律))"), ""),
    ("连", re.compile(r"连(?=[一半][^,.;]{1,6}(?:都|也)[没不])"), ""),
    ("番", re.compile(r"翻了?[一1]番"), "涨了一倍"),
    ("最多重", re.compile("最多(?=重)"), "最多 "),
)  # fmt: skip
