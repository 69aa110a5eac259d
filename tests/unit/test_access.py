"""Roles and keys: what each role may do, which keys are taken, and that a key that ended opens nothing."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

import pytest

from memory_pipeline.adapters.in_memory.api_keys import InMemoryApiKeys
from memory_pipeline.adapters.in_memory.audit import InMemoryAudit
from memory_pipeline.domain.access import Permission, Principal, Role, parse_keys
from memory_pipeline.domain.errors import Forbidden, InvalidInput, Unauthorised, UnknownMemory
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.pipeline.audit import veiled
from memory_pipeline.pipeline.audit_reads import finish_audit
from memory_pipeline.pipeline.authenticate import authenticate, permit
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.keys import create_key, kept_keys, list_keys, revoke_key
from memory_pipeline.ports.audit import Action, AuditLine
from memory_pipeline.settings import Settings
from tests.support.pipelines import InMemoryPipeline, in_memory_pipeline

ACME, OTHER = Tenant("acme"), Tenant("other")
READ_KEY, WRITE_KEY, ADMIN_KEY = "r3ad-Only.0123456", "wr1te~9876543210ab", "adm1n+Key/abcdefgh="


def guarded() -> InMemoryPipeline:
    made = in_memory_pipeline()
    keys = parse_keys(f"{READ_KEY}:acme:reader, {WRITE_KEY}:acme,{ADMIN_KEY}:other:admin,")
    deps = replace(
        made.deps,
        audit=InMemoryAudit(made.state),
        api_keys=InMemoryApiKeys(made.state),
        set_keys=kept_keys(keys, made.deps.digest),
    )
    return replace(made, deps=deps)


@pytest.mark.parametrize(
    ("role", "permitted"),
    [
        (Role.READER, {Permission.READ}),
        (Role.WRITER, {Permission.READ, Permission.WRITE}),
        (Role.ADMIN, set(Permission)),
    ],
)
def test_each_role_permits_what_it_should_and_no_more(role: Role, permitted: set[Permission]) -> None:
    principal = Principal(ACME, role, "k1")
    for permission in Permission:
        if permission in permitted:
            principal.permit(permission)
        else:
            with pytest.raises(Forbidden, match=f"role {role}"):
                principal.permit(permission)


def test_a_role_covers_itself_and_those_below() -> None:
    ranked = list(Role)
    for number, role in enumerate(ranked):
        for other, wanted in enumerate(ranked):
            principal = Principal(ACME, role, "k1")
            if number >= other:
                principal.require(wanted)
            else:
                with pytest.raises(Forbidden, match=f"the role {wanted}"):
                    principal.require(wanted)


def test_keys_of_the_settings_open_their_tenant_with_their_role() -> None:
    deps = guarded().deps
    opened = [authenticate(key, deps) for key in (READ_KEY, WRITE_KEY, ADMIN_KEY)]
    assert [(each.tenant, each.role) for each in opened] == [
        (ACME, Role.READER),
        (ACME, Role.WRITER),
        (OTHER, Role.ADMIN),
    ]


@pytest.mark.parametrize(
    "presented",
    [
        "",
        " ",
        READ_KEY[:-1],
        READ_KEY + " ",
        READ_KEY.upper(),
        "x" * 257,
        "ключ-ключ-ключ-ключ",
        "\ud800" * 20,
        "a\x00b",
    ],
)
def test_what_is_no_key_opens_nothing_and_is_not_repeated(presented: str) -> None:
    with pytest.raises(Unauthorised) as refused:
        authenticate(presented, guarded().deps)
    assert len(presented) < 2 or presented not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("short:acme", "key 1 of 1 has 5 characters; it must have 8 to 256"),
        ("abcabcabcabcabcabcabc:acme", "fewer than 5 different characters"),
        (f"{READ_KEY}:acme:reder", "'reder' is no role"),
        (f"{READ_KEY}:acme:reader:more", "key:tenant:role"),
        (READ_KEY, "key:tenant"),
        (f"{READ_KEY}:a/b", "tenant name"),
        (f"{READ_KEY}:", "tenant name"),
        ("has space in the key 1234:acme", "bearer token"),
        (f"{READ_KEY}:acme,{READ_KEY}:other", "the same"),
    ],
)
def test_settings_with_a_bad_key_are_refused_without_spelling_it_out(text: str, said: str) -> None:
    with pytest.raises(ValueError, match="api_keys") as refused:
        Settings(api_keys=text)
    assert said in str(refused.value)
    assert READ_KEY not in str(refused.value)
    assert "input_value" not in str(refused.value)


def test_settings_never_show_their_keys() -> None:
    settings = Settings(api_keys=f"{READ_KEY}:acme")
    assert settings.api_keys[0].role is Role.WRITER
    assert READ_KEY not in repr(settings) + str(settings)


def test_a_key_is_made_shown_once_and_kept_as_a_digest() -> None:
    made = guarded()
    new = create_key(ACME, Role.WRITER, made.deps, name="the bot")
    assert len(new.secret) >= 43
    assert new.secret not in repr(new)
    assert authenticate(new.secret, made.deps) == Principal(ACME, Role.WRITER, new.key.id)
    listed = list_keys(ACME, made.deps)
    assert [(key.name, key.role) for key in listed][:1] == [("the bot", Role.WRITER)]
    assert [key.tenant for key in listed] == [ACME] * 3  # none of another tenant's
    with made.state.reading() as tables:
        assert new.secret not in repr(tables)
    assert create_key(ACME, Role.WRITER, made.deps).secret != new.secret


def test_a_revoked_key_opens_nothing_from_that_moment_on() -> None:
    made = guarded()
    new = create_key(ACME, Role.READER, made.deps)
    authenticate(new.secret, made.deps)
    with pytest.raises(UnknownMemory, match="keys list"):
        revoke_key(OTHER, new.key.id, made.deps)  # not another tenant's to revoke
    authenticate(new.secret, made.deps)
    ended = revoke_key(ACME, new.key.id, made.deps)
    assert ended.revoked_at is not None
    with pytest.raises(Unauthorised):
        authenticate(new.secret, made.deps)
    assert revoke_key(ACME, new.key.id, made.deps).revoked_at == ended.revoked_at


def test_a_key_ends_at_its_instant() -> None:
    made = guarded()
    ends = made.clock.now() + timedelta(hours=1)
    new = create_key(ACME, Role.READER, made.deps, expires_at=ends)
    made.clock.set(ends - timedelta(microseconds=1))
    authenticate(new.secret, made.deps)
    made.clock.set(ends)
    with pytest.raises(Unauthorised):
        authenticate(new.secret, made.deps)
    with pytest.raises(InvalidInput, match="opens nothing"):
        create_key(ACME, Role.READER, made.deps, expires_at=ends)


def test_a_key_of_the_settings_is_revoked_where_it_stands() -> None:
    deps = guarded().deps
    (own, *_) = [key for key in deps.set_keys if key.tenant == OTHER]
    with pytest.raises(InvalidInput, match="MEMORY_PIPELINE_API_KEYS"):
        revoke_key(OTHER, own.id, deps)


def test_digests_follow_the_installations_key_and_the_purpose() -> None:
    deps = guarded().deps
    key = parse_keys(f"{READ_KEY}:acme")[0]
    digest = deps.digest.of("api-key", key.secret)
    assert deps.set_keys[0].digest == digest
    assert digest != deps.digest.of("audit", key.secret)
    assert digest.hex() not in repr(deps.set_keys)


def test_making_revoking_and_being_refused_stand_in_the_audit_trail() -> None:
    made = guarded()
    new = create_key(ACME, Role.READER, made.deps)
    principal = authenticate(new.secret, made.deps)
    with pytest.raises(Forbidden):
        permit(principal, Permission.ERASE, replace(made.deps, actor=principal.actor))
    finish_audit(timedelta(seconds=30))
    revoke_key(ACME, new.key.id, made.deps)
    about = veiled(ACME, f"key:{new.key.id}", made.deps)
    found = _lines(made.deps, about)
    assert [(each.action, each.outcome) for each in found] == [
        (Action.KEY_CREATE, "reader"),
        (Action.REFUSED, "erase"),
        (Action.KEY_REVOKE, "done"),
    ]
    assert found[1].actor == about


def _lines(deps: Dependencies, about: bytes) -> list[AuditLine]:
    assert deps.audit is not None
    return list(deps.audit.lines(ACME, since=None, until=None, about=[about]))


def test_no_key_reaches_a_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    made = guarded()
    new = create_key(ACME, Role.ADMIN, made.deps, name="n")
    authenticate(new.secret, made.deps)
    with pytest.raises(Unauthorised):
        authenticate(new.secret + "x", made.deps)
    assert new.secret not in caplog.text
