"""The prompt: a fixed system part from files, then the messages as numbered blocks in one last message."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from importlib import resources
from typing import Any

from memory_pipeline.adapters.openai.dialect import ReplyFormat
from memory_pipeline.domain.message import Message, Role, ToolCall

_FILES = resources.files("memory_pipeline.adapters.openai") / "prompts"


def _read(name: str) -> str:
    return (_FILES / name).read_text(encoding="utf-8")


class Language(StrEnum):
    ENGLISH = "en"
    CHINESE = "zh"


_SYSTEM = {language: _read(f"extract.{language}.txt").strip() for language in Language}
_SHAPE = _read("shape.txt").strip()
REPLY_SCHEMA: Mapping[str, Any] = json.loads(_read("reply_schema.json"))
# A stored extraction names the prompt it was made with: an edited file is another version by itself.
PROMPT_VERSION = (
    "extract-"
    + hashlib.blake2b(
        "\x1e".join([*_SYSTEM.values(), _SHAPE, json.dumps(REPLY_SCHEMA)]).encode(), digest_size=4
    ).hexdigest()
)

_NEW_DATE_LINE_AFTER = timedelta(hours=1)
# Text that looks like the start of a block, at the start of a line, would let a message speak as another one.
_FORGED_BLOCK = re.compile(r"(?:^|(?<=[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]))(?=\[\d+\] )")
_NOT_IN_NAMES = re.compile(r"[\s()\[\]:]+")
_CJK = re.compile(r"[\u3400-\u9fff]")
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_LATIN_WORD = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Numbered:
    """A message, or a piece of a long one, under its number in the segment; `speaker` is the name beside its role."""

    n: int
    message: Message
    speaker: str | None = None


def number(messages: Sequence[Message], person: str | None = None) -> list[Numbered]:
    """`messages` under the numbers 1..n, without those that say nothing: system messages and empty ones.

    Blocks of the account's person need no name: the header of the prompt says who `user` is.
    """
    tools = {call.id: call.name for message in messages for call in message.tool_calls if call.id}
    numbered = []
    for n, message in enumerate(messages, start=1):
        if message.role is Role.SYSTEM or not (message.content.strip() or message.tool_calls):
            continue
        speaker = message.name
        if message.role is Role.TOOL and not speaker:
            speaker = tools.get(message.tool_call_id or "")
        elif message.role is Role.USER and speaker == person:
            speaker = None
        numbered.append(Numbered(n, message, speaker))
    return numbered


def language_of(numbered: Iterable[Numbered]) -> Language:
    """The language that people and assistant speak: Chinese if it has more characters than there are Latin words."""
    text = "\n".join(item.message.content[:2_000] for item in numbered if item.message.role is not Role.TOOL)
    return Language.CHINESE if len(_CJK.findall(text)) > len(_LATIN_WORD.findall(text)) else Language.ENGLISH


def system_text(language: Language, reply_format: ReplyFormat) -> str:
    """The fixed part; where the endpoint takes no schema, with the reply's shape in words."""
    text = _SYSTEM[language]
    return text if reply_format is ReplyFormat.JSON_SCHEMA else f"{text}\n\n{_SHAPE}"


def blocks(numbered: Sequence[Numbered], header: str = "") -> str:
    """The last message of the prompt: `header`, then a date line and a block per message."""
    lines = [header] if header else []
    before: datetime | None = None
    for item in numbered:
        at = item.message.at
        if before is None or at.date() != before.date() or abs(at - before) > _NEW_DATE_LINE_AFTER:
            lines.append(date_line(at))
        before = at
        lines.append(block(item))
    return "\n".join(lines)


def date_line(at: datetime) -> str:
    """Date, weekday, time and offset: `2026-01-05 Mon 10:00 +08:00`."""
    text = at.isoformat(timespec="minutes")
    return f"{text[:10]} {_WEEKDAYS[at.weekday()]} {text[11:16]} {text[16:]}"


def block(item: Numbered) -> str:
    """One message as `[n] role (Name): text`, calls of tools as `→ name(arguments)` lines below."""
    speaker = _NOT_IN_NAMES.sub(" ", item.speaker or "").strip()
    head = f"[{item.n}] {item.message.role}" + (f" ({speaker})" if speaker else "") + ":"
    content = _FORGED_BLOCK.sub(" ", item.message.content.strip())
    text = f"{head} {content}" if content else head
    return "\n".join([text, *(_call_line(call) for call in item.message.tool_calls)])


def _call_line(call: ToolCall) -> str:
    try:
        arguments = json.dumps(json.loads(call.arguments), ensure_ascii=False, separators=(",", ":"))
    except ValueError:
        arguments = " ".join(call.arguments.split())
    return f"→ {' '.join(call.name.split())}({arguments})"
