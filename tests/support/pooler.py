"""A pooler in transaction mode, in little: clients share few server connections, and get any of them for each transaction.

It speaks enough of Postgres' protocol for libpq: whatever a client leaves in a session meets another client's transaction.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import struct
import threading
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit, urlunsplit

import psycopg

_TLS, _GSS = 80877103, 80877104
_TOLD = ("server_version", "server_encoding", "client_encoding", "DateStyle", "TimeZone", "integer_datetimes", "standard_conforming_strings")  # fmt: skip
_Server = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Pooler:
    """Listens on a port of its own while the block lasts. `transactions` counts what went through."""

    def __init__(self, url: str, servers: int = 3) -> None:
        self._url = url
        self._connections = [psycopg.connect(url, autocommit=True) for _ in range(servers)]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="pooler", daemon=True)
        self._clients: set[asyncio.Task[None]] = set()
        self.transactions = 0

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._open(), self._loop).result(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()
        for connection in self._connections:
            connection.close()

    @property
    def url(self) -> str:
        parts = urlsplit(self._url)
        user = parts.netloc.rpartition("@")[0]
        return urlunsplit(parts._replace(netloc=f"{user}@127.0.0.1:{self._port}"))

    async def _open(self) -> None:
        self._free: list[_Server] = []
        self._room = asyncio.Semaphore(len(self._connections))
        for connection in self._connections:
            told = socket.socket(fileno=os.dup(connection.pgconn.socket))
            self._free.append(await asyncio.open_connection(sock=told))
        self._listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._port = self._listener.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        self._listener.close()
        for task in list(self._clients):
            task.cancel()
        await asyncio.gather(*self._clients, return_exceptions=True)
        for _, writer in self._free:
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._clients.add(task)
        task.add_done_callback(self._clients.discard)
        try:
            await self._greet(reader, writer)
            await _Client(self, reader, writer).run()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # it hung up
        finally:
            writer.close()

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            (size,) = struct.unpack("!i", await reader.readexactly(4))
            (code,) = struct.unpack("!i", (await reader.readexactly(size - 4))[:4])
            if code not in {_TLS, _GSS}:
                break
            writer.write(b"N")
        writer.write(_message(b"R", struct.pack("!i", 0)))
        server = self._connections[0].pgconn
        for name in _TOLD:
            value = server.parameter_status(name.encode()) or b""
            writer.write(_message(b"S", name.encode() + b"\0" + value + b"\0"))
        writer.write(_message(b"K", struct.pack("!ii", 1, 1)) + _message(b"Z", b"I"))
        await writer.drain()

    async def take(self) -> _Server:
        await self._room.acquire()
        return self._free.pop(random.randrange(len(self._free)))

    def give_back(self, server: _Server) -> None:
        self.transactions += 1
        self._free.append(server)
        self._room.release()


class _Client:
    """One client: from its first message of a transaction to the server's word that none is open, one server is its own."""

    def __init__(self, pooler: Pooler, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._pooler, self._reader, self._writer = pooler, reader, writer
        self._server: _Server | None = None
        self._awaited = 0
        self._unfinished = False
        self._answers: asyncio.Task[None] | None = None

    async def run(self) -> None:
        while True:
            kind, whole = await _read(self._reader)
            if kind == b"X":
                return
            if self._server is None:
                self._server = await self._pooler.take()
                self._answers = asyncio.create_task(self._answer(self._server))
            self._unfinished = kind not in {b"Q", b"S"}
            self._awaited += not self._unfinished
            self._server[1].write(whole)
            await self._server[1].drain()

    async def _answer(self, server: _Server) -> None:
        while True:
            kind, whole = await _read(server[0])
            if kind == b"Z":
                self._awaited -= 1
                if whole[5:6] == b"I" and not self._awaited and not self._unfinished:
                    self._server = None
                    self._pooler.give_back(server)
                    self._writer.write(whole)
                    return
            self._writer.write(whole)
            await self._writer.drain()


async def _read(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    head = await reader.readexactly(5)
    (size,) = struct.unpack("!i", head[1:])
    return head[:1], head + await reader.readexactly(size - 4)


def _message(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("!i", len(body) + 4) + body
