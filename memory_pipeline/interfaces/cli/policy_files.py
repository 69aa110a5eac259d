"""Policies read from files that people wrote."""

from __future__ import annotations

from pathlib import Path

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.policy import Policy
from memory_pipeline.events.policies import parse_policy


def read_policy_file(file: Path) -> Policy:
    """The policy that a JSON file means; raises InvalidInput with the file's name and what is wrong with it."""
    try:
        return parse_policy(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise InvalidInput(f"{file}: it is not UTF-8 text") from None
    except InvalidInput as error:
        raise InvalidInput(f"{file}: {error}") from None
