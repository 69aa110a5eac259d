"""What a night consists of: its steps in their order, its shards, and the id of a tenant's run of one date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import NewType
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from memory_pipeline.domain.scope import Scope, Tenant

RunId = NewType("RunId", UUID)

_NAMESPACE = UUID("a0d6a1d4-0f0a-5d53-9a53-6d0f5f2f7a13")
_BUCKETS = 1 << 16


class Step(StrEnum):
    """In the order in which a night takes them."""

    REINFORCE = "reinforce"
    EXPIRE = "expire"
    DECAY = "decay"
    ARCHIVE = "archive"
    PURGE = "purge"


STEPS = tuple(Step)


@dataclass(frozen=True, slots=True)
class Shard:
    """The scopes whose bucket leaves `number` when divided by `of`. A scope is in one shard, whole."""

    number: int = 0
    of: int = 1

    def holds(self, scope: Scope) -> bool:
        return self.of == 1 or bucket_of(scope) % self.of == self.number


WHOLE = Shard()


@dataclass(frozen=True, slots=True)
class Tally:
    """Under which run, shard and step a change is counted, in the transaction that makes it."""

    run: RunId
    shard: int
    step: Step

    @property
    def outside(self) -> Tally:
        """The same for what the working tier counts itself, beside its changes: kept apart, since it is put in the place
        of the number that stands there and not added to it."""
        return Tally(self.run, -1 - self.shard, self.step)


def bucket_of(scope: Scope) -> int:
    """A number that follows from the scope's name alone, 0 to 65,535, evenly spread."""
    return uuid5(_NAMESPACE, str(scope)).int % _BUCKETS


def run_id(tenant: Tenant, day: date) -> RunId:
    """The id of a tenant's run of one date: claiming it twice is claiming it once."""
    return RunId(uuid5(_NAMESPACE, f"{tenant}\x1e{day.isoformat()}"))


def date_of(at: datetime, zone: str) -> date:
    """The date that `at` has in the tenant's zone."""
    return at.astimezone(ZoneInfo(zone)).date()
