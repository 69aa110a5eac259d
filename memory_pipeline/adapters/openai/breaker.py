"""A circuit breaker per endpoint: while one fails again and again, nobody waits for it, and a single probe asks after it."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from memory_pipeline.domain.errors import BreakerOpen, MemoryPipelineError, ModelUnavailable

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BreakerRules:
    """Opens after `failures` in a row, for `first_s`, and after each probe that fails for twice as long, up to `longest_s`.

    Failures of one asker's calls alone open it for that asker alone: it may be what they ask that hangs.
    """

    failures: int = 5
    first_s: float = 15.0
    longest_s: float = 120.0


class Breaker:
    """Guards one endpoint for all threads of this process. Only outages count: an answer of any kind is an answer."""

    def __init__(
        self, name: str, rules: BreakerRules = BreakerRules(), clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._name, self._rules, self._clock = name, rules, clock
        self._lock = threading.Lock()
        self._failures = 0
        self._failed: set[str | None] = set()  # whose calls, since the last answer
        self._rest_s = rules.first_s
        self._open_until: float | None = None
        self._probing = False

    @contextmanager
    def guard(self, asker: str | None = None) -> Iterator[None]:
        """Lets one call through and learns from it. Raises BreakerOpen in place of calling, or of a probe's failure."""
        probe = self._enter(asker)
        try:
            yield
        except ModelUnavailable as error:
            rest_s = self._fail(asker, probe=probe)
            if probe:
                raise BreakerOpen(f"the endpoint is still down: {error}", _jittered(rest_s)) from error
            raise
        except MemoryPipelineError:
            self._succeed()
            raise
        except BaseException:
            self._leave(probe=probe)
            raise
        else:
            self._succeed()

    def _enter(self, asker: str | None) -> bool:
        """Whether this call is the probe."""
        with self._lock:
            if self._open_until is None or self._of_another_alone(asker):
                return False
            left = self._open_until - self._clock()
            if left > 0 or self._probing:
                raise BreakerOpen(
                    f"{self._name} failed again and again: it is asked again by a probe",
                    _jittered(max(left, 1.0)),
                )
            self._probing = True
            return True

    def _of_another_alone(self, asker: str | None) -> bool:
        """Whether it is another's failures alone that opened it, and so says nothing about this one's call."""
        return asker is not None and len(self._failed) == 1 and not self._failed & {asker, None}

    def _fail(self, asker: str | None, *, probe: bool) -> float:
        with self._lock:
            self._failures += 1
            self._failed.add(asker)
            if probe:
                self._probing = False
                self._rest_s = min(self._rest_s * 2, self._rules.longest_s)
            if probe or (self._open_until is None and self._failures >= self._rules.failures):
                self._open_until = self._clock() + self._rest_s
                _log.warning("%s is left alone for %g s", self._name, self._rest_s)
            return self._rest_s

    def _succeed(self) -> None:
        with self._lock:
            if self._open_until is not None:
                _log.warning("%s answers again", self._name)
            self._failures, self._rest_s = 0, self._rules.first_s
            self._failed.clear()
            self._open_until, self._probing = None, False

    def _leave(self, *, probe: bool) -> None:
        """A defect says nothing about the endpoint."""
        if probe:
            with self._lock:
                self._probing = False


class Breakers:
    """The breakers of this process, one per endpoint."""

    def __init__(self, rules: BreakerRules = BreakerRules()) -> None:
        self._rules = rules
        self._lock = threading.Lock()
        self._of: dict[str, Breaker] = {}

    def of(self, base_url: str) -> Breaker:
        """The breaker of the server at this URL, whatever model is asked for."""
        key = base_url.rstrip("/")
        with self._lock:
            return self._of.setdefault(key, Breaker(key, self._rules))


def _jittered(rest_s: float) -> float:
    """Up to half as long again: what waited together must not come back together."""
    return rest_s * (1 + random.random() / 2)  # noqa: S311 - no secret


PROCESS_BREAKERS = Breakers()
