"""Messages that were taken in before words had partitions: the migration moves them, whole and readable as before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import migrations
from memory_pipeline.adapters.postgres.database import Database, make_engine
from memory_pipeline.adapters.postgres.migrate import head_revision, migrate
from memory_pipeline.adapters.postgres.retention import PostgresRetention
from memory_pipeline.adapters.postgres.transcripts import PostgresTranscripts
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.retention import PastMonth
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.ports.working_memory import SessionInfo, SessionKey, SessionLog
from tests.support.keys import TEST_DIGEST
from tests.support.servers import drop_database, fresh_database, running_servers

pytestmark = pytest.mark.servers

ROLE = "memory_pipeline_app"
ACME, OTHER = Tenant("acme"), Tenant("other")
BO = Scope.of_user("bo")
KEY = SessionKey(ACME, BO, "s1")
TOKYO = timezone(timedelta(hours=9))
JANUARY = datetime(2021, 1, 31, 23, 59, 59, 999999, tzinfo=UTC)
FEBRUARY = datetime(2021, 2, 1, tzinfo=UTC)


def upgrade(url: str, revision: str) -> None:
    engine = make_engine(url, pool_size=1)
    try:
        with engine.connect() as connection:
            config = Config()
            config.set_main_option("script_location", str(Path(migrations.__file__).parent))
            config.attributes.update(connection=connection, role=ROLE)
            command.upgrade(config, revision)
            connection.commit()
    finally:
        engine.dispose()


@pytest.fixture
def before() -> Iterator[str]:
    """A database of the revision before words had partitions."""
    url = fresh_database(running_servers())
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        connection.execute(
            "DO $$ BEGIN CREATE ROLE memory_pipeline_app NOLOGIN NOBYPASSRLS; "
            "EXCEPTION WHEN duplicate_object THEN NULL; END $$"
        )
    upgrade(url, "0016")
    yield url
    drop_database(url)


def fill(url: str) -> None:
    """Two tenants, two months, an offset, a call, and the last instant of a month; as rows of then."""
    rows = [
        (ACME, "s1", 0, "m1", "user", "Bo", "I live in Kyōto. 我住在京都。", "[]", None, JANUARY, 32400, JANUARY),
        (ACME, "s1", 1, "m2", "assistant", None, "", '[{"id": "c1", "name": "look", "arguments": "{}"}]', None, JANUARY, 0, FEBRUARY),
        (ACME, "s1", 2, "m3", "tool", None, "{}", "[]", "c1", FEBRUARY, 0, FEBRUARY),
        (OTHER, "s1", 0, "m1", "user", None, "theirs", "[]", None, FEBRUARY, 0, JANUARY),
    ]  # fmt: skip
    with psycopg.connect(url) as connection:
        for tenant, watermark in ((ACME, 3), (OTHER, 1)):
            connection.execute(
                "INSERT INTO sessions (tenant, scope, session_id, watermark, recorded_at) VALUES (%s, 'user:bo', 's1', %s, now())",
                [tenant, watermark],
            )
        connection.cursor().executemany(
            "INSERT INTO transcript (tenant, scope, session_id, position, message_id, role, name, content, tool_calls, "
            "tool_call_id, at, utc_offset_s, recorded_at) VALUES (%s, 'user:bo', %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            rows,
        )


def test_what_was_said_before_is_read_as_before_and_stands_in_its_month(before: str) -> None:
    fill(before)
    migrate(before, ROLE)
    database = Database(before, ROLE)
    transcripts, retention = PostgresTranscripts(database, TEST_DIGEST), PostgresRetention(database)
    read = transcripts.read(KEY)
    assert read is not None
    assert read.messages == (
        Message("m1", Role.USER, "I live in Kyōto. 我住在京都。", JANUARY.astimezone(TOKYO), name="Bo"),
        Message("m2", Role.ASSISTANT, "", JANUARY, tool_calls=(ToolCall("look", "{}", "c1"),)),
        Message("m3", Role.TOOL, "{}", FEBRUARY, tool_call_id="c1"),
    )
    assert read.messages[0].at.utcoffset() == timedelta(hours=9)
    assert (read.watermark, read.past_retention) == (3, frozenset())
    assert retention.past(ACME, before=date(2027, 1, 1)) == [
        PastMonth(date(2021, 1, 1), 1),
        PastMonth(date(2021, 2, 1), 2),
    ]
    again = SessionLog(KEY, SessionInfo(), (*read.messages, Message("m4", Role.USER, "more", FEBRUARY)))
    transcripts.absorb(again, now=FEBRUARY)
    assert retention.drop(date(2021, 1, 1), now=FEBRUARY)
    after = transcripts.read(KEY)
    assert after is not None
    assert (after.past_retention, [each.id for each in after.messages]) == (
        frozenset({0}),
        ["m1", "m2", "m3", "m4"],
    )
    assert after.messages[1:3] == read.messages[1:]
    theirs = transcripts.read(SessionKey(OTHER, BO, "s1"))
    assert theirs is not None
    assert theirs.past_retention == {0}
    database.close()


def test_a_migration_that_is_cut_short_leaves_every_word_where_it_was(before: str) -> None:
    """Somebody's view of the old columns stands in its way at the very end: the next one does it all."""
    fill(before)
    with psycopg.connect(before, autocommit=True) as connection:
        connection.execute("CREATE VIEW theirs AS SELECT content FROM transcript")
        with pytest.raises(sa.exc.InternalError, match="depend"):
            upgrade(before, "0017")
        assert connection.execute("SELECT count(content) FROM transcript").fetchone() == (4,)
        assert connection.execute("SELECT to_regclass('transcript_words')").fetchone() == (None,)
        connection.execute("DROP VIEW theirs")
    migrate(before, ROLE)
    with psycopg.connect(before) as connection:
        assert connection.execute("SELECT count(content) FROM transcript_words").fetchone() == (4,)
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (head_revision(),)


def test_the_pages_of_before_keep_no_words(before: str) -> None:
    """A column that is dropped goes from the catalog; what rows hold of it would stay for as long as they do."""
    fill(before)
    with psycopg.connect(before) as connection:
        connection.execute(
            "INSERT INTO transcript (tenant, scope, session_id, position, message_id, role, content, at, utc_offset_s, recorded_at) "
            "SELECT 'acme', 'user:bo', 's1', 9 + n, 'x' || n, 'user', repeat(md5(n::text), 40), now(), 0, '2021-01-05' "
            "FROM generate_series(1, 500) n"
        )
    size = "SELECT pg_table_size('transcript')"
    with psycopg.connect(before) as connection:
        long = connection.execute(size).fetchone()
    migrate(before, ROLE)
    with psycopg.connect(before) as connection:
        short = connection.execute(size).fetchone()
        assert connection.execute("SELECT count(*) FROM transcript").fetchone() == (504,)
    assert long is not None
    assert short is not None
    assert short[0] < long[0] / 3
