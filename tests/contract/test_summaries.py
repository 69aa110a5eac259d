"""What every place for rolling summaries promises."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from memory_pipeline.adapters.in_memory.summaries import InMemorySummaries
from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.adapters.redis.summaries import RedisSummaries
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.rolling_summary import HardFact, RollingSummary
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.summaries import Summaries
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, Threshold, WorkingMemory
from tests.contract.conftest import IN_MEMORY, ON_REDIS

AT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
KEY = SessionKey(Tenant("acme"), Scope.of_user("bo"), "s1")
SUMMARY = RollingSummary(
    "m3",
    "Bo wants oat milk. 🥛 \ud83d",
    (HardFact("订单号 A-17，2 瓶", Role.USER, "m1", AT), HardFact("my code is 7719", Role.USER, "m2", AT)),
    4,
    1,
    "rules",
)


@dataclass(frozen=True)
class Tier:
    working: WorkingMemory
    summaries: Summaries

    def say(self, name: str, text: str = "hello there") -> None:
        message = Message(name, Role.USER, text, AT)
        self.working.append(KEY, SessionInfo(user_id="bo"), message, tokens=5, threshold=Threshold(99, 9_999))


@pytest.fixture(params=[IN_MEMORY, ON_REDIS])
def tier(request: pytest.FixtureRequest) -> Tier:
    if request.param == "in_memory":
        working = InMemoryWorkingMemory()
        return Tier(working, InMemorySummaries(working))
    client = request.getfixturevalue("redis_client")
    return Tier(RedisWorkingMemory(client), RedisSummaries(client))


def test_a_summary_comes_back_as_it_was_written(tier: Tier) -> None:
    tier.say("m1")
    assert tier.summaries.read(KEY) is None
    assert tier.summaries.write(KEY, SUMMARY, after=None)
    assert tier.summaries.read(KEY) == SUMMARY


def test_of_two_that_go_on_from_one_summary_the_first_stays(tier: Tier) -> None:
    tier.say("m1")
    assert tier.summaries.write(KEY, SUMMARY, after=None)
    later = replace(SUMMARY, through_message_id="m9", folds=2)
    assert not tier.summaries.write(KEY, later, after=None)
    assert not tier.summaries.write(KEY, later, after="m2")
    assert tier.summaries.write(KEY, later, after="m3")
    assert tier.summaries.read(KEY) == later


def test_a_session_that_is_not_there_has_no_summary(tier: Tier) -> None:
    assert not tier.summaries.write(KEY, SUMMARY, after=None)
    assert tier.summaries.read(KEY) is None


def test_a_message_that_was_masked_takes_the_summary_with_it(tier: Tier) -> None:
    tier.say("m1", "my code is 7719")
    assert tier.summaries.write(KEY, SUMMARY, after=None)
    assert tier.working.amend(KEY, Message("m1", Role.USER, "my code is [masked]", AT))
    assert tier.summaries.read(KEY) is None


def test_a_summary_lives_as_long_as_its_session(tier: Tier) -> None:
    tier.say("m1")
    tier.summaries.write(KEY, SUMMARY, after=None)
    tier.working.close(KEY, at=AT)
    tier.working.settle(KEY, "m1", timedelta(days=1))
    tier.say("m2")
    assert tier.summaries.read(KEY) == SUMMARY
    tier.working.close(KEY, at=AT)
    tier.working.settle(KEY, "m2", timedelta(milliseconds=1))
    for _ in range(200):
        if tier.summaries.read(KEY) is None:
            return
        time.sleep(0.002)
    pytest.fail("the summary outlived its session")
