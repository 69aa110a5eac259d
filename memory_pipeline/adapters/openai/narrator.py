"""The story of a live session, told by a chat model: what was told before and the next messages in, the story out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from importlib import resources

from memory_pipeline.adapters.openai.chat import ChatModel, ChatReply, Messages
from memory_pipeline.adapters.openai.deadline import Deadline
from memory_pipeline.adapters.openai.dialect import PROCESS_DIALECTS, Dialects, ReplyFormat
from memory_pipeline.adapters.openai.parts import Part, plan
from memory_pipeline.adapters.openai.prompt import blocks, number
from memory_pipeline.adapters.openai.reply import find_reply
from memory_pipeline.adapters.openai.settings import ChatSettings
from memory_pipeline.adapters.openai.tokens import clip_tokens
from memory_pipeline.domain.cleaning import clean
from memory_pipeline.domain.cost import NOTHING, Cost
from memory_pipeline.domain.errors import MemoryPipelineError, ModelReplyUnusable
from memory_pipeline.domain.message import Message, storable

_PROMPT = (
    (resources.files("memory_pipeline.adapters.openai") / "prompts" / "summary.txt")
    .read_text(encoding="utf-8")
    .strip()
)
_VERSION = "summary-" + hashlib.blake2b(_PROMPT.encode(), digest_size=4).hexdigest()
_SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["summary"],
    "properties": {"summary": {"type": "string"}},
}
_KEYS = frozenset({"summary"})
_STORY_TOKENS = 600
_REPLY_TOKENS = 1_500  # thoughts count too
_FIXED_TOKENS = 400


class OpenAINarrator:
    """The `Narrator` port on an OpenAI-compatible chat endpoint."""

    def __init__(self, settings: ChatSettings, dialects: Dialects = PROCESS_DIALECTS) -> None:
        self._settings = settings
        self._model = ChatModel(settings.endpoint, _SCHEMA, dialects)

    @property
    def version(self) -> str:
        """Program, model and prompt version."""
        return f"openai/{self._settings.endpoint.model}/{_VERSION}"

    def narrate(self, told: str, messages: Sequence[Message]) -> tuple[str, Cost]:
        """The story that goes on from `told`, in as many calls as the messages take windows; at most 600 tokens."""
        deadline = Deadline(self._settings.endpoint.timeout_s)
        cost = NOTHING
        for part in plan(number(clean(messages).messages), self._room()):
            try:
                reply = self._ask(told, part, deadline)
                cost += Cost(1, reply.prompt_tokens, reply.completion_tokens, reply.cached_tokens)
                told = self._read(reply)
            except MemoryPipelineError as error:
                error.paid = cost
                raise
        return told, cost

    def _room(self) -> int:
        room = self._settings.window_tokens - _REPLY_TOKENS - _FIXED_TOKENS - _STORY_TOKENS
        return max(256, room * 9 // 10)

    def _ask(self, told: str, part: Part, deadline: Deadline) -> ChatReply:
        # As JSON it stays one line: nothing in it can pose as a message.
        header = f"The story so far: {json.dumps(told, ensure_ascii=False)}" if told else ""

        def messages(_: ReplyFormat) -> Messages:
            return [{"role": "system", "content": _PROMPT}, {"role": "user", "content": blocks(part, header)}]

        return self._model.complete(messages, _REPLY_TOKENS, deadline)

    def _read(self, reply: ChatReply) -> str:
        found = find_reply(reply.text, _KEYS) if reply.flaw is None else None
        summary = found.value.get("summary") if found is not None and found.value is not None else None
        if not isinstance(summary, str) or not summary.strip():
            flaw = reply.flaw or (found.flaw if found is not None else None) or "unparsable"
            raise ModelReplyUnusable(f"{self._settings.endpoint.model} told no story that can be read", flaw)
        return clip_tokens(storable(summary).strip(), _STORY_TOKENS)
