"""The SDK's client, one per process, and one HTTP call through it: bounded in time, never retried by the SDK."""

from __future__ import annotations

import functools
import ssl
import weakref
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import httpx2
import openai
import tenacity

from memory_pipeline.adapters.openai.breaker import PROCESS_BREAKERS, Breakers
from memory_pipeline.adapters.openai.deadline import Deadline, bind_to_deadlines, ends_within
from memory_pipeline.adapters.openai.errors import translated
from memory_pipeline.adapters.openai.settings import Endpoint
from memory_pipeline.adapters.per_process import PerProcess
from memory_pipeline.domain.errors import (
    ModelRateLimited,
    ModelReplyUnusable,
    ModelUnavailable,
    TransientError,
)
from memory_pipeline.ports.asker import asker

T = TypeVar("T")

_NO_KEY = "not-needed"  # local servers ask for no key, the SDK insists on one


class EndpointClient:
    """Calls one endpoint. Safe in threads; opens nothing before the first call, and again after a fork."""

    def __init__(self, endpoint: Endpoint, breakers: Breakers = PROCESS_BREAKERS) -> None:
        self._endpoint = endpoint
        self._breaker = breakers.of(endpoint.address.url)
        self._sdk = PerProcess(lambda: _build(endpoint))

    def chat(self, body: Mapping[str, Any], deadline: Deadline) -> Any:
        """The JSON of one chat completion. Errors of the SDK pass untranslated: the caller may ask differently."""
        return self._post(
            lambda sdk, **kwargs: sdk.chat.completions.with_raw_response.create(**kwargs), body, deadline
        )

    def embeddings(self, body: Mapping[str, Any], deadline: Deadline) -> Any:
        """The JSON of one embeddings reply; errors as with `chat`."""
        return self._post(
            lambda sdk, **kwargs: sdk.embeddings.with_raw_response.create(**kwargs), body, deadline
        )

    def _post(self, call: Callable[..., Any], body: Mapping[str, Any], deadline: Deadline) -> Any:
        seconds = min(self._endpoint.call_timeout_s, deadline.left())
        if seconds <= 0:
            raise ModelUnavailable(
                f"the time for calls of {self._endpoint.model} is used up; it is tried again later"
            )
        timeout = httpx2.Timeout(seconds, connect=min(self._endpoint.connect_timeout_s, seconds))
        with ends_within(seconds):
            raw = call(self._sdk.get(), **body, timeout=timeout)
        try:
            return raw.http_response.json()
        except (ValueError, RecursionError) as error:
            raise ModelReplyUnusable(
                f"{self._endpoint.address.url} answered with something that is not JSON: check the base URL (it usually ends in /v1)",
                "unreadable_body",
            ) from error

    def persist(self, call: Callable[[], T], deadline: Deadline) -> T:
        """What `call` returns, tried again for seconds while the endpoint is unavailable or asks to wait.

        Bounded by the endpoint's attempts and by `deadline`. A wait that would not fit is left to the caller's own
        retries: the error keeps its `retry_after`.
        """
        endpoint = self._endpoint

        def stop(state: tenacity.RetryCallState) -> bool:
            wait = state.upcoming_sleep
            return (
                state.attempt_number >= endpoint.attempts
                or wait > endpoint.longest_wait_s
                or wait >= deadline.left()
            )

        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type((ModelUnavailable, ModelRateLimited)),
            wait=_Wait(endpoint.first_wait_s, endpoint.longest_wait_s),
            stop=stop,
            reraise=True,
        )

        def guarded() -> T:
            with self._breaker.guard(asker()):
                return translated(call, endpoint)

        return retrying(guarded)


class _Wait(tenacity.wait.wait_base):
    """What the endpoint asked for, else exponential with jitter."""

    def __init__(self, first_s: float, longest_s: float) -> None:
        self._backoff = tenacity.wait_exponential_jitter(multiplier=first_s, max=longest_s, jitter=first_s)

    def __call__(self, retry_state: tenacity.RetryCallState) -> float:
        outcome = retry_state.outcome
        error = outcome.exception() if outcome is not None else None
        if isinstance(error, TransientError) and error.retry_after is not None:
            return error.retry_after
        return float(self._backoff(retry_state))


def _build(endpoint: Endpoint) -> openai.OpenAI:
    key = endpoint.api_key or _NO_KEY
    address = endpoint.address
    http_client = bind_to_deadlines(
        openai.DefaultHttpx2Client(timeout=endpoint.call_timeout_s, verify=_certificates())
    )
    # The SDK would add an organisation, a project and a key from the environment: those belong to another account.
    headers: dict[str, Any] = {
        "Authorization": f"Bearer {key}",
        "OpenAI-Organization": openai.Omit(),
        "OpenAI-Project": openai.Omit(),
        **({"api-key": key} if address.azure else {}),
    }
    sdk = openai.OpenAI(
        base_url=address.url,
        default_query=dict(address.query),
        api_key=key,
        max_retries=0,
        timeout=endpoint.call_timeout_s,
        http_client=http_client,
        default_headers=headers,
    )
    weakref.finalize(sdk, http_client.close)
    return sdk


@functools.cache
def _certificates() -> ssl.SSLContext:
    """The trusted certificates: reading them costs as much as many calls, so all clients of a process share them."""
    return httpx2.create_ssl_context()
