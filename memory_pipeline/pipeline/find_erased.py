"""What an erasure takes with it: statements, episodes and messages, found over provenance under the scopes' locks."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from memory_pipeline.domain.assertion import AssertionId
from memory_pipeline.domain.episode import Episode
from memory_pipeline.domain.erased_text import Needle, mapped_texts, masked, texts_within
from memory_pipeline.domain.evidence import Evidence
from memory_pipeline.domain.message import Message, ToolCall
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.domain.slot import Slot
from memory_pipeline.pipeline.namesakes import Namesake, belongs, namesakes
from memory_pipeline.pipeline.refuse_erased import cites
from memory_pipeline.ports.erasure import ErasureUnit
from memory_pipeline.ports.memory_store import Placed
from memory_pipeline.ports.tombstone_keys import Tombstone
from memory_pipeline.ports.transcripts import Transcript
from memory_pipeline.ports.working_memory import SessionKey


@dataclass(slots=True)
class ScopeFindings:
    """One scope's share. `evidence` is what statements that stay rest on from now on; `unsaid` are those removed ones
    whose words were erased and whose value was not: what is left of the message may bear them out again."""

    assertions: dict[AssertionId, Placed] = field(default_factory=dict)
    episodes: dict[UUID, Episode] = field(default_factory=dict)
    evidence: dict[AssertionId, tuple[Evidence, ...]] = field(default_factory=dict)
    retracted: set[AssertionId] = field(default_factory=set)
    unsaid: set[AssertionId] = field(default_factory=set)
    slots: set[Slot] = field(default_factory=set)
    graves: set[Tombstone] = field(default_factory=set)

    def remove(self, item: Placed) -> None:
        self.assertions[item.assertion.id] = item
        self.slots.add(item.slot)

    def rewrite(self, item: Placed, evidence: Sequence[Evidence]) -> None:
        self.evidence[item.assertion.id] = tuple(evidence)
        self.slots.add(item.slot)


@dataclass(slots=True)
class Findings:
    """`messages` are masked ones by position, of which those in `wordless` are past retention and have no words to mask;
    `again` are positions whose segments are to be extracted again; `refs` what statements outside any session were written
    under; `needles` the texts that must not be found any more."""

    tenant: Tenant
    scopes: dict[Scope, ScopeFindings] = field(default_factory=lambda: defaultdict(ScopeFindings))
    sessions: list[Transcript] = field(default_factory=list)
    messages: dict[SessionKey, dict[int, Message]] = field(default_factory=lambda: defaultdict(dict))
    wordless: dict[SessionKey, set[int]] = field(default_factory=lambda: defaultdict(set))
    again: dict[SessionKey, set[int]] = field(default_factory=lambda: defaultdict(set))
    refs: set[str] = field(default_factory=set)
    needles: list[Needle] = field(default_factory=list)

    def masked_ids(self, key: SessionKey) -> list[str]:
        return [message.id for _, message in sorted(self.messages.get(key, {}).items())]


def find_session(found: Findings, unit: ErasureUnit, session: Transcript, scopes: Collection[Scope]) -> None:
    """All that the session's home and the scopes that it is shared with hold of it."""
    session_id = session.key.session_id
    for scope in scopes:
        own, others = found.scopes[scope], namesakes(unit, scope, session)
        for item in unit.cited(scope, session_id):
            if belongs(item.assertion.evidence, others):
                own.remove(item)
        for episode in unit.session_episodes(scope, session_id):
            if belongs(episode.evidence, others):
                own.episodes[episode.id] = episode


