"""The production shape names only what exists: there is no Docker engine here to find out otherwise."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from memory_pipeline.adapters.broker.queues import QueueName
from memory_pipeline.interfaces.cli.main import cli
from memory_pipeline.settings import PREFIX, Settings

_ROOT = Path(__file__).parents[2]
_OURS = ("migrate", "worker-live", "worker-bulk", "beat")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((_ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    return document


def test_every_variable_is_a_setting(compose: dict[str, Any]) -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    for service in _OURS:
        environment = compose["services"][service]["environment"]
        assert {name for name in environment if name.startswith(PREFIX)} <= known
        assert {f"{PREFIX}DATABASE_URL", f"{PREFIX}REDIS_URL"} <= environment.keys()


def test_every_queue_is_served_by_exactly_one_worker_group(compose: dict[str, Any]) -> None:
    served: list[str] = []
    for name, service in compose["services"].items():
        if name.startswith("worker-"):
            command = service["command"]
            served += command[command.index("--queues") + 1].split(",")
    assert sorted(served) == sorted(QueueName)


def test_every_celery_command_names_the_application(compose: dict[str, Any]) -> None:
    for name in ("worker-live", "worker-bulk", "beat"):
        service = compose["services"][name]
        assert service["entrypoint"] == ["celery"]
        module = service["command"][service["command"].index("--app") + 1]
        assert (_ROOT / (module.replace(".", "/") + ".py")).is_file()


def test_every_command_of_ours_exists(compose: dict[str, Any]) -> None:
    commands = [compose["services"]["migrate"]["command"]]
    commands += [
        service["healthcheck"]["test"][2:]
        for service in compose["services"].values()
        if service.get("healthcheck", {}).get("test", [])[:2] == ["CMD", "memory-pipeline"]
    ]
    assert len(commands) == 3
    context = cli.make_context("memory-pipeline", ["status"])
    for name, *options in commands:
        command = cli.get_command(context, name)
        assert command is not None, name
        known = {option for parameter in command.params for option in parameter.opts}
        assert {option for option in options if option.startswith("--")} <= known


def test_the_servers_keep_what_they_acknowledged(compose: dict[str, Any]) -> None:
    valkey = " ".join(compose["services"]["valkey"]["command"])
    assert "--appendonly yes" in valkey
    assert "--maxmemory-policy noeviction" in valkey
    assert compose["services"]["postgres"]["image"].startswith("pgvector/pgvector:pg")


def test_nothing_starts_before_the_schema_is_there(compose: dict[str, Any]) -> None:
    for name in _OURS[1:]:
        depends = compose["services"][name]["depends_on"]
        assert depends["migrate"]["condition"] == "service_completed_successfully"
    assert compose["services"]["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"


def test_no_secret_has_a_default(compose: dict[str, Any]) -> None:
    text = (_ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    assert re.findall(r"\$\{\w*PASSWORD:-", text) == []
    assert set(compose["volumes"]) == {"postgres", "valkey"}


def test_the_image_copies_what_the_wheel_ships() -> None:
    dockerfile = (_ROOT / "Dockerfile").read_text(encoding="utf-8")
    copied = {
        name
        for line in re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.MULTILINE)
        for name in line.split()
    }
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) <= copied
    assert all((_ROOT / name).exists() for name in copied)
    extra = re.search(r"'\.\[([\w-]+)\]'", dockerfile)
    assert extra is not None
    assert extra[1] in project["project"]["optional-dependencies"]
