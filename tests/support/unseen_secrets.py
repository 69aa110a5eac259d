"""Two further sets of secrets and look-alikes, of other kinds, written after the detectors and before they were mended by them."""

from __future__ import annotations

import random

_LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_HEX = "0123456789abcdef"
Sentence = tuple[str, tuple[str, ...]]


class _Set:
    """Sentences with the secrets in them. `some` tokens are made here, so that no scanner finds one in the repository."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.sentences: list[Sentence] = []

    def some(self, length: int, letters: str = _LETTERS) -> str:
        return "".join(self._random.choice(letters) for _ in range(length))

    def hex(self, length: int) -> str:
        return self.some(length, _HEX)

    def word(self) -> str:
        return f"Kp{self.some(3)}7{self.some(3)}"

    def told(self, sentence: str, *secrets: str) -> None:
        self.sentences.append((sentence, secrets))


def second_set() -> list[Sentence]:
    """In English and in Chinese."""
    made = _Set(99)
    x = made.word()
    made.told(f"hey can you log into my bank? username is wanda77 and the password's {x}", x)
    x = made.word()
    made.told(f"My Netflix login: wanda@example.org / {x}", x)
    x = made.word()
    made.told(f"pw {x}", x)
    x = made.word()
    made.told(f"The Wi-Fi here is called GuestNet, password {x}, have fun", x)
    made.told("alarm code: 7193", "7193")
    made.told("our garage keypad is 5582, don't tell anyone", "5582")
    made.told("the safe opens with 12-34-56", "12-34-56")
    made.told("Combination to my locker: 34-08-22", "34-08-22")
    made.told("my pin number is one four nine two", "one four nine two")
    made.told("My mother's password used to be rosebud but she changed it to rosebud1941", "rosebud1941")
    made.told("I set it to Tr0mb0ne77, that's the admin password now", "Tr0mb0ne77")
    made.told("If anyone asks, the passcode for the archive room is marmalade.", "marmalade")
    x = made.some(40)
    made.told(f"AWS_SECRET_ACCESS_KEY={x}", x)
    x = made.some(40)
    made.told(f"aws secret access key is {x}", x)
    x = made.hex(32)
    made.told(f"MAPBOX_TOKEN: sk.{made.some(60)}.{made.some(22)}", "sk.")
    x = made.some(32)
    made.told(f'client = OpenAI(api_key="{x}")', x)
    x = made.some(20)
    made.told(f"spring.datasource.password={x}", x)
    x = made.word()
    made.told(f"Server=tcp:db.example.net,1433;Database=app;User ID=sa;Password={x};Encrypt=true", x)
    x = made.word()
    made.told(f"redis://:{x}@cache.internal:6379/0", x)
    x = made.word()
    made.told(f"machine api.example.com login bob password {x}", x)
    x = made.word()
    made.told(f"<connectionStrings><password>{x}</password></connectionStrings>", x)
    x = made.some(64, _HEX)
    made.told(f"my ethereum private key is 0x{x}", x)
    x = made.some(51)
    made.told(f"wallet WIF private key: 5{x[:50]}", x[:50])
    made.told("Your OTP for login is 739105. Do not share it with anyone.", "739105")
    made.told("G-518204 is your Google verification code.", "518204")
    made.told("Use 88213 to verify your account", "88213")
    made.told("my SSN is 219-09-9999", "219-09-9999")
    made.told("Passport number: X4RTBPFW4", "X4RTBPFW4")
    made.told("card 4242 4242 4242 4242 exp 12/29 cvc 731", "4242 4242 4242 4242", "731")
    x = made.word()
    made.told(f"密码设成 {x} 了哈", x)
    x = made.word()
    made.told(f"帮我记一下，公司邮箱的密码是 {x} ，账号zhangsan", x)
    made.told("银行卡取款密码 830217", "830217")
    made.told("我家大门密码是5个8", "5个8")
    made.told("WIFI: HomeNet 密码: laoganma2020", "laoganma2020")
    made.told("手机解锁密码：一三五七九零", "一三五七九零")
    made.told("【支付宝】校验码 604417，您正在登录", "604417")
    made.told("你的短信验证码：8831", "8831")
    x = made.word()
    made.told(f"用户名 admin，口令 {x}", x)
    x = made.some(32)
    made.told(f"AppSecret：{x}", x)
    x = made.some(30)
    made.told(f"阿里云AccessKeySecret是{x}", x)
    made.told("微信支付密码刚改成了 197305", "197305")
    made.told("锁屏图案密码不用了，现在用 25803 解锁", "25803")
    x = made.word()
    made.told(f"ssh root@10.2.3.4 密码 {x}", x)
    made.told("百度网盘 提取码 x8k2", "x8k2")
    made.told("行李箱密码 739", "739")
    made.told("身份证号码 11010519491231002X", "11010519491231002X")
    x = made.word()
    made.told(f"my passw0rd is {x}", x)
    x = made.word()
    made.told(f"ｐａｓｓｗｏｒｄ：{x}", x)
    x = made.word()
    made.told(f"p a s s w o r d: {x}", x)
    x = made.word()
    made.told(f"contraseña: {x}", x)
    return made.sentences


def third_set() -> list[Sentence]:
    """In English and in Chinese."""
    made = _Set(123)
    x = made.word()
    made.told(f"note to self: gmail pass = {x}", x)
    x = made.word()
    made.told(f"Sign in with user=rolf&password={x}", x)
    x = made.word()
    made.told(f"Please remember that my laptop unlocks with {x}", x)
    made.told("the voicemail PIN, in case you need it, is 5519", "5519")
    made.told("PINs: debit 4417, credit 9083", "4417", "9083")
    made.told("My son's tablet passcode: 2-5-8-0", "2-5-8-0")
    made.told("password hint aside, the actual password is butterscotch", "butterscotch")
    made.told("the password was never changed from 'changeme2019'", "changeme2019")
    made.told("we still use the default password, admin1234", "admin1234")
    made.told("her password starts with Mango and ends in 8812!", "8812")
    x = made.some(36)
    made.told(f"GH_TOKEN=ghp_{x}", x)
    x = made.some(22) + "." + made.some(43)
    made.told(f"SENDGRID: SG.{x}", x)
    x = made.hex(32)
    made.told(f"DEEPSEEK_API_KEY=sk-{x}", x)
    x = made.hex(32)
    made.told(f"datadog api key {x}", x)
    x = made.hex(40)
    made.told(f"set the webhook secret to {x}", x)
    x = made.some(24)
    made.told(f"Cookie: sid={x}; theme=dark", x)
    x = made.some(44)
    made.told(f"X-Api-Key: {x}", x)
    x = made.word()
    made.told(f"mysql -u root -p{x} app", x)
    x = made.word()
    made.told(f"curl -u rolf:{x} https://example.com/api", x)
    x = made.word()
    made.told(f"amqp://guest:{x}@mq.internal:5672/vhost", x)
    x = made.word()
    made.told(f'psql "host=db user=app password={x} dbname=app"', x)
    x = made.word()
    made.told(f"{{'username': 'rolf', 'passwd': '{x}'}}", x)
    x = made.word()
    made.told(f"kubectl create secret generic db --from-literal=password={x}", x)
    x = made.word()
    made.told(f"vault kv put secret/db password={x}", x)
    x = made.word()
    made.told(f"ALTER USER app WITH PASSWORD '{x}';", x)
    made.told(
        "my credit card number is 5555 5555 5555 4444 and the code on the back is 318",
        "5555 5555 5555 4444",
        "318",
    )
    made.told("Amex 3782 822463 10005", "3782 822463 10005")
    made.told("IBAN GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 32")
    made.told("我的QQ密码：woaini1314", "woaini1314")
    made.told("密码我改过了，现在是 Qwe789zxc", "Qwe789zxc")
    made.told("银行卡密码就是我女儿生日 061108", "061108")
    made.told("家里WiFi叫MyHome，密码是八个8", "八个8")
    made.told("验证码 8 3 0 1 7 2", "8 3 0 1 7 2")
    made.told("我的医保卡密码是 334455，帮我记住", "334455")
    made.told("登录名rolf，密码rolf@2023", "rolf@2023")
    x = made.some(32)
    made.told(f"微信公众号的appsecret是{x}", x)
    made.told("开机口令改成 opensesame 了", "opensesame")
    made.told("楼下门禁按 1357# 就能进", "1357")
    made.told("服务器：10.0.0.3，root / Zx9!kk21", "Zx9!kk21")
    made.told("这个压缩包的解压密码是 www.example.cn2020", "www.example.cn2020")
    made.told("保险箱的密码左3右7左9", "左3右7左9")
    made.told("他的身份证是 11010519491231002X", "11010519491231002X")
    made.told("请把验证码482917发给我", "482917")
    made.told("my password is: correct-horse-battery-staple", "correct-horse-battery-staple")
    made.told("口令：「白日依山尽」", "白日依山尽")
    return made.sentences


UNSEEN_BENIGN = tuple(
    """
