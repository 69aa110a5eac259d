"""What surrounds a statement without changing it: `(confirmed)`, `，今天已核实`, `The user said that …`, `记住：`."""

from __future__ import annotations

import re

from memory_pipeline.domain.comparison.discourse import without_discourse
from memory_pipeline.domain.comparison.normalise import has_cjk

_CONFIRM = (
    r"(?:re-?)?(?:confirm|verif|validat|acknowledg|corroborat|check|double-?check)(?:ed|ied|ated|s|ies)?"
)
_AROUND = (
    r"(?:as|also|again|today|yesterday|just|now|once|more|already|recently|by|with|the|user|team|customer|client|owner|admin|person|them|him|her|me|us|still"
    r"|and|correct|accurate|valid|true|per|was|were|is|are|been|has|have|this|it|that|on|at|in|manually|independently|twice|fully|ok"
    r"|status|note|noted|previously|directly|explicitly|in|writing|call|chat|latest|last|week|month|morning|t?[\d:/-]+|date)"
)
_EN_SEGMENT = re.compile(rf"(?:{_AROUND}[\s:]+)*(?:double\s)?{_CONFIRM}(?:[\s:,]+(?:{_AROUND}|{_CONFIRM}))*")
_ZH_BEFORE = "(?:用户|客户|本人|系统|人工|团队|负责人|对方|我们|今天|今日|昨天|昨日|刚刚|刚才|刚|现在|目前|上周|本周|后来|经过|经由|经|由|已经|已被|已|再次|再度|又|多次|重新|均|都|也|仍|信息|情况|以上|此事|此|该|予以|得到|进行了?|二次|双方|反复|亲自|亲口|明确|向?我们?)"
_ZH_SEGMENT = re.compile(
    rf"{_ZH_BEFORE}*(?:确认|核实|证实|验证|核对|复核|查证|属实|校验|复查)(?:过|了|无误|属实|完毕|一致|通过|正确|没问题|有效|为真)*"
)
_EN_CONFIRMED = re.compile(
    r"(?:as )?(?:re-?)?(?:confirmed|verified|validated|acknowledged|double-?checked)(?: (?:by|with|in|on|at|via|through|today|again) [^,;()]{1,40})?"
)
_EN_DENIED = re.compile(r"\b(?:not|never|un\w+|no|nobody|none|wrong|false|by the end)\b")
_ZH_CONFIRMED = re.compile(
    r"[^不未没待需要请,;]{0,8}(?:已|已经|再次|今天|昨天|刚刚|刚才|刚|重新|经)+(?:今天|昨天|再次|重新|已|已经)*(?:确认|核实|证实|验证|核对|复核|查证)(?:过|了|无误|属实)*"
)
_TAIL_CUTS = re.compile(
    r"\s*(?:[(\[](?P<in>[^()\[\]]+)[)\]]|(?:[,.;!]|\s-+)\s*(?P<after>[^,.;!()\[\]]+))\s*[.!,;]*$"
)
_HEAD_LABEL = re.compile(
    rf"^(?:[(\[]?(?:(?:re-?)?confirmed|(?:re-?)?verified|note|fyi|update|reminder|remember|memo|fact|info|reconfirmed|备注|注|注意|提醒|记住|已确认|已核实|确认|经确认|再次确认|更新|补充)[)\]]?\s*[:\-,\])]\s*|{_ZH_BEFORE}*(?:确认|核实)[,:]|as (?:mentioned|noted|stated|said|confirmed|discussed)(?: (?:before|earlier|above|previously|by the user))?,\s*|如前所述,|前面提到,)"
)
_REPORT = re.compile(
    r"^(?:please (?:note|remember) that |note that |remember that |it (?:is|was|has been) (?:confirmed|verified|noted) that |we (?:confirmed|verified) that "
    r"|the user (?:has )?(?:said|says|mentioned|mentions|stated|states|noted|told us|confirmed|confirms|reconfirmed|reported|explained|shared) that (?:their |they )?"
    r"|the user (?:again |once again |once more |also |just |has |repeatedly )*(?:says|said|mentions|mentioned|states|stated|noted|reports|reported|reiterates|reiterated|repeats|repeated|stressed|told (?:us|me)|reminds? (?:us|me)|reminded (?:us|me|everyone)) (?:again |once more )?(?:that )?(?:their |they )"
    r"|according to the user,? (?:their |they )?"
    r"|据(?:用户|客户)?(?:说|称|介绍|反馈),?|用户(?:说|表示|提到|告知|称|指出|透露)[,:]?(?:他|她|自己)?|请?记住[,:]?)(?=\S)"
)
_MIN_LEFT = 4


def without_affixes(base: str) -> str:
    """`base` without the parts that only confirm, label or report it; never empty, negations never touched."""
    text = _without_head(base)
    while True:
        shorter = _without_tail(text if has_cjk(text) else without_discourse(text))
        if shorter == text:
            return text
        text = shorter


def _without_head(text: str) -> str:
    for pattern in (_HEAD_LABEL, _REPORT):
        shorter = pattern.sub("", text).strip()
        if len(shorter) >= _MIN_LEFT:
            text = shorter
    return text


def _without_tail(text: str) -> str:
    match = _TAIL_CUTS.search(text)
    if match is None:
        return text
    segment = (match["in"] or match["after"]).strip()
    shorter = text[: match.start()].strip()
    gapless = segment.replace(" ", "")
    confirms = (
        _EN_SEGMENT.fullmatch(segment)
        or (_EN_CONFIRMED.fullmatch(segment) and not _EN_DENIED.search(segment))
        or _ZH_SEGMENT.fullmatch(gapless)
        or _ZH_CONFIRMED.fullmatch(gapless)
    )
    return shorter if confirms and len(shorter) >= _MIN_LEFT else text
