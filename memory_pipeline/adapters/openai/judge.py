"""An opinion on a conflict, by a chat model. It sees the two statements and their words, and nothing else."""

from __future__ import annotations

import hashlib
import json
import re
from importlib import resources
from typing import Any

from memory_pipeline.adapters.openai.chat import ChatModel, Messages
from memory_pipeline.adapters.openai.deadline import Deadline
from memory_pipeline.adapters.openai.dialect import PROCESS_DIALECTS, Dialects, ReplyFormat
from memory_pipeline.adapters.openai.settings import Endpoint
from memory_pipeline.domain.conflict import Conflict, Keep
from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.errors import ModelReplyUnusable
from memory_pipeline.domain.fact import Fact
from memory_pipeline.domain.instant import format_instant

_PROMPT = (
    (resources.files("memory_pipeline.adapters.openai") / "prompts" / "judge.txt")
    .read_text(encoding="utf-8")
    .strip()
)
_VERSION = "judge-" + hashlib.blake2b(_PROMPT.encode(), digest_size=4).hexdigest()
_SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["keep"],
    "properties": {"keep": {"type": "string", "enum": ["incumbent", "challenger", "undecided"]}},
}
_ANSWER = re.compile(r'\{\s*"keep"\s*:\s*"(incumbent|challenger|undecided)"\s*,?\s*\}')
_THOUGHTS = re.compile(  # all up to where they end, and those that never do
    r"(?s).*</(?:think|thinking|thought|reasoning)>|<(?:think|thinking|thought|reasoning)>.*", re.IGNORECASE
)
_REPLY_TOKENS = 1_024  # thoughts count too
_LONGEST_QUOTE = 600


class OpenAIJudge:
    """The `Judge` port on an OpenAI-compatible chat endpoint."""

    def __init__(self, endpoint: Endpoint, dialects: Dialects = PROCESS_DIALECTS) -> None:
        self._endpoint = endpoint
        self._model = ChatModel(endpoint, _SCHEMA, dialects)

    @property
    def version(self) -> str:
        """Program, model and prompt version."""
        return f"openai/{self._endpoint.model}/{_VERSION}"

    def recommend(self, conflict: Conflict) -> tuple[Keep | None, Cost]:
        """The side that the model would keep, None where it is undecided, and what asking took."""
        question = json.dumps(_question(conflict), ensure_ascii=False, indent=1)

        def messages(_: ReplyFormat) -> Messages:
            return [{"role": "system", "content": _PROMPT}, {"role": "user", "content": question}]

        reply = self._model.complete(messages, _REPLY_TOKENS, Deadline(self._endpoint.timeout_s))
        cost = Cost(1, reply.prompt_tokens, reply.completion_tokens, reply.cached_tokens)
        answers = _ANSWER.findall(_THOUGHTS.sub("", reply.text))
        if reply.flaw is not None or not answers:
            unread = ModelReplyUnusable(
                f"{self._endpoint.model} gave no opinion that can be read", reply.flaw or "unparsable"
            )
            unread.paid = cost
            raise unread
        return None if answers[-1] == "undecided" else Keep(answers[-1]), cost


def _question(conflict: Conflict) -> dict[str, Any]:
    return {
        "incumbent": _side(conflict.incumbent),
        "challenger": _side(conflict.challenger),
        "why_a_person_is_asked": conflict.reason,
    }


def _side(fact: Fact) -> dict[str, Any]:
    said_at = fact.last_mention_at or fact.valid_from
    return {
        "subject": fact.slot.subject,
        "predicate": fact.slot.predicate,
        "object": fact.object,
        "source": str(fact.source),
        "said_at": format_instant(said_at),
        "times_said": fact.support,
        "words": [item.quote[:_LONGEST_QUOTE] for item in fact.evidence[-3:] if item.quote],
    }
