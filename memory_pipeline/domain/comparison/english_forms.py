"""Forms of English sentences, as frames.py reads them: each line lists ways to say one thing, and its canonical form."""

from __future__ import annotations

FORMS = """
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
A ~boss =B || A boss =B || B =boss at:A || B manage A || B supervise A || A report to:B || A report B || A report directly to:B || A work under:B || B =A ~boss || A answer to:B => A managedby B
B =dependency at:A || A ~dependency =B => A depend at:B
A precede B => B after:A
A occur before:B || A =before:B => B after:A
A occur after:B || A =after:B || A come after:B || A follow B => A after:B
A =old than:B || A =older than:B => B =younger than:A
A =large than:B || A =larger than:B || A =bigger than:B => B =smaller than:A
A =taller than:B => B =shorter than:A
A =faster than:B => B =slower than:A
A =higher than:B => B =lower than:A
A like B more than:C || A like B better than:C || A like B via:C || A prefer B to:C || A prefer B than:C || A would prefer B to:C => A prefer B via:C
A owe O to:B || A have debt at:O to:B || A have debt O to:B || A ~debt to:B =O || A have O debt to:B => A owe B O
A =at:debt to:B for:O || A =indebted to:B for:O => A owe B O
# causes
cause at:A =B || A ~cause =B || A occur because B || A =because B || A because:B || A stem from:B || A happen because B => B cause A
reason for:A =B || A ~reason =B || B =reason for:A || B =A ~reason => B cause A
A =forbid at:B || A =forbid by:B || A =not allow at:B => B forbid A
A =allow at:B || A =allow by:B => B allow A
A =close at:B || A not open at:B => A closed B
# dates of birth and other dates
A =born D@date || A =born at:D@date || A ~birthday =D@date || A birthday =D@date || A birthday D@date || A birthday fall at:D@date || A celebrate birthday at:D@date || A have birthday at:D@date || A ~birthday at:D@date || A ~birthday =at:D@date || A birthday D@date|time|weekday|period|figure => A birthday D
A =born at:B || B =A ~birthplace || A ~birthplace =B || A birthplace =B => A birthplace B
D@date =A ~birthday || A birthday D@date|time|weekday|period|figure => A birthday D
A expiration date =D@date|time|weekday|period|figure || A expire date =D@date|time|weekday|period|figure || A ~expiration =D@date|time|weekday|period|figure || A expiry date =D@date|time|weekday|period|figure || A expiry =D@date|time|weekday|period|figure || A expiration =D@date|time|weekday|period|figure || A expire D@date|time|weekday|period|figure => A expire D
A begin time =D@date|time|weekday|period|figure || A begin date =D@date|time|weekday|period|figure || A start time =D@date|time|weekday|period|figure || A start date =D@date|time|weekday|period|figure || A begin at:D@date|time|weekday|period|figure => A begin at:D
A =due D@date|time|weekday|period|figure || A =due at:D@date|time|weekday|period|figure || A due at:D@date|time|weekday|period|figure || A due D@date|time|weekday|period|figure || A deadline D@date|time|weekday|period|figure => A deadline D
A deadline =D@date|time|weekday|period|figure || deadline for:A =D@date|time|weekday|period|figure || A ~deadline =D@date|time|weekday|period|figure || A deadline D@date|time|weekday|period|figure => A deadline D
# living and working
A ~home =at:B || A home =at:B || A =resident at:B || A ~home =B || A call B home || B =home to:A || A have home at:B || A ~residence =at:B || A ~residence =B || A =based at:B || A base at:B => A live at:B
A =from:B || A come from:B || A hail from:B || A ~hometown =B => A hometown B
B =where A live => A live at:B
A use B for:C || C for:A =B => A use B for:C
A use B as:C || A ~C =B => A use B as:C
A =B employee || A =employee at:B || A ~employer =B || B hire A || A have a job at:B || A job =at:B || A ~workplace =B || A work for:B || B =A ~employer || A ~company =B => A work at:B
A work as:B || A ~job =B || A ~job title =B || A job title =B || A =B at:profession || A make living as:B || A earn living as:B || A =B => A 职业是 B
A ~name =B || A name =B || A name B || A go by:B || A go by:name B || A =B => A 姓名是 B
A ~role =B || A have role at:B || A ~title =B || A =B => A 角色是 B
A graduate from:B || A =graduate at:B || A =alumnus at:B || A ~alma mater =B => A graduate at:B
A study at:B || A =student at:B || A attend B => A study at:B
A major at:B || A ~major =B || A study B => A study B
# contacts
A ~phone =I@identifier || A phone =I@identifier || A phone I@identifier || A have phone I@identifier || A can contact at:I@identifier || A can =contact at:I@identifier || you can contact A at:I@identifier || contact A at:I@identifier || A contact at:I@identifier || A ~email =I@identifier || A email =I@identifier || A email I@identifier || can contact A at:I@identifier || you can invoke A at:I@identifier || A ~contact =I@identifier || I@identifier =A ~phone || I@identifier =A ~email => A contact I
you can contact A by:email at:I@identifier || you can contact A by:phone at:I@identifier || A can =contact by:email at:I@identifier || A can =contact by:phone at:I@identifier || A can contact via:email at:I@identifier => A contact I
# measures
A weight =N@figure || A have weight at:N@figure || A weigh N@figure => A weigh N
A height =N@figure || A =N@figure high || A have height at:N@figure || A =N@figure tall || A N@figure tall || A stand N@figure tall => A height N
A length =N@figure || A have length at:N@figure || A =N@figure long => A length N
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
A =open until:B@time || A open until:B@time || A close at:B@time => A close B
A =open from:B@time || A =open since:B@time || A open at:B@time => A open B
# rules and needs
B =mandatory for:A || B =require for:A || A must enable B || A must use B || A must have B || B =obligatory for:A || A =require to:enable B || A =require to:use B || A =require to:have B => A must B
we require B for:A || you require B for:A || B require before:A || B =require before:A || B require for:A || A not happen without B || A can not happen without B || A need B => A require B
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
go to:B || travel to:B || take trip to:B || make trip to:B || trip to:B => visit B
A go to:B || A travel to:B || A take trip to:B || A make trip to:B || A trip to:B => A visit B
# systems
A run B || A run at:B || A ~version =B || A version =B || A =version at:B || A =use B || A run version at:B || A power by:B || A use B || A use version B => A use B
A =at:B N@figure || A run at:B N@figure || A run B N@figure || A use B N@figure => A use B N
A migration go from:B to:C || A migrate from:B to:C || A move from:B to:C || A migration =from:B to:C || A =move from:B to:C => A migrate from:B to:C
B =A ~responsibility || A =at:charge at:B || A =responsible for:B || B ~owner =A || A =owner at:B || A take care at:B || owner at:B =A || B owner =A || A have responsibility for:B || A own B => A responsible B
B =A ~lead || A ~lead =B || A ~leader =B || B lead A || B =leader at:A || B =A ~leader => A leader B
A host at:B || A =deployed at:B || A deploy at:B || A =host at:B => A host at:B
A ~location =B || A ~address =B => A address B

A take C to:B || A go to:B by:C || A get to:B by:C || A travel to:B by:C || A commute to:B by:C || A ride C to:B || A come to:B by:C => A go to:B by:C
A =mother at:N@figure B || A have N@figure B => A motherof N B
A =father at:N@figure B || A have N@figure B => A fatherof N B
A fear B || B scare A || B frighten A || B terrify A => A fear B
A ~name =B || A name =B || B =name at:A || B =A ~name || A =B => A 姓名是 B
B =A ~favorite || A ~favorite =B || A like B best || A like B most || A favorite =B || A love B most => A favorite B
A retire at:D || A =retire since:D => A retire at:D
A save for:B || A save to:buy B || A save buy B || A put money aside for:B => A save for:B
A study B || A =B student || A =student at:B || A major at:B || A =B major || A take B => A study B
A coach B || A =coach at:B || A =B coach => A coach B
A =member at:B || A belong to:B || A =B member || A have membership at:B || A have B membership => A member B
A know B since:D || A meet B at:D => A know B since:D
A exist since:D || A =found at:D || A =establish at:D || A =introduce at:D || A =create at:D => A exist since:D
A work at:B since:D || A join B at:D || A begin work at:B at:D || A begin at:B at:D => A work at:B since:D
A live at:B since:D || A move to:B at:D => A live at:B since:D
A =B since:D || A become B at:D => A become B since:D
A marry since:D || A =marry since:D || A marry at:D || A =marry at:D => A marry since:D
A find B C || B =C for:A => B =C for:A
have B at:A || A have B => A have B
A have N@figure employee || A hire N@figure person || N@figure person work at:A || A have staff at:N@figure => A employ N
A pay N@figure for:B || B cost A N@figure => A pay N for:B
A sell B for:N@figure || A get N@figure for:B => A sell B for:N
A =good at:B || A play B well || A =good B player => A good at:B
# any attribute of anything
A have X at:B || A ~X =B || X at:A =B || X for:A =B || A X =B || B =A ~X || A ~X =at:B || A ~X B => A X =B
A have B name C || A ~B =C || A ~B name C || A have B =C || A ~B go by:C || C =A ~B => A ~B =C
A have B || A ~B exist || there have B at:A => A have B
B use at:A || A use B || A =use B || A run B || A employ B || A rely at:B || A =built at:B || A make use at:B || A work via:B || A go via:B || A base at:B || A power by:B => A use B
# people
A commute by:B || A take B to:work || A go to:work by:B || A travel to:work by:B || A get to:work by:B || A ~commute =by:B || A come to:work by:B || A commute via:B => A commute by:B
A marry to:B || A marry B || A ~wife =B || B =A ~wife || A wife =B || B marry to:A || B =wife at:A || B marry A => A wife B
A marry to:B || A marry B || A ~husband =B || B =A ~husband || A husband =B || B marry to:A || B =husband at:A || B marry A => A husband B
A marry to:B || A marry B || A ~spouse =B || B =A ~spouse || A spouse =B || B marry to:A || A ~partner =B || B =A ~partner => A spouse B
A ~brother =B || B =A ~brother || A have brother name B || A have brother B || A ~brother name B || B =brother at:A => A brother B
A ~sister =B || B =A ~sister || A have sister name B || A have sister B || A ~sister name B || B =sister at:A => A sister B
A ~son =B || B =A ~son || A have son name B || A have son B || A ~son name B || B =son at:A => A son B
A ~daughter =B || B =A ~daughter || A have daughter name B || A have daughter B || A ~daughter name B || B =daughter at:A => A daughter B
A not have any B || A have no B || A have not B || A have none B || A not have B || A =without B => A not have B
A growup at:B || A spend childhood at:B || A ~childhood =at:B || A raise at:B || A =raised at:B || A ~childhood home =at:B || A bring up at:B => A growup at:B
A have N@figure year at:experience at:B || A work at:B for:N@figure || A have N@figure at:experience at:B || A have N@figure at:B experience || A have N@figure B experience => A experience B N
A have degree at:B from:C || A have B degree from:C || A study B at:C || A graduate from:C with:B degree || A graduate from:C with:degree at:B || A major at:B at:C || A graduate at:B from:C || A earn degree at:B from:C || A hold degree at:B from:C || A hold B degree from:C || A earn B degree from:C || A get degree at:B from:C || A get B degree from:C || A complete B degree at:C => A study B at:C
A have degree at:B || A have B degree || A study B || A graduate at:B || A major at:B || A hold degree at:B || A hold B degree || A ~degree =at:B || A ~field at:study =B || A ~major =B => A study B
A speak B || A ~language =B || A can speak B || A know B || A ~language include B || A converse at:B || A =speaker at:B || A have command at:B || A communicate at:B => A speak B
A sleep N@figure || A get N@figure at:sleep || A sleep for:N@figure || A ~sleep =N@figure => A sleep N
A wear size N@figure B || A ~B size =N@figure || A wear B size N@figure || A ~size at:B =N@figure || A wear B at:size N@figure => A B size N
A drive B || A ~car =B || A have B || A ~vehicle =B => A car B
A charge N@figure || A ~rate =N@figure || A ~fee =N@figure || A bill N@figure => A charge N
A =N@figure at:per || A cost N@figure || A =N@figure || A run N@figure || A price =N@figure || A come at:N@figure || A cost user N@figure || A set user back N@figure => A cost N
A play B || A =B player || A perform at:B => A play B
A have B at:pet || A keep B || A ~pet =B || A raise B || A have B => A pet B
A have allergy B || A allergic to:B || A can not tolerate B || A intolerant to:B || A =B intolerant => A allergic to:B
A not eat B || A avoid B || A never eat B || A do not eat B || A abstain from:B || A stay from:B || A refrain from:B || A steer clear at:B || A exclude B from:diet || A ~diet exclude B => A not eat B
A not drink B || A avoid B || A never drink B || A abstain from:B || A stay away from:B || A refrain from:B => A not drink B
A stop smoke || A give via smoke || A not smoke anymore || A nolonger smoke || A quit smoke => A stop smoke
A stop B || A nolonger B || A not B anymore || A give up B => A stop B
A get up at:T@date|time|weekday|period|figure || A wake at:T@date|time|weekday|period|figure || A wake up at:T@date|time|weekday|period|figure || A rise at:T@date|time|weekday|period|figure || A get at:T@date|time|weekday|period|figure || A ~alarm =at:T@date|time|weekday|period|figure || A ~alarm =set for:T@date|time|weekday|period|figure || A ~wake time =T@date|time|weekday|period|figure => A wake at:T
A go to:bed at:T@date|time|weekday|period|figure || A ~bedtime =T@date|time|weekday|period|figure || A sleep at:T@date|time|weekday|period|figure || A go to:sleep at:T@date|time|weekday|period|figure || A ~bedtime =at:T@date|time|weekday|period|figure || A bed at:T@date|time|weekday|period|figure => A bed at:T
A exercise B || A train B || A go to:gym B || A exercise at:gym B => A exercise B
A collect B || A =B collector || A ~hobby =collect B || A have collection at:B || A have B collection => A collect B
A teach B || A =B teacher || A =teacher at:B || A work as:B teacher => A teach B
A coach B || A =B coach || A =coach at:B => A coach B
A practice B || A do B || A ~practice B => A do B
A save for:B || A save money for:B || A =saving for:B || A put money aside for:B || A set money aside for:B => A save for:B
A plan visit B || A plan trip to:B || A plan travel to:B || A plan go to:B || A ~plan =visit B || A travel to:B || A have trip plan to:B || A be visit B || A ~trip to:B =plan || A plan vacation at:B || A plan holiday at:B || A plan to:visit B || A plan fly to:B => A plan visit B
A want learn B || A hope learn B || A ~goal =learn B || A would like learn B || A like learn B || A want to:learn B || A ~dream =learn B || A aspire learn B || A wish learn B || A aim learn B || A plan learn B || A intend learn B => A want study B
A want B || A ~goal =B || A ~dream =B || A hope B || A aspire B || A ~aim =B || A ~wish =B || A ~ambition =B || A ~goal =to:B || A dream at:B => A want B
A like B || A enjoy B || A =into B || A love B || A ~passion =B || A =passionate about:B || A have passion for:B || A =fan at:B || A =B fan || A =B lover || A =B enthusiast || A have soft spot for:B || A find B enjoyable || A have love at:B || A have love for:B || A =enthusiastic about:B || A =partial to:B || A appreciate B || A have taste for:B => A like B
A dislike B || A not like B || A not enjoy B || A have dislike at:B || A have aversion to:B || A not care for:B || A =not fan at:B || A not fan at:B || A have dislike for:B => A dislike B
A hate B || A can not stand B || A detest B || A loathe B || A not can stand B || A can not bear B => A hate B
A like B via:C || A prefer B to:C || A like B more than:C || A prefer B via:C || A would choose B via:C || A would take B via:C || A choose B via:C || A favor B via:C || A pick B via:C || A like B better than:C || A rather B than:C || A prefer B instead C => A prefer B via:C
A prefer contact by:B || A prefer contact via:B || A ~prefer contact method =B || A want contact by:B || A =best contact by:B || A ~contact preference =B || A would like contact by:B || contact A by:B || contact A via:B || A prefer B for:contact || A like contact by:B || A prefer be contact by:B || A prefer communication by:B || A prefer communicate by:B || A prefer receive message by:B => A prefer contact by:B
# work and business
A boss B || A report to:B || A ~boss =B || A boss =B || B =A ~boss || B supervise A || B oversee A || B =at:charge at:A => A managedby B
A lead B || A =leader at:B || B ~leader =A || A =head at:B || B lead by:A || A run B || A head B || A =at:charge at:B || A manage B || A ~team =B || B report to:A || A =B lead || A =B leader || A =B head || A =lead at:B || A =boss at:B || A =B boss => A lead B
A responsible B || A maintain B || A look after:B || A =responsible for:B || A =maintainer at:B || B maintain by:A || A =B maintainer || B ~maintainer =A || A in charge B || A in charge at:B || A =owner at:B || B ~owner =A || B belong to:A || A =B owner || A take care at:B => A responsible B
A assign to:B || B =assign A || B =assignee at:A || A ~assignee =B => A assignee B
A begin at:D@date|time|weekday|period|figure || A take effect at:D@date|time|weekday|period|figure || A come into effect at:D@date|time|weekday|period|figure || A become effective at:D@date|time|weekday|period|figure || A =effective from:D@date|time|weekday|period|figure || A =effective at:D@date|time|weekday|period|figure || A go live at:D@date|time|weekday|period|figure || A launch at:D@date|time|weekday|period|figure || A begin D@date|time|weekday|period|figure || A kick at:D@date|time|weekday|period|figure || A commence at:D@date|time|weekday|period|figure || A =at effect from:D@date|time|weekday|period|figure || A begin from:D@date|time|weekday|period|figure || A take effect D@date|time|weekday|period|figure || A open at:D@date|time|weekday|period|figure => A begin at:D
A finish at:D@date|time|weekday|period|figure || A end at:D@date|time|weekday|period|figure || A run until:D@date|time|weekday|period|figure || A close at:D@date|time|weekday|period|figure || A last until:D@date|time|weekday|period|figure || A conclude at:D@date|time|weekday|period|figure || A end D@date|time|weekday|period|figure || A continue until:D@date|time|weekday|period|figure || A go until:D@date|time|weekday|period|figure || A terminate at:D@date|time|weekday|period|figure => A end at:D
A run from:B to:C || A last from:B to:C || A open from:B to:C || A =open from:B to:C || A =from:B to:C || A be between:B and C || A begin at:B end at:C || A begin at:B finish at:C => A from:B to:C
A deadline D@date|time|weekday|period|figure || A =due D@date|time|weekday|period|figure || A due at:D@date|time|weekday|period|figure || A must finish before:D@date|time|weekday|period|figure || A must submit before:D@date|time|weekday|period|figure || A must =finish by:D@date|time|weekday|period|figure || A must =submit by:D@date|time|weekday|period|figure || A must finish by:D@date|time|weekday|period|figure || A must submit by:D@date|time|weekday|period|figure || deadline for:A =D@date|time|weekday|period|figure || A need to:finish by:D@date|time|weekday|period|figure || A need submit by:D@date|time|weekday|period|figure || A require by:D@date|time|weekday|period|figure || A expect by:D@date|time|weekday|period|figure || A ~due date =D@date|time|weekday|period|figure || A =due by:D@date|time|weekday|period|figure || A due by:D@date|time|weekday|period|figure => A deadline D
A happen D@date|time|weekday|period|figure || A occur D@date|time|weekday|period|figure || A =at:D@date|time|weekday|period|figure || A occur at:D@date|time|weekday|period|figure || A =schedule for:D@date|time|weekday|period|figure || A schedule for:D@date|time|weekday|period|figure || A =plan for:D@date|time|weekday|period|figure || A set for:D@date|time|weekday|period|figure || A plan for:D@date|time|weekday|period|figure || A ~date =D@date|time|weekday|period|figure || A begin at:D@date|time|weekday|period|figure || A hold at:D@date|time|weekday|period|figure || A go at:D@date|time|weekday|period|figure || A =D@date|time|weekday|period|figure || A run at:D@date|time|weekday|period|figure || A kick at:D@date|time|weekday|period|figure || A =hold at:D@date|time|weekday|period|figure || A will at:D@date|time|weekday|period|figure || A book for:D@date|time|weekday|period|figure => A occur at:D
A have meet with:B C || A meet B C || A meet with:B C || meet between:A and B C || A =meet B C || A see B C || A have appointment with:B C || A ~appointment with:B =C || A have B appointment C || A ~B appointment =C => A meet B C
A cost N@figure || A charge N@figure || A price at:N@figure || A be N@figure || A =N@figure => A cost N
A win B || A =winner at:B || A award B => A win B
A invest N at:B || A put N into:B || A put N to:B => A invest N to:B
A order B || A place order for:B || A make order for:B => A order B
A cancel B || A call via B || A call off B || B cancel by:A || A terminate B => A cancel B
A subscribe to:B || A have subscription to:B || A have B subscription || A =subscriber at:B || A =B subscriber || A =at B plan || A ~plan =B || A ~subscription =B || A have B plan => A subscribe to:B
A recommend B || B recommend by:A || A suggest B || A advise B || A propose B => A recommend B
A approve B || B approve by:A || A give approval for:B || A give approval to:B || A authorize B => A approve B
A ask for:B || A request B || A make request for:B || A demand B => A ask B
A help B with:C || A assist B with:C || A give B hand with:C => A help B with:C
A visit B || A go to:B || A travel to:B || A take trip to:B || A =at:B for:visit || A make visit to:B => A visit B
A participate at:B || A attend B || A go to:B || A take part at:B || A join B || A =participant at:B || A =at:attendance at:B || A =present at:B => A attend B
A found B || A establish B || A start B || A begin B || A =founder at:B || B ~founder =A => A found B
A invent B || A create B || A =creator at:B || A =inventor at:B || B create by:A => A create B
A write B || A =author at:B || B ~author =A || B write by:A => A write B
A own B || A =owner at:B || B belong to:A || A have B || B ~owner =A || B own by:A => A have B
A use N@figure at:B || A consume N@figure at:B || A need N@figure at:B || A require N@figure at:B => A use N B
# systems
A listen at:port N || A use port N || A ~port =N || A run at:port N || A =at:port N || A =available at:port N || A expose port N || A =reachable at:port N || A bind to:port N || A port =N || A serve at:port N || A accept connection at:port N || A port N => A port N
A hold N@figure B || A can hold N@figure B || A capacity =N@figure B || A have capacity at:N@figure B || A ~capacity =N@figure B || A have room for:N@figure B || A can store N@figure B || A store atmost N@figure B || A fit N@figure B || A hold atmost N@figure B || A can hold atmost N@figure B || A can seat N@figure B || A seat N@figure B || A can accommodate N@figure B || A accommodate N@figure B || A have space for:N@figure B => A capacity N B
A atmost B || A must not exceed B || A can not exceed B || A not can exceed B || A can not be over B || A restrict to:B || A =restrict to:B || A not over B || A never exceed B || A can not over B || A must not over B || A allow atmost B || A =atmost B || A cap at:B || A =capped at:B || A limit to:B || A =limited to:B || A support atmost B || A can have atmost B => A atmost B
A atleast B || A must not below B || A can not below B || A must =atleast B || A require atleast B || A need atleast B || A must have atleast B || A have atleast B || A =atleast B || A must contain atleast B || A must include atleast B => A atleast B
A down for:N@figure || A last N@figure || A =down for:N@figure || A =unavailable for:N@figure || A outage last N@figure || A =offline for:N@figure || A =out for:N@figure || A experience N@figure at:outage || A suffer N@figure outage || A have outage at:N@figure || A have N@figure outage => A down N
A fail because:B || A crash because:B || B cause A fail || B cause A crash || B make A crash || B make A fail || B cause A to:crash || A crash due B || B crash A || B bring down A || B bring A down || B take A down => A crash because B
B cause A || A because:B || A =because:B || A occur because:B || A result from:B || A cause by:B || A trigger by:B || cause at:A =B || A ~cause =B || A ~root cause =B || root cause at:A =B || A happen because:B || A come from:B || A originate from:B || A =result at:B || A =caused by:B || A be down to:B || reason for:A =B || B =reason for:A || B =cause at:A || B =to:blame for:A || B =behind A => B cause A
A fix by:B || B fix A || B =fix for:A || A solve by:B || A =fixed by:B || B solve A || A ~fix =B || fix for:A =B => B fix A
A backup run B@rate|period|time || A =backed up B@rate|period|time || A back up B@rate|period|time || A backup B@rate|period|time || A backup happen B@rate|period|time || A backup take B@rate|period|time || backup at:A take B@rate|period|time || backup at:A run B@rate|period|time || A get back up B@rate|period|time || A get backup B@rate|period|time || A backup make B@rate|period|time || backup at:A make B@rate|period|time || A backup be take B@rate|period|time || A backup occur B@rate|period|time => A backedup B
A deploy at:B || A =deployed at:B || A release at:B || A ship at:B || A deployment happen at:B || A deployment occur at:B || A deployment take place at:B || A deployment =at:B || A deployment run at:B || A go out at:B => A deploy at:B
A host at:B || A run at:B || A =hosted at:B || A deploy at:B || A =at:B || A locate at:B || B host A || A ~host =B || A host by:B || A sit at:B => A host at:B
A store at:B || A save at:B || A retain at:B || A =stored at:B || A keep at:B || A =kept at:B || A =at:B || B store A || B hold A || B contain A || B retain A || A write to:B || A persist to:B || A retain to:B || A locate at:B || A ~location =B => A store at:B
A write at:B || A =written at:B || A implement at:B || A ~language =B || A =code at:B || A code at:B || A develop at:B || A ~implementation language =B || A program at:B => A write at:B
A return B || A respond with:B || A answer with:B || A ~answer =at:B || A ~response =at:B || answer from:A =at:B || answer from:A =B || A output B || A ~answer format =B || A ~response format =B || A answer at:B || A reply with:B || A ~output =B || A produce B || A give back B || A format =B || A send B || A ~output format =B || A emit B || A serve B => A return B
A require B || A need B || A can not work without B || A not work without B || B necessary for:A || B require for:A || B =prerequisite for:A || A rely at:B || B =must for:A || A can not run without B || A not run without B || B =essential for:A || B =necessary for:A || B =needed for:A || A demand B || B must for:A => A require B
A depend at:B || A rely at:B || B =dependency at:A || A ~dependency =B || A =dependent at:B || A have dependency at:B || A can not function without B || A not work without B => A depend at:B
A encrypt with:B || A =encrypted with:B || A use B encryption || B encrypt A || A encryption =B || A encrypt via:B || A protect with:B || A protect by:B || A secure with:B || A encryption use B || A encrypt by:B => A encrypt with:B
A rotate per B || A rotation happen per B || A rotate B || A =rotated B || A renew B || A change B || A rotation =B || A ~rotation =B => A rotate B
A expire after:N || A =valid for:N || A valid for:N || A last N || A ~validity =N || A ~lifetime =N || A ~ttl =N || A timetolive =N || A ~timetolive =N || A expire at:N || A lifetime =N || A validity =N || A have lifetime at:N || A time out after:N || A =good for:N || A live for:N || A timeout after:N || A retain for:N || A have timetolive at:N || A cache for:N => A expire after N
A enable for:B || B have A enable || A =on for:B || A active for:B || A =active at:B || A =enabled at:B || A enable at:B || A =live at:B || A =available at:B || A =available to:B || A available to:B || A =on at:B || A turn on at:B => A enable at:B
A disable for:B || B have A disable || A =off for:B || A inactive for:B || A disable at:B || A =off at:B || A turn off at:B || A not enable at:B || A not available at:B || A =unavailable at:B => A disable at:B
A access B || A have access to:B || A can access B || B =accessible to:A || A =allowed to:access B || A allow access B || B can access by:A || A =granted access to:B || A get access to:B || A can log into B || A =access to:B || A may access B => A access B
A not access B || A have not access to:B || A can not access B || B =not accessible to:A || A lack access to:B || A =denied access to:B || A have no access to:B || A not have access to:B => A not access B
A send to:B || A go to:B || B receive A || A =sent to:B || A deliver to:B || A forward to:B || A route to:B || A =routed to:B || B get A || A email to:B => A send to:B
A notify B || A alert B || B receive alert from:A || A page B || B get notification from:A || A send notification to:B || A send alert to:B || B notify by:A || B get alert from:A => A notify B
A monitor B || B monitor by:A || A watch B || A track B || A observe B || B monitor via:A || B monitor with:A || B track via:A || B track with:A || B track at:A || B monitor at:A => A monitor B
A replace B || B replace by:A || B replace with:A || A supersede B || A =replacement for:B || A take place at:B || A =successor to:B || A succeed B => A replace B
A merge into B || A merge to:B || B absorb A || A fold to:B || A combine to:B => A merge to:B
A close by:B || B close A || B resolve A || A resolve by:B => B close A
A have status B || A ~status =B || A status =B || A =B || A =at:status B || A =at:state B || A =at:B state || A state =B || A ~state =B || A mark as:B || A =marked as:B || A remain B || A =still B => A 状态是 B
A priority =B || A ~priority =B || A have B priority || A =B priority || A =at:B priority || A mark as:B priority || A have priority B || A =priority B => A priority B
A severity =B || A ~severity =B || A have B severity || A =severity B || A =B severity || A classify as:B || A rate B || A have severity B => A severity B
A written at:B || A =at:B => A =at:B
A =B ~apprentice || B =A ~mentor || A ~mentor =B || B ~apprentice =A || B mentor A || A =B ~mentee || A mentor by:B => A mentee B
A =B ~student || B =A ~teacher || A ~teacher =B || B ~student =A || B teach A => A teacher B
A =B ~tenant || B =A ~landlord || A ~landlord =B || A rent from:B || B rent to:A => A landlord B
A =B ~father || B =A ~son || A ~son =B => B father A
A =B ~mother || B =A ~daughter || A ~daughter =B => B mother A
A have N@figure at:B experience || A work with:B for:N@figure || A use B for:N@figure || A do B for:N@figure || A have N@figure at:experience with:B || A have N@figure at:experience at:B || A =work with:B for:N@figure || A have B experience at:N@figure || A have work with:B for:N@figure || A work at:B for:N@figure || A ~experience with:B =N@figure => A experience B N
A want B by:C || A prefer B by:C || A would like B by:C || A want receive B by:C || A like B by:C || A want B via:C || A prefer B via:C || A want receive B via:C => A want B by:C
A must finish by:D || A must =finish by:D || deadline at:A =D || A ~deadline =D || A deadline =D || A need to:finish by:D || A must finish before:D || A must complete by:D || A =due D || A =due by:D => A deadline D
A move to:D || A reschedule to:D || A postpone to:D || A =moved to:D || A shift to:D || A =reschedule for:D || A reschedule for:D || A put to:D || A change to:D => A move to:D
A headquarters at:B || A have headquarters at:B || A ~headquarters =at:B || A ~headquarters =B || A =headquarters at:B || A base at:B || A ~head office =at:B || A ~main office =at:B => A headquarters at:B
A ~shift =at:night || A work night shift || A work at:night || A =at:night shift => A work night shift
A marry for:N@figure || A get marry N@figure ago || A marry N@figure ago || A =marry for:N@figure || A have be marry for:N@figure => A marry N
A turn N@figure || A have N@figure birthday || A become N@figure || A reach age N@figure => A turn N
maximum number at:A B =N@figure || A accept atmost N@figure B || A allow atmost N@figure B || A support atmost N@figure B || A atmost N@figure B || A can have atmost N@figure B || A have atmost N@figure B || A maximum B =N@figure || A B =limited to:N@figure || A B limit =N@figure || A can handle atmost N@figure B || A maximum number at:B =N@figure || A ~maximum number at:B =N@figure || A have maximum at:N@figure B || A allow maximum at:N@figure B || A =limited to:N@figure B || A limit to:N@figure B || A B count =atmost N@figure || maximum number at:B at:A =N@figure || maximum number at:B for:A =N@figure || A can use atmost N@figure B => A atmost N B
minimum number at:A B =N@figure || A require atleast N@figure B || A need atleast N@figure B || A atleast N@figure B || A must have atleast N@figure B || A minimum B =N@figure || A have atleast N@figure B || A have minimum at:N@figure B => A atleast N B
B for:A =N@figure || A ~B =N@figure || A have N@figure B || B at:A =N@figure || A B =N@figure || A have B at:N@figure || A get N@figure B || A come with:N@figure B || A B last N@figure || A have N@figure at:B || B for:A last N@figure => A have N B
A like B best || A like B most || A prefer B || A ~favorite =B || A ~preference =B || A ~prefer option =B || A would rather B || B =A ~favorite || A favor B || A ~preferred =B || A go for:B => A prefer B
A =at:B diet || A follow B diet || A eat B diet || A have B diet || A stick to:B diet || A ~diet =B || A keep to:B diet || A adhere to:B diet || A maintain B diet => A diet B
A because:B || A =because:B || B cause A || A happen because:B || A occur because:B || A cause by:B || A result from:B || A stem from:B || A come from:B || B make A || B =reason for:A || B =cause at:A || A =result at:B || A arise from:B || A come about:B => B cause A
B not support by:A || A not support B || A lack support for:B || A have no support for:B || B =unsupported at:A || A not have support for:B || B =not support at:A => A not support B
B support by:A || A support B || A have support for:B || A offer support for:B || A =compatible with:B => A support B
A not available D || A =not available D || no A D || there have no A D || have no A D || not A D || A =unavailable D || A not offer D || not have A D || A =closed D || A not work D => A not available D
A know how can B || A know how B || A can B || A =able B || A able B || A have ability B || A know how to:B => A can B
A not know how B || A not can B || A not know how to:B || A =unable B || A not able B => A not can B
B replace by:A || A replace B || A take over from:B || A succeed B || A take B place || A take place at:B => A replace B
A take over from:B as:C || A replace B as:C || A succeed B as:C || B replace by:A as:C => A replace B as C
A link to:B || A =linked to:B || A connect to:B || A =connected to:B || A =tied to:B || A associate with:B || A =associated with:B => A link to:B
A limit to:B || A =limited to:B || only B can A || A =reserved for:B || A =restricted to:B || A restrict to:B || A reserve for:B || A =only for:B || A only for:B => A only B
A live with:B || A share flat with:B || A share house with:B || A share apartment with:B || A share home with:B || A =living with:B || B =A ~flatmate || A ~flatmate =B || A ~roommate =B || A room with:B => A live with:B
A date B || A =at:relationship with:B || A ~partner =B || A go out with:B => A partner B
A member at:B || A =member at:B || A belong to:B || A =B member || A =part at:B || A =at:B || A join B || A have membership at:B || A have B membership => A member at:B
A work at:B team || A =at:B team || A =part at:B team || A =member at:B team || A belong to:B team || A ~team =B || A =B team member => A team B
A volunteer at:B || A =volunteer at:B || A do volunteer work at:B || A work as:volunteer at:B => A volunteer at:B
A invest at:B || A have investment at:B || A put money to:B || A hold investment at:B => A invest at:B
A rent B || A =renting B || A live at:rented B || A lease B || A pay rent for:B => A rent B
A ~nationality =B || A =B || A =B citizen || A =citizen at:B || A =B national || A hold B citizenship || A have B citizenship || A ~citizenship =B || A hold B passport || A have B nationality => A nationality B
A ~star sign =B || A =B || A star sign =B || A star sign B => A star sign B
A prefer B C || A ~prefer B =C || A ~preferred B =C || A preferred B =C || A ~favorite B =C || A favorite B =C || A ~B of choice =C || A ~B preference =C || A B preference =C || A ~default B =C => A prefer B =C
A allergic to:B || A can not have B because:allergy || A break at:hive from:B || A have reaction to:B || A get sick from:B => A allergic to:B
A lose N@figure || A ~weight loss =N@figure || A drop N@figure || A shed N@figure => A lose N
A run N@figure || A ~run =N@figure || A jog N@figure || A complete N@figure run => A run N
A quit job at:B || A leave B || A resign from:B || A leave job at:B || A step down from:B || A hand at:notice at:B => A leave B
A begin at:B || A get job at:B || A start job at:B || A join B || A begin work at:B || A accept job at:B || A begin job at:B || A =hired by:B || A hire by:B => A join B
A graduate B || A finish B || A complete B => A graduate B
A write via:B || A write with:B || A write use B => A write via:B
A =expecting B || A =pregnant with:B || A be go have B || A expect B => A expect B
A adopt B || A take B at:adoption || A become parent at:B => A adopt B
A believe at:B || A =B || A ~religion =B || A ~faith =B || A =follower at:B => A religion B
A support B || A =B fan || A =fan at:B || A root for:B || A ~team =B || A =supporter at:B || A =B supporter || A cheer for:B => A support B
A fly at:B || A =flying at:B || A take flight at:B => A fly at:B
A ~goal =B || A want B || A aim B || A aim for:B || A ~target =B || A ~objective =B || A strive for:B || A work toward B || A hope B => A want B
A good at:B || A =good at:B || A excel at:B || A have talent for:B || A ~strength =B || A =skilled at:B || A =talented at:B || A =proficient at:B || A =expert at:B || A =B expert || A ~skill =B || A specialize at:B || A ~specialty =B || A have skill at:B || A =experienced at:B => A good at:B
A bad at:B || A =bad at:B || A struggle with:B || A have trouble with:B || A have difficulty with:B || A find B difficult || A =not good at:B || A not good at:B || A ~weakness =B || A find B hard => A struggle with:B
A live with:B C || A share C with:B => A share C with:B
A spend N@figure at:B || A pay N@figure for:B || B cost A N@figure || A buy B for:N@figure || A ~B cost N@figure || A pay N@figure at:B => A pay N for:B
A track B with:C || A use C to:track B || A track B via:C || A track B at:C || A use C for:B || B tracked at:C by:A => A track B via:C
A do B with:C || A use C for:B || A B with:C || A B via:C || A ~B tool =C || A use C B || A use C to:B => A use C for:B
A ~birth year =N@figure || A =born at:N@figure || A birth year =N@figure || A born at:N@figure || A ~year at:birth =N@figure => A born N
A limit to:N@figure || atmost N@figure A allow || A allow atmost N@figure || A =limited to:N@figure || atmost N@figure A can || A cap at:N@figure || A =capped at:N@figure || maximum at:N@figure A allow || atmost N@figure A permit || A not exceed N@figure || A count =atmost N@figure => A atmost N
A build with:B || A build via:B || A =built with:B || A use B || A base at:B || A write with:B || A =base at:B || A build at:B || A =built at:B => A use B
A ~B =C || A ~B name C || A have C B || A have B call C || A have B name C || A ~B =call C || A ~B go by:C || C =A ~B || A B =C => A ~B =C
A like B || A ~hobby =B || A hobby =B || A ~hobby include B || A ~passion =B || A =B hobbyist || A do B at:hobby => A like B
A encrypt with:B || B =use to:encrypt A || A use B encryption || B encrypt A || B use encrypt A || A encrypt via:B || A =encrypted with:B => A encrypt with:B
A have B degree at:C || A hold B at:C || A hold B degree at:C || A have B at:C || A complete B at:C || A earn B at:C => A have B at:C
A rent B || A live at:rent B || A live at:rented B || A =tenant at:B || A rent home at:B => A rent B
A stop B || A stop eat B || A stop drink B || A give up B || A give up eat B || A nolonger eat B || A nolonger drink B || A quit B || A cut out B => A stop B
A can not tolerate B || A not can tolerate B || A =B intolerant || A intolerant to:B || A =intolerant to:B || A B intolerant || A have B intolerance || A suffer from:B intolerance => A intolerant to:B
A expire after:N@figure B || A timeout after:N@figure B || A expire N@figure B || A =expire after:N@figure B => A expire after:N B
A break B || A fracture B => A break B
A meet D || A have meet D || A hold meet D || A ~meet =D || A have meeting D || A get together D => A meet D
A move B to:C || A transfer B to:C || A relocate B to:C || A shift B to:C => A move B to:C
A can afford B || A have budget at:B || A ~budget =B || A ~budget for:B || A want spend atmost B => A budget B
X date at:A =D@date|time|weekday|period|figure || A ~X date =D@date|time|weekday|period|figure || A X date =D@date|time|weekday|period|figure || X date for:A =D@date|time|weekday|period|figure || A X at:D@date|time|weekday|period|figure || A X D@date|time|weekday|period|figure || A =X at:D@date|time|weekday|period|figure => A X D
A become B || A promote to:B || A =promoted to:B || A =made B || A promote B => A become B
A live near:B || A ~home =near:B || A home =near:B || A have home near:B || A ~house =near:B || A reside near:B => A live near:B
minimum A length =N@figure || A must =atleast N@figure long || A =atleast N@figure long || A must have atleast N@figure || A must contain atleast N@figure || A length must =atleast N@figure || A length =atleast N@figure || A must atleast N@figure long || A need atleast N@figure || A require atleast N@figure => A atleast N
maximum A length =N@figure || A must =atmost N@figure long || A =atmost N@figure long || A must have atmost N@figure || A can have atmost N@figure || A can =atmost N@figure long || A length =atmost N@figure || A length must not exceed N@figure || A must not over N@figure => A atmost N
A ~wedding =at:D@date|time|weekday|period|figure || A get marry at:D@date|time|weekday|period|figure || A marry at:D@date|time|weekday|period|figure || A =marry at:D@date|time|weekday|period|figure || A ~wedding D@date|time|weekday|period|figure || A have wedding at:D@date|time|weekday|period|figure || A wedding =at:D@date|time|weekday|period|figure || A ~wedding date =D@date|time|weekday|period|figure => A marry D
A retire at:D@date|time|weekday|period|figure || A =retire since:D@date|time|weekday|period|figure || A retire since:D@date|time|weekday|period|figure || A have be retire since:D@date|time|weekday|period|figure => A retire D
A hold N@figure || A have capacity at:N@figure || A ~capacity =N@figure || A capacity =N@figure || A can hold N@figure || A can store N@figure || A store N@figure || A have N@figure at:capacity || A have N@figure at:space || A have N@figure at:storage || capacity at:A =N@figure => A hold N
A never smoke || A =nonsmoker || A =always nonsmoker || A nonsmoker || A not smoke => A nonsmoker
A =diabetic || A have diabetes => A diabetic
A want =call B || A prefer name B || A like =call B || A want be call B || A prefer =call B || A go by:B || A prefer go by:B || A want go by:B => A go by:B
A answer within:N@figure || A get answer within:N@figure || A =answer within:N@figure || A receive answer within:N@figure => A answer within:N
"""
