"""Episodes of a segment: what set it off, what was done in which order, how it ended.

An agent's transcript is read from its tool calls; a talk without tools only where something plainly happened.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from memory_pipeline.adapters.rules.happenings import (
    ERROR,
    FAILURE,
    SUCCESS,
    UNSOLVED,
    USER_FAILURE,
    USER_SUCCESS,
    is_pleasantry,
    kind_of,
    told_happening,
)
from memory_pipeline.domain.cleaning import is_small_talk, without_recalled
from memory_pipeline.domain.episode import Action
from memory_pipeline.domain.extraction import ExtractedEpisode
from memory_pipeline.domain.message import Message, Role, ToolCall

_MAX_TRIGGER, _MAX_OUTCOME, _MAX_RESULT, _MAX_ARGUMENT = 300, 300, 160, 60
_NEW_REQUEST = re.compile(
    r"^\W*(?:one more thing|another (?:thing|question|issue)|next,|separately|on another note|new (?:issue|request)|另外(?:一件事|还有一个问题)|还有(?:一件事|一个问题)|再帮我|换个问题|下一个问题)",
    re.IGNORECASE,
)
_HANDOVER = re.compile(r"transfer|escalat|handoff|hand_over|转人工", re.IGNORECASE)
_SERVICE_TOOL = re.compile(r"^(?:think|calculate|plan|reflect)$", re.IGNORECASE)
_ENTITY_KEYS = {
    "service": "service", "service_name": "service", "app": "service", "服务": "service", "host": "host", "hostname": "host", "instance": "host", "ip": "ip", "cluster": "cluster",
    "order_id": "order_id", "order_no": "order_id", "订单号": "order_id", "reservation_id": "reservation_id", "booking_id": "booking_id", "user_id": "user_id", "customer_id": "customer_id",
    "account_id": "account_id", "ticket_id": "ticket_id", "ticket": "ticket_id", "incident_id": "incident_id", "flight_number": "flight_number", "product_id": "product_id", "item_id": "item_id",
    "payment_id": "payment_id", "tracking_number": "tracking_number", "deployment": "deployment", "database": "database", "job_id": "job_id", "invoice_id": "invoice_id", "region": "region",
}  # fmt: skip
_NAMED_IN_TEXT = (
    (
        re.compile(
            r"(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:service|api|gateway|server|worker|db|svc)(?![\w-])"
        ),
        "service",
    ),
    (
        re.compile(
            r"(?:order|订单)\s*(?:number|no\.?|id|号)?\s*[#:：]?\s*#?(?=[A-Z0-9-]*\d)([A-Z0-9][A-Z0-9-]{3,})",
            re.IGNORECASE,
        ),
        "order_id",
    ),
    (
        re.compile(
            r"(?:reservation|booking|预订|预约)\s*(?:number|no\.?|id|号)?\s*(?:is\s*)?[#:：]?\s*(?=[A-Z0-9]*\d)([A-Z0-9]{5,8})\b"
        ),
        "reservation_id",
    ),
    (re.compile(r"\bflight\s*(?:number)?\s*#?([A-Z]{2,3}\d{2,4})\b"), "flight_number"),
    (re.compile(r"\b((?:INC|TICKET|CASE|JIRA|OPS)-?\d{3,})\b"), "ticket_id"),
)
_MAX_ENTITY_VALUES = 6


def episodes_in(messages: Sequence[Message]) -> Iterator[ExtractedEpisode]:
    """The episodes of a segment in their order; at most one where no tool was called."""
    if any(message.tool_calls for message in messages):
        for first, last in _threads(messages):
            yield _agent_episode(messages, first, last)
        return
    told = _told_episode(messages)
    if told is not None:
        yield told


def _threads(messages: Sequence[Message]) -> list[tuple[int, int]]:
    """The [first, last) ranges that each hold one request and the tool calls it led to."""
    cuts = [0]
    called = False
    for index, message in enumerate(messages):
        if (
            message.role is Role.USER
            and called
            and _NEW_REQUEST.match(message.content)
            and any(later.tool_calls for later in messages[index:])
        ):
            cuts.append(index)
            called = False
        called = called or bool(message.tool_calls)
    return [
        (first, last)
        for first, last in zip(cuts, [*cuts[1:], len(messages)], strict=True)
        if any(item.tool_calls for item in messages[first:last])
    ]


def _agent_episode(messages: Sequence[Message], first: int, last: int) -> ExtractedEpisode:
    part = messages[first:last]
    asked = _trigger_index(part)
    actions, cited = _actions(part)
    ended = _outcome_index(part)
    outcome = (
        _trimmed(_spoken(part[ended]), _MAX_OUTCOME)
        if ended is not None
        else (actions[-1].result if actions else None)
    )
    trigger = (
        _trimmed(_spoken(part[asked]), _MAX_TRIGGER)
        if asked is not None
        else _action(part[cited[0]].tool_calls[0])
    )
    numbers = {
        first + index + 1 for index in [*cited, *(index for index in (asked, ended) if index is not None)]
    }
    entities = _entities(part)
    numbers |= {first + index + 1 for index in _holding(part, entities.values())}
    said = " ".join(_spoken(message) for message in part if message.role is Role.USER)
    return ExtractedEpisode(
        kind=kind_of(trigger, said),
        trigger=trigger,
        messages=tuple(sorted(numbers)),
        summary=_summary(trigger, outcome),
        entities=entities,
        actions=tuple(actions),
        outcome=outcome,
        success=_success(part, ended),
    )


def _trigger_index(part: Sequence[Message]) -> int | None:
    """The first user message before the first call that asks for something (not a greeting); the last one if none does."""
    call = next(index for index, message in enumerate(part) if message.tool_calls)
    before = [
        index for index, message in enumerate(part[:call]) if message.role is Role.USER and _spoken(message)
    ]
    asking = [
        index
        for index in before
        if not is_small_talk(_spoken(part[index])) and not is_pleasantry(_spoken(part[index]))
    ]
    candidates = asking or before
    return candidates[0] if candidates else None


def _spoken(message: Message) -> str:
    return without_recalled(message.content).strip()


def _actions(part: Sequence[Message]) -> tuple[list[Action], list[int]]:
    """The calls in order, each with its result, and the places of all messages they stand in."""
    actions: list[Action] = []
    places: list[int] = []
    used: set[int] = set()
    for index, message in enumerate(part):
        for position, call in enumerate(message.tool_calls):
            answer = _answer(part, index, position, call, used)
            result = _trimmed(_spoken(part[answer]), _MAX_RESULT) if answer is not None else None
            actions.append(Action(len(actions) + 1, _action(call), result or None))
            places.append(index)
            if answer is not None:
                used.add(answer)
                places.append(answer)
    return actions, sorted(set(places))


def _answer(part: Sequence[Message], index: int, position: int, call: ToolCall, used: set[int]) -> int | None:
    following = [
        place for place in range(index + 1, len(part)) if part[place].role is Role.TOOL and place not in used
    ]
    if call.id is not None:
        return next((place for place in following if part[place].tool_call_id == call.id), None)
    following = [
        place for place in following if place - index - 1 == position or part[place].name == call.name
    ]
    return following[0] if following else None


def _action(call: ToolCall) -> str:
    """`tool(key=value, …)` with the arguments that fit; nested ones only by their identifiers."""
    arguments = _parsed(call.arguments)
    shown = [f"{key}={_trimmed(str(value), _MAX_ARGUMENT)}" for key, value in _scalars(arguments)]
    return f"{call.name}({', '.join(shown[:8])})"


def _parsed(arguments: str) -> Any:
    try:
        return json.loads(arguments)
    except (ValueError, RecursionError):
        return {}


def _scalars(value: Any, key: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    if depth > 4:
        return
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _scalars(item, str(name), depth + 1)
    elif isinstance(value, list):
        for item in value[:20]:
            yield from _scalars(item, key, depth + 1)
    elif isinstance(value, str | int | float) and not isinstance(value, bool) and key:
        yield key, str(value)


def _trimmed(text: str, limit: int) -> str:
    """`text`, cut where a word ends if it is longer than `limit`."""
    if len(text) <= limit:
        return text
    cut = limit
    while (
        cut > 0
        and text[cut - 1].isascii()
        and text[cut].isascii()
        and not text[cut - 1].isspace()
        and not text[cut].isspace()
    ):
        cut -= 1
    return f"{text[: cut or limit].rstrip()} …"


def _outcome_index(part: Sequence[Message]) -> int | None:
    """The last thing the assistant said that is more than a farewell."""
    said = [
        index for index, message in enumerate(part) if message.role is Role.ASSISTANT and _spoken(message)
    ]
    substantial = [index for index in said if not is_pleasantry(_spoken(part[index]))]
    candidates = substantial or said
    return candidates[-1] if candidates else None


def _success(part: Sequence[Message], ended: int | None) -> bool | None:
    """True or False only where the talk says so: the person's last word, the assistant's outcome, the last tool's answer."""
    last_words = [_spoken(message) for message in part if message.role is Role.USER][-2:]
    for text in reversed(last_words):
        if USER_FAILURE.search(text):
            return False
        if USER_SUCCESS.search(text):
            return True
    outcome = _spoken(part[ended]) if ended is not None else ""
    if FAILURE.search(outcome) or UNSOLVED.search(outcome):
        return False
    if SUCCESS.search(outcome):
        return True
    calls = [call.name for message in part for call in message.tool_calls]
    if any(_HANDOVER.search(name) for name in calls[-1:]):
        return False
    results = [_spoken(message) for message in part if message.role is Role.TOOL]
    return False if results and ERROR.search(results[-1][:200]) else None


