"""HMAC-SHA256 under the installation's key. Who has a leaked table but not the key cannot try words against it."""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache


class HmacDigest:
    """Implements ports.digest.KeyedDigest for one key of at least 32 characters."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._derived = lru_cache(maxsize=64)(self._derive)

    def of(self, purpose: str, *parts: str) -> bytes:
        """32 bytes; each part is preceded by its length, so that parts never run together."""
        mac = self._derived(purpose).copy()
        for part in parts:
            raw = part.encode("utf-8", "surrogatepass")
            mac.update(len(raw).to_bytes(8, "big"))
            mac.update(raw)
        return mac.digest()

    def _derive(self, purpose: str) -> hmac.HMAC:
        derived = hmac.digest(self._key, b"memory-pipeline\x1e" + purpose.encode(), "sha256")
        return hmac.new(derived, digestmod=hashlib.sha256)
