"""What a Chinese speaker puts around a statement: `顺便说一下，…`, `…，特此说明`, `…（系统已核对）`, `…哈`.

A segment goes if every word of it is one of talking, checking or addressing somebody, and one of them is a head. The
words are closed classes: nothing that says something about the world is among them, nor any bare negation.
"""

from __future__ import annotations

import re

_PEOPLE = (
    "我 我们 咱 咱们 俺 你 您 你们 他 她 他们 自己 大家 各位 诸位 大伙 别人 本人 用户 客户 对方 双方 三方 系统 后台 人工 客服 管理员 团队 相关部门 官方 当事人"
    " 同事 亲 老师 领导 后来人 后人 新人 新来的 新同事 接手的人 兄弟们 姐妹们 家人们 老铁 伙计 朋友 朋友们 同学 同学们 小伙伴 小伙伴们 亲爱的 老板 诸君 看官 有关方面 负责人 专人 小编"
)
_WHEN = (
    "之前 此前 先前 早先 早些时候 刚才 刚刚 方才 刚 上次 上回 上一次 前几天 前两天 前些天 昨天 昨晚 今天 今早 今日 昨日 前天 上周 本周 上个月 本月 最近 近期 早就 早已 已经 已 已被"
    " 曾 曾经 目前 现在 当前 截至目前 截止目前 截至今天 到目前为止 到现在为止 至今 迄今 前面 上面 上文 前文 后来 随后 事后 刚刚才 当时 那天 那会儿 一直 仍 仍然 依然 依旧 还 还是 照旧 到现在"
)
_HOW = (
    "特此 特 专门 郑重 顺便 顺带 顺嘴 顺口 顺 附带 简单 简单地 简要 明确 明确地 亲口 亲自 当面 书面 口头 正式 随口 如实 统一 一并 另外 另 此外 补充 在此 借此 在这里 在这儿 这里 这儿 这边 会上 会议上 邮件里 邮件中"
    " 邮件 电话 电话里 电话中 微信 微信上 聊天中 聊天时 对话中 对话里 聊天里 群里 文档里 再次 再度 再 又 多次 反复 重新 重 几次 好几次 好几遍 一遍 一次 一声 一句 一嘴 一下 一下下 两次 两遍 三遍 多遍 不止一次 一点 几句 两句 一句话"
    " 首先 先 就 也 都 均 也都 只是 仅 仅此 单独 多 多嘴 多说 啰嗦 稍微 大概 统统 务必 千万 一定 必须 应该 可 可以 想 要 想要 想必 能 会 得 还得 还要 来 来着 去 让 请允许 允许 容 帮 帮忙 帮我 给 给你 跟 和 对 向 与 同 把 将 被 由 经 经过 在 于 到 以"
    " 按 按照 据 根据 从 如 正如 就像 像 所 即 予以 现予 得到 进行 进行了 为了 以便 以防 免得 省得 以免 反正 真 真的 非常 很 好 最 更 有 有个 个 件 条 点 些 那个 这个 这 此 该 本 这件 那件 这条 此条 本条 这点 这一点 此点 这样 那样 那么"
    " 的 地 了 过 着 是 为 吧 啊 呀 敢 信 不信 以后 往后 回头 有空 相互 互相 转告 怕 怕你忘 怕你忘了 搞错 弄错 搞混 弄混 误会 混淆 避免 防止 内部 对外 公开 个人 私下 偷偷 悄悄 随手 马上 立即 尽快 抽空 方便时 顺手 赶紧 今后 日后 一律 一切 凡事 具体 详细 特意 特地 十分 万分 着重 快 听 看 查 开会 会后 日报 周报 工单 钉钉 飞书 短信 截图 录音 凭证 证据 依据 原文 原样 代为 手头 手上 手边 忽然 突然 正好 想到哪 烦 劳驾 再三 三番五次 出错 清 清楚 明了 到 进 里 上 中 里面 哦 哈 嘛 呢 啦 哟 咯 喽 嗯 呃 额 唉 哎 诶 欸 喂 嘿 哇 唔 噢 喔 吼 呵呵 哈哈 嘻嘻"
)
_ABOUT = "事 事情 件事 一件事 此事 这事 情况 信息 内容 消息 资料 数据 细节 说法 话 问题 记录 档案 后台记录 登记 系统记录 聊天记录 历史记录 上述 以上 以下 如下 如上 所述 所说 所言 所提 好玩 有意思 有趣 重要 有用 要紧 其他 变化 变动 更新"
_SPEECH = (
    "说 说到 说过 说明 讲 讲到 讲过 提 提到 提及 提起 提过 谈 谈到 谈过 聊 聊到 聊过 告诉 告知 声明 申明 重申 强调 指出 表示 补充说明 解释 汇报 报告 反馈 透露 交代 交待 叮嘱 嘱咐 提醒 提示 提个醒 备注 注明 标注"
    " 记录在案 记录 登记 记 记下 记下来 记一笔 记好 写 写在 写下 写明 存档 归档 录入 留言 留个底 留底 留个记录 公告 通报 通知 分享 同步 回答 回复 答复 问 问起 问过 总结 归纳 概括 汇总 说起 讲起 插一句 插嘴 啰嗦一句 多嘴一句 打招呼 打个招呼 说一嘴 报备 报备一下 补充 提供 来源 来自 反映 坦白 发誓 打包票 打保票 明说 原话 原话如此 知会 播报 补 补一句 补句 自我介绍 介绍 想了想 想起 想起来 想到 提一嘴 唠叨一句 说句 说一句 说两句 插播 插播一条 插播一句 言归正传 书归正传 扯远了 漏写 漏写了 漏说 漏说了 漏了 漏提 忘了说 忘说 忘了提 忘记说 留话 留个话 留句话 留一句 重复 念叨 唠叨 划重点 敲黑板 听好 听好了 转发 转述 转达 抄送 详见 参见 佐证 为证 为凭 实不相瞒 题外话"
)
_CHECK = "确认 确认过 核实 核对 核对过 证实 验证 查证 复核 复查 校验 校对 审核 查实 查过 检查过 核查 认定 保证 担保 确定 肯定 作证 对过 查验 验过 看过 看过了 查过了 过目 复述 问清楚 审过 把关"
_HEED = "知悉 知晓 悉知 周知 获悉 了解 留意 注意 记住 记得 记牢 记着 谨记 牢记 查收 查阅 参考 供参考 仅供参考 参阅 备查 备忘 备案 在案 见谅 放心 过目 收到 明白 清楚 知道 听到 看到 懂 别忘 别忘了 别忘记 不要忘 不要忘记 勿忘 忘不了 心里有数 有数 有个数 看着办 你懂的 存一下 存好 存着 存起来 收着 备着 照办 照此办理 照这个来 记清楚 记上 存档 存个档 备个案 入档 没听错 没看错 没记错 别搞错 别弄错 别记错 不要弄错 不要搞错 别忘 有据可查 有记录可查 有档可查 白纸黑字 一字不差 如假包换 句句属实 绝无虚言"
_POLITE = "谢谢 谢谢你 谢谢您 感谢 多谢 谢了 谢啦 辛苦 辛苦了 麻烦 麻烦了 劳烦 烦请 拜托 拜托了 请 望 敬请 还望 抱歉 不好意思 打扰了 你好 您好 嗨 好的 好嘞 行 行了 ok okay thx thanks 拜拜 再见 祝好"
_TRUE = (
    "属实 无误 准确 准确无误 正确 正确无误 真实 真实有效 为真 真事 事实 千真万确 没错 没有错 不错 错不了 不会错 没问题 没有问题 确凿 可靠 有效 仍有效 一致 完全一致 完毕 通过 不假 没假 没骗你 不骗你 没开玩笑 不开玩笑"
    " 不变 没变 未变 没有变 没变过 没有变过 未变过 从未变过 没变化 没有变化 无变化 未变化 没有任何变化 没改 没改过 没有改 没有改变 未改变 未曾改变 没有变动 无变动 没有更改 未更改 没有更新 如此 如旧 一样 相同 毫无疑问 毋庸置疑 不用怀疑 没有疑问 无疑 为准 就这样 是这样 这样的 没二话 就这么定 确实 的确 当然"
    " 绝对 完全 千真万确 真真的 说一不二 板上钉钉 确定无疑 准没错 这么回事 这么个情况 这么个事 是这么回事 这么简单 这么着 老样子 老规矩 照旧 跟以前一样 和以前一样"
)
# complete by themselves, whatever stands with them
_SET = (
    "其实 总之 总而言之 换句话说 换言之 也就是说 简而言之 简言之 简单来说 简单地说 简单说 说白了 说实话 老实说 实话说 实话实说 坦白说 坦白讲 坦率地说 说真的 讲真 事实上 实际上 说到底 话说 话说回来 说来 顺便 顺带一提 顺便一提 对了 对 对的 是的 是 是啊 没错 嗯 嗯嗯 呃 额 唉 哎 诶 欸 哦 噢 喔 啊 哈"
    " 哈哈 嘿 喂 那个 好 好的 好吧 行 众所周知 大家都知道 大家知道 你知道 你知道的 如你所知 如您所知 正如你所知 毫无疑问 毋庸置疑 不用说 不瞒你说 不骗你 当然 确实 的确 真的 总的来说 总体来说 综上 综上所述 需要说明的是 值得一提的是 值得注意的是 需要注意的是 要说的是 要强调的是 需要强调的是 需要补充的是 要注意的是 有一点要说明"
    " 有件事 有个事 有个消息 跟你说个事 说个事 说件事 温馨提示 友情提示 友情提醒 温馨提醒 特别提示 特别说明 敬告 备忘 注 备注 附注 小提示 提示 ps p.s fyi btw nb 如题 如前所述 如上所述 如前 如上 前面提到 同上 特此 以上 就这些 仅此而已 完毕 到此为止 就这样 就是这样 就这么简单 以此为准 以这个为准 以这条为准 请以此为准 据悉 据了解 据查 另外 此外 还有 再者 另 补充 题外话 插一句"
    " 先这样 就酱 没别的 没别的事 没了 说完了 讲完了 经确认 经核实 经核对 已确认 已核实 收到请回复 请回复 知悉请回复 over 供参考 仅供参考 稍等 听我说 你听我说 我跟你说 我跟你讲 我告诉你 告诉你 记一下 留个底 存档 备案 已备案 已存档 已记录 已登记 已读 已阅 公告 报告 通知 重申 声明 特此声明 更新 各位 大家 大家好 各位好 同学们 朋友们 亲们 阿弥陀佛 谢天谢地 老天保佑 天哪 天啊 我的天 哎呀 哎哟 太好了 真好 恭喜 加油 没办法 呜呜 哼 lol 哈哈哈 嘻嘻"
)
_PAST = "之前 此前 先前 早先 刚才 刚刚 上次 上回 以前 昨天 上周 上个月 曾 曾经 前几天 前两天 当时 那天 那会儿"

