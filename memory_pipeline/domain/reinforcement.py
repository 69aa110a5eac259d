"""Which episodes repeat, and what each of them says when it does: the seed of a distilled fact.

A mention is worded from its own episode alone. So its id never depends on what else is known or when a night ran, and
with an episode goes everything that was made of it. Which mentions say the same is decided as for any value.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory_pipeline.domain.accumulation import Tally
from memory_pipeline.domain.assertion import Act, Assertion, Stance, assertion_id
from memory_pipeline.domain.comparison.normalise import has_cjk
from memory_pipeline.domain.credibility import Source
from memory_pipeline.domain.episode import Episode, EpisodeKind
from memory_pipeline.domain.policy import Policy
from memory_pipeline.domain.registry import ValueType
from memory_pipeline.domain.slot import Slot
from memory_pipeline.domain.subjects import PERSON, normal_subject
from memory_pipeline.domain.symptoms import symptom
from memory_pipeline.domain.value_classes import COMPARER, Comparer, Layout, ValueClasses

PREDICATE = "note"
_USER_SCOPE = "user"
_FEWEST_SESSIONS = 2
_MOST_STEPS = 3
_LONGEST = 300
# What stays the same from one time to the next; numbers of orders, tickets and bookings do not.
_LASTING = (
    "service", "app", "application", "database", "cluster", "deployment", "host", "server", "component", "system",
    "product", "device", "project", "服务", "应用", "数据库", "集群", "主机", "系统", "产品", "设备", "项目",
)  # fmt: skip
_FIXABLE = frozenset({EpisodeKind.INCIDENT, EpisodeKind.COMPLAINT})
_LOOKING = re.compile(
    r"(?i:get|list|search|find|check|describe|query|read|fetch|look(?:ed|ing)?|lookup|show|view|inspect|think|thought|calculate|plan|reflect|"
    r"analy[sz]e|diagnose|investigate|review|monitor|verify|verified|confirm|observe|reply|replied|answer|ask|notify|notified|escalate|transfer)"
    r"(?:ed|d|s|ing)?(?![a-z])|查|检查|分析|排查|确认|观察|监控|回复|回答|询问|通知|转人工"
)
_WHEN = re.compile(
    r"\b(?:since|from|at|around|about|until)?\s*\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?(?![\w:])|\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}\S*)?|"
    r"\b(?:today|yesterday|tonight|this (?:morning|afternoon|evening|week)|last (?:night|week)|right now|just now|again|once more)\b|"
    r"(?:从|自)?(?:今天|昨天|前天|今早|昨晚|今晚|刚才|刚刚|早上|上午|中午|下午|晚上|凌晨)?\d{1,2}(?::\d{2}|点(?:\d{1,2}分?)?)(?:开始|起|左右)?|今天|昨天|今早|昨晚|刚才|刚刚|再次|又(?=\S)",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"(?:[,，。.;；!！?？]|\s-)\s*(?:(?:and|so)\s+)?(?:(?:please|can you|could you|would you|help)\b|请|麻烦|帮(?:我|忙))[^,，。;；!！]*[.。!！?？]*\s*$",
    re.IGNORECASE,
)
_ORPHANED = re.compile(r"\s+(?=[,.;!?，。；！？])|\s{2,}|^[\s,，.;；]+|[\s,，.;；:：]+$")
_RECURS = {
    EpisodeKind.INCIDENT: ("recurring incident", "反复出现的故障"),
    EpisodeKind.REQUEST: ("recurring request", "反复提出的请求"),
    EpisodeKind.COMPLAINT: ("recurring complaint", "反复的投诉"),
    EpisodeKind.PURCHASE: ("recurring purchase", "反复的购买"),
    EpisodeKind.INQUIRY: ("recurring question", "反复的询问"),
}


@dataclass(frozen=True, slots=True)
class Mention:
    """What one episode says if it is not the only one of its kind. `object` holds words of this episode alone."""

    episode: Episode
    subject: str
    object: str


@dataclass(frozen=True, slots=True)
class Repetition:
    """Mentions of at least two sessions that say the same, oldest first."""

    mentions: tuple[Mention, ...]

    @property
    def subject(self) -> str:
        return self.mentions[0].subject

    @property
    def object(self) -> str:
        """The words of the oldest mention: those that its fact shows."""
        return self.mentions[0].object

    @property
    def sessions(self) -> int:
        return len({mention.episode.session_id for mention in self.mentions})

    def tally(self, policy: Policy) -> Tally:
        """How many of the mentions count: those longer apart than the gap."""
        tally = Tally()
        for mention in self.mentions:
            tally = tally.after(mention.episode.occurred_at, policy)
        return tally


def repetitions(episodes: Iterable[Episode], *, comparer: Comparer = COMPARER) -> tuple[Repetition, ...]:
    """What recurs among the episodes of one scope: a function of their set, whatever their order.

    Episodes go together by kind and entity, and by what they say as the values of a slot do. What one session tells,
    however often, is no repetition.
    """
    by_place: dict[tuple[EpisodeKind, Slot], list[Mention]] = defaultdict(list)
    distinct = {episode.id: episode for episode in episodes}
    for episode in sorted(distinct.values(), key=lambda each: (each.occurred_at, each.id)):
        mention = mention_of(episode)
        if mention is not None:
            slot = Slot(episode.tenant, episode.scope, normal_subject(mention.subject), PREDICATE)
            by_place[episode.kind, slot].append(mention)
    found = [
        repetition
        for (_, slot), mentions in by_place.items()
        for repetition in _alike(mentions, slot, comparer)
        if repetition.sessions >= _FEWEST_SESSIONS
    ]
    return tuple(
        sorted(found, key=lambda each: (each.subject, each.mentions[0].episode.occurred_at, each.object))
    )


def _alike(mentions: Sequence[Mention], slot: Slot, comparer: Comparer) -> list[Repetition]:
    classes = ValueClasses(Layout.MANY, ValueType.STATEMENT, comparer)
    by_class: dict[int, list[Mention]] = defaultdict(list)
    for mention in mentions:
        by_class[classes.place(slot, mention.object).line].append(mention)
    return [Repetition(tuple(members)) for members in by_class.values()]


def mention_of(episode: Episode) -> Mention | None:
    """What the episode says of a service or of the person; None where it is about neither, or says nothing lasting."""
    entity = _entity(episode)
    if entity is None and episode.scope.kind != _USER_SCOPE:
        return None  # a shared scope holds nothing about a person
    words = _words(episode, entity)
    return None if words is None else Mention(episode, entity or PERSON, words)


def distilled(mention: Mention, policy: Policy, *, recorded_at: datetime) -> Assertion:
    """The mention as an assertion that cites the episode's messages: one share of what makes a fact."""
    episode = mention.episode
    return Assertion(
        id=assertion_id(
            episode.tenant,
            episode.scope,
            episode.evidence[0],
            episode.occurred_at,
            mention.subject,
            PREDICATE,
            mention.object,
            Stance.ASSERTED,
            Act.DISTILLED,
        ),
        tenant=episode.tenant,
        scope=episode.scope,
        subject=mention.subject,
        predicate=PREDICATE,
        object=mention.object,
        stance=Stance.ASSERTED,
        source=Source.AGENT_INFERRED,
        confidence=policy.mention_weight,
        asserted_at=episode.occurred_at,
        recorded_at=recorded_at,
        evidence=episode.evidence,
        act=Act.DISTILLED,
    )


