"""Which words of a segment are worth reading: what is left out never was evidence, what is cut is marked.

Used before any extractor runs. Numbers stay mapped to the original messages; every line kept stands, word for word,
in its original, so that a quote found here is found there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory_pipeline.domain.extraction import Extraction
from memory_pipeline.domain.message import Message, Role

TOOL_RESULT_LIMIT = 2_000
_TAIL_SHARE = 4

_MEMORY_LINE = re.compile(
    r"^[ \t>*-]*\[\d{4}-\d{2}-\d{2} ?·[^\]\n]{0,200}·[^\]\n]{0,200}\][^\n]*(?:\n|$)", re.MULTILINE
)
_MEMORY_BLOCK = re.compile(
    r"<(?P<tag>memories|memory|recalled[-_]memories|relevant[-_]memories)\b[^>]{0,200}>.*?(?:</(?P=tag)>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_MEMORY_SECTION = re.compile(
    r"^[ \t#*]*\[?(?:recalled memories|relevant memories|known memories|user memories|stored memories|(?:memories|known facts|facts) about (?:the )?user|long[- ]term memory|memory context|what (?:you|I) (?:know|remember) about (?:the user|me|you)|相关记忆|召回的记忆|用户记忆|历史记忆|长期记忆|关于用户的记忆|记忆)\]?[ \t]*[:：]?[ \t*]*\n(?:[ \t]*(?:[-*•]|\d+[.)]|\[)[^\n]*(?:\n|$))+",
    re.MULTILINE | re.IGNORECASE,
)
_MARKED_SECTION = re.compile(
    r"\[(?:recalled memories|relevant memories|召回的记忆)\].*?(?:\[/(?:recalled memories|relevant memories|召回的记忆)\]|\n[ \t]*\n|\Z)",
    re.DOTALL | re.IGNORECASE,
)

# The JSON that `recall` answers with, as a tool's result holds it.
_RECALL_ANSWER = re.compile(r"\s*\{")
_RECALL_KEYS = ('"memories"', '"tier"', '"text"', '"score"')

_ACKNOWLEDGEMENT = re.compile(
    r"(?:hi|hello|hey|hey there|hi there|good (?:morning|afternoon|evening|night)|thanks|thank you|thanks a lot|thank you (?:so|very) much|thx|ty|"
    r"ok|okay|k|sure|yes|yep|yeah|no|nope|great|cool|nice|perfect|awesome|got it|sounds good|will do|bye|goodbye|no worries|never mind|my pleasure|alright|all good|fair enough|makes sense|copy that|roger|much appreciated|appreciate it|cheers|see you|see you (?:later|tomorrow)|"
    r"you(?:'|’)re welcome|no problem|np|lol|haha+|hmm+|"
    r"你好|您好|你好啊|嗨|哈喽|早上好|下午好|晚上好|早|晚安|谢谢|谢谢你|谢谢您|多谢|感谢|非常感谢|好的|好|好吧|嗯|嗯嗯|嗯好的|行|可以|没问题|没事|不客气|不用谢|"
    r"好滴|好嘞|好呀|嗯呢|行吧|辛苦了|没关系|懂了|原来如此|有道理|说得对|在吗|在的|明白|明白了|知道了|收到|了解|是的|对|对的|哈哈+|再见|拜拜|明天见|回头见)"
    r"(?:[\s,，.。!！~～…]*(?:朋友|thanks|thank you|谢谢|谢谢你|好的|再见|bye))?[\s,，.。!！~～…?？]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """`messages[i]` is what is left of message number `numbers[i]` (from 1) of the segment; `dropped` counts by reason."""

    messages: tuple[Message, ...]
    numbers: tuple[int, ...]
    dropped: tuple[tuple[str, int], ...]

    def original(self, number: int) -> int | None:
        """The number in the segment of the message that an extractor cites as `number`; None outside the range."""
        return self.numbers[number - 1] if 1 <= number <= len(self.numbers) else None

    def restored(self, extraction: Extraction) -> Extraction:
        """`extraction`, whose items cite cleaned messages, with the segment's own numbers; 0 stands for a number out of range."""

        def back(cited: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(self.original(number) or 0 for number in cited)

        return replace(
            extraction,
            facts=tuple(replace(fact, messages=back(fact.messages)) for fact in extraction.facts),
            episodes=tuple(
                replace(episode, messages=back(episode.messages)) for episode in extraction.episodes
            ),
        )


def recalled_spans(content: str) -> tuple[tuple[int, int], ...]:
    """The [start, end) ranges of `content` that carry recalled memories, in order, merged."""
    if _RECALL_ANSWER.match(content) and all(key in content for key in _RECALL_KEYS):
        return ((0, len(content)),)
    spans = sorted(
        (match.start(), match.end())
        for pattern in (_MEMORY_BLOCK, _MARKED_SECTION, _MEMORY_SECTION, _MEMORY_LINE)
        for match in pattern.finditer(content)
    )
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def without_recalled(content: str) -> str:
    """`content` without the blocks that carry recalled memories."""
    spans = recalled_spans(content)
    if not spans:
        return content
    kept, position = [], 0
    for start, end in spans:
        kept.append(content[position:start])
        position = end
    kept.append(content[position:])
    return "".join(kept).strip()


def is_small_talk(content: str) -> bool:
    """Whether `content` is a bare greeting, thanks or acknowledgement (or nothing at all)."""
    text = content.strip()
    return not any(map(str.isalnum, text)) or _ACKNOWLEDGEMENT.fullmatch(text) is not None


def shortened(content: str, limit: int = TOOL_RESULT_LIMIT) -> str:
    """`content` itself up to `limit` characters; beyond, its head and tail around a line that counts what was cut."""
    if len(content) <= limit:
        return content
    tail = limit // _TAIL_SHARE
    head = limit - tail
    return f"{content[:head]}\n[… {len(content) - head - tail} characters cut …]\n{content[-tail:]}"


def clean(messages: Sequence[Message], *, tool_limit: int | None = TOOL_RESULT_LIMIT) -> Cleaned:
    """What of `messages` an extractor should read, with the numbers it had.

    Left out: system messages, recalled memories, empty messages, small talk without a tool call, and a user's or
    assistant's exact repetition of the message just kept. An answer to the assistant's question is never small talk.
    """
    kept: list[Message] = []
    numbers: list[int] = []
    dropped: dict[str, int] = {}
    for number, message in enumerate(messages, start=1):
        content = without_recalled(message.content)
        reason = _drop_reason(message, content, kept[-1] if kept else None)
        if reason is not None:
            dropped[reason] = dropped.get(reason, 0) + 1
            continue
        if message.role is Role.TOOL and tool_limit is not None:
            content = shortened(content, tool_limit)
        kept.append(message if content == message.content else replace(message, content=content))
        numbers.append(number)
    return Cleaned(tuple(kept), tuple(numbers), tuple(sorted(dropped.items())))


def _drop_reason(message: Message, content: str, previous: Message | None) -> str | None:
    if message.role is Role.SYSTEM:
        return "system"
    if message.tool_calls or message.role is Role.TOOL:
        return None
    if not content.strip():
        return "recalled" if message.content.strip() else "empty"
    if (
        previous is not None
        and previous.role is message.role
        and previous.content == content
        and previous.name == message.name
    ):
        return "repeat"
    if is_small_talk(content) and not _answers(message, previous):
        return "small_talk"
    return None


def _answers(message: Message, previous: Message | None) -> bool:
    """A bare "yes" after the assistant's question confirms something: it is kept."""
    return (
        message.role is Role.USER
        and previous is not None
        and previous.role is Role.ASSISTANT
        and previous.content.rstrip().endswith(("?", "？"))
    )
