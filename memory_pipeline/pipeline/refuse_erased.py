"""Keeps out what was erased: whatever arrives for a scope is held against its horizons and tombstones, under its lock."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_pipeline.domain.assertion import Assertion
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.errors import ScopeBusy
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.horizon import Horizons
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.projection_rules import Rules
from memory_pipeline.domain.registry import Registry
from memory_pipeline.domain.scope import Scope
from memory_pipeline.domain.value_classes import COMPARER
from memory_pipeline.ports.memory_store import MemoryUnit, Placed
from memory_pipeline.ports.tombstone_keys import Tombstone, TombstoneKeys, begins_with

DISCARDED = "erased"


def wait_for_erasure(unit: MemoryUnit, scopes: Collection[Scope]) -> None:
    """Raises ScopeBusy while an erasure removes rows of one of the scopes."""
    if unit.erasing(scopes):
        raise ScopeBusy("an erasure removes the scope's memories just now", 2.0)


@dataclass(frozen=True, slots=True)
class Refusal:
    """What one scope refuses. `horizons` are those of the slots of the statements that are asked about."""

    scope: Scope
    unit: MemoryUnit
    keys: TombstoneKeys
    horizons: Horizons
    policy: Policy
    registry: Registry
    now: datetime

    def welcome(self, items: Sequence[Placed]) -> list[Placed]:
        """The statements that nobody had erased or purged."""
        graves = {item.assertion.id: self._graves(item) for item in items}
        found = self._found(key for keys in graves.values() for key in keys)
        return [
            item
            for item in items
            if not self._below_horizon(item)
            and not _buried(
                graves[item.assertion.id], item.assertion.asserted_at, self._sessions(item), found
            )
        ]

    def welcome_episodes(self, episodes: Sequence[Episode]) -> list[Episode]:
        """The episodes that nobody had erased, and that rest on nothing that was."""
        graves = {
            each.id: [
                *self.keys.episode(each),
                *self.keys.happening(each.session_id, [begins_with(each)]),
                *self._messages(each.evidence),
            ]
            for each in episodes
        }
        sessions = {each.id: self.keys.session(each.session_id) for each in episodes}
        found = self._found([*sessions.values(), *(key for keys in graves.values() for key in keys)])
        return [
            each
            for each in episodes
            if not (self.horizons.scope is not None and each.occurred_at <= self.horizons.scope)
            and not _buried(graves[each.id], each.occurred_at, [sessions[each.id]], found)
        ]

    def _below_horizon(self, item: Placed) -> bool:
        normal = self._normal(item) if self.horizons.lines else ""
        return self.horizons.covering(item.slot, normal, item.assertion.asserted_at) is not None

    def _normal(self, item: Placed) -> str:
        rules = Rules(self.now, self.policy, self.registry, self.horizons, COMPARER)
        return rules.normal(item.slot, item.assertion.object)

    def _graves(self, item: Placed) -> list[Tombstone]:
        assertion = item.assertion
        return [
            self.keys.assertion(assertion),
            *self.keys.values(assertion, item.slot, self._normal(item)),
            *self._messages(assertion.evidence),
            *self._sessions(item),
        ]

    def _messages(self, evidence: Iterable[Evidence]) -> list[Tombstone]:
        return [
            self.keys.message(each.session_id, each.message_id)
            for each in evidence
            if each.session_id is not None and each.message_id is not None
        ]

    def _sessions(self, item: Placed) -> list[Tombstone]:
        cited = {each.session_id for each in item.assertion.evidence if each.session_id is not None}
        return [self.keys.session(session_id) for session_id in sorted(cited)]

    def _found(self, keys: Iterable[Tombstone]) -> Mapping[Tombstone, datetime]:
        wanted = set(keys)
        return self.unit.tombstones(self.scope, wanted) if wanted else {}


def _buried(
    graves: Sequence[Tombstone],
    said_at: datetime,
    sessions: Sequence[Tombstone],
    found: Mapping[Tombstone, datetime],
) -> bool:
    """A session's tombstone covers what was said in it up to then, any other one whatever it stands for."""
    if any(key in found and said_at <= found[key] for key in sessions):
        return True
    return any(key in found for key in graves if key not in sessions)


def cites(assertion: Assertion, session_id: str, message_ids: Collection[str] | None = None) -> bool:
    """Whether the statement rests on the session, or on one of these messages of it."""
    return any(
        each.session_id == session_id and (message_ids is None or each.message_id in message_ids)
        for each in assertion.evidence
    )
