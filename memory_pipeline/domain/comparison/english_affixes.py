"""English: what surrounds a statement without changing it, as a small grammar that discourse.py reads.

Each line is a row of words; a name in capitals stands for a class, `(a|b c)` for a choice, `?` behind a class or a choice
for one that may be missing, `*` for one that may be repeated. Hedges (`I think`, `apparently`) and what other people
believe are no affixes: they change what is claimed.
"""

from __future__ import annotations

CLASSES = {
    # when a thing was said, never when it is so
    "WHEN": "before|earlier|previously|already|above|now|just now|today|yesterday|recently|once|twice|again|once more|once again|last (time|week|month|night)|earlier (today|on)|this (morning|afternoon|week|month)"
    "|the other day|a (moment|minute|while|few days|few minutes|couple of days) (ago|back)|at the (start|beginning)|in the beginning|(many|several|a few|a couple of|two|three|[2-9]) times|back then|so far|repeatedly|more than once|on (monday|tuesday|wednesday|thursday|friday|saturday|sunday)",
    "MEDIUM": "messages?|e?-?mails?|calls?|chats?|notes?|meetings?|conversations?|discussions?|threads?|tickets?|reviews?|audits?|reports?|profiles?|forms?|sessions?|standups?|stand-up|sync|interviews?|surveys?|texts?|phone|application|intake"
    "|comments?|channel|transcripts?|posts?|letters?|records?|files?|logs?|docs?|documents?|documentation|runbook|wiki|system|dashboard|specs?|contract|calendar|inventory|statement|paperwork|appointment|visit|check-in|retro|handover",
    "DET": "the|my|our|your|an?|this|that|these|his|her|their",
    "WHICH": "last|latest|previous|earlier|other|first|past|initial|same|current|official|internal|team|user|project|weekly|monthly|quick",
    "HOW": "(in|on|during|at|over|by|via|from|with|through) DET? WHICH* MEDIUM|by (me|us|them|DET PARTY)|with (me|us|them|him|her|DET PARTY)|in (writing|person|passing|full|detail)|out loud|to be sure",
    "PARTY": "users?|teams?|customers?|clients?|owners?|admins?|person|people|vendors?|operators?|engineers?|managers?|leads?|doctors?|landlord|bank|office|support|staff|provider|supplier|school|clinic|agent",
    "HEARER": "(to|with)? (you|us|me|them|him|her|everyone|everybody|DET PARTY|the (group|assistant))",
    "THIS": "this|that|it|the above|so|as much|all (this|that|of this|of it)",
    "SPEAKER": "i|we|the user|user|he|she|they|you",
    "SAID": "said|mentioned|noted|stated|told|confirmed|reconfirmed|verified|reverified|reported|shared|explained|described|discussed|indicated|established|agreed|pointed out|reiterated|repeated|remarked|written|wrote|checked|double-checked|triple-checked"
    "|(double|triple) checked|rechecked|validated|clarified|specified|promised|announced|advised|informed|documented|recorded|listed|outlined|covered|brought up|flagged|observed|acknowledged|declared|raised|touched on|gone over|went over",
    "OFTEN": "just|already|also|previously|once|again|recently|only|now|always|still|really|personally|indeed|earlier|quickly|simply|briefly|explicitly|officially|directly|independently|manually|have|had|'ve|'d|has|was|were|been|be|it|'s",
    "ACTIVELY": "has|just|already|also|previously|once|again|recently|only|now|always|still|really|personally|indeed|earlier|quickly|simply|briefly|explicitly|officially|directly|independently|manually|have|had|'ve|'d",
    "AFTER": "HEARER|THIS|WHEN|HOW|about (this|that|it)|(and|&) (confirmed|reconfirmed|agreed|checked|verified|correct)|as (correct|accurate|true|valid|current)|(correct|accurate|valid|true)|against DET? WHICH* (MEDIUM|config|configuration|code|source|data|database|invoice|original)",
    "SAY": "say|mention|note|state|tell|confirm|reconfirm|report|point out|reiterate|repeat|remark|add|stress|emphasi[sz]e|clarify|remind|inform|double-check|verify|recap|summari[sz]e|restate|underline|highlight|let|flag",
    "SOCLAUSE": "(just)? so (that)? (nobody|no one|everyone|everybody|we|you|they|i|it|people|others|the team|this|that|there) ('s|'re|'ve|are|is|all|both|never|don't|doesn't|won't|wouldn't|can|could|will|have|has|already|finally|always)* (know|knows|forgets?|asks?|remembers?|have|has|lost?|loses?|wonders?|miss|misses|got|get|gets|see|find|recorded|logged|written|noted|documented|clear|aware|settled|on|in|be|no|find|plan) (it|that|this|again|later|in writing|on record|on file|on paper|written|down|straight|clear|about|record|recorded|logged|confusion|surprised|surprises|lost|confused|ever|either|known|common knowledge|writing|next time|twice|me|to|next|time)*",
    "SAYING": "(tell|remind|inform) (you|us|everyone|the team) (all|again)?|let (you|everyone|the team) (all)? know|SAY",
    "INTENT": "to|let me|let us|let's|(i|we) ('d|would)? (like|love|want|wanted|wish|have|need) to|(i|we) (should|must|can|'ll|will|may|might|could|do)|(may|can) i|allow me to|happy to|glad to|i'm (writing|here|calling) to|i ('m|am) (just)? (able|happy|glad) to",
    "SOFT": "just|also|again|only|quickly|once more|once again|please|kindly|so|now|simply|briefly|further",
    "CURRENT": "right now|at (the|this) (moment|time|point)|at present|as of (now|today|this (writing|morning|week|moment|month)|right now)|to (date|this day)|so far|as (before|ever|always)|these days|nowadays",
    "NOWADAYS": "CURRENT|now|today|before|since|still",
}

