"""Two owners are two owners, however alike their ids look and whatever they say; nobody is nobody, at every entry."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from memory_pipeline.adapters.in_memory.clock import FixedClock
from memory_pipeline.adapters.in_memory.embedder import InMemoryEmbedder
from memory_pipeline.adapters.in_memory.publisher import InMemoryPublisher
from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.scope import Scope
from memory_pipeline.events.codec import decode
from memory_pipeline.events.conversations import read_conversation
from memory_pipeline.events.structured_facts import read_structured_fact
from memory_pipeline.interfaces.cli import main
from memory_pipeline.interfaces.cli.take_in import Intake, take_in
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.export import export
from memory_pipeline.pipeline.forgetting.run_night import run_night
from memory_pipeline.pipeline.record import new_event
from memory_pipeline.pipeline.reinforce import reinforce
from memory_pipeline.ports.forgetting import RunStatus
from tests.support.cli import talk as line
from tests.support.cli import write_lines
from tests.support.pipelines import objects
from tests.support.server_pipelines import server_pipeline, work
from tests.support.talks import ACME, ingest, talk

NOW = datetime(2026, 6, 1, tzinfo=UTC)
PATIENT = timedelta(seconds=20)
NFC, NFD = unicodedata.normalize("NFC", "josé"), unicodedata.normalize("NFD", "josé")
ALIKE = (
    "alice", "Alice", "alice ", " alice", "alice.", "alice%", "al_ce", "%", "_", "alic?", "аlice", "ａｌｉｃｅ", "alice\u200b",
    NFC, NFD, "alice:bob", "王小明", "null",
)  # fmt: skip
NOBODY = ("", " ", "\t", "\u3000", "\u200b", "\u2028\u00a0", "\ufeff")


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pipeline]:
    """Everybody has said the same sentence, under the same session and message ids, and one of their own."""
    with server_pipeline(Path(tmp_path_factory.mktemp("home"))) as pipeline:
        pipeline.dependencies = replace(
            pipeline.dependencies,
            embedder=InMemoryEmbedder(64),
            publisher=InMemoryPublisher(),
            clock=FixedClock(NOW),
        )
        told = [
            talk("s", user, "I am allergic to peanuts.", "Ok.", f"My dog is called Rex{number}.")
            for number, user in enumerate(ALIKE)
        ]
        ingest(told, pipeline.dependencies)
        while work(pipeline.dependencies):
            pass
        yield pipeline


@pytest.fixture(scope="module")
def deps(pipeline: Pipeline) -> Dependencies:
    return pipeline.dependencies


def owned(deps: Dependencies, user: str) -> tuple[list[str], list[int]]:
    """What is known of the allergy, with its support, and every dog that is named."""
    facts = deps.reader.facts(ACME, Scope.of_user(user), history=True, now=NOW, as_of=None)
    allergies = [(fact.object, fact.support) for fact in facts if fact.slot.predicate == "allergic_to"]
    dogs = {int(word) for fact in facts for word in _numbers_of_dogs(fact.object)}
    return [f"{value} x{support}" for value, support in allergies], sorted(dogs)


def _numbers_of_dogs(text: str) -> list[str]:
    return [part.rstrip(".") for part in text.split("Rex")[1:]]


def assert_apart(deps: Dependencies) -> None:
    for number, user in enumerate(ALIKE):
        assert owned(deps, user) == (["peanuts x1"], [number]), repr(user)


@pytest.mark.servers
def test_each_has_a_row_of_its_own_through_dedup_reinforcement_and_nights(
    pipeline: Pipeline, deps: Dependencies
) -> None:
    assert_apart(deps)
    for user in ALIKE:
        reinforce(ACME, Scope.of_user(user), deps)
    assert_apart(deps)
    for day in (1, 2):
        night = run_night(ACME, deps, as_of=NOW + timedelta(days=day))
        assert night.run.status is RunStatus.DONE
    assert_apart(deps)
    client = MemoryClient(ACME, pipeline=pipeline)
    for number, user in enumerate(ALIKE):
        found = client.recall(
            [f"user:{user}"], "what is the dog called, allergic to what", k=50, deadline=PATIENT
        )
        assert {memory.scope.id for memory in found.memories} == {user}
        text = "".join(export(ACME, Scope.of_user(user), deps))
        assert {int(part.split(".")[0].split('"')[0]) for part in _numbers_of_dogs(text)} == {number}


@pytest.mark.servers
def test_repeating_oneself_is_support_and_anothers_words_are_not(
    pipeline: Pipeline, deps: Dependencies
) -> None:
    ingest(
        [talk("again", user, "I am allergic to cashews.", "Ok.", day=3) for user in ("ines", "Ines")], deps
    )
    ingest([talk("once more", "ines", "I am allergic to cashews.", "Ok.", day=9)], deps)
    while work(deps):
        pass
    support = {
        user: [
            fact.support
            for fact in deps.reader.facts(ACME, Scope.of_user(user), history=False, now=NOW, as_of=None)
            if fact.slot.predicate == "allergic_to"
        ]
        for user in ("ines", "Ines")
    }
    assert support == {"ines": [2], "Ines": [1]}


@pytest.mark.servers
def test_a_session_shared_with_one_team_is_in_no_other(deps: Dependencies) -> None:
    teams = [Scope.parse(f"team:{name}") for name in ("sre", "SRE", "sre ", "sr_", "sre%")]
    said = talk("ops", "olga", "The owner of billing-service is team-blue.", "Ok.")
    ingest([replace(said, shared_with=(teams[0],))], deps)
    while work(deps):
        pass
    held = [len(deps.reader.facts(ACME, team, history=True, now=NOW, as_of=None)) for team in teams]
    assert held[0] > 0
    assert held[1:] == [0, 0, 0, 0]
    assert objects(deps, ACME, Scope.of_user("Olga"), "owner") == []


def test_ids_that_are_alike_are_not_equal_and_come_back_as_they_are() -> None:
    scopes = [Scope.of_user(user) for user in ALIKE]
    assert len(set(scopes)) == len({str(each) for each in scopes}) == len(ALIKE)
    assert [Scope.parse(str(each)).id for each in scopes] == list(ALIKE)
    assert all(one != other for one, other in pairwise(sorted(scopes)))


def _event(scope: str) -> dict[str, Any]:
    return {
        "type": "memory.remember", "version": 1, "event_id": str(uuid4()), "tenant": "acme", "scope": scope,
        "occurred_at": "2026-01-01T00:00:00Z", "ref": "r", "text": "I live in Berlin.",
    }  # fmt: skip


def _fact(scope: str) -> str:
    return (
        f'{{"scope": "{scope}", "subject": "s", "predicate": "p", "object": "o", "source": "CMDB", '
        '"asserted_at": "2026-03-01T00:00:00Z"}'
    ).replace("\t", "\\t")


def _conversation(user: str | None, given: str | None = None) -> object:
    (text,) = [
        '{"session_id": "s", %s"messages": [{"role": "user", "content": "hi"}]}'
        % ("" if user is None else f'"user_id": "{user}", ')
    ]
    return read_conversation(text.replace("\t", "\\t"), user=given, fallback=NOW)


ENTRIES: dict[str, Callable[[str], object]] = {
    "scope": lambda user: Scope.parse(f"user:{user}"),
    "home": Scope.of_user,
    "file": _conversation,
    "--user": lambda user: _conversation(None, user),
    "facts": lambda user: read_structured_fact(_fact(f"user:{user}"), ACME, None),
}


@pytest.mark.parametrize("user", NOBODY, ids=ascii)
@pytest.mark.parametrize("entry", ENTRIES)
def test_nobody_is_refused_with_a_sentence(entry: str, user: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        ENTRIES[entry](user)
    assert len(str(refused.value).split()) >= 5


@pytest.mark.parametrize("value", [None, 7, True, b"alice", ["alice"]], ids=repr)
def test_what_is_no_text_is_nobody(value: Any) -> None:
    for make in (Scope.of_user, Scope.parse):
        with pytest.raises(InvalidInput, match="text, not"):
            make(value)
    with pytest.raises(InvalidInput):
        read_conversation(f'{{"session_id": "s", "user_id": {"null" if value is None else 7}, "messages": []}}', user=None, fallback=NOW)  # fmt: skip


@pytest.mark.servers
@pytest.mark.parametrize("user", [*NOBODY, None], ids=ascii)
def test_nobody_is_refused_by_the_client_and_as_an_event(user: Any, pipeline: Pipeline) -> None:
    client, deps = MemoryClient(ACME, pipeline=pipeline), pipeline.dependencies
    calls: list[Callable[[], object]] = [
        lambda: client.session("s", user=user),
        lambda: client.session("s", user="alice", shared_with=[f"team:{user or ''}"]),
        lambda: client.remember(f"user:{user or ''}", "I live in Berlin."),
        lambda: client.facts(f"user:{user or ''}"),
        lambda: client.episodes(f"user:{user or ''}"),
        lambda: client.recall([f"user:{user or ''}"], "Berlin"),
        lambda: client.forget(f"user:{user or ''}", everything=True),
        lambda: new_event(decode(_event(f"user:{user or ''}"))),
    ]
    for call in calls:
        with pytest.raises(InvalidInput):
            call()
    assert not [scope for scope in deps.reader.scopes(ACME) if not scope.id.strip()]


def test_nobody_is_refused_by_the_command_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for user in NOBODY:
        for words in (
            ["facts"],
            ["episodes"],
            ["export"],
            ["remember", "text"],
            ["recall", "query"],
            ["reinforce"],
        ):
            with pytest.raises(SystemExit) as ended:
                main([*words, "--scope", f"user:{user}"])
            assert ended.value.code == 2, words
            assert "user:" in capfd.readouterr().err


@pytest.mark.servers
def test_lines_of_nobody_are_rejected_one_by_one(tmp_path: Path, pipeline: Pipeline) -> None:
    path = write_lines(
        tmp_path / "talks.jsonl", [line(f"n-{n}", user, "hello") for n, user in enumerate(NOBODY)]
    )
    intake = Intake()
    take_in(path, ACME, intake, pipeline.dependencies)
    assert (intake.conversations, len(intake.rejected)) == (0, len(NOBODY))
