"""What keeps the erased from coming back, named by digests: no content, and no id that a person could read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.message import Message
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.ports.digest import KeyedDigest
from memory_pipeline.ports.horizon_keys import SCOPE_HORIZON
from memory_pipeline.ports.working_memory import SessionLog


class TombstoneKind(StrEnum):
    """`session` covers what was said in it up to its instant; `message` a message, whatever it says; `masked` one of
    which a part was erased; `assertion` and `episode` one statement; `value` one value said in one message."""

    SESSION = "session"
    MESSAGE = "message"
    MASKED = "masked"
    ASSERTION = "assertion"
    EPISODE = "episode"
    VALUE = "value"


Tombstone = tuple[TombstoneKind, bytes]


@dataclass(frozen=True, slots=True)
class TombstoneKeys:
    """The tombstones of one scope, by what they stand for."""

    digest: KeyedDigest
    tenant: Tenant
    scope: Scope

    def session(self, session_id: str) -> Tombstone:
        return self._of(TombstoneKind.SESSION, session_id)

    def message(self, session_id: str, message_id: str) -> Tombstone:
        return self._of(TombstoneKind.MESSAGE, session_id, message_id)

    def masked(self, session_id: str, message_id: str) -> Tombstone:
        return self._of(TombstoneKind.MASKED, session_id, message_id)

    def assertion(self, assertion: Assertion) -> Tombstone:
        """By its id, which follows from what it says and where."""
        return self._of(TombstoneKind.ASSERTION, str(assertion.id))

    def values(self, assertion: Assertion, slot: Slot, normal: str) -> tuple[Tombstone, ...]:
        """One for each message that the assertion cites: however the value is worded there, it stays away."""
        return tuple(
            self._of(
                TombstoneKind.VALUE, each.session_id, each.message_id, slot.subject, slot.predicate, normal
            )
            for each in assertion.evidence
            if each.session_id is not None and each.message_id is not None
        )

    def episode(self, episode: Episode) -> tuple[Tombstone, ...]:
        """By its id, and by where it begins and its kind: worded otherwise it is the same happening."""
        return (
            self._of(TombstoneKind.EPISODE, str(episode.id)),
            self._of(TombstoneKind.EPISODE, episode.session_id, begins_with(episode), episode.kind.value),
        )

    def happening(self, session_id: str, begins: Iterable[str]) -> tuple[Tombstone, ...]:
        """Whatever begins with one of these messages, of any kind: without its first words it is told by its others."""
        return tuple(self._of(TombstoneKind.EPISODE, session_id, begin) for begin in begins)

    def _of(self, kind: TombstoneKind, *parts: str) -> Tombstone:
        return kind, self.digest.of(f"tombstone.{kind.value}", self.tenant, str(self.scope), *parts)


def begins_with(episode: Episode) -> str:
    """The first message that the episode cites."""
    return (episode.evidence[0].message_id or "") if episode.evidence else ""


class ErasedPlaces(Protocol):
    """Where horizons and tombstones of a scope are read."""

    def horizons(self, scope: Scope, slots: Collection[bytes] | None) -> Mapping[bytes, datetime]: ...

    def tombstones(self, scope: Scope, keys: Collection[Tombstone]) -> Mapping[Tombstone, datetime]: ...


def refused_messages(log: SessionLog, places: ErasedPlaces, keys: TombstoneKeys) -> set[str]:
    """The ids of those of the log's messages that were erased: by their scope or session up to when they were said, or
    by themselves."""
    messages = [entry for entry in log.entries if isinstance(entry, Message)]
    if not messages:
        return set()
    session_id = log.key.session_id
    session = keys.session(session_id)
    own = {
        key: message.id
        for message in messages
        for key in (keys.message(session_id, message.id), keys.masked(session_id, message.id))
    }
    found = places.tombstones(log.key.scope, [session, *own])
    limits = [places.horizons(log.key.scope, []).get(SCOPE_HORIZON), found.get(session)]
    until = max((limit for limit in limits if limit is not None), default=None)
    by_time = {message.id for message in messages if until is not None and message.at <= until}
    return by_time | {id_ for key, id_ in own.items() if key in found}
