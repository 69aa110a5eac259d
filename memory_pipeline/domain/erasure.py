"""What a person asks to have erased, and what that came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ByMemory:
    """One fact or episode, and its words in the messages that it cites."""

    memory_id: UUID


@dataclass(frozen=True, slots=True)
class BySession:
    """A conversation, and all that rests on it."""

    session_id: str


@dataclass(frozen=True, slots=True)
class ByText:
    """A text wherever it stands in the scope; as a `secret` it is known again whoever writes it."""

    text: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Everything:
    """All of the scope."""


Target = ByMemory | BySession | ByText | Everything


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A fact that stands on other evidence still: how many statements it had, and has."""

    fact_id: UUID
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """`deleted` counts rows and entries by store, `remaining` what was found of it afterwards, `places` where.

    `notes` are sentences about what could not be done. Nothing in it is content.
    """

    receipt_id: UUID
    deleted: Mapping[str, int]
    removed_facts: tuple[UUID, ...] = ()
    removed_episodes: tuple[UUID, ...] = ()
    recomputed: tuple[Recomputed, ...] = ()
    extracted_again: int = 0
    remaining: int = 0
    places: Mapping[str, int] = field(default_factory=dict)
    verified: bool = False
    dry_run: bool = False
    notes: tuple[str, ...] = ()
