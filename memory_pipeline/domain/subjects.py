"""Whom a statement is about: every word for the account's own person becomes the subject `user`."""

from __future__ import annotations

import re
import unicodedata

PERSON = "user"

_FIRST_PERSON = frozenset(
    """
    user|the user|this user|current user|the current user|account owner|the account owner|user's|i|me|my|mine|myself|i'm|im
    |用户|该用户|此用户|本用户|当前用户|这位用户|使用者|我|我自己|自己|本人|咱|俺|用户本人|我本人|用戶|使用者本人
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)


def normal_subject(raw: str) -> str:
    """`raw` for comparison: NFKC, case folded, runs of blanks as one, typographic apostrophes as plain ones."""
    text = unicodedata.normalize("NFKC", raw).casefold().replace("’", "'")
    return re.sub(r"\s+", " ", text).strip()


def resolve_subject(raw: str, person_names: frozenset[str]) -> str:
    """The slot's subject: `user` for the account's person, by any alias or name in `person_names`, else normal words.

    `person_names` are in the form of `normal_subject`.
    """
    subject = normal_subject(raw)
    if subject in _FIRST_PERSON or subject in person_names:
        return PERSON
    return subject
