"""The key under which the tests' pipelines make their digests."""

from __future__ import annotations

from memory_pipeline.adapters.system.keyed_digest import HmacDigest

TEST_HMAC_KEY = "a key of the tests and of nobody else"
TEST_DIGEST = HmacDigest(TEST_HMAC_KEY)
