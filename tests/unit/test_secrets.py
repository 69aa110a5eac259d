"""What is a secret and what only looks like one, in Chinese and English; masks that keep the sentence."""

from __future__ import annotations

import pytest

from memory_pipeline.domain.secrets.mask import masked
from memory_pipeline.domain.secrets.spelling import MASK
from tests.support.secret_shapes import BENIGN, Told, told_secrets

TOLD = told_secrets()


def test_there_are_sixty_of_each() -> None:
    assert len(TOLD) >= 60
    assert len(set(BENIGN)) >= 60
    assert sum(told.language == "zh" for told in TOLD) >= 20


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.name)
def test_a_secret_is_masked_and_its_sentence_stays(told: Told) -> None:
    clean = masked(told.sentence)
    for secret in told.secrets:
        assert secret not in clean
    assert MASK in clean
    before = told.sentence[: told.sentence.index(told.secrets[0])] if len(told.secrets) == 1 else ""
    assert clean.startswith(before)
    after = told.sentence.rpartition(told.secrets[-1])[2].lstrip("!#%&.") if len(told.secrets) == 1 else ""
    assert clean.endswith(after)


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.name)
def test_masking_twice_is_masking_once(told: Told) -> None:
    clean = masked(told.sentence)
    assert masked(clean) == clean


@pytest.mark.parametrize("text", BENIGN)
def test_what_only_looks_like_a_secret_is_untouched(text: str) -> None:
    assert masked(text) == text
