"""Figures with their units, wherever they stand: `12.5k`, `$500`, `五百元`, `30s`, `three hundred`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from memory_pipeline.domain.comparison.numerals import (
    EN_NUMBER,
    EN_SCALE,
    ZH_NUMERAL,
    parse_en,
    parse_figure,
    parse_zh,
    plain,
)
from memory_pipeline.domain.comparison.tokens import Item
from memory_pipeline.domain.comparison.units import MULTIPLIERS, PREFIX_CURRENCY, UNITS

CLASSIFIERS = (
    "个只条位名人件台次张本份杯瓶口辆套家间棵头匹把颗粒片块顶座栋层场门项种部节篇笔遍轮回趟双对副副本号"
)
# `个` and its like only carry the count; `杯`, `瓶`, `片` are themselves a measure and stay a word
LIGHT_CLASSIFIERS = frozenset("个只条位名件台张本份口辆套家间棵头匹颗座栋门项部节篇笔枚幅所支根")

_UNIT = "|".join(re.escape(name) for name in sorted(UNITS, key=len, reverse=True))
_MULTIPLIER = "|".join(sorted(MULTIPLIERS, key=len, reverse=True))
_WORD = "|".join(sorted([*EN_NUMBER, *EN_SCALE], key=len, reverse=True))
QUANTITY = re.compile(
    rf"""
    (?P<sign>(?<![\w.)])[-+])?
    (?:(?P<cur>[{re.escape(PREFIX_CURRENCY)}]|us\$)\s?)?
    (?:
        (?P<fig>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?(?![\d,])|\d+(?:\.\d+)?)
      | (?P<zh>[{ZH_NUMERAL}]+(?:点[零〇一二三四五六七八九]+)?)
      | (?<![\w])(?P<en>(?:an?\s(?=hundred|thousand|million|billion|dozen))?(?:{_WORD})(?:(?:-|\s|(?<=hundred)\sand\s|(?<=thousand)\sand\s|(?<=million)\sand\s)(?:{_WORD}))*)(?![a-z])
    )
    (?:[\s-]?(?P<mul>{_MULTIPLIER})(?![a-z]))?
    (?:[\s-]?(?P<unit>{_UNIT})(?:(?<=[\u4e00-\u9fff])|(?![a-z0-9])))?
    """,
    re.VERBOSE,
)
_PERCENT_ZH = re.compile(rf"百分之([\d.]+|[{ZH_NUMERAL}]+(?:点[{ZH_NUMERAL}]+)?)")


@dataclass(frozen=True, slots=True)
class Quantity:
    """`value` in the base unit `unit`, which is empty for a bare number."""

    value: Decimal
    unit: str

    def __str__(self) -> str:
        return f"{plain(self.value)} {self.unit}".strip()


def percent_in_figures(text: str) -> str:
    """`text` with `百分之八十五` as `85%`."""
    return _PERCENT_ZH.sub(_percent, text)


def _percent(match: re.Match[str]) -> str:
    whole, _, fraction = match[1].partition("点")
    number, digits = parse_zh(whole), parse_zh(fraction)
    if number is None:
        return f"{match[1]}%"
    return f"{plain(number)}.{plain(digits)}%" if digits is not None else f"{plain(number)}%"


def read_figure(match: re.Match[str]) -> Quantity | None:
    """The quantity a match of QUANTITY stands for, in its base unit."""
    value = _value(match)
    if value is None:
        return None
    if match["sign"] == "-":
        value = -value
    if match["mul"]:
        value *= MULTIPLIERS[match["mul"]]
    unit = UNITS.get(match["cur"] or match["unit"] or "")
    if unit is None:
        return Quantity(value, "")
    return Quantity(value * unit.factor, unit.base)


def read_quantity(text: str) -> str | None:
    """The single quantity `text` states, counted things and `years old` left out; None if there is none or more."""
    text = re.sub(r"(?<=\d)[,\s](?=\d{3}\b)", "", percent_in_figures(text).strip(" .,;!"))
    text = re.sub(r"\s?(?:years?[\s-]old|years? of age|岁|周岁)$", "", text)
    match = QUANTITY.fullmatch(
        re.sub(rf"(?<=[\d{ZH_NUMERAL}])[{''.join(sorted(LIGHT_CLASSIFIERS))}人]$", "", text)
    )
    quantity = read_figure(match) if match else None
    return str(quantity) if quantity else None


def _value(match: re.Match[str]) -> Decimal | None:
    if match["fig"]:
        return parse_figure(match["fig"])
    if match["zh"]:
        whole, _, fraction = match["zh"].partition("点")
        number = parse_zh(whole)
        digits = parse_zh(fraction) if fraction else None
        if number is None or (fraction and digits is None):
            return None
        return number if digits is None else Decimal(f"{number}.{plain(digits).zfill(len(fraction))}")
    words = [w for w in re.split(r"[\s-]+", match["en"]) if w not in {"a", "an"}]
    return parse_en(words)


_COMPOUND = frozenset(("s", "inch", "oz"))


def in_one_figure(items: list[Item]) -> list[Item]:
    """The pieces with `1 h 30 min` and `5 ft 11 in` as one figure: the same unit in falling steps, side by side."""
    result: list[Item] = []
    for n, item in enumerate(items):
        before = _before(result)
        value, _, unit = item.lemma.partition(" ")
        if item.kind != "figure" or before is None or unit not in _COMPOUND:
            result.append(item)
            continue
        whole, _, base = before.lemma.partition(" ")
        if base != unit or Decimal(value) >= Decimal(whole) or items[n - 1].form == ",":
            result.append(item)
            continue
        while result[-1] is not before:
            result.pop()
        total = f"{plain(Decimal(whole) + Decimal(value))} {unit}"
        result[-1] = Item(f"{before.form} {item.form}", "figure", total)
    return result


def _before(items: list[Item]) -> Item | None:
    """The figure that stands right before, an `and` aside."""
    rest = items[:-1] if items and items[-1].form == "and" else items
    return rest[-1] if rest and rest[-1].kind == "figure" and " " in rest[-1].lemma else None
