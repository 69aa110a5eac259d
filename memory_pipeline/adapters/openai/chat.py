"""One chat completion in whatever dialect the endpoint speaks, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import openai

from memory_pipeline.adapters.openai.breaker import PROCESS_BREAKERS, Breakers
from memory_pipeline.adapters.openai.client import EndpointClient
from memory_pipeline.adapters.openai.deadline import Deadline
from memory_pipeline.adapters.openai.dialect import PROCESS_DIALECTS, Dialect, Dialects, ReplyFormat
from memory_pipeline.adapters.openai.errors import Complaint, complaint
from memory_pipeline.adapters.openai.settings import Endpoint
from memory_pipeline.domain.errors import ModelRateLimited, ModelReplyUnusable, ModelUnavailable

_MOST_TOKENS = 10**9  # reported for one call: more is nonsense, and would not fit the column that sums it up
_MOST_PROBES = 6  # two looser formats, two names of the length, one temperature, and the call that succeeds

Messages = list[dict[str, str]]


@dataclass(frozen=True, slots=True)
class ChatReply:
    """`flaw` is the fixed code of why `text` cannot be the whole reply, None where it can.

    Token counts are the endpoint's, 0 where it reported none. `reply_format` is how the shape was asked for.
    """

    text: str
    flaw: str | None
    prompt_tokens: int
    completion_tokens: int
    reply_format: ReplyFormat
    cached_tokens: int = 0


class ChatModel:
    """A model behind an endpoint. Holds what the process has learnt of its dialect, and nothing of a conversation."""

    def __init__(
        self,
        endpoint: Endpoint,
        schema: Mapping[str, Any],
        dialects: Dialects = PROCESS_DIALECTS,
        breakers: Breakers = PROCESS_BREAKERS,
    ) -> None:
        self._endpoint = endpoint
        self._schema = schema
        self._dialects = dialects
        self._client = EndpointClient(endpoint, breakers)

    def reply_format(self) -> ReplyFormat:
        """How the shape of the next reply will be asked for, as far as is known."""
        return self._dialects.of(self._endpoint.key).reply_format

    def settle_for(self, reply_format: ReplyFormat) -> None:
        """Remembers that the endpoint accepts stricter formats and then ignores them."""
        known = self._dialects.of(self._endpoint.key)
        self._dialects.learn(
            self._endpoint.key,
            Dialect(reply_format, length_name=known.length_name, temperature=known.temperature),
        )

    def was_cut(self, language: str, counted: int, reported: int, twice_as_long: float | None) -> bool:
        """Whether the endpoint read only a part of a prompt of `counted` tokens: see `Dialects.cut_off`."""
        return self._dialects.cut_off(self._endpoint.key, language, counted, reported, twice_as_long)

    def complete(
        self,
        messages: Callable[[ReplyFormat], Messages],
        reply_tokens: int,
        deadline: Deadline,
        reply_format: ReplyFormat | None = None,
    ) -> ChatReply:
        """The model's reply to `messages(format)`, after waits and changes of dialect; `reply_format` overrides the known one.

        Raises the errors of `domain.errors` for what no other way of asking avoids.
        """
        return self._client.persist(
            lambda: self._negotiate(messages, reply_tokens, deadline, reply_format), deadline
        )

    def _negotiate(
        self,
        messages: Callable[[ReplyFormat], Messages],
        reply_tokens: int,
        deadline: Deadline,
        reply_format: ReplyFormat | None,
    ) -> ChatReply:
        dialect = known = self._dialects.of(self._endpoint.key)
        if reply_format is not None:
            dialect = known = Dialect(reply_format, known.length_name, known.temperature)
        first: openai.APIStatusError | None = None
        for _ in range(_MOST_PROBES):
            body = {
                "model": self._endpoint.model,
                "messages": messages(dialect.reply_format),
                **dialect.parameters(reply_tokens, self._schema),
            }
            try:
                data = self._client.chat(body, deadline)
            except openai.APIStatusError as error:
                first = first or error
                about = complaint(error)
                looser = dialect.after(about) if _is_about_the_request(error, about) else None
                if looser is None:
                    # Where even the loosest way is refused without a reason, the first refusal tells most.
                    raise (first if about is Complaint.OTHER else error) from None
                dialect = looser
                continue
            if dialect != known:
                self._dialects.learn(self._endpoint.key, dialect)
            return read_completion(data, self._endpoint, dialect.reply_format)
        raise ModelUnavailable(
            f"{self._endpoint.address.url} refuses every way of asking {self._endpoint.model}"
        )


def _is_about_the_request(error: openai.APIStatusError, about: Complaint) -> bool:
    """Whether asking in another dialect may help: a refusal for no known reason counts if it came as 400 or 422."""
    return about is not Complaint.OTHER or error.status_code in (400, 422)


def read_completion(data: object, endpoint: Endpoint, reply_format: ReplyFormat) -> ChatReply:
    """What the JSON of a completion says, read without trusting its types. Raises if it holds an error in place of a reply."""
    body: Mapping[str, Any] = data if isinstance(data, dict) else {}
    _raise_error_inside(body, endpoint)
    usage = body.get("usage")
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else None
    message = choice.get("message") if choice is not None else None
    text = _text_of(message.get("content")) if isinstance(message, dict) else ""
    if choice is None:
        flaw: str | None = "no_choices"
    else:
        flaw = _flaw(
            str(choice.get("finish_reason") or ""), message if isinstance(message, dict) else {}, text
        )
        if choice.get("finish_reason") in ("insufficient_system_resource", "error"):
            raise ModelUnavailable(f"{endpoint.address.url} stopped in the middle of a reply")
    return ChatReply(
        text,
        flaw,
        _count(usage, "prompt_tokens"),
        _count(usage, "completion_tokens"),
        reply_format,
        _cached(usage),
    )


def _flaw(finish_reason: str, message: Mapping[str, Any], text: str) -> str | None:
    if finish_reason in ("length", "max_tokens"):
        return "length"
    if finish_reason == "content_filter":
        return "content_filter"
    if message.get("refusal"):
        return "refusal"
    if text:
        return None
    if (
        message.get("tool_calls")
        or message.get("function_call")
        or finish_reason in ("tool_calls", "function_call")
    ):
        return "tool_calls"
    return "empty_reply"


def _text_of(content: object) -> str:
    if isinstance(content, list):
        parts = (
            part.get("text")
            for part in content
            if isinstance(part, dict) and part.get("type") in (None, "text")
        )
        content = "".join(part for part in parts if isinstance(part, str))
    return content.strip() if isinstance(content, str) else ""


def _count(usage: object, key: str) -> int:
    value = usage.get(key) if isinstance(usage, dict) else None
    if not isinstance(value, int) or isinstance(value, bool):
        return 0
    return value if 0 < value <= _MOST_TOKENS else 0


def _cached(usage: object) -> int:
    """Tokens of the prompt that came from the provider's cache: OpenAI's and vLLM's spelling, or DeepSeek's."""
    details = usage.get("prompt_tokens_details") if isinstance(usage, dict) else None
    return _count(details, "cached_tokens") or _count(usage, "prompt_cache_hit_tokens")


def _raise_error_inside(body: Mapping[str, Any], endpoint: Endpoint) -> None:
    """Gateways report the failure of the server behind them with status 200 and an `error` in the body."""
    error = body.get("error")
    if not error or body.get("choices"):
        return
    code = error.get("code") if isinstance(error, dict) else None
    if str(code) == "429":
        raise ModelRateLimited(f"too many requests for {endpoint.address.url}")
    if str(code).startswith("4"):
        raise ModelReplyUnusable(
            f"{endpoint.address.url} reported an error in place of a reply", "error_in_reply"
        )
    raise ModelUnavailable(f"{endpoint.address.url} reported an error in place of a reply")
