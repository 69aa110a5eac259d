"""The checks of `doctor`: each tries the thing itself and says in one sentence what is wrong and what to do."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from memory_pipeline.adapters.broker.queues import broker_url, uses_redis
from memory_pipeline.adapters.postgres.checks import DatabaseFacts, database_facts
from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.digest_key import refuse_other_key
from memory_pipeline.adapters.postgres.inspection import bypass_of, exposed_tables
from memory_pipeline.adapters.postgres.migrate import head_revision, migrate
from memory_pipeline.adapters.redis.connection import connect, server_checks
from memory_pipeline.adapters.redis.worker_roll import WorkerRoll
from memory_pipeline.adapters.system.clock import SystemClock
from memory_pipeline.bootstrap import DEFAULT_ENDPOINT, Urls, make_digest, make_embedder, server_urls
from memory_pipeline.domain.errors import (
    EmbeddingUnusable,
    MemoryPipelineError,
    ModelRefusedKey,
    ModelUnavailable,
    UnsafeSettings,
)
from memory_pipeline.settings import PREFIX, Settings, load_settings

T = TypeVar("T")

_POSTGRES = (15,)
_PGVECTOR = (0, 7)
_SKEW = timedelta(seconds=30)
_LLM_TIMEOUT_S = 10.0
_OTHER_ROLE = f"name a role with NOSUPERUSER NOBYPASSRLS that owns no table in {PREFIX}DATABASE_ROLE"


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    ok: bool
    detail: str


def run_checks() -> list[Check]:
    """Every check, those first on which others depend; where one fails, what cannot be tried without it is left out."""
    done: list[Check] = []
    settings = _try(done, "settings", load_settings, _about_settings)
    if settings is None:
        return done
    urls = _try(done, "servers", lambda: server_urls(settings), lambda _: _about_servers(settings))
    if urls is not None:
        _check_database(done, settings, urls)
        _try(done, "redis", lambda: _redis(urls), str)
        _try(done, "workers", lambda: _workers(urls), str)
    _try(done, "embedder", lambda: _embedder(settings), str)
    if settings.extractor_name == "openai":
        _try(done, "llm", lambda: check_llm(settings), str)
    return done


def refuse_unsafe(settings: Settings, urls: Urls) -> None:
    """Raises UnsafeSettings with the first thing for which no worker should start: what would lose, mix or leak memory.

    Raises DatabaseUnavailable and BrokerUnavailable where that cannot be found out now.
    """
    _role(urls, settings.database_role)
    _schema(urls, settings.database_role)
    _key(settings, urls)
    found = _postgres(database_facts(urls.database, settings.database_role))
    _pgvector(found)
    _clock(found)
    _embedding_space(settings, found)
    _redis(urls)


def _try(done: list[Check], name: str, attempt: Callable[[], T], detail: Callable[[T], str]) -> T | None:
    try:
        found = attempt()
    except MemoryPipelineError as error:
        done.append(Check(name, ok=False, detail=str(error)))
        return None
    done.append(Check(name, ok=True, detail=detail(found)))
    return found


def _about_settings(settings: Settings) -> str:
    return f"extraction by {settings.extractor_name}, embeddings {settings.embedder}"


def _about_servers(settings: Settings) -> str:
    if settings.embedded:
        return f"embedded, in {settings.home.expanduser().absolute()}"
    return f"those of {PREFIX}DATABASE_URL and {PREFIX}REDIS_URL"


def _check_database(done: list[Check], settings: Settings, urls: Urls) -> None:
    role = settings.database_role
    if _try(done, "database role", lambda: _role(urls, role), str) is None:
        return
    if _try(done, "schema", lambda: _schema(urls, role), str) is None:
        return
    _try(done, "hmac key", lambda: _key(settings, urls), str)
    found = _try(done, "postgres", lambda: _postgres(database_facts(urls.database, role)), _about_postgres)
    if found is not None:
        _try(done, "pgvector", lambda: _pgvector(found), str)
        _try(done, "row-level security", lambda: _isolation(found, exposed_tables(urls.database, role)), str)
        _try(done, "clock", lambda: _clock(found), str)
        _try(done, "embedding space", lambda: _embedding_space(settings, found), str)


def _role(urls: Urls, role: str) -> str:
    bypass = bypass_of(urls.database, role)
    if bypass is not None:
        raise UnsafeSettings(
            f"the role {role!r} of {PREFIX}DATABASE_ROLE {bypass}, so row-level security does not bind it: {_OTHER_ROLE}"
        )
    return f"{role} is neither superuser nor has BYPASSRLS"


def _schema(urls: Urls, role: str) -> str:
    migrate(urls.database, role)
    return f"revision {head_revision()}"


def _key(settings: Settings, urls: Urls) -> str:
    database = Database(urls.database, settings.database_role, pool_size=1)
    try:
        refuse_other_key(database, make_digest(settings, urls))
    finally:
        database.close()
    return "the one that this database was written under"


def _postgres(found: DatabaseFacts) -> DatabaseFacts:
    if _version(found.version) < _POSTGRES:
        raise UnsafeSettings(f"it is Postgres {found.version}: version 15 or newer is needed")
    return found


def _about_postgres(found: DatabaseFacts) -> str:
    return f"version {found.version}"


def _pgvector(found: DatabaseFacts) -> str:
    if found.pgvector is None:
        raise UnsafeSettings(
            "the database has no pgvector: install it on the server and run CREATE EXTENSION vector"
        )
    if _version(found.pgvector) < _PGVECTOR:
        raise UnsafeSettings(
            f"pgvector is {found.pgvector}: install 0.7 or newer and run ALTER EXTENSION vector UPDATE"
        )
    return f"version {found.pgvector}"


def _isolation(found: DatabaseFacts, exposed: tuple[str, ...]) -> str:
    if found.isolation_problems:
        raise UnsafeSettings("; ".join(found.isolation_problems))
    if exposed:
        raise UnsafeSettings(
            f"{', '.join(exposed)}: rows of other tenants are seen, tried with none and with a stranger: "
            "restore the policies of the migrations"
        )
    return "binds: a transaction without a tenant sees no row, and a stranger none of another's"


def _clock(found: DatabaseFacts) -> str:
    skew = abs(SystemClock().now() - found.clock)
    if skew > _SKEW:
        raise UnsafeSettings(
            f"this clock and the database's differ by {skew.total_seconds():.0f} s: set both by NTP, leases rely on them"
        )
    return f"within {skew.total_seconds():.1f} s of the database's"


def _embedding_space(settings: Settings, found: DatabaseFacts) -> str:
    space = make_embedder(settings).space
    others = [each for each in found.spaces if each != space]
    if others and not settings.reembed:
        stored = " and ".join(f"{each.model} ({each.dimensions})" for each in others)
        raise UnsafeSettings(
            f"memories carry vectors of {stored}, and the settings name {space.model} ({space.dimensions}): vectors of two "
            f"models cannot be compared. Name the old model again, or set {PREFIX}REEMBED=1 to have every memory embedded anew"
        )
    return f"{space.model}, {space.dimensions} dimensions" + (
        ", the others are embedded anew" if others else ""
    )


def _redis(urls: Urls) -> str:
    told = [_redis_server(urls.redis)]
    if urls.broker != urls.redis and uses_redis(broker_url(urls.broker)):
        told.append(f"as broker {_redis_server(urls.broker)}")
    return "; ".join(told)


def _redis_server(url: str) -> str:
    client = connect(url)
    try:
        found = server_checks(client)
    finally:
        client.close()
    if found.maxmemory_policy not in (None, "noeviction"):
        raise UnsafeSettings(
            f"maxmemory-policy is {found.maxmemory_policy}: set it to noeviction, or what is not yet written goes first"
        )
    if found.appendonly is False:
        raise UnsafeSettings("the append-only file is off: set appendonly yes, or a crash loses what waits")
    known = "noeviction, append-only file on" if found.appendonly else "it does not say how it keeps data"
    return f"version {found.version or 'unknown'}, {known}"


def _workers(urls: Urls) -> str:
    client = connect(urls.redis)
    try:
        present = WorkerRoll(client).present()
    finally:
        client.close()
    if not present:
        return "none runs: `memory-pipeline up` starts them, and --wait borrows one"
    return ", ".join(f"{worker.name} ({', '.join(worker.queues)})" for worker in present)


def _embedder(settings: Settings) -> str:
    embedder = make_embedder(settings)
    width = len(embedder.embed(["memory"])[0])
    expected = settings.embedding_dimensions or embedder.space.dimensions
    if width != expected:
        raise EmbeddingUnusable(
            f"vectors have {width} numbers where {expected} are expected: set the model's own width"
        )
    return f"{embedder.space.model}, {width} dimensions"


def check_llm(settings: Settings) -> str:
    """Asks the endpoint for its models: proves address and key, and costs nothing."""
    base = (settings.llm_base_url or DEFAULT_ENDPOINT).rstrip("/")
    if not base.startswith(("http://", "https://")):
        raise UnsafeSettings(f"{PREFIX}LLM_BASE_URL must start with http:// or https://")
    base, _, query = base.partition("?")  # Azure's api-version
    key = settings.llm_api_key or "not-needed"
    headers = {"Authorization": f"Bearer {key}", **({"api-key": key} if "api-version" in query else {})}
    target = f"{base.rstrip('/')}/models" + (f"?{query}" if query else "")
    request = urllib.request.Request(target, headers=headers)  # noqa: S310 - http(s) only, see above
    try:
        with urllib.request.urlopen(request, timeout=_LLM_TIMEOUT_S) as reply:  # noqa: S310
            body = reply.read(2_000_000)
    except urllib.error.HTTPError as error:
        return _refused(base, error.code)
    except (OSError, ValueError) as error:
        raise ModelUnavailable(
            f"{base} cannot be reached ({type(error).__name__}): check {PREFIX}LLM_BASE_URL and that the endpoint runs"
        ) from None
    if settings.llm_model in _model_ids(body):
        return f"{base} answers and has {settings.llm_model}"
    return f"{base} answers; its list of models does not name {settings.llm_model}, which some endpoints serve all the same"


def _refused(base: str, status: int) -> str:
    if status in (401, 403):
        raise ModelRefusedKey(f"{base} refuses the key ({status}): check {PREFIX}LLM_API_KEY")
    if status >= 500 or status == 429:
        raise ModelUnavailable(f"{base} answers {status}: try again later, or check the endpoint")
    return f"{base} answers, and lists no models ({status})"


def _model_ids(body: bytes) -> set[str]:
    try:
        listed = json.loads(body)["data"]
        return {str(model["id"]) for model in listed}
    except (ValueError, KeyError, TypeError):
        return set()


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:2])
