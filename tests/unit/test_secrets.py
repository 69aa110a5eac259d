"""What is a secret and what only looks like one, in Chinese and English; masks that keep the sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_pipeline.domain.secrets.find import find_secrets
from memory_pipeline.domain.secrets.mask import masked, masked_document
from memory_pipeline.domain.secrets.shapes import SHAPES, Shape, find_shapes, reads_like_chance
from memory_pipeline.domain.secrets.spelling import MASK, View
from tests.support.secret_shapes import BENIGN, Told, told_secrets
from tests.support.unseen_secrets import UNSEEN_BENIGN, Sentence, second_set, third_set

TOLD = told_secrets()
UNSEEN = [*second_set(), *third_set()]

_PIECES = (
    "my password is ", "密码是", "the PIN is ", "hunter2", "-Xk93", " and ", "，", "。", ". ", "\n", " now it's ", "first half is ", "token=", "'", '"', MASK,
    "4821", "sunflower", " then ", "api_key: ", "abcDEF123456", "\u200b", "：", "(", ")", "=", "; ", "验证码", "后面是", "user ", "https://a:b@c.de/",
)  # fmt: skip


def test_there_are_sixty_of_each() -> None:
    assert len(TOLD) >= 60
    assert len(set(BENIGN)) >= 60
    assert sum(told.language == "zh" for told in TOLD) >= 20


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.name)
def test_a_secret_is_masked_and_its_sentence_stays(told: Told) -> None:
    clean = masked(told.sentence)
    for secret in told.secrets:
        assert secret not in clean
    assert MASK in clean
    before = told.sentence[: told.sentence.index(told.secrets[0])] if len(told.secrets) == 1 else ""
    assert clean.startswith(before)
    after = told.sentence.rpartition(told.secrets[-1])[2].lstrip("!#%&.") if len(told.secrets) == 1 else ""
    assert clean.endswith(after)


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.name)
def test_masking_twice_is_masking_once(told: Told) -> None:
    clean = masked(told.sentence)
    assert masked(clean) == clean


@pytest.mark.parametrize("text", BENIGN)
def test_what_only_looks_like_a_secret_is_untouched(text: str) -> None:
    assert masked(text) == text


@pytest.mark.parametrize("sentence", UNSEEN, ids=lambda sentence: sentence[0][:40])
def test_other_kinds_of_secrets_are_masked(sentence: Sentence) -> None:
    text, secrets = sentence
    clean = masked(text)
    assert not [secret for secret in secrets if secret in clean]
    assert masked(clean) == clean


@pytest.mark.parametrize("text", UNSEEN_BENIGN)
def test_other_kinds_of_look_alikes_are_untouched(text: str) -> None:
    assert masked(text) == text


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ("PGPASSWORD=hunter2 psql -h db", "hunter2"),
        ("dbpassword: 'hunter2'", "hunter2"),
        ("my passport: 123456789", "123456789"),
        ("type hunter2 when it asks for the password", "hunter2"),
        ("when prompted for a passphrase enter hunter2", "hunter2"),
        ("Bob's password? Summer2024.", "Summer2024"),
        ("他的密碼係 hunter2", "hunter2"),
        ("my password is blue then horse", "horse"),
        ("the passcode starts with 48 and ends with lion", "lion"),
    ],
)
def test_secrets_that_are_told_in_passing_are_masked(said: str, secret: str) -> None:
    assert secret not in masked(said)
    assert masked(masked(said)) == masked(said)


@pytest.mark.parametrize(
    "document",
    [
        '{"env": [{"name": "DB_PASSWORD", "value": "hunter2"}]}',
        '{"set": {"Key": "password", "Value": "hunter2"}}',
        '{"args": ["psql", "--password", "hunter2", "-h", "db"]}',
    ],
)
def test_in_json_the_name_may_stand_beside_the_value(document: str) -> None:
    clean = masked_document(document)
    assert json.loads(clean) == json.loads(document.replace("hunter2", MASK))
    other = document.replace("password", "path").replace("PASSWORD", "PATH")
    assert masked_document(other) == other


@pytest.mark.parametrize(
    "text",
    [
        "I forgot my password and then moved to Berlin.",
        "I changed my password, then called support.",
        "Reset the password, then restart the server.",
        "I told him the password policy. Then Alice moved to Munich.",
        "Ask for the access code, then turn left at Main Street.",
        "I changed the door code, followed by dinner with Bob.",
        "I work at Acme plus study; my password is fine",
        "the party starts with cake and I forgot my password",
        "My last message was about my password. It ends with sadness.",
        "密码改好了，然后Docker启动",
        "换了密码，最后Alice来了",
        "changepassword=1",
        "My passport is valid until 2031.",
    ],
)
def test_what_goes_on_after_a_password_was_mentioned_is_no_part_of_it(text: str) -> None:
    assert masked(text) == text


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.kind}-{shape.hints[0]}")
@given(data=st.data())
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_shape_is_overlooked_because_a_text_is_not_searched(shape: Shape, data: st.DataObject) -> None:
    token = data.draw(st.from_regex(shape.pattern, alphabet=st.characters(codec="ascii")))
    there = [
        match.span()
        for match in shape.pattern.finditer(token)
        if not shape.random or reads_like_chance(match.group())
    ]
    found = {(span.start, span.end) for span in find_shapes(token) if span.kind == shape.kind}
    assert found.issuperset(there)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("PİN: 4821", "4821"),
        ("benim PİN kodum pın=4821", "4821"),
        ("CREATE USER bo İDENTİFİED BY 'tiger77'", "tiger77"),
        ("Set-Cookıe: sid=abcd1234efgh", "abcd1234efgh"),
        ("mnemonıc: 'alpha bravo'", "alpha bravo"),
        ("to\u212aen=Xk93hunter2Qq", "Xk93hunter2Qq"),
        ("ｐａｓſｗｏｒｄ＝ｈｕｎｔｅｒ２", "ｈｕｎｔｅｒ２"),
    ],
)
def test_letters_that_patterns_take_for_others_do_not_keep_a_text_from_being_searched(
    text: str, secret: str
) -> None:
    assert find_secrets(text)
    assert secret not in masked(text)


@given(st.lists(st.sampled_from(_PIECES), min_size=1, max_size=12).map("".join))
@settings(max_examples=300, deadline=None)
def test_masking_is_done_once_whatever_is_said(text: str) -> None:
    clean = masked(text)
    assert masked(clean) == clean
    assert len(View.of(text).text) <= len(text)


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_no_text_is_too_odd(text: str) -> None:
    assert masked(masked(text)) == masked(text)
    for span in find_secrets(text):
        assert 0 <= span.start < span.end <= len(text)
