"""Reads what an endpoint complains about, and turns the SDK's errors into this product's.

No sentence made here repeats an endpoint's own words beyond short codes: they may quote the conversation.
"""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Callable, Iterator, Mapping
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import TypeVar

import openai

from memory_pipeline.adapters.openai.settings import Endpoint
from memory_pipeline.domain.errors import (
    MemoryPipelineError,
    ModelQuotaExhausted,
    ModelRateLimited,
    ModelRefusedKey,
    ModelRejectedRequest,
    ModelReplyUnusable,
    ModelUnavailable,
)

T = TypeVar("T")


class Complaint(StrEnum):
    """What an endpoint refused, as far as its status and words tell."""

    KEY = "key"
    QUOTA = "quota"
    RATE = "rate"
    UNAVAILABLE = "unavailable"
    CONTENT_FILTER = "content_filter"
    TOO_LONG = "too_long"
    MAX_TOKENS = "max_tokens"
    TEMPERATURE = "temperature"
    FORMAT = "format"
    DIMENSIONS = "dimensions"
    BATCH = "batch"
    OTHER = "other"


_QUOTA = re.compile(
    r"insufficient_quota|exceeded your current quota|insufficient.balance|arrearage|billing_hard_limit|credit balance"
)
# In this order: a complaint about the length names max_tokens too, and is not one about the parameter.
_WORDS: tuple[tuple[Complaint, re.Pattern[str]], ...] = (
    (
        Complaint.CONTENT_FILTER,
        re.compile(
            r"content_filter|content management policy|data_inspection_failed|responsible_?ai|content.policy"
        ),
    ),
    (
        Complaint.TOO_LONG,
        re.compile(
            r"context_length|maximum context|context size|context length|context window|exceed_context|too many tokens"
            r"|reduce the length|prompt is too long|input is too long|input length|must have less than \d+ tokens|larger than the max|too large to process"
        ),
    ),
    (Complaint.DIMENSIONS, re.compile(r"dimensions|matryoshka")),
    (Complaint.BATCH, re.compile(r"batch|input array|too many inputs|array too long|number of inputs")),
    (
        Complaint.FORMAT,
        re.compile(
            r"response_format|json_schema|json_object|structured.output|guided|grammar|'json'|\"json\"|schema"
        ),
    ),
    (Complaint.MAX_TOKENS, re.compile(r"max_tokens|max_completion_tokens")),
    (Complaint.TEMPERATURE, re.compile(r"temperature")),
)
_BY_PARAMETER = {
    "max_tokens": Complaint.MAX_TOKENS,
    "max_completion_tokens": Complaint.MAX_TOKENS,
    "temperature": Complaint.TEMPERATURE,
    "response_format": Complaint.FORMAT,
    "dimensions": Complaint.DIMENSIONS,
}
_TRY_LATER = {408, 409, 425, 499}
_ECHOES = {"input", "ctx", "body", "messages", "content"}  # keys under which frameworks send the request back
_SHORT_CODE = re.compile(r"[A-Za-z][\w.\-\[\]]{1,59}")


def complaint(error: openai.APIStatusError) -> Complaint:
    """What `error` is about; OTHER where neither its status nor its words tell."""
    status, words = error.status_code, " ".join(_words(_body(error))).lower()
    if status == 402 or (status in (400, 403, 429) and _QUOTA.search(words)):
        return Complaint.QUOTA
    if status in (401, 403):
        return Complaint.KEY
    if status == 429:
        return Complaint.RATE
    if status == 413:
        return Complaint.TOO_LONG
    named = _by_words(error, words)
    if status >= 500 or status in _TRY_LATER:
        return (
            named
            if named in (Complaint.FORMAT, Complaint.TOO_LONG) and status in (500, 501)
            else Complaint.UNAVAILABLE
        )
    return named


def _by_words(error: openai.APIStatusError, words: str) -> Complaint:
    exact = _BY_PARAMETER.get(error.param or "")
    found = next((what for what, pattern in _WORDS if pattern.search(words)), Complaint.OTHER)
    return found if exact is None or found in (Complaint.TOO_LONG, Complaint.CONTENT_FILTER) else exact


