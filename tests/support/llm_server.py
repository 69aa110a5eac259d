"""A local OpenAI-compatible server with a scriptable temper: real HTTP, no framework, no model.

In tests: `with LLMServer() as server: … server.base_url …`. By hand: `python -m tests.support.llm_server --port N`.
"""

from __future__ import annotations

import argparse
import json
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.openai.tokens import count_tokens
from tests.support.llm_prompt import Block, note_taker, read_blocks, rules_responder

Respond = Callable[[Sequence[Block]], Mapping[str, Any]]


@dataclass(frozen=True)
class Fault:
    """One HTTP exchange gone wrong. `drip_s` sends the answer a byte at a time, from its first line on."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    hang: bool = False
    cut: bool = False
    drip_s: float | None = None


@dataclass(frozen=True)
class Reply:
    """One completion as the model made it. `content` may be anything, `reasoning` stands beside it; `usage` None leaves the server's own count."""

    content: Any = ""
    finish_reason: str = "stop"
    refusal: str | None = None
    tool_calls: list[dict[str, Any]] | None = None
    choices: bool = True
    prompt_tokens: int | None = None
    reasoning: str | None = None
    cached_tokens: int | None = None


@dataclass(frozen=True)
class Dialect:
    """How a server of this kind differs. `wrap` is what its models put around the JSON.

    `json_schema`: ok | 400 | 422 | bare (400 without a reason) | ignored (accepted, then answered in prose).
    `json_object`: ok | strict (the prompt must say 'json') | 400. `context` keeps the last tokens of a longer prompt, silently;
    `azure` answers under a deployment's path alone, with an api-version, to a key in a header of its own. `counts_characters` reports a quarter of the characters for tokens.
    """

    json_schema: str = "ok"
    json_object: str = "strict"
    refuses: frozenset[str] = frozenset()
    wrap: Callable[[str], str] = str
    context: int | None = None
    refuses_beyond: int | None = None
    most_texts: int | None = None
    most_text_tokens: int | None = None
    reports_usage: bool = True
    counts_characters: bool = False
    azure: bool = False
    reverses_embeddings: bool = False


def think(text: str) -> str:
    return f'<think>\nMaybe {{"facts": [{{"subject": "user", "predicate": "name", "object": "Draft", "messages": [1]}}], "episodes": []}}\n</think>\n\n{text}'


DIALECTS: dict[str, Dialect] = {
    "openai": Dialect(),
    "openai-reasoning": Dialect(refuses=frozenset({"max_tokens", "temperature"})),
    "azure": Dialect(refuses=frozenset({"max_tokens"}), azure=True),
    "deepseek": Dialect(json_schema="400", json_object="strict"),
    "qwen": Dialect(json_schema="400", json_object="strict", most_texts=10),
    "vllm": Dialect(
        wrap=lambda text: think(text).removeprefix("<think>\n"),
        json_object="ok",
        refuses=frozenset({"dimensions"}),
    ),
    "vllm-old": Dialect(json_schema="422", json_object="422"),
    "llama.cpp": Dialect(json_object="ok", wrap=lambda text: f"```json\n{text}\n```"),
    "ollama": Dialect(json_schema="ignored", json_object="ok", context=4096, wrap=think),
    "plain": Dialect(
        json_schema="bare",
        json_object="400",
        wrap=lambda text: f"Sure! Here it is:\n{text}\nHope this helps.",
    ),
}


@dataclass(frozen=True)
class Request:
    """One request as it came: `body` is its JSON, `path` without the prefix (`chat`, `embeddings`, `models`)."""

    path: str
    body: dict[str, Any]
    headers: Mapping[str, str]
    at: float
    target: str = ""

    @property
    def system(self) -> str:
        return str(self.body["messages"][0]["content"])

    @property
    def prompt(self) -> str:
        return str(self.body["messages"][-1]["content"])


_DEPLOYMENT = "/openai/deployments/small"


