"""Does what an item says occur in the messages it cites? Figures, dates, identifiers, names and quotations are looked up.

Grounding asks; nothing here knows what an item is. Both sides are brought to one form first: width, case, numerals
of both languages, units, dates, and relative dates resolved from the message's own instant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from memory_pipeline.domain.comparison.dates import DATE, MONTHS, WEEKDAYS, PartialDate, read_date
from memory_pipeline.domain.comparison.figures import QUANTITY, Quantity, percent_in_figures, read_figure
from memory_pipeline.domain.comparison.normalise import base_form
from memory_pipeline.domain.reference_time import ReferenceTime, find_reference_times

_IDENTIFIER = re.compile(
    r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+|https?://\S+|(?<![\w])[a-z0-9]+(?:[-_./:#][a-z0-9]+)+|(?<![\w])(?=[a-z0-9]*[a-z])(?=[a-z0-9]*\d)[a-z0-9]{3,}",
    re.ASCII,
)
_ORDINAL = re.compile(
    r"\d+(?:st|nd|rd|th|k|s|m|h|d|w|ms|gb|mb|tb|kg|km|cm|mm|am|pm|x|g|l|min|hr|hrs)", re.ASCII
)
_QUOTED = re.compile(r"[“\"「『《]([^”\"」』》]{2,})[”\"」』》]")
_NAME = re.compile(r"(?<![\w'’-])[A-Z][\w'’-]*")
_CJK_RUN = re.compile(r"[\u3400-\u9fff]{2,}")
_NOT_NAMES = frozenset(
    {
        "i",
        "i'm",
        "i've",
        "i'd",
        "a",
        "an",
        "the",
        "to",
        "in",
        "on",
        "at",
        "of",
        "for",
        "and",
        "or",
        "not",
        "no",
        "user",
        "assistant",
    }
    | set(MONTHS)
    | set(WEEKDAYS)
)
_COUNTED = re.compile(r"[个只条位名人件台次张本份杯瓶口辆套家间岁天年月周号日点块元万千百亿%％]")


@dataclass(frozen=True, slots=True)
class Missing:
    """`reason` is a fixed code, `token` what was looked for and not found."""

    reason: str
    token: str


@dataclass(frozen=True, slots=True)
class CitedText:
    """The words of cited messages, read once for many look-ups."""

    base: str
    gapless: str
    dates: frozenset[PartialDate]
    relative: tuple[ReferenceTime, ...]
    figures: frozenset[Quantity]
    sent: tuple[date, ...]

    @classmethod
    def of(cls, parts: Iterable[tuple[str, datetime]]) -> CitedText:
        """The words of `parts`, each with the instant it was sent."""
        listed = list(parts)
        base = percent_in_figures(base_form("\n".join(text for text, _ in listed)))
        relative = tuple(item for text, at in listed for item in find_reference_times(text, at))
        return cls(
            base=base,
            gapless=_gapless(base),
            dates=frozenset(found for found, _, _ in _dates(base)),
            relative=relative,
            figures=frozenset(figure for figure, _ in _figures(base)),
            sent=tuple(at.date() for _, at in listed),
        )

    def missing(
        self, text: str, *, names_throughout: bool = False, year_may_be_derived: bool = True
    ) -> Missing | None:
        """The first token of `text` that the cited words do not hold; None if all are there.

        `names_throughout`: the whole text is a name, so that its first word and its Chinese are looked up too.
        """
        if _gapless(base_form(text)) in self.gapless:
            return None
        for item in self.relative:
            text = text.replace(item.iso, " ")
        base = percent_in_figures(base_form(text))
        checks = (
            self._missing_quotation(text),
            self._missing_date(base, year_may_be_derived=year_may_be_derived),
            self._missing_identifier(_without_dates(base)),
            self._missing_figure(_without_dates(base)),
            self._missing_name(text, names_throughout=names_throughout),
        )
        return next((found for found in checks if found is not None), None)

    def _missing_quotation(self, text: str) -> Missing | None:
        for match in _QUOTED.finditer(text):
            if _gapless(base_form(match[1])) not in self.gapless:
                return Missing("quotation_not_in_evidence", match[1])
        return None

    def _missing_date(self, base: str, *, year_may_be_derived: bool) -> Missing | None:
        for found, start, end in _dates(base):
            if not self._knows(found, year_may_be_derived=year_may_be_derived):
                return Missing("date_not_in_evidence", base[start:end])
        return None

    def _knows(self, wanted: PartialDate, *, year_may_be_derived: bool) -> bool:
        if wanted in self.dates or any(known.refines(wanted) for known in self.dates):
            return True
        if any(_within(wanted, item) for item in self.relative):
            return True
        if any(_is_day(wanted, sent) for sent in self.sent) and any(
            item.first in self.sent for item in self.relative
        ):
            return True
        if not year_may_be_derived or wanted.year is None:
            return False
        near = {sent.year + step for sent in self.sent for step in (-1, 0, 1)}
        return wanted.year in near and PartialDate(None, wanted.month, wanted.day) in self.dates

    def _missing_identifier(self, base: str) -> Missing | None:
        for match in _IDENTIFIER.finditer(base):
            token = match.group()
            if token in self.base or _ORDINAL.fullmatch(token) or _spelled_apart(token, self.base):
                continue
            return Missing("identifier_not_in_evidence", token)
        return None

    def _missing_figure(self, base: str) -> Missing | None:
        text = _IDENTIFIER.sub(
            lambda match: match.group() if _ORDINAL.fullmatch(match.group()) else " ", base
        )
        for figure, token in _figures(text, sure=True):
            if (
                not any(_same_figure(figure, known) for known in self.figures)
                and token.strip() not in self.base
            ):
                return Missing("figure_not_in_evidence", token)
        return None

    def _missing_name(self, text: str, *, names_throughout: bool) -> Missing | None:
        plain = unicodedata.normalize("NFKC", text)
        for match in _NAME.finditer(plain):
            if match.start() == 0 and not names_throughout:
                continue
            token = base_form(match.group()).removesuffix("'s")
            if len(token) > 1 and token not in _NOT_NAMES and not self._holds_word(token):
                return Missing("name_not_in_evidence", match.group())
        if names_throughout:
            for match in _CJK_RUN.finditer(plain):
                if base_form(match.group()) not in self.gapless:
                    return Missing("name_not_in_evidence", match.group())
        return None

    def _holds_word(self, token: str) -> bool:
        return re.search(rf"(?<![a-z0-9]){re.escape(token)}(?:'?s)?(?![a-z0-9])", self.base) is not None


def _gapless(base: str) -> str:
    return re.sub(r"\s+", "", base)


def _dates(base: str) -> Iterator[tuple[PartialDate, int, int]]:
    for match in DATE.finditer(base):
        found = read_date(match)
        if found is not None:
            yield found, match.start(), match.end()


def _without_dates(base: str) -> str:
    return DATE.sub(lambda match: " " if read_date(match) is not None else match.group(), base)


def _figures(base: str, *, sure: bool = False) -> Iterator[tuple[Quantity, str]]:
    """The quantities of `base`; `sure` leaves out what may be no figure at all (`one`, 一 in 一起)."""
    for match in QUANTITY.finditer(base):
        if sure and not match["fig"] and not _surely_a_figure(match, base):
            continue
        figure = read_figure(match)
        if figure is not None:
            yield figure, match.group()
            if figure.unit and match["fig"]:
                yield from _bare(match, sure=sure)


def _bare(match: re.Match[str], *, sure: bool) -> Iterator[tuple[Quantity, str]]:
    """The number without its unit, on the evidence's side only: `50s` also holds the figure 50."""
    bare = QUANTITY.fullmatch(match["fig"])
    figure = read_figure(bare) if bare is not None and not sure else None
    if figure is not None:
        yield figure, match["fig"]


