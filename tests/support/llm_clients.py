"""Settings and messages for tests that call the local server: short waits, short patience."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_pipeline.adapters.openai.dialect import Dialects
from memory_pipeline.adapters.openai.embeddings import OpenAIEmbedder
from memory_pipeline.adapters.openai.extraction import OpenAIExtractor
from memory_pipeline.adapters.openai.settings import ChatSettings, EmbeddingSettings, Endpoint
from memory_pipeline.domain.message import Message, Role
from tests.support.llm_server import LLMServer

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def endpoint(server: LLMServer | str, **changes: Any) -> Endpoint:
    """An endpoint on `server` (or at a URL) that gives up within seconds."""
    base_url = server if isinstance(server, str) else server.base_url
    patient = Endpoint(
        base_url,
        "test-model",
        "key",
        timeout_s=10,
        call_timeout_s=5,
        attempts=3,
        first_wait_s=0.01,
        longest_wait_s=0.5,
    )
    return replace(patient, **changes)


def extractor(server: LLMServer | str, dialects: Dialects | None = None, **changes: Any) -> OpenAIExtractor:
    """An extractor on `server` that has learnt nothing yet; `changes` go to the chat settings, or to the endpoint."""
    of_chat = {
        name: changes.pop(name) for name in ("window_tokens", "reply_tokens", "halvings") if name in changes
    }
    return OpenAIExtractor(ChatSettings(endpoint(server, **changes), **of_chat), dialects or Dialects())


def embedder(server: LLMServer | str, **changes: Any) -> OpenAIEmbedder:
    """An embedder on `server`, 64 wide; `changes` go to the embedding settings, or to the endpoint."""
    names = ("dimensions", "batch_texts", "batch_tokens", "max_text_tokens")
    of_embeddings = {"dimensions": 64} | {name: changes.pop(name) for name in names if name in changes}
    return OpenAIEmbedder(EmbeddingSettings(endpoint(server, **changes), **of_embeddings))


def talk(*texts: str, at: datetime = START) -> list[Message]:
    """User and assistant by turns, a minute apart, the user first."""
    roles = (Role.USER, Role.ASSISTANT)
    return [Message(f"m{i}", roles[i % 2], text, at + timedelta(minutes=i)) for i, text in enumerate(texts)]


def said(*texts: str, at: datetime = START) -> list[Message]:
    """Messages of the user alone, a minute apart."""
    return [Message(f"m{i}", Role.USER, text, at + timedelta(minutes=i)) for i, text in enumerate(texts)]


def fact(object_: str = "Munich", messages: Any = (1,), **changes: Any) -> dict[str, Any]:
    """A whole fact of a reply."""
    return {
        "subject": "user",
        "predicate": "city",
        "object": object_,
        "cardinality": "one",
        "messages": list(messages) if isinstance(messages, tuple) else messages,
        "quote": "I moved to Munich",
        "stance": "asserted",
        "confidence": 0.9,
        "forgettability": "medium",
        "valid_from": None,
    } | changes


def reply(*facts: Any, **changes: Any) -> dict[str, Any]:
    """A whole reply."""
    return {"facts": list(facts), "episodes": [], "summary": ""} | changes
