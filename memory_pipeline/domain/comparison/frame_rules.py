"""The forms of frames.py for English and Chinese: converse verbs, genitives, and the usual ways to state a fact."""

from __future__ import annotations

RULES = """
# converse verbs
A borrow O from:B => B lend A O
A lend O to:B => A lend B O
A sell O to:B => A sell B O
A buy O from:B => B sell A O
A give O to:B || B get O from:A || B receive O from:A => A send B O
A send O to:B => A send B O
A give B O => A send B O
A teach O to:B || B learn O from:A || B study O from:A => A teach B O
A belong to:B => B have A
A ~boss =B || A boss =B || B =boss at:A || B manage A || B supervise A || A report to:B || A report B || A report directly to:B || A work under:B || B =A ~boss || A answer to:B => A boss B
B =dependency at:A || A ~dependency =B => A depend at:B
A precede B => B after:A
A occur before:B || A =before:B => B after:A
A occur after:B || A =after:B || A come after:B || A follow B => A after:B
A =old than:B || A =older than:B => B =younger than:A
A =large than:B || A =larger than:B || A =bigger than:B => B =smaller than:A
A =taller than:B => B =shorter than:A
A =faster than:B => B =slower than:A
A =higher than:B => B =lower than:A
A like B more than:C || A like B better than:C || A prefer B to:C || A prefer B than:C || A would prefer B to:C => A prefer B via:C
A owe O to:B || A have debt at:O to:B || A have debt O to:B || A ~debt to:B =O || A have O debt to:B => A owe B O
A =at debt to:B for:O || A =indebted to:B for:O => A owe B O
# causes
cause at:A =B || A ~cause =B || A occur because B || A =because B || A because:B || A stem from:B || A happen because B => B cause A
reason for:A =B || A ~reason =B => B cause A
# dates of birth and other dates
A =born D@date || A =born at:D@date || A ~birthday =D@date || A birthday =D@date || A birthday D@date || A birthday fall at:D@date || A celebrate birthday at:D@date || A have birthday at:D@date || A ~birthday at:D@date || A ~birthday =at:D@date => A birthday D
A =born at:B || A ~birthplace =B || A birthplace =B => A birthplace B
D@date =A ~birthday => A birthday D
A expiration date =D || A expire date =D || A ~expiration =D || A expiry date =D || A expiry =D || A expiration =D => A expire D
A begin time =D || A begin date =D || A start time =D || A start date =D => A begin at:D
A =due D || A =due at:D || A due at:D || A due D => A deadline D
A deadline =D || deadline for:A =D || A ~deadline =D => A deadline D
# living and working
A ~home =at:B || A home =at:B || A =resident at:B || A ~home =B || A call B home || B =home to:A || A have home at:B || A ~residence =at:B || A ~residence =B || A =based at:B || A base at:B => A live at:B
A =from:B || A come from:B || A hail from:B || A ~hometown =B => A hometown B
B =where A live => A live at:B
A =B employee || A =employee at:B || A ~employer =B || B hire A || A have a job at:B || A job =at:B || A ~workplace =B || A work for:B || A work with:B || B =A ~employer || A ~company =B => A work at:B
A work as:B || A ~job =B || A ~job title =B || A job title =B || A =B at:profession || A make living as:B || A earn living as:B => A =B
A ~name =B || A name =B || A name B || A go by:B || A go by:name B => A =B
A ~role =B || A have role at:B || A ~title =B => A =B
A graduate from:B || A =graduate at:B || A =alumnus at:B || A ~alma mater =B => A graduate at:B
A study at:B || A =student at:B || A attend B => A study at:B
A major at:B || A ~major =B || A study B => A study B
# contacts
A ~phone =I@identifier || A phone =I@identifier || A phone I@identifier || A have phone I@identifier || A can contact at:I@identifier || A can =contact at:I@identifier || you can contact A at:I@identifier || contact A at:I@identifier || A contact at:I@identifier || A ~email =I@identifier || A email =I@identifier || A email I@identifier || can contact A at:I@identifier || you can invoke A at:I@identifier || A ~contact =I@identifier || I@identifier =A ~phone || I@identifier =A ~email => A contact I
you can contact A by:email at:I@identifier || you can contact A by:phone at:I@identifier || A can =contact by:email at:I@identifier || A can =contact by:phone at:I@identifier || A can contact via:email at:I@identifier => A contact I
# measures
A weight =N@figure || A weigh N@figure => A weigh N
A height =N@figure || A =N@figure tall || A N@figure tall || A stand N@figure tall => A height N
A length =N@figure || A =N@figure long => A length N
A ~price =N@figure || A price =N@figure || price at:A =N@figure => A cost N
A ~salary =N || A earn N || A make N || A salary =N || A have salary at:N || A ~income =N => A earn N
A pay N@figure at:B || A pay N@figure for:B => A B =N
A spend N@figure at:B || A spend N@figure for:B => A spend N at:B
number at:B at:A =N@figure || A count at:B =N@figure => A have N B
A include N@figure B || A consist at:N@figure B || A have total at:N@figure B || A =made up:N@figure B => A have N B
have N@figure B at:A => A have N B
A rate limit =B || A limit =B || A ~limit =B || A allow atmost B || A allow B atmost || A =limited to:B || A limit to:B || A cap at:B || A accept atmost B || A can handle atmost B || A support atmost B || A can accept atmost B || A allow maximum at:B || A maximum =B => A atmost B
maximum A =B || A =atmost B || A ~maximum =B || A can =atmost B || A not exceed B || maximum at:A =B => A atmost B
minimum A =B || A =atleast B || A ~minimum =B || A must =atleast B || A must have atleast B || A must atleast B || minimum at:A =B || A minimum =B => A atleast B
A atleast B long => A atleast B
A atmost B long => A atmost B
A retention period =N || A retention time =N || A retention =N || A =retain for:N || A retain for:N || A retain N || retention period for:A =N => A retain N
A timeout =N@figure || A timeout after:N@figure || A timeout period =N@figure || A have timeout at:N@figure || A timeout at:N@figure || timeout for:A =N@figure || timeout at:A =N@figure || A wait N@figure before:timeout => A timeout N
A last N@figure || A take N@figure || A duration =N@figure || A =N@figure long || A ~duration =N@figure || A run for:N@figure || A last for:N@figure => A last N
# rules and needs
B =mandatory for:A || B =require for:A || A must enable B || A must use B || A must have B || B =obligatory for:A || A =require to:enable B || A =require to:use B || A =require to:have B => A must B
B require before:A || B =require before:A || B require for:A || A not happen without B || A can not happen without B || A need B => A require B
A must approve by:B => A require B approve
A =forbidden B => B not allow A
# preferences, food, health
A preference =B || A ~preference =B || A ~preference =for:B || A have preference for:B || A ~choice =B || B =A ~preference => A prefer B
A have B allergy || A allergy =B || A ~allergy =B || A ~allergy =to:B || A suffer from:B allergy || B cause A allergic || A react to:B || A allergic =B || A have allergic to:B => A allergic to:B
A speak B fluently || A speak fluent at:B || A speak fluent B || A ~B =fluent || A fluent at:B || A =fluent speaker at:B || A =fluent at:B || A can speak fluent B || A can speak B fluently => A speak fluent B
A ~native language =B || A ~mother tongue =B || A =native B speaker || A =native speaker at:B || B =A ~native language || B =A ~mother tongue => A native speaker B
A =interested at:B || A have interest at:B || A ~interest =B || A ~hobby =B || A ~hobby include B => A interested B
A suffer from:B || A have diagnosis at:B || A =diagnosed with:B || A diagnose with:B || A have diagnose with:B => A have B
A =afraid at:B || A ~fear =B || A =scared at:B || A have fear at:B => A fear B
answer A at:B || answer to:A at:B || A want =answer at:B || A would like answer at:B || A prefer answer at:B || A expect answer at:B || A want receive answer at:B => A want answer at:B
A want go to:B || A ~dream =visit B || A hope visit B || A would like visit B => A want visit B
A go to:B || A travel to:B || A take trip to:B || A make trip to:B || A trip to:B => A visit B
# systems
A run B || A run at:B || A ~version =B || A version =B || A =version at:B || A =use B || A run version at:B || A power by:B || A use B || A use version B => A use B
A =at:B N@figure || A run at:B N@figure => A use B N
A migration go from:B to:C || A migrate from:B to:C || A move from:B to:C || A migration =from:B to:C || A =move from:B to:C => A migrate from:B to:C
A =at charge at:B || A =responsible for:B || B ~owner =A || A =owner at:B || A take care at:B || owner at:B =A || B owner =A || A have responsibility for:B || A own B => A responsible B
A ~leader =B || B lead A || B =leader at:A || B =A ~leader => A leader B
A host at:B || A =deployed at:B || A deploy at:B || A =host at:B => A host at:B
A ~location =B || A ~address =B => A address B
# Chinese
B 从:A 借 O || B from:A 借 O || B from:A 借到 O || B from:A 借入 O || A 借 about:B O || A 借 to:B O || A to:B 借 O || A 借给 B O || A obj:O 借给 B => A 借给 B O
A to:B 汇报 || A 上级 =B || A ~上级 =B || B =A 上级 || B =A ~上级 || B 管理 A || B 领导 A || A =B 下属 || A =B ~下属 || A 归 B 管理 || A 归 B 领导 || A 汇报 对象 =B || A 汇报 about:B || A 负责 to:B => A 上级 B
A 欠 B N@figure || A 有 N@figure ~B 欠 || A 有 N@figure B 欠 || A about:B 有 N@figure 欠 || A about:B 欠 N@figure || A 欠 N@figure B || A ~B 欠 N@figure || A B 欠 N@figure || A B 欠 =N@figure || A 欠 at:B N@figure => A 欠 B N
A 发送 to:B O || A obj:O 发送 to:B || A to:B 发送 O || B 收到 A ~发送 O || B 收到 A 发送 ~O || B 收到 A ~O || B from:A 收到 O || A obj:O 发送 B || B 收到 A 发送 to ~O || B 收到 A 发送 O => A 发送 B O
A 生日 =D@date || A ~生日 =D@date || A 出生 D@date || A 出生 at:D@date || A D@date 出生 || A D@date 生日 || A 生日 D@date || A at:D@date 出生 || A D@date 过 生日 || A at:D@date 过 生日 || A 生日 at:D@date || A 生日 =at:D@date || A =D@date 出生 || A ~出生 =D@date => A 生日 D
A 出生 at:B || A at:B 出生 || A 出生地 =B || A ~出生地 =B || A 出生 B => A 出生地 B
A at:B 工作 || A 工作 =B || A ~工作 =B || A =B ~员工 || A =B 员工 || A 公司 =B || A 工作 at:B || A by:B 雇佣 || A ~公司 =B || A 就职 B || A 工作 B || A ~雇主 =B || A ~东家 =B => A 工作 B
A 职业 =B || A ~职业 =B || A 从事 B || A 职业 B || A ~身份 =B || A 当 B || A 做 B || A 担任 B || A =B => A =B
A 住 at:B || A at:B 住 || A 住 B || A 家 at:B || A ~家 at:B || A ~地址 =B || A 地址 =B || A 安家 at:B || A ~住 =B || A 居住 城市 =B => A 住 B
A 名叫 B || A ~姓名 =B || A 姓名 =B || A 名叫 =B || A ~名叫 =B => A =B
A 电话 =I@identifier || A ~电话 =I@identifier || A 电话 I@identifier || can 联系 I@identifier 联系 A || 联系 I@identifier 联系 A || 联系 A can 联系 I@identifier || can via:I@identifier 联系 A || A can via:I@identifier 联系 || A 邮箱 =I@identifier || A ~邮箱 =I@identifier || 联系 A 联系 I@identifier || 联系 A ~电话 =I@identifier || A 邮箱 I@identifier || 联系 A via:I@identifier || A ~联系 电话 =I@identifier => A 联系 I
A 每 体重 =N@figure || A 体重 =N@figure || A ~体重 =N@figure || A 重 N@figure || A 体重 N@figure => A 体重 N
A 身高 =N@figure || A ~身高 =N@figure || A 身高 N@figure || A 高 N@figure => A 身高 N
A 价格 =N@figure || A ~价格 =N@figure || A 卖 N@figure || A 价格 N@figure || A 售 N@figure || A 价值 N@figure => A 价格 N
A want-must 交 N@figure ~B || A 交 N@figure ~B || A 交 B N@figure || A B =N@figure || A ~B =N@figure || A B N@figure || A must 交 N@figure ~B || A 交 N@figure B => A B N
A 有 N@figure B || A ~B 有 N@figure || A ~B N@figure || A B 有 N@figure || A ~B 数量 =N@figure || A B 数量 =N@figure || A B 数 =N@figure || A at 有 N@figure B || A 包含 N@figure B || at:A 有 N@figure B || A ~B =N@figure || A B ~数量 =N@figure || A 由 N@figure B 组成 || A 养 N@figure B => A 有 N B
A 保留 N@figure || A 保留时间 =N@figure || A ~保留时间 =N@figure || A 保留时间 N@figure || A 会 保留 N@figure || A can-will 保留 N@figure || A must 保留 N@figure || A 保留 时间 =N@figure => A 保留 N
A timeout =N@figure || A ~timeout =N@figure || A timeout N@figure || A at:N@figure 后 timeout || A N@figure 后 timeout || A timeout 设置 N@figure || A timeout 设置 =N@figure || A N@figure timeout || A ~timeout 设置 N@figure => A timeout N
A 到期 =D || A 到期 D || A D 到期 || A at:D 到期 || A ~到期 =D || A obj:D 到期 || A ~到期 D || A 到期 at:D || A D 后 失效 || A 到期 to:D => A 到期 D
A 限流 =B || A atmost 允许 B || A 允许 atmost B || A ~限流 =B || A 上限 =B || A atmost B || A 限制 =B || A ~限制 =B || A atmost 处理 B || A 限流 B || A 限制 at:B || A 限制 B || A maximum =B || A ~maximum =B || A per minute atmost 允许 B || A atmost can B || A atmost 支持 B => A atmost B
A minimum =B || A ~minimum =B || A 不 below B || A must atleast B || A atleast 需要 B || A atleast =B || A 需要 atleast B || A atleast B || A must =atleast B => A atleast B
minimum A =B || A minimum B => A atleast B
maximum A =B || A maximum B => A atmost B
A 原因 =B || A ~原因 =B || A because:B || B 导致 A || A by:B 导致 || A =by:B 导致 || A =because:B || A 发生 because:B || A =B 导致 || B =A ~原因 || B =A 原因 || A 由 B 导致 => B 导致 A
A must 开启 B || B about:A =must || B about:A must || A must 使用 B || A 需要 开启 B || B =A must || A must B || B about:A =强制 || about:A B =must || A 开启 B =must => A must B
A 需要 B || A must 有 B || A must B || A 有 B 才 can || A must 经过 B || A 需要 经过 B || B 后 才 can A => A 需要 B
A ~饮食 =B => A =B
A 偏好 =B || A ~偏好 =B || A 偏好 B || A 偏好 使用 B => A 偏好 B
A about:B 过敏 || A 过敏 B || A 有 B 过敏 || A ~过敏 原 =B || A 过敏 原 =B || A B 过敏 || A ~过敏 =B || B 会 让 A 过敏 || A 过敏 =B => A about:B 过敏
A 说 B 流利 || A B 说 流利 || A ~B 流利 || A 会说 流利 ~B || A 会说 B 流利 || A 说 流利 ~B || A can 流利 说 B || A can 说 流利 ~B || A ~B 说 流利 || A B 流利 || A can 流利 地 说 B || A can-will 说 流利 ~B || A can-will 流利 说 B || A 精通 B || A 流利 说 B => A 流利 B
A 希望 via:B 回复 || via:B 回复 A || A 希望 回复 via:B || A 希望 收到 B 回复 || 回复 A via:B || A 希望 B 回复 || A 要求 via:B 回复 || A 偏好 via:B 回复 || 回复 A 要 via:B || A 想 via:B 回复 || about:A via:B 回复 || A 喜欢 via:B 回复 || A 希望 收到 B ~回复 => A 希望 via:B 回复
A from:B 迁移 to:C || A 迁移 =from:B 迁移 to:C || A from:B 迁移 C || A =from:B 迁移 to:C || A 迁移 from:B 迁移 to:C || A from:B to:C 迁移 || A by:B 迁移 to:C => A from:B 迁移 to:C
A ~版本 =B || A 版本 =B || A via:B || A ~via:B || A 运行 B || A 运行 at:B || A ~via =B || A 使用 B || A ~使用 =B || A =B 版本 || A ~via:=B || A 版本 B || A at:B 运行 || A =via:B || A 使用 ~B => A 使用 B
B 负责 A || A 负责人 =B || A ~负责人 =B || A by:B 负责 || A 归 B 负责 || B =A ~负责人 || B =A 负责人 || B 负责 A 工作 || A =by:B 负责 => A 负责人 B
A 毕业 from:B || A from:B 毕业 || A 毕业 at:B || A ~毕业 院校 =B || A 毕业 B || A ~母校 =B || A 毕业 院校 =B => A 毕业 B
A via:C invoke B || A via:C 调用 B || A 调用 B via:C || A 调用 B =C || A 调用 B 走 =C || A 调用 B via =C || A 调用 B 走 C || A 调用 B ~方式 =C => A 调用 B via:C
A 比 B 更 喜欢 C => A 喜欢 C than:B
A than:B 更 喜欢 C || A than:B 偏好 C || A 偏好 C than:B || than:B A 偏好 C || A 喜欢 C more than:B || A 喜欢 C 胜过 B || A 喜欢 C over B => A 偏好 C than:B
A 娶 B || A =B ~丈夫 || A =B 丈夫 || B 丈夫 =A || B ~丈夫 =A => A 妻子 B
A 妻子 =B || A ~妻子 =B => A 妻子 B
A 身体 患有 B || A 患有 B || A 有 B || A 得 B || A 诊断 出 B || A by 诊断 患有 B => A 有 B
A 开始 at:T || A 开始 T || A at:T 开始 || A T 开始 || A 开始 时间 =T || A ~开始 时间 =T || A 开始 时间 T => A 开始 T
A 有 B 个 => A 有 B
"""
