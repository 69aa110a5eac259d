"""Comparisons that a preference states: "tea over coffee" names two sides and which of them is preferred."""

from __future__ import annotations

import re
import unicodedata

_LEAD = r"(?:(?:i |the user )?(?:would |'d )?(?:rather |prefers? |prefer to )+|更喜欢|更爱|更偏好|偏好|更倾向于?|喜欢)?"
_TAIL = r"[\s。.!！]*"

# Each names the preferred side `a` and the other side `b`. Closed grammatical frames, not a word list of things.
_FRAMES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_LEAD}(?P<a>.+?),? (?:over|rather than|instead of|more than|better than|than|as opposed to) (?P<b>.+?){_TAIL}",
        rf"{_LEAD}(?P<a>.+?)(?:,| and| but) not (?P<b>.+?){_TAIL}",
        rf"(?:i |the user )?prefers? (?P<a>.+?) to (?P<b>.+?){_TAIL}",
        rf"(?P<a>[^\s]+) to (?P<b>[^\s]+?){_TAIL}",
        rf"(?:相比|比起|相比于|相较于)(?P<b>.+?)[,，]?(?:我|用户)?(?:还是)?(?:更喜欢|更爱|更偏好|更倾向于?|更想要?)(?P<a>.+?){_TAIL}",
        rf"与其(?P<b>.+?)[,，]?(?:还|倒)?不如(?P<a>.+?){_TAIL}",
        rf"(?:宁愿|宁可){_LEAD}(?P<a>.+?)[,，]?(?:也|而)不(?:愿意?|要|想)?(?P<b>.+?){_TAIL}",
        rf"{_LEAD}(?P<a>.+?)[,，]?(?:而不是|而非|胜过|胜于|多于|多过|优于|好过|[,，]不要|[,，]不是)(?P<b>.+?){_TAIL}",
        rf"(?P<a>.+?)比(?P<b>.+?)(?:更?好|更?强|更合适|更喜欢){_TAIL}",
        rf"(?P<b>.+?)不如(?P<a>.+?){_TAIL}",
    )
)


def comparison_sides(text: str) -> tuple[str, str] | None:
    """(preferred, other) where `text` compares two things; None where it names one thing only."""
    plain = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).strip().casefold()
    for frame in _FRAMES:
        found = frame.fullmatch(plain)
        if found:
            preferred, other = found["a"].strip(), found["b"].strip()
            return (preferred, other) if preferred and other else None
    return None
