"""The prompt read back by the local server's stand-ins for a model, and their replies: written from the contract, not from the adapter."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from memory_pipeline.adapters.rules import RulesExtractor
from memory_pipeline.domain.extraction import ExtractedEpisode, ExtractedFact
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.ports.extractor import Extractor

_BLOCK = re.compile(r"\[(\d+)\] (user|assistant|system|tool)(?: \(([^)\n]*)\))?: ?(.*)")
_DATE = re.compile(r"(\d{4}-\d{2}-\d{2}) \w{3} (\d{2}:\d{2}) ([+-]\d{2}:\d{2})")
_CALL = re.compile(r"→ ([\w.-]+)\((.*)\)")
_PERSON = re.compile(r"user = (.+)")


@dataclass(frozen=True)
class Block:
    """One numbered message of a prompt; `at` is from the last date line above it."""

    n: int
    role: str
    name: str | None
    text: str
    at: datetime
    calls: tuple[tuple[str, str], ...] = ()
    person: str | None = None


def read_blocks(prompt: str) -> list[Block]:
    """The blocks of the last message of a prompt, in order."""
    blocks: list[Block] = []
    at, person = datetime(2000, 1, 1, tzinfo=UTC), None
    for line in prompt.split("\n"):
        if head := _BLOCK.fullmatch(line):
            n, role, name, text = head.groups()
            blocks.append(Block(int(n), role, name, text, at, person=person))
        elif date := _DATE.fullmatch(line):
            at = datetime.fromisoformat("{}T{}:00{}".format(*date.groups()))
        elif not blocks:
            person = found[1] if (found := _PERSON.fullmatch(line)) else person
        elif call := _CALL.fullmatch(line):
            blocks[-1] = replace(blocks[-1], calls=(*blocks[-1].calls, (call[1], call[2])))
        else:
            blocks[-1] = replace(blocks[-1], text=f"{blocks[-1].text}\n{line}")
    return blocks


def note_taker(blocks: Sequence[Block]) -> dict[str, Any]:
    """A reply that takes each sentence of a user for a note."""
    said = [block for block in blocks if block.role == "user" and len(block.text.strip()) > 5]
    return {
        "facts": [
            {
                "subject": "user",
                "predicate": "note",
                "object": block.text[:200],
                "cardinality": "many",
                "messages": [block.n],
                "quote": block.text[:200],
                "stance": "asserted",
                "confidence": 0.9,
                "forgettability": "medium",
                "valid_from": None,
            }
            for block in said
        ],
        "episodes": [],
        "summary": "",
    }


def rules_responder() -> Callable[[Sequence[Block]], Mapping[str, Any]]:
    """A model that finds what the rules extractor finds."""
    return extractor_responder(RulesExtractor())


def extractor_responder(extractor: Extractor) -> Callable[[Sequence[Block]], Mapping[str, Any]]:
    """A model that finds in the prompt's blocks what `extractor` finds in the same messages."""

    def respond(blocks: Sequence[Block]) -> Mapping[str, Any]:
        if not blocks:
            return {"facts": [], "episodes": [], "summary": ""}
        extraction = extractor.extract(messages_of(blocks), person=blocks[0].person)
        numbers = [block.n for block in blocks]
        return {
            "facts": [_fact(fact, numbers) for fact in extraction.facts],
            "episodes": [_episode(episode, numbers) for episode in extraction.episodes],
            "summary": extraction.summary,
        }

    return respond


def messages_of(blocks: Sequence[Block]) -> list[Message]:
    """The messages that `blocks` show; results of tools are joined with the calls before them, in order."""
    messages: list[Message] = []
    open_calls: list[ToolCall] = []
    for block in blocks:
        calls = tuple(
            ToolCall(name, arguments, f"call-{block.n}-{i}")
            for i, (name, arguments) in enumerate(block.calls)
        )
        name = block.person if block.role == "user" and block.name is None else block.name
        answered = open_calls.pop(0).id if block.role == "tool" and open_calls else None
        open_calls = list(calls) or open_calls
        messages.append(Message(f"m{block.n}", Role(block.role), block.text, block.at, name, calls, answered))
    return messages


def _fact(fact: ExtractedFact, numbers: Sequence[int]) -> dict[str, Any]:
    return {
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "cardinality": fact.cardinality or "one",
        "messages": [numbers[n - 1] for n in fact.messages],
        "quote": fact.quote,
        "stance": fact.stance,
        "confidence": fact.confidence,
        "forgettability": fact.forgettability or "medium",
        "valid_from": fact.valid_from,
    }


def _episode(episode: ExtractedEpisode, numbers: Sequence[int]) -> dict[str, Any]:
    return {
        "kind": episode.kind,
        "trigger": episode.trigger,
        "summary": episode.summary,
        "entities": [f"{name}={value}" for name, value in episode.entities.items()],
        "actions": [
            {"step": action.step, "action": action.action, "result": action.result}
            for action in episode.actions
        ],
        "outcome": episode.outcome,
        "success": episode.success,
        "messages": [numbers[n - 1] for n in episode.messages],
    }
