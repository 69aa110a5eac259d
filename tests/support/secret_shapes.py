"""Secrets in sentences, made while the tests run so that no scanner of repositories finds any; and what only looks so."""

from __future__ import annotations

import base64
import json
import random
import string
from dataclasses import dataclass

_HEX = "0123456789abcdef"
_ALNUM = string.ascii_letters + string.digits


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence that gives a secret away. `secrets` are all its parts that must stand nowhere afterwards."""

    name: str
    sentence: str
    secrets: tuple[str, ...]
    language: str = "en"


class _Maker:
    """Chance from a seed, and check digits that are right."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def some(self, length: int, letters: str = _ALNUM) -> str:
        """`length` characters; never all of one kind, so that no short one looks like a word."""
        picked = [self._random.choice(letters) for _ in range(length)]
        if letters == _ALNUM and length >= 6:
            picked[1], picked[3], picked[-2] = "7", "Q", "x"
        return "".join(picked)

    def hex(self, length: int) -> str:
        return "a1" + self.some(length - 2, _HEX)

    def digits(self, length: int) -> str:
        return self._random.choice("123456789") + self.some(length - 1, string.digits)

    def luhn(self, start: str, length: int) -> str:
        body = start + self.some(length - len(start) - 1, string.digits)
        return next(body + end for end in string.digits if _luhn(body + end))

    def identity_card(self) -> str:
        body = f"1101051990{self._random.choice(['0315', '1224', '0708'])}{self.some(3, string.digits)}"
        weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
        return body + "10X98765432"[sum(w * int(d) for w, d in zip(weights, body, strict=True)) % 11]

    def iban(self) -> str:
        body = "37040044" + self.digits(10)
        check = 98 - int(body + "131400") % 97
        return f"DE{check:02d}{body}"

    def password(self) -> str:
        return f"{self._random.choice(['blau', 'otter', 'kestrel', 'mango'])}-{self.some(4)}{self._random.choice('!#%&')}"

    def pem(self) -> str:
        lines = "\n".join(self.some(64) for _ in range(6))
        rule, kind = "-" * 5, "RSA PRIVATE KEY"
        return f"{rule}BEGIN {kind}{rule}\n{lines}\n{rule}END {kind}{rule}"

    def jwt(self) -> str:
        head = _urlsafe({"alg": "HS256", "typ": "JWT"})
        return f"{head}.{_urlsafe({'sub': self.some(8), 'iat': 1750000000})}.{self.some(43)}"


