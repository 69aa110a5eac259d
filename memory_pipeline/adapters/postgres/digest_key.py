"""The database remembers which key its digests were made with. Called when a pipeline is opened."""

from __future__ import annotations

import hmac

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from memory_pipeline.adapters.postgres.database import Database
from memory_pipeline.adapters.postgres.schema import digest_keys
from memory_pipeline.domain.errors import UnsafeSettings
from memory_pipeline.ports.digest import KeyedDigest


def refuse_other_key(database: Database, digest: KeyedDigest) -> None:
    """Keeps a check value of the first key that opens this database; raises UnsafeSettings for any other.

    Under another key no horizon and no tombstone would be recognised: what was erased could come back.
    """
    own = digest.of("key-check")
    with database.transaction(None) as connection:
        known = _known(connection)
        if known is None:
            connection.execute(insert(digest_keys).on_conflict_do_nothing().values(id=1, check_value=own))
            known = _known(connection)
    if known is None or not hmac.compare_digest(known, own):
        raise UnsafeSettings(
            "this database was written under another key: set MEMORY_PIPELINE_HMAC_KEY to the first one (for the embedded "
            "servers it is the file digest.key in MEMORY_PIPELINE_HOME), or what was erased could come back"
        )


def _known(connection: sa.Connection) -> bytes | None:
    found: bytes | None = connection.scalar(sa.select(digest_keys.c.check_value))
    return None if found is None else bytes(found)