def number_below(error: openai.APIStatusError, bound: int) -> int | None:
    """The first number from 1 to `bound` - 1 in the complaint: how many texts an endpoint allows, if it says so."""
    numbers = (int(digits) for digits in re.findall(r"\d{1,6}", " ".join(_words(_body(error)))))
    return next((number for number in numbers if 0 < number < bound), None)


def _body(error: openai.APIStatusError) -> object:
    try:
        return json.loads(error.response.text)
    except (ValueError, RecursionError):
        return error.response.text[:4_000]


def _words(body: object) -> Iterator[str]:
    """The strings of an error's body, without what echoes the request."""
    if isinstance(body, str):
        yield body[:4_000]
    elif isinstance(body, Mapping):
        for key, value in body.items():
            if key not in _ECHOES:
                yield from _words(value)
    elif isinstance(body, list):
        for value in body:
            yield from _words(value)


def translated(call: Callable[[], T], endpoint: Endpoint) -> T:
    """What `call` returns, its SDK errors raised as errors of this product."""
    try:
        return call()
    except openai.OpenAIError as error:
        raise translate(error, endpoint) from error


def translate(error: openai.OpenAIError, endpoint: Endpoint) -> MemoryPipelineError:
    """The product's error for `error`."""
    if isinstance(error, openai.APITimeoutError):
        return ModelUnavailable(f"{endpoint.address.url} did not answer within {endpoint.call_timeout_s:g} s")
    if isinstance(error, openai.APIConnectionError):
        return ModelUnavailable(
            f"{endpoint.address.url} cannot be reached or cut the connection: is the server running?"
        )
    if not isinstance(error, openai.APIStatusError):
        return ModelUnavailable(
            f"the call of {endpoint.model} at {endpoint.address.url} failed ({type(error).__name__})"
        )
    return _translate_status(error, endpoint)


def _translate_status(error: openai.APIStatusError, endpoint: Endpoint) -> MemoryPipelineError:
    where = f"{endpoint.address.url} ({_codes(error)})"
    match complaint(error):
        case Complaint.KEY:
            return ModelRefusedKey(
                f"the API key was refused by {where}: check MEMORY_PIPELINE_LLM_API_KEY or MEMORY_PIPELINE_EMBEDDING_API_KEY"
            )
        case Complaint.QUOTA:
            return ModelQuotaExhausted(
                f"the account has no quota left at {where}: top it up, then run `memory-pipeline events retry --all-dead`"
            )
        case Complaint.RATE:
            return ModelRateLimited(f"too many requests for {where}", retry_after(error))
        case Complaint.UNAVAILABLE:
            return ModelUnavailable(f"{where} failed on its side", retry_after(error))
        case Complaint.CONTENT_FILTER:
            return ModelReplyUnusable(
                f"the content filter of {where} refused the conversation", "content_filter"
            )
        case Complaint.TOO_LONG:
            return ModelReplyUnusable(
                f"{where} finds the prompt too long for {endpoint.model}", "prompt_too_long"
            )
        case _ if error.status_code == 404:
            return ModelRejectedRequest(
                f"{where} knows no model {endpoint.model!r} or no such path: check the base URL (it usually ends in /v1) and the model's name"
            )
        case _:
            return ModelRejectedRequest(f"{where} refuses the request for {endpoint.model}")


def _codes(error: openai.APIStatusError) -> str:
    codes = [code for code in (error.code, error.type, error.param) if code and _SHORT_CODE.fullmatch(code)]
    return ", ".join([f"status {error.status_code}", *dict.fromkeys(codes)])


def retry_after(error: openai.APIStatusError) -> float | None:
    """The wait in seconds that the endpoint asked for, None where it asked for none."""
    headers = error.response.headers
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        seconds = _number(headers.get(name), scale)
        if seconds is not None:
            return seconds
    try:
        until = parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return None
    return max(0.0, until.timestamp() - time.time())


def _number(text: str | None, scale: float) -> float | None:
    try:
        value = float(text or "") * scale
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
