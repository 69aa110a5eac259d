"""Tokens that are known by their shape alone: what issuers print on their keys. One row per shape; order is of no matter."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from memory_pipeline.domain.secrets.span import Span


@dataclass(frozen=True, slots=True)
class Shape:
    """`hints` are literals of which one stands in every match: a text without any is not searched at all.

    `random` asks that the match reads like chance, where words joined by hyphens would fit the pattern too.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    random: bool = False


def _shape(kind: str, hints: str, pattern: str, *, random: bool = False) -> Shape:
    return Shape(kind, tuple(hints.split()), re.compile(rf"(?<![A-Za-z0-9]){pattern}"), random)


SHAPES: Final = (
    _shape(
        "private_key",
        "PRIVATE",
        r"-----BEGIN[A-Z0-9 ]{0,40} PRIVATE KEY(?: BLOCK)?-----(?:.*?-----END[A-Z0-9 ]{0,40} PRIVATE KEY(?: BLOCK)?-----|[A-Za-z0-9+/=\s\\:,.()-]*)".replace(".*?", r"[\s\S]*?"),
    ),
    _shape("private_key", "PuTTY-User", r"PuTTY-User-Key-File-\d[\s\S]*?Private-MAC: *[0-9a-f]{40,}"),
    _shape("private_key", "AGE-SECRET", r"AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50,}"),
    _shape("aws", "AKIA ASIA ABIA ACCA A3T", r"(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _shape("aws", "ABSK bedrock", r"(?:ABSK[A-Za-z0-9+/]{100,}=*|bedrock-api-key-[A-Za-z0-9+/=]{40,})"),
    _shape("google", "AIza", r"AIza[A-Za-z0-9_-]{35}"),
    _shape("google", "ya29.", r"ya29\.[A-Za-z0-9_-]{20,}"),
    _shape("google", "GOCSPX", r"GOCSPX-[A-Za-z0-9_-]{24,}"),
    _shape("google", "1//0", r"1//0[A-Za-z0-9_-]{40,}"),
    _shape("azure", "Q~", r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}"),
    _shape("azure", "==", r"[A-Za-z0-9+/]{86}==(?![A-Za-z0-9=])"),
    _shape("azure", "AZDO", r"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}"),
    _shape("github", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{20,255}"),
    _shape("github", "github_pat_", r"github_pat_[A-Za-z0-9_]{22,255}"),
    _shape(
        "gitlab",
        "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct- glwt-",
        r"gl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|imt|agent|oas|ffct|wt)-[A-Za-z0-9_.=-]{16,}",
    ),
    _shape("gitlab", "GR1348941", r"GR1348941[A-Za-z0-9_-]{20,}"),
    _shape("slack", "xox", r"xox[abceoprs](?:\.xox[abp])?-[A-Za-z0-9-]{10,}"),
    _shape("slack", "xapp-", r"xapp-\d-[A-Za-z0-9-]{10,}"),
    _shape("webhook", "hooks.slack", r"https?://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}"),
    _shape("webhook", "webhooks/", r"https?://(?:\w+\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+/[A-Za-z0-9_-]{40,}"),
    _shape("webhook", "webhook", r"https?://[a-z0-9.-]+\.webhook\.office\.com/\S{30,}"),
    _shape("webhook", "open-apis", r"https?://open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/[A-Za-z0-9-]{20,}"),
    _shape("stripe", "sk_ rk_", r"[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}"),
    _shape("stripe", "whsec_", r"whsec_[A-Za-z0-9+/=]{20,}"),
    _shape("llm", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{20,}"),
    _shape("llm", "sk-proj- sk-svcacct- sk-admin- sk-None-", r"sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}", random=True),
    _shape("llm", "sk-", r"sk-(?:or-v1-|lf-|ws-)?[A-Za-z0-9_-]{18,}", random=True),
    _shape("llm", "gsk_ xai- pplx- r8_ fw_ csk- tgp_v1_ nvapi- jina_ tvly- lsv2_ pcsk_ ark-", r"(?:gsk_|xai-|pplx-|r8_|fw_|csk-|tgp_v1_|nvapi-|jina_|tvly-(?:dev-|prod-)?|lsv2_(?:pt|sk)_|pcsk_|ark-)[A-Za-z0-9_-]{20,}", random=True),
    _shape("llm", ".", r"[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9.])"),
    _shape("huggingface", "hf_ api_org_", r"(?:hf|api_org)_[A-Za-z0-9]{30,}"),
    _shape("package_registry", "npm_", r"npm_[A-Za-z0-9]{36}"),
    _shape("package_registry", "pypi-", r"pypi-[A-Za-z0-9_-]{40,}"),
    _shape("package_registry", "rubygems_ oy2 dckr_ cio dop_ doo_ dor_ jfrt", r"(?:rubygems_[a-f0-9]{48}|oy2[a-z0-9]{43}|dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}|cio[A-Za-z0-9]{32}|do[opr]_v1_[a-f0-9]{64})"),
    _shape("package_registry", "AKCp cmVmdGtu", r"(?:AKCp[A-Za-z0-9]{60,}|cmVmdGtu[A-Za-z0-9]{50,})"),
    _shape("telegram", ":", r"\d{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])", random=True),
    _shape("discord", ".", r"[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![A-Za-z0-9_-])"),
    _shape("twilio", "SK", r"SK[0-9a-f]{32}(?![A-Za-z0-9])"),
    _shape("sendgrid", "SG.", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"),
    _shape("mail", "key-", r"key-[0-9a-f]{32}(?![A-Za-z0-9])"),
    _shape("mail", "-us", r"[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])"),
    _shape("mail", "xkeysib- xsmtpsib-", r"x(?:key|smtp)sib-[a-f0-9]{40,}-[A-Za-z0-9]{10,}"),
    _shape("payment", "sq0 EAAA", r"(?:sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}|EAAA[A-Za-z0-9_-]{56,})"),
    _shape("payment", "access_token$", r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    _shape("payment", "access-", r"access-(?:sandbox|development|production)-[0-9a-f-]{36}"),
    _shape("shopify", "shp", r"shp(?:at|ca|pa|ss|ua)_[A-Fa-f0-9]{32}"),
    _shape(
        "cloud",
        "hvs. hvb. hvr. .atlasv1. glc_ glsa_ NRAK- sntrys_ sntryu_ tskey- dapi pul- dp. nfp_ sbp_ sb_secret_ pscale_ "
        "CCIPAT_ bkua_ HRKU- dt0c01. v1.0- cfut_ cfat_ tfp_ PMAK- squ_ sqp_ sqa_ CFPAT- ops_ rnd_ vcp_ "
        "nvapi- secret- ntn_ secret_ lin_ figd_ ATATT ATCTT ATBB patA pat shpat aio_ EZAK EZTK waka_ lip_ phx_ phc_ phs_ vck_ vci_ vcr_ fm2_ rzp_",
        r"(?:hv[sbr]\.[A-Za-z0-9_-]{20,}|[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}|glc_[A-Za-z0-9+/=]{32,}|glsa_[A-Za-z0-9_]{32,}"
        r"|NRAK-[A-Z0-9]{27}|sntry[su]_[A-Za-z0-9+/=_]{40,}|tskey-[a-z]+-[A-Za-z0-9-]{16,}|dapi[0-9a-f]{32}(?:-\d)?|pul-[a-f0-9]{40}"
        r"|dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,}|fm2_[A-Za-z0-9+/=_]{40,}|nfp_[A-Za-z0-9]{36}|sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,}"
        r"|pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}|CCIPAT_[A-Za-z0-9]{10,}_[a-f0-9]{40}|bkua_[a-f0-9]{40}|HRKU-[A-Za-z0-9_-]{30,}"
        r"|dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}|v1\.0-[a-f0-9]{24}-[a-f0-9]{140,}|cf[ua]t_[A-Za-z0-9_-]{40,}|tfp_[A-Za-z0-9_.=-]{40,}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}"
        r"|sq[upa]_[a-f0-9]{40}|CFPAT-[A-Za-z0-9_-]{40,}|ops_eyJ[A-Za-z0-9+/=]{100,}|rnd_[A-Za-z0-9]{28,}|vc[pkir]_[A-Za-z0-9]{40,}"
        r"|ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}|lin_(?:api|oauth)_[A-Za-z0-9]{32,}|figd_[A-Za-z0-9_-]{40}|AT[AC]TT3[A-Za-z0-9_=-]{50,}|ATBB[A-Za-z0-9]{28,}"
        r"|pat[A-Za-z0-9]{14}\.[a-f0-9]{64}|aio_[A-Za-z0-9]{28}|EZ[AT]K[A-Za-z0-9]{54}|waka_[0-9a-f-]{36}|lip_[A-Za-z0-9]{20,}|ph[xcs]_[A-Za-z0-9]{40,}|rzp_(?:live|test)_[A-Za-z0-9]{14,})",
    ),
    _shape("chinese_cloud", "LTAI AKID ALTAK AKLT JDC_", r"(?:LTAI[A-Za-z0-9]{12,26}|AKID[A-Za-z0-9]{28,36}|ALTAK-?[A-Za-z0-9]{20,}(?:/[0-9a-f]{32,})?|AKLT[A-Za-z0-9_-]{40,}|JDC_[A-Z0-9]{28})(?![A-Za-z0-9])"),
    _shape("jwt", "eyJ", r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]*){0,2}"),
    _shape("facebook", "EAA", r"EAA[A-Z][A-Za-z0-9]{60,}"),
    _shape("twitter", "AAAAAAAAA", r"A{16,}[A-Za-z0-9%]{40,}"),
)  # fmt: skip


# Every match holds as long a run without blanks, or opens a key file: most sentences have neither.
_COMPACT = re.compile(r"[!-~]{15}|-----BEGIN")


def find_shapes(text: str) -> Iterator[Span]:
    """Every token of a known shape."""
    if _COMPACT.search(text) is None:
        return
    for shape in SHAPES:
        if not any(hint in text for hint in shape.hints):
            continue
        for match in shape.pattern.finditer(text):
            if not shape.random or reads_like_chance(match.group()):
                yield Span(match.start(), match.end(), shape.kind)


_RUN = re.compile(r"[A-Za-z0-9]+")
_SHORT, _LONG_RUN = 12, 16


def reads_like_chance(token: str) -> bool:
    """Whether some run of letters and digits in it is long, mixed and uneven as a generator's, not made of words."""
    runs = _RUN.findall(token)
    longest = max(runs, key=len, default="")
    if len(longest) < _SHORT or not any(ch.isdigit() for ch in token):
        return len(longest) >= 24 and entropy(longest) > 3.8
    letters = [ch for ch in token if ch.isalpha()]
    if not letters:
        return False
    return entropy(longest) > (2.8 if len(longest) >= _LONG_RUN else 3.0)


def entropy(text: str) -> float:
    """Bits a character, by the text's own frequencies."""
    counts, size = Counter(text), len(text)
    return -sum(n / size * math.log2(n / size) for n in counts.values()) if size else 0.0
