"""Chinese that is said without being so: plans given up, near misses, irony, texts and roles that speak as "我".

`stance` asks here for every clause and sentence; what is found keeps its findings out, with the stance as the reason.
"""

from __future__ import annotations

import re

from memory_pipeline.adapters.rules.lexicon import is_chinese_name

# "本来想考研", "差点就买了", "等我退休了就搬去乡下": none of it is so, or not yet.
_GIVEN_UP = re.compile(
    r"(?:本来|原本|原先|原来|起初|一开始|之前|曾经?|当初|早先|去年|前阵子|前段时间)(?:我)?(?:也|还|都|是|就|倒|一直|已经|确实|真的|差点)*(?:有)?(?:想过?(?!起|到|要说)|打算|计划|准备|说好|说要|约好|订好|考虑|该|应该|动过|盘算|琢磨|答应)|"
    r"^(?:我)?(?:也|都|就|还)*本想|差(?:一)?点(?:儿)?(?:就|没|都|被|把|要|成|买|下单|去|跳|搬|报|点|签|选|[\u3400-\u9fff])|险些|幸好没|还好没|好在没|早知道|悔不该|后悔没|可惜没|"
    r"(?:还)?(?:在)?(?:犹豫|纠结|寻思|琢磨|盘算|考虑)(?:着|过|了)?(?:要不要|是不是|该不该|是否|能不能|[^，。]{0,3}(?:去|买|养|换|搬|报|考|辞|跳|转|学|做|再))|"
    r"^(?:我)?(?:也|都|一直|常|总|老|经常|有时|偶尔)*(?:幻想|梦想着|做梦都想|想象)|(?:做梦都|真|好|多|超|特别|贼|巨|很|老)想(?:要|有|去|当|住|养|回|搬|变|做个)(?!学|考)|"
    r"^(?:我)?(?:要是|要能|要有|若|倘|哪怕|即使|就算|即便)|^我要(?:是|有钱|有时间|会|能)(?=[^，。]{0,12}(?:[，,]?(?:就|早|该|才|肯定|也)))"
)
_NOT_YET = re.compile(
    r"^(?:我)?(?:等|待)(?:我|咱|以后|将来|哪天|有朝一日|有钱|有空|有机会|退休|老了|攒够|赚够|发财|毕业|孩子)[^，。]{0,12}(?:了|后|时)?|^(?:我)?(?:哪天|有朝一日|有一天|以后有钱|将来有钱|下辈子|中了?(?:彩票|大奖|五百万|一个亿)|暴富|发财)"
)
# What stands behind a plan and calls it off, in the same sentence or as the next one.
_CALLED_OFF = re.compile(
    r"^(?:但|但是|不过|可惜|结果|后来|最后|现在|想想|还是|又|我|就|也|都|全|已经|然后|无奈)*(?:取消|泡汤|黄了|作罢|算了|放弃|没成|没去成?|没买成?|不去了|不买了|不考了|不搬了|不换了|不学了|不养了|不报了|改主意|变卦|打消|搁置|没戏|拉倒|没下文|不了了之)"
)


def is_unreal(clause: str) -> bool:
    """Whether the clause tells of what was given up, nearly happened, or would be some day."""
    return _GIVEN_UP.search(clause) is not None


def opens_condition(clause: str) -> bool:
    """Whether the clause begins a "some day": what follows it in its sentence is not so either."""
    return _NOT_YET.match(clause) is not None


def calls_off(clause: str) -> bool:
    """Whether the clause calls off what stood before it ("…，后来取消了")."""
    return _CALLED_OFF.match(clause) is not None


def leaves_work(clause: str) -> bool:
    """Whether the clause turns to other work than that told before it ("…，现在转行开民宿")."""
    return (
        re.match(
            r"(?:但|不过|最近|现在|后来|去年|今年|刚|已经|正式|上个月|我)*(?:转行|改行|转型|不做了|不干了|辞了|辞职|跳槽|退休|下岗|被裁|被优化)",
            clause,
        )
        is not None
    )


