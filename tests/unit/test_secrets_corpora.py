"""Talk of everyday life, task-oriented dialogues and encyclopaedic sentences hold no secrets: a sample comes through untouched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory_pipeline.domain.secrets.mask import masked

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
_FILES = (
    "locomo/locomo_dev5.json",
    "memorybank/memory_bank_cn.json",
    "memorybank/memory_bank_en.json",
    "pawsx_zh/dev_2k.tsv",
    "tau_bench/gpt-4o-airline.trial0.first25.json",
)
_EVERY = 4


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


@pytest.mark.parametrize("name", _FILES)
def test_public_corpora_come_through_untouched(name: str) -> None:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    text = path.read_text(encoding="utf-8")
    found = strings(json.loads(text)) if path.suffix == ".json" else iter(text.splitlines())
    distinct = sorted({each for each in found if len(each) < 20_000})
    assert [each for each in distinct[::_EVERY] if masked(each) != each] == []
    assert len(distinct) > 100
