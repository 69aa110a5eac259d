"""What of an extraction stands on the messages it cites. The pipeline asks after every extractor, rules or model.

Pure, and it never raises on a bad item: what is not borne out is returned as rejected, with a fixed reason code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime

from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.cited_text import CitedText, Missing
from memory_pipeline.domain.cleaning import recalled_spans, without_recalled
from memory_pipeline.domain.comparison.normalise import base_form
from memory_pipeline.domain.credibility import Source, source_of
from memory_pipeline.domain.erased_text import is_covered
from memory_pipeline.domain.extraction import ExtractedEpisode, ExtractedFact, Extraction, RejectedItem
from memory_pipeline.domain.message import Message, Role
from memory_pipeline.domain.registry import REGISTRY, ValueType
from memory_pipeline.domain.secrets.mask import is_masked, is_only_mask

PERSON = "user"
PERSON_ALIASES = frozenset(
    {
        "user",
        "the user",
        "用户",
        "使用者",
        "i",
        "me",
        "myself",
        "我",
        "本人",
        "客户",
        "customer",
        "the customer",
    }
)

_STATEMENTS = frozenset({Stance.ASSERTED, Stance.RETRACTED})
_NAME_TYPES = frozenset({ValueType.NAME, ValueType.PLACE, ValueType.EMAIL, ValueType.PHONE})
_AFFIRMATION = re.compile(
    r"(?:yes|yep|yeah|yup|right|correct|exactly|sure|that(?:'|’)?s (?:right|correct|it)|是|是的|对|对的|没错|嗯|嗯嗯|正确)[\s,，.。!！]*.{0,40}",
    re.IGNORECASE | re.DOTALL,
)
_MAX_QUOTE = 200


@dataclass(frozen=True, slots=True)
class GroundedFact:
    """A fact with what it rests on: `quote` stands, character for character, in the message `anchor_message_id`.

    `source` is that message's, `at` its instant; `message_ids` are all cited messages that can be evidence.
    """

    fact: ExtractedFact
    source: Source
    message_ids: tuple[str, ...]
    anchor_message_id: str
    quote: str
    at: datetime


@dataclass(frozen=True, slots=True)
class GroundedEpisode:
    """An episode whose figures, dates and names stand in its messages. `quote` is from the first one, `at` its instant."""

    episode: ExtractedEpisode
    message_ids: tuple[str, ...]
    anchor_message_id: str
    quote: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Grounded:
    """`rejected` holds what the extractor itself refused, then what grounding did."""

    facts: tuple[GroundedFact, ...]
    episodes: tuple[GroundedEpisode, ...]
    rejected: tuple[RejectedItem, ...]


@dataclass(frozen=True, slots=True)
class _Segment:
    messages: Sequence[Message]
    person: str | None
    tool_sources: Mapping[str, Source]
    tools: Mapping[str, str]
    read: dict[tuple[Message, ...], CitedText] = field(default_factory=dict)

    def words_of(self, cited: Sequence[Message]) -> CitedText:
        """The words of the cited messages; read once however many items cite them."""
        key = tuple(cited)
        if key not in self.read:
            self.read[key] = CitedText.of((_words(message), message.at) for message in cited)
        return self.read[key]

    def source(self, message: Message) -> Source | None:
        tool = message.name or self.tools.get(message.tool_call_id or "")
        return source_of(message.role, tool, self.tool_sources)


def ground(
    extraction: Extraction,
    messages: Sequence[Message],
    *,
    person: str | None,
    tool_sources: Mapping[str, Source],
) -> Grounded:
    """What of `extraction` the segment `messages` (cited as 1..n, uncleaned) bears out, with sources read off the evidence."""
    tools = {call.id: call.name for message in messages for call in message.tool_calls if call.id is not None}
    segment = _Segment(messages, person, tool_sources, tools)
    facts: list[GroundedFact] = []
    episodes: list[GroundedEpisode] = []
    rejected = list(extraction.rejected)
    for fact in extraction.facts:
        outcome = _ground_fact(fact, segment)
        if isinstance(outcome, Missing):
            rejected.append(RejectedItem(outcome.reason, outcome.token, _as_json(fact)))
        else:
            facts.append(outcome)
    for episode in extraction.episodes:
        result = _ground_episode(episode, segment)
        if isinstance(result, Missing):
            rejected.append(RejectedItem(result.reason, result.token, _as_json(episode)))
        else:
            episodes.append(result)
    return Grounded(tuple(facts), tuple(episodes), tuple(rejected))


def is_person(subject: str) -> bool:
    """Whether `subject` is a way of saying "the account's person"."""
    return base_form(subject) in PERSON_ALIASES


def _ground_fact(fact: ExtractedFact, segment: _Segment) -> GroundedFact | Missing:
    refused = _refused_at_sight(fact)
    if refused is not None:
        return refused
    cited = _evidence(fact.messages, segment)
    if isinstance(cited, Missing):
        return cited
    anchor = _anchor(fact, cited, segment)
    if isinstance(anchor, Missing):
        return anchor
    message, quote = anchor
    if _speaks_for_another(fact, message, segment.person):
        return Missing("other_speaker", message.name or "")
    missing = _missing_from(fact, segment.words_of(cited))
    if missing is not None:
        return missing
    source = _source(fact, message, cited, segment)
    ids = tuple(item.id for item in cited)
    return GroundedFact(replace(fact, quote=quote), source, ids, message.id, quote, message.at)


def _refused_at_sight(fact: ExtractedFact) -> Missing | None:
    if not fact.subject.strip() or not fact.predicate.strip():
        return Missing("malformed", "subject" if not fact.subject.strip() else "predicate")
    if fact.stance not in _STATEMENTS:
        return Missing(str(fact.stance), fact.object)
    if not fact.object.strip() and fact.stance is not Stance.RETRACTED:
        return Missing("empty_object", fact.predicate)
    if any(is_masked(part) for part in (fact.subject, fact.predicate, fact.object)):
        return Missing("masked_secret", fact.predicate)
    if any(is_covered(part) for part in (fact.subject, fact.predicate, fact.object)):
        return Missing("erased_text", fact.predicate)
    return None


def _evidence(numbers: Sequence[int], segment: _Segment) -> list[Message] | Missing:
    """The cited messages that can be evidence, in the order of the conversation, each once."""
    in_range = [segment.messages[n - 1] for n in sorted(set(numbers)) if 1 <= n <= len(segment.messages)]
    if not in_range:
        return Missing("message_out_of_range", ", ".join(str(n) for n in numbers))
    spoken = [message for message in in_range if message.role is not Role.SYSTEM]
    if not spoken:
        return Missing("system_message", in_range[0].id)
    fresh = [message for message in spoken if message.tool_calls or without_recalled(message.content).strip()]
    if not fresh:
        reason = "recalled_memory" if any(message.content.strip() for message in spoken) else "empty_message"
        return Missing(reason, spoken[0].id)
    return fresh


def _anchor(
    fact: ExtractedFact, cited: Sequence[Message], segment: _Segment
) -> tuple[Message, str] | Missing:
    """The message whose words the fact is, with the exact words; without a quote the least credible cited message."""
    if not fact.quote.strip():
        message = min(cited, key=lambda item: _rank(segment.source(item)))
        return message, _stand_in_quote(fact.object, message)
    recalled = False
    for message in cited:
        span = find_quote(fact.quote, message.content)
        if span is None:
            continue
        if any(start < span[1] and span[0] < end for start, end in recalled_spans(message.content)):
            recalled = True
            continue
        return message, message.content[span[0] : span[1]]
    return Missing("recalled_memory" if recalled else "quote_not_in_evidence", fact.quote)


def _rank(source: Source | None) -> float:
    return source.rank if source is not None else 0.0


def _stand_in_quote(text: str, message: Message) -> str:
    span = find_quote(text, message.content) if text.strip() else None
    if span is not None:
        return message.content[span[0] : span[1]]
    content = without_recalled(message.content)
    first = next((line for line in content.splitlines() if line.strip()), "").strip()[:_MAX_QUOTE]
    return first if first in message.content else ""


def find_quote(quote: str, content: str) -> tuple[int, int] | None:
    """The [start, end) range of `content` that `quote` stands for: exact, or but for blanks, case, width and quote marks."""
    wanted = quote.strip()
    start = content.find(wanted)
    if start >= 0 and wanted:
        return start, start + len(wanted)
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(content):
        for letter in _letters(character):
            letters.append(letter)
            places.append(place)
    needle = "".join(letter for character in wanted for letter in _letters(character)).strip(".…")
    found = "".join(letters).find(needle) if needle else -1
    if found < 0:
        return None
    return places[found], places[found + len(needle) - 1] + 1


def _letters(character: str) -> str:
    return "" if character.isspace() else base_form(character)


def _speaks_for_another(fact: ExtractedFact, message: Message, person: str | None) -> bool:
    if message.role is not Role.USER or message.name is None or person is None:
        return False
    if base_form(message.name) == base_form(person):
        return False
    return base_form(fact.subject) != base_form(message.name)


def _words(message: Message) -> str:
    calls = [f"{call.name} {call.arguments}" for call in message.tool_calls]
    return "\n".join([without_recalled(message.content), *calls, message.name or ""])


def _missing_from(fact: ExtractedFact, text: CitedText) -> Missing | None:
    known = REGISTRY.get(REGISTRY.resolve(fact.predicate) or "")
    names = known is not None and known.value_type in _NAME_TYPES
    a_birthday = known is not None and known.value_type is ValueType.DATE
    missing = text.missing(fact.object, names_throughout=names, year_may_be_derived=not a_birthday)
    if missing is None and not is_person(fact.subject):
        missing = text.missing(fact.subject, names_throughout=True)
    return missing


def _source(fact: ExtractedFact, anchor: Message, cited: Sequence[Message], segment: _Segment) -> Source:
    """The anchor's source; the weakest cited one where the anchor's own words do not bear the value out.

    So words of a tool or of the assistant never pass as the person's by quoting the person beside them. A plain "yes"
    takes over what it answers.
    """
    own = segment.source(anchor) or Source.AGENT_INFERRED
    borne_out = _missing_from(fact, segment.words_of([anchor])) is None
    affirmed = anchor.role is Role.USER and _AFFIRMATION.fullmatch(anchor.content.strip()) is not None
    if borne_out or affirmed or len(cited) == 1:
        return own
    return min(
        (segment.source(item) or Source.AGENT_INFERRED for item in cited), key=lambda source: source.rank
    )


def _ground_episode(episode: ExtractedEpisode, segment: _Segment) -> GroundedEpisode | Missing:
    if not episode.trigger.strip():
        return Missing("empty_trigger", episode.summary)
    if is_only_mask(episode.trigger) or any(is_masked(value) for value in episode.entities.values()):
        return Missing("masked_secret", episode.kind)
    cited = _evidence(episode.messages, segment)
    if isinstance(cited, Missing):
        return cited
    text = segment.words_of(cited)
    for part in _texts(episode):
        missing = text.missing(part)
        if missing is not None:
            return missing
    first = next((item for item in cited if find_quote(episode.trigger, item.content)), cited[0])
    ids = tuple(item.id for item in cited)
    return GroundedEpisode(episode, ids, first.id, _stand_in_quote(episode.trigger, first), first.at)


def _texts(episode: ExtractedEpisode) -> list[str]:
    actions = [text for action in episode.actions for text in (action.action, action.result or "")]
    texts = [episode.trigger, episode.summary, episode.outcome or "", *episode.entities.values(), *actions]
    return [text for text in texts if text.strip()]


def _as_json(item: ExtractedFact | ExtractedEpisode) -> str:
    plain = asdict(
        replace(item, entities=dict(item.entities)) if isinstance(item, ExtractedEpisode) else item
    )
    return json.dumps(plain, ensure_ascii=False, sort_keys=True, default=str)
