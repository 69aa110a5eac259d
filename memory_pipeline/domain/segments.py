"""Where a session's messages are cut into segments: a pure function of the messages and marks, never of events."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_pipeline.domain.message import Message, Role

_WIDE = "\u2e80"  # from here on a character is about a token of its own; below, about four make one


@dataclass(frozen=True, slots=True)
class SegmentRules:
    """A new segment begins at a turn past `turns` or `tokens`, or after a silence of `gap`."""

    turns: int = 30
    tokens: int = 6400  # 80 % of a window of 8,000
    gap: timedelta = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Span:
    """Positions `first` (inclusive) to `end` (exclusive). `complete` says that nothing can join it any more."""

    first: int
    end: int
    complete: bool


def estimated_tokens(message: Message) -> int:
    """About how many tokens a message takes: a rule that never changes, so that cuts never move."""
    texts = [message.content, *(call.name + call.arguments for call in message.tool_calls)]
    return 4 + sum(estimated_text_tokens(text) for text in texts)


def estimated_text_tokens(text: str) -> int:
    wide = 0 if text.isascii() else sum(character >= _WIDE for character in text)
    return wide + -(-(len(text) - wide) // 4)


def cut(messages: Sequence[Message], marks: Collection[int], rules: SegmentRules) -> tuple[Span, ...]:
    """The segments of a session. `marks` are the positions of messages after which it was closed or fell idle.

    A turn is never cut but for one longer than a segment's tokens, and then not between a call and its result.
    """
    spans: list[Span] = []
    first, turns, tokens = 0, 0, 0
    for position, message in enumerate(messages):
        size = estimated_tokens(message)
        if position > first and _begins(messages, position, turns, tokens, marks, rules):
            spans.append(Span(first, position, complete=True))
            first, turns, tokens = position, 0, 0
        turns += message.role is Role.USER
        tokens += size
    if messages:
        spans.append(Span(first, len(messages), complete=len(messages) - 1 in marks))
    return tuple(spans)


def _begins(
    messages: Sequence[Message],
    position: int,
    turns: int,
    tokens: int,
    marks: Collection[int],
    rules: SegmentRules,
) -> bool:
    if position - 1 in marks:
        return True
    message, before = messages[position], messages[position - 1]
    if message.role is Role.TOOL or (before.tool_calls and message.role is not Role.USER):
        return False
    if tokens >= rules.tokens:
        return True
    return message.role is Role.USER and (turns >= rules.turns or message.at - before.at >= rules.gap)


def said_at(messages: Sequence[Message]) -> tuple[datetime, ...]:
    """When each message was said, kept in the order of the session: of messages with one time each later one is
    taken a microsecond later, so that what was said last counts as said last."""
    times: list[datetime] = []
    for position, message in enumerate(messages):
        same = position > 0 and messages[position - 1].at == message.at
        times.append(times[-1] + timedelta(microseconds=1) if same else message.at)
    return tuple(times)
