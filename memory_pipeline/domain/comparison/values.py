"""Two values of one slot: equal once brought to the normal form of their type, a refinement, or different."""

from __future__ import annotations

import re
from collections.abc import Callable

from memory_pipeline.domain.comparison.dates import DATE, TIME, PartialDate, read_date, read_time
from memory_pipeline.domain.comparison.figures import read_quantity
from memory_pipeline.domain.comparison.normalise import base_form, normal_phrase, normal_statement
from memory_pipeline.domain.comparison.places import place_normal, place_refines
from memory_pipeline.domain.comparison.result import Comparison, Sameness, different, same
from memory_pipeline.domain.comparison.statements import compare_statements
from memory_pipeline.domain.registry import ValueType

_TITLE = re.compile(
    r"^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|madam)\.?\s+(?=\S)|(?<=\S{2})(?:先生|女士|小姐)$"
)
_DATE_FILLER = re.compile(r"[\s,.()]|\b(?:on|the|of|at)\b|农历|公历|阳历")
_PHONE_JUNK = re.compile(r"[^\d+]")
_ADDRESS = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")


def normal_value(text: str, value_type: ValueType) -> str:
    """The one form of all spellings of a value of this type; text that does not read as the type keeps its phrase."""
    return _NORMAL[value_type](text)


def compare_values(a: str, b: str, value_type: ValueType) -> Comparison:
    """How value `b` relates to value `a` of the same slot; SAME of kind `equal` exactly if the normal forms are equal."""
    left, right = normal_value(a, value_type), normal_value(b, value_type)
    if left == right:
        return same("equal", "Both are the same value, written alike or in two spellings.")
    return _COMPARE.get(value_type, _compare_phrases)(left, right)


def _normal_name(text: str) -> str:
    name = normal_phrase(text)
    return normal_phrase(_TITLE.sub("", name) or name)


def _normal_date(text: str) -> str:
    base = base_form(text)
    if _ISO.fullmatch(base):
        return base
    date_match = DATE.search(base)
    date = read_date(date_match) if date_match else None
    if date is None:
        return normal_phrase(text)
    rest = base[: date_match.start()] + " " + base[date_match.end() :].removeprefix("t") if date_match else ""
    time_match = TIME.search(rest)
    time = read_time(time_match) if time_match else None
    if time_match and time:
        rest = rest[: time_match.start()] + " " + rest[time_match.end() :]
    if _DATE_FILLER.sub("", rest):
        return normal_phrase(text)
    return f"{date}{time or ''}"


def _normal_number(text: str) -> str:
    return read_quantity(base_form(text)) or normal_phrase(text)


def _normal_phone(text: str) -> str:
    base = base_form(text)
    digits = _PHONE_JUNK.sub("", re.sub(r"\(0\)", "", base))
    digits = "+" + digits[2:] if digits.startswith("00") else digits
    plain = ("+" if digits.startswith("+") else "") + digits.replace("+", "")
    letters = re.search(
        r"[^\W\d_]", re.sub(r"\b(?:tel|phone|mobile|cell|number|ext)\b|电话|手机号?|号码?", "", base)
    )
    return plain if len(plain) >= 3 and letters is None else normal_phrase(text)


def _normal_email(text: str) -> str:
    found = _ADDRESS.findall(base_form(text))
    return found[0] if len(found) == 1 else normal_phrase(text)


_NORMAL: dict[ValueType, Callable[[str], str]] = {
    ValueType.TEXT: normal_phrase,
    ValueType.STATEMENT: normal_statement,
    ValueType.NAME: _normal_name,
    ValueType.DATE: _normal_date,
    ValueType.NUMBER: _normal_number,
    ValueType.EMAIL: _normal_email,
    ValueType.PHONE: _normal_phone,
    ValueType.PLACE: place_normal,
}

_ISO = re.compile(r"(?P<y>\d{4}|-)(?:-(?P<m>\d\d))?(?:-(?P<d>\d\d))?(?P<t>t\S+)?")


def _compare_dates(left: str, right: str) -> Comparison:
    a, b = _ISO.fullmatch(left), _ISO.fullmatch(right)
    if not (a and b):
        return different("date", f"The dates differ: {left} and {right}.")
    if _refines(b, a):
        return Comparison(Sameness.REFINES, "date", f"{right} says the date {left} more precisely.")
    if _refines(a, b):
        return Comparison(Sameness.GENERALISES, "date", f"{right} says the date {left} less precisely.")
    return different("date", f"The dates differ: {left} and {right}.")


def _refines(precise: re.Match[str], general: re.Match[str]) -> bool:
    mine, theirs = _partial(precise), _partial(general)
    if precise["t"] != general["t"]:
        return general["t"] is None and (mine == theirs or mine.refines(theirs))
    return mine.refines(theirs)


def _partial(match: re.Match[str]) -> PartialDate:
    year = None if match["y"] == "-" else int(match["y"])
    return PartialDate(year, int(match["m"]) if match["m"] else None, int(match["d"]) if match["d"] else None)


def _compare_phones(left: str, right: str) -> Comparison:
    for short, full, sameness in ((left, right, Sameness.REFINES), (right, left, Sameness.GENERALISES)):
        local = short.lstrip("0") if short.startswith("0") else short
        extra = len(full) - 1 - len(local)
        if (
            full.startswith("+")
            and short[:1] != "+"
            and full.endswith(local)
            and 1 <= extra <= 3
            and len(local) >= 7
        ):
            return Comparison(sameness, "identifier", "The same number, once with its country code.")
    return different("identifier", f"The numbers differ: {left} and {right}.")


def _compare_places(left: str, right: str) -> Comparison:
    if place_refines(right, left):
        return Comparison(Sameness.REFINES, "place", f"{right} is a place in {left}.")
    if place_refines(left, right):
        return Comparison(Sameness.GENERALISES, "place", f"{left} is a place in {right}.")
    return different("place", f"The places differ: {left} and {right}.")


def _compare_names(left: str, right: str) -> Comparison:
    return different("name", f"The names differ: {left} and {right}.")


def _compare_numbers(left: str, right: str) -> Comparison:
    return different("figure", f"The figures differ: {left} and {right}.")


def _compare_emails(left: str, right: str) -> Comparison:
    return different("identifier", f"The addresses differ: {left} and {right}.")


def _compare_phrases(left: str, right: str) -> Comparison:
    return compare_statements(left, right)


_COMPARE: dict[ValueType, Callable[[str, str], Comparison]] = {
    ValueType.DATE: _compare_dates,
    ValueType.PHONE: _compare_phones,
    ValueType.PLACE: _compare_places,
    ValueType.NAME: _compare_names,
    ValueType.NUMBER: _compare_numbers,
    ValueType.EMAIL: _compare_emails,
}
