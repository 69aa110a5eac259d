"""Files of labelled conversations: JSON lines of native messages with the facts that a careful reader would store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.events.conversations import read_conversation
from memory_pipeline.interfaces.cli.files import Refused, lines_of
from memory_pipeline.interfaces.cli.output import warn
from memory_pipeline.pipeline.evaluate_extraction import KINDS, LabelledConversation, LabelledFact, Split

_TIMELESS = datetime(
    2026, 1, 1, tzinfo=UTC
)  # conversations without a time: any fixed instant keeps runs equal


class _Fact(BaseModel):
    model_config = ConfigDict(extra="forbid")

    subject: str = Field(min_length=1)
    predicate: str = Field(min_length=1)
    object: str | list[str]
    source: Source | None = None
    stance: Literal[Stance.ASSERTED, Stance.RETRACTED] = Stance.ASSERTED

    def labelled(self) -> LabelledFact:
        objects = (self.object,) if isinstance(self.object, str) else tuple(self.object)
        return LabelledFact(self.subject, self.predicate, objects, self.source, self.stance)


class _Case(BaseModel):
    model_config = ConfigDict(extra="forbid")

    id: str = Field(min_length=1)
    kind: str
    split: Split
    messages: list[dict[str, Any]] = Field(min_length=1)
    tool_sources: dict[str, Source] = Field(default_factory=dict)
    facts: list[_Fact]
    optional: list[_Fact] = Field(default_factory=list)
    episodes: int | None = None


@dataclass(frozen=True, slots=True)
class ExtractionFile:
    conversations: tuple[LabelledConversation, ...]
    rejected: tuple[Refused, ...]


def read_labelled_conversations(paths: Sequence[Path]) -> ExtractionFile:
    """The conversations of all files, and the lines that hold none. Raises InvalidInput where no line holds one."""
    found: list[LabelledConversation] = []
    rejected: list[Refused] = []
    for path in paths:
        for number, line in lines_of(path):
            try:
                if isinstance(line, InvalidInput):
                    raise line
                found.append(_labelled(line))
            except InvalidInput as error:
                rejected.append(Refused(path, number, str(error)))
    for refused in rejected:
        warn(str(refused))
    if not found:
        raise InvalidInput(
            f"there is no labelled conversation in {', '.join(map(str, paths))}: docs/quality.md states the format"
        )
    return ExtractionFile(tuple(found), tuple(rejected))


def _labelled(line: str) -> LabelledConversation:
    try:
        case = _Case.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the line"
        raise InvalidInput(f"{where}: {first['msg']}") from None
    if case.kind not in KINDS:
        raise InvalidInput(f"its kind is {case.kind!r}: write one of {', '.join(sorted(KINDS))}")
    native = json.dumps({"session_id": case.id, "messages": case.messages})
    conversation = read_conversation(native, user="me", fallback=_TIMELESS)
    return LabelledConversation(
        id=case.id,
        kind=case.kind,
        split=case.split,
        messages=conversation.messages,
        tool_sources=case.tool_sources,
        facts=tuple(each.labelled() for each in case.facts),
        optional=tuple(each.labelled() for each in case.optional),
        episodes=case.episodes,
    )
