"""Chinese as people tell in passing of whom and what they live with: family, animals, things, ailments, tastes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_pipeline.adapters.rules.dropped import is_about_someone, own
from memory_pipeline.adapters.rules.lexicon import (
    ZH_CHILD,
    ZH_ILLNESS,
    ZH_PARENT,
    ZH_PET,
    ZH_SIBLING,
    ZH_SPOUSE,
    chinese_tags,
    is_chinese_name,
)
from memory_pipeline.adapters.rules.rule import Build, Clause, Finding, Rule, each, rule, whole
from memory_pipeline.adapters.rules.values import chinese, chinese_list, verbatim
from memory_pipeline.domain.assertion import Stance

_NUMBER = r"[一二两三四五六七八九十几好\d]+"
_NAME = r"(?P<name>[\u3400-\u9fff]{1,4}?|[A-Za-z]{2,12})"
_NO_NAME = re.compile(
    r"^(?:我|你|他|她|它|什么|啥|做|去|来|人|不|的|得|醒|停|外卖|车|上|起|了|好|吃|声|个)|[了的过着]$"
)
_ILL = rf"(?:{ZH_ILLNESS}|腰突|椎间盘突出|腰间盘突出|颈椎病|高度近视|干眼症|散光|胃下垂|静脉曲张|骨质疏松|多囊卵巢综合征|多囊|甲状腺结节|肺结节|乳腺结节|桥本|强直|白癜风|银屑病|牛皮癣|腱鞘炎|肩周炎|半月板损伤|滑膜炎|前列腺增生|痔疮|神经衰弱|双相|阿尔茨海默|帕金森|色弱|色盲|弱视|斜视|[\u3400-\u9fff]{{1,6}}(?:脱垂|狭窄|反流|缺损|闭锁不全|关闭不全|功能不全|衰竭|梗阻|梗死|硬化|增生|肥大|萎缩|畸形|麻痹|瘫痪|穿孔|水肿|积液|钙化|早搏|房颤|心律不齐|功能低下|功能亢进|过速|过缓|损伤|劳损|突出|撕裂|侧弯|外翻|内翻|脱落|移植|异位|坏死|脓肿|静脉曲张|性贫血|不孕|弱视|斜视|耳聋|耳鸣|失聪|失明))"
_FACE = r"(?:严重的?|重度的?|轻度的?|中度的?|轻微的?|慢性的?|急性的?|先天性的?|遗传性的?|有点|点|早期)*"


def _named(predicate: str) -> Build:
    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        name = verbatim(match["name"])
        if name and not _NO_NAME.search(name):
            yield Finding(predicate, name)

    return build


def _full_named(predicate: str) -> Build:
    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        if is_chinese_name(match["name"]) and match["name"][-1] not in "天今昨明后下上":
            yield Finding(predicate, match["name"])

    return build


def _shunned(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """What is not eaten, where it is food by its words (nouns only)."""
    food = match["o"].removeprefix("不吃")
    if all(tag[0] in "nj" for _, tag in chinese_tags(food)) and not is_about_someone(clause.earlier):
        yield Finding("diet", match["o"])


def _diet_over(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    yield Finding("diet", match["o"], Stance.RETRACTED)


def _hobbies(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A bare list behind "我爱好挺多的："."""
    if re.search(r"我[^，。]{0,6}(?:爱好|兴趣|喜好)[^，。]{0,8}[：:，,\s]*$", clause.earlier[-20:]):
        for value in chinese_list(match["o"]):
            yield Finding("likes", value)


