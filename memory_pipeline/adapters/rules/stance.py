"""Whether a clause is meant: questions, conditions, quotations, fiction and jokes are told from statements.

`reading` asks for every sentence; the extractor asks whether a message takes back the one before as a joke.
"""

from __future__ import annotations

import re

from memory_pipeline.adapters.rules.text import Span, sentences
from memory_pipeline.adapters.rules.unmeant import (
    calls_off,
    is_ironic,
    is_unreal,
    leaves_work,
    opens_condition,
    opens_text_at_hand,
)
from memory_pipeline.domain.assertion import Stance

_EN_QUESTION = re.compile(
    r"^(?:do(?! not\b)|does|did|am(?= I\b)|are|is|(?:was|were)(?! (?:\w+ )?(?:diagnosed|born|promoted|hired)\b| [a-z]+ing\b)|can(?!'t|not)|could|would|will|should|shall|(?:have|has|had(?! my \w+ (?:\w+ )?(?:out|removed|taken|done|fixed|checked)\b))(?= (?:I|you|we|they|he|she|it|anyone|someone|the|my|your|this|that)\b)|what|where|when|who|which|how|why|whose|may)\b",
    re.IGNORECASE,
)
_EN_TAG = re.compile(
    r"^(?:right|correct|isn't it|is it|do I|don't I|am I|aren't I|did I|didn't I|remember|you know|is that right|no|yeah|eh|huh|wasn't it)$",
    re.IGNORECASE,
)
_ZH_TAG = re.compile(
    r"^(?:对吗|对吧|是吗|是吧|是不是|对不对|没错吧|你记得吗|还记得吗|记得吗|你说是吧|你知道吗)$"
)
_ZH_QUESTION = re.compile(
    r"(?:吗|么)$|(?<!没)(?<!没有)(?<!不是)什么|怎么(?!喜欢|爱|吃|喝)|(?<!没)(?<!没有)(?<!不是)啥(?!都|也)|咋(?!说|样都)|哪(?:里|儿|个|些|家|天|种|一)|谁|几(?:岁|号|点|个人)|多少|是不是|有没有|能不能|会不会|要不要|该不该|可不可以|为什么|为何|(?<=.)还是(?!喜欢|更|会|要|想|在|觉得|不|很|得|有|没|老)(?=[\u3400-\u9fff]+[？?]?$)|(?<!学习)(?<!知道)(?<!学会)(?<!了解)如何|吧$(?<=对吧)"
)
_HYPOTHETICAL = re.compile(
    r"\b(?:if(?! (?:you|u|ur|ya|y'all|your|possible|that|thats|that's|its|it's|it|relevant|necessary|helpful|useful|anyone|any|needed|there)\b)|unless|suppose|supposing|imagine|what if|let's say|let us say|pretend|hypothetically|in another life|in a parallel universe|were I|had I|as if|as though|"
    r"I wish|wish (?:I|we)|would have|could have|in theory|in an ideal world|theoretically|in my dreams?|assuming)\b|"
    r"\bif (?:you|it|that)\b.*\b(?:I were|I was|I had|I'd|I would)\b|\bI dream(?:ed|t) (?:that )?I\b|\bdreamt? last night\b",
    re.IGNORECASE,
)
_ZH_UNREAL = re.compile(
    r"假设|设想|想象一下|想象(?:我|自己)|比方说我|打个比方|要不是|幻想|恨不得|巴不得|但愿|梦见|梦到|做梦|下辈子|如果我是|要是我是|假如我是|就好了$|该多好"
)
_ZH_CONDITION = re.compile(r"如果|假如|要是|假使|倘若|万一|若是|的话$|只要|除非")
_UNSURE = re.compile(
    r"\b(?:might(?! as well)|maybe|perhaps|probably|possibly|I could)\b|或许|也许|可能(?!性)|说不定|没准|大概会",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"^(?:according to|as .{1,40} (?:says?|said|puts? it)|rumou?r has it|they say|the (?:article|book|movie|film|report|song|character|narrator|hero|lyrics?|line|quote|post|email|letter)\b)|"
    r"\b(?:he|she|they|someone|somebody|[A-Z]\w+|my (?:\w+ ){1,2}|the \w+) (?:says?|said|told me|claims?|claimed|thinks?|thought|believes?|wrote|asked|texted|goes|went|replied|joked|keeps? saying|swears?|insists?)(?: that)? (?:I|I'm|my|we)\b|"
    r"(?:他|她|他们|她们|有人|别人|人家|大家|朋友|同事|老板|老师|医生|妈妈|爸爸|我妈|我爸|老婆|老公|同学|邻居|(?!老实|老早|老是|小声)[小老阿][\u3400-\u9fff])(?:跟我|对我|和我|老|总|都|又|还|经常|曾经|曾|常常|昨天|今天)*"
    r"(?:说|写道|讲|问|认为|以为|觉得|声称|表示|回复|(?:发|群)(?:了|来)?(?:条|个)?(?:微信|消息|短信|信息|邮件|语音|朋友圈)?说|告诉我|告诉你)|^[\u3400-\u9fff]{2,3}(?<!我)(?<!会)(?<!我会)(?:说|写道|问|认为)(?:过|道|了)?[，,：:“\"]|"
    r"^(?:据说|听说|据.{1,8}(?:说|报道)|传说|俗话说|歌词|台词|书(?:里|中|上)|小说(?:里|中)|电影(?:里|中)|文章(?:里|中|说)|新闻(?:里|说)|主角|主人公|原文|引用)",
    re.IGNORECASE,
)
_ZH_SELF_SAID = re.compile(
    r"^(?:我|其实|不是我)(?:跟你|和你|对你|之前|刚才|刚|上次|已经|也|都)*(?:说|觉得|认为|告诉你|讲)"
)
# What a doctor says of the person is the person's own news.
_DIAGNOSED = re.compile(
    r"^(?:我的?)?(?:医生|大夫|主任|专家|医院)(?:刚|今天|昨天|跟我|也|都)*(?:说|诊断|告诉我|确诊|查出来?)(?:我)?(?:这)?(?:是|有|得了|患|确诊|查出|对[^，。]{1,8}过敏)|^(?:my |the )(?:doctor|gp|dentist|specialist|allergist|psychiatrist) (?:says|said|told me|confirmed|thinks)(?: that)? I(?:'m| am| have|'ve)\b",
    re.IGNORECASE,
)
_FICTION = re.compile(
    r"^(?:example|e\.g\.|sample|template)\b.{0,12}[:：]|\b(?:role[- ]?play|pretend (?:to be|you|I|that)|let's pretend|imagine (?:that|you|I|we|a|the|[\w-]+ (?:is|was|had|were|ran|runs)\b)|in (?:my|the|this|a) (?:novel|story|book|game|movie|film|play|script|dream|D&D)|my (?:character|protagonist|persona|alter ego)|"
    r"(?:write|draft|compose|translate|rewrite|proofread|rephrase|paraphrase|summari[sz]e|correct|fix|edit|check|polish) (?:me |this|the following|an?|that|my|up)\b[^.!?\n]*[:：\n]|(?:translate|proofread|rephrase|paraphrase|rewrite|summari[sz]e|polish) (?:this|these|that|it|the following)\b[^.!?\n]*$|let's play (?:an? |the )?(?:[\w-]+ )?(?:game|role)|how do (?:you|I) say|for example[,:] (?:a|the) user|"
    r"(?:example|sample|test) (?:sentence|input|message|text|data|profile)|lyrics[:：])|"
    r"扮演|假装|角色扮演|假设我|设想我|想象我|(?:翻译|润色|改写|修改|改一下|校对|总结|造句|仿写|续写)(?:一下|成|以下|下面|这)?[^。！？\n]{0,16}[：:\n]|(?:请|帮我|帮忙|麻烦|把)[^。！？\n]{0,12}(?:翻译|润色|改写|校对)[^。！？\n]{0,10}$|写(?:一)?(?:篇|个|段|首|封|份)[^。！？\n]{0,20}[：:]|(?:小说|故事|剧本|游戏|电影|书|梦)(?:里|中)(?:的)?(?:我|主角|人物)|我的角色|例句|(?:比如说?|例如|譬如|打个比方)[，,]?我(?:叫|是|住|在|的)|就当(?:我|是)|权当我|假定(?:我|用户)|设定[:：]|台词[:：]|歌词[:：]",
    re.IGNORECASE,
)
# "Maria: I live in Lima", "Proofread: …", "someone wrote: …": what follows the colon are another's words.
_INTRODUCED = re.compile(
    r"^(?!(?:Update|Note|Background|Context|Correction|Edit|Hello|Hi|Hey|Intro|Reminder|Fact|News|Also|Me|Remember|Bio|Info|About|Important|Fyi|Btw|Question|Ps|Summary|Goal|Plan|Status|Ok|Okay|Yes|No|Address|Name|Email|Phone|Birthday|Job|Location|City|Hobbies|Allergies|Diet|Preferences?)\b)"
    r"[A-Z][a-z]+(?: [A-Z][a-z]+)?:\s|"
    r"(?i:^(?:please )?(?:proofread|translate|correct|fix|check|rewrite|rephrase|edit|summari[sz]e|paraphrase|explain|analy[sz]e|read|parse|classify|reply to)\b[^:]{0,60}:\s|"
    r"(?<!should have )(?<!could have )(?<!\bI )(?<!I have )(?<!I've )(?<!as )\b(?:wrote|writes|said|says|posted|texted|replied|reads?|tweeted|commented|goes|asked|asks|told me|tells me|messaged|mailed|e-?mailed|yelled|announced|whispered|pinged)(?: me| us)?\s*:\s|^(?:(?:ok|hi|hey|so|btw),? )*(?:i'm |im |just )*(?:asking|question|this is|it's) (?:for|on behalf of|from) (?:an?|my|our|the) [\w ]{2,20}[:,.–—]|"
    r"(?<!my )(?<!work )(?<!home )(?<!personal )\b(?:interviewer|candidate|customer|agent|client|user|patient|narrator|message|email|letter|quote|caption|transcript|review|comment|post|system|assistant|admin|developer|script|scene|speaker|text|statement|sentence|paragraph|ticket|log|template|passage)\s*:\s)|"
    r"(?i:\b(?:saw|read|found|heard|spotted|seen) (?:an? |this |some |the )(?:\w+ ){0,2}(?:tweet|post|comment|meme|sign|headline|review|quote|bio|profile|ad|article|story)\b[^:]{0,20}:\s)|(?:人|里|上|员|家|妈|爸|哥|姐|弟|妹|友|师|生|板|长)[^：:，。我]{0,4}(?:说|讲|喊|唱|发来)[：:]|^(?:客户|顾客|面试官|记者|用户|客服|主持人|旁白|系统|甲|乙|病人|患者|医生|老师|学生|妈妈|爸爸|朋友|同事|老板|男|女|问|答|[小老阿][\u3400-\u9fff])[：:]|"
    r"(?:他|她|朋友|同事|客户|有人|网友|对方|群里)[\u3400-\u9fff]{0,8}[：:]|(?:看到|刷到|翻到|读到|转发)[^：:，。]{0,12}[：:]|(?:帖子|评论|弹幕|热搜|段子|朋友圈|公告|广告|简历|启事|日记|签名|歌词)(?:里|上|中|说|写)?[：:]|(?:写着|写道|写的是|上写|里写|上说|念道|贴着|登着|印着)[：:]|^(?:原文|邮件内容|转发|聊天记录|消息内容|台词|歌词|例子|示例|样例)[：:]"
)
_STRONG_JOKE = re.compile(
    r"(?<!not )(?<!no )(?<!n't )\b(?:just kidding|only kidding|i'm kidding|kidding|just joking|only joking|i'm joking|joking(?! apart| aside)|j/?k|jks|just a joke|as a joke|in jest|pulling your leg|"
    r"messing with you|obviously (?:not|kidding|joking|i'm not|im not)|just teasing|gotcha|not really|yeah right|in my dreams|sarcasm|/s|i wish)\b(?<!i wish)|开(?:个|了个)?(?:小)?玩笑|逗你(?:玩|的)?|骗你(?:的|玩)|闹着玩|说笑|说着玩|瞎说|胡说的?|乱说的|才怪|做梦呢|想得美|[（(](?:狗头|手动狗头|doge)[）)]|狗头",
    re.IGNORECASE,
)
_LAUGH_LENGTH = 60
_NO_JOKE = re.compile(
    r"(?:没(?:有)?|不是|别|不)(?:在)?(?:跟你)?开(?:个)?玩笑|no joke|not (?:a joke|kidding|joking)|all jokes aside|joking (?:apart|aside)",
    re.IGNORECASE,
)
_WEAK_JOKE = re.compile(
    r"(?:\b(?:ha(?:ha)+|lol|lmao|rofl|hehe)\b|哈哈+|嘿嘿+|嘻嘻|笑死(?:我了?)?|笑不活了?|笑哭|\bhh+\b|2333+|\bdoge\b|[😂🤣😜😝🙃😆😹🤪😏]|[;:]-?[)Pp](?!\w)|xD\b)[\s.。!！~～…]*$",
    re.IGNORECASE,
)
_ONLY_LAUGHTER = re.compile(
    r"^(?:(?:ha(?:ha)+|lol|lmao|rofl|hehe|哈+|嘿+|嘻+|[😂🤣😜😝🙃😆😹🤪😏\s.。!！~～…]))+$", re.IGNORECASE
)
_LAUGHTER = re.compile(
    r"(?:\b(?:(?:ha|he|hee|hi)+h?|lol|lmao|oh|no|well|ok|okay|sorry|i'm|i was|that was|it was|这是|我|我是|抱歉)\b|[哈呵嘿嘻呃噢哦]|[\W_])*",
    re.IGNORECASE,
)
_FIGURATIVE = re.compile(
    r"\b(?:practically|literally|basically|virtually|metaphorically|figuratively)\s+(?:an?\s|the\s|living|batman|superman)|简直(?:是|就是)|活像|堪比|仿佛是",
    re.IGNORECASE,
)


