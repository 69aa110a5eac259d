"""A hard end for HTTP calls. Timeouts of the HTTP client are per read, so a server that drips bytes would never meet one."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import httpcore2
import httpx2

_CURRENT = threading.local()


class Deadline:
    """An instant of the monotonic clock."""

    def __init__(self, seconds: float) -> None:
        self._ends = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds that remain, 0 when over."""
        return max(0.0, self._ends - time.monotonic())


@contextmanager
def ends_within(seconds: float) -> Iterator[None]:
    """No read or write of this thread's HTTP calls inside lasts past `seconds` from now, all of them together."""
    _CURRENT.deadline = Deadline(seconds)
    try:
        yield
    finally:
        _CURRENT.deadline = None


def _clamp(timeout: float | None, error: type[Exception]) -> float | None:
    deadline: Deadline | None = getattr(_CURRENT, "deadline", None)
    if deadline is None:
        return timeout
    left = deadline.left()
    if left <= 0:
        raise error("the call's time is used up")
    return left if timeout is None else min(timeout, left)


class _Stream(httpcore2.NetworkStream):
    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _clamp(timeout, httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, _clamp(timeout, httpcore2.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        limit = _clamp(timeout, httpcore2.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, limit))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Backend(httpcore2.NetworkBackend):
    def __init__(self, inner: httpcore2.NetworkBackend) -> None:
        self._inner = inner

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        limit = _clamp(timeout, httpcore2.ConnectTimeout)
        return _Stream(self._inner.connect_tcp(host, port, limit, local_address, socket_options))

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.NetworkStream:
        limit = _clamp(timeout, httpcore2.ConnectTimeout)
        return _Stream(self._inner.connect_unix_socket(path, limit, socket_options))

    def sleep(self, seconds: float) -> None:
        self._inner.sleep(seconds)


def bind_to_deadlines(client: httpx2.Client) -> httpx2.Client:
    """`client` itself, with every connection it opens from now on (through proxies too) obeying `ends_within`.

    The client takes no network backend of its own choice, its pools do: this is the one place that reaches inside,
    and it fails loudly if a release moves them.
    """
    for transport in (client._transport, *client._mounts.values()):  # noqa: SLF001
        if transport is None:
            continue
        if not isinstance(transport, httpx2.HTTPTransport):
            raise TypeError(f"cannot put a deadline on {type(transport).__name__}")
        pool = transport._pool  # noqa: SLF001
        pool._network_backend = _Backend(pool._network_backend)  # noqa: SLF001
    return client
