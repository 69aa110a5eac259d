"""The key of the digests in an embedded database: made once, beside it, readable by its owner only."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from memory_pipeline.domain.errors import ServerStartFailed
from memory_pipeline.embedded.layout import Layout, cannot_write, make_home, write_private


def ensure_digest_key(home: Path) -> str:
    """The home's key, generated on the first call; any number of processes may call it at once and get the same."""
    layout = Layout.at(home)
    try:
        if not layout.key_file.exists():
            make_home(layout)
            _make(layout.key_file)
        key = layout.key_file.read_text(encoding="ascii").strip()
    except OSError as error:
        raise cannot_write(layout.key_file, error) from error
    if len(key) < 32:
        raise ServerStartFailed(
            f"the key in {layout.key_file} is damaged: restore it, or set MEMORY_PIPELINE_HMAC_KEY to what it was"
        )
    return key


def _make(path: Path) -> None:
    own = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    write_private(own, secrets.token_urlsafe(48))
    with suppress(FileExistsError):
        os.link(own, path)  # whoever is first: a key is never replaced
    own.unlink()
