"""What "yesterday", "next Friday" or 下周三 means, seen from the instant a message was sent.

Used by the rules extractor (to note a resolved date) and by grounding (to accept one). Weeks begin on Monday;
"next Friday" and 下周五 are the Friday of the next calendar week, a bare "Friday" the next one to come.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_SMALL = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "a couple of": 2,
}
_CHINESE = {
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
    "十": 10,
    "半": 6,
}
_CHINESE_WEEKDAY = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5}


@dataclass(frozen=True, slots=True)
class ReferenceTime:
    """`text` stands at [start, end) of the searched text; `first` and `last` bound the days it means, both included."""

    text: str
    start: int
    end: int
    first: date
    last: date

    @property
    def iso(self) -> str:
        """The shortest ISO 8601 form: a day, a month, a year, or `first/last`."""
        if self.first == self.last:
            return self.first.isoformat()
        if self.first.day == 1 and self.last == _month_end(self.first):
            return f"{self.first:%Y-%m}"
        if (self.first.month, self.first.day, self.last.month, self.last.day) == (
            1,
            1,
            12,
            31,
        ) and self.first.year == self.last.year:
            return f"{self.first:%Y}"
        return f"{self.first.isoformat()}/{self.last.isoformat()}"


_Span = tuple[date, date]
_Resolve = Callable[[re.Match[str], date], "_Span | None"]


def find_reference_times(text: str, at: datetime) -> tuple[ReferenceTime, ...]:
    """All relative dates in `text`, resolved on the calendar of `at`'s own offset, in order, without overlaps."""
    today = at.date()
    found: list[ReferenceTime] = []
    for pattern, resolve in _PATTERNS:
        for match in pattern.finditer(text):
            if any(match.start() < other.end and other.start < match.end() for other in found):
                continue
            span = _resolved(resolve, match, today)
            if span is not None:
                found.append(ReferenceTime(match.group(), match.start(), match.end(), *span))
    return tuple(sorted(found, key=lambda item: item.start))


def _resolved(resolve: _Resolve, match: re.Match[str], today: date) -> _Span | None:
    try:
        return resolve(match, today)
    except (ValueError, OverflowError):  # "in 9999 years" lies outside the calendar
        return None


def _day(offset: int) -> _Resolve:
    def resolve(_match: re.Match[str], today: date) -> _Span:
        day = today + timedelta(days=offset)
        return day, day

    return resolve


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _month_end(first: date) -> date:
    return first.replace(day=calendar.monthrange(first.year, first.month)[1])


def _shift_months(day: date, months: int) -> date:
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _period(unit: str, offset: int, today: date) -> _Span:
    match unit:
        case "week":
            first = _monday(today) + timedelta(weeks=offset)
            return first, first + timedelta(days=6)
        case "weekend":
            first = _monday(today) + timedelta(weeks=offset, days=5)
            return first, first + timedelta(days=1)
        case "month":
            first = _shift_months(today.replace(day=1), offset)
            return first, _month_end(first)
        case _:
            year = today.year + offset
            return date(year, 1, 1), date(year, 12, 31)


_OFFSET = {"last": -1, "past": -1, "this": 0, "next": 1, "coming": 0, "upcoming": 0}


def _english_period(match: re.Match[str], today: date) -> _Span:
    return _period(match["unit"].lower(), _OFFSET[match["which"].lower()], today)


def _english_weekday(match: re.Match[str], today: date) -> _Span:
    wanted = _WEEKDAYS.index(match["day"].lower())
    which = (match["which"] or "").lower()
    ahead = (wanted - today.weekday()) % 7
    if which in {"last", "past"}:
        day = today - timedelta(days=(today.weekday() - wanted) % 7 or 7)
    elif which == "next":
        day = _monday(today) + timedelta(weeks=1, days=wanted)
    else:
        day = today + timedelta(days=ahead)
    return day, day


def _english_month(match: re.Match[str], today: date) -> _Span:
    month = _MONTHS.index(match["month"].lower()) + 1
    which = match["which"].lower()
    year = today.year
    if which in {"last", "past"}:
        year -= month >= today.month
    elif which in {"next", "coming", "upcoming"}:
        year += month <= today.month
    first = date(year, month, 1)
    return first, _month_end(first)


def _amount(raw: str) -> int:
    if raw.isdecimal():
        return int(raw)
    return _SMALL.get(raw.lower(), 0) or _chinese_number(raw)


def _chinese_number(raw: str) -> int:
    if raw in _CHINESE:
        return _CHINESE[raw]
    tens, _, ones = raw.partition("十")
    return (_CHINESE.get(tens, 1) if "十" in raw else 0) * 10 + _CHINESE.get(ones, 0)


