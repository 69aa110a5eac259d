"""What screening asks of a working memory and a transcript: a mark that changes, what was said before, amended messages."""

from __future__ import annotations

import pytest

from memory_pipeline.domain.errors import InvalidInput, ScreenOutdated
from memory_pipeline.domain.message import ToolCall
from memory_pipeline.domain.scope import Tenant
from memory_pipeline.ports.working_memory import SessionLog, WorkingMemory
from tests.contract.conftest import Stores
from tests.contract.sessions import ACME, INFO, KEY, NEVER, NOW, append, entries, message


def marked(memory: WorkingMemory, id_: str, mark: str) -> bool:
    return memory.append(KEY, INFO, message(id_), tokens=1, threshold=NEVER, mark=mark).new


def test_a_mark_stays_until_it_is_renewed_and_is_a_tenants_own(working_memory: WorkingMemory) -> None:
    mark, other = working_memory.mark(ACME), working_memory.mark(Tenant("other"))
    assert mark
    assert working_memory.mark(ACME) == mark
    working_memory.renew_mark(ACME)
    assert working_memory.mark(ACME) != mark
    assert working_memory.mark(Tenant("other")) == other


def test_what_was_screened_under_an_older_mark_is_not_written(working_memory: WorkingMemory) -> None:
    mark = working_memory.mark(ACME)
    assert marked(working_memory, "m-1", mark)
    working_memory.renew_mark(ACME)
    with pytest.raises(ScreenOutdated):
        marked(working_memory, "m-2", mark)
    assert [each.id for each in working_memory.before(KEY, "x", 9)] == ["m-1"]
    assert marked(working_memory, "m-2", working_memory.mark(ACME))
    assert marked(working_memory, "m-3", "")


def test_what_was_said_before_a_message_is_told_whether_it_is_there_or_not(
    working_memory: WorkingMemory,
) -> None:
    assert list(working_memory.before(KEY, "m-1", 3)) == []
    for number in range(30):
        append(working_memory, f"m-{number}")
    assert [each.id for each in working_memory.before(KEY, "new", 2)] == ["m-28", "m-29"]
    assert [each.id for each in working_memory.before(KEY, "m-29", 2)] == ["m-27", "m-28"]
    assert [each.id for each in working_memory.before(KEY, "m-2", 6)] == ["m-0", "m-1"]
    working_memory.close(KEY, at=NOW)
    assert [each.id for each in working_memory.before(KEY, "new", 1)] == ["m-29"]


def test_an_amended_message_is_the_same_message_whatever_was_said(working_memory: WorkingMemory) -> None:
    append(working_memory, "m-1")
    append(working_memory, "m-2")
    amended = message("m-1", "[secret]")
    assert working_memory.amend(KEY, amended)
    assert list(entries(working_memory)) == [amended, message("m-2")]
    assert not append(working_memory, "m-1").new
    with pytest.raises(InvalidInput, match="another message"):
        working_memory.append(KEY, INFO, message("m-2", "other"), tokens=1, threshold=NEVER)
    assert not working_memory.amend(KEY, message("m-9", "x"))


def test_a_transcript_holds_what_was_amended(stores: Stores) -> None:
    call = ToolCall("login", '{"password": "x"}', "c")
    said = [message("m-1", "one", name="Al"), message("m-2", "two", tool_calls=(call,))]
    stores.transcripts.absorb(SessionLog(KEY, INFO, tuple(said)), now=NOW)
    amended = message("m-2", "[secret]", tool_calls=(ToolCall("login", '{"password": "[secret]"}', "c"),))
    stores.transcripts.amend(KEY, amended)
    stores.transcripts.amend(KEY, message("m-9", "nobody said so"))
    found = stores.transcripts.read(KEY)
    assert found is not None
    assert list(found.messages) == [said[0], amended]
