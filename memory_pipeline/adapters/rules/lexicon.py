"""Closed and nearly closed word lists that rules lean on: occupations, animals, kin, illnesses, surnames, places."""

from __future__ import annotations

import re
from functools import lru_cache

import rjieba

EN_OCCUPATION = (
    r"(?:accountant|actor|actress|actuary|administrator|advisor|adviser|analyst|anesthesiologist|animator|archaeologist|architect|archivist|artist|assistant|astronaut|astronomer|attorney|auditor|"
    r"author|baker|banker|barber|barista|bartender|biologist|bookkeeper|bricklayer|broker|builder|bus driver|butcher|buyer|caregiver|carpenter|cashier|ceo|cfo|chef|chemist|chiropractor|cleaner|"
    r"clerk|coach|coder|comedian|composer|conductor|consultant|contractor|controller|cook|coordinator|copywriter|counselor|counsellor|courier|cto|curator|dancer|data scientist|dba|dealer|dentist|"
    r"dermatologist|designer|detective|developer|devops|dietitian|director|dispatcher|dj|doctor|driver|economist|editor|electrician|engineer|entrepreneur|estimator|executive|farmer|filmmaker|"
    r"financier|firefighter|fisherman|fitter|florist|founder|co-founder|freelancer|gardener|geologist|guard|guide|hairdresser|handyman|historian|host|hr manager|hygienist|illustrator|inspector|"
    r"instructor|intern|interpreter|investigator|investor|janitor|jeweler|journalist|judge|laborer|landscaper|lawyer|lecturer|librarian|locksmith|machinist|manager|marketer|mason|mathematician|"
    r"mechanic|midwife|miner|model|musician|nanny|neurologist|neurosurgeon|novelist|nurse|nutritionist|officer|operator|optician|optometrist|painter|paralegal|paramedic|pastor|pediatrician|"
    r"pharmacist|philosopher|photographer|physician|physicist|physiotherapist|pianist|pilot|planner|plumber|podcaster|poet|police officer|policeman|politician|postdoc|postman|potter|priest|"
    r"principal|producer|professor|programmer|psychiatrist|psychologist|publicist|radiologist|ranger|realtor|receptionist|recruiter|reporter|representative|researcher|roofer|sailor|salesman|"
    r"salesperson|saleswoman|scientist|sculptor|seamstress|secretary|security guard|server|singer|sociologist|soldier|specialist|sre|statistician|stockbroker|strategist|streamer|student|"
    r"supervisor|surgeon|surveyor|sysadmin|tailor|teacher|technician|technologist|tester|therapist|tiler|trader|trainer|translator|travel agent|tutor|undergrad|undergraduate|grad student|"
    r"undertaker|vet|veterinarian|videographer|violinist|waiter|waitress|web developer|welder|writer|youtuber|zoologist|agent|attendant|stay-at-home (?:mom|dad|parent)|homemaker|housewife|"
    r"product owner|scrum master|team lead|tech lead|vice president|vp|head of \w+(?: \w+)?|phd (?:student|candidate)|retiree|apprentice|associate|partner at|lead|clinician|biochemist|cardiologist|"
    r"oncologist|geneticist|linguist|anthropologist|botanist|meteorologist|oceanographer|ecologist|cartographer|blacksmith|bellhop|concierge|sommelier|beekeeper|rancher|glazier|upholsterer|[a-z]{2,}ologist(?<!apologist)|[a-z]{2,}(?:ograph|olog)er|[a-z]{2,}iatrist)"
)
ZH_OCCUPATION = (
    r"(?:工程师|程序员|老师|教师|医生|护士|律师|会计|设计师|产品经理|经理|总监|主管|主任|司机|厨师|记者|编辑|作家|画家|歌手|演员|导演|摄影师|教练|学生|研究生|大学生|本科生|博士生|硕士生|高中生|初中生|留学生|教授|讲师|"
    r"科学家|研究员|分析师|顾问|咨询师|销售|客服|运营|文员|秘书|助理|公务员|警察|军人|消防员|农民|工人|保安|快递员|外卖员|外卖骑手|骑手|店员|收银员|服务员|理发师|美发师|化妆师|翻译|导游|飞行员|空姐|空乘|药剂师|药师|牙医|兽医|"
    r"心理咨询师|营养师|健身教练|架构师|测试|运维|开发|前端|后端|算法工程师|数据分析师|项目经理|市场|财务|出纳|审计|人事|HR|hr|法务|律师|创业者|自由职业者?|个体户|老板|全职妈妈|全职爸爸|全职太太|家庭主妇|退休\S{0,4}|主播|博主|up主|UP主|"
    r"建筑师|电工|木工|焊工|技术员|技师|检验员|质检员|采购|仓管|物流|策划|文案|插画师|动画师|游戏策划|原画师|音乐人|乐手|钢琴老师|舞者|裁缝|木匠|铁匠|渔民|泥瓦匠|油漆工|花艺师|咖啡师|调酒师|面包师|甜点师|律师助理|法官|检察官|社工|志愿者|实习生|博士后|校长|班主任|幼师|机长|船员|"
    r"SRE|DBA|CEO|CTO|CFO|交警|民警|刑警|辅警|协警|特警|狱警|城管|月嫂|育儿嫂|网管|编导|场记|制片|裁判|领队|管家|前台|幼教|保育员|书记员|房产中介|保险代理人|规培生|村官|选调生|学徒|帮厨|主厨|代购|合伙人|创始人|店长|厂长|院长|站长|局长|处长|科长|组长|队长|董事长|经纪人|投资人|柜员|师|(?<!会)(?<!成)(?<!人)(?<!委)员)"
)
PET = r"(?:dogs?|doggos?|cats?|kitt(?:y|ies)|pups?|pooch|labradoodles?|cockapoos?|pupp(?:y|ies)|kittens?|rabbits?|bunn(?:y|ies)|hamsters?|guinea pigs?|parrots?|birds?|budgies?|canar(?:y|ies)|fish|goldfish|turtles?|tortoises?|snakes?|lizards?|geckos?|ferrets?|horses?|pon(?:y|ies)|chickens?|hens?|goats?|(?:golden |labrador )?retrievers?|labradors?|poodles?|corgis?|huskies|husky|beagles?|bulldogs?|dachshunds?|chihuahuas?|terriers?|shepherds?|collies?|pugs?|tabby|siamese|persian|ragdolls?|maine coons?|iguanas?|hedgehogs?|greyhounds?|spaniels?|dalmatians?|rottweilers?|mastiffs?|malinois|akitas?|shibas?|shiba inus?|pit ?bulls?|mutts?|schnauzers?|maltese|pomeranians?|whippets?|setters?|pointers?|boxers?|bengals?|sphynx|calicos?|rescue dogs?|rescue cats?|chinchillas?|cockatiels?|macaws?|axolotls?)"
ZH_PET = r"(?:猫主子|巴西龟|草龟|乌龟|龟|猫|狗子|狗|毛孩子|喵星人|汪星人|土狗|犬|猫咪|狗狗|小猫|小狗|兔子|仓鼠|鹦鹉|乌龟|金鱼|鱼|蜥蜴|蛇|龙猫|荷兰猪|豚鼠|刺猬|鸟|金毛|拉布拉多|哈士奇|柯基|泰迪|贵宾|边牧|柴犬|萨摩耶|博美|吉娃娃|法斗|英短|美短|布偶|橘猫|加菲|暹罗|缅因|狸花|三花|马|鸭|鸡|守宫|鬃狮)"
EN_SPOUSE = r"(?:wife|wifey|missus|husband|hubby|spouse|partner|fianc[eé]e?|girlfriend|boyfriend)"
EN_CHILD = r"(?:sons?|daughters?|child|children|kids?|baby|babies|twins|toddlers?|boys?|girls?|stepsons?|stepdaughters?|newborn)"
EN_PARENT = r"(?:(?:step|foster )?(?:mum|mom|dad|mother|father)|mother|father|mom|mum|mommy|mama|dad|daddy|papa|parents)"
EN_SIBLING = r"(?:brothers?|sisters?|sis|(?:(?<=lil )|(?<=little )|(?<=big )|(?<=older )|(?<=younger )|(?<=kid ))bro|siblings?|twin (?:brother|sister)|half-(?:brother|sister)|step(?:brother|sister))"
ZH_SPOUSE = r"(?:女朋友|男朋友|女友|男友|未婚妻|未婚夫|对象|老婆|老公|妻子|丈夫|爱人|太太|先生|那口子|那位|老头子?|老太太|当家的|媳妇儿?|老伴儿?|另一半|配偶|伴侣)"
ZH_CHILD = r"(?:大宝|二宝|三宝|大女儿|小女儿|大儿子|小儿子|儿子|女儿|孩子|小孩|宝宝|闺女|娃|双胞胎)"
ZH_PARENT = r"(?:妈妈|爸爸|母亲|父亲|老妈|老爸|妈|爸)"
ZH_SIBLING = r"(?:哥哥|弟弟|姐姐|妹妹|双胞胎(?:哥哥|弟弟|姐姐|妹妹)|大哥|二哥|大姐|二姐|哥|弟|姐|妹)"
# Everyone a Chinese clause may speak of who is not the person: kin, colleagues, neighbours, people met.
ZH_PERSON = (
    r"(?:爸爸|妈妈|爸妈|父母|父亲|母亲|老爸|老妈|爷爷|奶奶|外公|外婆|姥姥|姥爷|公公|婆婆|岳父|岳母|丈母娘|老丈人|公婆|继父|继母|干妈|干爹|伯伯|伯父|伯母|叔叔|婶婶|阿姨|大姨|小姨|姨妈|姨父|姑姑|姑妈|姑父|姑丈|舅舅|舅妈|"
    r"哥哥|弟弟|姐姐|妹妹|大哥|二哥|大姐|二姐|嫂子|弟媳|弟妹|姐夫|妹夫|表[哥姐弟妹]|堂[哥姐弟妹]|老婆|老公|妻子|丈夫|爱人|太太|先生|那口子|老头子?|老太太|媳妇儿?|对象|男朋友|女朋友|男友|女友|未婚[夫妻]|前任|前妻|前夫|前男友|前女友|相亲对象|另一半|老伴儿?|"
    r"儿子|女儿|孩子|小孩|宝宝|闺女|娃|大宝|二宝|儿媳妇?|女婿|侄子|侄女|外甥女?|孙子|孙女|外孙女?|家里人|家人|亲戚|长辈|"
    r"朋友|好友|闺蜜|哥们儿?|兄弟|姐妹|发小|死党|战友|室友|舍友|同屋|同学|同桌|同事|同行|同乡|老乡|邻居|房东|房客|租客|中介|网友|群友|笔友|球友|牌友|驴友|楼主|博主|粉丝|老板娘?|老大|领导|上司|上级|下属|经理|主管|组长|总监|"
    r"搭档|合伙人|客户|甲方|乙方|顾客|供应商|同僚|前辈|后辈|新人|实习生|应届生|徒弟|师傅|师父|师兄|师姐|师弟|师妹|学长|学姐|学弟|学妹|导师|班主任|辅导员|教练|学生|病人|患者|保姆|月嫂|司机师傅|快递小哥|外卖小哥|大爷|大妈|大叔|小伙子|小姑娘|姑娘|男生|女生|妹子|小哥|哥|姐|弟|妹|爸|妈|姨|叔|姑|舅|婶|嫂)"
)
EN_ILLNESS = (
    r"(?:(?:type [12] |type (?:one|two) |gestational |pre-?)?diabetes|asthma|(?:chronic |seasonal )?migraines?|epilepsy|hypertension|high blood pressure|low blood pressure|high cholesterol|anemia|"
    r"arthritis|rheumatoid arthritis|eczema|psoriasis|adhd|add|autism|depression|(?:generali[sz]ed |social )?anxiety(?: disorder)?|bipolar(?: disorder)?|ptsd|ocd|insomnia|sleep apnea|celiac(?: disease)?|"
    r"coeliac disease|crohn's(?: disease)?|ibs|gerd|acid reflux|hypothyroidism|hyperthyroidism|hashimoto's|lupus|pcos|endometriosis|cancer|a heart (?:condition|murmur)|scoliosis|glaucoma|tinnitus|vertigo|"
    r"gout|osteoporosis|fibromyalgia|dyslexia|color ?blindness|a bad (?:back|knee)|a herniated disc|parkinson's(?: disease)?|multiple sclerosis|ms|hiv|hepatitis [abc]|a pacemaker|"
    r"(?:\w+ ){0,2}(?:syndrome|disorder|disease|\w+itis|\w+osis|\w+emia))"
)
ZH_ILLNESS = r"(?:荨麻疹|带状疱疹|先天性[\u3400-\u9fff]{2,5}病|[\u3400-\u9fff]{0,3}(?:肾|肝|肺|皮肤|血液|甲状腺)病|[\u3400-\u9fff]{1,4}(?:结节|囊肿|肌瘤|息肉)|(?:[12一二]型)?糖尿病|高血压|低血压|高血脂|高尿酸|哮喘|偏头痛|癫痫|贫血|关节炎|湿疹|抑郁症|焦虑症|失眠症?|甲亢|甲减|痛风|心脏病|冠心病|胃炎|胃溃疡|胃病|鼻炎|咽炎|颈椎病|腰椎间盘突出|近视|色盲|多动症|脂肪肝|乙肝|肾结石|胆结石|[\u3400-\u9fff]{1,6}(?:症|炎|综合征|结石|癌))"
LANGUAGE = (
    r"(?:English|Chinese|Mandarin|Cantonese|Spanish|French|German|Italian|Portuguese|Russian|Japanese|Korean|Arabic|Hindi|Urdu|Bengali|Turkish|Dutch|Swedish|Norwegian|Danish|Finnish|Polish|Czech|Greek|"
    r"Hebrew|Thai|Vietnamese|Indonesian|Malay|Tagalog|Swahili|Ukrainian|Romanian|Hungarian|Persian|Farsi|Punjabi|Tamil|Telugu|Catalan|Welsh|Irish|Latin|sign language|ASL|BSL|Hokkien|Shanghainese|"
    r"Icelandic|Croatian|Serbian|Bulgarian|Slovak|Slovenian|Lithuanian|Latvian|Estonian|Basque|Galician|Afrikaans|Zulu|Amharic|Nepali|Sinhala|Khmer|Lao|Burmese|Mongolian|Tibetan|Esperanto)"
)
ZH_LANGUAGE = r"(?:英语|英文|中文|汉语|普通话|粤语|广东话|闽南语|上海话|四川话|客家话|法语|德语|西班牙语|日语|日文|韩语|韩文|俄语|葡萄牙语|意大利语|阿拉伯语|泰语|越南语|印尼语|荷兰语|瑞典语|波兰语|希腊语|土耳其语|印地语|藏语|蒙古语|维吾尔语|手语|拉丁语|世界语|维语|壮语|苗语|彝语|朝鲜语|吴语|潮汕话|温州话|湖南话|东北话|河南话|山东话|陕西话|福州话|海南话|马来语|波斯语|乌尔都语|孟加拉语|泰米尔语|匈牙利语|捷克语|芬兰语|丹麦语|挪威语|罗马尼亚语|乌克兰语|希伯来语)"

