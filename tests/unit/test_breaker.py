"""The circuit breaker: opens after failures in a row, lets one probe through, and tells outages from answers."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from memory_pipeline.adapters.openai.breaker import Breaker, BreakerRules, Breakers
from memory_pipeline.domain.errors import (
    BreakerOpen,
    ModelQuotaExhausted,
    ModelRateLimited,
    ModelUnavailable,
    TransientError,
)
from tests.support.llm_clients import endpoint, extractor, said
from tests.support.llm_server import Fault, LLMServer

RULES = BreakerRules(failures=3, first_s=10.0, longest_s=35.0)


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def breaker(time: Time) -> Breaker:
    return Breaker("http://model", RULES, time)


def call(breaker: Breaker, error: Exception | None = None, asker: str | None = None) -> str:
    try:
        with breaker.guard(asker):
            if error is not None:
                raise error
    except BreakerOpen:
        return "open"
    except (TransientError, ModelQuotaExhausted, ValueError):
        return "failed"
    return "answered"


def down() -> ModelUnavailable:
    return ModelUnavailable("503")


def test_it_opens_after_failures_in_a_row_only(breaker: Breaker) -> None:
    assert [call(breaker, down()), call(breaker, down()), call(breaker)] == ["failed", "failed", "answered"]
    assert [call(breaker, down()) for _ in range(3)] == ["failed"] * 3
    assert [call(breaker), call(breaker)] == ["open", "open"]


@pytest.mark.parametrize("error", [ModelRateLimited("429"), ModelQuotaExhausted("quota"), ValueError()])
def test_an_answer_of_any_kind_is_no_outage(breaker: Breaker, error: Exception) -> None:
    assert [call(breaker, error) for _ in range(9)] == ["failed"] * 9
    assert call(breaker) == "answered"


def test_one_probe_decides_and_rests_grow_up_to_the_longest(breaker: Breaker, time: Time) -> None:
    for _ in range(3):
        call(breaker, down())
    for rest in (10, 20, 35, 35):
        time.now += rest - 1
        assert call(breaker) == "open"
        time.now += 1.5
        assert (
            call(breaker, down()) == "open"
        )  # the probe itself: an outage, not a failure of the event that asked
    time.now += 36
    assert call(breaker) == "answered"
    assert [call(breaker, down()), call(breaker)] == ["failed", "answered"]


def test_while_a_probe_is_under_way_others_do_not_call(breaker: Breaker, time: Time) -> None:
    for _ in range(3):
        call(breaker, down())
    time.now += 11
    with breaker.guard():
        assert [call(breaker) for _ in range(3)] == ["open"] * 3
    assert call(breaker) == "answered"


def test_a_probe_that_meets_a_defect_leaves_the_place_free(breaker: Breaker, time: Time) -> None:
    for _ in range(3):
        call(breaker, down())
    time.now += 11
    assert call(breaker, ValueError()) == "failed"
    assert call(breaker) == "answered"


def test_failures_of_one_asker_alone_close_it_to_nobody_else(breaker: Breaker) -> None:
    for _ in range(3):
        call(breaker, down(), "mallory")
    assert [call(breaker, asker="mallory"), call(breaker)] == ["open", "open"]
    assert call(breaker, asker="alice") == "answered"
    assert call(breaker, asker="mallory") == "answered", "an answer to anybody is an answer"


def test_failures_of_two_askers_are_an_outage(breaker: Breaker, time: Time) -> None:
    for _ in range(3):
        call(breaker, down(), "mallory")
    assert call(breaker, down(), "alice") == "failed"
    assert {call(breaker, asker=who) for who in ("alice", "bob", "mallory", None)} == {"open"}
    time.now += 11
    assert [call(breaker, asker="bob"), call(breaker, asker="alice")] == ["answered", "answered"]


def test_a_probe_that_hangs_for_one_asker_holds_up_nobody_else(breaker: Breaker, time: Time) -> None:
    for _ in range(3):
        call(breaker, down(), "mallory")
    time.now += 11
    with breaker.guard("mallory"):
        assert call(breaker, asker="mallory") == "open"
        assert call(breaker, asker="alice") == "answered"


def test_the_wait_is_told_with_jitter(breaker: Breaker) -> None:
    for _ in range(3):
        call(breaker, down())
    waits = set()
    for _ in range(20):
        with pytest.raises(BreakerOpen) as caught, breaker.guard():
            pass
        waits.add(caught.value.retry_after)
    assert len(waits) > 10
    assert all(wait is not None and 10 <= wait <= 15 for wait in waits)


def test_endpoints_fail_apart_and_models_of_one_together() -> None:
    breakers = Breakers(RULES)
    assert breakers.of("http://a/v1") is breakers.of("http://a/v1/")
    assert breakers.of("http://a/v1") is not breakers.of("http://b/v1")


def test_many_threads_make_one_probe(breaker: Breaker, time: Time) -> None:
    for _ in range(3):
        call(breaker, down())
    time.now += 11
    gate, seen = threading.Event(), []

    def work() -> None:
        try:
            with breaker.guard():
                gate.wait(5)
                seen.append("called")
        except BreakerOpen:
            seen.append("open")

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    while seen.count("open") < 7:
        gate.wait(0.01)
    gate.set()
    for thread in threads:
        thread.join()
    assert sorted(seen) == ["called"] + ["open"] * 7


@pytest.fixture
def server() -> Iterator[LLMServer]:
    with LLMServer() as server:
        yield server


def test_an_endpoint_that_is_down_is_left_alone_by_every_extractor_of_the_process(server: LLMServer) -> None:
    server.always(Fault(503))
    first, second = extractor(server), extractor(server, model="another-model")
    with pytest.raises(ModelUnavailable):
        first.extract(said("I live in Berlin."))
    with pytest.raises(BreakerOpen):
        second.extract(said("I live in Berlin."))
    asked = len(server.requests)
    assert asked == 5
    with pytest.raises(BreakerOpen) as caught:
        first.extract(said("I live in Berlin."))
    assert len(server.requests) == asked
    assert caught.value.retry_after is not None
    assert endpoint(server).base_url in str(caught.value)
