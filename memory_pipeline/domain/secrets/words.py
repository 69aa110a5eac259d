"""Words that announce a secret, and words that show that none follows, in English and Chinese. Data, no rules."""

from __future__ import annotations

from typing import Final

# What a person types to prove who they are: any word may be one.
PASSWORDS_EN: Final = (
    r"p[a@](?:ss|\$\$)[ -]?w[o0]rds?|p[ .]a[ .]s[ .]s[ .]w[ .]o[ .]r[ .]d|passwds?|pass[ -]?codes?|pass[ -]?phrases?|pass[ -]?keys?|pwds?|pswd|psw|pw|p/w|passwort|"
    r"(?-i:PINs?|Pin)(?:[ -]?(?:codes?|numbers?|no\.?))?|pin(?:[ -](?:codes?|numbers?))?|puk(?: code)?|"
    r"(?:seed|recovery|backup|secret|mnemonic|pass|wallet) (?:phrases?|words?)|mnemonics?|"
    r"(?:wi-?fi|wlan|wpa2?|network|router|hotspot) (?:keys?|codes?|pass)|"
    r"(?:unlock|lock|screen|door|gate|garage|alarm|access|entry|entrance|building|security|safe|locker|vault|login|log-?in|sign-?in|parental|voicemail|"
    r"verification|authentication|auth|authenticator|one[ -]?time|sms|2fa|mfa|two[ -]factor|recovery|backup|reset|pairing|activation|keypad|lockbox|"
    r"launch|disarm|duress|master|phone banking|telephone banking) (?:codes?|passes|pass|combinations?|combo|sequence)|keypad|intercom|lockbox|"
    r"otps?|totps?|one[ -]time (?:pass[ -]?words?|pass[ -]?codes?|pins?)|cvv2?|cvc2?|cvn2?|(?:card )?security (?:codes?|answers?|questions?(?: answers?|'s answer))|(?:answer|answers) to (?:my|the|his|her|your|our) security questions?|"
    r"(?:lock|safe|locker|vault|padlock|bike lock)(?:'s)? (?:combination|combo|code)|combination|"
    r"(?:social security|passport|driver'?s licen[cs]e|national insurance|tax id)(?: (?:number|no\.?))|ssn"
)
# What a machine is given: it looks like chance, or it is something else ("the secret is practice").
KEYS_EN: Final = (
    r"(?:api|access|secret|private|encryption|decryption|signing|master|auth|session|client|service|account|subscription|license|licence|product|deploy|storage|host|shared|"
    r"webhook|ssh|aws|azure|openai|github|gitlab|stripe|slack|admin|root|bearer|refresh|id|csrf|bot|app|application|integration|personal access|oauth|consumer|database|db|sas|hmac|jwt)"
    r"(?:[ _-]?(?:secret|access|api|auth)){0,2}[ _-]?(?:keys?|tokens?|secrets?|credentials?|cookies?)|apikeys?|secrets?|tokens?|credentials?|creds?|cookies?|connection string|account number|"
    r"card number|bank account(?: number)?"
)
PASSWORDS_ZH: Final = (
    r"(?:(?:WI-?FI|无线网?|网络|支付|取款|提款|交易|登[录陆入]|開機|开机|锁屏|鎖屏|解锁|屏幕|手机|电脑|银行卡?|信用卡|门锁?|門鎖|门禁|保险[柜箱]|行李箱|服务器|数据库|邮箱|账[户号]|帐[户号]|后台|管理员|"
    r"一次性|动态|動態|短信|手势|查询|服务|路由器|微信|支付宝|淘宝|游戏|root|admin|ssh|vpn|mysql|redis)(?:的|上的)?)?"
    r"(?:密码|密碼|口令|通行码|通行碼|暗号|暗語|暗语|暗码|PIN[码碼]?|验证码|驗證碼|校验码|校驗碼|动态码|動態碼|认证码|授权码|授權碼|安全码|安全碼|识别码|恢复码|恢復碼|备用码|备份码|激活码|提取码|提取碼|取件码|门禁码|"
    r"开门码|解锁码|配对码|登录码|卡密|助记词|助記詞|CV[VCN]2?码?|密保(?:答案)?)"
)
KEYS_ZH: Final = (
    r"(?:[A-Za-z][A-Za-z _-]{0,30}(?:secret|token|key)"
    r"|(?:API|access|secret|app|私有|加密|解密|签名|访问|应用|接口|客户端|会话|登录)?[ _-]?(?:密钥|密鑰|秘钥|秘鑰|私钥|私鑰|令牌|凭证|凭据|憑證|token|secret|api ?key|key|AK|SK))"
    r"(?:串|值)?"
)
NUMBERS_ZH: Final = r"(?:银行卡|信用卡|储蓄卡|卡|身份证|護照|护照|社保|驾驶?证|银行账户|银行账号|港澳通行证)(?:号码|号|號碼|號)"

# Keys of an assignment: the name ends in one of these.
HUMAN_NAMES: Final = (
    r"pass(?:word|wd|phrase|code|wort)?|pwd|pswd|psw|pass_?key|contrase(?:n|ñ)a|mot_?de_?passe|密码|口令|密碼|otp|totp|pin|pin_?code|puk|cvv2?|cvc2?|ssn|mnemonic|seed_?phrase|"
    r"wpa_?psk|psk|wpa_passphrase|verification_?code|security_?code|sms_?code|captcha_?code|passcode|unlock_?code|door_?code|access_?code|gate_?code|alarm_?code"
)
MACHINE_NAMES: Final = (
    r"(?:api|access|secret|private|encryption|signing|master|auth|client|account|storage|shared|session|service|subscription|deploy|host|webhook|app|hmac|jwt|aes|rsa|ssh|license|consumer|"
    r"shared_?access|instrumentation)[_ .-]?(?:access[_ .-]?|api[_ .-]?|auth[_ .-]?)?key|apikey|x-api-key|secret(?:s)?|client_?secret|app_?secret|token|access_?token|refresh_?token|id_?token|auth_?token|bearer|"
    r"credentials?|phpsessid|jsessionid|cookie|set-cookie|authorization|proxy-authorization|sig|signature_?key|x-amz-signature|x-amz-security-token|"
    r"密钥|秘钥|令牌|凭证|私钥|验证码|支付密码"
)

