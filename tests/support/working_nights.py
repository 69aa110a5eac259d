"""A working tier on Redis beside memories in this process, and nights that fall in it from now on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import redis

from memory_pipeline.adapters.redis.erasure import RedisErasure
from memory_pipeline.adapters.redis.keys import Keyspace, SessionKeys
from memory_pipeline.adapters.redis.summaries import RedisSummaries
from memory_pipeline.adapters.redis.working_forgetting import RedisWorkingForgetting
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.night import Step
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.forgetting.dry_run import dry_run
from memory_pipeline.pipeline.forgetting.night import Change
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, Threshold
from tests.support.ageing import remember
from tests.support.assertions import TENANT, day, state
from tests.support.pipelines import in_memory_pipeline

KEY = SessionKey(TENANT, Scope.of_user("王小明"), "会话/一")
OTHER = Tenant("other")
NEVER = Threshold(turns=1000, tokens=1_000_000)
DAY = timedelta(days=1)


@dataclass
class Nights:
    """A working tier on Redis, by the server's clock, beside memories in this process. Nights fall from now on."""

    client: redis.Redis
    working: RedisWorkingMemory
    deps: Dependencies
    now: datetime

    def say(self, key: SessionKey = KEY, id_: str = "m1") -> SessionKeys:
        said = Message(id_, Role.USER, "你好", self.now)
        self.working.append(key, SessionInfo(user_id=key.scope.id), said, tokens=1, threshold=NEVER)
        return names(key)

    def settle(self, key: SessionKey = KEY, id_: str = "m1") -> SessionKeys:
        self.working.close(key, at=self.now)
        self.working.settle(key, id_, self.deps.working_ttl)
        return names(key)

    def night(self, number: float, *, dry: bool = True) -> dict[Step, int]:
        """What the night so many days from now did to sessions, and that a dry run before it said the same."""
        as_of = self.now + timedelta(days=number)
        seen: list[Change] = []
        done: list[Change] = []
        foreseen = dry_run(TENANT, self.deps, as_of=as_of, tell=seen.append) if dry else None
        report = run_night(TENANT, self.deps, as_of=as_of, tell=done.append)
        assert not report.already_done
        if foreseen is not None:
            assert sorted(map(repr, seen)) == sorted(map(repr, done))
            assert sessions_of(foreseen.counts) == sessions_of(report.run.counts)
        return sessions_of(report.run.counts)

    def left(self) -> set[str]:
        names: Any = self.client.keys("mp:*")
        return {name.decode().split("\x1e")[0] for name in names if b"\x1e" in name}


def names(key: SessionKey) -> SessionKeys:
    return Keyspace("mp:").session(key)


def sessions_of(counts: Any) -> dict[Step, int]:
    return {step: tiers["working"] for step, tiers in counts.items() if tiers.get("working")}


def nights_on(client: redis.Redis, **more: Any) -> Nights:
    now, working = datetime.now(UTC), RedisWorkingMemory(client)
    pipeline = in_memory_pipeline(
        now,
        working=working,
        working_forgetting=RedisWorkingForgetting(client, **more),
        working_erasure=RedisErasure(client),
        summaries=RedisSummaries(client),
    )
    remember(pipeline.deps, state("Berlin", day(0)), at=now)
    return Nights(client, working, pipeline.deps, now)
