"""Dates and times of day as people write them, in one form: `2019-05-03`, `--10-12`, `t15:00`.

The patterns read `base_form` text. What cannot be read without guessing keeps its own form and equals only itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_pipeline.domain.comparison.numerals import EN_NUMBER, EN_ORDINAL, ZH_NUMERAL, parse_zh

_MONTH_NAMES = "january february march april may june july august september october november december"
MONTHS = {name: i + 1 for i, name in enumerate(_MONTH_NAMES.split())}
MONTHS |= {name[:3]: i for name, i in MONTHS.items()} | {"sept": 9}
_DAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday"
WEEKDAYS = {name: i + 1 for i, name in enumerate(_DAY_NAMES.split())}
WEEKDAYS |= {
    "mon": 1,
    "tue": 2,
    "tues": 2,
    "wed": 3,
    "thu": 4,
    "thur": 4,
    "thurs": 4,
    "fri": 5,
    "sat": 6,
    "sun": 7,
}

_N = rf"(?:\d{{1,2}}|[{ZH_NUMERAL}]{{1,3}})"
_Y = r"(?:\d{4}|[零〇一二三四五六七八九]{4})"
_MON = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
_ORD = "|".join(EN_ORDINAL)
_DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?|(?:twenty|thirty)[- ](?:{_ORD})|{_ORD}|thirtieth)"
_END = r"(?![a-z0-9_])"
_START = r"(?<![a-z0-9_])"

DATE = re.compile(
    rf"""
      {_START}(?P<iy>\d{{4}})[-/.](?P<im>\d{{1,2}})[-/.](?P<id>\d{{1,2}})(?=t\d\d:|(?![a-z0-9_]))
    | (?P<zy>{_Y})\s?年\s?(?:(?P<zm>{_N})\s?月\s?(?:份|(?P<zd>{_N})\s?[日号])?)?
    | (?P<zm2>{_N})\s?月\s?(?P<zd2>{_N})(?:\s?[日号]|(?![\d\u4e00-\u9fff]))
    | (?<=月)\s?(?P<dom>{_N})\s?[日号]
    | (?<![个\d{ZH_NUMERAL}])(?P<zm3>{_N})\s?月(?:份|(?!\s?[\d{ZH_NUMERAL}]))
    | {_START}(?P<em>{_MON})\s(?:the\s)?(?P<ed>{_DAY})(?:,?\s(?P<ey>\d{{4}}))?{_END}
    | {_START}(?:the\s)?(?P<ed2>{_DAY})\s(?:of\s)?(?P<em2>{_MON})(?:,?\s(?P<ey2>\d{{4}}))?{_END}
    | {_START}(?P<em3>{_MON}),?\s(?:of\s)?(?P<ey3>\d{{4}}){_END}
    | {_START}(?P<na>\d{{1,2}})/(?P<nb>\d{{1,2}})/(?P<ny>\d{{4}}){_END}
    | {_START}(?P<sa>\d{{1,2}})/(?P<sb>\d{{1,2}})(?![/\w])
    | {_START}(?P<ha>\d\d)-(?P<hb>\d\d)(?![-\w:])
    """,
    re.VERBOSE,
)
_HALF_DAY = "凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|夜里|半夜|深夜|早|晚"
TIME = re.compile(
    rf"""
      {_START}(?P<h>\d{{1,2}}):(?P<m>\d\d)(?::(?P<s>\d\d))?\s?(?P<ap>[ap]\.?m\b\.?)?
    | {_START}(?P<h2>\d{{1,2}})\s?(?P<ap2>[ap]\.?m\b\.?)
    | {_START}(?P<h4>\d{{1,2}}|{"|".join(list(EN_NUMBER)[1:13])})\s?o'?clock
    | (?<!每)(?P<zp>{_HALF_DAY})\s?(?P<zh>{_N})\s?(?:[点时]钟?|:)\s?(?:(?P<zhalf>半)|(?P<zq>[一三])刻|(?P<zmin>{_N})分?)?
    | (?<![\d.])(?P<zh2>(?!一点)(?:{_N}))\s?点钟?(?!\d*[{ZH_NUMERAL}]?[个条项])(?:(?P<zhalf2>半)|(?P<zq2>[一三])刻|(?P<zmin2>{_N})分?)?
    | {_START}(?P<word>noon|midday|midnight){_END} | (?P<zword>正午|午夜|零点)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date with what was said of it; `other` holds the spelling of one that could be read two ways."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    other: str = ""

    def __str__(self) -> str:
        if self.other:
            return self.other
        year = f"{self.year:04d}" if self.year is not None else "-"
        month = f"-{self.month:02d}" if self.month is not None else ""
        day = f"-{self.day:02d}" if self.day is not None else ""
        return year + month + day

    def refines(self, general: PartialDate) -> bool:
        """Whether this date says all that `general` says, and more."""
        if self == general or self.other or general.other:
            return False
        pairs = ((self.year, general.year), (self.month, general.month), (self.day, general.day))
        return all(theirs is None or mine == theirs for mine, theirs in pairs)


