"""Chinese: the closed classes of grammar, and words with a fixed reading (periods, rates, quantities of time).

What is not listed here or in the wordings is a content word.
"""

from __future__ import annotations

PARTICLES = frozenset(
    "的 地 得 了 着 吧 呢 啊 呀 嘛 之 所 们 是 就是 正是 为 即 系 乃 其 该 此 等 一下".split()
)
LIGHT = frozenset(
    "均 皆 亦 则 便 而言 来说 至于 平时 一般 通常 平常 都 也 就 还 已 已经 目前 现在 当前 如今 正 正在 一共 共 总共 共计 合计 很 其实 确实 的确 这个 那个 这 那 这次 此次 本次 该次 一直 仍 仍然 依然 依旧 现 今天 今年 今"
    " 自己 本身 而且 请 有关 相关 进行 做出 作出 加以 予以 号 位 元整 方面 情况 个 人士 处 上面 里 里面 中 内 上 来 那里 这里 那边 这边 当中 身上 期间 时".split()
)
SUBJECT = frozenset("用户 我 本人 咱 用户本人 该用户 自己 俺".split())
CONJUNCTIONS = frozenset("及其 和 与 及 以及 并 并且 且 还有 同 跟 外加 加上".split())
# what begins another clause, and joins no list
TURNS = frozenset("但 但是 而 不过 同时 此外 另外 然而 可是 因此 所以 于是 则 就".split())
# what one does with another but not the other with one: 跟 B 学习, 和 B 借, 与 B 汇报
ONE_SIDED = {
    **dict.fromkeys("学 学会 借 借到 请教 打听 索要".split(), "from"),
    **dict.fromkeys("汇报 道歉 请假 告别 表白 求婚 反映 反馈 申请 看齐 发火 求助 投诉".split(), "to"),
}
TAUGHT = frozenset("学习 要 租".split())  # one-sided after 跟 alone
# what may stand before or behind whom it concerns
ADVERBS = frozenset("经常 常 常常 时常 总是 偶尔 一直 一般 通常 平时 轮流 一起 都 也 始终 每次 往往 已经 目前 现在 最近 刚刚 马上 主要 只好 其实 大多 几乎".split())  # fmt: skip
PREPOSITIONS = {
    "在": "at", "于": "at", "当": "at", "从": "from", "自": "from", "自从": "since", "由": "by", "被": "by", "让": "by", "给": "to", "向": "to", "往": "to", "朝": "to",
    "到": "to", "至": "to", "对": "about", "对于": "about", "关于": "about", "把": "obj", "将": "obj", "用": "via", "使用": "via", "以": "via", "通过": "via", "经": "via", "经由": "via", "凭": "via",
    "比": "than", "比起": "than", "为了": "for", "因": "because", "因为": "because", "由于": "because", "除了": "except", "除": "except", "按": "by-rule", "按照": "by-rule",
    "根据": "by-rule", "靠": "near", "离": "distance", "距": "distance", "距离": "distance", "借助": "via",
}  # fmt: skip
PRONOUNS = frozenset("我们 咱们 你 您 你们 他 她 它 他们 她们 它们 人家".split())
PLACE_SUFFIXES = frozenset("市 省 州 县".split())
DAYPARTS = frozenset(
    "春天 夏天 秋天 冬天 春季 夏季 秋季 冬季 平日 节假日 工作日 早上 上午 中午 下午 傍晚 晚上 凌晨 半夜 小时候 那会儿 这会儿 这阵子 那阵子 这段时间 那段时间"
    " 元宵节 清明节 端午节 中秋节 重阳节 母亲节 父亲节 感恩节 万圣节 复活节 情人节 妇女节 劳动节 儿童节 教师节 国庆节 圣诞节 平安夜 除夕 元旦 春运 暑期 寒假 暑假 年初 年底 年末 月初 月底 月末 月中 上旬 中旬 下旬 上半年 下半年 季末 季度末".split()
) | frozenset(
    which + span for which in "这 那 当 这些 那些 这几 那几 近几 前几 头几 后几 有一 某".split() for span in "年 天 晚 夜".split()
)  # fmt: skip
SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦傅方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤"
)
NEGATIONS = frozenset(
    "不 没 没有 未 无 非 别 勿 莫 并非 从不 从未 不再 绝不 毫不 未曾 尚未 从来没 从来不 没能 否 未能 并未 并不 无法 不用 不必 无需 不曾 均未".split()
)
MODALS = {"必须": "must", "务必": "must", "必需": "must", "须": "must", "需": "must-need", "应该": "should", "应当": "should", "应": "should", "最好": "should",
          "可以": "can", "能": "can", "能够": "can", "可": "can", "会": "can-will", "可能": "may", "也许": "may", "或许": "may", "恐怕": "may", "似乎": "may", "好像": "may",
          "愿意": "willing", "敢": "dare", "要": "want-must", "将要": "will", "即将": "will"}  # fmt: skip