def find_memory(
    found: Findings, unit: ErasureUnit, home: Scope, memory_id: UUID, normal: Callable[[Slot, str], str]
) -> bool:
    """The statements and the words of one fact, or of one episode, and their copies; False if there is no such memory."""
    rows = [fact for fact in unit.facts(home) if fact.id == memory_id]
    told = [episode for episode in unit.episodes(home) if episode.id == memory_id]
    own = found.scopes[home]
    if rows:
        slot = rows[0].slot
        stated = {assertion_id for row in rows for assertion_id in row.assertions}
        stored = unit.placed(home, {slot})
        values = {normal(slot, item.assertion.object) for item in stored if item.assertion.id in stated}
        for item in stored:
            if item.assertion.id in stated or normal(slot, item.assertion.object) in values:
                own.remove(item)
            elif item.assertion.retracts is not None and normal(slot, item.assertion.retracts) in values:
                own.retracted.add(item.assertion.id)
                own.slots.add(item.slot)
    own.episodes.update({episode.id: episode for episode in told})
    evidence = [each for item in own.assertions.values() for each in item.assertion.evidence]
    evidence += [each for episode in told for each in episode.evidence]
    found.refs |= {each.ref for each in evidence if each.ref is not None}
    find_quotes(found, unit, home, evidence)
    _find_copies(found, unit, home)
    return bool(rows or told)


def _find_copies(found: Findings, unit: ErasureUnit, home: Scope) -> None:
    """The same statement, or the same happening, in the scopes that its session is shared with."""
    own = found.scopes[home]
    said = {_words(item): item for item in own.assertions.values()}
    happened = {(each.session_id, each.kind, each.trigger) for each in own.episodes.values()}
    sessions = {e.session_id for item in own.assertions.values() for e in item.assertion.evidence}
    sessions |= {each.session_id for each in own.episodes.values()}
    for session_id in sorted(id_ for id_ in sessions if id_ is not None):
        session = unit.transcript(SessionKey(found.tenant, home, session_id))
        for scope in () if session is None else session.info.shared_with:
            if scope == home:
                continue
            for item in unit.cited(scope, session_id):
                if _words(item) in said:
                    found.scopes[scope].remove(item)
            for episode in unit.session_episodes(scope, session_id):
                if (episode.session_id, episode.kind, episode.trigger) in happened:
                    found.scopes[scope].episodes[episode.id] = episode


def _words(item: Placed) -> tuple[object, ...]:
    said = item.assertion
    return said.subject, said.predicate, said.object, said.stance, said.act, said.evidence[:1]


def find_text(
    found: Findings,
    unit: ErasureUnit,
    home: Scope,
    needle: Needle,
    logs: Mapping[SessionKey, Sequence[Message]],
) -> None:
    """The text in everything that the scope holds, and in the copies that its sessions have in other scopes. `logs` are
    the working tier's: of messages past retention only they may have words, where an old file came again."""
    found.needles.append(needle)
    copies: dict[Scope, dict[str, _Copies]] = defaultdict(dict)
    for session in unit.transcripts(home):
        changed = _masked_messages(session, [needle])
        again = _said_again(session, logs.get(session.key, ()), needle)
        if changed or again:
            found.messages[session.key] = again | changed
            found.wordless[session.key] |= again.keys()
        if changed or session.past_retention:
            ids = frozenset(message.id for message in changed.values())
            for scope in session.info.shared_with:
                others = namesakes(unit, scope, session) if session.past_retention else []
                copies[scope][session.key.session_id] = _Copies(ids, session.wordless, others)
    _find_text_in(found, unit, home, needle, None)
    for scope, sessions in copies.items():
        if scope != home:
            _find_text_in(found, unit, scope, needle, sessions)


def _said_again(session: Transcript, log: Sequence[Message], needle: Needle) -> dict[int, Message]:
    """The messages past retention whose words are in the working tier with the text in them, as the transcript has them."""
    ids = {message.id for message in log if holds(message, needle)}
    return {
        place: session.messages[place]
        for place in session.past_retention
        if session.messages[place].id in ids
    }


@dataclass(frozen=True, slots=True)
class _Copies:
    """Whose copies of one session may hold the text: of the messages `ids`, which hold it, and of those past retention,
    which may have, unless somebody else said it."""

    ids: frozenset[str]
    wordless: frozenset[str]
    others: Sequence[Namesake]

    def hold(self, item: Placed, session_id: str) -> bool:
        said = item.assertion
        if cites(said, session_id, self.ids):
            return True
        return cites(said, session_id, self.wordless) and belongs(said.evidence, self.others)

    def tell(self, episode: Episode) -> bool:
        return bool(self.ids) or belongs(episode.evidence, self.others)


