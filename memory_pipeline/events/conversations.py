"""Conversations in the native format, as files and agent backends give them, made into messages.

Missing ids become positions (from 1), missing times are taken from what is nearest: never 1970, never now.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.instant import parse_instant
from memory_pipeline.domain.message import Message, Role, ToolCall, storable
from memory_pipeline.domain.scope import Scope, check_identifier

_PLACEHOLDERS = {
    "image_url": "[image]",
    "image": "[image]",
    "input_image": "[image]",
    "file": "[file]",
    "video": "[video]",
}


@dataclass(frozen=True, slots=True)
class Conversation:
    """One line of a file. `home` is the scope of its person; `guessed_times` says that no time stood in it."""

    session_id: str
    user_id: str
    home: Scope
    shared_with: tuple[Scope, ...]
    closed: bool
    messages: tuple[Message, ...]
    guessed_times: bool


@dataclass(frozen=True, slots=True)
class RejectedLine:
    line: int
    reason: str


class _Function(BaseModel):
    model_config = ConfigDict(extra="ignore")

    name: str
    arguments: Any = ""


class _ToolCall(BaseModel):
    """OpenAI's form, or the function's fields without their wrapping."""

    model_config = ConfigDict(extra="ignore")

    id: str | None = None
    function: _Function | None = None
    name: str | None = None
    arguments: Any = ""


def _no_bytes(value: Any) -> Any:
    """Bytes are refused: nobody but their owner knows which characters they are."""
    items = value if isinstance(value, list | tuple) else [value]
    parts = [part for item in items for part in (item.values() if isinstance(item, dict) else [item])]
    if any(isinstance(part, bytes | bytearray | memoryview) for part in parts):
        raise ValueError("is bytes: decode it to text first, such as content.decode('utf-8')")
    return value


class NativeMessage(BaseModel):
    """A message as it comes: `content` is text, null, or parts in OpenAI's form."""

    model_config = ConfigDict(extra="ignore")

    id: Annotated[str | int | None, BeforeValidator(_no_bytes)] = None
    role: Literal["user", "assistant", "system", "tool"]
    content: Annotated[str | list[Any] | None, BeforeValidator(_no_bytes)] = None
    at: str | None = None
    name: str | None = None
    tool_calls: list[_ToolCall] | None = None
    tool_call_id: str | None = None


class _NativeConversation(BaseModel):
    model_config = ConfigDict(extra="ignore")

    session_id: str = Field(min_length=1)
    user_id: str | None = None
    shared_with: list[str] = Field(default_factory=list)
    closed: bool = True
    started_at: str | None = None
    messages: list[NativeMessage]


