"""No secret that anybody tells comes to rest anywhere: a raw dump of all servers, logs, and what models were sent."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from memory_pipeline.bootstrap import Pipeline
from memory_pipeline.domain.errors import InvalidInput, PermanentError
from memory_pipeline.domain.scope import Scope, parse_tenant
from memory_pipeline.domain.secrets.spelling import MASK
from memory_pipeline.events.codec import make
from memory_pipeline.events.models import MemoryCorrect
from memory_pipeline.events.structured_facts import read_structured_fact
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.pipeline.fingerprint import fingerprint
from memory_pipeline.pipeline.handle import Dead, Done, handle
from memory_pipeline.pipeline.record import record_events
from tests.support.dump import dump
from tests.support.llm_server import LLMServer
from tests.support.secret_shapes import BENIGN, Told, told_secrets
from tests.support.server_pipelines import server_pipeline, work

pytestmark = pytest.mark.servers

ALICE = "user:alice"
TOLD = told_secrets(7)
_BY_SESSION = 12


@pytest.fixture
def llm() -> Iterator[LLMServer]:
    with LLMServer() as server:
        yield server


@pytest.fixture
def pipeline(request: pytest.FixtureRequest, llm: LLMServer, tmp_path: Path) -> Iterator[Pipeline]:
    """The wired pipeline; its embeddings always, its extraction by the local model where a test asks for it."""
    settings = {
        "extractor": getattr(request, "param", "rules"),
        "llm_base_url": llm.base_url,
        "llm_api_key": "x",
        "llm_model": "test-model",
        "embedder": "openai",
        "embedding_model": "test-embedding",
        "embedding_dimensions": 64,
    }
    with server_pipeline(tmp_path, **settings) as pipeline:
        yield pipeline


BOTH = pytest.mark.parametrize("pipeline", ["rules", "openai"], indirect=True)


def client_of(pipeline: Pipeline) -> MemoryClient:
    return MemoryClient("acme", pipeline=pipeline)


def tell_all(client: MemoryClient, sentences: Sequence[str]) -> None:
    """Each sentence as a message, and as what a tool was called with and replied."""
    for start in range(0, len(sentences), _BY_SESSION):
        with client.session(f"s{start}", user="alice") as session:
            for number, sentence in enumerate(sentences[start : start + _BY_SESSION]):
                session.append("user", sentence, id=f"u{number}", durable=number % 4 == 3)
                call: dict[str, Any] = {
                    "id": f"c{number}",
                    "function": {"name": "note", "arguments": json.dumps({"text": sentence})},
                }
                session.append("assistant", "Noted, anything else?", id=f"a{number}", tool_calls=[call])
                session.append(
                    "tool", json.dumps([{"saved": sentence}]), id=f"t{number}", tool_call_id=f"c{number}"
                )


def everything(pipeline: Pipeline, llm: LLMServer, caplog: pytest.LogCaptureFixture) -> str:
    """All that is held, all that was logged, and all that the models were sent."""
    sent = json.dumps([request.body for request in llm.requests], ensure_ascii=False)
    return "\n".join([dump(pipeline.urls), caplog.text, sent])


def leaked(text: str, told: Sequence[Told]) -> list[str]:
    """The names of the shapes of which something is found. Three digits stand in any dump by chance."""
    found = []
    for each in told:
        for secret in each.secrets:
            wanted = [secret, json.dumps(secret)[1:-1]]
            if len(secret) > 6 and any(piece in text for piece in wanted):
                found.append(each.name)
    return found


@BOTH
def test_sixty_secrets_leave_no_trace_anywhere(
    pipeline: Pipeline, llm: LLMServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    client = client_of(pipeline)
    tell_all(client, [told.sentence for told in TOLD])
    for told in TOLD[:20] + TOLD[-20:]:
        _remember(client, told.sentence)
    client.recall([ALICE], TOLD[3].sentence)
    outcomes = work(pipeline.dependencies)
    assert outcomes
    assert not [outcome for outcome in outcomes if isinstance(outcome, Dead)]
    text = everything(pipeline, llm, caplog)
    assert leaked(text, TOLD) == []
    assert text.count(MASK) > len(TOLD)
    assert "for the deployment" in dump(pipeline.urls)  # the dump does find what people said
    assert llm.asked("embeddings")
    asked = [request.prompt for request in llm.asked()]
    assert asked == [] or MASK in "".join(asked)


def _remember(client: MemoryClient, sentence: str) -> None:
    """Some sentences are nothing but the secret: they are refused."""
    with contextlib.suppress(InvalidInput):
        client.remember(ALICE, sentence)


@pytest.mark.parametrize("pipeline", ["openai"], indirect=True)
def test_short_codes_are_gone_from_all_that_people_said(
    pipeline: Pipeline, llm: LLMServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Told apart from chance by where they stand: in words, not in ids and times."""
    short = [told for told in TOLD if any(len(secret) <= 6 for secret in told.secrets)]
    assert len(short) >= 8
    tell_all(client_of(pipeline), [told.sentence for told in short])
    work(pipeline.dependencies)
    with psycopg.connect(pipeline.urls.database) as connection:
        said = [row[0] for row in connection.execute("SELECT content FROM transcript_words")]
        said += [row[0] for row in connection.execute("SELECT tool_calls::text FROM transcript_words")]
    prompts = [json.dumps(request.body, ensure_ascii=False) for request in llm.requests]
    for told in short:
        for secret in told.secrets:
            assert not [text for text in said if secret in text], told.name
            assert told.sentence not in "".join(prompts)


