"""Forms of Chinese sentences, as frames.py reads them: each line lists ways to say one thing, and its canonical form."""

from __future__ import annotations

FORMS = """
B from:A 借 O || B from:A 借到 O || B from:A 借入 O || A 借 about:B O || A 借 to:B O || A 借给 B O || A obj:O 借给 B || A 借 O to:B => A 借给 B O
A to:B 汇报 || A 上级 =B || A 领导 =B || A ~领导 =B || B =A ~领导 || B =A 领导 || A 主管 =B || A ~主管 =B || B =A ~主管 || B =A 主管 || A ~上级 =B || B =A 上级 || B =A ~上级 || B 管理 A || B 领导 A || A =B 下属 || A =B ~下属 || A 归 B 管理 || A 归 B 领导 || A 汇报 对象 =B || A 汇报 about:B || A 负责 to:B => A 归属 B
A 欠 B N@figure || A 有 N@figure ~B 欠 || A 有 N@figure B 欠 || A about:B 有 N@figure 欠 || A about:B 欠 N@figure || A 欠 N@figure B || A ~B 欠 N@figure || A B 欠 N@figure || A B 欠 =N@figure || A 欠 at:B N@figure => A 欠 B N
A 发送 to:B O || A obj:O 发送 to:B || A to:B 发送 O || B 收到 A ~发送 O || B 收到 A 发送 ~O || B 收到 A ~O || B from:A 收到 O || A obj:O 发送 B || B 收到 A 发送 to ~O || B 收到 A 发送 O => A 发送 B O
A 生日 =D@date || A ~生日 =D@date || A 出生 D@date || A 出生 at:D@date || A D@date 出生 || A D@date 生日 || A 生日 D@date || A at:D@date 出生 || A D@date 过 生日 || A at:D@date 过 生日 || A 生日 at:D@date || A 生日 =at:D@date || A =D@date 出生 || A ~出生 =D@date || A 生日 D@date|time|weekday|period|figure => A 生日 D
A 出生 at:B || A at:B 出生 || A 出生地 =B || A ~出生地 =B || A 出生 B => A 出生地 B
A at:B 工作 || A 工作 =B || A ~工作 =B || A =B ~员工 || A =B 员工 || A 公司 =B || A 工作 at:B || A by:B 雇佣 || A ~公司 =B || A 就职 B || A 工作 B || A ~雇主 =B || A ~东家 =B => A 工作 B
A 职业 =B || A ~职业 =B || A 从事 B || A 职业 B || A ~身份 =B || A 当 B || A 做 B || A 担任 B || A =B => A 职业是 B
A 住 at:B || A at:B 住 || A 住 B || A 家 at:B || A ~家 at:B || A ~地址 =B || A 地址 =B || A 安家 at:B || A ~住 =B || A 居住 城市 =B => A 住 B
A 名叫 B || A ~姓名 =B || A 姓名 =B || A 名叫 =B || A ~名叫 =B || A =B => A 姓名是 B
A 电话 =I@identifier || A ~电话 =I@identifier || A 电话 I@identifier || can 联系 I@identifier 联系 A || 联系 I@identifier 联系 A || 联系 A can 联系 I@identifier || can via:I@identifier 联系 A || A can via:I@identifier 联系 || A 邮箱 =I@identifier || A ~邮箱 =I@identifier || 联系 A 联系 I@identifier || 联系 A ~电话 =I@identifier || A 邮箱 I@identifier || 联系 A via:I@identifier || A ~联系 电话 =I@identifier => A 联系 I
A 每 体重 =N@figure || A 体重 =N@figure || A ~体重 =N@figure || A 重 N@figure || A 体重 N@figure => A 体重 N
A 身高 =N@figure || A ~身高 =N@figure || A 身高 N@figure || A 高 N@figure => A 身高 N
A 价格 =N@figure || A ~价格 =N@figure || A 卖 N@figure || A 价格 N@figure || A 售 N@figure || A 价值 N@figure => A 价格 N
A want-must 交 N@figure ~B || A 交 N@figure ~B || A 交 B N@figure || A B =N@figure || A ~B =N@figure || A B N@figure || A must 交 N@figure ~B || A 交 N@figure B => A B N
A 有 N@figure B || A ~B 有 N@figure || A ~B N@figure || A B 有 N@figure || A ~B 数量 =N@figure || A B 数量 =N@figure || A B 数 =N@figure || A at 有 N@figure B || A 包含 N@figure B || at:A 有 N@figure B || A ~B =N@figure || A B ~数量 =N@figure || A 由 N@figure B 组成 || A 养 N@figure B => A 有 N B
A 保留 N@figure || A 保留时间 =N@figure || A ~保留时间 =N@figure || A 保留时间 N@figure || A 会 保留 N@figure || A can-will 保留 N@figure || A must 保留 N@figure || A 保留 时间 =N@figure => A 保留 N
A timeout =N@figure || A ~timeout =N@figure || A timeout N@figure || A at:N@figure 后 timeout || A N@figure 后 timeout || A timeout 设置 N@figure || A timeout 设置 =N@figure || A N@figure timeout || A ~timeout 设置 N@figure => A timeout N
A 到期 =D@date|time|weekday|period|figure || A 到期 D@date|time|weekday|period|figure || A D@date|time|weekday|period|figure 到期 || A at:D@date|time|weekday|period|figure 到期 || A ~到期 =D@date|time|weekday|period|figure || A obj:D@date|time|weekday|period|figure 到期 || A ~到期 D@date|time|weekday|period|figure || A 到期 at:D@date|time|weekday|period|figure || A D@date|time|weekday|period|figure 后 失效 || A 到期 to:D@date|time|weekday|period|figure => A 到期 D
A 限流 =B || A atmost 允许 B || A 允许 atmost B || A ~限流 =B || A 上限 =B || A atmost B || A 限制 =B || A ~限制 =B || A atmost 处理 B || A 限流 B || A 限制 at:B || A 限制 B || A maximum =B || A ~maximum =B || A per minute atmost 允许 B || A atmost can B || A atmost 支持 B => A atmost B
A minimum =B || A ~minimum =B || A 不 below B || A must atleast B || A atleast 需要 B || A atleast =B || A 需要 atleast B || A atleast B || A must =atleast B => A atleast B
minimum A =B || A minimum B => A atleast B
maximum A =B || A maximum B => A atmost B
A 原因 =B || A ~原因 =B || A because:B || B 导致 A || A by:B 导致 || A =by:B 导致 || A =because:B || A 发生 because:B || A =B 导致 || B =A ~原因 || B =A 原因 || A 由 B 导致 => B 导致 A
A must 开启 B || B about:A =must || B about:A must || A must 使用 B || A 需要 开启 B || B =A must || A must B || B about:A =强制 || about:A B =must || A 开启 B =must => A must B
A 需要 B || A must 有 B || A must B || A 有 B 才 can || A must 经过 B || A 需要 经过 B || B 后 才 can A => A 需要 B
A ~饮食 =B || A =B => A 饮食是 B
A 偏好 =B || A ~偏好 =B || A 偏好 B || A 偏好 使用 B => A 偏好 B
A about:B 过敏 || A 过敏 B || A 有 B 过敏 || A ~过敏 原 =B || A 过敏 原 =B || A B 过敏 || A ~过敏 =B || B 会 让 A 过敏 || A 过敏 =B => A about:B 过敏
A 说 B 流利 || A B 说 流利 || A ~B 流利 || A 会说 流利 ~B || A 会说 B 流利 || A 说 流利 ~B || A can 流利 说 B || A can 说 流利 ~B || A ~B 说 流利 || A B 流利 || A can 流利 地 说 B || A can-will 说 流利 ~B || A can-will 流利 说 B || A 精通 B || A 流利 说 B => A 流利 B
A 希望 via:B 回复 || via:B 回复 A || A 希望 回复 via:B || A 希望 收到 B 回复 || 回复 A via:B || A 希望 B 回复 || A 要求 via:B 回复 || A 偏好 via:B 回复 || 回复 A 要 via:B || A 想 via:B 回复 || about:A via:B 回复 || A 喜欢 via:B 回复 || A 希望 收到 B ~回复 => A 希望 via:B 回复
A from:B 迁移 to:C || A 迁移 =from:B 迁移 to:C || A from:B 迁移 C || A =from:B 迁移 to:C || A 迁移 from:B 迁移 to:C || A from:B to:C 迁移 || A by:B 迁移 to:C => A from:B 迁移 to:C
A ~版本 =B || A 版本 =B || A via:B || A ~via:B || A 运行 B || A 运行 at:B || A ~via =B || A 使用 B || A ~使用 =B || A =B 版本 || A 版本 B || A at:B 运行 || A =via:B || A 使用 ~B => A 使用 B
B 负责 A || A 负责人 =B || A ~负责人 =B || A by:B 负责 || A 归 B 负责 || B =A ~负责人 || B =A 负责人 || B 负责 A 工作 || A =by:B 负责 => A 负责人 B
A 毕业 from:B || A from:B 毕业 || A 毕业 at:B || A ~毕业 院校 =B || A 毕业 B || A ~母校 =B || A 毕业 院校 =B => A 毕业 B
A via:C invoke B || A via:C 调用 B || A 调用 B via:C || A 调用 B =C || A 调用 B 走 =C || A 调用 B via =C || A 调用 B 走 C || A 调用 B ~方式 =C => A 调用 B via:C
A 比 B 更 喜欢 C => A 喜欢 C than:B
A than:B 更 喜欢 C || A than:B 偏好 C || A 偏好 C than:B || than:B A 偏好 C || A 喜欢 C more than:B || A 喜欢 C 胜过 B || A 喜欢 C over B => A 偏好 C than:B
A 娶 B || A =B ~丈夫 || A =B 丈夫 || B 丈夫 =A || B ~丈夫 =A => A 妻子 B
A 妻子 =B || A ~妻子 =B => A 妻子 B
A 身体 患有 B || A 患有 B || A 有 B || A 得 B || A 诊断 出 B || A by 诊断 患有 B => A 有 B
A 开始 at:T@date|time|weekday|period|figure || A 开始 T@date|time|weekday|period|figure || A at:T@date|time|weekday|period|figure 开始 || A T@date|time|weekday|period|figure 开始 || A 开始 时间 =T@date|time|weekday|period|figure || A ~开始 时间 =T@date|time|weekday|period|figure || A 开始 时间 T@date|time|weekday|period|figure => A 开始 T
A 有 B 个 => A 有 B

# 任何事物的属性
at:A 有 B || B at:A || at:A 放 B || B 位于 A || B 放 at:A => B 放 at:A
A 有效期 =N@figure || A ~有效期 =N@figure || A N@figure 后 到期 || A N@figure 到期 || A 有效期 N@figure || A 有效 N@figure => A 有效 N
A at:B 实习 || A =B ~实习生 || A =B 实习生 => A 实习 B
A 吃 B can-will 过敏 || A 吃 B 过敏 || A 吃 B 就 过敏 || A about:B 过敏 => A about:B 过敏
A N@figure B || A 有 N@figure B => A 有 N B
A 缺 B || A 缺少 B || A B not 够 || A ~B not 够 || A B below || A B 短缺 || A B 紧缺 => A 缺 B
A not B || A ~B =not || A B =not => A not B
A 养 B 名叫 C || A 养 ~B =C || A 养 B =C || A 养 名叫 C ~B => A 养 B 名叫 C
A than:B 大 N@figure || A 大 B N@figure => A than:B 大 N
A than:B 高 N@figure || A 高 B N@figure => A than:B 高 N
A than:B 早 N@figure || A 早 B N@figure => A than:B 早 N
A than:B 多 N@figure || A 多 B N@figure => A than:B 多 N
B =A || A 担任 B || B by:A 担任 || A 出任 B => A 担任 B
A ~X =B || A X =B || A 有 B ~X || A X B || A ~X B || B =A ~X || B =A X => A X =B
A 有 B 名叫 C || A ~B 名叫 C || A B 名叫 C || A 有 名叫 C ~B || A ~B =C || A B =C || A 养 B 名叫 C || A 养 名叫 C ~B || A 有 1 B 名叫 C || C =A ~B => A B =C
A 通勤 via:B || A 坐 B 工作 || A 乘 B 工作 || A 工作 坐 B || A 工作 乘 B || A 乘坐 B 工作 || A 工作 乘坐 B || A 搭 B 工作 || A 搭乘 B 工作 || A 工作 搭乘 B || A via:B 工作 || A ~通勤 方式 =B || A 通勤 方式 =B || A 坐 B 通勤 || A 乘 B 通勤 || A 骑 B 工作 || A 工作 骑 B || A 每天 坐 B 工作 => A 通勤 via:B
A B 结婚 || A 结婚 B || A 妻子 =B || A ~妻子 =B || B =A ~妻子 || A with:B 结婚 || A 娶 B || B =A 妻子 || A 娶 了 B || A 名叫 妻子 B || A 妻子 名叫 B || A ~妻子 名叫 B => A 妻子 B
A B 结婚 || A 结婚 B || A 丈夫 =B || A ~丈夫 =B || B =A ~丈夫 || A 嫁给 B || A 嫁 to:B || B =A 丈夫 || A 丈夫 名叫 B || A ~丈夫 名叫 B => A 丈夫 B
A 儿子 =B || A ~儿子 =B || A 儿子 名叫 B || A ~儿子 名叫 B || B =A ~儿子 || B =A 儿子 || A 有 儿子 名叫 B || A 有 名叫 B ~儿子 => A 儿子 B
A 女儿 =B || A ~女儿 =B || A 女儿 名叫 B || A ~女儿 名叫 B || B =A ~女儿 || B =A 女儿 || A 有 女儿 名叫 B || A 有 名叫 B ~女儿 => A 女儿 B
A 不 喝 酒 || A 滴酒不沾 || A 戒酒 || A 不 饮酒 || A not 喝 酒 || A not 饮酒 || A not 沾 酒 || A 滴 酒 not 沾 || A not 碰 酒 || A not 喝 any 酒 => A 不喝酒
A 戒烟 || A nolonger 抽烟 || A not 抽烟 || A nolonger 吸烟 || A 开始 not 抽烟 || A 戒 烟 || A 停止 吸烟 || A 停止 抽烟 || A 已 戒烟 || A not 抽 烟 => A 戒烟
A 恐高 || A 恐 高 || A 害怕 高处 || A 怕 高 || A 有 恐高症 || A 害怕 高 || A 有 恐 高 症 || A 患有 恐高症 => A 恐高
A 害怕 B || A 怕 B || A about:B 有 恐惧 || A about:B 感到 恐惧 || A about:B 害怕 || A 恐惧 B || A 畏惧 B || A 惧怕 B => A 害怕 B
A not 有 兄弟姐妹 || A not 兄弟姐妹 || A =独生子女 || A 独生子女 => A 独生
A at:B 长大 || A 成长 at:B || A ~童年 at:B 度过 || A 从小 at:B 长大 || A 在 B 度过 童年 || A at:B 度过 童年 || A 小时候 住 at:B || A 童年 at:B 度过 || A at:B 成长 || A 从小 住 at:B || A from 小 at:B 长大 => A 长大 at:B
A 会说 B || A 说 B || A 掌握 B || A 懂 B || A 能说 B || A can-will B || A can 说 B || A ~语言 =B || A ~语言 包含 B || A can-will 说 B || A 精通 B || A can 用 B 交流 || A can via:B 交流 => A 会说 B
A 睡 N@figure || A 睡眠 N@figure || A ~睡眠 时间 =N@figure || A 睡眠 时间 =N@figure || A 睡觉 N@figure || A 有 N@figure ~睡眠 || A ~睡眠 时长 =N@figure || A 睡眠 时长 N@figure || A 睡眠时间 =N@figure || A ~睡眠时间 =N@figure => A 睡 N
A 穿 N@figure 码 ~B || A B 码 =N@figure || A ~B 码 =N@figure || A 穿 N@figure 号 ~B || A B 尺码 =N@figure || A ~B 尺码 =N@figure => A B 码 N
A 开 B || A ~车 =B || A 车 =B || A 驾驶 B || A 座驾 =B || A ~座驾 =B || A ~汽车 =B || A 开 ~车 =B || A 开 ~B => A 车 B
A 收费 N@figure || A 时薪 =N@figure || A ~时薪 =N@figure || A 价格 =N@figure || A ~费用 =N@figure || A 收取 N@figure || A ~收费 =N@figure || A ~收费 标准 =N@figure || A 收费 =N@figure || A 花费 N@figure || A 费 =N@figure || A ~费 =N@figure || A ~会费 =N@figure => A 收费 N
A 玩 B || A =B 玩家 || A 打 B => A 玩 B
A 想 去 B || A 希望 去 B || A 计划 去 B 旅游 || A 希望 去 B 旅游 || A 希望 去 B 旅行 || A 想 去 B 旅行 || A ~希望 =去 B || A 希望 去 B 玩 || A 梦想 去 B || A ~梦想 =去 B || A 希望 B 旅行 || A 希望 访问 B || A 希望 去 B 看看 => A 希望 去 B
A 计划 去 B || A 计划 去 B 旅游 || A 计划 去 B 旅行 || A 计划 去 B 玩 || A want-must 去 B || A want-must 去 B 旅游 || A 计划 B 旅行 || A 计划 B 旅游 || A ~计划 =去 B || A 有 去 B ~计划 || A will 去 B || A 计划 前往 B || A want-must 去 B 旅行 || A can-will 去 B || A will 前往 B => A 计划 去 B
A 目标 =B || A ~目标 =B || A 希望 B || A ~希望 =B || A ~梦想 =B || A 梦想 =B || A 梦想 B || A ~愿景 =B || A 立志 B => A 希望 B
A 喜欢 B || A =B 迷 || A =B 爱好者 || A about:B 感兴趣 || A about:B 有 兴趣 || A ~喜欢 =B || A 喜欢 =B || A ~兴趣 =B || A ~兴趣爱好 =B || A 热衷于 B || A 热衷 at:B || A 沉迷 B || A 痴迷 B || A 迷 B || A =B ~粉丝 || A =B 粉丝 || A 喜欢 听 B || A 喜欢 看 B || A 平时 喜欢 B || A 常 听 B => A 喜欢 B
A 讨厌 B || A not 喜欢 B || A about:B 反感 || A 受不了 B || A not 受 得 了 B || A 厌烦 B => A 讨厌 B
A 希望 via:B 联系 || A 偏好 via:B 联系 || A ~偏好 联系 方式 =B || A 喜欢 via:B 联系 || 联系 A via:B || A 希望 by:B 联系 || A 首选 联系 方式 =B || A ~首选 联系 方式 =B || A 希望 被 via:B 联系 || via:B 联系 A || A 偏好 B 联系 || A 偏好 via:B 沟通 || A 希望 via:B 沟通 => A 希望 via:B 联系
A 远程办公 || A 远程 办公 || A 居家办公 || A at:家 工作 || A at:家 办公 || A 远程 工作 || A 在家 工作 || A 在家办公 || A 居家 办公 || A 远程 上班 => A 远程办公
A 领导 B || A =B ~负责人 || A =B 负责人 || B 负责人 =A || A 带领 B || A 负责 B || A 管理 B || B ~负责人 =A || A =B ~领导 || B 由 A 领导 || B by:A 领导 || A =B ~上级 || B by:A 负责 || B 归 A 管理 || A =B ~经理 || A =B 经理 || A 主管 B || A =B 主管 || A =B ~主管 || B ~上级 =A => A 领导 B
A 分配 to:B || B by:分配 A || A 指派 to:B || A 分派 to:B || A 分配给 B || A 指派给 B || B 被 分配 A || A 交 to:B || B by 分配 A || A 派 to:B || A 派给 B => A 承办 B
A D@date|time|weekday|period|figure 生效 || A at:D@date|time|weekday|period|figure 生效 || A from:D@date|time|weekday|period|figure 生效 || A from:D@date|time|weekday|period|figure 开始 生效 || A D@date|time|weekday|period|figure 起 生效 || A from:D@date|time|weekday|period|figure 起 生效 || A 生效 日期 =D@date|time|weekday|period|figure || A ~生效 日期 =D@date|time|weekday|period|figure || A D@date|time|weekday|period|figure 开始 生效 || A from:D@date|time|weekday|period|figure 开始 || A D@date|time|weekday|period|figure 开始 || A 开始 D@date|time|weekday|period|figure || A at:D@date|time|weekday|period|figure 开始 || A 开始 执行 D@date|time|weekday|period|figure || A D@date|time|weekday|period|figure 开始 执行 || A from:D@date|time|weekday|period|figure 执行 || A ~生效 时间 =D@date|time|weekday|period|figure || A 生效 D@date|time|weekday|period|figure => A 生效 D
A D@date|time|weekday|period|figure 结束 || A at:D@date|time|weekday|period|figure 结束 || A 结束 D@date|time|weekday|period|figure || A 结束 时间 =D@date|time|weekday|period|figure || A ~结束 时间 =D@date|time|weekday|period|figure || A 到 D@date|time|weekday|period|figure 结束 || A to:D@date|time|weekday|period|figure 结束 || A to:D@date|time|weekday|period|figure || A 到期 D@date|time|weekday|period|figure || A 结束 at:D@date|time|weekday|period|figure || A D@date|time|weekday|period|figure 截止 || A ~结束 日期 =D@date|time|weekday|period|figure || A ~到期 =D@date|time|weekday|period|figure || A 持续 to:D@date|time|weekday|period|figure => A 结束 D
A D@date|time|weekday|period|figure 结束 || A 结束 D@date|time|weekday|period|figure || A ~结束 日期 =D@date|time|weekday|period|figure || A 结束 日期 =D@date|time|weekday|period|figure || A deadline =D@date|time|weekday|period|figure || A must at:D@date|time|weekday|period|figure 前 提交 || A must at:D@date|time|weekday|period|figure 前 完成 || A must D@date|time|weekday|period|figure 前 提交 || A must D@date|time|weekday|period|figure 前 完成 || A D@date|time|weekday|period|figure 前 提交 || A D@date|time|weekday|period|figure 前 完成 || A D@date|time|weekday|period|figure 到期 || A 最后 期限 =D@date|time|weekday|period|figure || A ~最后 期限 =D@date|time|weekday|period|figure || A 需要 at:D@date|time|weekday|period|figure 前 提交 || A 需要 at:D@date|time|weekday|period|figure 前 完成 || A 最晚 D@date|time|weekday|period|figure 提交 || A 最迟 D@date|time|weekday|period|figure 提交 || A ~截止日期 =D@date|time|weekday|period|figure || A 截止日期 =D@date|time|weekday|period|figure || A D@date|time|weekday|period|figure 截止 || A 截止 D@date|time|weekday|period|figure || A 截止 时间 =D@date|time|weekday|period|figure || A ~截止 时间 =D@date|time|weekday|period|figure || A 期限 =D@date|time|weekday|period|figure || A ~期限 =D@date|time|weekday|period|figure || A 截止日期 D@date|time|weekday|period|figure || A 截止日 =D@date|time|weekday|period|figure => A 截止 D
A 安排 D@date|time|weekday|period|figure || A at:D@date|time|weekday|period|figure || A =D@date|time|weekday|period|figure || A D@date|time|weekday|period|figure || A at:D@date|time|weekday|period|figure 举行 || A 时间 =D@date|time|weekday|period|figure || A ~时间 =D@date|time|weekday|period|figure || A at:D@date|time|weekday|period|figure 召开 || A D@date|time|weekday|period|figure 举行 || A D@date|time|weekday|period|figure 召开 || A D@date|time|weekday|period|figure 开 || A 安排 at:D@date|time|weekday|period|figure || A at:D@date|time|weekday|period|figure 进行 || A D@date|time|weekday|period|figure 开始 || A at:D@date|time|weekday|period|figure 开始 || A 开始 时间 =D@date|time|weekday|period|figure || A 日期 =D@date|time|weekday|period|figure || A ~日期 =D@date|time|weekday|period|figure || A at:D@date|time|weekday|period|figure 发生 => A 安排 D
A at:端口 N || A 监听 端口 N || A 端口 =N || A ~端口 =N || A 使用 端口 N || A 运行 at:端口 N || A 端口 N || A 监听 N 端口 || A at:N 端口 监听 || A 监听 N || A 运行 at:N 端口 || A at:N 端口 运行 || A 占用 N 端口 || A via:N 端口 || A via:端口 N || A at:N 端口 上 监听 || A 默认 端口 =N => A 端口 N
A 容纳 N@figure B || A atmost 容纳 N@figure B || A 容量 =N@figure B || A ~容量 =N@figure B || A can 容纳 N@figure B || A atmost can 容纳 N@figure B || A atmost 存 N@figure B || A atmost can 放 N@figure B || A 能装 N@figure B || A 可 容纳 N@figure B || A can 坐 N@figure B || A atmost 可 容纳 N@figure B || A ~最大 容量 =N@figure B || A 容量 N@figure B => A 容量 N B
A 持续 N@figure || A 中断 N@figure || A 历时 N@figure || A ~持续 时间 =N@figure || A 时长 =N@figure || A ~时长 =N@figure || A 耗时 N@figure || A 需要 N@figure || A 用时 N@figure || A 花费 N@figure || A want-must N@figure || A 运行 N@figure || A want-must 运行 N@figure || A 跑完 需要 N@figure || 运行 A 需要 N@figure || A 持续 时间 =N@figure || A 耗费 N@figure || A 延续 N@figure || A 用 N@figure || A via:N@figure => A 持续 N
A because:B 崩溃 || B 导致 A 崩溃 || A 崩溃 because:B || A 崩溃 =because:B || A 崩溃 ~原因 =B || A because:B 宕机 || B 导致 A 宕机 || A because:B 失败 || B 导致 A 失败 || A by:B 导致 崩溃 || B 使 A 崩溃 || B 让 A 崩溃 || B 引起 A 崩溃 => A 崩溃 because B
B 导致 A || A because:B || A =because:B || A 原因 =B || A ~原因 =B || A =B 导致 || A by:B 导致 || A 由 B 导致 || A =由 B 导致 || B =A ~原因 || B =A 原因 || A =by:B 导致 || A 发生 because:B || A 根源 =B || A ~根源 =B || A 源于 B || A 出 at:B => B 导致 A
A 备份 B@rate|period|time || A B@rate|period|time 备份 || A ~备份 B@rate|period|time 运行 || A 备份 B@rate|period|time 运行 || B@rate|period|time about:A 备份 || A B@rate|period|time 备份 1 次 || B@rate|period|time 备份 A || A 备份 B@rate|period|time 执行 || A ~备份 B@rate|period|time 执行 || A 备份 频率 =B@rate|period|time || A 备份 =B@rate|period|time => A 备份频率 B
A 部署 at:B || A at:B 部署 || A at:B 运行 || A 运行 at:B || A 部署 to:B || A at:B || A 托管 at:B || A at:B 托管 || A 跑 at:B || A 位于 B || A 放 at:B || A 部署 B => A 部署 at:B
A 保留 at:B || A 存 at:B || A at:B 保留 || A 存储 at:B || A 放 at:B || A at:B || A 存放 at:B || A 位于 B || A ~保留 位置 =B || A 保留 位置 =B || A 存 to:B || A 写 to:B || A 保留 to:B || A 写入 B => A 保留 at:B
A at:B || A 位于 B || A ~位置 =B || A ~地址 =B || A =at:B || A 地址 =B || A 设 at:B || A 地点 =B || A ~地点 =B || A 坐落 at:B => A at:B
A 编写 via:B || A via:B 编写 || A =via:B 编写 || A via:B 写 || A =via:B 写 || A via:B 实现 || A ~开发 语言 =B || A 开发 语言 =B || A via:B 开发 || A 使用 B 编写 || A 使用 B 开发 || A =via:B 开发 || A 基于 B 开发 || A 基于 B || A 语言 =B || A ~语言 =B || A =via:B 实现 => A via:B 编写
A 返回 B || A 返回 格式 =B || A ~返回 格式 =B || A ~返回 =B || A 响应 格式 =B || A ~响应 格式 =B || A 输出 B || A 返回 =B || A ~输出 格式 =B || A 回 ~格式 =B || A 以 B 返回 || A via:B 返回 || A 返回 ~格式 =B || A 返回 B 格式 || A ~返回 值 =B || A 返回 B 数据 => A 返回 B
A 需要 B || A not 开 B || A 离 not 开 B || A 依赖 B || A 没有 B not can || B =A ~前提 || A must 有 B || A must 使用 B || A must via:B || B =A 必需 || A 要 有 B || A want-must B || A want-must 有 B || A must B => A 需要 B
A 依赖 B || A 依赖 at:B || A about:B 有 依赖 || B =A ~依赖 || A ~依赖 =B || B 被 A 依赖 || B by:A 依赖 || A 依赖 about:B => A 依赖 B
A 加密 via:B || A via:B 加密 || A 使用 B 加密 || A ~加密 方式 =B || A 加密 方式 =B || A ~加密 算法 =B || A 加密 算法 =B || A 以 B 加密 || A 加密 使用 B || A 加密 via B => A 加密 via:B
A N@figure 后 到期 || A ~有效期 =N@figure || A 有效期 =N@figure || A 有效 N@figure || A N@figure 到期 || A 有效期 N@figure || A 到期 =N@figure || A ~到期 =N@figure || A ~有效 时间 =N@figure || A 过 N@figure 到期 || A at:N@figure 后 到期 || A 缓存 N@figure || A 存活 N@figure || A ~存活 时间 =N@figure || A 有效 时间 =N@figure || A ~有效 时长 =N@figure || A ~timetolive =N@figure || A ttl =N@figure => A 有效 N
A about:B 开启 || A at:B 开启 || A at:B =开启 || B 开启 A || A about:B 可用 || A at:B 可用 || B 的 A =开启 || B ~A =开启 || A at:B 生效 => A 开启 at:B
A about:B 关闭 || A at:B 关闭 || A at:B =关闭 || B 关闭 A || B ~A =关闭 || A at:B not 开启 || B not 开启 A || A about:B not 开启 || A at:B not 可用 => A 关闭 at:B
A can 访问 B || A 有 B ~访问 权限 || A 有 访问 B ~权限 || A 有权 访问 B || A 拥有 B 访问权限 || A 允许 访问 B || B about:A 开放 || B 允许 A 访问 || A 被 允许 访问 B || A by 允许 访问 B || A 可访问 B || A 有 B 访问 权限 || A 有 B ~权限 || A 有 B 权限 || A 有 权限 访问 B => A 可访问 B
A not can 访问 B || A not 有 B ~访问 权限 || A 无权 访问 B || A not 权限 访问 B || A not 有 权限 访问 B || B not 允许 A 访问 || A not 允许 访问 B || A 禁止 访问 B || B 禁止 A 访问 || B about:A not 开放 || A not B ~访问 权限 => A 不可访问 B
A 发送 to:B || A to:B 发送 || B 收到 A || A 转发 to:B || A 送 to:B || A 推送 to:B || A 发送 B => A 发送 to:B
A 监控 B || B by:A 监控 || B via:A 监控 || A 用于 监控 B || B ~监控 via:A || B 监控 via:A || B ~监控 =A || B 使用 A 监控 || A 负责 监控 B || B ~监控 工具 =A || B 监控 使用 A => A 监控 B
A 替换 B || B by:A 替换 || A 取代 B || B by:A 取代 || A 代替 B || A 替代 B || obj:B 换 成 A || B 换 成 A || B 被 A 取代 => A 替换 B
A 推荐 B || B by:A 推荐 || B =A 推荐 || A 建议 B || B =by:A 推荐 => A 推荐 B
A 写 B || B ~作者 =A || A =B ~作者 || B by:A 写 || B =A 写 || B =by:A 写 || B 作者 =A => A 写 B
A 创立 B || A 创办 B || A 成立 B || B ~创始人 =A || A =B ~创始人 || B by:A 创立 || B by:A 创办 || A 建立 B || B 创始人 =A => A 创立 B
A 购买 B || B =A 购买 || B by:A 购买 || A 入手 B || A obj:B 购买 => A 购买 B
A 送 B O || A 送 O to:B || A 发送 O to:B || A 送 to:B O || B 收到 A 送 ~O || B 收到 A ~O || A obj:O 送 to:B || A 发送 B O || A 发送 to:B O || B 收到 A 发送 ~O || B from:A 收到 O || A obj:O 发送 to:B || A obj:O 发送 B => A 发送 B O
A 卖 to:B O || A 卖 O to:B || A obj:O 卖 to:B || B from:A 购买 O || A 卖给 B O || B to:A 购买 O || A obj:O 卖给 B || A obj:O 卖 B || A obj:O 出售 to:B || A 出售 to:B O || B 购买 A ~O || A obj:O 转让 to:B || A to:B 出售 O || B 从 A 购买 O => A 卖 B O
A 教 B O || B from:A 学习 O || B 跟 A 学习 O || B to:A 学习 O || A =B ~O 老师 || B A 学习 O => A 教 B O
A =B 状态 || A 状态 =B || A ~状态 =B || A =B || A 处于 B 状态 || A 处于 B || A 为 B || A 状态 B => A 状态是 B
A 优先级 =B || A ~优先级 =B || A =B 优先级 || A 优先级 B || A 属于 B 优先级 => A 优先级 B
A 养 B || A 养 1 B || A 领养 B || A ~宠物 =B => A 养 B
A 专业 =B || A ~专业 =B || A 学习 B || A 学习 B 专业 || A 主修 B || A 读 B || A 读 B 专业 || A =B 专业 || A =B 专业 ~学生 || A 就读 B 专业 || A 学习 ~B || A 学习 ~专业 =B || A 学习 =B => A 学习 B
A at:C 学习 B || A at:C 读 B || A at:C 读 B 专业 || A at:C 学习 ~B || A at:C 学习 B 专业 || A 就读 C B 专业 || A 毕业 C B 专业 || A at:C 主修 B || A =C B 专业 ~学生 || A at:C ~专业 =B => A 学习 B at:C
A 每 B 锻炼 || A B 锻炼 || A 锻炼 B => A 锻炼 B
A 起床 T@date|time|weekday|period|figure || A T@date|time|weekday|period|figure 起床 || A at:T@date|time|weekday|period|figure 起床 || A ~起床 时间 =T@date|time|weekday|period|figure || A 起床 时间 =T@date|time|weekday|period|figure || A ~闹钟 =T@date|time|weekday|period|figure || A 闹钟 =T@date|time|weekday|period|figure => A 起床 T
A 睡觉 T@date|time|weekday|period|figure || A T@date|time|weekday|period|figure 睡觉 || A at:T@date|time|weekday|period|figure 睡觉 || A T@date|time|weekday|period|figure 睡 || A ~睡觉 时间 =T@date|time|weekday|period|figure || A 睡觉 时间 =T@date|time|weekday|period|figure || A T@date|time|weekday|period|figure 就寝 || A T@date|time|weekday|period|figure 上床 => A 睡觉 T
A 身份 =B || A 来自 B || A =B 人 || A =B ~人 || A 老家 at:B || A ~老家 =B || A ~老家 at:B || A ~家乡 =B || A 家乡 =B || A 家乡 at:B || A ~籍贯 =B || A 籍贯 =B || A =来自 B || A 老家 =B || A from:B 来 || A 祖籍 B => A 来自 B
A =B ~徒弟 || B =A ~师傅 || A =B 徒弟 || B =A 师傅 || A ~师傅 =B || B ~徒弟 =A || A 师傅 =B => A 师傅 B
A =B ~学生 || B =A ~老师 || A ~老师 =B || B ~学生 =A || A =B 学生 || B =A 老师 || B 教 A => A 老师 B
A 娶 B || B 嫁 to:A || B 嫁给 A || A 妻子 =B || A ~妻子 =B || B =A ~妻子 => A 妻子 B
A =B ~儿子 || B =A ~父亲 || A ~父亲 =B || B ~儿子 =A || B =A 父亲 => A 父亲 B
A 有 N@figure B 经验 || A 做 B N@figure || A 做 B 已经 N@figure || A B 经验 N@figure || A 有 N@figure ~B 经验 || A 从事 B N@figure || A 从事 B 工作 N@figure || A B 工作 N@figure || A 使用 B N@figure => A 经验 B N
A 位于 B || A at:B || A 设 at:B || A 总部 at:B => A at:B
A 改 to:D || A 推迟 to:D || A 换 to:D || A 时间 改 to:D || A 延期 to:D || A 调整 to:D || A 挪 to:D => A 推迟 to:D
A 离婚 || A 已 离婚 || A 单身 离异 || A 离异 => A 离婚
A 怀孕 N || A 怀孕 已 N || A 有 N 身孕 => A 怀孕 N
A maximum B 数 =N@figure || A atmost 允许 N@figure B || A atmost 支持 N@figure B || A atmost N@figure B || A maximum B =N@figure || A B 数 maximum =N@figure || A B maximum =N@figure || A atmost can N@figure B || A ~maximum B 数 =N@figure || A ~maximum B =N@figure || A atmost 有 N@figure B || A atmost 接收 N@figure B || A 允许 atmost N@figure B || A B 数 atmost =N@figure || A B 数 not over N@figure || A B not over N@figure || A maximum 允许 B 数 =N@figure || A atmost can 有 N@figure B || A B 数 atmost N@figure => A atmost N B
A minimum B 数 =N@figure || A atleast N@figure B || A minimum B =N@figure || A B 数 minimum =N@figure || A ~minimum B 数 =N@figure || A atleast 有 N@figure B || A atleast 需要 N@figure B || A B 数 atleast =N@figure || A B 数 not below N@figure || A must atleast 有 N@figure B => A atleast N B
B by:A C || A obj:B C => A B C
A =B 毕业 || A 毕业 B || A 毕业 at:B || A from:B 毕业 || A at:B 毕业 || A ~毕业 院校 =B || A ~母校 =B || A 毕业院校 =B || A ~毕业院校 =B || A =B ~毕业生 || A =B 毕业生 => A 毕业 B
A 有 N@figure B || A B =N@figure || A ~B =N@figure || A B N@figure || A ~B N@figure || A ~B 时长 =N@figure => A 有 N B
A 担任 B || A =B || A 职位 =B || A ~职位 =B || A 职务 =B || A ~职务 =B || A 当 B || A 做 B || A ~职业 =B || A 职业 =B || A 从事 B || A 做 B 工作 || A 从事 B 工作 || A ~工作 =B || A ~岗位 =B => A 职业是 B
A at:C 担任 B || A =C ~B || A =C B || A at:C 当 B || A at:C 做 B || A at:C ~职位 =B || A at:C 工作 职位 =B => A =C B
A 基于 B 开发 || A 基于 B || A 使用 B 开发 || A via:B 开发 || A =via:B 开发 || A 使用 B || A via:B || A 使用 B 框架 || A 基于 B 框架 开发 || A =基于 B || A via B 框架 => A 使用 B
A via:C B || A 使用 C B || A B via:C || A B 使用 C || A B =C || A B 方式 =C || A B ~方式 =C || A =via:C B => A B via:C
A from:B to:C D || A D from:B to:C => A D from:B to:C
B 不受 A 支持 || A not 支持 B || B not by:A 支持 || A 不支持 B || A about:B not 支持 => A not 支持 B
A 来自 B || A =B 人 || A ~国籍 =B || A 国籍 =B || A =B 国籍 || A =B 公民 || A 拥有 B 国籍 || A 有 B 国籍 => A 国籍 B
A ~星座 =B || A =B || A 星座 =B || A 星座 B => A 星座 B
A 首选 B =C || A ~首选 B =C || A ~B 偏好 =C || A 偏好 ~B =C || A 偏好 B =C || A 默认 B =C => A 首选 B =C
A 养 B || A 家里 有 B || A 有 B || A 家 有 B || A 家里 养 B || A 家 养 B => A 有 B
A 位于 B || A at:B 下 || A at:B || A 保留 at:B 下 || A 保留 at:B 目录 || A 保留 at:B 目录 下 => A 保留 at:B
A 戴 B || A 佩戴 B || A 穿戴 B => A 戴 B
A 擅长 B || A ~特长 =B || A ~强项 =B || A B 很 好 || A 精通 B || A ~专长 =B || A 善于 B => A 擅长 B
A 习惯 B || A 有 B ~习惯 || A ~习惯 =B => A 习惯 B
A 信仰 B || A 信 B || A =B 教徒 || A ~信仰 =B || A ~宗教 =B || A ~宗教 信仰 =B => A 信仰 B
A 支持 B || A =B ~球迷 || A =B 球迷 || A =B ~支持者 || A =B 支持者 || A ~主队 =B => A 支持 B
A 怕 B || A 害怕 B || A about:B 恐惧 => A 害怕 B
A 参与 B || A 参加 B || A =B ~成员 || A =B 成员 || A 加入 B || A 属于 B || A 隶属于 B || A at:B 团队 => A 属于 B
A 出生 年份 =N || A ~出生 年份 =N || A 出生 at:N || A 出生 N || A N 出生 || A at:N 出生 || A ~出生 年 =N => A 出生 N
A ~B 名叫 C || A 有 名叫 C ~B || A 有 1 名叫 C ~B || A B 名叫 C || A 有 B 名叫 C || A 养 名叫 C ~B || A ~B =C || A 有 1 B 名叫 C => A B =C
A ~B 费 =N || A B N || A ~B N || A B 费 =N || A B 费用 =N || A ~B 费用 =N || A ~B 价格 =N || A B =N => A B N
A 默认 监听 N 端口 || A ~默认 端口 =N || A 默认 端口 =N || A 默认 监听 端口 N || A 默认 使用 N 端口 || A 默认 端口 N => A 默认 端口 N
B 负责 维护 A || A by:B 负责 维护 || A ~维护 人 =B || B =A ~维护 人 || A 维护 人 =B || A by:B 维护 || B 维护 A || B =A 维护 人 || A ~维护者 =B || A 维护者 =B => A 维护人员 B
A 有 N@figure B 经验 || A 做 B N@figure || A 做 B 已经 N@figure || A 从事 B N@figure || A 有 N@figure ~B 经验 || A B 经验 N@figure || A B N@figure || A 做 了 N@figure B => A 经验 B N
A 习惯 B || A 有 B ~习惯 || A ~习惯 =B || A 有 B 习惯 => A 习惯 B
A 结婚 N@figure || A 结婚 有 N@figure || A 已 结婚 N@figure || A 结婚 已 N@figure => A 结婚 N
A 部署 at:B || A 运行 at:B || A at:B 运行 || A at:B 部署 || A 托管 at:B => A 部署 at:B
A 做 B 工作 || A 职业 =B || A ~职业 =B || A =B || A 从事 B 工作 || A 从事 B || A 担任 B => A 职业是 B
A 有 B || A ~孩子 =B || A 生 了 B || A 育有 B => A 有 B
B not 受 A 支持 || A not 支持 B || B not by:A 支持 || B 不受 A 支持 => A not 支持 B
A 喜欢 B 胜过 C || A 喜欢 B 胜过 喜欢 C || A than:C 偏好 B || than:C A 偏好 B || A 喜欢 B 多于 C || A 喜欢 B 超过 C || A 偏好 B than:C || A 偏好 B 而不是 C || A 更 喜欢 B 而 not C => A 偏好 B than:C
B ~C 职业 by:A 接替 || A 接替 B 担任 C || A 接替 B 成为 C || A 接替 B ~C || B ~C by:A 接替 => A 接替 B 担任 C
A want-must 花 N@figure || A 需要 N@figure || A 持续 N@figure || A want-must 运行 N@figure || 运行 完 A 需要 N@figure || A 运行 需要 N@figure || A 完成 需要 N@figure || 完成 A 需要 N@figure || A 花费 N@figure || A 用 N@figure || A 耗时 N@figure || A want-must N@figure => A 持续 N
A 戒 B || A nolonger 吃 B || A nolonger 喝 B || A nolonger 抽 B || A not 吃 B 了 || A 戒掉 B || A 停止 吃 B || A nolonger 玩 B => A 戒 B
A at:C 租 B || A 租住 at:C ~B || A 租 C ~B || A at:C 租住 B || A at:C 租 了 B || A 租 at:C ~B => A 租 B at:C
A 有 B 学位 || A =B || A 获得 B 学位 || A =B 毕业 || A 拥有 B 学位 || A ~学位 =B || A ~学历 =B || A 学历 =B => A 学位 B
A 开 D || A 出发 D || A D 开 || A D 出发 || A at:D 出发 || A at:D 开 || A 出发 时间 =D || A ~出发 时间 =D || A D 发车 || A 发车 时间 =D || A ~发车 时间 =D => A 出发 D
A 入职 B || A 参加 B || A 到 B 入职 || A at:B 入职 || A to:B 入职 || A 进入 B || A 去 B 工作 || A 开始 at:B 工作 => A 入职 B
A D 开会 || A D 有 会议 || A 会议 D || A ~会议 =D || A D 会议 || A D 例会 || A ~例会 =D || A D 召开 会议 || A D 举行 会议 => A D 会议
A N@figure 不活动 到期 || A 闲置 N@figure 后来 到期 || A N@figure not 活动 到期 || A 空闲 N@figure 后来 到期 || A 闲置 N@figure 到期 || A 空闲 N@figure 到期 || A N@figure not 操作 到期 || A 无 操作 N@figure 到期 || A N@figure not 活动 can-will 到期 || A not 活动 N@figure 后来 到期 => A 闲置 N 到期
A maximum B || A not can over B || A atmost B || A not over B || A must not over B || A maximum =B || A ~maximum =B || A 大小 atmost B || A ~大小 atmost B || A 大小 not over B || A ~大小 限制 =B || A 大小 限制 =B || A maximum 为 B || A 限制 at:B => A atmost B
A 不耐受 B || A B 不耐受 || A not 耐受 B || A B not 耐受 || A about:B 不耐受 || A about:B not 耐受 => A 不耐受 B
A minimum 长度 =N@figure || A 长度 minimum =N@figure || A atleast N@figure || A 长度 atleast N@figure || A must atleast N@figure || A 长度 not below N@figure || A 长度 must atleast N@figure || A 长度 atleast =N@figure || A not can below N@figure || A not below N@figure => A atleast N
A maximum 长度 =N@figure || A 长度 maximum =N@figure || A atmost N@figure || A 长度 atmost N@figure || A must atmost N@figure || A 长度 not over N@figure || A not can over N@figure || A not over N@figure => A atmost N
A X 日期 =D@date|time|weekday|period|figure || A ~X 日期 =D@date|time|weekday|period|figure || A D@date|time|weekday|period|figure X || A at:D@date|time|weekday|period|figure X || A X 时间 =D@date|time|weekday|period|figure || A ~X 时间 =D@date|time|weekday|period|figure || A X 日期 D@date|time|weekday|period|figure || A X 时间 D@date|time|weekday|period|figure || A X 日 =D@date|time|weekday|period|figure || A ~X 日 =D@date|time|weekday|period|figure => A D X
A ~婚礼 =D@date|time|weekday|period|figure || A 结婚 D@date|time|weekday|period|figure || A D@date|time|weekday|period|figure 结婚 || A ~婚礼 at:D@date|time|weekday|period|figure || A at:D@date|time|weekday|period|figure 结婚 || A 婚礼 D@date|time|weekday|period|figure || A at:D@date|time|weekday|period|figure 办 婚礼 || A D@date|time|weekday|period|figure 举行 婚礼 || A ~婚礼 D@date|time|weekday|period|figure || A D@date|time|weekday|period|figure 办 婚礼 || A 婚礼 at:D@date|time|weekday|period|figure => A 结婚 D
A 升职 =B || A 升任 B || A 升职 为 B || A 升职 B || A 成为 B || A 当上 B || A 被 升职 为 B => A 升任 B
A 住 at:B 附近 || A 家 at:B 附近 || A ~家 at:B 附近 || A 住 B 附近 || A 家 离 B 很 近 || A 住 at:B 旁边 || A 家 住 B 附近 => A 住 B 附近
A at:B 就读 || A 就读 B || A 就读 at:B || A at:B 学习 || A at:B 读书 || A =B ~学生 || A =B 学生 => A 就读 at:B
A 击败 B || A 赢 B || A 战胜 B || A 胜 B || B 输 to:A || B 败 to:A || B by:A 击败 => A 击败 B
A 雇佣 B || B 受雇 at:A || B by:A 雇佣 || A 招聘 B => A 雇佣 B
A 属于 B || B 包含 A || A =B ~一部分 || A =B ~组成部分 => A 属于 B
A 出租 to:B O || B from:A 租 O || A obj:O 租 to:B || A obj:O 出租 to:B || B 租 A ~O => A 租 to:B O
"""
