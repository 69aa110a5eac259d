"""What was said, apart from the spine of each message and by the month, so that months past retention can be dropped.

In one transaction: an erasure between a copy and the end of the old columns would leave erased words in one of the two.
Readers go on meanwhile, writers wait; at the end both, while the spine is written anew: rows would hold the words of
columns that were dropped for as long as they stand.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from migrations.steps import bounded, secure, statements

revision = "0017"
down_revision = "0016"

_MONTHS = sa.text(
    r"SELECT DISTINCT date_trunc('month', recorded_at AT TIME ZONE 'UTC')\:\:date FROM transcript ORDER BY 1"
)
_WORDS = sa.text("""
    INSERT INTO transcript_words (tenant, scope, session_id, position, month, content, tool_calls, tool_call_id)
    SELECT tenant, scope, session_id, position, :month, content, tool_calls, tool_call_id
    FROM transcript WHERE date_trunc('month', recorded_at AT TIME ZONE 'UTC') = :month
""")
_PLACES = sa.text("""
    INSERT INTO transcript_months (tenant, scope, session_id, month, first_position, last_position, messages)
    SELECT tenant, scope, session_id, :month, min(position), max(position), count(*)
    FROM transcript WHERE date_trunc('month', recorded_at AT TIME ZONE 'UTC') = :month
    GROUP BY tenant, scope, session_id
""")


def upgrade() -> None:
    bounded()
    statements("0017_transcript_words.sql")
    secure("transcript_words", "transcript_months", "transcript_drops")
    connection = op.get_bind()
    connection.execute(sa.text("LOCK TABLE transcript IN SHARE ROW EXCLUSIVE MODE"))
    for month in connection.scalars(_MONTHS).all():  # each statement has its own five minutes
        connection.execute(sa.text("SELECT ensure_transcript_month(:month)"), {"month": month})
        connection.execute(_WORDS, {"month": month})
        connection.execute(_PLACES, {"month": month})
    op.execute("ALTER TABLE transcript DROP COLUMN content, DROP COLUMN tool_calls, DROP COLUMN tool_call_id")
    op.execute("CLUSTER transcript USING transcript_pkey")
    op.execute("ALTER TABLE transcript SET WITHOUT CLUSTER")