def next_reinforcement_at(recorded_at: datetime) -> datetime:
    """When a scope with an episode recorded at `recorded_at` is due: at the next midnight in UTC."""
    midnight = recorded_at.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + timedelta(days=1)


def _entity(episode: Episode) -> str | None:
    """The lasting thing the episode is about; of several of one kind the one that its trigger names first."""
    kinds = {kind.casefold(): value for kind, value in episode.entities.items()}
    for kind in _LASTING:
        names = [name.strip() for name in kinds.get(kind, "").split(", ") if name.strip()]
        if names:
            told = [(at, name) for name in names if (at := episode.trigger.find(name)) >= 0]
            return min(told)[1] if told else names[0]
    return None


def _words(episode: Episode, entity: str | None) -> str | None:
    chinese = has_cjk(episode.trigger)
    trouble = _trouble(episode, entity, chinese)
    fix = _fix(episode)
    if fix is not None and trouble:
        return f"{trouble}；解决办法：{fix}" if chinese else f"{trouble}; fixed by: {fix}"
    label = _RECURS.get(episode.kind)
    told = trouble or _lasting(episode)
    if label is None or not told:
        return None
    return f"{label[1]}：{told}" if chinese else f"{label[0]}: {told}"


def _trouble(episode: Episode, entity: str | None, chinese: bool) -> str:
    """The symptom of the entity if both are known; an incident is reported in too many ways to go by its words."""
    if episode.kind is EpisodeKind.INCIDENT and entity is not None:
        what = symptom(episode.trigger, chinese=chinese)
        if what is None and _fix(episode) is not None:
            what = "出现故障" if chinese else "has an incident"
        if what is not None:
            return f"{entity} {what}" if entity[-1].isascii() else f"{entity}{what}"
    return _lasting(episode) if episode.kind in _FIXABLE else ""


def _fix(episode: Episode) -> str | None:
    """What was done, looking aside, in an episode that ended well: its last steps, each once."""
    if episode.success is not True or episode.kind not in _FIXABLE:
        return None
    steps = sorted(episode.actions, key=lambda action: action.step)
    done = [text for action in steps if (text := action.action.strip(" .。")) and not _LOOKING.match(text)]
    text = " + ".join(dict.fromkeys(done[-_MOST_STEPS:]))
    return text if 0 < len(text) <= _LONGEST else None


def _lasting(episode: Episode) -> str:
    """The trigger without when it was and, where something is wrong, without the request to see to it."""
    told = _ASKING.sub("", episode.trigger) if episode.kind in _FIXABLE else episode.trigger
    told = _ORPHANED.sub("", _WHEN.sub("", told))
    return told if len(told) <= _LONGEST else ""
