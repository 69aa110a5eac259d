"""Clauses that leave their subject out, as notes and chat do ("Just bought a kayak", 刚搬到杭州): the person is put back in.

`reading` asks for the first clause of a sentence that names nobody. Only wordings that nobody uses of others count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from memory_pipeline.adapters.rules.lexicon import (
    EN_CHILD,
    EN_SIBLING,
    ZH_CHILD,
    ZH_PARENT,
    ZH_PERSON,
    ZH_SIBLING,
    ZH_SPOUSE,
)
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, pattern

_EN_LED = r"(?:(?:just|recently|currently|still|now|also|finally|always|actually|already) )*"
_EN_PAST = re.compile(
    rf"^{_EN_LED}(?:(?:bought|purchased|adopted|rescued) (?:an?|my|our|two|three|some)\b|got (?:myself |ourselves )?(?:an?|my first|our first|two|three|the new) \w|got (?:promoted|married|engaged|hired|laid off|fired)\b|had (?:an? |my )?(?:[\w-]+ ){{0,2}}(?:surgery|operation|transplant|stroke|heart attack|concussion)\b|sprained my\b|handed in my\b|(?:gave|put in) my (?:notice|resignation|two weeks)|picked up (?:an?|my|the new) (?:new |used |second-?hand )?(?-i:[A-Z])|landed (?:a|my) (?:new )?(?:gig|job|role|spot)\b|relocated to (?-i:[A-Z])|born (?:on )?(?:the )?\d|born (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|had my (?:appendix|tonsils|gallbladder|wisdom teeth|spleen|thyroid) (?:out|removed|taken out)\b|broke my (?:arm|leg|wrist|ankle|foot|toe|finger|collarbone)\b|"
    r"(?:started|got|landed|accepted) (?:a |my )(?:new |first )*(?:job|position|role|internship|gig)\b|never (?:been (?:an? (?:big |huge )?fan of|into|keen on|one for)|liked|cared for|got into)\b|got diagnosed with\b|(?:left|quit) my (?:job|role|position|post)\b|(?:start|leave|fly|fly out|move|move in|graduate|finish|land|arrive|head off) (?:at|to|in|out|off|back|for|from|on|my|the|a) ?.{0,40}?\b(?:on the \d\w*|(?:on|this|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day|next (?:week|month|year)|tomorrow|in (?:january|february|march|april|may|june|july|august|september|october|november|december))\b|started (?:working|learning|studying|taking)\b|joined (?-i:[A-Z])|started at (?-i:[A-Z])|"
    r"(?:was|were) (?:(?:recently|just|officially) )?(?:diagnosed with|born|promoted to|hired)\b|(?:went|became|turned) (?:vegan|vegetarian|pescatarian|keto|gluten[- ]free)\b|turned \d\d\b|"
    r"(?:signed up|registered) for\b|enrolled (?:in|at)\b|booked (?:a|an|my|our)\b|can't stand\b|cannot stand\b|don't (?:eat|drink|like)\b|do not (?:eat|drink|like)\b|"
    r"have (?:an?|two|three) (?:[\w-]+ ){0,3}(?:allergy|intolerance|dogs?|cats?|kids|sons?|daughters?|children)\b|gave up \w|(?:sold|gave away|got rid of|traded in|donated) (?:my|our|the)\b|switched from \w|used to (?:live|work)\b)",
    re.IGNORECASE,
)
_EN_GOT = re.compile(
    rf"^got (?:an? (?:bad|dodgy|weak) (?:back|knee|shoulder|hip|heart|stomach|ankle)\b|(?:an?|one|two|three|four|five|\d) (?:[\w-]+ ){{0,2}}?(?:{EN_CHILD}|{EN_SIBLING}|dogs?|cats?|hens?|chickens?|rabbits?|kittens?|pupp(?:y|ies)|hamsters?|guinea pigs?|goats?|geckos?|parrots?|budgies?|horses?|allergy|peanut allergy|intolerance)\b|twin \w+|(?:asthma|diabetes|adhd|eczema|migraines|arthritis|ibs|celiac|epilepsy|insomnia|anxiety)\b)",
    re.IGNORECASE,
)
_EN_STATE = re.compile(
    rf"^{_EN_LED}(?:going to (?!be\b)[a-z]+ |planning (?:to|on|my|our)\b|(?:starting(?! to)|leaving|taking|having(?! an? (?:bad|good|great|rough|terrible|nice|weird|long|hard))|getting|flying|heading|moving|meeting|seeing|visiting|running|driving|hosting|launching|renting|picking up|joining) (?:my|our|the|an?|to|for|in|out|off|some|up|(?-i:[A-Z])) ?.{{1,40}}\b(?:on the \d\w*|(?:on|this|next) (?:mon|tue|wed|thu|fri|sat|sun)|next |tomorrow|in (?:january|february|march|april|may|june|july|august|september|october|november|december))|going (?:vegan|vegetarian|plant-based|gluten[- ]free|dairy[- ]free|keto)\b|off to (?-i:[A-Z])|(?:hoping|aiming|determined|looking) to (?!hear|see|know|get back)[a-z]+ |planning an? (?:[\w-]+ ){{0,2}}(?:trip|wedding|move|vacation|holiday|honeymoon)\b|(?:moving|flying|travell?ing|heading) to (?-i:[A-Z])|getting married\b|(?:training|studying|preparing|saving(?: up)?) for (?:an?|my|the)\b|learning (?-i:[A-Z])|studying (?!abroad|how\b|the\b|this\b|for\b)\w+(?: (?!tips|notes|advice)\w+)?(?: (?:at|in) .*)?$|majoring in\b|freelancing as\b|(?:really )?getting into \w|(?:still )?rocking an? |(?:super |severely |deathly |v |very |really |quite )+allergic to\b|based out of (?-i:[A-Z])|(?:obsessed with|hooked on|big on|crazy about)\b|"
    r"(?:a )?(?:vegan|vegetarian|lactose[- ]intolerant|gluten[- ]intolerant)(?: (?:here|for|since|now)\b.*)?$|no longer (?:vegan|vegetarian|with|working|living|into|a fan of)\b|not (?:keen on|interested in)\b|not (?:vegan|vegetarian) any ?more\b)",
    re.IGNORECASE,
)
_EN_NO_STATEMENT = re.compile(
    r"\b(?:is|was(?! (?:diagnosed|born|promoted|hired|recently|just))|would|sounds?|seems?|could|makes?|helps?|takes|costs?)\b",
    re.IGNORECASE,
)
_EN_CONSEQUENCE = re.compile(r"\s(?:so|because|but)\s", re.IGNORECASE)
_EN_FIELD = re.compile(
    r"^(?:(?:wife|husband|girlfriend|boyfriend|gf|bf|partner|fianc[eé]e?|mom|mum|dad|son|daughter|kid|baby|dog|cat|puppy|kitten|brother|sister)'?s? name|(?:wife|husband|girlfriend|boyfriend|gf|bf|partner|mom|mum|dad|son|daughter|baby|dog|cat|puppy|kitten|brother|sister)(?:'s| is) (?:called|named)(?= \w)|native language|mother tongue|first language|time ?zone|date of birth|dob|birthday|bday|home ?town|full name|home address|(?:work|personal|private|home|main) (?:e-?mail|mail|phone|mobile|cell|number))(?:'s| is|\s*:|(?=\s+\d)|(?<=called)|(?<=named))",
    re.IGNORECASE,
)
_EN_MORE_FIELDS = re.compile(
    r"^(?:(?:new|other) )?(?:e-?mail|phone|mobile|cell|number)(?: number| address)?(?:'s| is|\s*:)",
    re.IGNORECASE,
)

_ZH_TIME = re.compile(
    r"^(?:(?:今|明|大?后|昨|前)天|今晚|明晚|明早|[一二三四五六七八九十]{1,2}月(?:[一二三四五六七八九十廿]{1,3}[日号]|初|底|中旬)?|下下(?:个)?(?:周|月|星期|礼拜)[一二三四五六日天]?|(?:上|下|这|本)(?:个)?(?:周|星期|礼拜|月)[一二三四五六日天末底]?|周[一二三四五六日末]|星期[一二三四五六日天]|(?:今|明|后|去|前)年|年初|年底|月初|月底|"
    r"\d{1,2}月(?:\d{1,2}[日号])?|\d{1,2}号|(?:今年|明年)?(?:春节|国庆|五一|元旦|中秋|暑假|寒假|夏天|冬天|春天|秋天)|早上|上午|中午|下午|晚上|的|就)+"
)
_ZH_ACT = pattern(
    r"^<ADV>(?:(?:从[^，。]{2,8}?)?搬(?:家)?(?:到|去|回|来)|从[^，。]{2,8}回到[^，。]{2,8}定居|(?:已经|早就)?不(?:再)?住在|(?:老家|家乡|籍贯|母语|英文名|中文名|本名|全名)(?:就)?(?:是|叫|在|：)|落户|来[\u3400-\u9fff]{2,6}(?:已经|都|快)?[一二两三四五六七八九十几\d]+(?:多)?年(?:多)?了|住在|现住|现居|定居|常住|常驻|在[\u3400-\u9fff]{2,8}(?:住|生活|定居|上班|工作|读书|读研|读大学)(?:了|着|$)|在[^，。]{2,14}(?:做|当|担任)[^，。]{2,}|"
    r"(?:刚|新)?(?:买|入手|换|提|领养|收养)了|养(?:了|着)|家里(?:养|有)|(?:研究|专业)?方向是|(?:19|20)?\d{2}年(?:\d{1,2}月)?(?:份)?(?:生人|出生|生的)|从[^，。]{2,12}跳槽|(?:正式)?告别[\u3400-\u9fff]{2,6}了|籍贯(?=[\u3400-\u9fff]{2,6}$)|(?:新|刚)买的[\u3400-\u9fff]{1,4}是|(?:一般|通常|经常|常常?)(?:都|会)?去?(?:爬山|骑行|骑车|游泳|跑步|健身|钓鱼|露营|打球|打羽毛球|打篮球|踢球|滑雪|徒步|瑜伽|看展|逛公园)|(?:网名|昵称|小名|外号|花名|笔名)(?:是|叫)|家(?:住|在)(?=[\u3400-\u9fff]{2,})|(?:岗位|职位|职业|专业|学的|读的专业)是|(?:大|研|博)[一二三四](?:学生|在读)|最(?:爱|喜欢)的[\u3400-\u9fff]{1,5}是|怀孕|(?:做|动)(?:了|过)[^，。]{1,8}手术|有(?:点|轻微的?|轻度|严重的?|慢性|先天性)?[\u3400-\u9fff]{1,5}(?:病|症|炎)(?:$|史)|(?:写代码|办公|画图|剪视频|记笔记|做设计|开会|记账|听歌|修图)(?:都|一般|主要|一直)?(?:是)?用|被[\u3400-\u9fffA-Za-z]{2,10}(?:裁|优化|辞退|开除)|毕业(?:之?后|以后)[^，。]{0,4}(?:留|待|呆)在|入职|跳槽到|从[^，。]{2,12}(?:离职|辞职)|打算|计划(?=去|要|在|明|下|今|考|买|搬)|准备(?=去|考|搬|买|辞|结婚|换|转|读|报|学|开|要|回|把|跳槽|下|明|年|在)|"
    r"报名(?:了|参加)|(?:要|得)(?:去|飞|出差|参加|回|考|搬|做手术|面试)|(?:不(?:太|怎么|是很|大)?)?喜欢(?!就|的话|的人|的就|再|吗|什么)(?=[\u3400-\u9fffA-Za-z]{2})|(?:更|最|特别|超)喜欢|(?:讨厌|最烦|受不了)(?=[\u3400-\u9fffA-Za-z]{2})|(?:迷上|爱上|沉迷|热爱|酷爱)|"
    r"爱(?=吃|喝|看|听|玩|打|跑|读|逛|追|唱|养)|宁愿|宁可|对[^，。]{1,12}过敏|[\u3400-\u9fff]{1,6}过敏$|吃(?:纯|长)?素|(?:查出|确诊|患有|得了|被诊断)|戒了|不再(?:喝|吃|用|抽)|(?:在|自)学|学(?:了)?[\u3400-\u9fff]{2,}(?:[一二两三四五六七八九十半\d]年|很久)|"
    r"会(?:说|讲|弹|拉|写|修)|是(?:个|一名|一位|做)[^，。]{2,}|自由职业|(?:梦想|目标|愿望|理想)是(?!什么)|(?:只要)?一(?:吃|喝|碰|闻)(?:到|了)?[\u3400-\u9fff]{1,6}就|[^，。他她]{0,6}把(?:左|右)?(?:膝盖|脚踝|脚|腰|手腕|肩膀|腿|胳膊|手指?)(?:扭|摔|崴|拉|闪|弄)|(?:干|做|当)了(?:快|差不多|整整)?[一二两三四五六七八九十几\d]+(?:多)?年|想(?:要|在)?(?:今年|明年|年底前?)?(?:学会|考上|考过|减到|减掉|攒够|存够|成为|跑完)|用的是|在用|一直用|不吃|吃不了|今年[\d一二三四五六七八九十]{2,3}(?:岁|了)|[\d一二三四五六七八九十]{2,3}岁$)"
)
_ZH_CHAT = pattern(
    r"^<ADV>(?:(?:人)在[\u3400-\u9fff]{2,6}$|(?:人)?(?:蹲|漂|窝|混|待|呆|定居|常驻|落脚|扎根|租住|宅)在|(?:土生土长|地地道道|地道|正宗)的?[\u3400-\u9fff]{2,6}人|[\u3400-\u9fff]{2,5}(?:人|妹子|姑娘|汉子)(?:一枚|一个|一只)$|(?:开|骑)的(?:是)?(?:<BRAND>)|(?:最|就|只|巨|超|特|贼)*爱(?=窝|宅|躺|睡|撸|刷|拍|做|写|画|骑|爬|游|钓|种|逛|跑)|不(?:太|大|怎么)?能(?:接受|忍受)|(?:从[\u3400-\u9fff]{2,6})?(?:跑|来|去|回|转)(?:到|去|来|至)?[\u3400-\u9fff]{2,6}(?:定居|安家|落户)|准备[一二三四五六七八九十\d]{1,2}月|在[\u3400-\u9fffA-Za-z]{2,6}(?:拧|打|送|站|开|修|做)[\u3400-\u9fff]{1,4}$|老家|[\u3400-\u9fff]{1,6}(?:一枚|一名)$|在[\u3400-\u9fffA-Za-z]{2,10}(?:搬砖|打工|卖命|当牛马|混饭吃)|(?:爱死|离不开|入坑了?|中意|吃不来|喝不来|接受不了|欣赏不来|闻不得)(?=[\u3400-\u9fff]{1,8}$)|"
    r"(?:是)?(?:干|做|搞)[^，。的了过]{2,7}的$|(?:是)?(?:跑业务|跑外卖|跑滴滴|跑网约车|送外卖|送快递|开出租|开网约车|开滴滴|开货车|写代码|卖保险|卖房子?|修车|教[\u3400-\u9fff]{2})(?:的|为生)$|(?:在)?(?:[\u3400-\u9fff]{2,10})(?:写|搞|教|跑)(?:前端|后端|业务|代码|语文|数学|英语)|"
    r"(?:入职|跳槽到|跳槽去)(?:了)?[\u3400-\u9fffA-Za-z]{2,}|学的(?:是)?[\u3400-\u9fff]{2,6}$|[\u3400-\u9fff]{1,5}过敏(?:星人|患者|体质|选手|人士|党|多年)|(?:乳糖|麸质|酒精|果糖)不耐|会(?:说|讲)?(?:一?点|两句|几句)[\u3400-\u9fff]{1,4}(?:语|话)|"
    r"(?:喜)?(?:买|入手|换|提|入)了?(?:一)?(?:辆|台|部)|用的(?:是)?(?:[A-Za-z]|<BRAND>)|(?:手机|电脑|平板|笔记本|耳机|车|相机)(?:用的)?是(?:[A-Z]|<BRAND>)|(?:巨|贼|老|特|超|最|挺|蛮|真|很)+(?:烦|怕|嫌弃|爱(?=(?:吃|喝|看|听|玩)(?!的)))|(?:吃不惯|喝不惯|受不了)(?=[\u3400-\u9fff]{2}))".replace(
        "<BRAND>",
        "华为|小米|荣耀|苹果|联想|三星|索尼|红米|比亚迪|特斯拉|宝马|奔驰|奥迪|丰田|本田|大众|蔚来|小鹏|理想|五菱",
    )
)
# Acts and states that people tell of themselves without saying who, beside those above.
_ZH_TOLD = re.compile(
    r"^(?:(?:刚|刚刚|新|已经|正式|昨天|上周|最近|终于|又|也|还|都|一直)*)(?:从[^，。]{2,10}?(?:跳|转|离职|辞职|裸辞|毕业|调)|(?:接|抱|捡|领|带)(?:养)?回(?:来|家)?(?:了)?(?:一)?(?:只|条)|(?:体检|检查|复查|做?B超|做?CT|做?胃镜)[^，。]{0,4}(?:查出|发现|检出|诊断)|"
    r"在[\u3400-\u9fff]{2,6}(?:念|读|上)完[^，。]{0,6}(?:就|便)|在[\u3400-\u9fff]{2,7}(?:安的家|安了家|成了家|买了?的?房|落了?户|定居)|[\u3400-\u9fff]{0,4}毕业(?:以后|之后|后)?(?:就)?(?:一直)?(?:待|呆|留|住|进|考)(?:在|了)|(?:闻|听|坐)不了[\u3400-\u9fff]|(?:在)[\u3400-\u9fff]{2,4}(?:卖|教|摆摊|送外卖|跑外卖)|本职|主业|"
    r"(?:收件|快递|寄件|收货|家里|家庭|邮寄)?(?:地址|住址)(?:是|：|:|改|换|变)|(?:家)?里养着|(?:报名|报)(?:参加)?了|(?:机票|车票|高铁票|酒店|门票)[^，。]{0,6}(?:订|买|抢|约)|(?:飞|去|回|到|动身|出发)[\u3400-\u9fff]{2,6}$|(?:喜提|入手|拿下|剁手)(?:了)?|(?:跑|送|开|卖|教|修|做|当|干|写|画)[\u3400-\u9fff]{1,6}?(?:都|已经)?(?:第)?[一二两三四五六七八九十\d]+(?:多)?年|[\u3400-\u9fff]{2}语(?:也|还)?(?:懂|略懂|会)|入坑|(?:本科|大学|硕士|研究生|大专|高中)(?:学的|读的|念的)|有(?:一)?(?:个|场|次|趟)[\u3400-\u9fff]{0,6}(?:婚礼|面试|考试|手术|体检|答辩|演出|比赛|聚会|培训|讲座|会议|评审|汇报|航班|饭局|复查|路演|年会|团建)$|不(?:再)?用[A-Za-z\u3400-\u9fff]{2,10}了$|人(?:现在|长期|常年|一直|目前)*在[\u3400-\u9fff]{2,6}$|住(?=[\u3400-\u9fff]{2,6}$)|(?:正)?在(?:自)?学[\u3400-\u9fff]|(?:左|右|双)(?:手|脚|腿|眼|耳|膝|肩|侧)[\u3400-\u9fff]{2,8}$|(?:做|当)[\u3400-\u9fff]{2,8}(?:的|[一二两三四五六七八九十\d]+(?:多)?年)了?$)"
)
_ZH_BORN = re.compile(
    r"(?:农历|阴历|阳历)?[\d一二三四五六七八九十]{1,3}月[\d一二三四五六七八九十廿初]{1,3}[日号]?(?:出生|生)的?$"
)
_ZH_ORDER = re.compile(
    r"很重要|(?:怎么|如何|需要|的人|的话|的好处)|的(?:行程|材料|攻略|清单|方案|计划|路线|文案|模板|资料|建议|教程|方法|步骤|人)$|一下$|一份|一篇"
)
_ZH_SOMEONE = re.compile(
    rf"[他她它]|[\u3400-\u9fffA-Za-z]·[\u3400-\u9fff]|（[^）]{{0,12}}\d{{4}}|\d{{4}}\s*年[^，。]{{0,8}}(?:出生|生于|逝世|去世)|{ZH_PERSON}(?!节|圈)|{ZH_SPOUSE}|{ZH_CHILD}|{ZH_PARENT}|{ZH_SIBLING}|老师|医生|保姆|前夫|前妻|(?:隔壁|楼上|楼下|对门)老?[\u3400-\u9fff]|(?<!叫我)(?<!喊我)(?<!我叫)(?<!我是)(?<!我就是)[小老](?![家婆公是早想板总爱大小乡了目组型票说事程朋时学区心便气伙声米红麦店吃卖道路孩姨姐哥弟妹])[\u3400-\u9fff](?=[\u3400-\u9fff，,。])|(?:看到|看见|遇到|遇见|碰到|碰见|刷到|见到|见过|认识|采访|面试)(?:了|过)?(?:一?个|有个|一?位|不少|好多|很多|几个)"
)


def english_subject(text: str, *, about_person: bool) -> str | None:
    """The clause with the person as its subject (`I …`, `my …`); None where it does not read as the person's own."""
    if _EN_FIELD.match(text) or (about_person and _EN_MORE_FIELDS.match(text)):
        return f"my {text}"
    told = _EN_CONSEQUENCE.split(text)[0]
    if _EN_NO_STATEMENT.search(told) or re.search(r"\b(?:he|she|they|him|them)\b", told, re.IGNORECASE):
        return None
    if _EN_GOT.match(text):
        return f"I have {text}"
    if _EN_PAST.match(text):
        return f"I {text[0].lower()}{text[1:]}"
    return f"I am {text[0].lower()}{text[1:]}" if _EN_STATE.match(text) else None


def chinese_subject(text: str, earlier: str) -> str | None:
    """The clause with 我 as its subject; None where it does not read so, or where what came before is about others."""
    timed = _ZH_TIME.match(text)
    if _ZH_BORN.match(text) and not is_about_someone(earlier):
        return "我" + text
    bare = text[timed.end() :] if timed else text
    if not any(known.match(bare) for known in (_ZH_ACT, _ZH_CHAT, _ZH_TOLD)) or _ZH_ORDER.search(bare):
        return None
    return None if is_about_someone(earlier) else "我" + bare


def is_about_someone(earlier: str) -> bool:
    """Whether the last Chinese sentence of `earlier` speaks of somebody else."""
    last = re.split(r"[。！？!?\n]", earlier.rstrip("。！？!?\n "))[-1]
    return _ZH_SOMEONE.search(last) is not None


def own(predicate: str, keep: Callable[[str], str]) -> Build:
    """A value of a Chinese clause without a subject, where nobody else is spoken of."""

    def build(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
        value = keep(match["o"])
        if value and not is_about_someone(clause.earlier):
            yield Finding(predicate, value)

    return build
