"""What the adapter is told at construction. Nothing here reads the environment."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from memory_pipeline.domain.errors import UnsafeSettings

_AZURE_HOSTS = (".azure.com", ".azure-api.net")


@dataclass(frozen=True, slots=True)
class Address:
    """`azure` asks for the key in a header of its own, too."""

    url: str
    query: tuple[tuple[str, str], ...]
    azure: bool


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and how to call. Times are seconds.

    One HTTP call takes at most `call_timeout_s`; all calls that one `extract` or `embed` makes (tries, repairs, parts)
    take at most `timeout_s` together. `attempts` bounds the tries of one call.
    """

    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    timeout_s: float = 240.0
    call_timeout_s: float = 120.0
    connect_timeout_s: float = 5.0
    attempts: int = 3
    first_wait_s: float = 0.5
    longest_wait_s: float = 20.0

    def __post_init__(self) -> None:
        if not self.base_url.startswith(("http://", "https://")):
            raise UnsafeSettings(
                f"the model's base URL must start with http:// or https://, not {self.base_url[:40]!r}"
            )
        if not self.model.strip():
            raise UnsafeSettings(
                "the model has no name: set MEMORY_PIPELINE_LLM_MODEL or MEMORY_PIPELINE_EMBEDDING_MODEL"
            )
        if self.attempts < 1 or min(self.timeout_s, self.call_timeout_s, self.connect_timeout_s) <= 0:
            raise UnsafeSettings("a call of a model needs at least one attempt and timeouts above zero")

    @property
    def address(self) -> Address:
        """The base URL taken apart: the SDK wants its query (Azure's `?api-version=…`) beside it."""
        parts = urlsplit(self.base_url)
        query = tuple(parse_qsl(parts.query, keep_blank_values=True))
        azure = (parts.hostname or "").endswith(_AZURE_HOSTS) or any(
            name == "api-version" for name, _ in query
        )
        return Address(urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")), query, azure)

    @property
    def key(self) -> tuple[str, str]:
        """What an endpoint's habits are remembered under."""
        return (self.base_url.rstrip("/"), self.model)


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """`window_tokens` is what the model can read and write in one call; `reply_tokens` of it are kept for the reply.

    `halvings` is how often a range may be cut in two because the reply or the prompt was cut off.
    """

    endpoint: Endpoint
    window_tokens: int = 16_000
    reply_tokens: int = 4_096
    halvings: int = 4

    def __post_init__(self) -> None:
        if self.window_tokens < 2_000 or not 256 <= self.reply_tokens <= self.window_tokens // 2:
            raise UnsafeSettings(
                "the model's window must hold at least 2000 tokens, and the reply between 256 tokens and half of it"
            )


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """`dimensions` is the width asked for and checked; texts are clipped to `max_text_tokens` (o200k)."""

    endpoint: Endpoint
    dimensions: int
    batch_texts: int = 64
    batch_tokens: int = 200_000
    max_text_tokens: int = 8_000

    def __post_init__(self) -> None:
        if self.dimensions < 1 or self.batch_texts < 1 or self.max_text_tokens < 1:
            raise UnsafeSettings("embeddings need a width, a batch and a text length of at least one")
