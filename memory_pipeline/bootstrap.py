"""The only wiring: settings become servers, adapters and dependencies. Adapters are imported when they are chosen."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from memory_pipeline.adapters.broker.gauge import KombuGauge
from memory_pipeline.adapters.broker.hints import KombuHints
from memory_pipeline.adapters.broker.publisher import KombuPublisher
from memory_pipeline.adapters.deferred import DeferredEmbedder, DeferredExtractor, DeferredNarrator
from memory_pipeline.adapters.postgres import (
    Database,
    PostgresConflicts,
    PostgresLedger,
    PostgresMemoryReader,
    PostgresMemoryStore,
    PostgresPolicies,
    PostgresTranscripts,
)
from memory_pipeline.adapters.postgres.api_keys import PostgresApiKeys
from memory_pipeline.adapters.postgres.audit import PostgresAudit
from memory_pipeline.adapters.postgres.costs import PostgresCosts
from memory_pipeline.adapters.postgres.digest_key import refuse_other_key
from memory_pipeline.adapters.postgres.erasures import PostgresErasures
from memory_pipeline.adapters.postgres.fingerprints import PostgresFingerprints
from memory_pipeline.adapters.postgres.forgetting import PostgresForgetting
from memory_pipeline.adapters.postgres.job_claims import PostgresJobClaims
from memory_pipeline.adapters.postgres.migrate import migrate
from memory_pipeline.adapters.postgres.outbox import PostgresOutbox
from memory_pipeline.adapters.postgres.personal_data import PostgresPersonalData
from memory_pipeline.adapters.postgres.retention import PostgresRetention
from memory_pipeline.adapters.postgres.scan import PostgresScan
from memory_pipeline.adapters.postgres.upkeep import PostgresUpkeep
from memory_pipeline.adapters.redis.announcements import RedisAnnouncements
from memory_pipeline.adapters.redis.connection import connect
from memory_pipeline.adapters.redis.erasure import RedisErasure
from memory_pipeline.adapters.redis.summaries import RedisSummaries
from memory_pipeline.adapters.redis.working_forgetting import RedisWorkingForgetting
from memory_pipeline.adapters.redis.working_memory import RedisWorkingMemory
from memory_pipeline.adapters.screened import (
    ScreenedEmbedder,
    ScreenedExtractor,
    ScreenedJudge,
    ScreenedNarrator,
)
from memory_pipeline.adapters.system.clock import SystemClock
from memory_pipeline.adapters.system.isolation import SubprocessIsolation
from memory_pipeline.adapters.system.keyed_digest import HmacDigest
from memory_pipeline.domain.budget import Budget
from memory_pipeline.domain.errors import MemoryPipelineError, UnsafeSettings
from memory_pipeline.domain.segments import SegmentRules
from memory_pipeline.pipeline.audit_reads import finish_audit
from memory_pipeline.pipeline.dependencies import Attempts, Dependencies, Fallback
from memory_pipeline.pipeline.keys import kept_keys
from memory_pipeline.pipeline.recall import finish_recalls
from memory_pipeline.ports.embedder import Embedder
from memory_pipeline.ports.extractor import Extractor
from memory_pipeline.ports.judge import Judge
from memory_pipeline.ports.ledger import Shares
from memory_pipeline.ports.statement_parser import ParsedStatement
from memory_pipeline.ports.summaries import Narrator
from memory_pipeline.settings import PREFIX, Settings

if TYPE_CHECKING:
    from memory_pipeline.adapters.openai.settings import ChatSettings
    from memory_pipeline.embedded import ServerUrls

DEFAULT_ENDPOINT = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class Urls:
    """Where the servers are, and the key of their digests. They hold secrets: never print one."""

    database: str
    redis: str
    broker: str
    hmac_key: str = field(default="", repr=False)


class Pipeline:
    """Everything that one process holds open. `dependencies` is what use cases want."""

    def __init__(self, settings: Settings, urls: Urls) -> None:
        self.settings = settings
        self.urls = urls
        self._database = Database(
            urls.database, settings.database_role, pool_size=settings.worker_threads + 4
        )
        self._redis = connect(urls.redis)
        self._publisher = KombuPublisher(urls.broker)
        self._digest = make_digest(settings, urls)
        self.dependencies = self._wire()

    def _hints(self) -> KombuHints | None:
        """Where one Redis is working tier and broker, workers are told in the step that writes the event."""
        return KombuHints() if self.urls.redis == self.urls.broker else None

    def _wire(self) -> Dependencies:
        settings = self.settings
        return Dependencies(
            clock=SystemClock(),
            working=RedisWorkingMemory(self._redis, hints=self._hints()),
            ledger=PostgresLedger(self._database),
            transcripts=PostgresTranscripts(self._database, self._digest),
            store=PostgresMemoryStore(self._database, self._digest),
            reader=PostgresMemoryReader(self._database),
            policies=PostgresPolicies(self._database),
            conflicts=PostgresConflicts(self._database),
            publisher=self._publisher,
            extractor=ScreenedExtractor(DeferredExtractor(lambda: make_extractor(settings))),
            parser=_LazyParser(),
            embedder=ScreenedEmbedder(DeferredEmbedder(lambda: make_embedder(settings))),
            digest=self._digest,
            erasures=PostgresErasures(self._database, self._digest, self.urls.database),
            working_erasure=RedisErasure(self._redis),
            scan=PostgresScan(self._database),
            fingerprints=PostgresFingerprints(self._database, self._digest),
            judge=make_judge(settings),
            segment_rules=SegmentRules(
                turns=settings.turns_per_segment,
                tokens=int(settings.window_tokens * 0.8),
                gap=timedelta(seconds=settings.segment_gap_s),
            ),
            attempts=_attempts(settings),
            tool_sources=settings.tool_sources,
            dedup_threshold=settings.dedup_threshold,
            anchor_threshold=settings.anchor_threshold,
            idle_after=settings.idle_after,
            working_ttl=timedelta(seconds=settings.working_ttl_s),
            outbox=PostgresOutbox(self._database),
            gauge=KombuGauge(self.urls.broker),
            job_claims=PostgresJobClaims(self._database),
            forgetting=PostgresForgetting(self._database, self._digest),
            working_forgetting=RedisWorkingForgetting(self._redis),
            retention=PostgresRetention(self._database),
            transcripts_kept=settings.transcripts_kept,
            upkeep=PostgresUpkeep(self.urls.database),
            audit=PostgresAudit(self._database),
            audit_kept=timedelta(days=settings.audit_days),
            personal_data=PostgresPersonalData(self._database),
            api_keys=PostgresApiKeys(self._database),
            set_keys=kept_keys(settings.api_keys, self._digest),
            limits=settings.limits,
            actor=f"process:{os.getuid()}@{socket.gethostname()}",
            costs=PostgresCosts(self._database),
            budget=Budget(settings.llm_daily_calls, settings.llm_daily_tokens),
            fallback=make_fallback(settings),
            summaries=RedisSummaries(self._redis),
            narrator=make_narrator(settings),
            announcements=RedisAnnouncements(self._redis),
            worker=f"{socket.gethostname()}:{os.getpid()}",
            isolation=SubprocessIsolation(settings.task_time_limit_s, environment=_told(self.urls)),
        )

    def refuse_other_key(self) -> None:
        """Raises UnsafeSettings where the database was written under another key."""
        refuse_other_key(self._database, self._digest)

    def close(self) -> None:
        """Closes every connection of this process, once recalls are done with them; servers go on."""
        finish_recalls()
        finish_audit()
        self._publisher.close()
        self._database.close()
        self._redis.close()


def _attempts(settings: Settings) -> Attempts:
    return Attempts(
        most=settings.max_attempts,
        base=timedelta(seconds=settings.retry_base_s),
        longest=timedelta(seconds=settings.retry_max_s),
        lease=settings.lease,
        total=timedelta(seconds=settings.retry_total_s),
        limit=timedelta(seconds=settings.task_time_limit_s),
        turn=max(settings.turn, timedelta(0)),
        shares=Shares(settings.attempts_per_scope, settings.tenant_attempts),
    )


def _told(urls: Urls) -> dict[str, str]:
    """What a child process needs to know to find the same servers."""
    return {
        f"{PREFIX}DATABASE_URL": urls.database,
        f"{PREFIX}REDIS_URL": urls.redis,
        f"{PREFIX}BROKER_URL": urls.broker,
        **({f"{PREFIX}HMAC_KEY": urls.hmac_key} if urls.hmac_key else {}),
    }


def open_pipeline(settings: Settings) -> Pipeline:
    """A pipeline on running, migrated servers: embedded ones are started if need be.

    Raises ServerStartFailed, DatabaseUnavailable, UnsafeSettings.
    """
    urls = server_urls(settings)
    migrate(urls.database, settings.database_role)
    opened = Pipeline(settings, urls)
    try:
        opened.refuse_other_key()
        _finish_erasures(opened.dependencies)
    except MemoryPipelineError:
        opened.close()
        raise
    return opened


def _finish_erasures(deps: Dependencies) -> None:
    """What a killed process left half erased is erased before anything else is done."""
    if deps.erasures.scopes_unfinished(1):
        from memory_pipeline.pipeline.finish_erasure import finish_erasures

        finish_erasures(deps)


def server_urls(settings: Settings) -> Urls:
    """The servers that the settings name; of those they do not name, the embedded ones, started now if need be."""
    own: ServerUrls | None = None
    key = "" if settings.hmac_key is None else settings.hmac_key.get_secret_value()
    if settings.embedded:
        from memory_pipeline.embedded import ensure_digest_key, ensure_servers

        home = settings.home.expanduser().absolute()
        own = ensure_servers(home)
        if not (key or settings.database_url):
            key = ensure_digest_key(home)
    redis_url = settings.redis_url or (own.redis_url if own else "")
    return Urls(
        database=settings.database_url or (own.database_url if own else ""),
        redis=redis_url,
        broker=settings.broker_url or redis_url,
        hmac_key=key,
    )


def make_digest(settings: Settings, urls: Urls) -> HmacDigest:
    """The digest under the installation's key; raises UnsafeSettings where a database of one's own has none."""
    set_key = "" if settings.hmac_key is None else settings.hmac_key.get_secret_value()
    key = urls.hmac_key or set_key
    if not key:
        raise UnsafeSettings(
            f"{PREFIX}HMAC_KEY is not set: with a database of your own choose one random key of at least 32 characters, "
            "keep it as long as the database, and give it to every process"
        )
    return HmacDigest(key)


def make_extractor(settings: Settings) -> Extractor:
    """The extractor that the settings choose."""
    if settings.extractor_name == "rules":
        from memory_pipeline.adapters.rules import RulesExtractor

        return RulesExtractor()
    from memory_pipeline.adapters.openai.extraction import OpenAIExtractor

    return OpenAIExtractor(_chat_settings(settings))


def _chat_settings(settings: Settings) -> ChatSettings:
    """The chat endpoint, and what its model can read and write in one call: a quarter of it, at most 4,096, is the reply's."""
    from memory_pipeline.adapters.openai.settings import ChatSettings, Endpoint

    endpoint = Endpoint(
        base_url=settings.llm_base_url or DEFAULT_ENDPOINT,
        model=settings.llm_model or "",
        api_key=settings.llm_api_key or "",
        timeout_s=settings.llm_timeout_s,
        call_timeout_s=min(settings.llm_timeout_s, settings.llm_call_timeout_s),
        attempts=settings.llm_attempts,
    )
    window = settings.llm_window_tokens or max(2_000, settings.window_tokens * 2)
    return ChatSettings(endpoint, window_tokens=window, reply_tokens=min(4_096, window // 4))


def make_narrator(settings: Settings) -> Narrator | None:
    """Who tells the story of live sessions beside their hard facts; None leaves it to the rules."""
    if settings.extractor_name == "rules":
        return None
    return ScreenedNarrator(DeferredNarrator(lambda: _openai_narrator(settings)))


def _openai_narrator(settings: Settings) -> Narrator:
    from memory_pipeline.adapters.openai.narrator import OpenAINarrator

    return OpenAINarrator(_chat_settings(settings))


def make_fallback(settings: Settings) -> Fallback | None:
    """Who reads in the model's place while its endpoint is left alone; None where nobody does."""
    if settings.extractor_name == "rules" or settings.llm_fallback == "off":
        return None
    by_rules = settings.model_copy(update={"extractor": "rules"})
    redo_after = timedelta(seconds=settings.llm_redo_after_s) if settings.llm_redo else None
    return Fallback(DeferredExtractor(lambda: make_extractor(by_rules)), redo_after)


def make_judge(settings: Settings) -> Judge | None:
    """The model that advises on conflicts, if the settings ask for one: tried once, for half a minute at most."""
    if settings.conflict_judge == "off":
        return None
    from memory_pipeline.adapters.openai.judge import OpenAIJudge
    from memory_pipeline.adapters.openai.settings import Endpoint

    longest_s = min(30.0, settings.llm_timeout_s)
    judge = OpenAIJudge(
        Endpoint(
            base_url=settings.llm_base_url or DEFAULT_ENDPOINT,
            model=settings.llm_model or "",
            api_key=settings.llm_api_key or "",
            timeout_s=longest_s,
            call_timeout_s=longest_s,
            attempts=1,
        )
    )
    return ScreenedJudge(judge)


def make_embedder(settings: Settings) -> Embedder:
    """The embedder that the settings choose."""
    if settings.embedder == "local":
        from memory_pipeline.adapters.local_embedding.embedder import LocalEmbedder

        return LocalEmbedder()
    from memory_pipeline.adapters.openai.embeddings import OpenAIEmbedder
    from memory_pipeline.adapters.openai.settings import EmbeddingSettings, Endpoint

    endpoint = Endpoint(
        base_url=settings.embedding_base_url or settings.llm_base_url or DEFAULT_ENDPOINT,
        model=settings.embedding_model or "",
        api_key=settings.embedding_api_key or settings.llm_api_key or "",
        timeout_s=settings.llm_timeout_s,
        call_timeout_s=min(settings.llm_timeout_s, settings.llm_call_timeout_s),
        attempts=settings.llm_attempts,
    )
    return OpenAIEmbedder(EmbeddingSettings(endpoint, dimensions=settings.embedding_dimensions or 0))


class _LazyParser:
    """Segmentation and lexicon cost a third of a second to import: a command that reads does not pay for them."""

    def parse(self, text: str, at: datetime) -> ParsedStatement:
        from memory_pipeline.adapters.rules import read_statement

        found = read_statement(text, at)
        return ParsedStatement(found.facts, found.covers_all)