def _find_text_in(
    found: Findings,
    unit: ErasureUnit,
    scope: Scope,
    needle: Needle,
    sessions: Mapping[str, _Copies] | None,
) -> None:
    """In one scope; of a shared one only what cites these messages."""
    own = found.scopes[scope]
    for item in _stated(unit, scope, sessions):
        said = item.assertion
        if any(needle.within(text) for text in (said.subject, said.predicate, said.object)):
            own.remove(item)
        elif said.retracts is not None and needle.within(said.retracts):
            own.retracted.add(said.id)
            own.slots.add(item.slot)
        if said.id not in own.assertions:
            _mask_evidence(own, item, [needle])
            if said.id in own.evidence and not _still_said(found, own, item):
                own.remove(item)
                own.unsaid.add(said.id)
    for episode in _told(unit, scope, sessions):
        if any(needle.within(text) for text in _episode_texts(episode)):
            own.episodes[episode.id] = episode


def _stated(unit: ErasureUnit, scope: Scope, sessions: Mapping[str, _Copies] | None) -> list[Placed]:
    if sessions is None:
        return list(unit.cited(scope, None))
    return [
        item
        for session_id, copies in sessions.items()
        for item in unit.cited(scope, session_id)
        if copies.hold(item, session_id)
    ]


def _told(unit: ErasureUnit, scope: Scope, sessions: Mapping[str, _Copies] | None) -> list[Episode]:
    if sessions is None:
        return list(unit.episodes(scope))
    return [
        episode
        for session_id, copies in sessions.items()
        for episode in unit.session_episodes(scope, session_id)
        if copies.tell(episode)
    ]


def _still_said(found: Findings, own: ScopeFindings, item: Placed) -> bool:
    """Whether what is left of the message, or of the words outside any session, still holds the value."""
    value = Needle.of(item.assertion.object)
    anchor = own.evidence[item.assertion.id][0]
    words = [
        message.content
        for key, changed in found.messages.items()
        for message in changed.values()
        if (key.session_id, message.id) == (anchor.session_id, anchor.message_id)
    ]
    return value is not None and any(value.within(text) for text in words or [anchor.quote])


def _holds_any(episode: Episode, needles: Sequence[Needle]) -> bool:
    return any(needle.within(text) for text in _episode_texts(episode) for needle in needles)


def _episode_texts(episode: Episode) -> Iterable[str]:
    yield from (episode.trigger, episode.summary, episode.outcome or "")
    yield from texts_within(dict(episode.entities))
    for action in episode.actions:
        yield from (action.action, action.result or "")
    yield from (each.quote for each in episode.evidence)


def clear_retracted(found: Findings, unit: ErasureUnit, normal: Callable[[Slot, str], str]) -> None:
    """Corrections that stay, and name a value that they took back which nobody says any more."""
    for scope, own in found.scopes.items():
        stored = unit.placed(scope, own.slots) if own.slots else ()
        stays = [item for item in stored if item.assertion.id not in own.assertions]
        held = {(item.slot, normal(item.slot, item.assertion.object)) for item in stays}
        gone = {(item.slot, normal(item.slot, item.assertion.object)) for item in own.assertions.values()}
        for item in stays:
            retracts = item.assertion.retracts
            if retracts is not None and (item.slot, normal(item.slot, retracts)) in gone - held:
                own.retracted.add(item.assertion.id)


def find_quotes(found: Findings, unit: ErasureUnit, home: Scope, evidence: Iterable[Evidence]) -> None:
    """Masks the quotes in the messages that they are from, where these are the scope's own."""
    quotes: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for each in evidence:
        if each.session_id is not None and each.message_id is not None and each.quote.strip():
            quotes[each.session_id][each.message_id].add(each.quote)
    for session_id, by_message in quotes.items():
        session = unit.transcript(SessionKey(found.tenant, home, session_id))
        if session is None:
            continue
        for position, message in enumerate(session.messages):
            needles = [n for quote in by_message.get(message.id, ()) if (n := Needle.of(quote)) is not None]
            changed = _mask(message, needles)
            past = bool(needles) and position in session.past_retention
            if changed != message or past:
                found.messages[session.key][position] = changed
                found.needles.extend(needles)
                if past:
                    found.wordless[session.key].add(position)


