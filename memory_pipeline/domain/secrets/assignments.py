"""Secrets in the ways machines write them down: key=value, JSON, headers, URLs with passwords, command lines."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator

from memory_pipeline.domain.secrets.shapes import reads_like_chance
from memory_pipeline.domain.secrets.span import Span
from memory_pipeline.domain.secrets.spelling import folded, holds_any
from memory_pipeline.domain.secrets.value import is_placeholder, is_strong, may_be_key, trimmed
from memory_pipeline.domain.secrets.words import HUMAN_NAMES, MACHINE_NAMES

_START = r"(?<![A-Za-z0-9])"  # DB_PASSWORD and spring.datasource.password end in the name
_EQUALS = r"(?P<q>\\?[\"'`]?)\]?(?P<sep>\s*(?:=>|:=|===?|=)\s*|\s*:\s*(?![=/]))(?:[bru]?(?P<open>\\?[\"'`]))?"
_VALUE = r"(?(open)(?P<quoted>(?:(?!(?P=open))(?:\\.|[^\\\n])){1,4000}?)(?P=open)|(?P<bare>[^\s\"'`<>,;&{}\ue000()\[\]][^\s\"'`<>,;&\ue000]*))"
_PASSWORD = re.compile(rf"{_START}(?P<key>{HUMAN_NAMES}){_EQUALS}{_VALUE}", re.IGNORECASE)
_SECRET = re.compile(
    rf"{_START}(?P<key>{MACHINE_NAMES}){_EQUALS}(?:(?:bearer|basic|token|digest|apikey)\s+)?{_VALUE}",
    re.IGNORECASE,
)
_ANY_KEY = re.compile(
    rf"{_START}(?P<key>\w{{0,40}}(?:key|token|secret|credentials?)){_EQUALS}{_VALUE}", re.IGNORECASE
)  # whatever it is the key of: its value must read like chance
_LONG = 20
_JOINED = re.compile(
    rf"{_START}[A-Za-z][A-Za-z0-9]{{0,20}}(?P<key>password|passwd|passphrase){_EQUALS}{_VALUE}", re.IGNORECASE
)  # PGPASSWORD=, dbpassword:
_CAMEL = re.compile(
    rf"\b[a-z][A-Za-z0-9]*(?P<key>Password|Passwd|Passphrase|Passcode|Secret|Token|ApiKey|AccessKey|SecretKey|PrivateKey){_EQUALS}{_VALUE}"
)
_SHORT_KEYS = frozenset({"pin", "pass", "psk", "otp", "psw", "cvv", "cvc"})
_XML = re.compile(
    r"<(?P<tag>[\w:.-]*(?:password|passwd|passphrase|secret|token|apikey|api_key|accesskey))(?:\s[^>]*)?>(?P<value>[^<\ue000]{1,4000})</(?P=tag)>",
    re.IGNORECASE,
)
_HEADER = re.compile(r"\b(?:bearer|token)\s+(?P<value>[A-Za-z0-9._~+/-]{16,}=*)", re.IGNORECASE)
_BASIC = re.compile(r"\bbasic\s+(?P<value>[A-Za-z0-9+/]{6,}={0,2})(?![A-Za-z0-9+/=])", re.IGNORECASE)
_COOKIE = re.compile(r"\b(?:set-)?cookie:\s*(?P<value>[^\n\ue000]{8,})", re.IGNORECASE)
_URL = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,30}://(?P<user>[^\s:/@\"'<>]{0,200}):(?P<value>[^\s\"'<>`\ue000]{1,400})@(?=[\w\[\ue000])",
    re.IGNORECASE,
)
_KEY_IN_URL = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,30}://(?P<value>[^\s:/@\"'<>\ue000]{16,200})@(?=[\w\[])", re.IGNORECASE
)
_QUERY = re.compile(
    r"[?&#][\w.-]{0,40}(?:token|key|sig|signature|secret|password|passwd|pwd|auth|credential)=(?P<value>[^\s&#\"'<>\ue000]{6,})",
    re.IGNORECASE,
)
_OPTION = re.compile(
    r"(?<!\S)(?:--?(?:password|passwd|pass|passphrase|token|secret|api-?key|access-?key|secret-?key|client-?secret|auth-?token|requirepass|masterauth)(?:\s+|=)|sshpass\s+-p\s*|(?:mysql|mysqldump|mariadb)\b[^\n]{0,80}?\s-p|"
    r"redis-cli\b[^\n]{0,60}?\s-a\s+|(?:7z|zip|unzip|unrar)\b[^\n]{0,60}?\s-[pP]\s*|requirepass\s+|IDENTIFIED\s+BY\s+|WITH\s+PASSWORD\s+)[\"']?(?P<value>[^\s\"'\ue000]{3,})",
    re.IGNORECASE,
)
_USER_OPTION = re.compile(
    r"\b(?:curl|wget|http|https)\b[^\n]{0,200}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,100}:(?P<value>[^\s\"'\ue000]{3,})"
)
_ORACLE = re.compile(r"\b(?:sqlplus|jdbc:oracle:\w+:)\s*\w+/(?P<value>[^\s@\ue000]{3,})@")


# Of what the names of values are made of, one stands in the text, or none of their patterns need be tried.
_STEMS = (
    "pass pwd pswd psw psk otp pin puk cvv cvc ssn mnemonic phrase code contrase key token secret cred bearer sess cookie auth sig "
    "密码 密碼 口令 密钥 秘钥 令牌 凭证 私钥 验证码"
).split()


def find_assignments(text: str) -> Iterator[Span]:
    """Values that the name before them gives away."""
    lowered = folded(text)
    if (":" in text or "=" in text) and holds_any(lowered, _STEMS):
        yield from _named(text)
    if "://" in text:
        yield from _in_urls(text)
    if "</" in text:
        yield from _groups(_XML, text, "password")
    if "bearer" in lowered or "token" in lowered:
        yield from (
            span for span in _groups(_HEADER, text, "header") if may_be_key(text[span.start : span.end])
        )
    if "basic" in lowered:
        yield from (
            span for span in _groups(_BASIC, text, "header") if _is_basic(text[span.start : span.end])
        )
    if "cookie:" in lowered:
        yield from _groups(_COOKIE, text, "header")
    if (
        "-" in text
        or "pass" in lowered
        or "identified" in lowered
        or "jdbc" in lowered
        or "sqlplus" in lowered
    ):
        yield from _commands(text)


def _commands(text: str) -> Iterator[Span]:
    for pattern in (_OPTION, _USER_OPTION, _ORACLE):
        for span in _groups(pattern, text, "command"):
            if not is_placeholder(text[span.start : span.end]):
                yield span


def _named(text: str) -> Iterator[Span]:
    for match in _JOINED.finditer(text):
        value, start = _value(match)
        if len(value) >= 4 and _is_told(match, value):
            yield Span(start, start + len(value), "password")
    for match in _PASSWORD.finditer(text):
        value, start = _value(match)
        if _is_told(match, value):
            yield Span(start, start + len(value), "password")
    for match in _ANY_KEY.finditer(text):
        value, start = _value(match)
        if len(value) >= _LONG and not is_placeholder(value) and reads_like_chance(value):
            yield Span(start, start + len(value), "key")
    for pattern in (_SECRET, _CAMEL):
        for match in pattern.finditer(text):
            value, start = _value(match)
            if may_be_key(value) or (match["open"] and len(value) >= 6 and is_strong(value)):
                yield Span(start, start + len(value), "key")


def _value(match: re.Match[str]) -> tuple[str, int]:
    if match["quoted"] is not None:
        return match["quoted"], match.start("quoted")
    return trimmed(match["bare"]), match.start("bare")


def _is_told(match: re.Match[str], value: str) -> bool:
    """In `key=value` anything is a value; after "key: " it must not be how a sentence goes on."""
    if is_placeholder(value) or not value.strip():
        return False
    key = match["key"].casefold()
    if key == "pass" and value.isdigit():
        return False  # of tests
    if match["quoted"] is not None or is_strong(value):
        return True
    if key in _SHORT_KEYS:
        return value.isdigit() and len(value) >= 3
    # What follows "password: " in running text is for the rules of context, which see how the clause goes on.
    return "=" in match["sep"] or (value.isdigit() and len(value) >= 3)


def _in_urls(text: str) -> Iterator[Span]:
    for match in _URL.finditer(text):
        if not is_placeholder(match["value"]) and "://" not in match["value"]:
            yield Span(match.start("value"), match.end("value"), "url_password")
    for match in _KEY_IN_URL.finditer(text):
        if may_be_key(match["value"]):
            yield Span(match.start("value"), match.end("value"), "url_password")
    for match in _QUERY.finditer(text):
        if reads_like_chance(match["value"]):
            yield Span(match.start("value"), match.end("value"), "url_key")


def _groups(pattern: re.Pattern[str], text: str, kind: str) -> Iterator[Span]:
    for match in pattern.finditer(text):
        value = match["value"]
        kept = value.strip()
        start = match.start("value") + value.index(kept) if kept else match.start("value")
        yield Span(start, start + len(kept), kind)


def _is_basic(value: str) -> bool:
    """Whether it decodes to `user:password`."""
    try:
        plain = b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (Error, ValueError):
        return False
    return b":" in plain and all(32 <= byte < 127 or byte >= 0xC2 for byte in plain)
