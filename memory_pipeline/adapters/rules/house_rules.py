"""English standing rules: what is called a rule, and orders of any verb that name a time, an amount or whom they serve."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.rule import Clause, Finding, Rule, rule, whole
from memory_pipeline.adapters.rules.values import verbatim

_WHEN = re.compile(
    r"\d|\b(?:before|after|until|between|during|without|unless|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekends?|mornings?|evenings?|nights?|noon|midnight|lunch|january|february|march|april|may|june|july|august|september|october|november|december|"
    r"me|my|us|our|I|production|prod|main|master|customers?|first|twice|approval|review)\b",
    re.IGNORECASE,
)
_RULE = (
    r"(?!.*\brule of thumb\b)(?!.{0,40}\b(?:in|of) (?:monopoly|uno|chess|poker|catan|scrabble|golf|tennis|football|soccer|cricket|rugby|the (?:game|book|movie|show|club)|grammar|physics|life)\b)"
    r"(?:(?:a|one|my|our|the|another|quick|important|small|just|as a) )*(?:(?:standing|house|hard|golden|ground|general|team|strict|firm|fixed|only|big|simple|new|office|family|personal|kitchen|project|repo|company|security|budget|booking|travel|dietary|travelling) )*"
    r"(?:rules?|polic(?:y|ies)|constraints?|restrictions?|requirements?|conditions?|limits?|no-?gos?|deal-?breakers?|non-negotiables?|must-haves?|house rules?|instructions?|ground rules?|standing orders?)"
)


_NEXT_RULE = re.compile(
    r"\s*[,;]\s*(?:and |but |also )?(?=(?:no|nothing|nowhere|never|always|only|not|don't|do not|max|at most|at least)\b)",
    re.IGNORECASE,
)


def each_rule(value: str) -> list[str]:
    """Rules that stand one behind the other, each for itself ("no hostels, nothing over 80 a night")."""
    return [part.strip() for part in _NEXT_RULE.split(value) if part.strip()]


def _standing(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A rule that is called one: "House rule for this repo: no merges on Friday"."""
    value = verbatim(match["o"])
    if len(value.split()) > 1 and not clause.before:
        for part in each_rule(value):
            yield Finding("constraint", part)


def _imperative(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A standing order of any verb: one that names a time, an amount or whom it serves."""
    value = verbatim(match["o"])
    told = _WHENEVER_YOU.match(clause.before) is not None or (
        re.match(r"(?:no|nothing)\b", value, re.IGNORECASE) is not None
        and re.match(r"(?:I|I'm|my)\b", clause.before, re.IGNORECASE) is not None
    )
    if told or (not clause.before and _WHEN.search(value)):
        for part in each_rule(value):
            yield Finding("constraint", part)


# What an assistant does: other verbs after "when you" make proverbs.
YOU_DO = (
    r"(?:you|u) (?:\w+ ){0,2}?(?:plan|book|write|draft|send|suggest|recommend|answer|reply|respond|cook|order|schedule|message|email|call|pick|choose|make|format|summari[sz]e|code|deploy|use|quote|list|search|look|give|show|put|add|create|build|talk|help|review|"
    r"merge|commit|translate|generate|find|explain|test|fix|change|edit|post|publish|refactor)\b"
)
_WHENEVER_YOU = re.compile(
    rf"(?:when(?:ever)?|every time|each time|before|after|while|if) {YOU_DO}", re.IGNORECASE
)


_PROVERB = r"(?!mind\b|again\b|been\b|had\b|thought\b|knew\b|gave\b|give up\b|say never\b|say die\b|look a\b|too\b|a\b|the\b|ever\b|in my\b|heard\b|saw\b|seen\b|met\b|went\b|got\b|liked\b|loved\b|wanted\b|understood\b|was\b|were\b|happen\w*\b|forget\b|works?\b|worked\b|felt\b|trust\b|meet your\b|wonder\w*\b|fun\b|remember\b|look on\b|look at\b|believe\b)"
PLAN: tuple[Rule, ...] = (
    rule(
        r"^(?P<o>(?:please |pls )?nothing (?:with|containing|made (?:of|with|from)|that (?:contains|has)) [\w -]{3,40})$",
        _standing,
    ),
    rule(
        rf"^{_RULE}(?: (?:for|of|on|about|here|in|with|when|around|before|if|while) [^:,]{{1,40}}?)?(?: is(?: that)?| are)?\s*[:,–—-]+\s*(?P<o>.+)$",
        _standing,
    ),
    rule(
        rf"^{_RULE}(?: (?:for|of|on|about|here|in|with|around) [^:,]{{1,40}}?)? (?:is|are)(?: that| to)? (?P<o>(?:no|never|always|don't|do not|only|nothing|not|at least|at most|everything|all)\b.+)$",
        _standing,
    ),
    rule(
        rf"^(?P<o>(?:please |pls )?(?:never|always|do not ever|don't ever) {_PROVERB}[a-z]+ .+)$", _imperative
    ),
    rule(
        r"^(?P<o>(?:please |pls )?nothing (?:before|after|over|above|under|later than|earlier than|with|past|on|that|longer than|more than|containing|from) .*(?:\d|am\b|pm\b|noon|midnight|lunch|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekends?|please|pls).*)$",
        _imperative,
    ),
    rule(
        r"^(?P<o>no (?:[\w-]+ )?(?:calls|meetings|emails|messages|deploys?|deployments|flights|migrations|releases|changes|merges|pushes|restarts|notifications|pings|pages|bookings|appointments|visitors|deliveries|layovers|stopovers|reminders|rollouts|upgrades|invoices|trains|interviews|texts|parties|guests|shoes|phones|screens)(?: to [\w-]+)? (?:in|on|before|after|during|between|past|until|over|under|without|at) .+)$",
        _imperative,
    ),
    rule(
        r"^I (?P<o>(?:can't|cannot|can only|am only able to|won't|will not) (?:do|take|make|attend|join|accept|book|fly|travel|work|drive|meet|start|talk|eat|drink|stay|go|be) .*\b(?:before|after|until|past|later than|earlier than|on|between|at) (?:\d|noon|midnight|lunch|school|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekends?|weekdays?|dark|dinner|work|shabbat|sundown|sunset).*)$",
        whole("constraint", verbatim),
    ),
)

__all__ = ["PLAN", "YOU_DO", "each_rule"]
