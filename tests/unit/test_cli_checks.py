"""The checks of doctor that need no servers: the model's endpoint, over real HTTP."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from memory_pipeline.domain.errors import ModelRefusedKey, ModelUnavailable, UnsafeSettings
from memory_pipeline.interfaces.checks import check_llm
from memory_pipeline.settings import Settings


class _Models(BaseHTTPRequestHandler):
    """Answers /v1/models by what the key asks for."""

    def do_GET(self) -> None:
        key = self.headers["Authorization"].removeprefix("Bearer ")
        status = int(key) if key.isdigit() else 200
        self.send_response(status if self.path == "/v1/models" else 404)
        self.end_headers()
        self.wfile.write(b'{"data": [{"id": "small"}]}' if key != "prose" else b"hello")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Quiet."""


@pytest.fixture
def base_url() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Models)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    server.server_close()
    thread.join()


def settings(base_url: str, key: str, model: str = "small") -> Settings:
    return Settings(llm_base_url=base_url, llm_api_key=key, llm_model=model)


def test_an_endpoint_that_lists_the_model_is_fine(base_url: str) -> None:
    assert "has small" in check_llm(settings(base_url, "key"))
    assert "does not name large" in check_llm(settings(base_url + "/", "key", "large"))
    assert "does not name small" in check_llm(settings(base_url, "prose"))
    assert "lists no models" in check_llm(settings(base_url, "404"))


@pytest.mark.parametrize("status", ["401", "403"])
def test_a_refused_key_is_named_but_not_shown(base_url: str, status: str) -> None:
    with pytest.raises(ModelRefusedKey, match="MEMORY_PIPELINE_LLM_API_KEY"):
        check_llm(settings(base_url, status))


@pytest.mark.parametrize("status", ["429", "500", "503"])
def test_an_endpoint_in_trouble_is_named(base_url: str, status: str) -> None:
    with pytest.raises(ModelUnavailable, match=status):
        check_llm(settings(base_url, status))


def test_an_endpoint_that_is_not_there_is_named() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(ModelUnavailable, match="MEMORY_PIPELINE_LLM_BASE_URL"):
        check_llm(settings(f"http://127.0.0.1:{port}/v1", "key"))


def test_only_http_is_spoken() -> None:
    with pytest.raises(UnsafeSettings, match="http://"):
        check_llm(settings("file:///etc", "key"))
