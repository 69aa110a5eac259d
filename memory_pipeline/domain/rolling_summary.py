"""The rolling summary of a live session: when a part is folded, what of it is kept word for word, and what is told.

Hard facts (figures, codes, names, decisions) are kept apart from the narrative, in the words they came in: the next fold
adds to them and takes none away, whoever tells the story.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_pipeline.domain.cleaning import is_small_talk, shortened, without_recalled
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.segments import estimated_text_tokens, estimated_tokens

LONGEST_FACT = 240
_MOST_OF_A_TOOL = 12  # hard facts of one tool's result
_NARRATIVE_TOKENS = 400
_LONGEST_LINE = 140

_SENTENCE = re.compile(r"[^.!?。！？；;\n]+(?:\.(?=[\w])[^.!?。！？；;\n]*)*[.!?。！？；;]?")
_FIGURE = re.compile(
    r"\d|[一二两三四五六七八九十百千万亿]+(?:个|只|条|位|名|人|件|台|次|份|天|周|年|月|号|日|点|块|元|万|千|岁|公斤|%)"
)
_CODE = re.compile(
    r"[\w.+%-]+@[\w-]+\.|https?://|\b[a-z0-9]+(?:[-_][a-z0-9]+)+\b|\b[A-Z]{2,}[\w-]*\b|`[^`]+`|[“\"「『《][^”\"」』》]{2,}[”\"」』》]"
)
_NAME = re.compile(
    r"(?<![.!?\n])\s(?!I\b|I'|OK\b|Mr\b|Ms\b)[A-Z][\w'-]+|\b(?:my name is|call me|named|called|I'm|I am)\s+[A-Z]|(?:叫|姓|名字是|住在|来自|在)[\u3400-\u9fff]{2,}"
)
_DECISION = re.compile(
    r"\b(?:decid\w+|agreed?|let's (?:go with|use|do)|we(?:'ll| will) (?:use|go with|do|ship|keep)|I(?:'ll| will) (?:take|go with|use|have)|chosen?|settled on|approved?|confirmed?|rejected|cancel(?:led|ed)?|must(?: not)?|never|always|allergic|deadline|instead of)\b|"
    r"决定|定了|就用|就选|同意|确认|批准|否决|取消|改为|改成|换成|必须|不要|不能|一律|过敏|截止|说好了",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[?？]\s*$")


@dataclass(frozen=True, slots=True)
class HardFact:
    """A sentence as it was said, by whom and in which message."""

    text: str
    role: Role
    message_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RollingSummary:
    """What was said up to and with `through_message_id`, in `messages` messages over `folds` folds. `told_by` names who
    wrote the narrative last."""

    through_message_id: str
    narrative: str
    facts: tuple[HardFact, ...]
    messages: int
    folds: int
    told_by: str


def to_fold(
    messages: Sequence[Message], through_message_id: str | None, *, limit: int, keep: int
) -> tuple[Message, ...]:
    """The oldest messages beyond the summary that are to be folded; none below `limit` tokens.

    What stays has at most `keep` tokens (one turn at least), and begins with a turn: a call stays with its result.
    """
    unfolded = after(messages, through_message_id)
    sizes = [estimated_tokens(message) for message in unfolded]
    if sum(sizes) < limit:
        return ()
    starts = [i for i, message in enumerate(unfolded) if message.role is Role.USER and i]
    fitting = [i for i in starts if sum(sizes[i:]) <= keep]
    cut = fitting[0] if fitting else (starts[-1] if starts else 0)
    return tuple(unfolded[:cut])


def after(messages: Sequence[Message], message_id: str | None) -> Sequence[Message]:
    """The messages behind this one; all where it is None or not there."""
    ids = [message.id for message in messages]
    return messages[ids.index(message_id) + 1 :] if message_id in ids else messages


def fold(
    old: RollingSummary | None, messages: Sequence[Message], narrative: str, told_by: str
) -> RollingSummary:
    """The summary with `messages` folded in. Whatever hard fact it held it holds still."""
    facts = list(old.facts) if old is not None else []
    known = {_normal(fact.text) for fact in facts}
    for fact in hard_facts(messages):
        if _normal(fact.text) not in known:
            known.add(_normal(fact.text))
            facts.append(fact)
    return RollingSummary(
        messages[-1].id,
        narrative,
        tuple(facts),
        len(messages) + (old.messages if old is not None else 0),
        1 + (old.folds if old is not None else 0),
        told_by,
    )


def hard_facts(messages: Iterable[Message]) -> Iterator[HardFact]:
    """The sentences that hold a figure, a code, a name or a decision; of a tool's result the first ones."""
    for message in messages:
        if message.role is Role.SYSTEM:
            continue
        content = without_recalled(message.content)
        if message.role is Role.TOOL:
            content = shortened(content)
        found = 0
        for text in _sentences(content):
            if found >= _MOST_OF_A_TOOL and message.role is Role.TOOL:
                break
            if _is_hard(text, message.role):
                found += 1
                yield HardFact(text[:LONGEST_FACT], message.role, message.id, message.at)


def _sentences(content: str) -> Iterator[str]:
    """Sentences, a long one in pieces: none of it is lost."""
    for match in _SENTENCE.finditer(content):
        text = match.group().strip()
        for start in range(0, len(text), LONGEST_FACT):
            piece = text[start : start + LONGEST_FACT].strip()
            if piece:
                yield piece


def _is_hard(text: str, role: Role) -> bool:
    if is_small_talk(text) or (_QUESTION.search(text) and role is not Role.USER):
        return False
    if role is Role.ASSISTANT:
        return (
            _FIGURE.search(text) is not None
            or _CODE.search(text) is not None
            or _DECISION.search(text) is not None
        )
    return any(pattern.search(text) is not None for pattern in (_FIGURE, _CODE, _NAME, _DECISION))


def _normal(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".。!！;；")


def told_by_rules(old: str, messages: Sequence[Message]) -> str:
    """A narrative without a model: what each turn began with, the oldest lines counted where there are too many."""
    lines = [line for line in old.split("\n") if line.strip()]
    for message in messages:
        if message.role is Role.USER and not is_small_talk(message.content):
            first = next(_sentences(without_recalled(message.content)), "")
            if first:
                lines.append(f"- {first[:_LONGEST_LINE]}")
    left_out = 0
    if lines and (counted := _LEFT_OUT.fullmatch(lines[0])):
        left_out = int(counted[1])
        lines = lines[1:]
    while len(lines) > 1 and estimated_text_tokens("\n".join(lines)) > _NARRATIVE_TOKENS:
        lines, left_out = lines[1:], left_out + 1
    return "\n".join([f"({left_out} earlier turns)", *lines] if left_out else lines)


_LEFT_OUT = re.compile(r"\((\d+) earlier turns\)")
