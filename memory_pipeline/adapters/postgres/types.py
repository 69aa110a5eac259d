"""Column types through which text passes on its way in: what Postgres cannot hold is replaced, never refused."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from memory_pipeline.domain.message import storable


class SafeText(sa.types.TypeDecorator[str]):
    """Text without NUL and lone surrogates."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's signature
        return None if value is None else storable(value)


class SafeJson(sa.types.TypeDecorator[Any]):
    """A JSON document whose strings, keys included, are free of NUL and lone surrogates; None is SQL NULL."""

    impl = JSONB(none_as_null=True)
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: sa.Dialect) -> Any:  # noqa: ARG002 - SQLAlchemy's signature
        return _storable(value)


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {storable(str(key)): _storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_storable(item) for item in value]
    return value
