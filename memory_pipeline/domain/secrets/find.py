"""All secrets of one text: by shape, by check digits, by the name before them, by the sentence around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from memory_pipeline.domain.secrets import chinese, english
from memory_pipeline.domain.secrets.assignments import find_assignments
from memory_pipeline.domain.secrets.numbers import find_numbers
from memory_pipeline.domain.secrets.shapes import find_shapes
from memory_pipeline.domain.secrets.span import Span, merged
from memory_pipeline.domain.secrets.spelling import View, folded, holds_any

# Of what the English patterns read one stands in the text, or none of them need be tried.
_STEMS = (
    "pass p@ss pa$$ pwd pswd psw pw p/w pin puk phrase words mnemonic key code combo combination sequence otp cvv cvc cvn security license licence insurance ssn "
    "tax token secret cred cookie connection account card login logon log- sign auth open unlock disarm verif root admin postgres ubuntu user keypad intercom lockbox"
).split()
_STEMS += ["p a s s", "p.a.s.s"]
_ANY_CHINESE = re.compile(
    "[密口令码碼钥鑰证證词詞暗号號保锁鎖]|开门|登[录陆]|门禁|能进|secret|token|key", re.IGNORECASE
)
_MOST_CHAINED = 12


def find_secrets(text: str, *, told_before: bool = False) -> list[Span]:
    """The ranges of `text` that are secrets, in order, not overlapping. `told_before`: a password was being told."""
    view = View.of(text)
    spans = merged(_in_view(view.text, told_before))
    if view.places is None:
        return spans
    return merged(Span(*view.back(span.start, span.end), span.kind) for span in spans)


def mentions_password(text: str) -> bool:
    """Whether it speaks of a password, a PIN or a code at all."""
    return english.KEYWORD.search(text) is not None or chinese.KEYWORD.search(text) is not None


def _in_view(text: str, told_before: bool) -> Iterator[Span]:
    yield from find_shapes(text)
    yield from find_numbers(text)
    yield from find_assignments(text)
    lowered = folded(text)
    if told_before or holds_any(lowered, _STEMS):
        yield from _with_chain(text, english.find_in_english(text, told_before=told_before), english.chained)
    if not text.isascii() and (told_before or _ANY_CHINESE.search(text)):
        yield from _with_chain(text, chinese.find_in_chinese(text, told_before=told_before), chinese.chained)


def _with_chain(
    text: str, spans: Iterable[Span], chain: Callable[[str, Span], Span | None]
) -> Iterator[Span]:
    for span in spans:
        yield span
        last = span
        for _ in range(_MOST_CHAINED):
            following = chain(text, last)
            if following is None:
                break
            yield following
            last = following
