"""Models that are loaded when they are first used: a command that only reads must not pay for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memory_pipeline.adapters.per_process import PerProcess
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.message import Message
from memory_pipeline.ports.embedder import Embedder, EmbeddingSpace, TextKind
from memory_pipeline.ports.extractor import Extractor
from memory_pipeline.ports.summaries import Narrator


class DeferredEmbedder:
    def __init__(self, build: Callable[[], Embedder]) -> None:
        self._embedder = PerProcess(build)

    @property
    def space(self) -> EmbeddingSpace:
        return self._embedder.get().space

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        return self._embedder.get().embed(texts, kind)


class DeferredExtractor:
    def __init__(self, build: Callable[[], Extractor]) -> None:
        self._extractor = PerProcess(build)

    @property
    def version(self) -> str:
        return self._extractor.get().version

    @property
    def tool_result_limit(self) -> int | None:
        return self._extractor.get().tool_result_limit

    def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:
        return self._extractor.get().extract(messages, person=person)


class DeferredNarrator:
    def __init__(self, build: Callable[[], Narrator]) -> None:
        self._narrator = PerProcess(build)

    @property
    def version(self) -> str:
        return self._narrator.get().version

    def narrate(self, told: str, messages: Sequence[Message]) -> tuple[str, Cost]:
        return self._narrator.get().narrate(told, messages)
