"""Takes secrets out of whole conversations: a session's log on its way into the transcript, and a transcript before it is
read by a model."""

from __future__ import annotations

from dataclasses import replace

from memory_pipeline.domain.message import Message
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.pipeline.screen import screen_of
from memory_pipeline.ports.transcripts import Transcript
from memory_pipeline.ports.working_memory import SessionLog


def screened_log(log: SessionLog, deps: Dependencies) -> SessionLog:
    """`log` without secrets; those that were erased since its messages came in are masked in the working tier too."""
    messages = [entry for entry in log.entries if isinstance(entry, Message)]
    if not messages:
        return log
    screen = screen_of(log.key.tenant, [log.key.scope, *log.info.shared_with], deps)
    clean = {message.id: message for message in screen.messages(messages)}
    changed = [clean[message.id] for message in messages if clean[message.id] != message]
    for message in changed:
        deps.working.amend(log.key, message)
    if not changed:
        return log
    entries = tuple(clean[entry.id] if isinstance(entry, Message) else entry for entry in log.entries)
    return replace(log, entries=entries)


def screened_transcript(transcript: Transcript, deps: Dependencies) -> Transcript:
    """`transcript` without secrets, as it is stored from now on."""
    scopes = [transcript.key.scope, *transcript.info.shared_with]
    clean = screen_of(transcript.key.tenant, scopes, deps).messages(transcript.messages)
    changed = [new for new, old in zip(clean, transcript.messages, strict=True) if new != old]
    for message in changed:
        deps.transcripts.amend(transcript.key, message)
    return replace(transcript, messages=tuple(clean)) if changed else transcript