# may stand before a statement, after it, and inside it
UNITS = """
(just|exactly|and)? (as|like) SPEAKER? OFTEN* SAID AFTER*
(as|like) SPEAKER OFTEN* (saying|telling|mentioning|noting|explaining|writing) AFTER*
(i|we) ACTIVELY* (checked|double-checked|confirmed|verified|looked (it|that)? (up|into it)|looked|asked|tested|rechecked) AFTER*
(just|also)? (writing|noting|saying|mentioning|putting|recording|sharing|adding|repeating|posting|leaving|flagging|stating|confirming|reminding|telling|logging|documenting|jotting|passing) (AFTER|down|along|here|on|HOW|for (later|reference|the record|DET MEDIUM))* (SOCLAUSE)?
SOCLAUSE
(to|just|in order to)? (answer|answering|in (answer|reply|response) to|re|regarding) (to)? (your|the|that|DET) (earlier|last|previous|other)? (question|ask|query|request|message) (again)?
(since|because|as|like) you OFTEN* (asked|requested|wanted|wondered) (to know|about (it|this|that)|me|us|AFTER)*
you asked (me|us)? (about (it|this|that))? (earlier|before|yesterday|once)?
as (OFTEN* (requested|asked|promised|discussed)|per (your|the) (request|question|ask)) AFTER*
(see|cf|as|shown|listed|written|described) (above|below|attached|earlier)
(see|check|refer to|as shown in|as in) (DET WHICH* MEDIUM|MEDIUM|the (link|attachment|screenshot|table|list))
(just|exactly)? (as|like) (i|we) ACTIVELY* (say|keep saying|always say|like to say)
what (i|we) ACTIVELY* SAID AFTER* (is|was)?
SOFT* INTENT SOFT* SAYING AFTER*
(just|but)? to be (clear|precise|exact|specific|sure|fair|honest|explicit|frank|certain|more precise|absolutely clear|on the safe side|safe)
(just|this is|purely|only)? for DET? (your|future|general|later|easy|quick|everyone's)? (info|information|records?|reference|awareness|files?|notes?|context|knowledge|convenience|background|completeness|clarity|sake of completeness|sake of clarity|avoidance of doubt) (only|purposes|here)?
for what (it's|it is|it 's) worth
(just)? so (that)? (you|we|everyone|everybody|they|the team) ('re|are|'s|is)? (all)? (know|knows|aware|have it|has it|informed|clear|on the same page|in the loop|can plan)
so (that)? (it's|it is|it 's|there's|there is|there 's) (clear|on record|recorded|noted|no confusion|no doubt|no misunderstanding)
(as|like) you ('ll|'d|'ve|may|might|probably|already|will|well|can|both|all|surely|certainly|have)* (know|see|remember|recall|guess|imagine|heard|gathered|seen|noticed|probably know)
you (know|see|'ll remember|will remember|'ll recall|might remember|may remember|should know)
(just)? in case (you|anyone|anybody|someone|they) ('re|are|were|'s|is)? (need|needs|needed|wondering|wonder|curious|interested|asking|asks|ask|forgot|forget|missed|miss|want|wants|care|cares) (it|that|this|to know|later|in it|in that)*
(just)? in case (it|that|this) (helps|matters|is|'s|comes up|ever comes up|becomes) (useful|relevant|helpful|of use|of interest|important|to you|for you|later|to know)*
if (it|that|this) ('s|is)? (of)? (any)? (help|helps|matters|matter|useful|relevant|helpful|use|interest|good to know) (to|for)? (you|anyone|us)? (at all)?
(if|should) (you|anyone) ('re|are)? (ever)? (need|needs|want|wondering|curious|interested|ask|asking|care|asks|wonders) (it|that|this|to know|to ask)*
(hope|hopefully) (that|this|it)? helps
SOFT* (and|but)? (do)? (note|notice|remember|be aware|be advised|keep in mind|bear in mind|don't forget|do not forget|never forget|recall|take note|rest assured|mind you) (of (that|this|it)|this|that|it|please|for (later|next time|me)|too)*
SOFT* (save|store|log|file|remember|note|record|add|keep|put|write|jot|mark) (this|that|it) (down|please|too|for (later|me|next time|the record|future reference)|(to|in|on|into) DET? (mind|WHICH)* (profile|notes|file|files|memory|records?|mind|list|MEDIUM))*
SOFT* make (a|sure you have a) note (of)? (it|that|this)?
(it's|it is|it 's|this is|that's|that 's|also|is)? (also|perhaps|maybe|probably)? (worth|important|good|useful|nice|handy|helpful|crucial) (noting|mentioning|remembering|knowing|pointing out|adding|saying|repeating|to (note|know|mention|remember|add|have)) (here|too|again)?
(here's|here is|this is|it's)? (just|and|also|a|one|another|quick|small|gentle|friendly|final|last|important|side|little|brief|more|other|short|fun|random|additional|extra|polite)* (note|heads up|heads-up|reminder|fyi|update|recap|clarification|status update|footnote|fact|confirmation|addition|addendum|thing|detail|point|info|information|memo|nb|tip|correction|announcement) (to (note|add|know|mention|remember|self|all|everyone|everybody|the team|anyone|you|us|me|myself)|here|for (you|later|DET (team|record|records|file|files|notes|reference|profile))|from (me|my side|our side)|about (me|us)|i (should|wanted to|want to|forgot to) (add|mention|note))*
on a (side|related|separate|final|personal|practical) note
(nb|n.b|ps|p.s|pps|memo|tldr|tl;dr|tl dr)
(and|which|yes|yep|so)? (that|this|it|everything|all of (this|that|it)|the above|info|information|status|which|all)? ('s|is|was|has been|have been|remains|still)? (all|still|absolutely|definitely|indeed|now|also|been|fully|entirely|completely|just)* (correct|right|true|accurate|confirmed|verified|valid|settled|final|certain|official|current|up to date|up-to-date|unchanged|reconfirmed|double-checked|the (case|truth|fact|latest|current (state|status|setup|situation))|for (sure|certain|real)|a fact|the same|how it is) (and (final|confirmed|current|verified|accurate|correct|up to date|official)|NOWADAYS|AFTER)*
(and|that|this|it|which|the situation|nothing|none of that)? (has not|hasn't|have not|haven't|has|did not|didn't|hasn 't) (been)? (changed|change) (since|yet|so far|at all|lately|then|NOWADAYS)*
(there (are|is|were)|with)? no (change|changes) (there|here|since|so far|yet|on that|to report|then|NOWADAYS)*
(same|just|exactly|the same)? as (before|ever|always|last time|usual)
(and|which)? (that|this|it|which)? still (applies|holds|stands|counts|true|valid|current|correct|accurate|the case) (true|NOWADAYS)*
(there's|there is|there 's|i have)? no (doubt|question|kidding|joke|exceptions?) (about (it|that))?
(without|beyond) (a|any|the shadow of a)? (doubt|question)
(that's|this is|that is|that 's) (all|it|that|everything) (for now|from me|i have|i know|there is to it|really|i wanted to (say|add))*
(fwiw|trust me|believe me|i promise|i assure you|i swear|make no mistake|mark my words|full stop|end of story|just saying|and that's that|it's a fact)
(i'm|i am|we're|we are|i 'm|we 're) (absolutely|quite|pretty|very|100%|100 percent|completely)? (sure|certain|positive) (of|about)? (it|that|this)?
CURRENT
at the time of (writing|this (message|note|writing))
last OFTEN* SAID (today|yesterday|just now|this (morning|week|month)|last (week|month|night))?
(according to|per|as per|source|based on|going by|see|from) (DET WHICH* (user|client|customer|MEDIUM|plan|agreement|policy|request)|WHICH+ MEDIUM|(my|our|the user's|his|her|their|the team's|the customer's) (own)? (words|statement|account|request|understanding)) (today|yesterday|above|earlier|last (week|month|time)|i (checked|read|saw))?
(confirmed|reconfirmed|verified|reverified|validated|revalidated|double-checked|acknowledged|corroborated|checked|rechecked) AFTER*
(fyi|f.y.i|btw|b.t.w|by the way|incidentally|anyway|anyways|anyhow|besides|moreover|furthermore|additionally|in addition|of course|sure enough|indeed|actually|in (actual)? fact|as a matter of fact|basically|essentially|simply put|in (short|brief|summary|a nutshell|other words)|long story short|to sum up|overall|all in all)
(honestly|frankly|truthfully|seriously|literally|obviously|clearly|evidently|certainly|definitely|absolutely|naturally|understandably|importantly|interestingly|surprisingly|happily|luckily|fortunately|unfortunately|sadly|thankfully|admittedly|(interestingly|funnily|oddly|curiously|strangely) enough|as it (happens|turns out)|it turns out|turns out|as luck would have it)
(the (thing|fact|truth|point|bottom line) is|fact is|truth is|thing is|speaking of (which|that|me|this)|while (i'm|we're|i am|we are|i 'm|we 're) at it|before i forget|while i remember|if i may|if you (don't mind|will|like|please)|one more thing|one other thing|another thing|first of all|to (start|begin) with|for starters|that said|having said that)
(thanks|many thanks|thx|ty|cheers|thank you|please|pls|kind regards|regards|best regards|thanks a lot|thank you kindly|much appreciated) (so much|a lot|again|in advance|very much|everyone|all|for (asking|noting|checking|listening|reading|your (help|time|understanding|patience)))*
(lol|haha|hehe|sorry|my bad|ok|okay|okey|alright|all right|yes|yep|yup|yeah|sure|understood|got it|done|fine|great|cool|indeed|tbh|have a (nice|good|great) (day|one|evening|weekend|week)|ha|heh|hm|hmm|um|umm|uh|er|ah|oh|aha)
(and|which)? (this|that|it|which|everything|the above|all of (this|that|it)) ('s|is|was|were|has been|had been|got) OFTEN* (SAID|known|on (record|file|paper)|as (agreed|discussed|planned)) AFTER*
(as|like) (we|everyone|everybody|people|most of you|all of us|some of you) (all|both|already|will|well|may|now)* (know|knows|remember|remembers|recall|heard|saw|agreed|discussed|said) AFTER*
(duly|all|also|hereby|officially|properly|well)? (noted|recorded|logged|documented|understood|agreed|acknowledged|registered|on (record|file)|put on record|reaffirmed|restated|repeated|unchanged|as known) AFTER*
(no (updates?|news|corrections?|objections?|surprises?|contradictions?)|nothing (new|has changed|changed|different|else)) (there|here|since|so far|yet|on that|to (report|add)|NOWADAYS)*
(that|this|it) (part|bit|detail|point|fact|one)? (has|had|'s|is|was) (not|n't)? (been)? (changed|updated|revised|corrected|altered|settled|agreed|decided|verified|confirmed|checked|recorded) AFTER*
(i|we) ACTIVELY* (reconfirm|confirm|repeat|reiterate|stress|insist|emphasi[sz]e) (it|this|that) AFTER*
(confirmation|source|origin|reported by|said by|told by|stated by|confirmed by|noted by|according to) (from|is|was)? (DET)? (PARTY|user|me|chat|MEDIUM) (himself|herself|themselves|AFTER)*
(now|also|once more|again)? (officially|fully|independently|personally)? (confirmed|verified|checked|double-checked|validated) (to be)? (correct|true|accurate|right|so|the case|and (correct|true|accurate|right))
(and|which|a fact that|something)? (which|that)? (i|we|you|the user) (himself|herself|themselves|myself|too|also|both|all)* ACTIVELY* (SAID|confirms?|says?|states?|reports?|mentions?) AFTER*
(as|like) (he|she|they|the user|user) (himself|herself|themselves) OFTEN* SAID AFTER*
(as|like) (the user|user|you) keeps? (saying|repeating|mentioning|stressing) AFTER*
(as|like) (DET WHICH*)? (MEDIUM|PARTY|data|facts|evidence) (also|clearly|itself|already|all)* (says?|confirms?|shows?|states?|suggests?|has it|have it|records?|lists?|proves?|puts it) AFTER*
(said|says|reported|reports|confirmed|confirms|stated|states|told) (by)? (the user|user|i) AFTER*
(already|previously|also|long|well|generally)* (mentioned|stated|said|discussed|agreed|known|reported|shared|written down|described|established|on record) AFTER*
(just|only|simply)? as (a|another|one more)? (reminder|confirmation|recap|note|side note|refresher) (for (you|us|everyone|all|later))?
(i|we)? (just|only|also|again)? (can|do|must|will)? (repeat|confirm|reconfirm|second) (it|that|this)? AFTER*
(100%|100 percent|one hundred percent|absolutely|pretty|quite|very|dead|totally)? (sure|certain|positive)
(checked|confirmed|verified) (twice|again|three times|multiple times|several times|and rechecked)
(once again|as came up (before|earlier)|as far as the record goes|we ('ve|have) (been|gone) over (this|that|it)|as per (the)? (user|client|customer)|for sure|according to what SPEAKER OFTEN* SAID AFTER*)
(user|client|customer|owner|team)[- ]?(confirmed|verified|reported|stated|approved)
i mean
(and|which|something|a fact)? (which|that)? (the)? (user|client|customer|we|i|you) ACTIVELY* (SAID|brought (this|that|it) up|reminded HEARER|told HEARER|keeps? (saying|repeating|mentioning|stressing|telling HEARER)|says?|states?|repeats?|mentions?) AFTER*
already (noted|logged|known|mentioned|covered|on (file|record)) AFTER*
(first|second|third|fourth|fifth|another|repeat|repeated) (mention|statement|confirmation) (of this|today|so far)?
(no (changes?|news|updates?)|nothing (new|changed|has changed|different)|(not|hasn 't|has not) changed) since (last (time|week|month|session)|then|yesterday|DET WHICH* MEDIUM|we (last)? (spoke|talked|checked|met))
(in)? (DET|the user 's|user 's) own (words|account)
self[- ]?(reported|declared|stated|confirmed)
(info|information|input|statement|fact|detail) (from|by|via) (the)? (user|client|customer|owner|caller) AFTER*
(told|reminded) (me|us|you) (again|this|that|so|today|yesterday|twice|before|earlier|once more)*
""".strip().splitlines()