# After "the password is": what is told about it.
PROSE: Final = frozenset(
    """
    a an the this that these those my your his her its our their one some any no not none nothing never always now still only just too also very quite really so such more most less least
    in on at by for from of to with without under over inside within behind below above near into as like if when while because since until unless whether and or but than then there here where
    what which who whom whose why how is was are were be been being am do does did done doing has have had having can could may might must shall should will would cannot cant dont doesnt isnt
    it he she we they you i me him them us someone everyone anybody somebody nobody everything something anything
    strict weak strong short long simple complex easy hard difficult secure insecure safe unsafe wrong right correct incorrect invalid valid bad good fine ok okay great terrible awful secret private public
    required optional mandatory needed necessary missing empty blank null nil undefined unknown default random unique same different new old current previous temporary permanent case-sensitive sensitive
    expired expiring changed reset forgotten lost found leaked compromised stolen hashed encrypted salted stored saved kept written hidden shown visible masked redacted removed deleted disabled enabled
    protected shared set unset updated rotated generated created known needed asked stale outdated obsolete locked unlocked blocked rejected accepted refused denied confidential important crucial critical
    available unavailable ready pending broken working failing down up out off back away gone due late early soon today tomorrow yesterday
    true false yes no maybe probably perhaps possibly definitely obviously apparently actually basically usually currently already again once twice
    crap rubbish stupid silly funny ridiculous annoying boring nice cool ugly tricky confusing fun interesting useful useless fragile memorable guessable unguessable predictable
    practice patience hope love time money everything key kindness consistency persistence simplicity honesty trust
    string str text int integer number float bool boolean object array list dict bytes char varchar type value field any
    password passwords passcode passphrase pin token secret code key login username user email policy manager protected please sorry thanks hello hi
    numeric alphanumeric lowercase uppercase plaintext plain hex base64 utf-8 ascii
    rotten ancient hopeless forever mine yours ours theirs his hers itself
    between through during after before against about around across per via each every both either neither all
    two three four five six seven eight nine ten twelve sixteen
    expire match access enter open unlock log continue proceed connect use join change avoid protect prevent verify confirm decrypt encrypt sign work try find remember forget share send type
    stronger weaker longer shorter older newer better worse easier harder higher lower strongest weakest longest shortest best worst
    strange odd weird simple okay alphanumeric numerical generic obscure absent missing intact theirs
    uppercase lowercase capital letter letters digit digits number numbers character characters symbol symbols word words sentence phrase name names birthday date
    unchanged unreadable unsupported untrusted unverified nowhere everywhere somewhere
    """.split()
)
PROSE_ENDINGS: Final = (
    "ing",
    "ed",
    "able",
    "ible",
    "ly",
    "ness",
    "tion",
    "less",
    "ful",
    "ous",
    "ive",
    "dant",
    "dent",
    "ary",
    "ory",
)

# Values that say that there is none.
PLACEHOLDERS: Final = frozenset(
    """null none nil undefined true false yes no required optional string str text int integer number bool boolean object empty blank unset set hidden masked redacted removed
    changeme-please your_password your-password yourpassword your_token your-token your_api_key your-api-key yourapikey <password> password token secret todo tbd n/a na example
    os.environ getenv process.env xxx xxxx xxxxx xxxxxx xxxxxxxx here env vault prompt ask stdin file default any all and or""".split()
)
PLACEHOLDER: Final = r"[*•·xX.…_?-]+|<.*|\$\{?.*|\{\{?.*|%[A-Z_]+%?|\[.*|\(.*|(?:os|process|ENV|env|config|settings|secrets|vault|self|this|args|req|request)[.\[(].*|!\w+|(?:your|my)[_-][\w-]+|.*\.\.\..*"

# Words with digits or odd capitals that are names of things, not secrets.
KNOWN: Final = frozenset(
    """sha1 sha-1 sha2 sha256 sha-256 sha512 sha-512 md5 bcrypt argon2 argon2id argon2i scrypt pbkdf2 base64 base32 base58 aes aes128 aes256 aes-256 rsa2048 rsa4096 ed25519 utf8 utf-8 oauth oauth2
    oauth2.0 saml saml2 oidc openid jwt jwts wpa wpa2 wpa3 wi-fi wifi 2fa mfa u2f fido2 webauthn totp hotp otp 1password lastpass bitwarden keepass keepassxc keepassx dashlane keychain icloud gmail
    github gitlab linkedin youtube facebook whatsapp wechat paypal openai chatgpt iphone ipad macbook macos ios windows10 windows11 office365 m365 o365 postgresql mysql mongodb redis javascript typescript
    python3 ipv4 ipv6 http2 https s3 ec2 k8s x509 x.509 pkcs12 pkcs8 pkcs1 null-terminated case-sensitive case-insensitive up-to-date out-of-date one-time two-factor end-to-end task-based role-based
    token-based password-based per-user per-tenant read-only write-only""".split()
)