class LLMServer:
    """Listens on 127.0.0.1 from `start` to `stop`. `script` queues what the next requests of a path meet."""

    def __init__(
        self,
        respond: Respond = note_taker,
        dialect: Dialect = DIALECTS["openai"],
        *,
        key: str | None = None,
        latency_s: float = 0.0,
        port: int = 0,
    ) -> None:
        self.respond, self.dialect, self.key, self.latency_s = respond, dialect, key, latency_s
        self.requests: list[Request] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._scripts: dict[str, deque[Fault | Reply]] = {"chat": deque(), "embeddings": deque()}
        self._always: dict[str, Fault | Reply] = {}
        self._http = _Listener(("127.0.0.1", port), self)
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    @property
    def base_url(self) -> str:
        host = f"http://127.0.0.1:{self._http.server_address[1]}"
        if self.dialect.azure:
            return f"{host}{_DEPLOYMENT}?api-version=2025-01-01"
        return f"{host}/v1"

    def script(self, *steps: Fault | Reply, path: str = "chat") -> None:
        """The next requests of `path` meet `steps`, one each; then the server is itself again."""
        with self._lock:
            self._scripts[path].extend(steps)

    def always(self, step: Fault | Reply, path: str = "chat") -> None:
        """Every request of `path` that no script is left for meets `step`."""
        self._always[path] = step

    def recover(self, path: str = "chat") -> None:
        """The server is itself again."""
        self._always.pop(path, None)

    def asked(self, path: str = "chat") -> list[Request]:
        """The requests of `path` so far, in order."""
        with self._lock:
            return [request for request in self.requests if request.path == path]

    def next_step(self, path: str) -> Fault | Reply | None:
        with self._lock:
            queue = self._scripts.get(path)
            return queue.popleft() if queue else self._always.get(path)

    def record(self, request: Request) -> None:
        with self._lock:
            self.requests.append(request)

    def start(self) -> Self:
        self._thread.start()
        return self

    def stop(self) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, address: tuple[str, int], owner: LLMServer) -> None:
        self.owner = owner
        super().__init__(address, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are part of the play."""


class _Refusal(Exception):  # noqa: N818 - a status on its way out
    def __init__(self, status: int, message: str, code: str | None = None, param: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.body: Any = {
            "error": {"message": message, "type": "invalid_request_error", "code": code, "param": param}
        }


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = (
        -1
    )  # head and body leave together: apart, Nagle and delayed acknowledgement cost 40 ms a request
    server: _Listener

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Quiet: the request log is what tests read."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0].removeprefix("/v1/")
        if path == "models":
            self._send(200, {"object": "list", "data": [{"id": "local", "object": "model"}]})
        elif path == "log":
            self._send(
                200,
                [
                    {"path": request.path, "body": request.body}
                    for request in list(self.server.owner.requests)
                ],
            )
        else:
            self._send(404, {"error": {"message": "no such path", "type": "invalid_request_error"}})

    def do_POST(self) -> None:
        owner = self.server.owner
        began = time.monotonic()
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prefix = _DEPLOYMENT if owner.dialect.azure else "/v1"
        path = {f"{prefix}/chat/completions": "chat", f"{prefix}/embeddings": "embeddings"}.get(
            self.path.partition("?")[0], "other"
        )
        owner.record(
            Request(
                path,
                body,
                {name.lower(): value for name, value in self.headers.items()},
                time.time(),
                self.path,
            )
        )
        try:
            self._check_key()
            step = owner.next_step(path)
            if isinstance(step, Fault):
                self._fail(step)
                return
            answer = _answered(owner, path, body, step)
        except _Refusal as refusal:
            self._send(refusal.status, refusal.body)
            return
        owner.closing.wait(max(0.0, owner.latency_s - (time.monotonic() - began)))
        self._send(200, answer)

    def _check_key(self) -> None:
        key = self.server.owner.key
        if self.server.owner.dialect.azure:
            if "api-version=" not in self.path:
                raise _Refusal(404, "Resource not found", "404")
            if "api-key" not in self.headers or key not in (None, self.headers["api-key"]):
                raise _Refusal(401, "Access denied due to invalid subscription key", "401")
            return
        if key is not None and self.headers.get("Authorization") != f"Bearer {key}":
            raise _Refusal(401, "Incorrect API key provided", "invalid_api_key")

    def _fail(self, fault: Fault) -> None:
        owner = self.server.owner
        owner.closing.wait(fault.delay_s)
        if fault.hang:
            owner.closing.wait(60)
            self.close_connection = True
        elif fault.drip_s is not None:
            self._drip(fault)
        elif fault.cut:
            self._hang_up_halfway(fault)
        else:
            self._send(fault.status, fault.body, fault.headers)

    def _drip(self, fault: Fault) -> None:
        answer = (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n" + b" " * 1000
        )
        for i in range(len(answer)):
            if self.server.owner.closing.wait(fault.drip_s):
                break
            self.wfile.write(answer[i : i + 1])
            self.wfile.flush()
        self.close_connection = True

    def _hang_up_halfway(self, fault: Fault) -> None:
        data = _encoded(fault.body)
        self.send_response(fault.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data) + 100))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2])
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def _send(self, status: int, body: Any, headers: Mapping[str, str] | None = None) -> None:
        data = _encoded(body)
        self.send_response(status)
        self.send_header("Content-Type", "text/html" if isinstance(body, str) else "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


def _encoded(body: Any) -> bytes:
    return (body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)).encode()


def _answered(owner: LLMServer, path: str, body: Mapping[str, Any], step: Reply | None) -> dict[str, Any]:
    if path == "chat":
        return _chat(owner, body, step)
    if path == "embeddings":
        return _embeddings(owner, body)
    raise _Refusal(404, "no such path")


def _chat(owner: LLMServer, body: Mapping[str, Any], step: Reply | None) -> dict[str, Any]:
    dialect = owner.dialect
    texts = [str(message["content"]) for message in body["messages"]]
    _check_parameters(dialect, body, "\n".join(texts))
    read = count_tokens("\n".join(texts)) + 4 * len(texts)
    if dialect.refuses_beyond is not None and read > dialect.refuses_beyond:
        raise _Refusal(
            400,
            f"This model's maximum context length is {dialect.refuses_beyond} tokens. Please reduce the length of the messages.",
            "context_length_exceeded",
        )
    prompt = texts[-1]
    if dialect.context is not None and read > dialect.context:
        prompt, read = _last_tokens(prompt, dialect.context), dialect.context
    elif dialect.counts_characters:
        read = sum(map(len, texts)) // 4
    if step is None:
        ignored = (
            dialect.json_schema == "ignored" and body.get("response_format", {}).get("type") == "json_schema"
        )
        text = "I would be happy to help with that conversation." if ignored else _answer(owner, prompt)
        step = Reply(dialect.wrap(text))
    return _completion(step, body, read, dialect)


def _answer(owner: LLMServer, prompt: str) -> str:
    return json.dumps(owner.respond(read_blocks(prompt)), ensure_ascii=False)


def _last_tokens(text: str, limit: int) -> str:
    """The end of `text` with about `limit` tokens, as a server with a small context would keep it."""
    lines = text.split("\n")
    while len(lines) > 1 and count_tokens("\n".join(lines)) > limit:
        lines.pop(0)
    return "\n".join(lines)


def _completion(reply: Reply, body: Mapping[str, Any], read: int, dialect: Dialect) -> dict[str, Any]:
    content = (
        reply.content
        if isinstance(reply.content, str | list | None)
        else json.dumps(reply.content, ensure_ascii=False)
    )
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if reply.refusal is not None:
        message["refusal"] = reply.refusal
    if reply.tool_calls is not None:
        message["tool_calls"] = reply.tool_calls
    if reply.reasoning is not None:
        message["reasoning_content"] = reply.reasoning
    answer: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish_reason}]
        if reply.choices
        else [],
    }
    if dialect.reports_usage:
        written = count_tokens(content) if isinstance(content, str) else 0
        read = read if reply.prompt_tokens is None else reply.prompt_tokens
        answer["usage"] = {
            "prompt_tokens": read,
            "completion_tokens": written,
            "total_tokens": read + written,
        }
        if reply.cached_tokens is not None:
            answer["usage"]["prompt_tokens_details"] = {"cached_tokens": reply.cached_tokens}
    return answer


def _check_parameters(dialect: Dialect, body: Mapping[str, Any], prompt: str) -> None:
    for name in dialect.refuses & body.keys():
        instead = " Use 'max_completion_tokens' instead." if name == "max_tokens" else ""
        raise _Refusal(
            400,
            f"Unsupported parameter: '{name}' is not supported with this model.{instead}",
            "unsupported_parameter",
            name,
        )
    kind = body.get("response_format", {}).get("type")
    if kind == "json_schema":
        _check_json_schema(dialect, body)
    elif kind == "json_object":
        if dialect.json_object not in ("ok", "strict"):
            raise _Refusal(int(dialect.json_object), "response_format is not supported by this server")
        if dialect.json_object == "strict" and "json" not in prompt.lower():
            raise _Refusal(
                400,
                "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
            )


def _check_json_schema(dialect: Dialect, body: Mapping[str, Any]) -> None:
    if dialect.json_schema == "400":
        raise _Refusal(400, "This response_format type is unavailable now")
    if dialect.json_schema == "422":
        refusal = _Refusal(422, "")
        refusal.body = {
            "detail": [
                {
                    "loc": ["body", "response_format", "type"],
                    "msg": "unexpected value",
                    "input": body["messages"],
                }
            ]
        }
        raise refusal
    if dialect.json_schema == "bare":
        refusal = _Refusal(400, "")
        refusal.body = {"detail": "Bad Request"}
        raise refusal
    _check_strict(body["response_format"]["json_schema"]["schema"])


def _check_strict(schema: Any) -> None:
    """Refuses what strict structured output refuses: open objects and keys that are not required."""
    if isinstance(schema, list):
        for item in schema:
            _check_strict(item)
    elif isinstance(schema, dict):
        if schema.get("type") == "object" and (
            schema.get("additionalProperties") is not False
            or sorted(schema.get("required", [])) != sorted(schema["properties"])
        ):
            raise _Refusal(
                400,
                "Invalid schema for response_format: additionalProperties must be false and all keys required",
            )
        for key, value in schema.items():
            if key == "properties" and any("type" not in node for node in value.values()):
                raise _Refusal(400, "Invalid schema for response_format: schema must have a 'type' key")
            _check_strict(value)


def _embeddings(owner: LLMServer, body: Mapping[str, Any]) -> dict[str, Any]:
    dialect = owner.dialect
    texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
    if "dimensions" in dialect.refuses and "dimensions" in body:
        raise _Refusal(
            400,
            "Model does not support matryoshka representation, changing output dimensions will lead to poor results.",
        )
    if dialect.most_texts is not None and len(texts) > dialect.most_texts:
        raise _Refusal(
            400,
            f"batch size is invalid, it should not be larger than {dialect.most_texts}.: input.contents",
            "InvalidParameter",
        )
    if any(not str(text).strip() for text in texts):
        raise _Refusal(400, "'$.input' is invalid. Please check the API reference.")
    if dialect.most_text_tokens is not None and any(
        count_tokens(text) > dialect.most_text_tokens for text in texts
    ):
        raise _Refusal(400, f"This model's maximum context length is {dialect.most_text_tokens} tokens.")
    vectors = InMemoryEmbedder(int(body.get("dimensions", 64))).embed(texts)
    # Three times as long as a unit vector: whoever needs unit length makes it.
    data = [
        {"object": "embedding", "index": i, "embedding": [3 * x for x in vector]}
        for i, vector in enumerate(vectors)
    ]
    if dialect.reverses_embeddings:
        data.reverse()
    return {
        "object": "list",
        "model": body["model"],
        "data": data,
        "usage": {"prompt_tokens": 1, "total_tokens": 1},
    }


def main() -> None:
    """Serves until interrupted, with memories found by rules, or with every sentence a note."""
    parser = argparse.ArgumentParser(description="A local OpenAI-compatible server for trials")
    parser.add_argument("--port", type=int, default=18080)
    parser.add_argument("--key")
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--dialect", choices=sorted(DIALECTS), default="openai")
    parser.add_argument("--model", choices=["rules", "notes"], default="rules")
    options = parser.parse_args()
    respond = rules_responder() if options.model == "rules" else note_taker
    server = LLMServer(
        respond, DIALECTS[options.dialect], key=options.key, latency_s=options.latency, port=options.port
    )
    with server:
        print(server.base_url, flush=True)  # noqa: T201 - whoever started it wants to know
        try:
            server.closing.wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
