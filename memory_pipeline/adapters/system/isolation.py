"""Lends a suspect event a process of its own: a fresh interpreter, told what to do on its standard input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.events.identity import EventId
from memory_pipeline.ports.isolation import End, Ended
from memory_pipeline.ports.ledger import Claim, EventRef, Lane

_COMMAND = (sys.executable, "-m", "workers.alone")
_ASKED_TO_GO = frozenset({signal.SIGTERM, signal.SIGINT, signal.SIGHUP})
NOT_STARTED = 75  # the child could not begin: no verdict on the event


class SubprocessIsolation:
    """Implements ports.isolation.Isolation; one child at a time in each process."""

    def __init__(
        self,
        limit_s: float,
        *,
        command: Sequence[str] = _COMMAND,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._limit_s = limit_s
        self._command = tuple(command)
        self._environment = dict(environment or {})
        self._place = threading.Lock()

    def run(self, claim: Claim) -> Ended | None:
        """Does the attempt in a child; None while another one is tried."""
        if not self._place.acquire(blocking=False):
            return None
        try:
            return self._run(claim)
        finally:
            self._place.release()

    def _run(self, claim: Claim) -> Ended:
        # The words of a person go through a pipe: a command line can be read by every user of the machine.
        child = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            self._command,
            env={**os.environ, **self._environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            child.communicate(json.dumps(to_document(claim)).encode(), timeout=self._limit_s)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            return Ended(End.OVERRAN, f"did not end within {self._limit_s:g} s")
        return _ended(child.returncode)


def _ended(code: int) -> Ended:
    if code == 0:
        return Ended(End.FINISHED, "came to an end")
    if code < 0:
        number = signal.Signals(-code)
        end = End.STOPPED if number in _ASKED_TO_GO else End.CRASHED
        return Ended(end, f"ended its process by {number.name}")
    end = End.STOPPED if code == NOT_STARTED else End.CRASHED
    return Ended(end, f"ended its process with exit code {code}")


def to_document(claim: Claim) -> dict[str, Any]:
    """The claim as JSON can hold it."""
    ref = claim.ref
    return {
        "tenant": ref.tenant,
        "scope": str(ref.scope),
        "event_id": str(ref.event_id),
        "lane": ref.lane.value,
        "type": claim.type,
        "attempt": claim.attempt,
        "document": dict(claim.document),
        "failures": claim.failures,
        "crashes": claim.crashes,
        "holder": claim.holder,
        "recorded_at": None if claim.recorded_at is None else claim.recorded_at.isoformat(),
        "result": dict(claim.result),
    }


def from_document(document: Mapping[str, Any]) -> Claim:
    """The claim again."""
    d = document
    ref = EventRef(
        Tenant(d["tenant"]), Scope.parse(d["scope"]), EventId(UUID(d["event_id"])), Lane(d["lane"])
    )
    recorded_at = None if d["recorded_at"] is None else datetime.fromisoformat(d["recorded_at"])
    return Claim(
        ref,
        d["type"],
        d["attempt"],
        d["document"],
        d["failures"],
        d["crashes"],
        d["holder"],
        recorded_at,
        d["result"],
    )