# "I write from Bergen, where I have lived all my life" asks nothing.
_RELATIVE = re.compile(r"(?:where|which|when) (?:I|I've|I'm|I'd|we|we've|we're)\b", re.IGNORECASE)
# Irony that says so at its beginning makes a joke of the very sentence, not of what came before.
_SARCASM = re.compile(
    r"^(?:oh[, ]+)?(?:yeah[, ]+right|(?:sure|yeah|yes|right|of course|totally|absolutely)[, ]+(?:because|cause|cos|cuz)|as if\b)[,.! ]|(?:^|(?<=[?!.] ))(?:oh[, ]+)?(?:sure|yeah|yes|right|great|of course|absolutely|totally|definitely|ok|okay|fine)(?: thing)?[, ]+and (?:then |next |maybe |while we're at it,? )?(?:I|I'm|I'll|we|we'll|my|our|pigs|monday|tomorrow|the moon)\b|^(?:oh[, ]+)?(?:great|wonderful|fantastic|lovely|perfect|brilliant|awesome|just great|how lovely)[,.!]+ (?:yet )?(?:another|one more|more)\b|^呵呵+|^(?:可真是|真是)?太?(?:棒|好)了[，,！!]又",
    re.IGNORECASE,
)
_NOT = re.compile(r"^(?:NOT|Not|not)[.!]+$")


