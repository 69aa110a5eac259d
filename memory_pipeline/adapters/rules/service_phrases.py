"""Which service an English clause is about, and whether it says so of the present: named, meant by "it", or left out.

What it says is found in `service_words`. Whoever asks hands in the service that the talk was about before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.rule import Finding
from memory_pipeline.adapters.rules.service_words import CLOUD, DATABASE, NAME, is_service_name, values_in
from memory_pipeline.domain.assertion import Stance

_KIND = r"(?:service|api|app|job|worker|workers|deployment|server|gateway|daemon|consumer|controller|engine|agent|processor|scheduler|listener|importer|exporter|crawler|module|backend|microservice|component|stack|cluster|pods?|instance|container)"
_LEAD = (
    r"^(?:(?:(?:[a-z]+ ){0,2}(?:news|updates?|notes?|notices?|changes?|info|context|status|summary|psa|reminder|facts?|handover|recap|details)(?=[:,–—-])|confirmed|right|yes|yep|ok so|turns out|that(?:'s| is| was) (?:wrong|incorrect|outdated|old)|i was wrong|my mistake|i mixed (?:that|it|them) up|just checked|checked with \w+|done|fyi|btw|heads[- ]up|update|note|also|and|so|ok|okay|quick (?:note|update)|for the record|correction|actually|right now|currently|now|(?:as of|effective|starting|since) (?:today|now|this \w+|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december)|"
    r"since (?:today|yesterday|monday|tuesday|wednesday|thursday|friday|last \w+|\w+ \d+)|(?:today|yesterday|this (?:morning|week|afternoon)|last (?:night|week|month|quarter)))[\s,:–—-]+)*"
)
_NAMED = re.compile(
    rf"{_LEAD}(?:the |our |my )?(?P<s>{NAME})(?:'s|s')?(?: {_KIND})?(?P<rest>(?:[\s,:(–—-].*)?)$",
    re.IGNORECASE,
)
_WORD_NAMED = re.compile(
    rf"{_LEAD}(?:the |our )?(?P<s>[a-z][a-z0-9]{{2,24}} {_KIND})\b(?P<rest>.*)$", re.IGNORECASE
)
_BOTH = re.compile(
    rf"{_LEAD}(?:both )?(?P<s>{NAME}(?:, {NAME})*(?:,? and|,) {NAME})(?: both| all)?(?P<rest> (?:run|are|live|sit|use|depend|listen|moved|belong|talk|need|have|share)\b.*)$",
    re.IGNORECASE,
)
_DROPPED_FROM = re.compile(
    rf"{_LEAD}(?:I|we|they)(?:'ve| have)? (?:just |finally )*(?:dropped|removed|ripped out|got rid of|took out|unhooked) (?:the )?(?P<o>{DATABASE}|{NAME})(?: (?:dependency|client|call|integration))? from (?:the )?(?P<s>{NAME})\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    rf"{_LEAD}(?:(?:I|we|they|ops|infra|platform|someone|we all|the team|(?-i:[A-Z])\w+(?: (?:team|squad))?)(?:'ve|'s)? )?(?:(?:have|has|just|finally|already|also|today|went and|successfully|currently|now) )*(?P<no>no longer |don't |do not |stopped |never )?"
    r"(?P<verb>rolled(?: out| back)?|scaled(?: up| down| out)?|bumped|upgraded|updated|downgraded|moved|migrated|deployed|redeployed|shipped|released|pushed|promoted|switched|set|raised|lowered|increased|reduced|capped|changed|pinned|handed(?: over)?|transferred|gave|passed|reassigned|relocated|ported|took|run|running|host|hosting|keep|kept|operate)"
    rf" (?:the |our )?(?P<s>{NAME})(?:'s|s')?(?: {_KIND})?(?P<rest>\s.*)$",
    re.IGNORECASE,
)
_IT = re.compile(
    rf"{_LEAD}(?:it|it's|its|this one|that one|(?:the|this|that) {_KIND})(?:'s)?\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    rf"{_LEAD}(?P<rest>(?:(?:still|now|currently|with|running|only) )*(?:(?:I|we)(?:'ve| have)? (?:just )?(?:set|raised|lowered|bumped|capped|increased|reduced|changed|cut) (?:the |its )(?:(?:connection )?pool|replicas?|port)\b|(?:\d+|two|three|four|five|six|eight|ten|twelve) (?:replicas|pods|instances)\b|(?:on |at )?port:? \d|backed by|(?:in |region:? )?(?:us|eu|ap)-[a-z]+-\d|version v?\d|(?:back )?on(?:to)? (?:{DATABASE}|{CLOUD})\b|on v?\d+\.\d+\.\d|(?:connection )?pool (?:is|size|max|limit|of|capped|at|\d)|owned by|owner\b|runs? (?:on|in|version|\d)|running (?:on|in)|lives (?:in|on)|listens|listening on|depends on|talks to|calls\b|deployed (?:in|on|to)|hosted (?:on|in)|uses\b|db is|database is).*)$",
    re.IGNORECASE,
)
_OF_NAME = re.compile(
    rf"{_LEAD}(?:(?:I|we|they)(?:'ve| have)? (?:just |also )?(?:set|capped|raised|lowered|bumped|changed|moved|increased|reduced|limited|cut|doubled|pinned) )?(?:the )?(?P<rest>(?:(?:connection )?pool(?: size| limit| max)?|max(?:imum)?[ _]connections|connection limit|port|region|version|owner|replicas|replica count|database|db|host|ownership)) (?:of|for|on|in) (?:the |our )?(?P<s>{NAME})(?P<more>[\s:=].*)$",
    re.IGNORECASE,
)
_OWNS = re.compile(
    rf"{_LEAD}(?P<o>(?:the |our )?(?-i:[A-Z])[\w&-]*(?: (?-i:[A-Z])[\w&-]*)?(?: (?:team|squad|guild|crew|group|folks))?|the [a-z][a-z-]{{2,20}} (?:team|squad|guild|crew)) (?:now |currently |still |also )*(?:owns?|maintains?|runs?|looks? after|took over|takes? over|takes? care of|is (?:now )?responsible for|is in charge of|inherited) (?:the |our )?(?P<s>{NAME}|it)(?: (?:service|api|app|job|worker))?(?: (?:now|these days|from now on|(?:since|as of|from|last|this)\b.*))?$",
    re.IGNORECASE,
)
_PRONOUN_OWNS = re.compile(
    rf"^(?:she|he|they)(?:'s| is| are)? (?:now )?(?:owns?|maintains?|the owner of|in charge of|responsible for) (?:the )?(?P<s>{NAME}|it)\b",
    re.IGNORECASE,
)
_WHICH_IT_NEEDS = re.compile(rf"\b(?P<o>{NAME}),? (?:which|that) it (?:depends|relies) on\b", re.IGNORECASE)
_SOMEONE = re.compile(
    r"\b(?:tell|ask|ping|contact|talk to|see|email|page|with|to|by|reach) (?P<o>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?|Team [A-Z]\w+)\W*$"
)
_NOT_OWNING = re.compile(
    r"^(?:Who|What|Which|Nobody|Everyone|Someone|Anyone|It|This|That|They|We|He|She|I|You|If|When|Since|Because|And|But|So|The|Our)$"
)
# A value is only current where the clause neither hopes, plans, supposes nor remembers.
_NOT_NOW = re.compile(
    r"\bneeds? (?=\d|more|at least|about)|\b(?:will|'ll|would|should|could|might|may|must|shall|going to|gonna|plan(?:s|ned|ning)?|want(?:s|ed)?|need(?:s|ed)? to|about to|used to|previously|formerly|originally|once ran|back then|if|unless|when|whenever|whether|let's|let us|proposal|propos(?:e|ed|ing)|"
    r"considering|think(?:ing)? (?:of|about)|try(?:ing)? to|tried|wish|hop(?:e|ing)|supposed to|expect(?:s|ed)?|scheduled|next (?:week|month|quarter|sprint|year|release)|tomorrow|tonight|maybe|probably|perhaps|not sure|i guess|i think|seems?|apparently|allegedly|rumou?r|"
    r"someone said|they say|fails?|failed|failing|crash\w*|error\w*|can't|cannot|couldn't|wouldn't|imagine|suppose|what if|pretend|example|e\.g|hypothetically|wasn't|weren't|draft|ask(?:ed|ing)? (?:me|us|for|to|whether)|(?:to|in|on) (?:the |our )?(?:staging|stage|dev|test|qa|uat|sandbox|canary|preview|local|my laptop|his laptop|her laptop|my fork|demo)(?! team)|for (?:testing|a test|now as a test))\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\bhad\b|\bwas\b(?! (?:just |finally |already )?(?:raised|bumped|set|moved|scaled|upgraded|updated|changed|rolled|lowered|migrated|handed|transferred|reassigned|switched|given|cut|reduced|increased|capped|deployed|passed|downgraded|promoted|pinned|relocated|released))",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"\b(?:(?:isn't|is not|aren't|doesn't|does not|not|don't|do not|no longer|never)\b.*\b(?:any ?more|any longer|these days|now)$|no longer\b|stopped (?:using|running|calling|depending|talking)|(?:moved|migrated|is|came|went|taken|got|it) off\b|(?:dropped|removed|cut|lost) (?:its|the|our|all) \w+)",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:not|isn't|aren't|doesn't|don't|never|without|hasn't|haven't|neither|nor|instead of|rather than|nothing|none of|no (?:port|region|owner|replicas|pool|database|version))\b|^\W*no\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r",? (?:(?:instead of|rather than|and not|not) (?!any ?more|any longer|now$).*|(?:and )?nothing else)$",
    re.IGNORECASE,
)
# "order-api dashboard", "order-api staging": another thing that bears the name.
_ANOTHER = re.compile(
    r"^\s(?:dashboards?|ui|console|docs|page|client|sdk|tests?|suite|repo(?:sitory)?|branch|tickets?|pipeline|charts?|logs?|alerts?|metrics|sidecar|exporter|mocks?|stub|fork|staging|stage|dev|test|canary|demo|sandbox|channel|pr|cert(?:ificate)?|licen[sc]e|users?|incident|outage|migration|rewrite|clone|replacement|successor|image|build|release notes)\b",
    re.IGNORECASE,
)
_ONTO = re.compile(
    r"\b(?:and |, )?(?:(?:is |are )?now (?:on|in|runs|uses)|on ?to|over to|to|in favou?r of)\b", re.IGNORECASE
)
_OFF = re.compile(r"\boff(?: of)?\b", re.IGNORECASE)
_ASKING = re.compile(
    r"[?？]\s*$|\b(?:which(?! it\b)|what|who|whose|whom|where|how (?:many|much|big|old)|whether|any idea|(?:any|some)(?:one|body) knows?|not (?:clear|sure)|tell me|show me|find out|check (?:if|that|on)|look up|remind me|wonder\w*|(?:need|want|like) to know|curious|question)\b",
    re.IGNORECASE,
)
_MAX_CLAUSE = 240


def services_named(text: str) -> list[str]:
    """The names of services in `text`, each once, in order."""
    found = (
        match.group()
        for match in _NAME.finditer(text)
        if not re.match(r"[@.]\w", text[match.end() :])
        and text[max(0, match.start() - 1) : match.start()] not in {"@", "/", ".", "#"}
    )
    return list(dict.fromkeys(name for name in found if is_service_name(name)))


_NAME = re.compile(rf"(?<![\w-]){NAME}(?![\w-])")


def phrases_of(text: str, earlier: str, topic: str) -> Iterator[Finding]:
    """What a clause says of a service now, or that it no longer holds. `topic` is the service the talk was about before."""
    if len(text) > _MAX_CLAUSE or _ASKING.search(text):
        return
    owned = _owner_first(text, earlier, topic)
    if owned is not None:
        yield owned
        return
    dropped = _DROPPED_FROM.match(text)
    if dropped is not None and is_service_name(dropped["s"]):
        known = re.fullmatch(DATABASE, dropped["o"], re.IGNORECASE) is not None
        yield Finding(
            "database" if known else "depends_on", dropped["o"], Stance.RETRACTED, subject=dropped["s"]
        )
        return
    both = _BOTH.match(text)
    if both is not None and not (_NOT_NOW.search(text) or _DENIES.search(text) or _PAST.search(text)):
        for name in re.findall(NAME, both["s"]):
            yield from values_in(both["rest"], name) if is_service_name(name) else ()
        return
    needed = _WHICH_IT_NEEDS.search(text)
    before = services_named(earlier)
    if needed is not None and (before or topic) and is_service_name(needed["o"]):
        yield Finding("depends_on", needed["o"], subject=before[-1] if before else topic)
        return
    about = _subject(text, earlier, topic)
    if about is None or _NOT_NOW.search(text) or _ANOTHER.match(about[1]):
        return
    subject, words = about
    words = _CONTRAST.sub("", words)
    if _ENDED.search(words):
        yield from _ended(words, subject)
        return
    said = [part for part in re.split(r",\s+", words) if not (_DENIES.search(part) or _PAST.search(part))]
    if said and not _PAST.search(words.split(",")[0]) and not _DENIES.search(words.split(",")[0]):
        yield from values_in(", ".join(said), subject)


def _ended(words: str, subject: str) -> Iterator[Finding]:
    """ "… is off Redis and on Valkey now": what is behind the turn holds, what is before it no longer."""
    off = _OFF.search(words)
    turn = _ONTO.search(words, off.end()) if off else None
    old = words[: turn.start()] if turn else words
    if off:
        old = f"{old[: off.start()].rstrip()} on {old[off.end() :].lstrip()}"
    yield from values_in(re.sub(r"\bfrom\b", "on", old), subject, Stance.RETRACTED)
    if turn:
        yield from values_in(words[turn.start() :], subject)


def _subject(text: str, earlier: str, topic: str) -> tuple[str, str] | None:
    """The service that the clause is about, and what it says of it."""
    changed = _CHANGED.match(text)
    if changed is not None and is_service_name(changed["s"]):
        return changed["s"], f"{changed['no'] or ''}{changed['verb']}{changed['rest']}"
    of_name = _OF_NAME.match(text)
    if of_name is not None and is_service_name(of_name["s"]):
        return of_name["s"], f"{of_name['rest']}{of_name['more']}"
    named = _NAMED.match(text)
    if named is None or not is_service_name(named["s"]):
        named = None if _IT.match(text) else _WORD_NAMED.match(text)
    if named is not None:
        return named["s"], named["rest"]
    left_out = _IT.match(text) or _LEFT_OUT.match(text)
    before = [
        name
        for name in services_named(earlier)
        if not re.search(rf"\b(?:its|it's|it is) {re.escape(name)}", earlier, re.IGNORECASE)
    ]
    meant = before[-1] if before else topic
    return (meant, f"it {left_out['rest'].lstrip()}") if left_out is not None and meant else None


def _owner_first(text: str, earlier: str, topic: str) -> Finding | None:
    """ "Team Heron owns ledger-sync now", "… tell Ingrid, she owns it"."""
    before = services_named(earlier)
    meant = before[-1] if before else topic
    match = _OWNS.match(text) or _PRONOUN_OWNS.match(text)
    if match is None or (_NOT_NOW.search(text) and not re.search(r"\btook over\b", text)):
        return None
    owner = match.groupdict().get("o")
    if owner is None:
        said = _SOMEONE.search(earlier.rstrip(" ,;:.—–-"))
        owner = said["o"] if said else ""
    service = meant if match["s"].lower() == "it" else match["s"]
    if not owner or not service or _NOT_OWNING.match(owner.split()[-1]) or not (is_service_name(service)):
        return None
    return Finding("owner", owner, subject=service)