def read_lines(
    lines: Iterable[str], *, user: str | None, fallback: datetime
) -> Iterator[tuple[int, Conversation | RejectedLine]]:
    """Each line of a JSONL file with its number, as a conversation or with the reason why it is none.

    `user` is for lines that name none, `fallback` (aware) the time for conversations without any.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield number, read_conversation(line, user=user, fallback=fallback)
        except InvalidInput as error:
            yield number, RejectedLine(number, str(error))


def read_conversation(line: str, *, user: str | None, fallback: datetime) -> Conversation:
    """The conversation that one JSON line holds; raises InvalidInput with what is wrong and where."""
    try:
        native = _NativeConversation.model_validate(_json(line))
    except ValidationError as error:
        raise InvalidInput(_sentence(error)) from None
    user_id = native.user_id if native.user_id is not None else user
    if user_id is None or not user_id.strip():
        raise InvalidInput("it names no user_id: add one to the line, or give --user NAME for lines without")
    times, guessed = _times(native, fallback)
    messages = [
        to_message(m, position, at)
        for position, (m, at) in enumerate(zip(native.messages, times, strict=True), 1)
    ]
    _refuse_twins(messages)
    return Conversation(
        session_id=check_identifier(native.session_id, "session_id"),
        user_id=user_id,
        home=Scope.of_user(user_id),
        shared_with=tuple(Scope.parse(text) for text in native.shared_with),
        closed=native.closed,
        messages=tuple(messages),
        guessed_times=guessed,
    )


def read_message(fields: dict[str, Any]) -> NativeMessage:
    """A message in the native format; raises InvalidInput with the field at fault."""
    try:
        return NativeMessage.model_validate(fields)
    except ValidationError as error:
        raise InvalidInput(_sentence(error)) from None


def to_message(native: NativeMessage, position: int, at: datetime) -> Message:
    """The message itself, its content as plain storable text. `position` is its id where it has none."""
    return Message(
        id=check_identifier(str(native.id if native.id is not None else position), "a message's id"),
        role=Role(native.role),
        content=plain_text(native.content),
        at=at,
        name=storable(native.name) if native.name else None,
        tool_calls=tuple(_tool_call(call) for call in native.tool_calls or ()),
        tool_call_id=storable(native.tool_call_id) if native.tool_call_id else None,
    )


def plain_text(content: str | Sequence[Any] | None) -> str:
    """Parts joined by line breaks: text and transcripts as they are, pictures as short placeholders, the rest left out."""
    if content is None:
        return ""
    if isinstance(content, str):
        return storable(content)
    return storable("\n".join(filter(None, (_part_text(part) for part in content))))


def _part_text(part: Any) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    for key in ("text", "transcript"):
        if isinstance(part.get(key), str):
            return str(part[key])
    for key in ("input_audio", "audio"):
        if isinstance(part.get(key), dict):
            return _part_text(part[key]) or "[audio]"
    kind = str(part.get("type") or part.get("content_type") or "")
    if "image" in kind or "image_asset_pointer" in part:
        return "[image]"
    return _PLACEHOLDERS.get(kind, "")


def _tool_call(call: _ToolCall) -> ToolCall:
    name = call.function.name if call.function else call.name
    if not name:
        raise InvalidInput("a tool call names no function: give function.name")
    arguments = call.function.arguments if call.function else call.arguments
    text = arguments if isinstance(arguments, str) else _json_text(arguments)
    return ToolCall(storable(name), storable(text), storable(call.id) if call.id else None)


def _json_text(arguments: Any) -> str:
    try:
        return json.dumps(arguments, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        raise InvalidInput(
            "a tool call's arguments are no JSON, or nested too deeply: give them as the model wrote them"
        ) from None


def _times(native: _NativeConversation, fallback: datetime) -> tuple[list[datetime], bool]:
    """Message → neighbour → conversation → fallback."""
    own = [parse_instant(message.at) if message.at else None for message in native.messages]
    started = parse_instant(native.started_at) if native.started_at else None
    first = next((at for at in own if at is not None), None)
    current = first or started or fallback
    times = []
    for at in own:
        current = at or current
        times.append(current)
    return times, first is None and started is None


def latest_time(lines: Iterable[str]) -> datetime | None:
    """The latest time that stands anywhere in a file; None if there is none."""
    found: list[datetime] = []
    for line in lines:
        try:
            native = _NativeConversation.model_validate(_json(line))
            texts = [native.started_at, *(message.at for message in native.messages)]
            found.extend(parse_instant(text) for text in texts if text)
        except (ValidationError, InvalidInput):
            continue
    return max(found, default=None)


def instant_of(timestamp: float) -> datetime:
    """A POSIX timestamp, such as a file's, as an aware instant."""
    return datetime.fromtimestamp(timestamp, UTC)


def _refuse_twins(messages: Sequence[Message]) -> None:
    seen: set[str] = set()
    for message in messages:
        if message.id in seen:
            raise InvalidInput(
                f"two messages have the id {message.id!r}: ids must be unique within a session"
            )
        seen.add(message.id)


def _json(line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"it is not JSON ({error.msg} at column {error.colno}): one conversation per line"
        ) from None
    except (ValueError, RecursionError):
        raise InvalidInput("its JSON is nested too deeply, or holds a number too long to read") from None


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the line"
    return f"{where}: {first['msg'].removeprefix('Value error, ')}"
