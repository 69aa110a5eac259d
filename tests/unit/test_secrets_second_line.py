"""The second line: models get and give no secret, even of texts that came in before a detector knew them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.screened import ScreenedEmbedder, ScreenedExtractor, ScreenedNarrator
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.episode import EpisodeKind
from memory_pipeline.domain.extraction import ExtractedEpisode, ExtractedFact, Extraction
from memory_pipeline.domain.grounding import ground
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.secrets.spelling import MASK
from memory_pipeline.ports.embedder import TextKind

NOW = datetime(2026, 5, 1, tzinfo=UTC)
SENTENCE = "my wifi password is hunter2-Xk93, I live in Munich"


@dataclass
class Listening:
    """A model that keeps what it is sent and tells it all again."""

    heard: list[str] = field(default_factory=list)
    version: str = "listening"
    tool_result_limit: int | None = None

    def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:  # noqa: ARG002
        self.heard += [f"{message.content} {message.tool_calls}" for message in messages]
        fact = ExtractedFact("user", "wifi_password", "hunter2-Xk93", (1,), quote=SENTENCE)
        episode = ExtractedEpisode(
            EpisodeKind.OTHER, SENTENCE, (1,), entities={"password": "sunflower", "city": "Munich"}
        )
        return Extraction(self.version, (fact,), (episode,), summary=SENTENCE)

    def narrate(self, told: str, messages: Sequence[Message]) -> tuple[str, Cost]:
        self.heard += [told, *(message.content for message in messages)]
        return SENTENCE, Cost()


class ListeningEmbedder(InMemoryEmbedder):
    def __init__(self) -> None:
        super().__init__(8)
        self.heard: list[str] = []

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:
        self.heard += texts
        return super().embed(texts, kind)


def talk() -> list[Message]:
    call = ToolCall("login", '{"user": "bob", "password": "sunflower"}')
    return [
        Message("1", Role.USER, SENTENCE, NOW),
        Message("2", Role.ASSISTANT, "Ok, what is your PIN?", NOW, tool_calls=(call,)),
        Message("3", Role.USER, "4821", NOW),
    ]


def test_an_extractor_reads_and_tells_no_secret() -> None:
    model = Listening()
    found = ScreenedExtractor(model).extract(talk())
    told = f"{model.heard} {found}"
    assert "Munich" in told
    assert not [each for each in ("hunter2", "Xk93", "sunflower", "4821") if each in told]
    [fact], [episode] = found.facts, found.episodes
    assert fact.object == MASK
    assert episode.entities == {"password": MASK, "city": "Munich"}


def test_a_narrator_and_an_embedder_get_no_secret() -> None:
    model, embedder = Listening(), ListeningEmbedder()
    story, _ = ScreenedNarrator(model).narrate(SENTENCE, talk())
    ScreenedEmbedder(embedder).embed([SENTENCE])
    assert "hunter2" not in f"{story} {model.heard} {embedder.heard}"
    assert embedder.heard == [f"my wifi password is {MASK}, I live in Munich"]


def test_a_mask_is_never_a_value() -> None:
    said = [Message("1", Role.USER, f"my wifi password is {MASK}, I live in Munich", NOW)]
    good = ExtractedFact("user", "city", "Munich", (1,), quote="I live in Munich")
    bad = [
        replace(good, predicate="wifi_password", object=MASK, quote=f"password is {MASK}"),
        replace(good, subject=MASK, object="Munich"),
        replace(good, predicate="note", object=f"it is {MASK}"),
    ]
    episodes = (
        ExtractedEpisode(EpisodeKind.OTHER, MASK, (1,)),
        ExtractedEpisode(EpisodeKind.OTHER, "I live in Munich", (1,), entities={"password": MASK}),
        ExtractedEpisode(EpisodeKind.OTHER, "I live in Munich", (1,)),
    )
    grounded = ground(Extraction("x", (good, *bad), episodes), said, person=None, tool_sources={})
    assert [each.fact.object for each in grounded.facts] == ["Munich"]
    assert [each.episode.trigger for each in grounded.episodes] == ["I live in Munich"]
    assert [each.reason for each in grounded.rejected] == ["masked_secret"] * 5