TOOL = re.compile(
    r"(?:neo)?vim|emacs|vs ?code|python|java|javascript|typescript|rust|go|golang|linux|ubuntu|macos|windows|android|ios|docker|kubernetes|k8s|postgres(?:ql)?|mysql|redis|kafka|git|github|gitlab|jenkins|"
    r"terraform|ansible|react|vue|django|flask|notion|obsidian|figma|photoshop|excel|slack|zoom|chrome|firefox|safari|dark mode|light mode|airtable|trello|jira|pycharm|intellij|aws|azure|gcp|metric units|imperial units",
    re.IGNORECASE,
)

_SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵汪祁毛"
    "禹狄米贝明臧计伏成戴宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万柯管卢莫房裘缪解应宗丁宣邓郁单杭洪包左石崔吉钮龚程邢裴陆荣翁荀甄家封芮储靳邴松井段富巫焦巴弓"
    "牧山谷车侯全班仰秋仲伊宫宁仇栾甘厉戎祖武符刘景詹束龙叶幸司黎薄印宿白怀蒲从索赖卓蔺屠蒙池乔阴能苍双闻莘党翟谭贡劳逄姬申冉郦雍桑桂牛寿通边扈燕冀尚农温别庄晏柴瞿阎充连茹习艾鱼容向古易慎戈廖庾终暨居衡步都耿满"
    "弘匡国文寇广阙东欧利师巩聂关荆辛"
)
_DOUBLE_SURNAMES = (
    "欧阳",
    "司马",
    "上官",
    "诸葛",
    "东方",
    "皇甫",
    "尉迟",
    "公孙",
    "慕容",
    "司徒",
    "令狐",
    "端木",
    "南宫",
    "长孙",
    "宇文",
    "轩辕",
)
_NOT_NAME_END = re.compile(
    r"(?:人|生|师|员|家|者|工|手|族|控|粉|迷|党|男|女|座|型|的|子|客|狗|汪|经理|总监|老板|医生|护士|律师|老师|同学|先生|女士|小姐|兴|户|派|帝|神|仙|级|全|身|领|痴|职|徒|方)$"
)
JEST_NAMES = re.compile(
    r"^(?:elon musk|batman|superman|spider-?man|iron man|santa(?: claus)?|god|jesus|james bond|darth vader|the (?:king|queen|president|pope|chosen one)\b.*|bill gates|jeff bezos|albert einstein|einstein|"
    r"taylor swift|sherlock holmes|harry potter|donald trump|barack obama|napoleon|yoda|gandalf|mark zuckerberg|steve jobs|beyonc[eé]|shakespeare|"
    r"马斯克|埃隆·?马斯克|马云|比尔·?盖茨|孙悟空|秦始皇|奥特曼|超人|蝙蝠侠|钢铁侠|蜘蛛侠|玉皇大帝|上帝|皇帝|爱因斯坦|哈利·?波特|圣诞老人|周杰伦|刘德华|成龙|李白|诸葛亮|福尔摩斯|奥巴马|特朗普|乔布斯|贝佐斯)$",
    re.IGNORECASE,
)
NOT_EN_NAME = re.compile(
    r"^(?:(?:a|an|the|so|very|not|sorry|happy|glad|sure|good|fine|ok|okay|here|back|new|from|in|on|at|going|just|really|also|still|too|all|your|his|her|their|vegan|vegetarian|muslim|christian|jewish|hindu|buddhist|"
    r"catholic|atheist|lgbtq?|gay|bi|lesbian|autistic|adhd|type|team|gen|gemini|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces|aries|taurus|cancer|intj|infp|enfp|entj|intp|infj|isfj|istj|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|european|asian|african|american|latino|latina|black|white|"
    r"ready|done|free|late|early|alone|bored|excited|out|up|down|home|sick|single|married|pregnant|serious|afraid|aware|certain|curious|desperate|interested|open|proud|safe|worried|hot|full|broke|blessed|grateful|thankful|human|online|offline|available|retired|exhausted|ill|well|great|awesome|legend|nobody|someone|"
    r"it|hr|ceo|cto|cfo|vp|sre|dba|phd|md|mba|pm|qa|devops|cold|tired|busy|hungry|lost|confused)\b|"
    r"\w+(?:ish|ese|ian|ing|less|ful|ous|ated|ied)$|(?:german|french|dutch|greek|czech|swiss|thai|iraqi|israeli|pakistani|mexican|korean|american|canadian|african|welsh|filipino|filipina|arab|dane|swede|finn|turk|"
    r"texan|londoner|new yorker|parisian|berliner|kiwi|aussie|brit)$)",
    re.IGNORECASE,
)
_ZH_PLACE_END = re.compile(r"(?:省|市|县|区|州|镇|乡|村|岛|国|湾|路|街|小区|新区|城|港|山)$")
_ZH_NO_PLACE = frozenset(
    {
        "学校",
        "公司",
        "家",
        "家里",
        "宿舍",
        "外面",
        "这里",
        "那里",
        "这儿",
        "那儿",
        "国外",
        "乡下",
        "农村",
        "城里",
        "市区",
        "郊区",
        "医院",
        "酒店",
        "办公室",
        "海边",
        "山里",
        "楼上",
        "楼下",
        "江湖",
        "囧途",
        "旅途",
        "途中",
        "一起",
        "附近",
        "隔壁",
        "父母家",
        "朋友家",
    }
)