I set a reminder to change my password every 90 days.
She never writes her passwords down.
Our password manager is KeePassXC 2.7.6.
The login page is at https://portal.example.com/login?next=/dashboard
PIN code is not required for this card.
The code review is done and the code is clean.
My employee number is 48213.
The invoice 2025-0815 totals 4,821.50 EUR.
The wifi network is called GuestNet-5G.
I passed 3 tests and failed 2.
The API key rotation happens every quarter.
We use JWT tokens and OAuth2 for auth.
Our tokenizer handles 128k tokens.
The secret santa party is on Friday.
I hid the key under the flower pot.
My favourite cookie is chocolate chip.
The session was long and boring.
Keys and values are both strings.
The password field accepts unicode.
Do you have my password on file?
The combination of tea and cake is great.
My account is overdrawn.
Flight BA2490, seat 14C, booking ref QX7R2P.
MAC address 00:1A:2B:3C:4D:5E, serial SN-20250618-0042.
IMEI 490154203237518 is my phone's.
The docker image is sha256:4bcff63911fcb4448bd4fdacec207030997caf25e9bea4045fa6c8c44de311d1.
git describe says v2.4.1-14-g2414721.
The user id is usr_2Xk93abcDEF and the order id is ord_88213.
pod name payments-api-7d9f8b6c5d-x2k9q restarted
The temperature is set to 0.7 and top_p to 0.95.
他把密码本弄丢了。
这个网站的密码要求太复杂了。
密码强度为中等。
密码输入框在右边。
这把钥匙是我家的。
令牌已过期，请重新登录。
会话密钥协商失败。
我的工号是48213，工位在4821。
车牌号是沪A12345。
航班号 CA1831，座位 14C。
我的微信号是 zhangsan1990。
邮编是200120，区号021。
这本书的ISBN是9787111213826。
证书编号：2025-0815-0042
密码学是一门有趣的学科。
他的口令很响亮，大家都听见了。
请输入密码
暗号对上了
银行卡丢了，要补办。
验证码是图片形式的。
The pass rate is 87% this quarter.
I have a boarding pass for gate B22.
Our login flow uses magic links.
He said the secret sauce recipe is on page 42.
Access to the building is free on Sundays.
I changed my name to Rolf Zander.
I changed the meeting to 14:30.
The code name of the project is Bluebird7.
Her handle is @rolf_zander99 on that site.
We set max_connections to 200 yesterday.
The release tag is 2025.06.18-rc1.
Key: C minor, tempo 120.
The primary key is user_id.
The foreign key of the table is order_id_2024.
My gym locker is number 4821.
The router is a FRITZ!Box 7590.
My username is rolf_zander99.
User id 8842913, ticket INC0042131.
The verification is complete.
Two-factor authentication is enabled on my account.
She is the key account manager of ACME2000.
The token ring network was replaced in 1998.
The PIN pad is broken again.
I can't remember the PIN of my old card.
The alarm is set to 06:45.
Room 1204, floor 12, Tower B.
The access log is at /var/log/nginx/access.log.
Use port 5432 for Postgres and 6379 for Redis.
Enter building 12 and take the lift.
Open the file report2024.pdf with Preview.
The door is painted in RAL7016.
My licence key expired yesterday.
The model is gpt-4o-2024-08-06.
密码锁坏了，要换一把。
密码已经改好了。
我用指纹登录，不用密码。
这个口令红包要输入“恭喜发财”。
我的会员号是 88213045。
他是密码学教授。
公司改名叫星辰2024科技了。
令牌桶算法限流是每秒100次。
我的座位号是12F。
手机尾号8213的用户您好，您的话费余额为25.6元。
关键是要坚持。
项目代号是Bluebird7。
密钥长度是256位。
请设置一个新密码。
电梯口令机坏了
我的生日密码学老师都知道。
安全码在卡背面。
""".strip().splitlines()
)