QUANTIFIERS = {"所有": "all", "全部": "all", "全体": "all", "一切": "all", "每": "all", "每个": "all", "各": "all", "各个": "all", "全": "all", "任何": "any", "任意": "any", "一些": "some",
               "部分": "some", "某些": "some", "有些": "some", "某": "some", "大多数": "most", "大部分": "most", "多数": "most", "许多": "many", "很多": "many", "多": "many", "不少": "many",
               "几": "few", "少数": "few", "少": "few", "只": "only", "仅": "only", "只有": "only", "仅有": "only", "仅仅": "only", "唯一": "only", "至少": "atleast", "最少": "atleast",
               "起码": "atleast", "不少于": "atleast", "不得少于": "atleast", "不能少于": "atleast", "不可少于": "atleast", "不应少于": "atleast", "不得低于": "atleast", "不能低于": "atleast", "不低于": "atleast", "以上": "atleast", "最多": "atmost", "至多": "atmost", "不超过": "atmost", "不能超过": "atmost", "不得超过": "atmost", "不可超过": "atmost", "不应超过": "atmost", "不要超过": "atmost", "不许超过": "atmost", "以内": "atmost", "之内": "atmost", "不多于": "atmost",
               "不高于": "atmost", "超过": "over", "多于": "over", "高于": "over", "大于": "over", "逾": "over", "低于": "below", "少于": "below", "小于": "below", "不足": "below", "不到": "below", "以下": "below",
               "大约": "about", "约": "about", "大概": "about", "左右": "about", "上下": "about", "近": "about", "将近": "about", "差不多": "about", "约为": "about", "几乎": "about",
               "或": "or", "或者": "or", "还是": "or", "一半": "half", "半": "half", "两者": "both", "双方": "both", "更": "more", "最": "most-degree", "较": "more", "比较": "more",
               "太": "toomany", "最大": "maximum", "最小": "minimum", "最高": "maximum", "最低": "minimum", "最长": "maximum", "最短": "minimum", "上限": "maximum", "下限": "minimum"}  # fmt: skip
STATUS = frozenset(
    "曾 曾经 以前 之前 原来 原先 从前 过去 此前 过 前 原 前任 现任 暂时 临时 永久 起初 最初 后来 再 又 尚 刚 刚刚 才".split()
)
SEQUENCE = frozenset(
    "然后 接着 最后 首先 其次 如果 若 假如 除非 虽然 尽管 即使 分别 否则 只要 一旦 随后 是否 吗 么".split()
)