def _entities(part: Sequence[Message]) -> dict[str, str]:
    """What the episode was about, by kind: from the arguments of calls first, then from what the person said."""
    found: dict[str, list[str]] = {}
    for message in part:
        for call in message.tool_calls:
            for key, value in _scalars(_parsed(call.arguments)):
                _note(found, _ENTITY_KEYS.get(key.lower()), value)
    for message in part:
        if message.role is Role.USER:
            for pattern, kind in _NAMED_IN_TEXT:
                for match in pattern.finditer(_spoken(message)):
                    _note(found, kind, match[1] if match.groups() else match[0])
    return {kind: ", ".join(values[:_MAX_ENTITY_VALUES]) for kind, values in found.items()}


def _note(found: dict[str, list[str]], kind: str | None, value: str) -> None:
    value = value.strip()
    if kind is not None and value and len(value) <= _MAX_ARGUMENT and value not in found.setdefault(kind, []):
        found[kind].append(value)


def _holding(part: Sequence[Message], values: Any) -> list[int]:
    """The first message that holds each value, so that all of them are cited."""
    places = []
    for value in (single for joined in values for single in joined.split(", ")):
        place = next(
            (
                index
                for index, item in enumerate(part)
                if value in item.content or any(value in call.arguments for call in item.tool_calls)
            ),
            None,
        )
        if place is not None and part[place].role is not Role.SYSTEM:
            places.append(place)
    return places


def _summary(trigger: str, outcome: str | None) -> str:
    return f"{trigger} → {outcome}" if outcome else trigger


def _told_episode(messages: Sequence[Message]) -> ExtractedEpisode | None:
    """What a person without an agent's tools told or asked for, where it plainly is an event."""
    for index, message in enumerate(messages):
        if message.role is not Role.USER:
            continue
        found = told_happening(_spoken(message))
        if found is None:
            continue
        part = messages[index:]
        ended = _outcome_index(part) if found.wants_answer else None
        outcome = _trimmed(_spoken(part[ended]), _MAX_OUTCOME) if ended is not None else None
        trigger = _trimmed(found.words, _MAX_TRIGGER)
        return ExtractedEpisode(
            kind=found.kind,
            trigger=trigger,
            messages=(index + 1,) if ended is None else (index + 1, index + ended + 1),
            summary=_summary(trigger, outcome),
            entities=_entities([message]),
            actions=(Action(1, "reply", _trimmed(outcome, _MAX_RESULT)),) if outcome else (),
            outcome=outcome,
            success=_success(part, ended) if outcome else None,
        )
    return None
