"""What an extractor's version says: which program it is, which model it asks, with which prompt. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExtractorName:
    """`model` is None where no model is asked, and nothing is paid for."""

    program: str
    model: str | None
    prompt_version: str


def extractor_name(version: str) -> ExtractorName:
    """The parts of `program/model/prompt version`, or of `program/version`; a model's name may hold slashes."""
    program, _, rest = version.partition("/")
    model, slash, prompt_version = rest.rpartition("/")
    return ExtractorName(program, model if slash else None, prompt_version)
