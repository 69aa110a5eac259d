"""The settings: what the environment says, and which combinations would lose work."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

import memory_pipeline
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.settings import PREFIX, Settings, load_settings

Load = Callable[..., Settings]


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(PREFIX):
            monkeypatch.delenv(name)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Load:
    def load(**values: str) -> Settings:
        for name, value in values.items():
            monkeypatch.setenv(f"{PREFIX}{name}", value)
        return load_settings()

    return load


def test_without_a_word_everything_is_embedded_and_needs_no_key(given: Load) -> None:
    settings = given()
    assert settings.embedded
    assert (settings.extractor_name, settings.embedder) == ("rules", "local")
    assert settings.home == Path(".memory-pipeline")


def test_the_budget_of_a_call_fits_into_a_task_a_task_into_a_lease_and_into_the_brokers_patience(
    given: Load,
) -> None:
    settings = given()
    assert settings.llm_call_timeout_s <= settings.llm_timeout_s < settings.task_time_limit_s
    assert timedelta(0) < settings.turn < timedelta(seconds=settings.task_time_limit_s)
    assert settings.visibility_timeout_s >= max(4 * settings.task_time_limit_s, 900)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"EXTRACTOR": "openai"}, "LLM_MODEL"),
        ({"LLM_API_KEY": "k"}, "LLM_MODEL"),
        ({"EMBEDDER": "openai", "EMBEDDING_MODEL": "m"}, "EMBEDDING_DIMENSIONS"),
        ({"VISIBILITY_TIMEOUT_S": "100"}, "at least four times"),
        ({"LEASE_S": "1"}, "LEASE_S=1"),
        ({"LLM_TIMEOUT_S": "240"}, "LLM_TIMEOUT_S=240"),
        ({"RETRY_MAX_S": "900", "RETRY_TOTAL_S": "600"}, "RETRY_TOTAL_S=600"),
        ({"WORKER_THREADS": "0"}, "WORKER_THREADS"),
        ({"MAX_ATTEMPTS": "many"}, "MAX_ATTEMPTS"),
        ({"EXTRACTOR": "magic"}, "EXTRACTOR"),
        ({"ANCHOR_THRESHOLD": "1.2"}, "ANCHOR_THRESHOLD"),
        ({"TOOL_SOURCES": "get_service"}, "tool=CMDB"),
        ({"TOOL_SOURCES": "chat=USER_STATED"}, "tool=CMDB"),
    ],
)
def test_what_breaks_a_rule_is_refused_with_the_variables_name(
    values: dict[str, str], told: str, given: Load
) -> None:
    with pytest.raises(InvalidInput, match=re.escape(told)) as caught:
        given(**values)
    assert PREFIX in str(caught.value)


def test_a_key_is_never_repeated_in_a_refusal(given: Load) -> None:
    with pytest.raises(InvalidInput) as caught:
        given(LLM_API_KEY="sk-very-secret")
    assert "sk-very-secret" not in str(caught.value)


def test_tools_are_mapped_to_systems_of_record_and_documents(given: Load) -> None:
    settings = given(TOOL_SOURCES=" get_service = CMDB , search_docs=doc,")
    assert settings.tool_sources == {"get_service": Source.CMDB, "search_docs": Source.DOC}


def test_an_llm_that_is_configured_is_used_unless_the_extractor_is_named(given: Load) -> None:
    assert given(LLM_BASE_URL="http://x/v1", LLM_MODEL="m").extractor_name == "openai"
    assert given(EXTRACTOR="rules").extractor_name == "rules"


def test_servers_are_embedded_unless_both_are_named(given: Load) -> None:
    assert given(DATABASE_URL="postgresql://x/y").embedded
    assert not given(REDIS_URL="redis://x").embedded


def test_nothing_else_reads_the_environments_variables_of_ours() -> None:
    root = Path(memory_pipeline.__file__).parent
    readers = [
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if re.search(r"os\.(?:getenv|environ\[|environ\.get)", path.read_text(encoding="utf-8"))
        and PREFIX in path.read_text(encoding="utf-8")
    ]
    assert readers == []