# Places that the segmenter takes for something else.
_PLACES = frozenset(
    "石家庄 唐山 秦皇岛 保定 大同 包头 大连 嘉兴 合肥 景德镇 烟台 日照 开封 岳阳 张家界 桂林 海口 遵义 大理 拉萨 宝鸡 银川 高雄 台中 首尔 清迈 吉隆坡 河内 胡志明市 马尼拉 新德里 "
    "伊斯坦布尔 莫斯科 柏林 慕尼黑 里昂 曼彻斯特 都柏林 苏黎世 布拉格 马德里 斯德哥尔摩 奥斯陆 赫尔辛基 西雅图 波士顿 休斯顿 多伦多 温哥华 圣保罗 布里斯班 奥克兰 硅谷 湾区 常熟 徐汇 余杭 茂名 "
    "清远 常德 怀化 宿迁 连云港 龙岩 宁德 许昌 信阳 商丘 周口 黄石 孝感 恩施 齐齐哈尔 营口 运城 长治 天水 酒泉 玉林 百色 自贡 攀枝花 曲靖 玉溪 南山 福田 天河 滨江 朝阳 "
    "张家口 承德 阳泉 吕梁 通辽 呼伦贝尔 本溪 盘锦 铁岭 通化 延吉 伊春 南通 张家港 金华 义乌 慈溪 余姚 乐清 三明 石狮 新余 焦作 仙桃 邵阳 娄底 河源 来宾 崇左 广元 资阳 安顺 毕节 铜仁 凯里 昭通 楚雄 林芝 安康 商洛 金昌 白银 武威 平凉 "
    "格尔木 吴忠 克拉玛依 哈密 昌吉 库尔勒 石河子 闵行 静安 普陀 杨浦 宝山 奉贤 金山 崇明 昌平 顺义 大兴 房山 石景山 门头沟 怀柔 平谷 回龙观 天通苑 亦庄 国贸 西二旗 望京 宝安 龙岗 龙华 坪山 越秀 海珠 增城 从化 萧山 拱墅 洪山 光谷 武侯 金牛 成华 "
    "高新 双流 郫都 鼓楼 玄武 建邺 雨花台 雁塔 碑林 未央 渝中 沙坪坝 南岸 岳麓 吴中 相城 吴江 市南 市北 思明 湖里 集美 名古屋 槟城 金边 仰光 阿布扎比 多哈 法兰克福 科隆 伯明翰 鹿特丹 布达佩斯 威尼斯 达拉斯 奥斯汀 迈阿密 丹佛 圣何塞 珀斯 阿德莱德 惠灵顿 开罗 约翰内斯堡 "
    "拉各斯".split()
)


