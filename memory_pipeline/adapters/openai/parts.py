"""Cuts a segment into ranges that fit a model's window, by turns where it can. Pure; numbers of messages stay those of the segment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memory_pipeline.adapters.openai.prompt import Numbered, block
from memory_pipeline.adapters.openai.tokens import count_tokens, cut_into_pieces
from memory_pipeline.domain.message import Role

Part = tuple[Numbered, ...]

_BLOCK_OVERHEAD = 24  # head, name and date line of a block
_SMALLEST_PIECE = 64  # a message of fewer tokens is not cut further


def tokens_of(part: Iterable[Numbered]) -> int:
    """The tokens that `part` takes in the prompt, rounded up."""
    return sum(count_tokens(block(item)) + _BLOCK_OVERHEAD for item in part)


def plan(numbered: Sequence[Numbered], budget: int) -> list[Part]:
    """Ranges of at most `budget` tokens, in order, each as full as it can be.

    Cuts between turns; within a turn that is too long alone, between a tool's result and the next message; within a
    message that is too long alone, after a line or a sentence.
    """
    parts: list[Part] = []
    filling: list[Numbered] = []
    used = 0
    for atom in _atoms(numbered, budget):
        size = tokens_of(atom)
        if filling and used + size > budget:
            parts.append(tuple(filling))
            filling, used = [], 0
        filling += atom
        used += size
    if filling:
        parts.append(tuple(filling))
    return parts


def halve(part: Part) -> tuple[Part, Part] | None:
    """`part` as two of about the same length; None where it is too short to be cut."""
    for atoms in (_turns(part), _exchanges(part), [(item,) for item in part]):
        if len(atoms) > 1:
            return _balanced(atoms)
    item = part[0]
    size = count_tokens(item.message.content)
    if size < 2 * _SMALLEST_PIECE:
        return None
    pieces = [(piece,) for piece in _pieces(item, -(-size * 5 // 8))]
    return _balanced(pieces) if len(pieces) > 1 else None


def _balanced(atoms: Sequence[Part]) -> tuple[Part, Part]:
    sizes = [tokens_of(atom) for atom in atoms]
    total = sum(sizes)
    cut = min(range(1, len(atoms)), key=lambda i: abs(total - 2 * sum(sizes[:i])))
    return _joined(atoms[:cut]), _joined(atoms[cut:])


def _joined(atoms: Iterable[Part]) -> Part:
    return tuple(item for atom in atoms for item in atom)


def _atoms(numbered: Sequence[Numbered], budget: int) -> Iterable[Part]:
    for turn in _turns(numbered):
        if tokens_of(turn) <= budget:
            yield turn
            continue
        for exchange in _exchanges(turn):
            if tokens_of(exchange) <= budget:
                yield exchange
                continue
            for item in exchange:
                yield from ((piece,) for piece in _pieces(item, budget - 2 * _BLOCK_OVERHEAD))


def _turns(numbered: Iterable[Numbered]) -> list[Part]:
    """A user's message with all that follows up to the next one."""
    turns: list[list[Numbered]] = []
    for item in numbered:
        if item.message.role is Role.USER or not turns:
            turns.append([])
        turns[-1].append(item)
    return [tuple(turn) for turn in turns]


def _exchanges(numbered: Iterable[Numbered]) -> list[Part]:
    """Single messages, but for a tool's results, which stay with the call before them."""
    exchanges: list[list[Numbered]] = []
    for item in numbered:
        if item.message.role is not Role.TOOL or not exchanges:
            exchanges.append([])
        exchanges[-1].append(item)
    return [tuple(exchange) for exchange in exchanges]


def _pieces(item: Numbered, limit: int) -> list[Numbered]:
    """`item` as several messages of the same number, none longer than `limit` tokens; the calls stay with the last."""
    texts = (
        list(cut_into_pieces(item.message.content, limit))
        if count_tokens(item.message.content) > limit
        else []
    )
    if len(texts) < 2:
        return [item]
    last = len(texts) - 1
    return [
        replace(
            item,
            message=replace(
                item.message, content=text, tool_calls=item.message.tool_calls if i == last else ()
            ),
        )
        for i, text in enumerate(texts)
    ]
