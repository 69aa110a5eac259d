"""Tenant and scope: whose memory it is.

A scope is `kind:id`, compared exactly: no folding of case, no prefixes, no wildcards.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import NewType

from memory_pipeline.domain.errors import InvalidInput

Tenant = NewType("Tenant", str)

_KIND = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_TENANT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,62}")
_INVISIBLE = {"Cf", "Zs", "Zl", "Zp"}
_MAX_ID_BYTES = 256  # what an index row must hold of one id


@dataclass(frozen=True, slots=True, order=True)
class Scope:
    kind: str
    id: str

    @classmethod
    def parse(cls, text: str) -> Scope:
        """The scope named by `kind:id`; raises InvalidInput for anything else."""
        if not isinstance(text, str):
            raise InvalidInput(
                f"a scope is text, not {type(text).__name__}: write kind:id, for example user:alice"
            )
        kind, colon, identity = text.partition(":")
        if not colon or not _KIND.fullmatch(kind):
            raise InvalidInput(f"{text!r} is not a scope: write kind:id, for example user:alice or team:sre")
        if _is_blank(identity):
            raise InvalidInput(f"{text!r} names no one: the id after the colon must not be empty")
        return cls(kind, check_identifier(identity, f"the id of scope {kind}:"))

    @classmethod
    def of_user(cls, user_id: str) -> Scope:
        """The home scope of a person: `user:<user_id>`; raises InvalidInput for an empty id, and for none at all."""
        if not isinstance(user_id, str):
            raise InvalidInput(f"a user's id is text, not {type(user_id).__name__}: name the person")
        return cls.parse(f"user:{user_id}")

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"


def parse_tenant(text: str) -> Tenant:
    """The tenant of this name; raises InvalidInput if it is not 1 to 63 letters, digits, `_`, `.` or `-`."""
    if not _TENANT.fullmatch(text):
        raise InvalidInput(f"{text!r} is not a tenant name: use 1 to 63 letters, digits, '_', '.' or '-'")
    return Tenant(text)


def check_identifier(text: str, what: str) -> str:
    """`text` itself, if it can serve as an id from outside (non-empty, no control characters, at most 256 bytes)."""
    if not isinstance(text, str):
        raise InvalidInput(f"{what} must be text, not {type(text).__name__}")
    if not text.isprintable() or not text.strip():  # nearly all ids are, and need no closer look
        if _is_blank(text):
            raise InvalidInput(f"{what} must not be empty")
        _refuse_unstorable(text, what)
    size = len(text.encode())
    if size > _MAX_ID_BYTES:
        raise InvalidInput(f"{what} is {size} bytes long; at most {_MAX_ID_BYTES} are allowed")
    return text


def _is_blank(text: str) -> bool:
    """Whether nothing in it can be seen: blanks of any width, none included, are nobody's name."""
    return all(ch.isspace() or unicodedata.category(ch) in _INVISIBLE for ch in text)


def _refuse_unstorable(text: str, what: str) -> None:
    if any(ch < " " or ch == "\x7f" or "\ud800" <= ch <= "\udfff" for ch in text):
        raise InvalidInput(f"{what} holds a control character or half an emoji, which no id may")
