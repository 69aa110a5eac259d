"""TLS in front of servers that have none, with a certificate made here and now; and who opened each connection.

What a forked child shares with its parent shows as a record that cannot be decrypted: the session's numbers do not match.
"""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest


@dataclass(frozen=True)
class Certificate:
    """For 127.0.0.1, signed by itself. `path` is what clients trust."""

    path: Path
    key: Path


def certificate(folder: Path) -> Certificate:
    """A new one; without the openssl program the test is skipped."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("no certificate can be made: the openssl program is not installed")
    made = Certificate(folder / "certificate.pem", folder / "key.pem")
    subprocess.run(
        [
            program, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-keyout", str(made.key), "-out", str(made.path), "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
        ],
        check=True, capture_output=True, timeout=30,
    )  # fmt: skip
    return made


class TlsFront:
    """Listens on a port of its own, takes TLS off, and passes everything on. `alpn` is what libpq asks for directly."""

    def __init__(self, made: Certificate, port: int, *, alpn: str | None = None) -> None:
        self._context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._context.load_cert_chain(made.path, made.key)
        if alpn is not None:
            self._context.set_alpn_protocols([alpn])
        self._target = port
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._heard)
        self._thread = threading.Thread(target=self._loop.run_forever, name="tls", daemon=True)
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.openers: list[int] = []
        self.errors: list[str] = []

    def start(self) -> TlsFront:
        self._thread.start()
        opening = asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._context)
        self._server = asyncio.run_coroutine_threadsafe(opening, self._loop).result(10)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        peer = writer.get_extra_info("peername")[1]
        self.openers.append(await asyncio.to_thread(_owner, peer))
        try:
            back, forth = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._pump(reader, forth), self._pump(back, writer))

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                sink.write(data)
                await sink.drain()
        except ssl.SSLError as error:
            self.errors.append(str(error))
        except OSError:
            pass  # one of the two hung up
        finally:
            sink.close()

    def _heard(self, _: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, ssl.SSLError):
            self.errors.append(str(error))


def _owner(port: int) -> int:
    """The process whose end of a local connection this port is; 0 if it has hung up meanwhile."""
    for each in psutil.net_connections("tcp4"):
        if each.laddr and each.laddr.port == port and each.raddr and each.pid:
            return each.pid
    return 0


@contextmanager
def tls_fronts(made: Certificate, *targets: tuple[int, str | None]) -> Iterator[list[TlsFront]]:
    """Fronts for these ports, started and stopped together."""
    fronts = [TlsFront(made, port, alpn=alpn).start() for port, alpn in targets]
    try:
        yield fronts
    finally:
        for front in fronts:
            front.stop()
