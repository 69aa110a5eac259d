"""Files of labelled pairs of statements: our own JSON lines, and the TSV of PAWS-X."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.interfaces.cli.files import Refused, lines_of
from memory_pipeline.interfaces.cli.output import warn
from memory_pipeline.pipeline.evaluate_pairs import Label, LabelledPair

FORMATS = ("auto", "native", "pawsx")
_PAWS_LABELS = {"1": (Label.DUPLICATE, "paraphrase"), "0": (Label.DIFFERENT_VALUE, "same_words")}
_PAWS_HEADER = ("id", "sentence1", "sentence2", "label")
_NO_SENTENCE = "NS"  # how PAWS-X marks a sentence that was not translated


@dataclass(frozen=True, slots=True)
class PairFile:
    pairs: tuple[LabelledPair, ...]
    rejected: tuple[Refused, ...]


def read_pairs(paths: Sequence[Path], format_: str) -> PairFile:
    """The pairs of all files, and the lines that hold none. Raises InvalidInput where no line holds a pair.

    `auto` takes .tsv files for PAWS-X and all others for JSON lines of `{a, b, label, kind}`.
    """
    pairs: list[LabelledPair] = []
    rejected: list[Refused] = []
    for path in paths:
        pawsx = format_ == "pawsx" or (format_ == "auto" and path.suffix.lower() == ".tsv")
        for number, found in _read(path, _from_pawsx if pawsx else _from_json):
            if isinstance(found, LabelledPair):
                pairs.append(found)
            elif found is not None:
                rejected.append(Refused(path, number, str(found)))
    for refused in rejected:
        warn(str(refused))
    if not pairs:
        raise InvalidInput(
            f"there is no labelled pair in {', '.join(map(str, paths))}: write lines of "
            '{"a": "…", "b": "…", "label": "duplicate|different_value|unrelated", "kind": "…"}'
        )
    return PairFile(tuple(pairs), tuple(rejected))


def _read(
    path: Path, parse: Callable[[str], LabelledPair | None]
) -> Iterator[tuple[int, LabelledPair | InvalidInput | None]]:
    for number, line in lines_of(path):
        if isinstance(line, InvalidInput):
            yield number, line
            continue
        try:
            yield number, parse(line)
        except InvalidInput as error:
            yield number, error


def _from_json(line: str) -> LabelledPair:
    try:
        document = json.loads(line)
    except ValueError:
        raise InvalidInput("it is not JSON") from None
    if not isinstance(document, dict):
        raise InvalidInput("it is not a JSON object")
    a, b = _text(document.get("a"), "a"), _text(document.get("b"), "b")
    label = document.get("label")
    if not isinstance(label, str) or label not in set(Label):
        raise InvalidInput(f"its label is {label!r}: write {', '.join(Label)}")
    return LabelledPair(a, b, Label(label), str(document.get("kind") or "none"))


def _text(value: object, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(f"{name!r} must be a statement")
    return value


def _from_pawsx(line: str) -> LabelledPair | None:
    """None for the header and for sentences that were not translated."""
    fields = line.rstrip("\r\n").split("\t")
    if tuple(fields) == _PAWS_HEADER:
        return None
    if len(fields) != 4 or fields[3] not in _PAWS_LABELS:
        raise InvalidInput("it is not a line of PAWS-X: id, two sentences and 0 or 1, divided by tabs")
    if _NO_SENTENCE in (fields[1].strip(), fields[2].strip()):
        return None
    label, kind = _PAWS_LABELS[fields[3]]
    return LabelledPair(_text(fields[1], "sentence1"), _text(fields[2], "sentence2"), label, kind)
