"""Labelled pairs through the duplicate check: shares by label and kind, and the threshold found from them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.interfaces.cli.main import main
from memory_pipeline.interfaces.cli.pair_files import read_pairs
from memory_pipeline.pipeline.calibrate import calibrate
from memory_pipeline.pipeline.evaluate_pairs import (
    Label,
    LabelledPair,
    MeasuredPair,
    judged,
    measured,
    pair_figures,
)
from memory_pipeline.ports.embedder import EmbeddingSpace, TextKind
from memory_pipeline.settings import Settings

D, X, U = Label.DUPLICATE, Label.DIFFERENT_VALUE, Label.UNRELATED


class Compass:
    """An embedder with two directions: texts that speak of tea, and all others."""

    space = EmbeddingSpace("compass", 2)

    def __init__(self) -> None:
        self.asked: list[int] = []

    def embed(self, texts: Sequence[str], kind: TextKind = TextKind.PASSAGE) -> list[tuple[float, ...]]:  # noqa: ARG002
        self.asked.append(len(texts))
        return [(1.0, 0.0) if "tea" in text.casefold() else (0.0, 1.0) for text in texts]


def _pair(a: str, b: str, label: Label, kind: str = "none") -> LabelledPair:
    return LabelledPair(a, b, label, kind)


PAIRS = [
    _pair("Ann drinks three cups of tea.", "Ann drinks 3 cups of tea.", D, "format"),
    _pair("Ann drinks 3 cups of tea.", "Ann drinks 4 cups of tea.", X, "number"),
    _pair("Ann likes tea.", "Ann likes coffee.", X, "entity"),
    _pair("Ann likes coffee.", "ann likes coffee!", D, "format"),
    _pair("The disk of db-1 is full.", "Ann likes tea.", U, "cross_domain"),
]


def test_each_pair_is_judged_by_cosine_and_comparison() -> None:
    verdicts = judged(measured(PAIRS, Compass()), 0.95)
    assert [each.decision.duplicate for each in verdicts] == [True, False, False, True, False]
    assert [each.decision.kind for each in verdicts] == [
        "near", "conflict_candidate", "distinct", "exact", "distinct",
    ]  # fmt: skip
    assert [each.later.kind for each in verdicts][3] == "near"
    assert not any(each.wrong for each in verdicts)


def test_shares_are_of_the_pairs_of_each_label() -> None:
    figures = pair_figures(judged(measured(PAIRS, Compass()), 0.95), 0.95)
    assert figures.merged.recall_duplicate == 1.0
    assert figures.merged.false_merge_different_value == 0.0
    assert figures.by_cosine.false_merge_different_value == 0.5
    assert figures.n == {D: 2, X: 2, U: 1}
    assert figures.by_kind == {"cross_domain": 0.0, "entity": 0.0, "format": 1.0, "number": 0.0}
    assert figures.n_by_kind["format"] == 2


def test_a_refused_candidate_lowers_recall_and_is_wrong() -> None:
    missed = _pair("Ann likes tea.", "Ann likes coffee.", D, "format")
    verdicts = judged(measured([*PAIRS, missed], Compass()), 0.95)
    assert [each.pair for each in verdicts if each.wrong] == [missed]
    assert pair_figures(verdicts, 0.95).merged.recall_duplicate == pytest.approx(2 / 3)


def test_a_label_without_a_pair_has_no_share() -> None:
    figures = pair_figures(judged(measured(PAIRS[:1], Compass()), 0.95), 0.95)
    assert figures.merged.false_merge_unrelated is None
    assert figures.n[U] == 0


def test_one_kind_under_two_labels_is_told_apart() -> None:
    pairs = [_pair("Ann likes tea.", "Ann likes tea!", D), _pair("Ann likes tea.", "Ann hates tea.", X)]
    figures = pair_figures(judged(measured(pairs, Compass()), 0.95), 0.95)
    assert figures.by_kind == {"duplicate:none": 1.0, "different_value:none": 0.0}


def test_texts_are_embedded_in_parts_and_once_each() -> None:
    embedder = Compass()
    pairs = [_pair("Ann likes tea.", f"Ann has {n} cups of tea.", X) for n in range(100)]
    assert len(list(measured(pairs, embedder))) == 100
    assert embedder.asked == [65, 37]


def _measured(
    cosine: float, label: Label, a: str = "Ann likes tea.", b: str = "ann likes tea"
) -> MeasuredPair:
    return MeasuredPair(LabelledPair(a, b, label, "none"), cosine)


def test_the_threshold_keeps_all_but_one_of_a_hundred_accepted_duplicates() -> None:
    alike = [_measured(0.90 + n / 1000, D) for n in range(100)]
    found = calibrate([_measured(0.5, D), *alike[1:]])
    assert (found.threshold, found.accepted, found.kept) == (0.901, 100, 0.99)
    assert calibrate(alike[1:]).threshold == 0.901  # fewer than a hundred: none is given up


def test_duplicates_that_the_comparison_refuses_do_not_pull_the_threshold_down() -> None:
    refused = _measured(0.2, D, "Ann likes tea.", "Ann's father is a carpenter.")
    other = _measured(0.99, X, "Ann likes tea.", "Ann likes coffee.")
    found = calibrate([_measured(0.93456, D), refused, other])
    assert found.threshold == 0.9345  # rounded down, so that the pair it was taken from is kept
    assert found.candidates == {D: 0.5, X: 1.0}
    assert found.quantiles[X][0.5] == 0.99
    assert found.quantiles[D][0.0] == 0.2
    assert found.figures.merged.false_merge_different_value == 0.0


def test_without_an_accepted_duplicate_there_is_nothing_to_calibrate_with() -> None:
    with pytest.raises(InvalidInput, match="nothing to calibrate"):
        calibrate([_measured(0.99, X)])


def _file(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _line(a: str, b: str, label: str, kind: str = "format") -> str:
    return json.dumps({"a": a, "b": b, "label": label, "kind": kind}, ensure_ascii=False)


def test_paws_lines_are_read_by_the_name_of_the_file(tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        "dev.tsv",
        "id\tsentence1\tsentence2\tlabel",
        '1\t他说"好"。\t他说好。\t1',
        "2\t甲借给乙。\t乙借给甲。\t0",
        "3\tNS\t乙借给甲。\t0",
        "4\tonly three\t1",
    )
    found = read_pairs([path], "auto")
    assert [(pair.label, pair.kind) for pair in found.pairs] == [(D, "paraphrase"), (X, "same_words")]
    assert found.pairs[0].a == '他说"好"。'
    assert [refused.line for refused in found.rejected] == [5]
    assert read_pairs([path], "pawsx") == found


@pytest.mark.parametrize(
    "line",
    [
        "not JSON",
        "[1]",
        '{"a": "x", "b": " ", "label": "duplicate"}',
        '{"a": "x", "b": "y", "label": "same"}',
        '{"a": "x", "b": "y", "label": ["duplicate"]}',
        '{"a": 1, "b": "y", "label": "duplicate"}',
    ],
)
def test_a_line_without_a_pair_is_named_and_the_rest_counts(tmp_path: Path, line: str) -> None:
    path = _file(tmp_path, "pairs.jsonl", _line("Ann likes tea.", "ann likes tea", "duplicate"), line)
    found = read_pairs([path], "auto")
    assert len(found.pairs) == 1
    assert [refused.line for refused in found.rejected] == [2]
    with pytest.raises(InvalidInput, match="no labelled pair"):
        read_pairs([_file(tmp_path, "bad.jsonl", line)], "auto")


def _run(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main(words)
    return int(ended.value.code or 0), capsys.readouterr().out


def test_the_command_answers_with_the_figures_of_the_contract(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(
        tmp_path,
        "pairs.jsonl",
        _line("用户今年34岁。", "用户今年三十四岁。", "duplicate"),
        _line("用户今年34岁。", "用户今年35岁。", "different_value", "number"),
        _line("用户今年34岁。", "数据库在法兰克福。", "unrelated", "cross_domain"),
    )
    code, out = _run(["eval", "pairs", str(path), "--wrong", "--json"], capsys)
    answer = json.loads(out)
    assert code == 0
    assert answer["recall_duplicate"] == 1.0
    assert answer["false_merge_different_value"] == 0.0
    assert answer["false_merge_unrelated"] == 0.0
    assert answer["n"] == {"duplicate": 1, "different_value": 1, "unrelated": 1}
    assert answer["by_kind"] == {"cross_domain": 0.0, "format": 1.0, "number": 0.0}
    assert answer["cosine_only"]["false_merge_different_value"] == 1.0
    assert answer["wrong"] == []
    code, out = _run(["eval", "pairs", str(path)], capsys)
    assert (code, "by kind" in out) == (0, True)


def test_bad_lines_and_missing_files_have_their_exit_codes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mixed = _file(tmp_path, "mixed.jsonl", _line("Ann likes tea.", "ann likes tea", "duplicate"), "oops")
    assert _run(["eval", "pairs", str(mixed), "--json"], capsys)[0] == 3
    assert _run(["eval", "pairs", str(_file(tmp_path, "bad.jsonl", "oops"))], capsys)[0] == 2
    assert _run(["eval", "pairs", str(tmp_path / "none.jsonl")], capsys)[0] == 2


def test_a_calibration_is_written_as_settings_that_are_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _file(
        tmp_path,
        "pairs.jsonl",
        _line("Ann drinks three cups of tea.", "Ann drinks 3 cups of tea.", "duplicate"),
        _line("Ann drinks 3 cups of tea.", "Ann drinks 4 cups of tea.", "different_value", "number"),
    )
    fragment = tmp_path / "threshold.env"
    code, out = _run(["calibrate", str(path), "--output", str(fragment), "--json"], capsys)
    answer = json.loads(out)
    assert code == 0
    assert fragment.read_text(encoding="utf-8") == answer["fragment"]
    assert set(answer["quantiles"]) == {"duplicate", "different_value"}
    name, _, value = fragment.read_text(encoding="utf-8").splitlines()[-1].partition("=")
    monkeypatch.setenv(name, value)
    assert Settings().dedup_threshold == answer["threshold"]
    assert "MEMORY_PIPELINE_DEDUP_THRESHOLD" in _run(["calibrate", str(path)], capsys)[1]


def test_the_threshold_follows_the_model_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    other = {"EMBEDDER": "openai", "EMBEDDING_MODEL": "m", "EMBEDDING_DIMENSIONS": "8"}
    for name in ("DEDUP_THRESHOLD", *other):
        monkeypatch.delenv(f"MEMORY_PIPELINE_{name}", raising=False)
    assert Settings().dedup_threshold == 0.91
    for name, value in other.items():
        monkeypatch.setenv(f"MEMORY_PIPELINE_{name}", value)
    assert Settings().dedup_threshold == 0.95
    monkeypatch.setenv("MEMORY_PIPELINE_DEDUP_THRESHOLD", "0.8")
    assert Settings().dedup_threshold == 0.8
