"""What a rule is: a pattern over one clause, and what it finds there.

Patterns are anchored at the clause's subject. English clauses reach them as `I …` or `my …`, Chinese ones as 我…, whoever
the subject was: the reader of clauses has put the subject aside (see `reading`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from memory_pipeline.domain.assertion import Cardinality, Stance
from memory_pipeline.domain.reference_time import find_reference_times


@dataclass(frozen=True, slots=True)
class Clause:
    """`probe` is the text the patterns see, `text` the exact words, `before` the probe of the clause before it.

    `earlier` are the last words of the message before the clause, for what a pronoun may stand for.
    """

    text: str
    probe: str
    at: datetime
    before: str = ""
    earlier: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement of a clause. `subject` is empty for the clause's own subject; `rest` are words no rule accounts for."""

    predicate: str
    object: str
    stance: Stance = Stance.ASSERTED
    subject: str = ""
    cardinality: Cardinality | None = None
    valid_from: str | None = None
    rest: str = ""


Build = Callable[[re.Match[str], Clause], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    pattern: re.Pattern[str]
    build: Build

    def apply(self, clause: Clause) -> list[Finding]:
        """What the rule finds; the clause's words behind the match are counted as unaccounted for."""
        match = self.pattern.search(clause.probe)
        if match is None:
            return []
        tail = clause.probe[match.end() :]
        return [
            replace(found, rest=f"{found.rest} {tail}") if tail else found
            for found in self.build(match, clause)
        ]


_EN_ADVERBS = (
    r"(?:(?:really|also|currently|actually|just|recently|absolutely|still|now|always|mostly|usually|personally|truly|quite|particularly|especially|basically|"
    r"originally|definitely|already|finally|officially|very much|generally|normally|typically|often|sometimes|simply|so|totally|completely|much|strongly|honestly|mainly|"
    r"primarily|presently|happily|rather|fairly|pretty|somewhat|terribly|extremely|incredibly|deeply|only|even|both|all|ever|kind of|sort of|sincerely|dearly|genuinely|very|only just|have always|'ve always|do|did)\s+)*"
)
_ZH_ADVERBS = (
    r"(?:现在|目前|如今|其实|一直以来|一直|也|还|就|都|真的|真|很|非常|特别|比较|最近|最|超级|超|挺|蛮|平时|平常|一般|通常|经常|常常|常|本来|原本|原来|已经|正式|刚刚|刚|才|"
    r"从小就|从小|从来|总是|总|尤其|格外|十分|相当|主要|个人|本身|又|确实|的确|终于|今年|去年|前年|上个月|上周|这周|前几天|前不久|不久前|昨天|今天|前天|这两天|这几天|近来|近期|"
    r"有点|有些|稍微|大概|差不多|一向|向来|[一二两三四五六七八九十几\d]+(?:年|个月|周|天)前|始终|仍然|仍|依然|正在|正|在这边|呢|啊|的话|基本上?|反正|完全|绝对|极其|极|太|好|可|只|长期|早就|早|以后|每天都?|每周都?|每年都?)*"
)
_MACROS = {
    "<I>": rf"^(?:I|we)(?:'ve|\s+have)?\s+{_EN_ADVERBS}",
    "<AM>": rf"^(?:I\s+am|I'm|Im|we\s+are|we're|I\s+was\s+and\s+am)\s+{_EN_ADVERBS}",
    "<HAVE>": rf"^(?:I|we)(?:\s+{_EN_ADVERBS}|')(?:(?:have|ve|'ve)\s+(?:{_EN_ADVERBS})(?:got\s+)?|own\s+)",
    "<HAS>": rf"^(?:I|we)(?:\s+have|'ve)\s+{_EN_ADVERBS}",
    "<MY>": r"^(?:my|our)\s+",
    "<A>": _EN_ADVERBS,
    "<ME>": rf"^我(?:自己|本人|个人|这个?人|这边|家(?=去年|今年|现在|刚|已经|上个月|最近|搬|都)|一家(?:人|[三四五六]口)?|全家|夫妻俩?|俩|两口子)?{_ZH_ADVERBS}",
    "<ADV>": _ZH_ADVERBS,
    "<MINE>": rf"^(?:我们|我)(?:家)?的?{_ZH_ADVERBS}",
    "<D>": (
        r"(?:\d{2}(?:\d{2})?\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*[日号]?|(?:农历|阴历|阳历|公历)?\s*[\d一二三四五六七八九十]{1,3}\s*月\s*[\d一二三四五六七八九十初廿]{1,3}\s*[日号]?|\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2})?日?|"
        r"\d{1,2}[-/.]\d{1,2}(?:[-/.]\d{2,4})?|(?:the\s+)?(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty-\w+|thirtieth|thirty-first)\s+(?:of\s+)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?(?:,?\s+\d{4})?|"
        r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?|"
        r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+(?:the\s+)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|"
        r"fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty-\w+|thirtieth|thirty-first)(?:,?\s+\d{4})?|\d{4}年)"
    ),
    "<NAME>": r"(?-i:[A-Z][\w'-]+(?:\s+(?:(?:van|von|de|del|della|der|den|bin|al|la|le|di|da|dos)\s+)*[A-Z][\w'.-]*){0,3})",
    "<EMAIL>": r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+",
    "<PHONE>": r"\+?\(?\d[\d\s().-]{4,18}\d",
    "<HAN>": r"[\u3400-\u9fff·]",
}


def pattern(template: str) -> re.Pattern[str]:
    """The compiled pattern of a template with the macros above, case ignored."""
    for macro, meaning in _MACROS.items():
        template = template.replace(macro, meaning)
    return re.compile(template, re.IGNORECASE)


def rule(template: str, build: Build) -> Rule:
    return Rule(pattern(template), build)


def whole(predicate: str, keep: Callable[[str], str], *, stance: Stance = Stance.ASSERTED) -> Build:
    """A build that gives group `o`, tidied by `keep` (which answers an empty text for what is no value), as one value."""

    def build(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
        raw = match["o"]
        value = keep(raw)
        if value:
            yield Finding(
                predicate,
                value,
                stance,
                rest=_rest(raw, value),
                valid_from=since(clause) if stance is Stance.ASSERTED else None,
            )

    return build


def each(predicate: str, split: Callable[[str], list[str]], *, stance: Stance = Stance.ASSERTED) -> Build:
    """A build that gives every item of the list in group `o` as a value of its own."""

    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        values = split(match["o"])
        rest = match["o"]
        for value in values:
            rest = rest.replace(value, " ", 1)
        for value in values:
            yield Finding(predicate, value, stance, rest=rest)

    return build


_CORRECTS = re.compile(
    r"^(?:actually|no\b|nope|wrong|correction|sorry)|^(?:其实|不|更正|搞错|你错|错了)", re.IGNORECASE
)


def denied(predicate: str, keep: Callable[[str], str]) -> Build:
    """A build that retracts group `o` where the clause sets something right ("Actually I'm not …"); a plain "not" says little."""

    def build(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
        value = keep(match["o"])
        if value and _CORRECTS.search(clause.text.strip()):
            yield Finding(predicate, value, Stance.RETRACTED)

    return build


def since(clause: Clause) -> str | None:
    """The ISO date from which the clause says that something holds ("moved here last week"); None if it names none in the past."""
    times = find_reference_times(clause.text, clause.at)
    past = [item for item in times if item.last <= clause.at.date() and item.first < clause.at.date()]
    return past[0].iso.partition("/")[0] if past else None


def _rest(raw: str, value: str) -> str:
    return raw.replace(value, " ", 1)