def find_collateral(found: Findings, unit: ErasureUnit, *, named: Collection[UUID] = ()) -> None:
    """What cites a masked message and stays: its quote is masked too. Episodes that cite one are told again without it, but
    not those that are erased by their name; of those that cite one past retention, which cannot be, the ones that hold the
    erased text go."""
    for key, changed in found.messages.items():
        session = unit.transcript(key)
        if session is None:
            continue
        ids = {message.id for message in changed.values()}
        wordless = {changed[position].id for position in found.wordless.get(key, ())}
        for scope in (key.scope, *session.info.shared_with):
            own, others = found.scopes[scope], namesakes(unit, scope, session)
            for item in unit.cited(scope, key.session_id):
                if item.assertion.id not in own.assertions and cites(item.assertion, key.session_id, ids):
                    _mask_evidence(own, item, found.needles)
            for episode in unit.session_episodes(scope, key.session_id):
                about = {each.message_id for each in episode.evidence}
                cited = about & (ids - wordless) or (about & wordless and _holds_any(episode, found.needles))
                if cited and belongs(episode.evidence, others):
                    own.episodes[episode.id] = episode
    for own in found.scopes.values():
        rested = [episode.evidence for id_, episode in own.episodes.items() if id_ not in named]
        rested += [own.assertions[id_].assertion.evidence for id_ in own.unsaid]
        for evidence in rested:
            _tell_again(found, unit, evidence)


def _tell_again(found: Findings, unit: ErasureUnit, evidence: Sequence[Evidence]) -> None:
    """Marks the segments, with their home, that these words are from, where messages of the session were masked."""
    cited = {(each.session_id, each.message_id) for each in evidence}
    for key in found.messages:
        session = unit.transcript(key)
        for position, message in enumerate(session.messages if session is not None else ()):
            past = session is not None and position in session.past_retention
            if (key.session_id, message.id) in cited and not past:
                found.again[key].add(position)


def _masked_messages(session: Transcript, needles: Sequence[Needle]) -> dict[int, Message]:
    pairs = (
        (position, message, _mask(message, needles)) for position, message in enumerate(session.messages)
    )
    return {position: changed for position, message, changed in pairs if changed != message}


def holds(message: Message, needle: Needle) -> bool:
    """Whether an erasure of the text would mask something of the message."""
    return _mask(message, [needle]) != message


def _mask(message: Message, needles: Sequence[Needle]) -> Message:
    """The message with the texts covered wherever it holds them: words, name, what was handed to tools, and the call's id."""
    if not needles:
        return message

    def cover(text: str) -> str:
        return masked(text, needles)

    return replace(
        message,
        content=cover(message.content),
        name=None if message.name is None else cover(message.name),
        tool_calls=tuple(
            ToolCall(
                cover(call.name),
                _masked_json(call.arguments, needles),
                None if call.id is None else cover(call.id),
            )
            for call in message.tool_calls
        ),
        tool_call_id=None if message.tool_call_id is None else cover(message.tool_call_id),
    )


def _masked_json(arguments: str, needles: Sequence[Needle]) -> str:
    """The JSON text with the texts covered, also where it spells them in escapes."""
    covered = masked(arguments, needles)
    try:
        value = json.loads(covered)
    except ValueError:
        return covered
    changed = mapped_texts(value, lambda text: masked(text, needles))
    return covered if changed == value else json.dumps(changed, ensure_ascii=False)


def _mask_evidence(own: ScopeFindings, item: Placed, needles: Sequence[Needle]) -> None:
    evidence = own.evidence.get(item.assertion.id, item.assertion.evidence)
    covered = tuple(
        replace(
            each,
            quote=masked(each.quote, needles),
            ref=None if each.ref is None else masked(each.ref, needles),
        )
        for each in evidence
    )
    if covered != evidence:
        own.rewrite(item, covered)
