"""What it costs to know an erased secret again: one pass over a text against 100,000 fingerprints. Prints what it measured."""

from __future__ import annotations

import random
import string
import time

import pytest

from memory_pipeline.domain.scope import Tenant
from memory_pipeline.domain.secrets.find import find_secrets
from memory_pipeline.domain.secrets.fingerprints import Known, normal_form
from memory_pipeline.ports.fingerprint_keys import empty_set
from tests.support.keys import TEST_DIGEST
from tests.support.secret_shapes import BENIGN

NUMBER = 100_000
LIMIT_MS = 2.0
_ROUNDS = 60

ENGLISH = " ".join(text for text in BENIGN if text.isascii())
CHINESE = "".join(text for text in BENIGN if not text.isascii())
TEXTS = {
    "English": (ENGLISH * 2).encode()[:1000].decode("utf-8", "ignore"),
    "Chinese": (CHINESE * 2).encode()[:1000].decode("utf-8", "ignore"),
    "JSON": ('{"id": "a1b2", "state": "running", "count": 17}, ' * 30)[:1000],
    "letters only": (string.ascii_lowercase * 50)[:1000],
}


@pytest.fixture(scope="module")
def known() -> Known:
    """Of a hundred thousand secrets of all lengths; the set is filled as a process fills it from the database."""
    chance = random.Random(3)
    made = empty_set(TEST_DIGEST, Tenant("acme"))
    letters = string.ascii_lowercase + string.digits
    secrets = ("".join(chance.choices(letters, k=chance.randrange(6, 48))) for _ in range(NUMBER))
    fingerprints = [made.fingerprint(each, None) for each in secrets]
    began = time.perf_counter()
    made.add(fingerprints)
    print(f"\n{NUMBER} fingerprints: the set is built in {time.perf_counter() - began:.2f} s")  # noqa: T201 - a benchmark reports
    return made


@pytest.mark.parametrize("name", TEXTS)
def test_a_thousand_bytes_are_scanned_within_two_milliseconds(known: Known, name: str) -> None:
    text = TEXTS[name]
    took = best(lambda: list(known.find(text, frozenset())))
    rules = best(lambda: find_secrets(text))
    print(  # noqa: T201 - a benchmark reports
        f"\n{name}, {len(text.encode())} bytes: fingerprints {took:.2f} ms, detectors beside them {rules:.2f} ms"
    )
    assert known.size >= NUMBER
    assert took <= LIMIT_MS


def test_what_is_known_is_found_at_that_size(known: Known) -> None:
    secret = normal_form("Lanterns over nineteen harbours").text
    known.add([known.fingerprint(secret, None)])
    text = f"{ENGLISH[:500]} lanterns over nineteen HARBOURS {ENGLISH[:400]}"
    [span] = known.find(text, frozenset())
    assert text[span.start : span.end] == "lanterns over nineteen HARBOURS"


def best(job: object) -> float:
    """The best of some rounds in milliseconds: what else the machine does is no cost of the scan."""
    assert callable(job)
    took = []
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        job()
        took.append(time.perf_counter() - began)
    return min(took) * 1000
