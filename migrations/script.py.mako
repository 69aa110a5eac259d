"""${message}"""

from __future__ import annotations

from migrations.steps import bounded, secure, statements

revision = "${up_revision}"
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    bounded()
    statements("${up_revision}_NAME.sql")
    secure("TABLE")
