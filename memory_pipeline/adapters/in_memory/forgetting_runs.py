"""The nights' runs in this process's memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memory_pipeline.adapters.in_memory.state import InMemoryState, NightRun, Tables
from memory_pipeline.domain.lifecycle import TransitionKind
from memory_pipeline.domain.night import RunId, Step, Tally
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.forgetting import Counts, HeldBack, Run, RunStatus
from memory_pipeline.ports.memory_store import Tier


class InMemoryForgettingRuns:
    """The share of ports.forgetting.Forgetting that is about runs and changes of policy."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    def replanned_at(self, tenant: Tenant) -> datetime | None:
        """When due instants were last made anew."""
        with self._state.reading() as tables:
            return tables.replanned.get(tenant, (0, None))[1]

    def policy_changed(self, tenant: Tenant) -> bool:
        """Whether a policy that forgets otherwise came in since."""
        with self._state.reading() as tables:
            return tables.policy_changes.get(tenant, 0) != tables.replanned.get(tenant, (0, None))[0]

    def replan(self, tenant: Tenant, *, as_of: datetime) -> bool:
        """Makes every memory due, if a policy came in that forgets otherwise."""
        with self._state.writing() as tables:
            changes = tables.policy_changes.get(tenant, 0)
            if tables.replanned.get(tenant, (0, None))[0] == changes:
                return False
            for key, each in tables.ageing.items():
                if key[0][0] == tenant:
                    plan = replace(each.schedule, kind=TransitionKind.DECAY, due_at=as_of)
                    tables.ageing[key] = replace(each, schedule=plan)
                    tables.crowding[key[0]] = True
            tables.replanned[tenant] = (changes, as_of)
            return True

    def tenants(self) -> Sequence[Tenant]:
        """Every tenant that holds memories."""
        with self._state.reading() as tables:
            return sorted({tenant for tenant, _ in tables.scopes})

    def claim(self, run: Run, *, now: datetime) -> tuple[Run, bool]:
        """The run of this tenant and date, and whether this call made it."""
        with self._state.writing() as tables:
            for (tenant, _), known in tables.night_runs.items():
                if tenant == run.tenant and known.run.date == run.date:
                    return _counted(tables, known), False
            begun = replace(run, status=RunStatus.RUNNING, started_at=now)
            made = NightRun(begun, started_at=now, active_at=now)
            tables.night_runs[run.tenant, run.id] = made
            return _counted(tables, made), True

    def run(self, tenant: Tenant, run_id: RunId) -> Run | None:
        """The run with this id."""
        with self._state.reading() as tables:
            found = tables.night_runs.get((tenant, run_id))
            return None if found is None else _counted(tables, found)

    def latest(self, tenant: Tenant) -> Run | None:
        """The run of the latest date."""
        with self._state.reading() as tables:
            own = [found for (owner, _), found in tables.night_runs.items() if owner == tenant]
            newest = max(own, key=lambda found: found.run.date, default=None)
            return None if newest is None else _counted(tables, newest)

    def stir(self, tenant: Tenant, run_id: RunId, *, now: datetime, idle_for: timedelta) -> bool:
        """Whether nobody has worked on the run for this long."""
        with self._state.writing() as tables:
            found = tables.night_runs[tenant, run_id]
            if found.run.finished or found.active_at > now - idle_for:
                return False
            tables.night_runs[tenant, run_id] = replace(found, active_at=now)
            return True

    def shard_done(
        self, tenant: Tenant, run_id: RunId, shard: int, held_back: Sequence[HeldBack], *, now: datetime
    ) -> bool:
        """Keeps that a shard came to its end; whether it was the last one."""
        with self._state.writing() as tables:
            found = tables.night_runs[tenant, run_id]
            held = {each.scope: each for each in (*found.run.held_back, *held_back)}
            found = replace(
                found,
                run=replace(found.run, held_back=tuple(held.values())),
                shards_done=found.shards_done | {shard},
                active_at=now,
            )
            tables.night_runs[tenant, run_id] = found
            return len(found.shards_done) >= found.run.shards

    def keep_count(self, tenant: Tenant, tally: Tally, tier: Tier, number: int) -> None:
        """Has so many changes counted under the tally, if there are not more already."""
        if number:
            with self._state.writing() as tables:
                key = (tenant, tally, tier)
                tables.night_counts[key] = max(number, tables.night_counts.get(key, 0))

    def finish(
        self,
        tenant: Tenant,
        run_id: RunId,
        status: RunStatus,
        *,
        left: int,
        now: datetime,
        held_back: Sequence[HeldBack],
    ) -> Run:
        """Ends the run, and runs of earlier dates that were never ended."""
        with self._state.writing() as tables:
            found = tables.night_runs[tenant, run_id]
            took = found.run.took if found.run.finished else now - found.started_at
            ended = replace(found.run, status=status, left=left, held_back=tuple(held_back), took=took)
            tables.night_runs[tenant, run_id] = replace(found, run=ended)
            for key, other in list(tables.night_runs.items()):
                if key[0] == tenant and other.run.date < ended.date and not other.run.finished:
                    over = replace(other.run, status=RunStatus.PARTIAL, took=now - other.started_at)
                    tables.night_runs[key] = replace(other, run=over)
            return _counted(tables, tables.night_runs[tenant, run_id])


def _counted(tables: Tables, found: NightRun) -> Run:
    counts: dict[Step, dict[str, int]] = defaultdict(dict)
    for (tenant, tally, tier), number in tables.night_counts.items():
        if tenant == found.run.tenant and tally.run == found.run.id:
            own = counts[tally.step]
            own[tier.value] = own.get(tier.value, 0) + number
    known: Counts = dict(counts)
    return replace(found.run, counts=known)