_UNIT = {"天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "年": "year"}


def _distance(match: re.Match[str], today: date, sign: int) -> _Span:
    unit = match["unit"].lower()
    unit = _UNIT.get(unit, unit.rstrip("s"))
    amount = sign * _amount(match["n"])
    match unit:
        case "day":
            day = today + timedelta(days=amount)
        case "week":
            day = today + timedelta(weeks=amount)
        case "month":
            return _period("month", amount, today)
        case _:
            return _period("year", amount, today)
    return day, day


def _later(match: re.Match[str], today: date) -> _Span:
    return _distance(match, today, 1)


def _earlier(match: re.Match[str], today: date) -> _Span:
    return _distance(match, today, -1)


_CHINESE_OFFSET = {
    "上": -1,
    "这": 0,
    "本": 0,
    "下": 1,
    "上上": -2,
    "下下": 2,
    "今": 0,
    "明": 1,
    "后": 2,
    "去": -1,
    "前": -2,
}


def _chinese_weekday(match: re.Match[str], today: date) -> _Span:
    which = match["which"] or ""
    wanted = _CHINESE_WEEKDAY[match["day"]]
    if which:
        day = _monday(today) + timedelta(weeks=_CHINESE_OFFSET[which], days=wanted)
    else:
        day = today + timedelta(days=(wanted - today.weekday()) % 7)
    return day, day + timedelta(days=1) if match["day"] == "末" else day


def _chinese_week(match: re.Match[str], today: date) -> _Span:
    return _period("week", _CHINESE_OFFSET[match["which"]], today)


def _chinese_month(match: re.Match[str], today: date) -> _Span:
    first, last = _period("month", _CHINESE_OFFSET[match["which"]], today)
    if match["d"] is not None:
        first = last = first.replace(day=_amount(match["d"]))
    return first, last


def _chinese_year(match: re.Match[str], today: date) -> _Span:
    first, last = _period("year", _CHINESE_OFFSET[match["which"]], today)
    if match["m"] is None:
        return first, last
    first = first.replace(month=_amount(match["m"]))
    last = _month_end(first)
    if match["d"] is not None:
        first = last = first.replace(day=_amount(match["d"]))
    return first, last


_N = r"(?P<n>\d{1,4}|a couple of|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
_ZN = r"(?P<n>\d{1,4}|[一二两三四五六七八九十]{1,3})"
_ENGLISH_UNIT = r"(?P<unit>days?|weeks?|months?|years?)"
_WHICH = r"(?P<which>last|past|this|next|coming|upcoming)"


def _english(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


_PATTERNS: tuple[tuple[re.Pattern[str], _Resolve], ...] = (
    (_english(r"the\s+day\s+after\s+tomorrow"), _day(2)),
    (_english(r"the\s+day\s+before\s+yesterday"), _day(-2)),
    (_english(r"today|tonight|this\s+(?:morning|afternoon|evening)"), _day(0)),
    (_english(r"tomorrow"), _day(1)),
    (_english(r"yesterday|last\s+night"), _day(-1)),
    (_english(rf"in\s+{_N}\s+{_ENGLISH_UNIT}(?:['’]\s*time)?"), _later),
    (_english(rf"{_N}\s+{_ENGLISH_UNIT}\s+(?:ago|earlier)"), _earlier),
    (_english(rf"{_WHICH}\s+(?P<unit>weekend|week|month|year)"), _english_period),
    (_english(rf"(?:{_WHICH}\s+)?(?P<day>{'|'.join(_WEEKDAYS)})"), _english_weekday),
    (_english(rf"{_WHICH}\s+(?P<month>{'|'.join(_MONTHS)})"), _english_month),
    (re.compile(r"大后天"), _day(3)),
    (re.compile(r"大前天"), _day(-3)),
    (re.compile(r"后天"), _day(2)),
    (re.compile(r"前天"), _day(-2)),
    (re.compile(r"(?:明天|明日|明早|明晚)"), _day(1)),
    (re.compile(r"(?:昨天|昨日|昨晚|昨夜)"), _day(-1)),
    (re.compile(r"(?:今天|今日|今早|今晚|今夜)"), _day(0)),
    (re.compile(rf"{_ZN}\s*(?:个)?(?P<unit>天|日|周|星期|礼拜|月|年)(?:以|之)?后"), _later),
    (re.compile(rf"{_ZN}\s*(?:个)?(?P<unit>天|日|周|星期|礼拜|月|年)(?:以|之)?前"), _earlier),
    (
        re.compile(r"(?P<which>上上|下下|上|这|本|下)(?:个)?(?:周|星期|礼拜)(?P<day>[一二三四五六日天末])"),
        _chinese_weekday,
    ),
    (
        re.compile(r"(?P<which>上上|下下|上|这|本|下)(?:个)?(?:周|星期|礼拜)(?![一二三四五六日天末])"),
        _chinese_week,
    ),
    (
        re.compile(
            r"(?P<which>上上|下下|上|这|本|下)(?:个)?月(?:(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[号日])?"
        ),
        _chinese_month,
    ),
    (
        re.compile(
            r"(?P<which>今|明|去|前|后)年(?:(?P<m>\d{1,2}|[一二三四五六七八九十]{1,2})月(?:份)?(?:(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[号日])?)?"
        ),
        _chinese_year,
    ),
    (
        re.compile(
            r"(?<![上下这本每一二两三四五六七八九十\d])(?P<which>)(?:周|星期|礼拜)(?P<day>[一二三四五六日天末])(?![岁年])"
        ),
        _chinese_weekday,
    ),
)