HALF_NEGATION = frozenset("不 没 未 无 别 勿".split())
# two-character words that begin with a negating character and are words of their own
NOT_SPLIT = frozenset(
    "不过 不仅 不但 不同 不断 不久 不锈钢 没收 没事 没关系 未来 未婚 未婚妻 未婚夫 无线 无锡 无人机 别人 别墅 别名 别的 无论 不论 不管 不得 不得不 不少 不足 不到 不超过 不少于 不低于 不多于 不高于 非常 非洲 无聊 不错".split()
)
# verbs of one character that are in no name
ACTS = frozenset(
    "写拍画唱卖修改查看听读吃喝坐骑走跑住养租借送拿存做选换搬找问答打踢玩穿戴洗煮炒烤买订付交缴赚欠追考练办停删减升降接传收推管调拆带教爱怕弹"
)
# kin and roles: who stands before one of them may own it
RELATIONS = frozenset(
    "妻子 丈夫 母亲 父亲 儿子 女儿 哥哥 弟弟 姐姐 妹妹 朋友 上级 领导 同事 医生 老师 伴侣 孩子 父母 助理 邻居 男友 女友 祖父 祖母 外祖父 外祖母 室友 学生 客户 团队 公司 表弟 表妹 表哥 表姐 叔叔 阿姨 家人 老板 同学 房东 银行 学校".split()
)
# words of time that name no time
NO_TIME = frozenset("日期 时间 时候 时期 日子 同时 期限 年龄 生日 周期 未来 历史".split())
# verbs that the segmenter joins with the preposition behind them: 放在, 搬到, 出生于
PLACING = {
    "在": frozenset("放 存 住 跑 写 挂 坐 站 停 贴 装 摆 藏 锁 埋 建 设 留 印 刻 记 画 躺 睡 定 搁 绑 部署 安排 用 花 布置 保存 运行 发生 托管 集中 嵌 插 归".split()),
    "到": frozenset("搬 调 转 迁 移 寄 送 发 飞 开 升 降 涨 跌 减 增 推迟 延 延期 改 存 放 写 传 派 回 坐 走 跑 推 提前 延长 增加 减少 提高 下降 上升 上涨".split()),
    "于": frozenset("出生 毕业 位 生 成立 创立 用 始 死 卒 处 任职 就职 就读 建 发生 来源 源".split()),
}  # fmt: skip
PERIODS = {"下下周": "week+2", "上上周": "week-2", "大后天": "day+3", "大前天": "day-3", "下下个月": "month+2", "下半年": "half+", "上半年": "half-", "本周": "week0", "这周": "week0", "这星期": "week0", "这个星期": "week0", "本星期": "week0", "这一周": "week0", "下周": "week+1", "下星期": "week+1", "下个星期": "week+1", "下礼拜": "week+1", "上周": "week-1", "上星期": "week-1", "上个星期": "week-1",
           "本月": "month0", "这个月": "month0", "这月": "month0", "当月": "month0", "下个月": "month+1", "下月": "month+1", "上个月": "month-1", "上月": "month-1", "明年": "year+1", "去年": "year-1", "前年": "year-2", "后年": "year+2",
           "明天": "day+1", "明日": "day+1", "昨天": "day-1", "昨日": "day-1", "后天": "day+2", "前天": "day-2", "本季度": "quarter0", "这个季度": "quarter0", "下季度": "quarter+1", "上季度": "quarter-1", "今晚": "night0", "明晚": "night+1", "昨晚": "night-1", "今早": "morning0", "周末": "weekend", "这周末": "weekend0", "本周末": "weekend0", "下周末": "weekend+1"}  # fmt: skip
RATES = {
    "每天": "day",
    "每日": "day",
    "天天": "day",
    "每一天": "day",
    "每周": "week",
    "每星期": "week",
    "每个星期": "week",
    "每礼拜": "week",
    "每月": "month",
    "每个月": "month",
    "每年": "year",
    "每一年": "year",
    "每小时": "hour",
    "每个小时": "hour",
    "每分钟": "minute",
    "每秒": "second",
    "每秒钟": "second",
    "每晚": "night",
    "每季度": "quarter",
    "每天晚上": "night",
    "每早": "morning",
    "每天早上": "morning",
    "每天早晨": "morning",
    "每日早晨": "morning",
    "每周末": "weekend",
    "每个周末": "weekend",
}
WEEKDAY_STEMS = ("星期", "礼拜", "周")
WEEKDAY_ENDS = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "日": 7, "天": 7, "末": 0}
