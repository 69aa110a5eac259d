"""Counts and cuts text by o200k tokens: the one measure that all budgets here are stated in."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Iterator

with warnings.catch_warnings():
    # It reads its tables, at import, through a function that Python 3.11 and 3.12 call deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    import bpe_openai

_ENCODING = "o200k_base"
_SLICE = 50_000  # characters; the tokeniser refuses more than 200,000 tokens at once


@functools.cache
def _encoding() -> bpe_openai.Encoding:
    return bpe_openai.get_encoding(_ENCODING)


def count_tokens(text: str) -> int:
    """The number of o200k tokens of `text` (off by a token or two at each 50,000 characters)."""
    return sum(len(_encoding().encode_ordinary(text[i : i + _SLICE])) for i in range(0, len(text), _SLICE))


def clip_tokens(text: str, limit: int) -> str:
    """The longest beginning of `text` that has at most `limit` tokens."""
    if 4 * len(text) <= limit:  # no character is more than four tokens
        return text
    # Looks no further than it must: a long text is clipped many times over when it is cut into pieces.
    low, high = 0, max(1, 4 * limit)
    while high < len(text) and count_tokens(text[:high]) <= limit:
        low, high = high, 2 * high
    if high >= len(text):
        high = len(text)
        if count_tokens(text) <= limit:
            return text
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(text[:middle]) <= limit:
            low = middle
        else:
            high = middle - 1
    return text[:low]


def cut_into_pieces(text: str, limit: int) -> Iterator[str]:
    """`text` in order, in pieces of at most `limit` tokens that end, where they can, after a line or a sentence."""
    while text:
        piece = clip_tokens(text, limit)
        if len(piece) < len(text):
            piece = piece[: _last_break(piece)] or text[:1]
        yield piece
        text = text[len(piece) :]


def _last_break(piece: str) -> int:
    """Where to end `piece`: after a line, else a sentence, else a blank, if that keeps at least half of it."""
    for marks in ("\n", "。！？!?；;.", " ，,"):
        end = max(piece.rfind(mark) for mark in marks) + 1
        if end * 2 >= len(piece):
            return end
    return len(piece)
