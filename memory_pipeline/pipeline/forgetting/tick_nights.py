"""What a tick of the beat leads to: the runs that are due somewhere, claimed, and runs that nobody works on any more."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memory_pipeline.domain.errors import PermanentError
from memory_pipeline.domain.night import RunId, date_of, run_id
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.run_night import claim, forgetting_of

_ABANDONED = timedelta(minutes=10)
_log = logging.getLogger(__name__)

DateFor = Callable[[datetime, str], date]  # (now, zone): the date whose night is due


@dataclass(frozen=True, slots=True)
class ShardToRun:
    tenant: Tenant
    run_id: RunId
    shard: int


def tick_nights(deps: Dependencies, date_for: DateFor, *, shards: int) -> Sequence[ShardToRun]:
    """The shards to send out now. A date whose night was missed is claimed by the next tick, any number of ticks at once
    claim it once, and a run without a sign of life for ten minutes is sent out again."""
    wanted: list[ShardToRun] = []
    for tenant in forgetting_of(deps).tenants():
        try:
            run = _due(tenant, deps, date_for, shards)
        except PermanentError as error:
            _log.error("no night for a tenant: %s", error)
            continue
        if run is not None:
            wanted.extend(ShardToRun(tenant, run[0], shard) for shard in range(run[1]))
    return wanted


def _due(tenant: Tenant, deps: Dependencies, date_for: DateFor, shards: int) -> tuple[RunId, int] | None:
    forgetting, now = forgetting_of(deps), deps.clock.now()
    zone = deps.policies.of(tenant).policy.zone
    day = date_for(now, zone)
    # By its date and not by the latest: a night of a date to come (`nightly --as-of`, a clock that ran ahead) is none of today's.
    known = forgetting.run(tenant, run_id(tenant, day))
    if known is not None:
        again = not known.finished and forgetting.stir(tenant, known.id, now=now, idle_for=_ABANDONED)
        return (known.id, known.shards) if again else None
    as_of = now if date_of(now, zone) == day else _end_of(day, now, zone)
    run, made = claim(tenant, deps, as_of=as_of, shards=shards)
    return (run.id, run.shards) if made else None


def _end_of(day: date, now: datetime, zone: str) -> datetime:
    """Before the hour of the night `now` still belongs to the date before: the last instant that has that date."""
    at = now
    while date_of(at, zone) != day:
        at -= timedelta(hours=1)
    return at
