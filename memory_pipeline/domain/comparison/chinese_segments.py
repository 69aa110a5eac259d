"""One cut for two Chinese texts of the same characters: `被小|偷偷|走` is `小偷|偷走` where the other text has these words."""

from __future__ import annotations

import rjieba

_SMALL = frozenset("的了是被把由在于也都就着过有,.;:!?()\" '")
_FEW = 4


def same_characters(left: str, right: str) -> bool:
    """Whether two texts are written with the same characters, a few small words apart."""
    if abs(len(left) - len(right)) > _FEW:
        return False
    return _content(left) == _content(right)


def _content(text: str) -> list[str]:
    return sorted(char for char in text if char not in _SMALL)


def cut_as_the_other(text: str, other: str) -> str:
    """`text` with blanks around the words that `other` is cut into and `text`, though it has them, is not; `text` if there are none."""
    words = rjieba.cut(text)
    mine = set(words)
    missing = [w for w in dict.fromkeys(rjieba.cut(other)) if len(w) > 1 and w not in mine and w in text]
    for word in missing:
        text = text.replace(word, f" {word} ", 1)
    return text
