"""Extraction by a chat model: the segment in, statements and episodes out, whatever the endpoint does on the way."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from memory_pipeline.adapters.openai.breaker import PROCESS_BREAKERS, Breakers
from memory_pipeline.adapters.openai.chat import ChatModel, ChatReply, Messages
from memory_pipeline.adapters.openai.deadline import Deadline
from memory_pipeline.adapters.openai.dialect import PROCESS_DIALECTS, Dialects, ReplyFormat
from memory_pipeline.adapters.openai.items import Items, read_items
from memory_pipeline.adapters.openai.parts import Part, halve, plan
from memory_pipeline.adapters.openai.prompt import (
    PROMPT_VERSION,
    REPLY_SCHEMA,
    Language,
    Numbered,
    blocks,
    language_of,
    number,
    system_text,
)
from memory_pipeline.adapters.openai.reply import find_reply
from memory_pipeline.adapters.openai.settings import ChatSettings
from memory_pipeline.adapters.openai.tokens import clip_tokens, count_tokens
from memory_pipeline.domain.cleaning import TOOL_RESULT_LIMIT
from memory_pipeline.domain.cost import NOTHING, Cost
from memory_pipeline.domain.errors import MemoryPipelineError, ModelReplyUnusable, ModelUnavailable, Postponed
from memory_pipeline.domain.extraction import Extraction, RejectedItem
from memory_pipeline.domain.message import Message

_FIXED_TOKENS = 750  # bound of the system part with the schema
_HEADER_TOKENS = 250
_CUT_OFF = frozenset({"length", "prompt_cut", "prompt_too_long"})
# What a message says may be all that is in the way: it is found by halving, kept out, and the others are read.
_BY_CONTENT = frozenset({"content_filter", "refusal"})
_WORTH_ASKING_AGAIN = frozenset({"unparsable", "empty_reply", "no_choices"})


@dataclass(slots=True)
class _Run:
    """One `extract` under way: what is fixed for it, and what it has cost so far."""

    person: str | None
    language: Language
    deadline: Deadline
    cost: Cost = NOTHING
    summary: str = ""

    def pay(self, reply: ChatReply) -> None:
        self.cost += Cost(1, reply.prompt_tokens, reply.completion_tokens, reply.cached_tokens)


@dataclass(frozen=True, slots=True)
class _Answer:
    """Either `items`, or the `flaw` that kept them from being read; with `prompt_cut` also the `share` of it reported."""

    items: Items | None
    flaw: str | None
    reply_format: ReplyFormat
    share: float | None = None
    sentence: str | None = None


class OpenAIExtractor:
    """The `Extractor` port on an OpenAI-compatible chat endpoint."""

    def __init__(
        self,
        settings: ChatSettings,
        dialects: Dialects = PROCESS_DIALECTS,
        breakers: Breakers = PROCESS_BREAKERS,
    ) -> None:
        self._settings = settings
        self._model = ChatModel(settings.endpoint, REPLY_SCHEMA, dialects, breakers)

    @property
    def version(self) -> str:
        """Program, model and prompt version."""
        return f"openai/{self._settings.endpoint.model}/{PROMPT_VERSION}"

    @property
    def tool_result_limit(self) -> int | None:
        """Long results are cut head and tail: tokens cost money."""
        return TOOL_RESULT_LIMIT

    def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:
        """What `messages` say; a range that does not fit the model is asked for in parts, by turns.

        A reply that was cut off, refused or cannot be read raises ModelReplyUnusable with its reason: nothing found and
        nothing understood are never confused.
        """
        numbered = number(messages, person)
        run = _Run(person, language_of(numbered), Deadline(self._settings.endpoint.timeout_s))
        try:
            found = self._read(numbered, run)
        except MemoryPipelineError as error:
            error.paid = run.cost
            raise
        return Extraction(
            extractor=self.version,
            facts=tuple(fact for items in found for fact in items.facts),
            episodes=tuple(episode for items in found for episode in items.episodes),
            summary=" ".join(items.summary for items in found if items.summary),
            rejected=tuple(item for items in found for item in items.rejected),
            cost=run.cost,
        )

    def _read(self, numbered: Sequence[Numbered], run: _Run) -> list[Items]:
        found = [items for part in plan(numbered, self._room()) for items in self._read_part(part, run, 0)]
        if found and all(items.quarantined for items in found):
            raise ModelReplyUnusable(found[0].rejected[0].detail, found[0].quarantined or "unparsable")
        return found

    def _room(self) -> int:
        """Tokens that a part may have: the window without fixed part, header, reply, and a tenth for other tokenisers."""
        settings = self._settings
        room = settings.window_tokens - settings.reply_tokens - _FIXED_TOKENS - _HEADER_TOKENS
        return max(256, room * 9 // 10)

    def _read_part(
        self, part: Part, run: _Run, depth: int, twice_as_long: float | None = None
    ) -> list[Items]:
        answer = self._ask(part, run, twice_as_long=twice_as_long)
        if answer.flaw in _WORTH_ASKING_AGAIN or (answer.items is not None and answer.items.rejected):
            answer = self._ask_again(part, run, answer)
        if answer.flaw in _CUT_OFF | _BY_CONTENT:
            halves = halve(part) if self._may_halve(part, answer.flaw, depth) else None
            if halves is not None:
                return [
                    items for half in halves for items in self._read_part(half, run, depth + 1, answer.share)
                ]
            # A server that reads less than was sent is set up wrongly: that is for a person, not for quarantine.
            if answer.flaw != "prompt_cut" and _is_one_message(part):
                return [_kept_out(part, answer.flaw, self._sentence(answer))]
        if answer.items is None:
            raise ModelReplyUnusable(self._sentence(answer), answer.flaw or "unparsable")
        run.summary = answer.items.summary or run.summary
        return [answer.items]

    def _sentence(self, answer: _Answer) -> str:
        reason = answer.flaw or "unparsable"
        return answer.sentence or _SENTENCES[reason].format(model=self._settings.endpoint.model)

    def _may_halve(self, part: Part, flaw: str, depth: int) -> bool:
        """A message that is refused is not cut up: half of it would be understood as something else."""
        if flaw in _BY_CONTENT and _is_one_message(part):
            return False
        return depth < self._settings.halvings

    def _ask_again(self, part: Part, run: _Run, first: _Answer) -> _Answer:
        """The one repair try. The better answer of the two; the first stands if the second cannot be had at all."""
        looser = first.reply_format.looser if first.items is None else None
        try:
            second = self._ask(part, run, note=_complaint_to_model(first), reply_format=looser)
        except (ModelUnavailable, Postponed):
            if first.items is None:
                raise
            return first
        if first.items is None:
            if second.items is not None and looser is not None and first.flaw == "unparsable":
                self._model.settle_for(second.reply_format)
            return second
        if second.items is None or len(second.items.rejected) >= len(first.items.rejected):
            return first
        return second

    def _ask(
        self,
        part: Part,
        run: _Run,
        *,
        note: str = "",
        reply_format: ReplyFormat | None = None,
        twice_as_long: float | None = None,
    ) -> _Answer:
        text = blocks(part, _header(run, note))

        def prompt(shape: ReplyFormat) -> Messages:
            return [
                {"role": "system", "content": system_text(run.language, shape)},
                {"role": "user", "content": text},
            ]

        try:
            reply = self._model.complete(prompt, self._settings.reply_tokens, run.deadline, reply_format)
        except ModelReplyUnusable as error:
            if error.reason not in _CUT_OFF | _BY_CONTENT:
                raise
            run.cost += Cost(1)
            return _Answer(None, error.reason, self._model.reply_format(), sentence=str(error))
        run.pay(reply)
        counted = sum(count_tokens(message["content"]) for message in prompt(reply.reply_format))
        if self._model.was_cut(run.language, counted, reply.prompt_tokens, twice_as_long):
            return _Answer(None, "prompt_cut", reply.reply_format, reply.prompt_tokens / counted)
        if reply.flaw is not None:
            return _Answer(None, reply.flaw, reply.reply_format)
        found = find_reply(reply.text)
        if found.value is None:
            return _Answer(None, found.flaw, reply.reply_format)
        return _Answer(read_items(found.value, {item.n for item in part}), None, reply.reply_format)


def _is_one_message(part: Part) -> bool:
    return len({item.n for item in part}) == 1


def _kept_out(part: Part, flaw: str, sentence: str) -> Items:
    """A message that cannot be read, as one rejected item that names it."""
    ids = list(dict.fromkeys(item.message.id for item in part))
    rejected = RejectedItem(f"quarantined_{flaw}", sentence, json.dumps({"message_ids": ids}))
    return Items((), (), "", (rejected,), quarantined=flaw)


def _header(run: _Run, note: str) -> str:
    """The lines above the first block. Each stays one line: a summary with line breaks could pose as a message."""
    lines = [note] if note else []
    if run.person:
        lines.append(f"user = {run.person[:100]}")
    if run.summary:
        lines.append(f"Before this, for context only: {clip_tokens(run.summary, _HEADER_TOKENS - 100)}")
    return "\n".join(" ".join(line.split()) for line in lines)


def _complaint_to_model(answer: _Answer) -> str:
    if answer.items is None:
        return "Your last reply held no readable JSON object. Reply again: the one JSON object, nothing else."
    faults = dict.fromkeys(item.detail for item in answer.items.rejected)
    return f"Items of your last reply were malformed ({'; '.join(faults)[:300]}). Reply again: the whole JSON object, corrected."


_SENTENCES = {
    "length": "{model} cannot finish its reply within the tokens it is given: raise the reply's tokens or choose a larger model",
    "prompt_cut": "the server of {model} reads less of the prompt than was sent: raise its context (Ollama: num_ctx) or lower the window setting",
    "prompt_too_long": "the prompt is too long for {model} even in parts: lower the window setting",
    "refusal": "{model} refused to read this conversation",
    "content_filter": "a content filter stopped the reply of {model}",
    "tool_calls": "{model} called a tool in place of replying",
    "no_choices": "{model} answered without a reply",
    "empty_reply": "{model} answered with an empty reply",
    "unparsable": "the reply of {model} holds no JSON object that can be read",
}
