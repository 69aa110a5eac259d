"""Who holds what, how often an event failed of its own doing, claims of scheduled jobs, and what leaves the outbox."""

from __future__ import annotations

from migrations.steps import bounded, grant_global, statements

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    bounded()
    statements("0008_reliability.sql")
    grant_global("job_claims")