_MIN_LEFT = 3
_SHORT = 2
_STRAY = 2


def _any(*classes: str) -> str:
    words = sorted({word for words in classes for word in words.split()}, key=len, reverse=True)
    return "|".join(map(re.escape, words))


_LEST = (
    r"(?:怕|免得|省得|以免|防止|避免|以防|别|不要|千万别)(?:你|我|他|您|大家|谁|到时候?)*(?:们)?(?:又|再|给)?(?:忘了?|忘记|搞混|弄混|弄错|搞错|记错|误会|混淆|误解|出错|漏了?|遗漏|遗忘)了?"
    r"|(?:如|如果|若)(?:有|已|已经|果)*(?:印象|知晓|知道|知悉|收到|了解|看过|看到)(?:的话|过|请|可|就|可以|直接)*(?:忽略|无视|跳过)(?:本条|此条|即可|就好|就行)?"
    r"|不信(?:你|您|可以|的话|就|去)*(?:查|看|问)(?:查|看|问|一下)?"
)
_KEPT = r"(?:更新|录入|录|存|保存|加|写|放|记|添加|补充|同步)(?:到|进|入|在|一下)?(?:我的|你的|他的)?(?:个人)?(?:档案|资料|记录|记忆|备忘录|备忘|笔记|系统|小本本|本子|脑子|心|档)(?:里面|里|上|中)?"
_TIMES = r"\d{1,2}月\d{1,2}[日号]|\d{4}[-年/.]\d{1,2}(?:[-月/.](?:\d{1,2}[日号]?)?)?|(?:周|星期|礼拜)[一二三四五六日天]|第[一二三四五\d]+[次遍]|[两三四五六七八九十几\d]+[次遍]了?"
_TALK = f"{_LEST}|{_KEPT}|" + _any(_PEOPLE, _WHEN, _HOW, _ABOUT, _SPEECH, _CHECK, _HEED, _POLITE, _TRUE)
_ALL_TALK = re.compile(rf"(?:{_TALK}|{_TIMES})+")
_TALK_WORD = re.compile(f"{_TALK}|{_TIMES}")
_QUALIFIES = re.compile(r"[不没未无非待需如若除只但却改变停取消等否错误或]|可能|也许|据说|听说|[\da-z]")
_WHOLE = re.compile(rf"(?:{_any(_SET)})+[哈啊呀哦呢啦嘛吧~]*")
_STRONG = re.compile(f"{_LEST}|{_KEPT}|" + _any(_SPEECH, _CHECK, _HEED, "谢谢 感谢 多谢 谢了 谢啦 辛苦 拜托"))
_TRULY = re.compile(_any(_TRUE))
_WAS = re.compile(_any(_PAST))
_SAID = re.compile(_any(_SPEECH, _CHECK))
# 请确认 asks for what is not confirmed yet; 通知客户 is something done; 想通知 is not done
_OPEN = re.compile(
    rf"(?:请|麻烦|望|烦请|拜托|帮忙|帮|务必|必须|应该|要|想|得|会|能)(?:你|您|大家|各位|客户|用户|双方|团队|我|再次?|先|帮|来|去|跟|和|与|向|找|等|老师|领导|对方|负责人)*(?:{_any(_CHECK)})(?!过|了)"
    r"|(?:通知|告知|告诉|提醒|问|回答|回复|答复|报告|汇报)(?:过|了)?(?:用户|客户|对方|他|她|他们|团队|领导|老师|管理员|客服|负责人|同事)"
    r"|由.*写|[我你他她](?:们|自己)?写的|通过$"
)
_ASKED_TO_CONFIRM = re.compile(
    r"^(?:我|我们|跟你|和你|再|再次|想)*(?:跟你|和你|再|再次)*确认(?:一下|一次|一遍)?$"
)
_CHECKED_BY = re.compile(
    rf"(?P<by>经过?|(?:已经?)?(?:由|被|跟|和|与|向|找|同)|问过)?(?P<who>[^不未没无待需要请如若等想将会能,;]{{0,8}}?)(?:那边|本人|亲自|方面)?(?:已|已经|也|都|刚|刚刚|又|再次|昨天|今天|重新|共同|一起|亲自)*"
    rf"(?:{_any(_CHECK)})(?P<done>过|了|无误|属实|完毕|通过)*"
)
_TAG = re.compile(r".*(?:收到|记住|记下|知道|明白|清楚|听到|听见|听懂|懂|记得|看到|ok)了?[吧吗没么]?\??")
_TAG_END = re.compile(r"[吧吗没么啊呀]+$")
# one verb alone may be an item of a list: `流程是登记、确认、发货`
_BARE = frozenset(w for w in f"{_SPEECH} {_CHECK} {_HEED} {_ABOUT}".split() if len(w) <= _SHORT) - frozenset(
    f"{_SET} 别忘 勿忘 属实 记住".split()
)
_SEPARATORS = re.compile(r"([,;.!:~…?]+|\s?-{1,2}\s|-{2,}|\(|\)|\[|\])")
_PARTICLES = re.compile(r"(?<=[\w%)])(?:哈|哦|噢|喔|啦|哟|呐|啊|呀|嘛|呢|嗯|咯|喽|哒|滴|鸭|~|\s)+$")
_LED = re.compile(
    r"^(?:其实|总之|也就是说|实际上|事实上|说实话|老实说|话说|对了|没错|请注意|注意|记住|请记住|记得|别忘了|众所周知|毫无疑问|据悉|据了解"
    r"|(?:我|我们|前文|上文|前面|刚才|刚刚|之前|上次|此前|已经|再次|再|都|跟你|也|曾|和你|想|要|用户|客户|本人|用户本人){1,5}(?:说|提|讲|强调|重申|声明|确认|确定|保证|核实|提到|说明)(?:过|了|的是|到|一下|一遍|一次)*[,:]?)(?=[\w\"]{4})"
)
_SOURCE = re.compile(
    r"^(?:据|根据|按|按照|依据|从)?(?:用户|客户|系统|档案|后台|数据库|备案|登记|存档|历史|聊天|沟通|会议|上次|之前|以往|个人|我的|我们的|本人|的|手头|手上|最新|掌握|现有|已有|资料|情况|记录|数据|信息|纪要|对话)+"
    r"(?:里|中|上)?(?:显示|记载|表明|所述|所说|来看|看|反馈|提供|里|中|的|可知|得知|为准)*$"
)