_BAD_LUCK = (
    r"(?:加班|通宵|熬夜|周一|早起|早八|开会|堵车|早高峰|晚高峰|挤地铁|排队|涨租|涨价|扣钱|扣工资|裁员|背锅|改需求|改方案|出差|值班|上班|搬砖|内卷|KPI|996|宕机|故障|半夜|凌晨|大半夜|"
    r"被[\u3400-\u9fff]{0,8}(?:叫醒|吵醒|骂|骗|催|甩锅|拒|裁|坑|黑|放鸽子|放了?鸽子|画饼|支配|折磨|虐|点名|拉去|抓去)|还房贷|还贷|写周报|写报告|交房租|体检报告|相亲|催婚|蚊子|噪音|装修声|电钻)"
)
_IRONY = re.compile(
    rf"^(?:哇[哦噢塞]?|可以啊|可真行|真行|真棒|好极了|真好|厉害了|完美|绝了|妙啊|好家伙|很好|好得很|太棒了|太好了|真不错|不愧是)[，,！!～~\s]+.{{0,6}}(?:又|周[末六日]|凌晨|半夜|大半夜|连续|还|第[一二三四五六七八九十\d]+次).{{0,20}}?{_BAD_LUCK}|"
    rf"(?:我)?(?:可|还|真|可真|真是|简直|实在|确实|果然)(?:是)?(?:太|最|好|超)*(?:喜欢|爱|享受|期待|热爱|想念|爱死|喜欢死)了?[^，。]{{0,8}}{_BAD_LUCK}|"
    rf"{_BAD_LUCK}[^。]{{0,12}}(?:我)?(?:可|真|可真|真是|简直|实在)+(?:是)?(?:太|最|好|爱)?(?:喜欢|爱|享受|期待|热爱|开心|快乐|幸福|幸运|幸运儿)|爱死(?:了)?(?:这|那|我们|加班)|(?:感谢|感恩|多谢|谢谢)(?:老板|领导|公司|房东|甲方|资本家|组织|生活|老天|上天)|真是(?:谢谢|感谢)你"
)
_IN_JEST = re.compile(
    r"不接受(?:任何)?反驳|信不信由你|(?:你)?爱信不信|反正我信了|别告诉别人我是|(?:都|全)?在梦里|梦里(?:啥|什么)都有|梦里的|[vV]我\s*50|V我五十|怕不是|封你(?:做|为|当)|爱卿|平身|朕|本王|本尊|哀家|贫道|老衲|本宫|寡人|孤王|退下吧|小的们|地球人|外星人|穿越(?:来|过来)|转世|投胎|我是你(?:爸爸|爹|祖宗|大爷|爷爷|奶奶)"
)


def is_ironic(sentence: str) -> bool:
    """Whether the sentence praises what nobody likes, or plays a part nobody has."""
    return _IRONY.search(sentence) is not None or _IN_JEST.search(sentence) is not None


_PLAY = re.compile(
    r"(?:现在|从现在|从这里|接下来|这一局|今天|咱们)(?:开始|起)?[^，。]{0,6}你(?:就)?(?:是|扮演|当|做|演)(?!谁|什么|不是)|你(?:来)?(?:扮演|饰演|演|假装(?:是|成)?|装作|模仿|当一回)(?:我的?)?[\u3400-\u9fff]|角色扮演|我(?:来)?(?:扮演|饰演|演)[\u3400-\u9fff]|(?:咱们?|我们|来)(?:玩|演)(?:个|一个|一局|一场)?[^，。]{0,8}(?:游戏|剧本|跑团|戏|情景|对手戏|过家家)|跑团|开团|"
    r"(?:模拟|演练)(?:一下|一场)?(?:面试|客户|客服|相亲|对话|场景|谈判|法庭|问诊)|你问我答|你(?:来)?(?:当|做)(?:我的)?(?:考官|面试官|客服|医生|裁判|评委|顾客|客户|法官|导师|店员|前台)|(?:情景|情境)(?:对话|模拟)|设定(?:是|：|:)[^。]{0,12}(?:你|我)是|"
    r"(?i:\b(?:rehearse|act out|improvise|role[- ]?play|simulate|practi[sc]e|play(?: out)?|run(?: through)?) (?:an?|the|this|another|our|my|some)(?: (?:short|quick|little|mock|pretend|imaginary))* ?(?:scene|skit|sketch|dialogue|role[- ]?play|improv\w*|mock \w+)\b|\b(?:do|try|have) (?:an?|some|another)(?: (?:short|quick|little))* ?role[- ]?play\b)|"
    r"(?i:^\W*(?:(?:ok|okay|right|so|alright|let's go|it's|its)\b\W*)*(?:dnd|d&d|role[- ]?play(?:ing)?|improv|larp) (?:time|now|mode)\b|[.!;,] you (?:be|play) (?:the|an?|my) [a-z]+|\bi(?:'ll| will) play (?:the|an?|your|your own) (?:\w+ )?(?:guest|patient|customer|client|witness|suspect|king|queen|knight|boss|\w{2,}(?<!numb)(?<!pap)(?<!answ)(?:er|or|ist|ess|man|woman))\b)"
)
_PLAY_OVER = re.compile(
    r"不(?:玩|演|扮|跑)了|出戏|结束(?:扮演|角色|游戏|模拟)|退出(?:角色|游戏)|回到(?:正题|现实|正事)|说正经的|说正事|言归正传|正经问|(?i:\b(?:end (?:of )?(?:the )?(?:scene|role[- ]?play|skit)|(?:scene|role[- ]?play) (?:is )?over|out of character|stop the (?:scene|role[- ]?play|skit)|back to (?:reality|business|real life|work)|that's a wrap)\b)"
)


