"""Chinese words that add nothing where they stand, and those that are another word there: 得 that is must, 快 that is soon."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from memory_pipeline.domain.comparison.chinese import NEGATIONS
from memory_pipeline.domain.comparison.chinese_kinds import tag_of
from memory_pipeline.domain.comparison.tokens import Item

_CARRIED = frozenset("得 了 过 的".split())
_VERBAL = frozenset("v vn vd".split())
_FAR = 5
_EITHER = 2
_GETTING = frozenset("捡买拿找看听遇碰抓借订抢想猜查捉吃学做认闻摸")
_UTTERLY = frozenset("完全 丝毫 根本 压根 压根儿".split())
_A_BIT = frozenset("一点 一点儿 半点 一口 一滴".split())
_TRADES = frozenset("意卖工饭菜客梦主人")  # 做生意, 做买卖 are what one does for a living
_SOON = frozenset("快 快要 就要".split())
_NOMINAL = frozenset("n r nr ns nt nz vn".split())
_DONE_NEXT = frozenset("v d p".split())
_BEFORE_CLASSIFIER = frozenset("是 这 那 哪".split())


def adds_nothing(items: Sequence[Item], i: int) -> bool:
    """Whether the item says nothing that the others do not: a verb said again, the weight of a no, a classifier."""
    form = items[i].form
    if form == "只":
        return _form(items, i - 1) in _BEFORE_CLASSIFIER  # 是只猫
    return _said_again(items, i) or _lends_weight(items, i) or _does_what_ends(items, i)


def tells_what_is_soon(items: Sequence[Item], i: int) -> bool:
    """`快到期了` is 即将到期."""
    return items[i].form in _SOON and tag_of(_form(items, i + 1)) in _VERBAL and items[-1].form == "了"


def is_a_must(items: Sequence[Item], i: int) -> bool:
    """`我得去医院`: behind a noun and before what is done, 得 is a must."""
    if items[i].form != "得" or not i or tag_of(items[i - 1].form) not in _NOMINAL:
        return False
    following = _form(items, i + 1)
    return bool(following) and following not in NEGATIONS and tag_of(following) in _DONE_NEXT


def _form(items: Sequence[Item], i: int) -> str:
    return items[i].form if 0 <= i < len(items) else ""


def _does_what_ends(items: Sequence[Item], i: int) -> bool:
    """`做备份`, `做一次体检`: what is done is told by the last word."""
    if items[i].form not in {"做", "作"}:
        return False
    rest = [item for item in items[i + 1 :] if item.kind != "figure" and item.form not in {"次", "一"}]
    named = rest[0].lemma or rest[0].form if len(rest) == 1 and rest[0].kind == "cjk" else ""
    return len(named) > 1 and tag_of(named) in _VERBAL and named[-1] not in _TRADES


def _lends_weight(items: Sequence[Item], i: int) -> bool:
    """`完全不吃`, `一点辣都不吃`, `捡到了`, `全是网购的`."""
    form, following = items[i].form, _form(items, i + 1)
    if form in _UTTERLY:
        return following in NEGATIONS or following in {"都", "也"}
    if form in _A_BIT:
        rest = [item.form for item in items[i + 1 : i + 1 + _FAR]]
        return any(x in {"都", "也"} and y in NEGATIONS for x, y in pairwise(rest))
    if form == "到" and following == "了":
        return _form(items, i - 1) in _GETTING
    return form == "全" and following == "是"


def _said_again(items: Sequence[Item], i: int) -> bool:
    """`学法语学了三年`, `游泳游得好`: the verb stands again only to carry how long or how well."""
    if i < _EITHER or i + 1 >= len(items):
        return False
    form, behind = items[i].form, items[i + 1]
    if not (behind.form in _CARRIED or behind.kind == "figure"):
        return False
    if behind.form == "的" and i + _EITHER < len(items):
        return False
    for n in range(i - 1, max(i - 1 - _FAR, -1), -1):
        item = items[n]
        if item.kind == "punct":
            return False
        if item.form == form and n < i - 1:
            return tag_of(form) in _VERBAL
        if len(form) == 1 and item.form[0] == form and len(item.form) > 1 and n == i - 1:
            return True
    return False
