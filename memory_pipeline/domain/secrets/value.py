"""Whether a word that stands where a secret would stand is one."""

from __future__ import annotations

import re

from memory_pipeline.domain.secrets.shapes import entropy
from memory_pipeline.domain.secrets.words import KNOWN, PLACEHOLDER, PLACEHOLDERS, PROSE, PROSE_ENDINGS

_PLACEHOLDER = re.compile(PLACEHOLDER)
_HEX_OR_BASE64 = re.compile(r"[A-Za-z0-9+/=_.~-]{16,}")
_NEXT_FIELD = re.compile(r"&[\w.-]+=")  # of a query
_CLOSING = ".,;:)]}>\"'`"
_NUMBER_WORD = re.compile(
    r"v?\d{1,2}(?:\.\d+)+|\d{1,2}|\d{1,2}(?:st|nd|rd|th)|\d+(?:s|ms|m|h|d|px|kb|mb|gb|%|k)|\d+[- ]?(?:digits?|chars?|characters?|letters?|words?|bits?|bytes?|days?|hours?|minutes?|months?|years?|times?)(?:-\w+)?|\d{1,2}:\d\d(?:am|pm)?",
    re.IGNORECASE,
)


def trimmed(token: str) -> str:
    """`token` without the punctuation that ends a sentence around it. What may belong to a password ("!", "#") stays."""
    token = _NEXT_FIELD.split(token, maxsplit=1)[0]
    return token.rstrip(_CLOSING) if not token.endswith(("))", "}}")) else token.rstrip(".,;:")


def is_placeholder(token: str) -> bool:
    """Whether it stands for a value that is told elsewhere, or nowhere."""
    folded = token.casefold()
    return folded in PLACEHOLDERS or folded in KNOWN or _PLACEHOLDER.fullmatch(token) is not None


def is_strong(token: str) -> bool:
    """Whether it can hardly be a word of a sentence: letters beside digits or signs, odd capitals, four digits or more."""
    if len(token) < 4 or is_placeholder(token) or _NUMBER_WORD.fullmatch(token):
        return False
    letters = any(ch.isalpha() for ch in token)
    digits = sum(ch.isdigit() for ch in token)
    if letters and digits:
        return True
    if digits >= 4 and not letters:
        return True
    inner = token[:-1]
    signs = any(not ch.isalnum() and ch not in "'-./,_" for ch in inner)
    if signs and (letters or digits):
        return True
    odd_case = token[1:] != token[1:].lower() and not token.isupper()
    return letters and (odd_case or sum(ch in "-_" for ch in token) >= 2)


def may_be_password(token: str, *, ends_clause: bool) -> bool:
    """Whether `token`, told as somebody's password, is one. A plain word is, where it ends the clause and tells nothing
    about a password."""
    if not token or is_placeholder(token):
        return False
    if is_strong(token):
        return True
    folded = token.casefold().strip("'\"")
    if folded in PROSE or folded.replace("'", "") in PROSE:
        return False
    if _NUMBER_WORD.fullmatch(token):
        return False
    if folded.isdigit():
        return len(folded) >= 3
    if folded.endswith(PROSE_ENDINGS) and token == folded:
        return False
    return ends_clause and len(token) >= 3


def may_be_key(token: str) -> bool:
    """Whether `token`, told as a machine's key, is one: long, and uneven as chance is."""
    if is_placeholder(token) or len(token) < 8:
        return False
    mixed = any(ch.isdigit() for ch in token) and any(ch.isalpha() for ch in token)
    if mixed:
        return True
    if token.isdigit():
        return len(token) >= 8
    return _HEX_OR_BASE64.fullmatch(token) is not None and entropy(token) > 3.5 and not token.islower()