def _settled(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """What somebody settled on after trying: a product by its letters, or beside words for software."""
    latin = re.search(r"[A-Za-z]{2}", match["o"]) is not None
    if (
        latin or re.search(r"软件|工具|App|APP|编辑器|浏览器|输入法|系统", clause.earlier[-30:])
    ) and not is_about_someone(clause.earlier):
        yield from _tool(match, clause)


def _tool(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if re.search(r"服务|系统|平台|网关|集群|接口|后台", clause.text):
        return
    value = chinese(match["o"])
    if (
        value
        and not re.search(
            r"^(?:电脑|手机|平板|笔|本子|它|这|那|什么|公司|自己|办公|官方|免费)|[我你他她的了]", value
        )
        and not is_about_someone(clause.earlier)
    ):
        yield Finding("uses", value)


def _unused(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if not is_about_someone(clause.earlier):
        yield Finding("uses", match["o"], Stance.RETRACTED)


def _prone(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "我是过敏体质，尘螨、花粉都不行"."""
    if re.search(r"过敏", clause.earlier[-16:]) and not is_about_someone(clause.earlier):
        for value in chinese_list(match["o"]):
            yield Finding("allergic_to", value)


def _rather(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
    better, worse = chinese(match["a"]), chinese(match["b"])
    if better and worse and not re.search(r"[我你他她它这那]", better + worse):
        yield Finding("prefers", f"{better}胜过{worse}")


def _pet(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    groups = match.groupdict()
    value = groups.get("name") or re.sub(r"^(?:只|条|个|头|匹|窝)", "", verbatim(groups.get("o") or ""))
    if value and not _NO_NAME.search(value) and not is_about_someone(clause.earlier):
        yield Finding("pet", value)


def _thing(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    value = re.sub(
        r"^(?:二手|全新|新款?|旧|老|崭新|便宜|小|大|白色|黑色|红色|银色)的?", "", chinese(match["o"])
    )
    if (
        value
        and not re.search(r"[我你您她它]|(?<!吉)他|的|[了过着]$", value)
        and not is_about_someone(clause.earlier)
    ):
        yield Finding("owns", value)


def _sold(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if not is_about_someone(clause.earlier):
        yield Finding("owns", verbatim(match["o"]), Stance.RETRACTED)


def _used_instead(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "…，换成Obsidian": beside words that give another tool up."""
    if re.search(r"不(?:再)?用[^，。]{1,16}了|弃用|卸载|停用|不好用|告别|用腻", clause.earlier[-30:]):
        yield Finding("uses", verbatim(match["o"]))


def _topic(predicate: str) -> Build:
    """What somebody likes of a topic that stands in front ("酒店我喜欢高楼层的")."""

    def build(match: re.Match[str], _clause: Clause) -> Iterator[Finding]:
        value = chinese(match["o"])
        if value and not re.search(
            r"[我你您他她它这那谁]|刚才|上面|方案|版本|第[一二三四]", match["t"] + value
        ):
            yield Finding(predicate, value)

    return build


def _usual(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    value = chinese(match["o"])
    if (
        value
        and not re.search(r"[我你您他她它这那谁]|随便|都行|便宜|什么", value)
        and not is_about_someone(clause.earlier)
    ):
        yield Finding("prefers", value)


def _better(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """ "我觉得茶比咖啡好喝": an opinion is a preference only where the person says it is theirs."""
    better, worse = chinese(match["a"]), chinese(match["b"])
    own = re.search(r"^我?(?:还是|就|一直|个人|真的)*(?:觉得|认为|感觉)|对我来说|就我而言", clause.text)
    if own and better and worse and not re.search(r"[我你他她它这那]|之前|以前|上次", better + worse):
        yield Finding("prefers", f"{better}胜过{worse}")


def _disliked(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    value = chinese(match["o"])
    tags = [tag[0] for _, tag in chinese_tags(value)] if value else []
    if (
        tags
        and tags[-1] in "nje"
        and not re.search(r"[我你他她它这那]", value)
        and not is_about_someone(clause.earlier)
    ):
        yield Finding("dislikes", value)


def _given_up(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if not is_about_someone(clause.earlier):
        yield Finding("likes", verbatim(match["o"]), Stance.RETRACTED)


_COUPLE = re.compile(rf"^(?:我)?(?:的)?{ZH_SPOUSE}$")


def _parted(match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    """A couple that is none any more; named, or by the relation only."""
    name = re.sub(r"^(?:我(?:的)?)?(?:前)?", "", match["o"] or "")
    named = re.sub(rf"^{ZH_SPOUSE}", "", name)
    if is_chinese_name(named):
        yield Finding("spouse", named, Stance.RETRACTED)
    elif _COUPLE.match(name) and not is_about_someone(clause.earlier):
        yield Finding("spouse", "", Stance.RETRACTED)


def _single(_match: re.Match[str], clause: Clause) -> Iterator[Finding]:
    if not is_about_someone(clause.earlier):
        yield Finding("spouse", "", Stance.RETRACTED)


def _relation(predicate: str, kin: str) -> tuple[Rule, ...]:
    return (
        rule(
            rf"^我(?:和|跟|与)我?(?:的)?{kin}(?P<name>[\u3400-\u9fff]{{2,3}}?)(?=结婚|领证|订婚|在一起|认识|住|都|一起|是|在|去|今年|明年|下|搬|刚|相处|恋爱|谈|打算|准备|合伙|合开|合租|合买|吵|闹|商量|约|$)",
            _full_named(predicate),
        ),
        rule(
            rf"^我(?:们)?(?:家)?(?:的)?(?:亲)?{kin}姓[\u3400-\u9fff]{{1,2}}[，,]?(?:名字)?(?:叫|名)(?P<name>[\u3400-\u9fff]{{2,4}})$",
            _named(predicate),
        ),
    )


_PARTED = (
    r"(?:已经|早就|刚|上个月|去年|和平|正式|彻底|最近)*(?:分手|离婚|离异|掰|分开|分)(?:了)(?:[^，。]{0,6}年)?"
)
RELATION: tuple[Rule, ...] = (
    rule(rf"^我(?:们)?(?:家)?(?:的)?(?:大|小)?{ZH_CHILD}(?:大名|全名|学名|名字)(?:就)?(?:是|叫)?(?P<name>[\u3400-\u9fff]{{2,4}})$", _named("child")),
    rule(rf"^我?(?:和|跟|与)(?P<o>[\u3400-\u9fff]{{2,4}}?){_PARTED}$", _parted),
    rule(r"^我(?:已经|早就|刚|上个月|去年|最近|现在|又)*(?P<o>离婚|离异|分手|单身|恢复单身)了$", _single),
    rule(r"^(?P<o>[\u3400-\u9fff]{2,4}?)?(?:[他她])?(?:已经)?不(?:再)?是我(?:的)?(?:老公|老婆|丈夫|妻子|男朋友|女朋友|爱人|对象|未婚[夫妻])了?$", _parted),
    *_relation("spouse", ZH_SPOUSE),
    *_relation("child", ZH_CHILD),
    *_relation("parent", ZH_PARENT),
    *_relation("sibling", ZH_SIBLING),
    rule(rf"^我(?:们)?家(?:的)?(?:老大|老二|老三|老幺|大的|小的|大宝|二宝|臭小子|小棉袄|小祖宗|小魔王|熊孩子|小神兽|丫头|小公主|小家伙)(?:小名|大名)?(?:就)?叫{_NAME}$", _named("child")),
    rule(r"^我(?:刚|前不久|上个月|去年|今年|刚刚)*(?:生了|添了|有了)(?:个|一个)?(?P<o>女儿|儿子|闺女|大胖小子|千金|女宝|男宝|双胞胎|龙凤胎)(?:了)?$", whole("child", verbatim)),
)  # fmt: skip
HEALTH: tuple[Rule, ...] = (
    rule(r"^我?(?P<o>[\u3400-\u9fff]{1,5}(?:(?:、|和|跟)[\u3400-\u9fff]{1,5})*?)(?:这些|什么的|之类的)?(?:都|全|也)+(?:不行|不能碰|碰不得|不能吃|遭不住|中招)$", _prone),
    rule(r"<ME>(?:的)?(?P<o>(?:左|右|双)?(?:耳朵?|眼睛?|腿|手|脚|膝盖|腰|胃|颈椎|嗓子|肠胃)(?:听力|视力)?(?:一直|都)?不(?:太|大|怎么)?(?:好|行|灵|方便|利索))$", own("health", chinese)),
    rule(rf"^我?(?:左|右|双)(?:手腕?|脚踝?|腿|眼|耳|膝盖?|肩|侧[\u3400-\u9fff]{{1,2}})?(?P<o>{_ILL})(?:了)?$", own("health", chinese)),
    rule(rf"<ME>(?:有|患有|得了|得的是|是)(?:点)?{_FACE}(?P<o>{_ILL})(?:了)?$", own("health", chinese)),
    rule(rf"<ME>(?:左|右|双)?(?:侧)?(?:膝盖?|腰椎?|颈椎|肩膀?|脚踝|手腕|耳朵?|眼睛|胃|肠胃|肺|肝|肾|子宫|乳腺|甲状腺|牙)(?:有|得了|查出|长了)?{_FACE}(?P<o>{_ILL}|[\u3400-\u9fff]{{2,4}}(?:损伤|撕裂|突出|劳损|增生|结节|囊肿|息肉|骨折|脱臼))(?:了)?$", own("health", chinese)),
    rule(r"<ME>(?:吃|喝|碰|闻|沾|用)(?P<o>(?!了|的|什么|嘴)[\u3400-\u9fff]{1,4}?)(?:就|会|都|容易)*过敏(?:的)?$", own("allergic_to", chinese)),
    rule(r"^我(?:从小|一直|从来|平时|完全|都|也|是|可)*(?P<o>不吃(?!早|午|晚|夜|饭|药|亏|苦|这|那|外|你|他|她|了|得|惯|饱|完|下)(?:[\u3400-\u9fff]{1,5}))(?:的)?$", _shunned),
    rule(r"^我(?:已经|现在|早就|也|以后|最近)*不(?:再)?(?:吃|做|搞)?(?P<o>生酮|轻断食|低碳水?|减脂餐|素食|清真|无麸质)(?:饮食|餐)?了$", _diet_over),
    rule(rf"<ME>(?:有|患|得)?(?:了)?{_FACE}(?P<o>{_ILL})(?:都|已经|有)*(?:{_NUMBER}(?:几)?(?:多)?(?:年|个月)(?:多)?|多年|很久|好久)(?:了)?$", own("health", chinese)),
    rule(rf"<ME>(?:去|上周|上个月|前阵子|年初|最近|这次|单位|公司|今年|做|刚)*(?:体检|检查|复查|B超|CT|拍片|照胃镜|做胃镜|胃镜|抽血|验血)?(?:的时候|时|结果|报告)?(?:被)?(?:查出来?|查出|检出|发现|显示|诊断为?|诊断出|确诊|说)(?:了|我|是|有|得了)*{_FACE}(?P<o>{_ILL})(?:了)?$", own("health", chinese)),
    rule(rf"^(?:我的?)?(?:医生|大夫|主任|专家|医院|体检报告|化验单)(?:说|诊断|告诉我|确诊|查出来?|显示|写)(?:我)?(?:这)?(?:是|有|得了|患了?|确诊(?:了|为)?|查出|属于|得的是)*{_FACE}(?P<o>{_ILL})(?:了)?$", whole("health", chinese)),
    rule(rf"<ME>(?:天生|从小|打小|自小)?(?:就)?(?:有|是)?{_FACE}(?P<o>{_ILL})(?:患者|体质|病史|的毛病)$", own("health", chinese)),
    rule(r"<ME>(?:天生|打小|自小|生来|一直|后来)?(?:就)?对(?P<o>[^，。不]{1,10}?)(?:都|会|严重|有点|轻度|重度|也|很|特别)*过敏(?:的|得厉害|得不行|体质)?$", each("allergic_to", chinese_list)),
    rule(r"<ME>(?:天生|打小|对)?(?P<o>[\u3400-\u9fff]{2,5}?)过敏(?:特别|很|挺|非常|比较|得|还)*(?:严重|厉害|重|狠)(?:的)?$", own("allergic_to", chinese)),
    rule(r"<ME>(?:[^，。把]{0,6}?)(?P<o>(?:左|右)?(?:腿|脚|手|胳膊|手腕|脚踝|膝盖|肋骨|锁骨|小腿|大腿|手臂|尾椎|腰椎)(?:都)?(?:打着石膏|骨折|骨裂|做了手术|刚拆石膏))(?:了)?$", own("health", chinese)),
)  # fmt: skip
_GOT = r"(?:接|抱|捡|领|带|收|救|迎|买|领养|收养|添|多|来|养)(?:养)?(?:回|到|来|进)?(?:来|家|了)*"
POSSESSION: tuple[Rule, ...] = (
    rule(r"<ME>(?:新|刚)?(?:买|换|提|入手|入|订|贷款买)了(?:一)?辆(?P<o>[\u3400-\u9fffA-Za-z0-9 ]{2,12}?)(?:了)?$", _thing),
    rule(r"^我?(?:的)?(?:编辑器|IDE|浏览器|终端|系统|操作系统|输入法|笔记|笔记软件|记账|音乐|听歌|地图|导航|邮箱客户端|云盘|网盘|日历|待办|绘图|设计|剪辑|打车|外卖|手机系统|数据库客户端|版本管理)(?:我)?(?:一直|都|现在|主要|平时|就|还是)*(?:用的?是?|是)\s*(?P<o>[A-Za-z][\w .+-]{1,18}|[\u3400-\u9fff]{2,6})$", _tool),
    rule(r"^我?(?:们)?家(?:里)?(?:新|刚|又|最近|今年|去年)?(?:添|买|装|置办|置|换|入|配)了(?:一)?(?:台|架|部|套|张|辆)(?:新)?(?P<o>[\u3400-\u9fffA-Za-z0-9 ]{2,12})$", _thing),
    rule(r"^(?:我)?(?:最后|最终|现在|到头来|试来试去|兜兜转转|试了一圈|转了一圈|还是|一直|最近|全|都|又)+(?:回到|回归|选了|选|用|在用|用回)(?:了)?\s*(?P<o>[A-Za-z][\w .+-]{1,18}?|[\u3400-\u9fff]{2,6}?)\s*(?:最|更|比较|还是|就|用着?)*(?:顺手|舒服|习惯|好用|省心|稳|靠谱|香|方便)?(?:了)?$", _settled),
    rule(r"<ME>(?:平时|一般|都|主要)*(?:剪视频|剪片子|修图|记账|画图|办公|写代码|写文档|写东西|记笔记|做笔记|做表|做PPT|写论文|管项目|项目管理|听歌|听书|看书|背单词|导航|打车|点外卖|买菜|开会|写歌|做设计|建模|画画)(?:都|一般|主要|一直|习惯|我)*(?:是)?用的?(?:是)?(?P<o>[\u3400-\u9fffA-Za-z0-9 .+-]{2,16})$", _tool),
    rule(r"^我们?[\u3400-\u9fff]{0,6}?(?:都|一直|主要|全|统一)*(?:是)?用的(?:是)?\s*(?P<o>[A-Za-z][\w .+-]{1,20})$", _tool),
    rule(r"^我(?:们)?(?:老早|很久|好久|再也|基本|几乎|以后|后来|早|已经|就|都)*不(?:再)?用(?P<o>[A-Za-z][\w .+-]{1,16}|微博|微信|抖音|知乎|小红书|豆瓣|QQ|钉钉|飞书|支付宝|淘宝|拼多多|京东|百度|安卓|苹果)了$", _unused),
    rule(r"<ME>(?:开|骑)(?:着|的是)?(?:一)?(?:辆|台)(?P<o>[\u3400-\u9fffA-Za-z0-9 ]{2,10}?)(?:上下班|上班|通勤|代步|送货|拉货|拉人|跑[^，。]{1,4}|接送[^，。]{0,4}|出门)?$", _thing),
    rule(rf"<ME>(?:家|家里)?(?:上周|上礼拜|昨天|今天|周末|上个月|前天)?(?:新|刚)?{_GOT}(?:一|两|三)?(?:只|条|窝|匹)(?P<o>[^，。你他她它我]{{0,10}}?{ZH_PET})$", _pet),
    rule(rf"^我?(?:家|家里)?(?:的)?(?:新来的?|刚来的?|新养的?|刚养的?|新买的?|新领养的?|刚领养的?|刚接回来的?|新接回来的?|捡来的?)(?:那)?(?:只|条)?[\u3400-\u9fff]{{0,5}}?{ZH_PET}(?:取名|起名|名字|给它取名)?(?:就)?叫(?:做)?{_NAME}$", _pet),
    rule(rf"^我?(?:给)?(?:新来的?|家里的?|刚领养的?|那只|它|这只)*(?:小)?{ZH_PET}?(?:取|起)(?:了)?(?:个)?名(?:字)?(?:叫)(?:做)?{_NAME}$", _pet),
    rule(r"<ME>(?:家)?(?:里)?(?:还|也)?有(?:一|两)?辆(?P<o>[\u3400-\u9fffA-Za-z0-9 ]{1,12})$", _thing),
    rule(r"<ME>(?:新|刚|终于|咬牙|狠心)?(?:收|淘|添置|添|败|拿下|剁手|喜提|订|拼|入)(?:到)?了(?:一)?(?:把|台|辆|部|套|架|块|支|副|双)(?P<o>[\u3400-\u9fffA-Za-z0-9 ]{2,14})$", _thing),
    rule(r"<ME>(?:已经|昨天|上周|刚)*(?:把)?(?:那|这|之前的?|原来的?|家里的?|我的?)*(?:辆|台|部|套|架)(?P<o>[\u3400-\u9fffA-Za-z0-9 ]{1,10}?)(?:已经|昨天|上周|给)*(?:卖|出手|转手|出|处理|报废|置换)(?:掉)?了$", _sold),
    rule(r"^我?(?:全|都|现在|后来|已经)*(?:换成|改用|换到|转到|迁到|转战|换|改成|转用)(?:了)?(?P<o>[A-Za-z][A-Za-z0-9 .+-]{1,20}|飞书|钉钉|企业微信|语雀|鸿蒙|印象笔记|剪映)(?:了)?$", _used_instead),
)  # fmt: skip
_PICK = r"(?:选|坐|要|点|挑|订|住|买|喝|吃|用|走|定)"
_DOING = r"(?:坐|住|吃|喝|点|开|打|看|听|玩|用|睡|洗|写|读|穿|选|买|逛|订|出|旅|喂|泡|煮|煎|跑|骑|游|拍|画|学|工作|运动|健身|上班|办公|沟通|装修|搭配|起床)"
PREFERENCE: tuple[Rule, ...] = (
    rule(r"^(?P<o>[\u3400-\u9fffA-Za-z]{1,6}(?:、[\u3400-\u9fffA-Za-z]{1,6})+)(?:什么的|之类的?|等等?)?$", _hobbies),
    rule(r"^我?(?:比起|相比于?|相较于|与其|跟|和)(?P<b>[^，。我]{1,12}?)(?:相比|比起来|比|来说)?[，,]?我(?:还是|反而|其实)*(?:更愿意|更想|更习惯|更乐意|宁愿|宁可|更倾向于?|更爱|更喜欢)(?P<a>[^，。]{1,12})$", _rather),
    rule(r"^我?(?P<o>(?:太)?(?:甜|咸|辣|酸|苦|油|腻|冰|烫|生|凉|硬|软|重口味?|油腻|肥)的)(?:我)?(?:真|实在|完全|就|一点都|也)*(?:接受不了|吃不来|吃不了|受不了|不爱吃|不喜欢|不行|吃不惯)$", whole("dislikes", verbatim)),
    rule(rf"^我(?P<t>{_DOING}[\u3400-\u9fff]{{1,5}}?)(?:的时候|时)?(?:都|就|一般|只|最|还是|一直|总|习惯)*(?:喜欢|偏爱|偏好|爱(?!情|人|心|好|国|护|惜|尔|迪|豆|马))(?P<o>(?!的|上|你|他|她|这|那)[^，。]{{2,14}})$", _topic("likes")),
    rule(rf"^我(?P<t>{_DOING}[\u3400-\u9fff]{{1,5}}?)(?:的时候|时)?(?:都|就|一般|只|最|还是|一直|总|习惯)*(?:更喜欢|更爱|比较喜欢|更倾向于?|更偏向)(?P<o>(?!的|上|你|他|她|这|那)[^，。]{{2,14}})$", _topic("prefers")),
    rule(r"<ME>(?:入坑|掉进|跌入|掉入|迷上|痴迷)(?:了)?(?P<o>(?!的|了|这|那|你|他|她)[\u3400-\u9fffA-Za-z]{2,8}?)(?:的坑|这个坑|大坑)?(?:了)?$", own("likes", chinese)),
    rule(r"<ME>(?:真的?|实在|完全|就|从来)*(?:闻|听|看|坐)不(?:了|惯|得)(?P<o>[\u3400-\u9fff]{1,6}?)(?:的)?$", _disliked),
    rule(r"^我?(?P<t>[\u3400-\u9fffA-Za-z]{1,8}?)我(?:还是|也|一直)*(?:更喜欢|比较喜欢|更爱|偏爱|偏好|更倾向于?|更偏向|更中意)(?P<o>[^，。]{2,14})$", _topic("prefers")),
    rule(r"^我?(?P<t>[\u3400-\u9fffA-Za-z]{2,8}?)(?:的话)?我(?:还是|也|一直|最|只|就|都)*(?:喜欢|爱(?!情|人|心|好|国|护|惜|尔|迪|豆|马))(?P<o>[^，。]{2,14})$", _topic("likes")),
    rule(rf"^(?:我|[\u3400-\u9fff]{{2,6}}我)(?:一般|通常|都|习惯|总是|从来|向来|永远|每次|基本)+(?:只|都|会)?{_PICK}(?P<o>[^，。]{{2,12}}?)$", _usual),
    rule(r"^我?(?:觉得|认为|感觉)?(?P<a>[^，。比]{1,10}?)比(?P<b>[^，。]{1,10}?)(?:要)?(?:好喝|好吃|好玩|好用|更好|好看|好听|更香|香|舒服|方便|省心|有意思|顺手|靠谱|适合我)(?:多了|得多|一点|一些|太多)?$", _better),
    rule(r"^我?(?P<o>[\u3400-\u9fffA-Za-z]{1,8}?)我(?:是|真的|实在|根本|完全|从来|一直|连)*(?:闻|碰|看|吃|喝|听|尝)(?:都|也)不(?:能|想|敢|愿意?|会)?(?:闻|碰|看|吃|喝|听|尝)?(?:一下|一口)?$", _disliked),
    rule(r"<ME>(?:闲下来|一闲下来|闲着|没事|一闲|空了|得空|下了班|放假|周末|晚上|睡前|无聊|没事儿)(?:的时候|时)?(?:就|都|总)*(?:喜欢|爱(?!情|人|心|好|国|护|惜|尔|迪|豆|马))(?P<o>(?!你|他|她|它|这|那|上|的)[^，。]{2,10})$", each("likes", chinese_list)),
    rule(r"^我?(?P<o>抽烟|吸烟|喝酒|打游戏|熬夜|喝奶茶|喝咖啡|喝可乐|吃辣|吃甜食|赌博|打牌|打麻将)(?:我)?(?:已经|早就|早|现在|彻底)*(?:戒|不[抽喝吃打玩])(?:掉)?了$", _given_up),
)  # fmt: skip

__all__ = ["HEALTH", "POSSESSION", "PREFERENCE", "RELATION"]
