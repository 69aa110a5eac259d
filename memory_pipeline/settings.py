"""The settings, and the only reader of the environment. Every variable begins with MEMORY_PIPELINE_."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from memory_pipeline.domain.access import GivenKey, parse_keys
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.limits import Limits

PREFIX = "MEMORY_PIPELINE_"
# What `calibrate` finds for the local model (docs/quality.md): at 0.95 it would lose one duplicate in ten.
_LOCAL_DEDUP_THRESHOLD = 0.91
_SHORTEST_LEASE_S = 2.0
_SHORTEST_RETENTION_DAYS = 30


class Settings(BaseSettings):
    """Durations are given in seconds. A value that breaks a rule is refused when the settings are read."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        frozen=True,
        extra="ignore",
        env_ignore_empty=True,
        hide_input_in_errors=True,  # keys and passwords among it
    )

    home: Path = Path(".memory-pipeline")
    database_url: str | None = None
    redis_url: str | None = None
    broker_url: str | None = None
    database_role: str = "memory_pipeline_app"
    hmac_key: SecretStr | None = Field(
        None, min_length=32
    )  # of digests; embedded servers have one of their own

    # Keys of the HTTP service: `key:tenant[:reader|writer|admin]`, comma-separated; `keys create` makes others.
    api_keys: Annotated[tuple[GivenKey, ...], NoDecode] = Field(default=(), repr=False)
    audit_days: float = Field(400.0, ge=30)  # how long lines of the audit trail are kept
    transcript_retention_days: float = Field(
        400.0, le=36_500
    )  # how long the words of messages are kept; 0 keeps them for ever

    # How much one call may bring or ask for.
    max_message_chars: int = Field(1_000_000, ge=1)
    max_tool_call_chars: int = Field(1_000_000, ge=1)
    max_messages: int = Field(10_000, ge=1)
    max_query_chars: int = Field(10_000, ge=1)
    max_k: int = Field(100, ge=1)

    extractor: Literal["rules", "openai"] | None = None
    llm_base_url: str | None = None
    llm_api_key: str | None = None
    llm_model: str | None = None
    llm_timeout_s: float = Field(120.0, gt=0, le=600)
    llm_call_timeout_s: float = Field(60.0, gt=0, le=600)
    llm_attempts: int = Field(3, ge=1, le=10)
    llm_window_tokens: int | None = Field(None, ge=2_000)  # what the model reads and writes in one call
    # What a day of a tenant may take of the model, unless its policy says otherwise; None is no bound.
    llm_daily_calls: int | None = Field(None, ge=0)
    llm_daily_tokens: int | None = Field(None, ge=0)
    # Who reads a segment while the endpoint is left alone, and whether the model reads it again afterwards.
    llm_fallback: Literal["off", "rules"] = "off"
    llm_redo: bool = True
    llm_redo_after_s: float = Field(120.0, gt=0)
    conflict_judge: Literal["off", "openai"] = "off"

    embedder: Literal["local", "openai"] = "local"
    embedding_base_url: str | None = None
    embedding_api_key: str | None = None
    embedding_model: str | None = None
    embedding_dimensions: int | None = Field(None, ge=1, le=4000)
    reembed: bool = False  # vectors of another model are there, and are to be replaced

    anchor_threshold: float = Field(0.92, gt=0, le=1)
    dedup_threshold: float = Field(0.95, gt=0, le=1)  # of the embedding model; `calibrate` finds it

    tool_sources: Annotated[dict[str, Source], NoDecode] = Field(default_factory=dict)
    window_tokens: int = Field(8000, ge=500)
    turns_per_segment: int = Field(30, ge=1)
    segment_gap_s: float = Field(
        1800.0, gt=0
    )  # where segments are cut must not follow when sessions are closed
    idle_after_s: float = Field(1800.0, gt=0)
    working_ttl_s: float = Field(86_400.0, gt=0)

    lease_s: float = Field(45.0, gt=0)
    max_attempts: int = Field(5, ge=1)
    retry_total_s: float = Field(259_200.0, gt=0)
    retry_base_s: float = Field(5.0, gt=0)
    retry_max_s: float = Field(900.0, gt=0)
    sweep_every_s: float = Field(5.0, gt=0)
    task_time_limit_s: float = Field(240.0, gt=0)
    visibility_timeout_s: float = Field(960.0, gt=0)
    worker_threads: int = Field(8, ge=1, le=128)
    # How many sessions of one scope, of one tenant, are worked on at once: the other threads are for others.
    scope_attempts: int | None = Field(None, ge=1)
    tenant_attempts: int | None = Field(None, ge=1)
    ends_with_pid: int | None = None  # a worker that was lent to a process ends with it, however that ended

    @model_validator(mode="before")
    @classmethod
    def _know_the_local_model(cls, values: dict[str, object]) -> dict[str, object]:
        if values.get("embedder", "local") == "local":
            return {"dedup_threshold": _LOCAL_DEDUP_THRESHOLD, **values}
        return values

    @model_validator(mode="before")
    @classmethod
    def _read_tool_sources(cls, values: dict[str, object]) -> dict[str, object]:
        raw = values.get("tool_sources")
        if isinstance(raw, str):
            values = {**values, "tool_sources": _parse_tool_sources(raw)}
        return values

    @field_validator("api_keys", mode="before")
    @classmethod
    def _read_api_keys(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        try:
            return parse_keys(value)
        except InvalidInput as error:
            raise ValueError(str(error)) from None

    @model_validator(mode="after")
    def _consistent(self) -> Settings:
        if self.extractor_name == "openai" and not self.llm_model:
            raise ValueError(
                f"{PREFIX}LLM_MODEL is not set: name the model that {PREFIX}EXTRACTOR=openai should use"
            )
        if self.conflict_judge == "openai" and not self.llm_model:
            raise ValueError(
                f"{PREFIX}LLM_MODEL is not set: name the model that {PREFIX}CONFLICT_JUDGE=openai should ask"
            )
        if self.embedder == "openai" and not (self.embedding_model and self.embedding_dimensions):
            raise ValueError(
                f"{PREFIX}EMBEDDER=openai needs {PREFIX}EMBEDDING_MODEL and {PREFIX}EMBEDDING_DIMENSIONS: "
                "vectors of different models must never meet"
            )
        if not (
            self.transcript_retention_days == 0 or self.transcript_retention_days >= _SHORTEST_RETENTION_DAYS
        ):
            raise ValueError(
                f"{PREFIX}TRANSCRIPT_RETENTION_DAYS={self.transcript_retention_days:g} must be 0 (for ever) or at least "
                f"{_SHORTEST_RETENTION_DAYS}: what is said is kept while it may have to be read again"
            )
        if self.visibility_timeout_s < 4 * self.task_time_limit_s:
            raise ValueError(
                f"{PREFIX}VISIBILITY_TIMEOUT_S={self.visibility_timeout_s:g} must be at least four times "
                f"{PREFIX}TASK_TIME_LIMIT_S={self.task_time_limit_s:g}: the broker would hand out running tasks again"
            )
        if self.lease_s < _SHORTEST_LEASE_S:
            raise ValueError(
                f"{PREFIX}LEASE_S={self.lease_s:g} must be at least {_SHORTEST_LEASE_S:g}: it is renewed four times over, "
                "and a pause of seconds would hand an event over that is still being worked on"
            )
        if self.retry_max_s >= self.retry_total_s:
            raise ValueError(
                f"{PREFIX}RETRY_MAX_S={self.retry_max_s:g} must be below {PREFIX}RETRY_TOTAL_S={self.retry_total_s:g}"
            )
        if self.llm_timeout_s >= self.task_time_limit_s:
            raise ValueError(
                f"{PREFIX}LLM_TIMEOUT_S={self.llm_timeout_s:g} must be below {PREFIX}TASK_TIME_LIMIT_S={self.task_time_limit_s:g}"
            )
        return self

    @property
    def extractor_name(self) -> Literal["rules", "openai"]:
        """`rules` while no LLM is configured, unless the settings name one."""
        if self.extractor is not None:
            return self.extractor
        return "openai" if self.llm_base_url or self.llm_api_key else "rules"

    @property
    def embedded(self) -> bool:
        """Whether servers of our own are started: unless both URLs are given."""
        return not (self.database_url and self.redis_url)

    @property
    def turn(self) -> timedelta:
        """After this an attempt begins no further segment: so a task ends before its limit, however long the session."""
        return timedelta(seconds=(0.9 * self.task_time_limit_s - self.llm_timeout_s) / 2)

    @property
    def transcripts_kept(self) -> timedelta | None:
        """How long the words of messages are kept; None is for ever."""
        return timedelta(days=self.transcript_retention_days) or None

    @property
    def attempts_per_scope(self) -> int:
        """Three quarters of the threads, unless the settings name a number: so nobody's hanging calls hold them all."""
        return self.scope_attempts or max(1, self.worker_threads - max(1, self.worker_threads // 4))

    @property
    def limits(self) -> Limits:
        """How much one call may bring or ask for."""
        return Limits(
            message=self.max_message_chars,
            tool_calls=self.max_tool_call_chars,
            messages=self.max_messages,
            query=self.max_query_chars,
            k=self.max_k,
        )

    @property
    def lease(self) -> timedelta:
        return timedelta(seconds=self.lease_s)

    @property
    def idle_after(self) -> timedelta:
        return timedelta(seconds=self.idle_after_s)


def load_settings(*, extractor: Literal["rules", "openai"] | None = None) -> Settings:
    """The settings of this process's environment; raises InvalidInput with the variable's name and what it should be.

    `extractor` stands before the environment's.
    """
    try:
        return Settings() if extractor is None else Settings(extractor=extractor)
    except ValidationError as error:
        raise InvalidInput(
            "; ".join(_sentence(item["loc"], item["msg"]) for item in error.errors())
        ) from None


def _sentence(location: tuple[int | str, ...], message: str) -> str:
    text = message.removeprefix("Value error, ")
    return f"{PREFIX}{str(location[0]).upper()}: {text}" if location else text


def _parse_tool_sources(raw: str) -> dict[str, Source]:
    """`get_service=CMDB,search_docs=DOC` as a map; a tool can be a system of record or a document, never a person."""
    sources: dict[str, Source] = {}
    for pair in filter(None, (part.strip() for part in raw.split(","))):
        tool, equals, name = pair.partition("=")
        if not equals or name.strip().upper() not in {Source.CMDB, Source.DOC}:
            raise ValueError(f"{PREFIX}TOOL_SOURCES: {pair!r} should be tool=CMDB or tool=DOC")
        sources[tool.strip()] = Source(name.strip().upper())
    return sources