# only in brackets: elsewhere a word like these may be part of what is said
BRACKETED = """
(again|repeat|repeated|duplicate|dup|restated|reiterated|recap|same info|same (info|statement|fact)? as (above|before|earlier)|redundant|already known|reminder|mentioned|said|stated)
(from|in|via|source) DET? WHICH* (chat|conversation|user|client|intake|interview|transcript|notes|profile|onboarding|message|session) AFTER*
(ops|support|hr|admin|owner|team|manager|vendor|engineering|DET PARTY) ACTIVELY* (confirmed|reconfirmed|verified|checked|double-checked|said so|agreed) AFTER*
""".strip().splitlines()

# only before a statement: greetings, openings, and verbs of saying that need a `that`
OPENINGS = """
(known|known fact|fact|still|once more|again|to repeat|as a reminder|repeat|repeating|user states|user reports|user confirms|user says|confirmed fact|user-confirmed|established|on record|for the record|note to self|verified fact)
(well|so|now|right|listen|look|see|hey|hi|hello|and|but|yo|dear|good (morning|afternoon|evening)|also|again|too|once again|plus|then|first|finally|update|status|context|background|info|question) (there|all|team|everyone|folks|guys|mate|again|assistant)?
""".strip().splitlines()

# these need neither comma nor colon before the statement
OPEN_ENDED = """
SOFT* (and|but)? (do)? (note|notice|remember|be aware|be advised|keep in mind|bear in mind|don't forget|do not forget|recall|mind you|rest assured) (please|too)? that
(it's|it is|it 's|it was|it has been|it should be) (also|been)? (worth (noting|mentioning|knowing|adding|repeating|remembering)|important to (note|know|remember)|good to know|true|a fact|the case|correct|confirmed|reconfirmed|verified|noted|certain|clear|known|established|understood|recorded|documented) (by (me|us|the user|the team|DET PARTY))? that
(and|so)? (i|we|the user|user) ('ve|'d)? ACTIVELY* (SAID|says?|mentions?|notes?|states?|confirms?|reports?|explains?) HEARER? AFTER* that
(and|so)? (i|we) ('ve|'d)? ACTIVELY* (told|reminded|informed) (you|us|them|everyone)
SOFT* INTENT SOFT* SAYING AFTER* that
SOFT* (let me|i can|i should|i must|(i|we) ('d|would)? (just|also)? (like|want|wanted) to|just to) (just|also|again)? (confirm|mention|note|tell you|remind you|let you know|say|repeat|reiterate|stress|point out)
(you should|you may want to|you might want to|you ought to|please)? (know|be aware|be told|be informed) that
(the (fact|truth|thing|point) (of the matter)? is|fact is|truth is|the thing is|turns out|it turns out|as it turns out) that?
(by the way|btw|fyi|just so you know|so you know|for (the|your) (record|info|information|reference)|just fyi|in case you (were|are) wondering|as you know|in fact|as a matter of fact|as it happens|to be clear|to be precise|to be honest)
(as|like) (i|we) ACTIVELY* SAID AFTER*
(can|could|would|will)? (you)? (please)? (note|remember|record|save|write|keep|store|log|make a note|keep in mind|bear in mind) (down|in mind)? (for me)? that
(i|we) (just)? (need|want|would like|'d like) you to (know|remember|note|record|keep in mind|be aware) that
(just)? (a|one) (quick|friendly|gentle|small)? (reminder|note|heads-up|heads up) that
(here's|here is) (a|one|what) (fact|thing|detail) (about me)?
(it's|it is|it 's|it remains) still? (true|the case|correct|a fact) that
(it bears|it's worth|it is worth|let it be|it must be|it may be|it can be) (repeating|noted|said|recorded|remembered|stressed|mentioned|stated|known) (here|again)? that
(my|the|our) understanding is that
(what|all) (you|we) (need|should) (to)? know is that
""".strip().splitlines()

# these need no comma after the statement
TRAILING = """
(for sure|as (we|you) (all)? know)
(by the way|btw|fyi|f.y.i|just so you know|for (the|your) (record|info|information|reference)|for what it's worth|fwiw|in case you (were|are) (wondering|curious)|to be (clear|precise|exact|honest)|tbh|thanks|thank you|you know|of course|lol|haha|indeed|actually)
(as|like) (i|we|the user|user) ACTIVELY* SAID AFTER*
as OFTEN* SAID AFTER*
at (the|this) (moment|time|point)|at present|right now|these days|nowadays|as of (now|today|this (writing|morning|week|moment|month)|right now)|to (date|this day)
(if|in case) (that|this|it) (helps|matters)
and (this|that|it) ('s|is|remains|holds|was|has been)? (still|again|also|all)* (correct|true|valid|current|accurate|the case|unchanged|confirmed|verified) (NOWADAYS)*
""".strip().splitlines()
