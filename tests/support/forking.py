"""A worker whose parent touched everything over TLS before it forked, and what its children made of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from memory_pipeline.bootstrap import Urls
from tests.support.llm_server import LLMServer
from tests.support.stack import Stack
from tests.support.talks import Talk, ingest
from tests.support.tls import certificate, tls_fronts
from tests.support.told import held, told

CHILDREN = 4
_TROUBLE = r"bad record mac|BAD_RECORD|decryption failed|prepared statement|lost synchronization|Traceback"


@dataclass(frozen=True)
class Forked:
    """`openers` are, per server, the processes that opened connections; `words` is the worker's log."""

    parent: int
    children: frozenset[int]
    openers: dict[str, frozenset[int]]
    errors: tuple[str, ...]
    words: str

    @property
    def trouble(self) -> list[str]:
        return [*self.errors, *re.findall(_TROUBLE, self.words)]


def work_in_children(
    make: Callable[..., Stack], model: LLMServer, folder: Path, talks: Sequence[Talk], *, within_s: float
) -> Forked:
    """All talks done, and the memories right, by the children of a parent that had used Postgres, Redis and the model."""
    trusted = certificate(folder)
    stack = make()
    with tls_fronts(
        trusted, (_port(stack.urls.database), "postgresql"), (_port(stack.urls.redis), None), (_port(model.base_url), None)
    ) as (database, broker, chat):  # fmt: skip
        redis_url = _at(stack.urls.redis, broker.port, scheme="rediss")
        secure = Urls(
            _at(stack.urls.database, database.port, query=f"sslnegotiation=direct&sslmode=verify-full&sslrootcert={trusted.path}"),
            redis_url,
            redis_url,
        )  # fmt: skip
        worker = stack.start_worker(
            "forks", "--pool", "prefork", "--concurrency", str(CHILDREN), "--include", "tests.support.touches_everything",
            urls=secure,
            settings={"LLM_BASE_URL": _at(model.base_url, chat.port, scheme="https")},
            environment={"SSL_CERT_FILE": str(trusted.path)},
        )  # fmt: skip
        parent, *children = worker.container.process.tree()
        stack.done(ingest(talks, stack.deps), within_s=within_s)
        assert held(stack.deps, talks) == told(talks)
        forked = Forked(
            parent.pid,
            frozenset(child.pid for child in children),
            {
                name: frozenset(front.openers)
                for name, front in (("database", database), ("redis", broker), ("model", chat))
            },
            tuple(error for front in (database, broker, chat) for error in front.errors),
            worker.container.process.logs().decode("utf-8", "replace"),
        )
        worker.kill("SIGTERM")
        worker.container.process.wait(20)
        return forked


def _port(url: str) -> int:
    port = urlsplit(url).port
    assert port is not None
    return port


def _at(url: str, port: int, *, scheme: str | None = None, query: str | None = None) -> str:
    parts = urlsplit(url)
    credentials = parts.netloc.rpartition("@")[0]
    netloc = f"{credentials}@127.0.0.1:{port}" if credentials else f"127.0.0.1:{port}"
    return urlunsplit(
        parts._replace(scheme=scheme or parts.scheme, netloc=netloc, query=query if query is not None else parts.query)
    )  # fmt: skip