@pytest.mark.parametrize("pipeline", ["openai"], indirect=True)
def test_sixty_look_alikes_are_kept_word_for_word(pipeline: Pipeline) -> None:
    client = client_of(pipeline)
    tell_all(client, BENIGN)
    notes = [text for text in BENIGN if not text.endswith(("?", "？"))][::4]
    for text in notes:
        client.remember(ALICE, text)
    work(pipeline.dependencies)
    with psycopg.connect(pipeline.urls.database) as connection:
        query = "SELECT content FROM transcript_words JOIN transcript USING (tenant, scope, session_id, position) "
        said = {row[0] for row in connection.execute(query + "WHERE role = 'user'")}
        documents = [row[0] for row in connection.execute("SELECT document::text FROM events")]
        rows = connection.execute(
            "SELECT count(*) FROM transcript_words WHERE content LIKE %s", [f"%{MASK}%"]
        ).fetchone()
    assert said == set(BENIGN)
    assert rows == (0,)
    assert MASK not in "".join(documents)


def test_what_ends_dead_and_what_is_imported_hold_no_secret(
    pipeline: Pipeline, llm: LLMServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    deps, told = pipeline.dependencies, TOLD[:30]
    header = {"tenant": "acme", "scope": ALICE, "occurred_at": deps.clock.now()}
    dead = [
        make(
            MemoryCorrect,
            event_id=uuid4(),
            ref="r",
            memory_id=uuid4(),
            object=f"it is: {each.sentence}",
            **header,
        )
        for each in told
    ]
    lines = [
        {"scope": ALICE, "subject": "db", "predicate": "note", "object": each.sentence, "source": "CMDB"}
        for each in told
    ]
    imports = [
        read_structured_fact(json.dumps(line), parse_tenant("acme"), deps.clock.now()) for line in lines
    ]
    refs = record_events([*dead, *(event for event in imports if event is not None)], deps)
    outcomes = [handle(ref, deps) for ref in refs]
    assert sum(isinstance(outcome, Dead) for outcome in outcomes) == len(told)
    assert sum(isinstance(outcome, Done) for outcome in outcomes) == len(told)
    assert leaked(everything(pipeline, llm, caplog), told) == []


def test_a_value_that_is_a_secret_is_refused_and_never_becomes_a_memory(pipeline: Pipeline) -> None:
    client = client_of(pipeline)
    bare = next(told.secrets[0] for told in TOLD if told.name == "github")
    with pytest.raises(InvalidInput, match="secrets are not remembered"):
        client.remember(ALICE, bare)
    with pytest.raises(InvalidInput, match="secrets are not remembered"):
        client.remember(ALICE, "it is so", predicate="wifi_password", object="sunflower")
    kept = client.remember(ALICE, "My password is sunflower and I live in Munich.")
    assert kept
    facts = client.facts(ALICE)
    assert not [fact for fact in facts if "sunflower" in fact.object]
    assert not [fact for fact in facts if fact.object.strip() == MASK]


def test_the_same_message_again_is_the_same_message(pipeline: Pipeline) -> None:
    client = client_of(pipeline)
    session = client.session("again", user="alice")
    lines = ["my password is hunter", "2-Xk93", "and I live in Munich", "the PIN is 4821"]
    assert all(session.append("user", text, id=str(n)).new for n, text in enumerate(lines))
    assert not any(session.append("user", text, id=str(n)).new for n, text in enumerate(lines))
    with pytest.raises(InvalidInput, match="another message"):
        session.append("user", "I live in Bonn", id="2")


def test_an_erased_secret_is_known_to_every_later_write(
    pipeline: Pipeline, llm: LLMServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    client, deps = client_of(pipeline), pipeline.dependencies
    tune = "lanterns over nineteen harbours"
    session = client.session("before", user="alice")
    session.append("user", "Good morning, let us begin.", id="0")
    assert fingerprint(client.tenant, Scope.parse(ALICE), tune, deps) == 1
    assert fingerprint(client.tenant, Scope.parse(ALICE), tune, deps) == 0
    session.append("user", f"I keep thinking of {tune}.", id="1")
    session.append("user", "so it goes: Lanterns  Over", id="2")
    session.append("user", "NINETEEN harbours, you know", id="3")
    session.append("user", f"again {tune}", id="4", durable=True)
    session.close()
    client.remember(ALICE, f"The tune is {tune} by nobody.")
    with client.session("other", user="bob") as other:
        other.append("user", f"bob sings {tune}", id="0")
    work(deps)
    text = everything(pipeline, llm, caplog).casefold()
    assert text.count(tune) == text.count(f"bob sings {tune}")
    assert "lanterns  over" not in text
    assert "nineteen harbours, you" not in text


def test_what_is_forgotten_as_a_secret_stays_away_in_every_spelling(
    pipeline: Pipeline, llm: LLMServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing calls it a secret but the person who has it erased."""
    client = client_of(pipeline)
    tune = "lanterns over nineteen harbours"
    with client.session("before", user="alice") as session:
        session.append("user", f"I like the tune {tune}, and I live in Munich.", id="0")
    client.remember(ALICE, f"My tune is {tune}.")
    work(pipeline.dependencies)
    assert tune in dump(pipeline.urls)
    receipt = client.forget(ALICE, text=tune, secret=True)
    assert (receipt.remaining, receipt.verified) == (0, True)
    assert tune not in dump(pipeline.urls).casefold()
    caplog.set_level(logging.DEBUG)
    llm.requests.clear()
    with client.session("after", user="alice") as session:
        session.append("user", f"I like the tune {tune.upper()}, and I live in Munich.", id="0")
        session.append("tool", json.dumps({"tune": tune}), id="1")
    client.remember(ALICE, f"My tune is {tune.replace(' ', '-')}.")
    client.recall([ALICE], f"who sings {tune}?")
    work(pipeline.dependencies)
    text = everything(pipeline, llm, caplog).casefold()
    assert tune not in text
    assert tune.replace(" ", "-") not in text
    assert "munich" in text


def test_a_credential_is_no_id(pipeline: Pipeline) -> None:
    token = next(told.secrets[0] for told in TOLD if told.name == "jwt")
    with pytest.raises(PermanentError, match="looks like a credential"):
        client_of(pipeline).session(token, user="alice").append("user", "hello there")
