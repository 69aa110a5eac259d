"""How much one call may bring or ask for. What is too large is refused with a sentence, before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.message import Message

_LONGEST_NAME = 1_000  # of a speaker, and of the id of a tool's call


@dataclass(frozen=True, slots=True)
class Limits:
    """`message` and `tool_calls` are characters of one message's content and of its calls' names and arguments together,
    `messages` how many one call or one conversation of a file may bring, `query` characters, `k` memories of a recall,
    `scopes` how many a recall may name or a session be shared with.

    Ids have a limit of their own (domain.scope), statements theirs (events.models).
    """

    message: int = 1_000_000
    tool_calls: int = 1_000_000
    messages: int = 10_000
    query: int = 10_000
    k: int = 100
    scopes: int = 100

    def check_message(self, message: Message) -> None:
        """Raises InvalidInput where content, tool calls or names are too long."""
        if len(message.content) > self.message:
            raise _too_long("a message's content", len(message.content), self.message, "MAX_MESSAGE_CHARS")
        calls = sum(len(call.name) + len(call.arguments) + len(call.id or "") for call in message.tool_calls)
        if calls > self.tool_calls:
            raise _too_long("the tool calls of a message", calls, self.tool_calls, "MAX_TOOL_CALL_CHARS")
        for what, text in (("name", message.name), ("tool_call_id", message.tool_call_id)):
            if text is not None and len(text) > _LONGEST_NAME:
                raise InvalidInput(
                    f"a message's {what} has {len(text)} characters; at most {_LONGEST_NAME} are allowed"
                )

    def check_messages(self, messages: Sequence[Message]) -> None:
        """Raises InvalidInput where they are too many for one call, or one of them is too long."""
        if len(messages) > self.messages:
            raise InvalidInput(
                f"{len(messages)} messages at once are too many: send at most {self.messages} "
                "(MEMORY_PIPELINE_MAX_MESSAGES allows more)"
            )
        for message in messages:
            self.check_message(message)

    def check_text(self, text: str) -> None:
        """Raises InvalidInput where a text to look for everywhere is too long."""
        if len(text) > self.query:
            raise _too_long("the text", len(text), self.query, "MAX_QUERY_CHARS")

    def check_shared_with(self, count: int) -> None:
        """Raises InvalidInput where a session is to be shared with too many scopes."""
        if count > self.scopes:
            raise InvalidInput(f"a session can be shared with {self.scopes} scopes, not with {count}")

    def check_query(self, text: str, k: int, scopes: int) -> None:
        """Raises InvalidInput where a recall asks with too much, for too much, or in too many places."""
        if not text.strip():
            raise InvalidInput("recall needs a query: what is asked must not be blank")
        if len(text) > self.query:
            raise _too_long("the query", len(text), self.query, "MAX_QUERY_CHARS")
        if not 1 <= k <= self.k:
            raise InvalidInput(f"k must lie between 1 and {self.k}, not {k}")
        if scopes > self.scopes:
            raise InvalidInput(f"a recall can name {self.scopes} scopes, not {scopes}")


def _too_long(what: str, length: int, limit: int, setting: str) -> InvalidInput:
    return InvalidInput(
        f"{what} has {length} characters; at most {limit} are allowed (MEMORY_PIPELINE_{setting} allows more)"
    )
