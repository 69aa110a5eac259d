"""How much one call may bring or ask for. What is too large is refused with a sentence, before anything is written."""

from __future__ import annotations

from dataclasses import dataclass

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.message import Message


@dataclass(frozen=True, slots=True)
class Limits:
    """`message` and `tool_calls` are characters of one message's content and of its calls' names and arguments together,
    `messages` how many one call or one conversation of a file may bring, `query` characters, `k` memories of a recall."""

    message: int = 1_000_000
    tool_calls: int = 1_000_000
    messages: int = 10_000
    statement: int = 20_000
    query: int = 10_000
    k: int = 100
    scopes: int = 100

    def check_message(self, message: Message) -> None:
        """Raises InvalidInput where content or tool calls are too long."""
        _at_most(self.message, len(message.content), "a message's content", "MAX_MESSAGE_CHARS")
        calls = sum(len(call.name) + len(call.arguments) for call in message.tool_calls)
        _at_most(self.tool_calls, calls, "a message's tool calls", "MAX_TOOL_CALL_CHARS")

    def check_messages(self, count: int) -> None:
        """Raises InvalidInput where one call brings too many messages."""
        if count > self.messages:
            raise InvalidInput(
                f"{count} messages at once are too many: send at most {self.messages} "
                "(MEMORY_PIPELINE_MAX_MESSAGES allows more)"
            )

    def check_statement(self, text: str) -> None:
        """Raises InvalidInput where a statement to remember, or a value to correct to, is too long."""
        if len(text) > self.statement:
            raise InvalidInput(
                f"the text is {len(text)} characters long; at most {self.statement} are allowed: "
                "a whole conversation goes through a session"
            )

    def check_query(self, text: str, k: int, scopes: int) -> None:
        """Raises InvalidInput where a recall asks with too much, for too much, or in too many places."""
        if not text.strip():
            raise InvalidInput("recall needs a query: what is asked must not be blank")
        _at_most(self.query, len(text), "the query", "MAX_QUERY_CHARS")
        if not 1 <= k <= self.k:
            raise InvalidInput(f"k must lie between 1 and {self.k}, not {k}")
        if scopes > self.scopes:
            raise InvalidInput(
                f"recall was given {scopes} scopes; at most {self.scopes} can be asked at once"
            )


def _at_most(limit: int, length: int, what: str, setting: str) -> None:
    if length > limit:
        verb = "are" if what.endswith("s") else "is"
        raise InvalidInput(
            f"{what} {verb} {length} characters long; at most {limit} are allowed (MEMORY_PIPELINE_{setting} allows more)"
        )