def opens_play(message: str) -> bool:
    """Whether the message opens a play of parts: what is said in it from here on is nobody's."""
    return _PLAY.search(message) is not None


def ends_play(message: str) -> bool:
    """Whether the message ends such a play."""
    return _PLAY_OVER.search(message) is not None


_TEXT = r"(?:话|段|句|文字|文案|文本|内容|短文|文章|段落|简介|介绍|邮件|信|稿子?|台词|歌词|诗|评论|留言|消息|病例|案例|描述|题目?|材料|摘要|聊天记录|对话|记录|笔录|访谈|会议纪要|开头|结尾)"
_WORK_ON = r"(?:翻译|翻成|译成|润色|改写|修改|改一改|校对|总结|概括|缩写|扩写|续写|仿写|造句|朗读|分析|点评|评价|纠错|检查|排版|抄写|看看|读一?下|念一?下|转成|转述)"
# What these words open is a text at hand, or somebody's words: its "我" is not the person.
_TEXT_AT_HAND = re.compile(
    rf"(?:下面|以下|如下|下列)[^，。：:]{{0,8}}{_TEXT}|(?:把|将)?(?:这|那|下面|以下)(?:一)?(?:几)?(?:段|句|篇|封|条|首|份)[^，。]{{0,8}}{_WORK_ON}|{_WORK_ON}(?:一下)?(?:这|那|下面|以下)(?:一)?(?:几)?(?:段|句|篇|封|首)(?:{_TEXT})?$|"
    rf"{_WORK_ON}(?:一下)?(?:下面|以下)|(?:这|那)(?:一)?(?:句话?|段话?|个?句子)[^，。：:]{{0,10}}(?:对吗|对不对|通顺吗|有(?:没有)?(?:语病|错|毛病)|怎么(?:翻|说|改|译)|什么意思|语法)|"
    r"(?:例句|例子|示例|样例|范文|原文|原句|题干|题目|病历|简历模板|自述|自白|独白|旁白|台词|歌词|开头|第一句|人设|角色设定|设定|反馈|留言|评价|评论|投诉|弹幕|原话|口头禅|签名|座右铭|标语|口号|广告词|宣传语|文案|备注|公告|通知|招聘启事|征婚启事|寻人启事|寻物启事|帖子|推文|群公告|聊天记录)(?:里|上|中)?(?:是这样的?|如下|是|写|说|就是|写着|写的是|内容是|大概是)?[：:]|"
    r"(?:病句|对联|上联|下联|谜语|成语|造句|填空|选择题|阅读理解|完形填空|听力|口语|朗诵|绕口令|歇后语|接龙)[^。：:]{0,10}[：:]|(?:写|想|编|造|拟|来|做|起)(?:个|一个|句|一句|条|一条|段|一段|篇|首)(?![^：:]{0,6}(?:自我介绍|简历|简介|求职信|个人))[^：:，。]{0,10}[：:]|^(?:楼主|层主|答主|题主|网友|群友|路人|嘉宾|选手|同学|大爷|大妈|阿姨|店员|司机|房东|中介|甲方|乙方|猎头|HR|hr|学员|读者|观众|粉丝|会员|买家|卖家)[A-Za-z\d一二三四甲乙丙丁]?[：:]|(?:小说|故事|文章|书|诗|歌|剧本|作文)(?:的)?(?:第[一二三四]?[句段章]|开头|结尾|主角|主人公|里面?|中)|(?:广告词|广告|台词|歌词|口号|标语|暗号|谜底|梗|签名|歌名|书名|片名|标题|主题)(?:里|上)?(?:就|应该|大概)?(?:是|叫|说|写)(?:的)?(?:什么)?(?=[“「我])|(?:用|以)第[一二三](?:人称)|(?:写|编|讲|来)(?:个|篇|段|一个|一篇|一段|首|一首|几个)[^，。]{0,14}(?:故事|小说|剧本|童话|段子|相声|小品|独白|寓言|散文|诗|歌词|日记|作文|情书|台词)|扮演|角色扮演|假装|模拟(?:一下)?(?:用户|客户|面试|对话)|咱们?来(?:演|玩)|你(?:来)?(?:当|做|扮)(?:我的)?[^，。]{1,8}[，,]我(?:来)?(?:当|做|扮|是|叫)"
)


_LABEL = re.compile(r"^(?P<who>[\u3400-\u9fff]{2,4})[：:](?=.)")


def opens_text_at_hand(sentence: str) -> bool:
    """Whether what follows, or this very sentence, is a text to work on, a part to play or a line of somebody else's."""
    label = _LABEL.match(sentence)
    return _TEXT_AT_HAND.search(sentence) is not None or (label is not None and is_chinese_name(label["who"]))
