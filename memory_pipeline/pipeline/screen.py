"""Takes secrets out of what is said, before it is stored, embedded or sent to a model. Every write goes through here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from memory_pipeline.domain.errors import InvalidInput
from memory_pipeline.domain.message import Message, Role, ToolCall
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.secrets.conversation import masked_after, split_shape
from memory_pipeline.domain.secrets.fingerprints import Known
from memory_pipeline.domain.secrets.mask import masked, masked_document, masked_value, replaced
from memory_pipeline.domain.secrets.shapes import find_shapes
from memory_pipeline.domain.secrets.span import Span
from memory_pipeline.pipeline.dependencies import Dependencies

LOOK_BACK = 6


@dataclass(frozen=True, slots=True)
class Screened:
    """`message` without secrets; `amended` are earlier ones of which a part turned out to belong to a secret."""

    message: Message
    amended: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Screen:
    """Knows secrets by shape and context, and those that were erased from the scopes by their fingerprints.

    Pure: the same message after the same ones is screened to the same text, so that its identity holds.
    """

    known: Known
    scopes: frozenset[bytes]

    def text(self, text: str) -> str:
        """`text` with each secret masked."""
        return masked(text, also=self._erased)

    def document(self, text: str) -> str:
        """The same for a text that may be JSON, which it stays."""
        return masked_document(text, also=self._erased)

    def value(self, name: str, value: str) -> str:
        """`value` as it may be kept under `name`; nothing but the mask where the name says that it is a secret."""
        return masked_value(name, value, also=self._erased)

    def is_erased(self, text: str) -> bool:
        """Whether a secret stands in it that was erased."""
        return next(iter(self._erased(text)), None) is not None

    def message(self, message: Message, previous: Sequence[Message]) -> Screened:
        """`message`, said after `previous` (screened, the oldest first)."""
        content = message.content
        if message.role is Role.TOOL or content.lstrip()[:1] in {"{", "["}:
            content = self.document(content)
        clean = replace(
            message,
            content=masked_after(previous, replace(message, content=content), also=self._erased),
            name=None if message.name is None else self.text(message.name),
            tool_calls=tuple(self._call(call) for call in message.tool_calls),
            tool_call_id=None if message.tool_call_id is None else self.text(message.tool_call_id),
        )
        return self._unsplit(clean, [each for each in previous if _same_speaker(each, message)])

    def messages(self, messages: Iterable[Message]) -> list[Message]:
        """A conversation, each message screened after those before it."""
        clean: list[Message] = []
        for message in messages:
            screened = self.message(message, clean[-LOOK_BACK:])
            for amended in screened.amended:
                place = next(n for n in reversed(range(len(clean))) if clean[n].id == amended.id)
                clean[place] = amended
            clean.append(screened.message)
        return clean

    def _unsplit(self, message: Message, before: Sequence[Message]) -> Screened:
        """A secret that begins in the speaker's messages before and ends in this one is masked in all of them."""
        if not before:
            return Screened(message)
        found = dict(self.known.find_split([each.content for each in before], message.content, self.scopes))
        if not found:
            shape = split_shape(before[-1].content, message.content)
            found = {} if shape is None else {1: shape[0], 0: shape[1]}
        if not found:
            return Screened(message)
        return Screened(
            _without(message, found[0]), tuple(_without(before[-n], found[n]) for n in found if n > 0)
        )

    def _call(self, call: ToolCall) -> ToolCall:
        id_ = None if call.id is None else self.text(call.id)
        return ToolCall(self.text(call.name), self.document(call.arguments), id_)

    def _erased(self, text: str) -> Iterable[Span]:
        return self.known.find(text, self.scopes)


def screen_of(
    tenant: Tenant, scopes: Collection[Scope], deps: Dependencies, *, mark: str | None = None
) -> Screen:
    """The screen for what goes to these scopes, with every secret erased by now; with a `mark`, by then.

    Raises DatabaseUnavailable: what was erased must not come back because nobody could be asked.
    """
    known = deps.fingerprints.of(tenant, mark=mark)
    names = frozenset(deps.fingerprints.scope_digest(tenant, scope) for scope in scopes)
    return Screen(known, names)


def refuse_secret_ids(**ids: str | None) -> None:
    """Raises InvalidInput where an id is a credential: ids are kept as they are, in keys and logs."""
    for name, id_ in ids.items():
        if id_ is not None and next(iter(find_shapes(id_)), None) is not None:
            raise InvalidInput(f"the {name} looks like a credential: give it an id that is no secret")


def _same_speaker(one: Message, other: Message) -> bool:
    return one.role is other.role and one.name == other.name


def _without(message: Message, span: Span) -> Message:
    return replace(message, content=replaced(message.content, [span]))