def is_sarcastic(sentence: str) -> bool:
    """Whether the sentence opens with words that turn what it says into its opposite."""
    return _SARCASM.search(sentence) is not None


# "Bought a yacht. (It's 11 cm long, it's a fridge magnet.)": what follows makes a toy or a game of it.
_DEFLATES = re.compile(
    r"^\W*(?:and |ok |well |by \w+ I mean )?(?:it's|its|it is|it was|they're|theyre|that's|he's|hes|she's|shes)\b.{0,60}?\b(?:toys?|magnets?|lego|scale model|miniatures?|plush(?:ies?|y)?|drawings?|stickers?|posters?|cardboard|inflatable|imaginary|figurines?|key ?(?:chain|ring)s?|replicas?|fake|puppets?|stuffed|pixels?|npcs?|"
    r"\d+ ?(?:cm|mm|millimet\w+|centimet\w+|inch(?:es)?) (?:long|tall|high|wide|big)|in (?:the sims|minecraft|stardew(?: valley)?|animal crossing|skyrim|a (?:video ?)?game|the game|roblox|my dreams?)|(?:video|board|computer) games?|emojis?|wallpaper|screensaver|tamagotchi|neopet)\b",
    re.IGNORECASE,
)


# "I hate puppies. Said no one ever.", "I drive a Ferrari. By Ferrari I mean a Corsa.": the second takes the first apart.
_TAKES_APART = re.compile(
    r"^\W*(?:said no ?(?:one|body)\b|by [\w' ]{2,24},? i (?:obviously |really |actually )?mean\b|for the \w+ (?:year|time) (?:in a row|running)|(?:of|in) (?:love|my (?:dreams|head|mind|imagination)|monopoly|the sims|minecraft|skyrim|roblox|animal crossing)\W*(?:lol|haha)?\W*$|on (?:netflix|paper|tv|playstation|my playstation|xbox)\W*$|until (?:mon|tues|wednes|thurs|fri|satur|sun)day\b)|"
    r"^\W*(?:梦里(?:的|有)?|在梦里|想象中的?|游戏里的?|玩具的?|模型的?|纸糊的?|画的|P的|假的|才怪|才不是|骗你的?|逗你的?|编的|瞎编的|意念|精神上的?|脑内的?)\W*$",
    re.IGNORECASE,
)


