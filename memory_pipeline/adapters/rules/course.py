"""What the messages before and after say of one: whether it answers, goes on with a play or a case, is taken back, and of which
service the talk was."""

from __future__ import annotations

from collections.abc import Sequence

from memory_pipeline.adapters.rules.answers import asks_of_others, is_request_for
from memory_pipeline.adapters.rules.service_phrases import services_named
from memory_pipeline.adapters.rules.stance import begins_with_joke_marker
from memory_pipeline.adapters.rules.supposed import goes_on, opens_supposition, supposed
from memory_pipeline.adapters.rules.text import readable, sentences
from memory_pipeline.adapters.rules.unmeant import ends_play, opens_play
from memory_pipeline.domain.message import Message, Role

_TOPIC_DISTANCE = 4
_TOPIC_LENGTH = 600


def is_within_supposition(messages: Sequence[Message], number: int) -> bool:
    """Whether the message goes on with a case set up before: it says so, or answers what was asked within the case."""
    within = False
    for place in range(1, number):
        message = messages[place - 1]
        if message.role is not Role.USER:
            continue
        found = [sentence.text for sentence in sentences(readable(message.content))]
        case = (within and _stays(messages, place)) or any(map(opens_supposition, found))
        within = case and (not found or len(found) - 1 in supposed(found, already=case))
    return within and _stays(messages, number)


def _stays(messages: Sequence[Message], number: int) -> bool:
    return is_asked(messages, number) or goes_on(messages[number - 1].content)


def is_asked(messages: Sequence[Message], number: int) -> bool:
    before = messages[number - 2] if number > 1 else None
    return (
        before is not None
        and before.role is Role.ASSISTANT
        and (before.content.rstrip().endswith(("?", "？")) or is_request_for(before.content))
    )


def asks_of_person(messages: Sequence[Message], number: int) -> bool:
    return is_asked(messages, number) and not asks_of_others(messages[number - 2].content)


def is_in_a_play(messages: Sequence[Message], number: int) -> bool:
    """Whether the person opened a play of parts in this message or before it, and has not ended it."""
    playing = False
    for message in messages[:number]:
        if message.role is Role.USER:
            playing = (playing or opens_play(message.content)) and not ends_play(message.content)
    return playing


def is_taken_back(messages: Sequence[Message], number: int) -> bool:
    """Whether the same speaker's next message calls this one a joke."""
    speaker = messages[number - 1].name
    following = next((item for item in messages[number:] if item.role is Role.USER), None)
    return (
        following is not None
        and following.name == speaker
        and begins_with_joke_marker(readable(following.content))
    )


def topic_of(messages: Sequence[Message], number: int) -> tuple[str, int]:
    """The service that the messages just before speak of, where they name a single one, and the message that does."""
    for told in range(number - 1, max(0, number - 1 - _TOPIC_DISTANCE), -1):
        message = messages[told - 1]
        named = services_named(message.content[-_TOPIC_LENGTH:]) if message.role is not Role.SYSTEM else []
        if named:
            return (named[0], told) if len(named) == 1 else ("", 0)
    return "", 0