def _surely_a_figure(match: re.Match[str], base: str) -> bool:
    if match["en"]:
        return match["en"] not in {"one", "a", "an"}
    return len(match["zh"] or "") > 1 or bool(match["unit"]) or bool(_COUNTED.match(base, match.end("zh")))


def _same_figure(wanted: Quantity, known: Quantity) -> bool:
    return wanted.value == known.value and (wanted.unit == known.unit or not wanted.unit or not known.unit)


def _within(wanted: PartialDate, item: ReferenceTime) -> bool:
    if wanted.other:
        return False
    if wanted.day is None:
        ends = (item.first, item.last)
        return any(
            (wanted.year is None or wanted.year == end.year)
            and (wanted.month is None or wanted.month == end.month)
            for end in ends
        )
    return any(_is_day(wanted, end) for end in (item.first, item.last)) or (
        wanted.year is not None
        and wanted.month is not None
        and item.first.isoformat() <= str(wanted) <= item.last.isoformat()
    )


def _is_day(wanted: PartialDate, day: date) -> bool:
    return wanted.day == day.day and wanted.month in {None, day.month} and wanted.year in {None, day.year}


def _spelled_apart(token: str, base: str) -> bool:
    """`new-york` for "new york", `connection_pool` for "connection pool": same letters, other joint."""
    parts: Sequence[str] = re.split(r"[-_./:#]", token)
    return (
        len(parts) > 1
        and all(not any(ch.isdigit() for ch in part) for part in parts)
        and " ".join(parts) in base
    )
