"""One secret told over several messages of a session: announced and then said, said in parts, asked for and answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memory_pipeline.adapters.in_memory.working_memory import InMemoryWorkingMemory
from memory_pipeline.domain.extraction import ExtractedFact, Extraction
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.secrets.fingerprints import Known
from memory_pipeline.domain.secrets.spelling import MASK
from memory_pipeline.pipeline.fingerprint import fingerprint
from memory_pipeline.pipeline.handle import Done, handle
from memory_pipeline.pipeline.record import close_session, record_message
from memory_pipeline.pipeline.screen import Screen
from memory_pipeline.ports.fingerprint_keys import empty_set
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey
from tests.support.keys import TEST_DIGEST
from tests.support.pipelines import ScriptedExtractor, in_memory_pipeline
from tests.support.secret_shapes import told_secrets

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)
TENANT, ALICE = Tenant("acme"), Scope.parse("user:alice")
_ROLES = {"u": Role.USER, "a": Role.ASSISTANT, "t": Role.TOOL}


def said(*lines: str) -> list[Message]:
    """Messages from "u: …" (the user), "a: …" (the assistant), "u/bob: …" (a user of that name)."""
    messages = []
    for number, line in enumerate(lines):
        who, content = line.split(": ", 1)
        role, _, name = who.partition("/")
        at = NOW + timedelta(minutes=number)
        messages.append(Message(f"m{number}", _ROLES[role], content, at, name or None))
    return messages


def screened(*lines: str, known: Known | None = None) -> list[str]:
    screen = Screen(known or empty_set(TEST_DIGEST, TENANT), frozenset())
    return [message.content for message in screen.messages(said(*lines))]


TOLD: Sequence[tuple[Sequence[str], Sequence[str]]] = [
    (["u: my password is", "u: hunterXk"], ["hunterXk"]),
    (["u: my password is hunter", "u: 2-Xk93"], ["hunter", "2-Xk93"]),
    (["u: My password is hunter.", "a: Is that all of it?", "u: 2-Xk93"], ["hunter", "2-Xk93"]),
    (
        ["u: for the vpn password, the first half is kestrel9, and", "u: the second half is mango44"],
        ["kestrel9", "mango44"],
    ),
    (["u: my passcode starts with 48", "u: and ends with 2191"], ["48", "2191"]),
    (["u: 密码是 abc", "u: 后面是 123xyz"], ["abc", "123xyz"]),
    (["u: 密码是", "u: 天王盖地虎"], ["天王盖地虎"]),
    (["u: 密码是", "u: 月亮河2024"], ["月亮河2024"]),
    (["a: Please enter the 6-digit code we sent you.", "u: 482913"], ["482913"]),
    (["a: I've sent a verification code to your phone. What is it?", "u: 482913"], ["482913"]),
    (["u: 我的密码前半段是kestrel9", "u: 后半段是mango44。"], ["kestrel9", "mango44"]),
    (["u: 密码：", "a: 好的，请说。", "u: abc12345"], ["abc12345"]),
    (["a: What is your PIN?", "u: 4821"], ["4821"]),
    (["a: Please enter the verification code we sent you.", "u: 482913"], ["482913"]),
    (["a: What's the wifi password?", "u: it's sunflower"], ["sunflower"]),
    (["a: 请输入验证码", "u: 482913"], ["482913"]),
    (["a: 您的密码是多少？", "u: 是 abc12345"], ["abc12345"]),
    (["u: here is my recovery phrase:", "u: abandon ladder copper salad window tiger"], ["abandon ladder"]),
]


@pytest.mark.parametrize(("lines", "secrets"), TOLD, ids=lambda value: value[0][:30])
def test_a_secret_that_is_told_over_messages_is_masked_in_each(
    lines: Sequence[str], secrets: Sequence[str]
) -> None:
    clean = " | ".join(screened(*lines))
    for secret in secrets:
        assert secret not in clean
    assert MASK in clean


UNTOUCHED: Sequence[Sequence[str]] = [
    ["u: I forgot my password", "u: anyway"],
    ["u: I need a new password", "u: tomorrow"],
    ["u: what is my password?", "u: Alice"],
    ["a: What is your name?", "u: Alice1990"],
    ["a: Which city do you live in?", "u: Munich"],
    ["a: What is your e-mail address and password?", "u: alice@example.com"],
    ["a: Did you change your password?", "u: yesterday"],
    ["a: What is your password manager?", "u: Bitwarden"],
    ["u: the order is 4821-7788", "u: 2-Xk93"],
    ["u: 我忘记密码了", "u: 明天再说"],
    ["a: 您的订单号是多少？", "u: 202506180001"],
    ["u/bob: my password is", "u/carol: lunch12 anyone?"],
    ["u: my password is", "a: 404"],
]


@pytest.mark.parametrize("lines", UNTOUCHED, ids=lambda lines: lines[0][:30])
def test_what_follows_talk_of_passwords_is_no_secret_for_that(lines: Sequence[str]) -> None:
    assert screened(*lines) == [line.split(": ", 1)[1] for line in lines]


def test_a_token_cut_in_two_is_masked_in_both_messages() -> None:
    token = next(told.secrets[0] for told in told_secrets(5) if told.name == "github")
    clean = screened(f"u: it begins {token[:18]}", f"u: {token[18:]}")
    assert clean == [f"it begins {MASK}", MASK]
    card = next(told.secrets[0] for told in told_secrets(5) if told.name == "card_grouped")
    assert screened(f"u: {card[:9]}", f"u: {card[10:]}") == [MASK, MASK]


def test_an_erased_secret_is_known_over_the_borders_of_messages() -> None:
    known = empty_set(TEST_DIGEST, TENANT)
    erased = "Lantern Parade of Nineteen"
    known.add([known.fingerprint("lanternparadeofnineteen", None)])
    clean = screened("u: it was lantern PARADE", "a: Sorry?", "u: of nineteen, I think", known=known)
    assert clean == [f"it was {MASK}", "Sorry?", f"{MASK}, I think"]
    three = screened("u: so: lantern", "u: parade of", "u: nineteen!", known=known)
    assert three == [f"so: {MASK}", MASK, f"{MASK}!"]
    assert screened(f"u: {erased}", known=known) == [MASK]
    assert screened("u: lantern parade", "u: of twenty", known=known) == ["lantern parade", "of twenty"]


def test_screening_what_was_screened_changes_nothing() -> None:
    lines = [line for each, _ in TOLD for line in each]
    once = screened(*lines)
    roles = [line.split(": ", 1)[0] for line in lines]
    assert screened(*(f"{role}: {text}" for role, text in zip(roles, once, strict=True))) == once


def test_tool_calls_and_results_stay_json() -> None:
    screen = Screen(empty_set(TEST_DIGEST, TENANT), frozenset())
    result = Message("m", Role.TOOL, '{"user": "bob", "pin": 482913, "tags": ["a", "b"]}', NOW)
    assert (
        screen.message(result, []).message.content
        == f'{{"user": "bob", "pin": "{MASK}", "tags": ["a", "b"]}}'
    )
    clean = Message("m", Role.TOOL, '{"user":"bob",  "city":"Munich"}', NOW)
    assert screen.message(clean, []).message == clean


@pytest.mark.parametrize("erased", [False, True])
def test_a_secret_that_is_erased_between_reply_and_commit_is_not_committed(erased: bool) -> None:
    """The fingerprint is added while the model works; the commit asks once more under its lock."""
    pipeline = in_memory_pipeline()
    tune, alice = "lanterns over nineteen harbours", Scope.parse("user:alice")

    class Slow(ScriptedExtractor):
        def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:
            if erased:
                pipeline.deps.fingerprints.add(Tenant("acme"), alice, tune, now=NOW)
            return super().extract(messages, person=person)

    found = Extraction(
        "scripted",
        (
            ExtractedFact("user", "likes", f"the tune {tune}", (1,)),
            ExtractedFact("user", "city", "Munich", (1,)),
        ),
    )
    deps = replace(pipeline.deps, extractor=Slow(found))
    key = SessionKey(Tenant("acme"), alice, "s")
    text = f"I like the tune {tune} and I live in Munich."
    record_message(key, SessionInfo(user_id="alice"), Message("m", Role.USER, text, NOW), deps)
    close_session(key, deps)
    outcomes = [handle(ref, deps) for ref in pipeline.publisher.take()]
    assert [type(outcome) for outcome in outcomes] == [Done]
    facts = deps.reader.facts(key.tenant, alice, history=True, now=NOW, as_of=None)
    assert any(tune in fact.object for fact in facts) is not erased


def test_a_message_that_was_screened_while_a_secret_was_erased_is_screened_again() -> None:
    """The erasure comes between screening and writing, where only the mark can tell."""
    pipeline = in_memory_pipeline()
    tune, alice = "lanterns over nineteen harbours", Scope.parse("user:alice")

    class Overtaken(InMemoryWorkingMemory):
        def before(self, key: SessionKey, message_id: str, limit: int) -> Sequence[Message]:
            found = super().before(key, message_id, limit)
            if pipeline.deps.fingerprints.of(TENANT).size == 0:
                fingerprint(TENANT, alice, tune, deps)
            return found

    deps = replace(pipeline.deps, working=Overtaken(pipeline.clock))
    key = SessionKey(TENANT, alice, "s")
    assert record_message(key, SessionInfo(), Message("m", Role.USER, tune, NOW), deps).new
    log = deps.working.read(key)
    assert log is not None
    assert [entry.content for entry in log.entries if isinstance(entry, Message)] == [MASK]