def deflates(sentence: str) -> bool:
    """Whether the sentence makes a toy, a picture, a game or nothing of what was told before it."""
    return _DEFLATES.search(sentence) is not None or _TAKES_APART.search(sentence) is not None


def turns_round(sentence: str) -> bool:
    """Whether the sentence is a bare "NOT!", which takes back the one before."""
    return _NOT.match(sentence.strip()) is not None


def begins_with_joke_marker(readable_text: str) -> bool:
    """Whether a message takes back, as a joke, what was said just before it: it begins by saying so. One that makes a
    joke of its own and says so afterwards takes back nothing else."""
    found = sentences(readable_text)
    return bool(found) and is_joke_marker(found[0].text) and opens_with_joke_marker(found[0].text)


def is_joke_marker(sentence: str) -> bool:
    return _STRONG_JOKE.search(sentence) is not None and _NO_JOKE.search(sentence) is None


def opens_with_joke_marker(sentence: str) -> bool:
    """Whether the sentence itself begins by taking back what came before ("Just kidding, …")."""
    return _STRONG_JOKE.match(sentence, _LAUGHTER.match(sentence).end()) is not None  # type: ignore[union-attr]


def opens_fiction(sentence: str) -> bool:
    """Whether what this sentence and the rest of its message say is a story, a text to work on or another's words."""
    return any(pattern.search(sentence) is not None for pattern in (_FICTION, _INTRODUCED)) or (
        opens_text_at_hand(sentence)
    )


