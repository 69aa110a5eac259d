"""Episodes by rules: trigger, actions, outcome, success and entities of an agent's transcript; talks without tools."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.domain.episode import EpisodeKind
from memory_pipeline.domain.extraction import ExtractedEpisode
from memory_pipeline.domain.message import Message, Role, ToolCall

AT = datetime(2026, 1, 5, 10, tzinfo=UTC)


def episodes(*turns: tuple[Any, ...]) -> tuple[ExtractedEpisode, ...]:
    """Turns are (role, text) or, for a call with its answer, (tool, arguments, answer)."""
    messages: list[Message] = []
    for turn in turns:
        at = AT + timedelta(minutes=len(messages))
        if len(turn) == 2:
            messages.append(Message(f"m{len(messages) + 1}", turn[0], turn[1], at))
            continue
        tool, arguments, answer = turn
        call = ToolCall(tool, json.dumps(arguments, ensure_ascii=False), f"c{len(messages)}")
        messages.append(Message(f"m{len(messages) + 1}", Role.ASSISTANT, "", at, tool_calls=(call,)))
        messages.append(
            Message(f"m{len(messages) + 1}", Role.TOOL, answer, at, name=tool, tool_call_id=call.id)
        )
    return RulesExtractor().extract(messages).episodes


def test_an_operations_agents_incident() -> None:
    (found,) = episodes(
        (Role.USER, "hi"),
        (Role.USER, "order-service is timing out, ticket INC-4711. Please fix it."),
        ("get_metrics", {"service": "order-service", "window": "15m"}, '{"pool_active": 50, "pool_max": 50}'),
        ("set_config", {"service": "order-service", "key": "pool_max", "value": 80}, "ok"),
        (
            Role.ASSISTANT,
            "The connection pool was exhausted (50 of 50). I raised it to 80 and the timeouts have stopped: resolved the incident.",
        ),
        (Role.USER, "thanks!"),
        (Role.ASSISTANT, "You're welcome!"),
    )
    assert found.kind is EpisodeKind.INCIDENT
    assert found.trigger == "order-service is timing out, ticket INC-4711. Please fix it."
    assert [action.action for action in found.actions] == [
        "get_metrics(service=order-service, window=15m)",
        "set_config(service=order-service, key=pool_max, value=80)",
    ]
    assert [action.result for action in found.actions] == ['{"pool_active": 50, "pool_max": 50}', "ok"]
    assert found.outcome is not None
    assert "raised it to 80" in found.outcome
    assert found.success is True
    assert found.entities == {"service": "order-service", "ticket_id": "INC-4711"}
    assert {2, 3, 4, 5, 6, 7} == set(found.messages)


def test_a_chinese_incident_that_was_not_solved() -> None:
    (found,) = episodes(
        (Role.USER, "支付服务一直超时，帮忙看一下"),
        ("查询日志", {"服务": "payment-service"}, "错误：连接被拒绝"),
        (Role.ASSISTANT, "已重启一次，但仍然超时，暂时无法恢复，已转人工处理。"),
        (Role.USER, "还是不行"),
    )
    assert (found.kind, found.success) == (EpisodeKind.INCIDENT, False)
    assert found.entities == {"service": "payment-service"}


@pytest.mark.parametrize(
    ("ending", "success"),
    [
        ([(Role.ASSISTANT, "Your order has been cancelled.")], True),
        ([(Role.ASSISTANT, "Unfortunately I cannot cancel it.")], False),
        ([(Role.ASSISTANT, "The order has two items.")], None),
        ([(Role.ASSISTANT, "I changed the setting."), (Role.USER, "it works now, great")], True),
        ([(Role.ASSISTANT, "The issue is fixed."), (Role.USER, "it still doesn't work")], False),
        ([(Role.ASSISTANT, "订单已取消。")], True),
        ([(Role.ASSISTANT, "很抱歉，该订单不支持取消。")], False),
        ([], None),
    ],
)
def test_success_is_what_the_talk_says(ending: list[tuple[Role, str]], success: bool | None) -> None:
    (found,) = episodes(
        (Role.USER, "Please cancel order A-1001"),
        ("get_order", {"order_id": "A-1001"}, '{"items": 2}'),
        *ending,
    )
    assert found.success is success


def test_an_error_that_ends_the_transcript_is_a_failure() -> None:
    (found,) = episodes(
        (Role.USER, "Please cancel order A-1001"),
        ("cancel", {"order_id": "A-1001"}, "Error: order is locked"),
    )
    assert found.success is False
    assert found.outcome == "Error: order is locked"


def test_a_new_request_begins_a_new_episode() -> None:
    first, second = episodes(
        (Role.USER, "Please cancel order A-1001"),
        ("cancel", {"order_id": "A-1001"}, "ok"),
        (Role.ASSISTANT, "Order A-1001 has been cancelled."),
        (Role.USER, "One more thing: update my address for order B-2002"),
        ("update", {"order_id": "B-2002"}, "ok"),
        (Role.ASSISTANT, "Order B-2002 has been updated."),
    )
    assert [found.entities["order_id"] for found in (first, second)] == ["A-1001", "B-2002"]
    assert second.trigger.startswith("One more thing")


def test_long_results_are_cut_between_words() -> None:
    result = "value " * 40 + "1234567890"
    (found,) = episodes((Role.USER, "check the logs"), ("logs", {}, result))
    shown = found.actions[0].result
    assert shown is not None
    assert len(shown) <= 162
    assert result.startswith(shown.removesuffix(" …"))
    assert shown.removesuffix(" …").endswith("value")


def test_arguments_that_are_no_json_do_no_harm() -> None:
    messages = [
        Message("m1", Role.ASSISTANT, "", AT, tool_calls=(ToolCall("run", "{broken", None),)),
        Message("m2", Role.TOOL, "done", AT),
    ]
    (found,) = RulesExtractor().extract(messages).episodes
    assert (found.trigger, found.actions[0].action, found.actions[0].result) == ("run()", "run()", "done")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("My order 88231-A arrived damaged, this is unacceptable.", EpisodeKind.COMPLAINT),
        ("我的快递丢了，我要投诉。", EpisodeKind.COMPLAINT),
        ("I just bought a new espresso machine.", EpisodeKind.PURCHASE),
        ("I need to cancel my hotel reservation.", EpisodeKind.REQUEST),
        ("请帮我取消订单。", EpisodeKind.REQUEST),
        ("The production database went down this morning.", EpisodeKind.INCIDENT),
        ("今天早上线上数据库宕机了。", EpisodeKind.INCIDENT),
    ],
)
def test_what_a_person_plainly_tells_is_an_episode(text: str, kind: EpisodeKind) -> None:
    (found,) = episodes((Role.USER, text), (Role.ASSISTANT, "I see. I will look into that."))
    assert found.kind is kind
    assert found.trigger in text


@pytest.mark.parametrize(
    "text",
    [
        "Hello there", "What do you think of jazz?", "我今天很累", "I feel like my value is being questioned.", "If my order arrives late, what happens?",
        "How do I fix a timeout in general?", "I love rainy days.", "你觉得人生的意义是什么？", "My order of preference is tea, then coffee.",
    ],
)  # fmt: skip
def test_talk_is_no_episode(text: str) -> None:
    assert episodes((Role.USER, text), (Role.ASSISTANT, "I see.")) == ()
