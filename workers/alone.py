"""One attempt in a process of its own: `python -m workers.alone` reads a claim on its standard input and does it.

Whatever the attempt comes to stands in the ledger, so the exit code only says whether the process came to its end.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading

from memory_pipeline.adapters.system.isolation import NOT_STARTED, from_document
from memory_pipeline.bootstrap import open_pipeline
from memory_pipeline.domain.errors import MemoryPipelineError, TransientError
from memory_pipeline.pipeline.handle import attempt
from memory_pipeline.settings import load_settings

_log = logging.getLogger(__name__)


def main() -> int:
    """The exit code: 0 where the attempt ended, however it ended."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO)
    claim = from_document(json.load(sys.stdin))
    try:
        pipeline = open_pipeline(load_settings())
    except MemoryPipelineError as error:
        _log.error("the attempt cannot begin: %s", error)
        return NOT_STARTED
    # A parent that was killed cannot end a child that hangs: it ends itself.
    limit_s = pipeline.settings.task_time_limit_s
    watch = threading.Timer(limit_s, lambda: _give_up(limit_s))
    watch.daemon = True
    watch.start()
    try:
        attempt(claim, pipeline.dependencies)
    except TransientError as error:
        _log.warning("left to its lease: %s", error)
        return NOT_STARTED
    finally:
        pipeline.close()
    return 0


def _give_up(limit_s: float) -> None:
    _log.error("the attempt did not end within %g s", limit_s)
    sys.stderr.flush()
    os._exit(70)


if __name__ == "__main__":
    sys.exit(main())