def stances_of(
    sentence: Span, parts: list[Span], following: str, *, fiction: bool, chinese: bool
) -> list[Stance]:
    """The stance of every clause of a sentence; `following` is the next one, `fiction` whether the message has turned to it."""
    meant = _stances(sentence, parts, chinese=chinese)
    laughed = _WEAK_JOKE.search(sentence.text[-_LAUGH_LENGTH:]) is not None or (
        len(following) <= _LAUGH_LENGTH and _ONLY_LAUGHTER.match(following) is not None
    )
    laughed = laughed or (chinese and is_ironic(sentence.text))
    if chinese and calls_off(following) and meant and meant[-1] is Stance.ASSERTED:
        meant[-1] = Stance.HYPOTHETICAL if _WANTED.search(parts[-1].text) else meant[-1]
    return [
        _overruled(stance, part.text, fiction=fiction, laughed=laughed)
        for stance, part in zip(meant, parts, strict=True)
    ]


def _overruled(stance: Stance, text: str, *, fiction: bool, laughed: bool) -> Stance:
    if stance is not Stance.ASSERTED:
        return stance
    if fiction:
        return Stance.QUOTED
    return Stance.JOKE if laughed or _FIGURATIVE.search(text) else stance


def _stances(sentence: Span, parts: list[Span], *, chinese: bool) -> list[Stance]:
    text = sentence.text
    if text[:1] in "\"“‘「『'":
        return [Stance.QUOTED] * len(parts)
    if _HYPOTHETICAL.search(text) if not chinese else _ZH_UNREAL.search(text):
        return [Stance.HYPOTHETICAL] * len(parts)
    asks = text.rstrip(" \"”'’)）~～!！").endswith(("?", "？"))
    tag = _ZH_TAG if chinese else _EN_TAG
    tagged = asks and bool(parts) and tag.match(parts[-1].text) is not None
    stances: list[Stance] = []
    quoted = supposed = False
    for index, part in enumerate(parts):
        supposed = supposed or (chinese and _supposes(part.text))
        quoted = quoted or (
            _QUOTED.search(part.text) is not None
            and not _ZH_SELF_SAID.match(part.text)
            and not _DIAGNOSED.match(part.text)
        )
        if quoted:
            stances.append(Stance.QUOTED)
        elif supposed or _UNSURE.search(part.text) or (chinese and is_unreal(part.text)):
            stances.append(Stance.HYPOTHETICAL)
        elif (
            tagged
            or (asks and index == len(parts) - 1)
            or (_asks(part.text, chinese=chinese) and not (index and not asks and _RELATIVE.match(part.text)))
        ):
            stances.append(Stance.QUESTION)
        else:
            stances.append(Stance.ASSERTED)
    return _without_called_off(stances, parts) if chinese else stances


_WORKED = re.compile(r"(?:做|干|当)了[^，。]{0,8}年")
_WANTED = re.compile(r"想|要|打算|计划|准备|决定|报|订|约|买|去|考")


def _without_called_off(stances: list[Stance], parts: list[Span]) -> list[Stance]:
    """The stances with what a later clause calls off made unreal."""
    left = next((index for index, part in enumerate(parts) if index and leaves_work(part.text)), 0)
    off = next((index for index, part in enumerate(parts) if index and calls_off(part.text)), 0)
    return [
        Stance.HYPOTHETICAL
        if (index < off and _WANTED.search(part.text)) or (index < left and _WORKED.search(part.text))
        else stance
        for index, (stance, part) in enumerate(zip(stances, parts, strict=True))
    ]


def _supposes(text: str) -> bool:
    return _ZH_CONDITION.search(text) is not None or opens_condition(text)


def _asks(text: str, *, chinese: bool) -> bool:
    return (_ZH_QUESTION if chinese else _EN_QUESTION).search(text) is not None
