"""Which of the places of a message are no home: where somebody is for the moment, and where one works but says to live elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_pipeline.adapters.rules.reading import Reading
from memory_pipeline.adapters.rules.rule import Finding
from memory_pipeline.domain.assertion import Stance

_IS_THERE = re.compile(r"^(?:我)?(?:的)?人(?:现在|还|已经|目前|正)*在")
_ON_THE_WAY = re.compile(
    r"飞机|航班|高铁|火车|动车|转机|落地|登机|机场|车票|机票|出差|开会|参展|培训|旅游|旅行|度假|酒店|民宿|玩(?:两|几|三)?天|[今明后]天(?:就)?(?:回|走|飞)|周[一二三四五六日末](?:就)?(?:回|走|飞)|堵车|在路上"
)
_LIVES = re.compile(r"住|定居|安家|落户|\b(?:live|living|lives|home)\b", re.IGNORECASE)
_WORKS = re.compile(r"上班|工作|打工|办公|出差|\b(?:work|working|office|commute)\b", re.IGNORECASE)


def without_mere_stays(pairs: Sequence[tuple[Reading, list[Finding]]]) -> list[tuple[Reading, list[Finding]]]:
    """`pairs` of clauses and findings without the cities that the rest of the message makes a stay or a place of work."""
    homes = any(_LIVES.search(reading.clause.text) and any(map(_is_city, found)) for reading, found in pairs)
    journey = any(_ON_THE_WAY.search(reading.clause.text) for reading, _ in pairs)

    def is_stay(text: str) -> bool:
        works = homes and _WORKS.search(text) is not None and _LIVES.search(text) is None
        return works or (journey and _IS_THERE.match(text) is not None)

    return [
        (
            reading,
            [item for item in found if not (_is_city(item) and is_stay(reading.clause.text))],
        )
        for reading, found in pairs
    ]


def _is_city(finding: Finding) -> bool:
    return finding.predicate == "city" and finding.stance is Stance.ASSERTED and not finding.subject
