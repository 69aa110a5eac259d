"""Measures the duplicate check on every set of labelled pairs, and prints the tables of docs/quality.md.

    python -m tests.quality.figures [--data FOLDER] [--write]

`--data` names a folder with the public sets (pairs/pairs_en_dev.jsonl, pawsx_zh/dev_2k.tsv); sets that are not there are
left out. `--write` puts the tables into docs/quality.md.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from memory_pipeline.bootstrap import make_embedder
from memory_pipeline.domain.comparison import COMPARISON_VERSION, compare_statements
from memory_pipeline.interfaces.cli.pair_files import read_pairs
from memory_pipeline.pipeline.evaluate_pairs import (
    JudgedPair,
    Label,
    LabelledPair,
    PairFigures,
    judged,
    measured,
    pair_figures,
)
from memory_pipeline.settings import load_settings
from tests.support.pair_templates import generated_pairs

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
DOCUMENT = ROOT / "docs" / "quality.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
KINDS = ("format", "suffix", "word_order", "paraphrase", "restatement")
LANGUAGES = ("en", "zh")


def unseen(language: str) -> tuple[LabelledPair, ...]:
    """The pairs that were written without knowledge of the comparison."""
    paths = [HERE / f"{name}_{language}.jsonl" for name in ("duplicates", "different")]
    return read_pairs(paths, "native").pairs


def generated(language: str) -> tuple[LabelledPair, ...]:
    """The pairs made from templates with invented names and figures."""
    return tuple(
        LabelledPair(each.a, each.b, Label(each.label), each.kind) for each in generated_pairs(language)
    )


def _sets(data: Path) -> Iterator[tuple[str, tuple[LabelledPair, ...]]]:
    for language in LANGUAGES:
        path = data / "pairs" / f"pairs_{language}_dev.jsonl"
        if path.exists():
            yield f"dev {language}", read_pairs([path], "native").pairs
    for language in LANGUAGES:
        yield f"generated {language}", generated(language)
    for language in LANGUAGES:
        yield f"unseen {language}", unseen(language)
    path = data / "pawsx_zh" / "dev_2k.tsv"
    if path.exists():
        yield "PAWS-X zh dev", read_pairs([path], "pawsx").pairs


def _row(name: str, found: PairFigures) -> str:
    shares = (
        found.merged.recall_duplicate,
        found.merged.false_merge_different_value,
        found.merged.false_merge_unrelated,
        found.by_cosine.recall_duplicate,
        found.by_cosine.false_merge_different_value,
    )
    counts = " / ".join(str(found.n[label]) for label in Label)
    return f"| {name} | {counts} | " + " | ".join(map(_percent, shares)) + " |"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}".replace("%", " %")


def _by_kind(name: str, pairs: Sequence[JudgedPair], threshold: float) -> str:
    found = pair_figures([each for each in pairs if each.pair.label is Label.DUPLICATE], threshold)
    values = [_percent(found.by_kind.get(kind)) for kind in KINDS]
    return f"| {name} | {_percent(found.merged.recall_duplicate)} | " + " | ".join(values) + " |"


def _cost(pairs: Sequence[LabelledPair]) -> float:
    """Milliseconds per comparison, on one core, once everything is loaded."""
    compare_statements(pairs[0].a, pairs[0].b)
    begun = time.process_time()
    for each in pairs:
        compare_statements(each.a, each.b)
    return (time.process_time() - begun) * 1000 / len(pairs)


def tables(data: Path) -> str:
    """All tables as Markdown."""
    settings = load_settings()
    threshold, embedder = settings.dedup_threshold, make_embedder(settings)
    rows, kinds, costs = [], [], []
    for name, pairs in _sets(data):
        verdicts = judged(measured(pairs, embedder), threshold)
        rows.append(_row(name, pair_figures(verdicts, threshold)))
        costs.append(f"{name} {_cost(pairs):.2f} ms")
        if name.startswith("unseen"):
            kinds.append(_by_kind(name, verdicts, threshold))
    at = datetime.now(UTC).strftime("%Y-%m-%d")
    return "\n".join(
        [
            f"Comparison {COMPARISON_VERSION}, {embedder.space.model}, threshold {threshold:g}, measured {at}.",
            "",
            "| set | pairs (duplicate / different / unrelated) | recall of duplicates | false merges, different value | false merges, unrelated | by cosine alone: recall | by cosine alone: false merges |",
            "| --- | --- | --- | --- | --- | --- | --- |",
            *rows,
            "",
            "Recall by kind of duplicate:",
            "",
            "| set | all | " + " | ".join(KINDS) + " |",
            "| --- |" + " --- |" * (len(KINDS) + 1),
            *kinds,
            "",
            "Cost of a comparison, embedding excluded: " + ", ".join(costs) + ".",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--dump", type=Path, help="write the generated pairs as JSON lines into this folder")
    given = parser.parse_args()
    if given.dump is not None:
        for language in LANGUAGES:
            lines = [
                json.dumps({"a": p.a, "b": p.b, "label": p.label, "kind": p.kind}, ensure_ascii=False)
                for p in generated(language)
            ]
            (given.dump / f"generated_{language}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    found = tables(given.data)
    print(found)  # noqa: T201 - this is a program
    if given.write:
        before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
        DOCUMENT.write_text(f"{before}{BEGIN}\n{found}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
