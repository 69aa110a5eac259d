"""Text as secrets are looked for in it: one width, no invisible characters, with the way back to the original."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MASK: Final = "[secret]"
BARRIER: Final = "\ue000"  # stands in a view where a mask stands: no pattern matches it

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]"
)
_QUOTES = {
    **dict.fromkeys("“”„‟«»「」『』〝〞＂", '"'),
    **dict.fromkeys("‘’‚‛ʼ＇", "'"),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
    **{mark: mark for mark in "，；！？"},  # they end a clause: an ASCII word never runs over them
}


class _Widths(dict[int, str]):
    """One character for one: the plain form of full-width and styled letters, digits and signs, else the same."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        plain = _QUOTES.get(character) or unicodedata.normalize("NFKC", character)
        self[code] = plain if len(plain) == 1 else character
        return self[code]


_WIDTHS = _Widths()


@dataclass(frozen=True, slots=True)
class View:
    """`text` is what patterns read; `places` gives each of its characters its place in `original`, None if the same."""

    original: str
    text: str
    places: Sequence[int] | None

    @classmethod
    def of(cls, original: str) -> View:
        """The view of `original`, in which a mask is a run of barriers."""
        text = original if original.isascii() else original.translate(_WIDTHS)
        if MASK in text:
            text = text.replace(MASK, BARRIER * len(MASK))
        if text.isascii() or _INVISIBLE.search(text) is None:
            return cls(original, text, None)
        places = [place for place, ch in enumerate(text) if _INVISIBLE.match(ch) is None]
        return cls(original, "".join(text[place] for place in places), places)

    def back(self, start: int, end: int) -> tuple[int, int]:
        """The [start, end) range of the original that a range of the view stands for."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def folded(text: str) -> str:
    """`text` in one case, as patterns that ignore case read it: to them the Turkish letters are an i, too."""
    lowered = text.casefold()
    return lowered if lowered.isascii() else lowered.replace("\u0131", "i").replace("i\u0307", "i")


def holds_any(folded_text: str, stems: Sequence[str]) -> bool:
    """Whether one of the stems stands in it. Every message is asked this several times: a loop is twice as fast as any()."""
    for stem in stems:  # noqa: SIM110 - see above
        if stem in folded_text:
            return True
    return False
