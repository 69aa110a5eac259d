"""Finds statements and episodes in a segment by rules alone: the extractor without a model.

Precision comes first: what is not said plainly by the person, in their own message, is left to a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory_pipeline.adapters.rules.amended import (
    amended,
    ends,
    now_instead,
    restated,
    surely_wrong,
    withdrawn,
)
from memory_pipeline.adapters.rules.answers import answer_to
from memory_pipeline.adapters.rules.corrected import set_right
from memory_pipeline.adapters.rules.course import (
    asks_of_person,
    is_asked,
    is_in_a_play,
    is_taken_back,
    is_within_supposition,
    topic_of,
)
from memory_pipeline.adapters.rules.disowned import disowned
from memory_pipeline.adapters.rules.episodes import episodes_in
from memory_pipeline.adapters.rules.facts import fact_of, once, with_weaker, without_districts
from memory_pipeline.adapters.rules.inference import ALLOWED, as_first_person
from memory_pipeline.adapters.rules.lexicon import ZH_LANGUAGE, chinese_tags
from memory_pipeline.adapters.rules.operations import chinese_phrases, is_said_of_now
from memory_pipeline.adapters.rules.plausible import (
    claims_to_be_a_legend,
    is_a_pun,
    is_implausible,
    is_kept_in_a_thing,
)
from memory_pipeline.adapters.rules.reading import Reading, read
from memory_pipeline.adapters.rules.remarks import takes_for_granted
from memory_pipeline.adapters.rules.repaired import without_slips
from memory_pipeline.adapters.rules.replies import stated
from memory_pipeline.adapters.rules.rule import Clause, Finding
from memory_pipeline.adapters.rules.service_phrases import phrases_of
from memory_pipeline.adapters.rules.services import service_findings, tool_findings, with_subject
from memory_pipeline.adapters.rules.stays import without_mere_stays
from memory_pipeline.adapters.rules.substituted import substituted
from memory_pipeline.adapters.rules.text import is_anothers_word, readable, sentences
from memory_pipeline.adapters.rules.themes import findings_of
from memory_pipeline.adapters.rules.tool_text import tool_text_findings
from memory_pipeline.adapters.rules.typed import as_written
from memory_pipeline.domain.assertion import Stance
from memory_pipeline.domain.extraction import ExtractedFact, Extraction
from memory_pipeline.domain.message import Message, Role

VERSION = "rules/6"
PERSON = "user"

_SLIP_DISTANCE = 2  # the slip stands in the message before, perhaps with a reply between
_INFERRED = 0.5
_STATED = 0.9
_DENIAL = re.compile(
    r"^\s*(?:(?:(?:ha)+h?|lol|hm+|哈+|呵+|嗯+|呃|额|啊)[\s,，.!！]*)*(?:no\b|nope|nah\b|not (?:really|exactly|quite)|wrong|actually|that's (?:not|wrong)|incorrect|I (?:never|didn't|don't|'m not|am not)|I'm not|who (?:said|told)|what makes you|why (?:would|do) you|since when|不[，,。对是]|不是|没有|错了|并不|其实不|我(?:可|从|并|才)*(?:没|不)|谁说|为什么这么|怎么会|哪有|何以见得|我什么时候)",
    re.IGNORECASE,
)
_LAUGHS = re.compile("[😂🤣😅😆😹]")
_CJK = re.compile(r"[\u3400-\u9fff]")
_KIN = frozenset({"spouse", "child", "parent", "sibling", "friend"})
_LISTED = frozenset({"likes", "dislikes", "skill", "studies", "speaks", "allergic_to"})
_LIST_TAGS = frozenset(
    {
        "n",
        "v",
        "vn",
        "nz",
        "nr",
        "ns",
        "eng",
        "l",
        "i",
        "j",
        "nt",
        "z",
        "f",
        "b",
        "nrt",
        "a",
        "an",
        "g",
        "x",
        "q",
        "m",
    }
)
_NOT_LISTED = re.compile(
    r"^(?:[^，]{0,4}(?:才是|就是|比较)|是|有|在|要|想|会|能|就|都|也|还|很|对|因为|所以|谢谢|希望|觉得|感觉|没|不|好|比如|例如|像|请|推荐|可以|每|最近|今天|明天|现在|而|或|你|他|她)|[了过着的吗呢吧啊哈啦哦呀足多少高低贵香热冷]$|^改|^[一二两三四五六七八九十几\d]|注意|别|提醒|随便|不要|要|得|必须"
)


class RulesExtractor:
    """Deterministic; holds no state, safe in threads. `version` changes with every change that can change an extraction."""

    @property
    def version(self) -> str:
        return VERSION

    @property
    def tool_result_limit(self) -> int | None:
        """None: a JSON document that was cut cannot be read."""
        return None

    def extract(self, messages: Sequence[Message], *, person: str | None = None) -> Extraction:
        """What `messages` say by the rules. Findings that are jokes, questions and the like carry their stance."""
        facts: list[ExtractedFact] = []
        for number, message in enumerate(messages, start=1):
            match message.role:
                case Role.USER:
                    subject = _subject(message, person)
                    found = _from_person(messages, number, subject)
                    if not any(fact.stance is Stance.ASSERTED for fact in found) or surely_wrong(
                        message.content
                    ):
                        found = _with_amendments(found, _amendments(message, number, subject, facts))
                    found += _replaced(message, number, subject, facts)
                    facts = _set_right(message, number, facts, found)
                    facts += [fact for fact in found if not _takes_up_what_was_wrong(fact, facts, number)]
                case Role.ASSISTANT:
                    facts += _from_assistant(messages, number)
                case Role.TOOL:
                    facts += _from_tool(message, number)
                case Role.SYSTEM:
                    continue
        return Extraction(VERSION, tuple(once(with_weaker(facts))), tuple(episodes_in(messages)))


def _subject(message: Message, person: str | None) -> str:
    return (
        message.name if message.name is not None and person is not None and message.name != person else PERSON
    )


def _from_person(messages: Sequence[Message], number: int, subject: str) -> list[ExtractedFact]:
    message = messages[number - 1]
    text = without_slips(readable(message.content))
    if surely_wrong(message.content):  # who laughs then laughs about the slip
        text = _LAUGHS.sub(" ", text)
    case = is_within_supposition(messages, number)
    answers = asks_of_person(messages, number)
    readings = read(message.content, text, message.at, answers_question=answers, within_supposition=case)
    topic, told = topic_of(messages, number)
    facts = without_districts(list(facts_of(readings, number, subject, topic))) or _bare_answer(
        messages, number, subject
    )
    facts = [
        replace(fact, messages=(told, number)) if fact.subject == topic and topic not in text else fact
        for fact in facts
    ]
    if is_taken_back(messages, number) or is_in_a_play(messages, number):
        return [replace(fact, stance=Stance.JOKE) for fact in facts]
    if case and not any(reading.stance is Stance.ASSERTED for reading in readings):
        return [replace(fact, stance=Stance.HYPOTHETICAL) for fact in facts]
    return facts


def _with_amendments(
    found: Sequence[ExtractedFact], amendments: Sequence[ExtractedFact]
) -> list[ExtractedFact]:
    """`found` with what sets the message before right, where it does not say so itself."""
    known = {(fact.subject, fact.predicate) for fact in found if fact.stance is Stance.ASSERTED}
    return [*found, *(fact for fact in amendments if (fact.subject, fact.predicate) not in known)]


def _amendments(
    message: Message, number: int, subject: str, facts: Sequence[ExtractedFact]
) -> list[ExtractedFact]:
    """What a message that sets a slip right puts in the place of what the same person said shortly before."""
    recent = [
        fact for fact in facts if fact.subject == subject and number - fact.messages[0] <= _SLIP_DISTANCE
    ]
    found = amended(message.content, recent)
    if found is not None:
        return [fact_of(found[0], number, subject, found[1], Stance.ASSERTED, _STATED)]
    said_before = [fact for fact in facts if 0 < number - fact.messages[-1] <= _SLIP_DISTANCE]
    right = set_right(message.content, said_before)
    if right is not None:
        fact = fact_of(right[0], number, subject, message.content.strip(), Stance.ASSERTED, _STATED)
        return [replace(fact, messages=(*right[1].messages, number))]
    part = substituted(message.content, said_before)
    if part is not None:
        fact = fact_of(part[0], number, subject, message.content.strip(), Stance.ASSERTED, _STATED)
        return [replace(fact, messages=(*part[1].messages, number))]
    rest = restated(message.content)
    known = {fact.predicate for fact in recent}
    again = findings_of(Clause(message.content, rest, message.at)) if rest and known else []
    return [
        fact_of(finding, number, subject, message.content.strip(), finding.stance, _STATED)
        for finding in again
        if finding.predicate in known and finding.stance is Stance.ASSERTED
    ]


def _replaced(
    message: Message, number: int, subject: str, facts: Sequence[ExtractedFact]
) -> list[ExtractedFact]:
    """ "It's a Kia now": what stands in the place of the one thing of that kind the person spoke of before."""
    recent = [
        fact for fact in facts if fact.subject == subject and number - fact.messages[-1] <= _SLIP_DISTANCE
    ]
    return [
        fact_of(finding, number, subject, words, Stance.ASSERTED, _STATED)
        for finding, words in now_instead(message.content, recent)
    ]


def _set_right(
    message: Message, number: int, facts: Sequence[ExtractedFact], found: Sequence[ExtractedFact]
) -> list[ExtractedFact]:
    """`facts` with a retraction in the place of each that `found`, of message `number`, sets right."""
    recent = [fact for fact in facts if number - fact.messages[-1] <= _SLIP_DISTANCE]
    retractions = dict(withdrawn(message.content, recent, found, number))
    over = [fact for fact in found if fact.stance is Stance.RETRACTED]
    gone = {id(fact) for fact in recent if any(ends(fact, end) for end in over)}
    last = [fact for fact in recent if fact not in retractions]
    for fact in disowned(message.content, last, understood=bool(retractions) or bool(found)):
        quote = message.content.strip()
        retractions[fact] = replace(
            fact, stance=Stance.RETRACTED, messages=(*fact.messages, number), quote=quote, valid_from=None
        )
    return [retractions.get(fact, fact) for fact in facts if id(fact) not in gone]


def _takes_up_what_was_wrong(fact: ExtractedFact, facts: Sequence[ExtractedFact], number: int) -> bool:
    """Whether a value just set right is taken up again to say whose it is ("说错了，是字节，腾讯是我老公")."""
    return fact.stance is Stance.ASSERTED and any(
        old.stance is Stance.RETRACTED
        and old.messages[-1] == number
        and len(old.messages) > 1
        and old.object == fact.object
        and old.predicate == "employer"
        and fact.predicate in _KIN
        for old in facts
    )


def _bare_answer(messages: Sequence[Message], number: int, subject: str) -> list[ExtractedFact]:
    if not is_asked(messages, number):
        return []
    answer = answer_to(messages[number - 2].content, messages[number - 1].content)
    if answer is None or answer[1] not in messages[number - 1].content:
        return _stated_by_reply(messages, number, subject)
    return [fact_of(answer[0], number, subject, answer[1], Stance.ASSERTED, _STATED)]


def _stated_by_reply(messages: Sequence[Message], number: int, subject: str) -> list[ExtractedFact]:
    """The facts of a reply in Chinese that leaves out what the question says."""
    message = messages[number - 1]
    said = stated(messages[number - 2].content, message.content)
    if said is None:
        return []
    found = findings_of(Clause(said[0], said[0], message.at))
    return [
        fact_of(finding, number, subject, message.content.strip(), finding.stance, _STATED)
        for finding in found
        if finding.stance is Stance.ASSERTED and finding.object in message.content
    ]


def facts_of(
    readings: Sequence[Reading], number: int, subject: str, topic: str = ""
) -> Iterator[ExtractedFact]:
    """The facts that the rules find in the clauses of message `number`, whose speaker is `subject`.

    `topic` is the service that the talk was about before.
    """
    kept: dict[int, bool] = {}
    for reading, found in _in_earnest(readings, topic):
        if reading.keep:
            complete = bool(found) and all(is_accounted_for(item) for item in found)
            kept[reading.sentence] = kept.get(reading.sentence, True) and complete
        for finding in found:
            stance = finding.stance if reading.stance is Stance.ASSERTED else reading.stance
            if reading.stance is Stance.QUESTION and takes_for_granted(finding, reading.clause.probe):
                stance = finding.stance
            if stance is Stance.ASSERTED and is_anothers_word(reading.quote, finding.object):
                stance = Stance.QUOTED
            written = replace(finding, object=as_written(finding.object, reading.quote))
            yield fact_of(written, number, subject, reading.quote, stance, _STATED)
    for sentence, complete in kept.items():
        note = next(reading for reading in readings if reading.sentence == sentence)
        if not complete and note.stance not in {Stance.JOKE, Stance.QUOTED}:
            yield fact_of(Finding("note", note.keep), number, subject, note.keep, Stance.ASSERTED, _STATED)


def _in_earnest(readings: Sequence[Reading], topic: str) -> Iterator[tuple[Reading, list[Finding]]]:
    """Each clause with its findings; all clauses of a sentence that nobody can mean are jokes."""
    listed = ""
    asking = {reading.sentence for reading in readings if reading.stance is Stance.QUESTION}
    pairs: list[tuple[Reading, list[Finding]]] = []
    for reading in readings:
        found = findings_in(reading, listed)
        if reading.chinese or reading.sentence not in asking:
            found = [*found, *_service_phrases(reading, found, topic)]
        goes_on = bool(found) and found[-1].predicate in _LISTED and found[-1].stance is Stance.ASSERTED
        listed = found[-1].predicate if goes_on else ""
        pairs.append((reading, found))
    jokes = {
        reading.sentence
        for reading, found in pairs
        if any(map(is_implausible, found))
        or claims_to_be_a_legend(reading.clause.text)
        or (found and is_kept_in_a_thing(reading.clause.text))
        or is_a_pun(reading.clause.earlier, reading.clause.text)
    }
    pairs = without_mere_stays(pairs)
    for reading, found in pairs:
        joke = reading.sentence in jokes and reading.stance is Stance.ASSERTED
        yield (replace(reading, stance=Stance.JOKE) if joke else reading), found


def _service_phrases(reading: Reading, found: Sequence[Finding], topic: str) -> list[Finding]:
    """What the clause says of a service in passing, beside `found`; nothing where it already says something of a person."""
    if not all(item.subject for item in found):
        return []
    known = {item.predicate for item in found}
    if reading.chinese or _CJK.search(reading.clause.text):
        said = chinese_phrases(reading.clause.text, reading.clause.earlier, topic)
        return [item for item in said if item.predicate not in known]
    more = list(phrases_of(reading.clause.text, reading.clause.earlier, topic))
    if not more and reading.clause.text.endswith(reading.clause.probe):
        more = list(phrases_of(reading.clause.probe, reading.clause.earlier, topic))
    return [item for item in more if item.predicate not in known]


def findings_in(reading: Reading, listed: str = "") -> list[Finding]:
    """What the rules find in a clause. `listed` is the predicate of an enumeration that the clause may continue."""
    found = [] if reading.astray else findings_of(reading.clause)
    if not found and (not reading.chinese or is_said_of_now(reading.clause.text)):
        found = list(service_findings(_bare(reading)))
    if not found and not reading.chinese:
        found = list(service_findings(with_subject(reading.clause.text, reading.clause.earlier)))
    if found or not listed or not _continues(reading, listed):
        return found
    return [
        Finding(listed, part) for part in re.split(r"[、和]|以及|还有", reading.clause.text.strip()) if part
    ]


def _bare(reading: Reading) -> str:
    return reading.clause.probe if not reading.about_person else reading.clause.text


def _continues(reading: Reading, listed: str) -> bool:
    """Whether a short Chinese clause of nouns and verbs goes on with the list before it (…，健身，旅游)."""
    text = re.sub(r"(?:等等?|之类的?|什么的)$", "", reading.clause.text.strip())
    if not reading.chinese or not 1 < len(text) <= 6 or _NOT_LISTED.search(text) or "我" in text:
        return False
    if listed == "speaks":
        return re.fullmatch(rf"{ZH_LANGUAGE}(?:[、和]{ZH_LANGUAGE})*", text) is not None
    return all(tag in _LIST_TAGS for _, tag in chinese_tags(text)) and (
        listed != "allergic_to" or all(tag[0] in "nejl" for _, tag in chinese_tags(text))
    )


_FILLER = re.compile(
    r"\b(?:and|or|a|an|the|too|also|now|very|much|lot|so|as|well|really|currently|both|my|own|some|to|on|is|are|at|in|of|more|than|over|rather|instead|just|please|days|these|right|years?|old|named|called|"
    r"dogs?|cats?|named|not|fluently|be|it|all|with|used|drink|eat)\b|[和与跟及、，,。.!！?？;；:：\s()（）'\"“”-]|以及|还有|了|的|等|也|都|很|一|个|只|家|只|条|吧|呢|啊|胜过",
    re.IGNORECASE,
)


def is_accounted_for(finding: Finding) -> bool:
    """Whether no word of weight was left over when the finding was made."""
    return not _FILLER.sub("", finding.rest)


def _from_assistant(messages: Sequence[Message], number: int) -> Iterator[ExtractedFact]:
    message = messages[number - 1]
    reply = messages[number] if number < len(messages) else None
    if reply is not None and reply.role is Role.USER and _DENIAL.match(reply.content):
        return
    for sentence in sentences(readable(message.content)):
        spoken = as_first_person(sentence.text)
        if spoken is None:
            continue
        for finding in findings_of(Clause(sentence.text, spoken, message.at)):
            if finding.predicate in ALLOWED and finding.object in message.content:
                quote = message.content[sentence.start : sentence.end]
                yield fact_of(
                    replace(finding, valid_from=None), number, PERSON, quote, finding.stance, _INFERRED
                )


def _from_tool(message: Message, number: int) -> Iterator[ExtractedFact]:
    for finding, words in tool_findings(message.content) or tool_text_findings(message.content):
        if words:
            yield fact_of(finding, number, PERSON, words, Stance.ASSERTED, _STATED)
