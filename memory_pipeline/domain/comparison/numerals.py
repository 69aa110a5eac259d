"""Numbers as people write them, in figures, English words and Chinese characters, as exact decimals."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

_ZH_DIGIT = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2, "壹": 1, "贰": 2, "叁": 3, "肆": 4,
             "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9}  # fmt: skip
_ZH_STEP = {"十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "仟": 1000}
_ZH_GROUP = {"万": 10_000, "亿": 100_000_000}
ZH_NUMERAL = "零〇一二三四五六七八九十百千万亿两壹贰叁肆伍陆柒捌玖拾佰仟"

_UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
EN_NUMBER = (
    {w: i for i, w in enumerate(_UNITS.split())}
    | {w: 20 + 10 * i for i, w in enumerate(_TENS.split())}
    | {"fourty": 40}
)
EN_SCALE = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
EN_ORDINAL = {w: i + 1 for i, w in enumerate(_ORDINALS.split())}

_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


def plain(value: Decimal) -> str:
    """`value` without exponent and trailing zeros, so that equal numbers have equal text."""
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in {"", "-0"} else text


def parse_figure(text: str) -> Decimal | None:
    """The number that `text` writes in digits, with or without thousands separators; None if it is not one."""
    candidate = text.replace(",", "") if _GROUPED.fullmatch(text) else text
    try:
        value = Decimal(candidate)
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def parse_zh(text: str) -> Decimal | None:
    """The number that Chinese numerals write: `一百二十`, `十二万五千`, `二〇二四`, `一百二`; None if they do not."""
    if not text or any(c not in ZH_NUMERAL for c in text):
        return None
    if all(c in _ZH_DIGIT for c in text):
        return Decimal("".join(str(_ZH_DIGIT[c]) for c in text))
    total, section, digit, last = 0, 0, None, 1
    for c in text:
        if c in _ZH_DIGIT:
            digit = _ZH_DIGIT[c]
            last = 1 if digit == 0 else last
        elif c in _ZH_STEP:
            section += (1 if digit is None else digit) * _ZH_STEP[c]
            digit, last = None, _ZH_STEP[c]
        else:
            whole = section + (digit or 0)
            if total >= _ZH_GROUP["亿"]:  # 一亿五千万: the 万 counts what stands behind the 亿
                total += whole * _ZH_GROUP[c]
            else:
                total = (total + whole) * _ZH_GROUP[c]
            section, digit, last = 0, None, _ZH_GROUP[c]
    tail = (digit or 0) * (last // 10 if last >= 100 else 1)  # 一百二 is 120, 一百零二 is 102
    return Decimal(total + section + tail)


def parse_en(words: list[str]) -> Decimal | None:
    """The number that English words write: `twenty one`, `two hundred and five`; None if they do not."""
    total, section, seen = 0, 0, False
    for word in words:
        if word == "and" and seen:
            continue
        if word in EN_NUMBER:
            section += EN_NUMBER[word]
        elif word == "hundred":
            section = (section or 1) * 100
        elif word in EN_SCALE:
            total += (section or 1) * EN_SCALE[word]
            section = 0
        else:
            return None
        seen = True
    return Decimal(total + section) if seen else None