@lru_cache(maxsize=16384)
def _tags(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((word, tag) for word, tag in rjieba.tag(text))


def is_chinese_name(text: str) -> bool:
    """Whether `text` reads as a Chinese person's full name: a surname and one or two characters that are no common word."""
    if re.search("[我你他她它们是的了]", text):
        return False
    if text.startswith(_DOUBLE_SURNAMES):
        return 3 <= len(text) <= 4
    if not 2 <= len(text) <= 3 or text[0] not in _SURNAMES or _NOT_NAME_END.search(text):
        return False
    tags = _tags(text)
    return len(tags) > 1 or tags[0][1].startswith("nr")


def is_chinese_place(text: str) -> bool:
    """Whether `text` can be a place someone lives in or comes from: a place name as segmented, or one by its ending."""
    if text in _ZH_NO_PLACE or not 1 < len(text) <= 16:
        return False
    if is_surely_place(text):
        return True
    if re.search("[过了着]|[里内旁]$", text) or any(tag[0] in "vrudpcy" for _, tag in _tags(text)):
        return False
    if text in _PLACES or _ZH_PLACE_END.search(text) is not None:
        return True
    return any(tag in {"ns", "nrt", "nt"} for _, tag in _tags(text)) or _tags(text)[0][1] == "nr"


def is_surely_place(text: str) -> bool:
    """Whether every word of `text` is a known place name: for wordings that others than places stand in too."""
    return text in _PLACES or all(tag == "ns" or word in _PLACES for word, tag in _tags(text))


def chinese_tags(text: str) -> tuple[tuple[str, str], ...]:
    """`text` as words with their parts of speech."""
    return _tags(text)