def without_chinese_affixes(base: str) -> str:
    """`base`, in base form, without the segments that only talk about the statement; never less than a statement."""
    parts = [part for part in _SEPARATORS.split(base) if part.strip()]
    segments = [n for n, part in enumerate(parts) if not _SEPARATORS.fullmatch(part)]
    talk = {n for n in segments if _is_talk(parts, n)}
    if len(talk) < len(segments) and sum(len(parts[n]) for n in segments if n not in talk) >= _MIN_LEFT:
        base = _joined(parts, talk) if talk else base
    shorter = _LED.sub("", _PARTICLES.sub("", base), count=1)
    return shorter if len(shorter) >= _MIN_LEFT else base


def _is_talk(parts: list[str], n: int) -> bool:
    segment = parts[n].replace(" ", "")
    follows = parts[n + 1] if n + 1 < len(parts) else ""
    if "?" in follows:
        plain = _TAG_END.sub("", segment)
        return n > 0 and _TAG.fullmatch(segment) is not None and _ALL_TALK.fullmatch(plain) is not None
    if n > 1 and ":" in parts[n - 1] and not _is_talk(parts, n - 2):
        return False
    if _WHOLE.fullmatch(segment) or (_SOURCE.fullmatch(segment) and follows in {",", ":", ")"}):
        return True
    if _ASKED_TO_CONFIRM.fullmatch(segment) and len(segment) > 2:
        return True
    if segment in _BARE:
        return ":" in follows or ")" in follows
    if not _mostly_talk(segment) or _OPEN.search(segment):
        checked = _CHECKED_BY.fullmatch(segment)
        return checked is not None and bool(checked["done"] or checked["by"]) and not _OPEN.search(segment)
    if _STRONG.search(segment):
        return True
    return _TRULY.search(segment) is not None and (not _WAS.search(segment) or bool(_SAID.search(segment)))


def _mostly_talk(segment: str) -> bool:
    """Whether talk is all it is; of a longer segment one word may be none of it, if it bears on nothing."""
    if _ALL_TALK.fullmatch(segment):
        return True
    rest = _TALK_WORD.sub("", segment)
    return (
        len(rest) <= _STRAY
        and len(rest) * 10 <= len(segment) * 3
        and not _QUALIFIES.search(segment)
        and _STRONG.search(segment) is not None
    )


def _joined(parts: list[str], talk: set[int]) -> str:
    """The parts without the talking ones and the separators that set them off."""
    kept: list[str] = []
    dropped = False
    for n, part in enumerate(parts):
        if n in talk:
            dropped = True
            if kept and kept[-1] in {"(", "["}:
                kept.pop()
        elif dropped and _SEPARATORS.fullmatch(part) and part not in {"(", "["}:
            dropped = bool(kept) and "," in part and not _SEPARATORS.fullmatch(kept[-1])
            if dropped:
                kept.append(part)
                dropped = False
        else:
            dropped = False
            kept.append(part)
    while kept and _SEPARATORS.fullmatch(kept[-1]) and kept[-1] not in {")", "]"}:
        kept.pop()
    return "".join(kept).strip()