def _urlsafe(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def _luhn(digits: str) -> bool:
    doubled = [int(ch) * (1 + place % 2) for place, ch in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def told_secrets(seed: int = 1) -> list[Told]:
    """More than sixty shapes, half of them told in Chinese."""
    make = _Maker(seed)
    return [*_tokens(make), *_english(make), *_chinese(make)]


def _tokens(make: _Maker) -> list[Told]:
    tokens = {
        "aws_id": "AKIA" + make.some(16, string.ascii_uppercase + "234567"),
        "google_key": "AIza" + make.some(35),
        "google_oauth": "ya29." + make.some(60),
        "github": "ghp_" + make.some(36),
        "github_fine": "github_pat_" + make.some(22) + "_" + make.some(59),
        "gitlab": "glpat-" + make.some(20),
        "slack": "xoxb-" + make.digits(12) + "-" + make.digits(12) + "-" + make.some(24),
        "stripe": "sk_live_" + make.some(24),
        "openai": "sk-" + make.some(48),
        "openai_project": "sk-proj-" + make.some(74),
        "anthropic": "sk-ant-api03-" + make.some(93),
        "huggingface": "hf_" + make.some(34),
        "npm": "npm_" + make.some(36),
        "pypi": "pypi-AgEIcHlwaS5vcmc" + make.some(70),
        "telegram": make.digits(9) + ":AA" + make.some(33),
        "twilio": "SK" + make.hex(32),
        "sendgrid": "SG." + make.some(22) + "." + make.some(43),
        "azure_storage": make.some(86, _ALNUM) + "==",
        "jwt": make.jwt(),
        "aliyun": "LTAI" + make.some(20),
        "tencent": "AKID" + make.some(32),
        "digitalocean": "dop_v1_" + make.hex(64),
        "pem": make.pem(),
        "card": make.luhn("4", 16),
        "unionpay": make.luhn("62", 19),
        "identity_card": make.identity_card(),
        "iban": make.iban(),
    }
    english = [
        "use {} for the deployment",
        "here it is: {}. Thanks",
        "I pasted {} into the config by mistake",
    ]
    chinese = ["部署的时候用{}就行", "发你了：{}，别外传", "我不小心把 {} 贴到群里了"]
    told = []
    for place, (name, token) in enumerate(tokens.items()):
        secrets = tuple(token.splitlines()[1:-1]) if name == "pem" else (token,)
        if place % 2:
            told.append(Told(name, chinese[place % 3].format(token), secrets, "zh"))
        else:
            told.append(Told(name, english[place % 3].format(token), secrets))
    grouped = make.luhn("5424", 16)
    spaced = " ".join(grouped[n : n + 4] for n in range(0, 16, 4))
    told.append(Told("card_grouped", f"my card is {spaced}, valid until next year", (spaced, grouped)))
    return told


def _english(make: _Maker) -> list[Told]:
    def one(name: str, pattern: str, secret: str) -> Told:
        return Told(name, pattern.format(secret), (secret,))

    basic = base64.b64encode(f"bob:{make.some(10)}".encode()).decode()
    first, second = make.password(), make.password()
    hidden = make.some(10)
    return [
        one("my_password", "By the way, my wifi password is {}, in case you need it.", make.password()),
        one("plain_word", "My password is {}.", "sunflower"),
        one("password_colon", "user: bob\npassword: {}\nhost: db1", make.some(9)),
        one("password_for", "the password for the staging server is '{}'", make.password()),
        one("pin", "The PIN is {}.", make.digits(4)),
        one("pin_direct", "use PIN {} at the terminal", make.digits(6)),
        one("passphrase", "passphrase: {}", "copper window salad tiger"),
        one("seed_phrase", "my seed phrase is {}.", "abandon ladder copper salad window tiger orbit museum lemon spoon acid velvet"),
        one("otp", "{} is your verification code", make.digits(6)),
        one("door_code", "The door code for the office is {}#.", make.digits(5)),
        one("changed", "I changed my password to {} yesterday", make.some(8)),
        Told("old_and_new", f"my old password was {first}, now it's {second}", (first, second)),
        one("reversed", "{} is my login password", make.some(9)),
        one("env", "export DB_PASSWORD={}", make.some(12)),
        one("json", '{{"user": "bob", "password": "{}"}}', make.some(11)),
        one("api_key", "api_key = {}", make.some(32)),
        one("url", "postgres://app:{}@db.example.com:5432/app is the DSN", make.some(14)),
        one("bearer", "curl -H 'Authorization: Bearer {}' example.com", make.some(40)),
        one("basic", "Authorization: Basic {}", basic),
        one("query", "https://api.example.com/v1/items?access_token={}&page=2", make.some(32)),
        one("cvv", "the CVV is {}", make.digits(3)),
        Told("zero_width", f"my password is {hidden[:5]}\u200b{hidden[5:]} ok", (hidden, hidden[:5], hidden[5:])),
        one("command", "sshpass -p {} ssh root@10.0.0.1", make.some(10)),
        one("recovery", "recovery code: {}", f"{make.some(5)}-{make.some(5)}"),
    ]  # fmt: skip


def _chinese(make: _Maker) -> list[Told]:
    def one(name: str, pattern: str, secret: str) -> Told:
        return Told(name, pattern.format(secret), (secret,), "zh")

    wide = make.some(8)
    full_width = "".join(chr(ord(ch) + 0xFEE0) for ch in wide)
    first, second = make.some(9), make.some(9)
    return [
        one("zh_is", "我的密码是{}，别告诉别人。", make.some(9)),
        one("zh_colon", "WiFi密码：{}", make.password()),
        one("zh_pay", "我的支付密码是{}。", make.digits(6)),
        one("zh_changed", "邮箱密码已经改成了{}，记一下", make.some(10)),
        one("zh_direct", "登录密码{}，账号是我的手机号", make.some(8)),
        one("zh_code", "【某某银行】您的验证码为：{}，5分钟内有效", make.digits(6)),
        one("zh_code_first", "{}是您的验证码，请勿泄露", make.digits(6)),
        one("zh_words", "口令是{}。", "天王盖地虎"),
        one("zh_quoted", "保险柜的密码是“{}”", make.digits(6)),
        one("zh_numerals", "门禁密码是{}", "四八二一"),
        one("zh_reversed", "用{}当我的开机密码", make.some(8)),
        Told("zh_full_width", f"密码是{full_width}。", (full_width, wide), "zh"),
        Told("zh_old_new", f"旧密码是{first}，新密码是{second}", (first, second), "zh"),
        one("zh_key", "API密钥是 {} ，别外传", make.some(32)),
        one("zh_card", "我的银行卡号是{}", make.digits(19)),
        one("zh_door", "办公室门锁密码 {}#", make.digits(6)),
        one("zh_pickup", "提取码: {}", make.some(4, "abcdefgh") [:2] + make.digits(2)),
        one("zh_server", "服务器root密码为 {}", make.password()),
        one("zh_seed", "助记词是 {}", "abandon ladder copper salad window tiger"),
        one("zh_default", "默认密码就是{}", make.digits(8)),
    ]  # fmt: skip


BENIGN = tuple(
    text
    for text in """
I forgot my password again.
The password policy is strict here.
A password is required to log in.
My password is too long to remember.
The password is stored in 1Password.
Please reset the password for bob.
What is the password?
Is the password correct?
The password must be at least 12 characters long.
The password is expired.
We moved to task-based scheduling.
She is risk-averse and desk-bound.
The fix is in commit 9fceb02d0ae598e95dc970b74767f19372d61af8.
See commit 9fceb02 for the fix.
The request id is 550e8400-e29b-41d4-a716-446655440000.
sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 matches.
The md5 is d41d8cd98f00b204e9800998ecf8427e.
My order number is 4021 7788 1203.
Order 1234567812345678 was shipped on Monday.
The ISBN is 978-3-16-148410-0.
We run version 3.11.4 of Python and 18.1 of Postgres.
My phone number is +49 170 1234567.
Write to alice.example@example.com.
The host is db-primary-01.eu-central-1.example.com.
The server is at 192.168.178.21:8080.
The colour is #ff8800, the other one #a1b2c3.
Docs: https://example.com/guides/getting-started/2025/06/18/how-to-configure-your-workspace?page=2&sort=asc
The prompt took 4096 tokens and max_tokens is 1024.
Tokens: 640 in, 12 out.
The token expired, so I logged in again.
The secret is practice.
My secret ingredient is cinnamon.
The key to success is patience.
The status code is 404 and the exit code is 137.
My zip code is 94107.
Use promo code SAVE20 at checkout.
The meeting is at 10:30 in room 4821.
I was born on 1990-03-15 in Munich.
The flight is LH2031 on 2025-06-18.
connection_pool_max=50 and replicas=3
Tests pass: 120, fail: 3.
GPIO pin 17 is broken.
Please pin this message.
The scikit-learn estimator API is stable.
My licence plate is M-AB 1234.
She passed the exam with 97 points.
I keep my passport in the drawer.
The access was denied.
The PIN has four digits.
We hash every password with bcrypt.
我忘记密码了。
密码是什么？
密码必须至少12位。
密码是加密存储的。
请不要把密码告诉别人。
密码错误三次会锁定账户。
你的密码安全吗？
验证码收不到怎么办？
密码是8位数字。
密码规则很严格。
我的订单号是 202506180001234。
我的手机号是13800138000。
我的邮箱是 zhang.san@example.com。
我住在上海市浦东新区世纪大道100号。
我的生日是1990年3月15日。
快递单号是 SF1234567890123。
版本号是 2.4.1，端口是 8080。
会议室在 4821。
我喜欢喝龙井茶。
提交哈希是 9fceb02d0ae598e95dc970b74767f19372d61af8。
这个任务需要 4096 个 token。
口令红包我没抢到。
""".strip().splitlines()
)