def read_date(match: re.Match[str]) -> PartialDate | None:
    """The date a match of DATE stands for; None if it is none (`13/45`)."""
    g = match.groupdict()
    if g["na"] or g["sa"] or g["ha"]:
        return _numeric(match.group(), g)
    if g["dom"]:
        return PartialDate(other=f"day {_number(g['dom'])}")
    year = g["iy"] or g["zy"] or g["ey"] or g["ey2"] or g["ey3"]
    month = g["im"] or g["zm"] or g["zm2"] or g["zm3"] or g["em"] or g["em2"] or g["em3"]
    day = g["id"] or g["zd"] or g["zd2"] or g["ed"] or g["ed2"]
    date = PartialDate(_number(year), _month(month), _day(day))
    return date if _possible(date) else None


def read_time(match: re.Match[str]) -> str | None:
    """The time of day a match of TIME stands for, as `t15:00`; None if it is none (`25:00`)."""
    g = match.groupdict()
    word = g["word"] or g["zword"]
    if word:
        return "t12:00" if word in {"noon", "midday", "正午"} else "t00:00"
    hour = _number(g["h"] or g["h2"] or g["h4"] or g["zh"] or g["zh2"])
    minute = _minute(g)
    if hour is None or hour > 24 or minute > 59:
        return None
    hour = _on_24_hours(hour, (g["ap"] or g["ap2"] or "")[:1], g["zp"] or "")
    second = f":{g['s']}" if g["s"] and g["s"] != "00" else ""
    return f"t{hour % 24:02d}:{minute:02d}{second}"


def _minute(g: dict[str, str | None]) -> int:
    if g["zhalf"] or g["zhalf2"]:
        return 30
    quarter = g["zq"] or g["zq2"]
    if quarter:
        return 15 if quarter == "一" else 45
    return _number(g["m"] or g["zmin"] or g["zmin2"]) or 0


def _on_24_hours(hour: int, half: str, zh_half: str) -> int:
    if hour == 0 or (hour == 12 and zh_half in {"晚上", "晚"}):
        return 0
    if half == "p" or zh_half in {"下午", "傍晚", "晚上", "晚", "中午"}:
        late_noon = zh_half == "中午" and hour >= 10
        return hour if hour >= 12 or late_noon else hour + 12
    if half == "a" or zh_half in {"凌晨", "半夜", "深夜", "夜里"}:
        return 0 if hour == 12 else hour
    return hour


def _numeric(text: str, g: dict[str, str | None]) -> PartialDate | None:
    first, second = int(g["na"] or g["sa"] or g["ha"] or 0), int(g["nb"] or g["sb"] or g["hb"] or 0)
    year = int(g["ny"]) if g["ny"] else None
    if first > 12 >= second and not g["ha"]:
        first, second = second, first
    elif g["na"] and first != second and second <= 12:
        return PartialDate(
            other=re.sub(r"\b0", "", text)
        )  # 3/4/2024 is March in one country and April in another
    date = PartialDate(year, first, second)
    return date if _possible(date) else None


def _number(text: str | None) -> int | None:
    if not text:
        return None
    if text.isdigit():
        return int(text)
    if text in EN_NUMBER:
        return EN_NUMBER[text]
    value = parse_zh(text)
    return None if value is None else int(value)


def _month(text: str | None) -> int | None:
    return MONTHS.get(text.rstrip("."), 0) or _number(text) if text else None


def _day(text: str | None) -> int | None:
    if not text:
        return None
    tens = 20 if text.startswith("twenty") else 30 if text.startswith("thirty") else 0
    last = re.split(r"[- ]", text)[-1]
    if last in EN_ORDINAL:
        return tens + EN_ORDINAL[last]
    return 30 if text == "thirtieth" else _number(re.sub(r"(?:st|nd|rd|th)$", "", text))


def _possible(date: PartialDate) -> bool:
    return (date.month is None or 1 <= date.month <= 12) and (date.day is None or 1 <= date.day <= 31)
