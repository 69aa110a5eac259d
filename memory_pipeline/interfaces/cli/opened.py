"""Opens the pipeline for one command: settings, servers, schema; closed again at its end."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from memory_pipeline.bootstrap import Pipeline, open_pipeline
from memory_pipeline.domain.scope import parse_tenant
from memory_pipeline.interfaces.cli.invocation import Invocation
from memory_pipeline.interfaces.client import MemoryClient
from memory_pipeline.settings import load_settings


@contextmanager
def opened(invocation: Invocation) -> Iterator[tuple[Pipeline, MemoryClient]]:
    """The pipeline of the environment's settings, and the client of the invocation's tenant."""
    tenant = parse_tenant(invocation.tenant)
    pipeline = open_pipeline(load_settings())
    pipeline.dependencies = replace(pipeline.dependencies, actor=f"cli:{os.getuid()}@{socket.gethostname()}")
    try:
        yield pipeline, MemoryClient(tenant, pipeline=pipeline)
    finally:
        pipeline.close()
