"""Tries a suspect event alone: if it ends its process, no other event and no worker goes down with it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from memory_pipeline.ports.ledger import Claim


class End(StrEnum):
    """How the process that was lent to the attempt ended; STOPPED is somebody else's doing."""

    FINISHED = "finished"
    CRASHED = "crashed"
    OVERRAN = "overran"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Ended:
    end: End
    detail: str


class Isolation(Protocol):
    def run(self, claim: Claim) -> Ended | None:
        """Does the attempt in a process of its own, which ends it in the ledger; None while another one is tried."""
