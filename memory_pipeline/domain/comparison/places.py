"""Places as parts from the most precise to the least: `Chaoyang, Beijing` and `北京市朝阳区`."""

from __future__ import annotations

import re

from memory_pipeline.domain.comparison.normalise import has_cjk, normal_phrase

_PREPOSITION = re.compile(r"^(?:in|at|near the city of|the city of|city of)\s+(?=\S)|^[在于]")
_GENERIC = re.compile(r"\s+(?:city|district|province|county|prefecture)$")
_ZH_SUFFIX = re.compile(
    r"(?<=[\u4e00-\u9fff]{2})(?:市|省|县|区|特别行政区|壮族自治区|回族自治区|维吾尔自治区|自治区)$"
)
_ZH_CUT = re.compile(r"(?<=[\u4e00-\u9fff]{2}[省市州区县盟])")


def place_normal(text: str) -> str:
    """A place's name without `city of`, `市`, articles and prepositions; the parts keep their order."""
    phrase = normal_phrase(text)
    phrase = normal_phrase(_PREPOSITION.sub("", phrase) or phrase)
    if has_cjk(phrase):
        return "".join(_zh_parts(phrase)) or phrase
    parts = [_GENERIC.sub("", normal_phrase(part)) for part in phrase.split(",")]
    return ", ".join(part for part in parts if part) or phrase


def place_refines(precise: str, general: str) -> bool:
    """Whether the normal place `precise` lies, by its own words, in the normal place `general`."""
    if precise == general or has_cjk(precise) != has_cjk(general):
        return False
    if has_cjk(precise):
        rest = len(precise) - len(general)
        return rest >= 2 and len(general) >= 2 and (precise.startswith(general) or precise.endswith(general))
    inner, outer = precise.split(", "), general.split(", ")
    return len(inner) > len(outer) and _in_order(outer, inner)


def _in_order(needles: list[str], parts: list[str]) -> bool:
    rest = iter(parts)
    return all(needle in rest for needle in needles)


def _zh_parts(phrase: str) -> list[str]:
    joined = re.sub(r"[\s,/-]+", "", phrase)
    parts = [part for part in _ZH_CUT.split(joined) if part]
    stripped = [_ZH_SUFFIX.sub("", part) for part in parts]
    return [part for i, part in enumerate(stripped) if part and (i == 0 or part != stripped[i - 1])]
