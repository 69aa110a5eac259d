"""The figures of the comparison on generated pairs and, where they are at hand, on the labelled development files."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest

from memory_pipeline.domain.comparison import compare_statements
from tests.support.pair_templates import Pair, generated_pairs

DATA = Path(__file__).parents[3] / "shared" / "data"
LANGUAGES = ["en", "zh"]
EASY = frozenset(("format", "verified_suffix", "word_order"))


def merged_shares(pairs: list[Pair]) -> tuple[dict[str, float], list[Pair]]:
    """The share of merged pairs by label and by `label/kind`, and the pairs merged although they are no duplicates."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    wrong = []
    for pair in pairs:
        merged = compare_statements(pair.a, pair.b).mergeable
        easy = "easy" if pair.kind in EASY else "hard"
        for name in (pair.label, f"{pair.label}/{easy}"):
            counts[name][0] += merged
            counts[name][1] += 1
        if merged and pair.label != "duplicate":
            wrong.append(pair)
    return {name: merged / total for name, (merged, total) in counts.items()}, wrong


def labelled_pairs(language: str) -> list[Pair]:
    path = DATA / "pairs" / f"pairs_{language}_dev.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is not here")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    return [Pair(row["a"], row["b"], row["label"], row["kind"]) for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", ["open", "held_out"])
def test_generated_pairs_keep_the_hard_line(language: str, part: str) -> None:
    shares, wrong = merged_shares(list(generated_pairs(language, each=8, part=part)))
    assert shares["different_value"] <= 0.01, wrong[:5]
    assert shares["unrelated"] == 0, wrong[:5]
    assert shares["duplicate/easy"] >= 0.9
    assert shares["duplicate/hard"] >= 0.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_generated_pairs_of_every_kind(language: str) -> None:
    pairs = list(generated_pairs(language, each=8))
    kinds = {pair.kind for pair in pairs if pair.label == "different_value"}
    assert len(set(pairs)) >= 500
    assert kinds >= set(
        "number unit date identifier name entity place environment status negation antonym modality quantifier role direction".split()
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_labelled_pairs_keep_the_hard_line(language: str) -> None:
    shares, wrong = merged_shares(labelled_pairs(language))
    assert shares["different_value"] <= 0.01, wrong
    assert shares["unrelated"] == 0, wrong
    assert shares["duplicate"] >= 0.65


def test_paraphrases_of_the_same_words_in_other_roles_stay_apart() -> None:
    path = DATA / "pawsx_zh" / "dev_2k.tsv"
    if not path.exists():
        pytest.skip(f"{path} is not here")
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    pairs = [
        Pair(a, b, "duplicate" if label == "1" else "different_value", "paws") for _, a, b, label in rows
    ]
    shares, _ = merged_shares(pairs)
    assert shares["different_value"] <= 0.05
    assert shares["duplicate"] >= 0.15
