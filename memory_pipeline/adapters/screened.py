"""A second line: whatever is handed to a model has its secrets masked once more, and so has what it replies.

Texts are screened where they come in; this holds for those that came in before a detector knew their shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from memory_pipeline.domain.conflict import Conflict, Keep
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.extraction import ExtractedEpisode, ExtractedFact, Extraction, RejectedItem
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.message import Message, ToolCall
from memory_pipeline.domain.secrets.conversation import masked_after
from memory_pipeline.domain.secrets.mask import masked, masked_document, masked_json
from memory_pipeline.ports.embedder import Embedder, EmbeddingSpace, TextKind
from memory_pipeline.ports.extractor import Extractor
from memory_pipeline.ports.judge import Judge
from memory_pipeline.ports.summaries import Narrator


class ScreenedEmbedder:
    """Implements ports.embedder.Embedder on another one."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def space(self) -> EmbeddingSpace:
        return self._embedder.space

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        return self._embedder.embed([masked(text) for text in texts], kind)


class ScreenedExtractor:
    """Implements ports.extractor.Extractor on another one."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor

    @property
    def version(self) -> str:
        return self._extractor.version

    @property
    def tool_result_limit(self) -> int | None:
        return self._extractor.tool_result_limit

    def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:
        return _extraction(self._extractor.extract(_messages(messages), person=person))


class ScreenedNarrator:
    """Implements ports.summaries.Narrator on another one."""

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator

    @property
    def version(self) -> str:
        return self._narrator.version

    def narrate(self, told: str, messages: Sequence[Message]) -> tuple[str, Cost]:
        story, cost = self._narrator.narrate(masked(told), _messages(messages))
        return masked(story), cost


class ScreenedJudge:
    """Implements ports.judge.Judge on another one."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    @property
    def version(self) -> str:
        return self._judge.version

    def recommend(self, conflict: Conflict) -> tuple[Keep | None, Cost]:
        return self._judge.recommend(
            replace(conflict, incumbent=_fact(conflict.incumbent), challenger=_fact(conflict.challenger))
        )


def _messages(messages: Sequence[Message]) -> list[Message]:
    clean: list[Message] = []
    for message in messages:
        clean.append(_message(message, clean))
    return clean


def _message(message: Message, before: Sequence[Message]) -> Message:
    calls = tuple(
        ToolCall(call.name, masked_document(call.arguments), call.id) for call in message.tool_calls
    )
    plain = replace(message, content=masked_document(message.content), tool_calls=calls)
    return replace(plain, content=masked_after(before, plain))


def _extraction(found: Extraction) -> Extraction:
    return replace(
        found,
        facts=tuple(_extracted_fact(fact) for fact in found.facts),
        episodes=tuple(_extracted_episode(episode) for episode in found.episodes),
        summary=masked(found.summary),
        rejected=tuple(
            RejectedItem(item.reason, masked(item.detail), masked_document(item.item))
            for item in found.rejected
        ),
    )


def _extracted_fact(fact: ExtractedFact) -> ExtractedFact:
    return replace(
        fact,
        subject=masked(fact.subject),
        predicate=masked(fact.predicate),
        object=str(masked_json({fact.predicate: fact.object})[masked(fact.predicate)]),
        quote=masked(fact.quote),
    )


def _extracted_episode(episode: ExtractedEpisode) -> ExtractedEpisode:
    entities: dict[str, Any] = masked_json(dict(episode.entities))
    return replace(
        episode,
        trigger=masked(episode.trigger),
        summary=masked(episode.summary),
        outcome=None if episode.outcome is None else masked(episode.outcome),
        entities={name: str(value) for name, value in entities.items()},
        actions=tuple(
            replace(
                each, action=masked(each.action), result=None if each.result is None else masked(each.result)
            )
            for each in episode.actions
        ),
    )


def _fact(fact: Fact) -> Fact:
    evidence = tuple(replace(each, quote=masked(each.quote)) for each in fact.evidence)
    return replace(fact, object=masked(fact.object), evidence=evidence)
