"""Digests under a key: what stands for content or readable ids where neither may be kept."""

from __future__ import annotations

from typing import Protocol


class KeyedDigest(Protocol):
    def of(self, purpose: str, *parts: str) -> bytes:
        """HMAC-SHA256 of the parts under a key derived for the purpose: 32 bytes.

        Digests of two purposes never meet, and ("ab", "c") differs from ("a", "bc").
        """
