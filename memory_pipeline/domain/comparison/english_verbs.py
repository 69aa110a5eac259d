"""English verbs by how far the bare word tells them from nouns. Counted in the tagged texts of WordNet 3.0 (see english_thesaurus.py)."""

from __future__ import annotations

# seen as verbs more often than as anything else
MOSTLY = frozenset(
    """
abandon abide abolish abound absorb abuse accelerate accept acclaim accommodate accompany accomplish accord accumulate accuse achieve acknowledge acquire activate adapt add address adhere adjust administer admire admit adopt
advance advertise advise advocate affect afford agree aid aim align allege alleviate allocate allow alter amend analyze anchor announce answer anticipate apologize appear appease applaud apply appoint appreciate approach approve
approximate argue arise arrange arrest arrive articulate ask assemble assert assess assign assist associate assume assure attach attack attain attempt attend attract attribute audition authorize avail avenge avert avoid await bake
ban base be beat become beg begin behave believe belong bend beset bet beware bid bind bite blame blast blend bless bloom boast bode boil bolster boom boost borrow bother bounce bow boycott brace breach break breathe bring broaden
brush buck budge build bump burn burst bury buy buzz bypass calculate call cancel capitalize capture care carry carve cast catch cater cause cease celebrate certify challenge change chant characterize charge chase chat chatter
cheat check chew choke choose chop chuck cite claim clamp clarify classify click climb clinch cling clutch coil coincide collaborate collapse collect combine come commemorate commence commit communicate commute compare compel
compensate compete compile complain complicate comply compose compound comprise conceal concede concentrate concern conclude condemn conduct confer confess confirm conform confront confuse congratulate connect conquer conserve
consider consist consolidate consort constitute construct consult consume contain contemplate contend continue contradict contribute convene converge convert convey convict convince cook cooperate coordinate cope correct
correspond cough count cover crack crash crawl create creep cripple criticize cross crouch cruise crush cry cultivate cure curse curtail cushion cut dampen dance dare dash deal decide declare decline decorate decrease dedicate
deepen defeat defend defer define defy delay delegate deliver demand demolish demonstrate denote denounce dent deny depart depend depict deploy deposit deprive derive descend describe desert deserve design designate destroy detain
detect deter deteriorate determine detonate develop devise devote dial dictate die differ differentiate dig digest dilute diminish dine dip direct disable disagree disappear disappoint disarm disband discard disclose discount
discourage discover discriminate discuss disdain dislike dismiss dispatch dispel disperse display dispose dispute disregard disrupt dissolve distinguish distract distribute distrust disturb divert divide divulge do dodge dominate
donate doom downgrade draft drag drain draw dread dress drift drill drink drive drop drown dry dub dump duplicate dwarf dwell earn ease eat echo edit educate elect elevate eliminate embark embarrass embrace emerge emit emphasize
employ empower emulate enable enact encompass encounter encourage endanger endorse endure enforce engage enhance enjoy enlist enrich enroll ensure enter entertain entice envision envy equip eradicate erase erect erode erupt escape
escort establish estimate evacuate evade evaluate evoke evolve examine exceed excel except exclude execute exert exhaust exhibit exist expand expect expel expire explain explode exploit explore export expose express extend extract
facilitate fade fail fall favor feed feel fell fetch fight file fill filter finance find finish fit fix flank flap flash flee flick flip float flop flourish flush fly fold follow forbid forecast foresee forfeit forge forget
forgive forgo formulate foster found freeze fry fulfil fulfill fumble fuse fuss gain gamble gasp gather gauge gaze gear generate get give glance glare glitter glow glue go govern grab graduate grant grapple grasp greet grin grind
grip groom grow guarantee guess guide hail halt hamper handle hang happen harry harvest hatch hate haul haunt have heal hear heed help herald hesitate hide highlight hijack hinder hint hire hit hitch hold honeymoon honor hook hop
hope huddle hug hum hunt hurdle hurry hurt identify ignite ignore illustrate imagine impede implement imply impose impress imprint improve incite include incorporate increase indicate induce indulge infect infiltrate inflict
inform inhabit inherit inhibit initiate inject insert insist inspect inspire install institute insult insure integrate intend intensify inter interact intercept interfere interpret interrupt intervene interview intimidate
introduce invade invent invest investigate invite invoke involve isolate issue jam jeopardize jerk join judge jump justify keep keynote kick kidnap kill kiss knit knock know label lag lam laugh launch lay lead lean leap learn
leave lend lessen let levy liberate lie lift like limit linger link listen live locate lock lodge look loom loop loosen lose lounge love lower lure mail maintain make manage manifest manipulate manufacture mar mark marry marvel
massage match materialize maximize mean measure meet melt mend mention merge mesh migrate minimize miss mistrust misuse mitigate mix mobilize mock modernize modify mold monitor motivate mount mourn move muse muster nab nail
navigate need neglect negotiate nestle nod nominate notch note notice notify obey obscure observe obstruct obtain occupy occur offend offer offset open operate oppose organise organize orient originate oust outlaw outline outweigh
overcome overflow overhaul overlap overlook override overrun overtake overthrow overturn overwhelm owe pack paint pardon participate pass pat pause pay peck peek peel peer penetrate pepper perceive perch perform permit persist
persuade pick pierce pin pinch pinpoint pioneer pitch plague plan play plead please pledge plunge poke polish ponder pop portray pose possess postpone pour praise pray preach precede precondition predict prefer prepare prescribe
preserve preside press pretend prevail prevent print probe proceed proclaim produce prohibit prolong promise promote prompt propel propose prosecute prosper protect protest prove provide provoke publicize publish pull pump punch
punish purchase pursue push put putt puzzle qualify quarrel quell query quit quote raid raise rally ram rap rape ratify rattle reach react read reaffirm realize reap reassure rebuild rebuke recall recapture receive recess reclaim
recognize recommend reconcile reconsider reconstruct recount recoup recover recruit redeem reduce refer reflect refuse regain regard register regret regroup regulate rehabilitate reign reimburse reinforce reinstate reiterate
reject rejoin relate relax relay release relieve relinquish rely remain remake remark remember remind remove render renew rent reopen reorganize repair repay repeal repeat replace reply report represent reproduce request require
rescue resemble resent reserve reshape reside resign resist resolve resort respond restore restrain restrict resume retain retaliate rethink retire retreat retrieve return reunite revamp reveal reverse revert review revise
revitalize revive rewrite rid riddle ride ridicule rig ring rip rise risk rival roam roar roast rob roll rot rotate rove rub run rush rust sacrifice safeguard sag sail salute salvage sanction sap satisfy save say scan scare
schedule scout scramble scrape scratch scream screw scrub seal search secure see seek seem seize select sell send separate serve set settle sever shake share shave shed shift shine shoot shorten shout show shrink shrug shuffle
shun shut shuttle sigh sign simmer simplify simulate sing sink sip sit skid skip slam slap slash slate slaughter sleep slide slip slug slump smash smell smile smuggle snap snatch sneak snub soak soar soften solicit solve sour sow
span spare speak spear specialize specify speculate spend spill spin spit splash split spoil sponsor sprawl spread sprinkle spy squeeze stabilize stack stain stake stamp stampede stand stare start stay steal steam steer stifle
stimulate sting stir stoke stop stray strengthen stretch stride strike strive stroll stud stumble stun submit subscribe subsidize substitute succeed suck sue suffer suggest summon supervise supply support suppose suppress surge
surpass surprise surrender surround survey survive suspect suspend sustain swallow swarm sway swear sweep swell swim swing switch symbolize tack tackle tag tailor take talk tap teach tear tell tend terminate test testify thank
thaw think thrash thread threaten thrive throw thrust thwart tie tighten tilt toast tolerate topple torture toss touch trace trail train transfer transform translate transmit transplant transport travel traverse tread treat trim
trust try tuck tug tumble tunnel turn twist uncover underestimate undergo underline undermine underscore understand undertake undo unfold unify unite unleash unload unlock unravel unveil update upgrade uphold upset urge use usher
utilize utter vary veil venture verify vest vie violate visit volunteer vote vow wade wait waive wake walk wander want warn warrant wash waste watch weaken wear wed weigh welcome weld whip whisper whistle widen wield win wipe wish
withdraw withhold withstand witness wonder woo work worry worsen wrap wreck wrestle write yell yield zoom
""".split()
)
# seen as verbs, too
ALSO = frozenset(
    """
absent abstract accent act adventure age air alarm alert alternate ambush amount anger angle appeal apprentice appropriate arch arm array assault audit authenticate average awake award awe babysit back bag bait balance ball band
bank bankrupt bar bare bargain barge bark batch battle bay beam beard belt bench benefit best better bike bill blanket blaze blind block blossom blow blunder blunt blur board bolt bomb bond boo book border bound box brand brave
breakfast breed brew bribe bridge brief broadcast brook brown bubble bud budget buff buffer bug bulk bull bulletin bunch bundle bunker bust busy butcher cable cache calm camouflage camp campaign cane cap career cart cascade case
cash catalogue caucus caution cement center chamber champion chance channel charcoal charm chart charter cheer chill chin chip chorus chronicle circle clash class claw clean clear climax clip clock close cloud cluster coach coast
coat code coin collar color combat comfort command comment commission commune complement complete compliment compromise con condition configure conflict conjecture consent console contact contest contract contrast control cool
copy core corner corrupt cost costume couch counsel counter counterattack couple court cradle crease credit crop crowd crown crunch cube cup curb curve cycle dam damage damn date dawn debate debut decay decree decrypt default
delight desire despair detail diagram din discharge discipline discredit disgrace disguise disgust disk dissent dive divorce dock doctor document dog dose dot double doubt down dream drug drum dull dunk dust dye dynamite eclipse
eddy edge effect elaborate elbow email empty encrypt end endeavor equal essay esteem evidence exact exchange excise excuse exempt exercise exile experience experiment eye face factor faint fair fake fan fancy fare farm fashion
father fault fear feast feather feature fence ferry field figure film fine finger fire fish flag flare flex flock flood flow flower flurry foam focus foil fool foot force fork form forward foul fracture frame free frequent front
frost fuel fullback function funnel further gag garage garden garland garner garrison gas general gentle gesture ghost gift glimpse glory glut gore gorge grace grade graph grass grease grill ground group guard hack hammer hand
handicap harbor harm harness harp hat hawk hazard head headline heap heat hedge heist herd hike hog honour host house hulk humble humor idle implant import inch index influence interest intimate intrigue iron jacket jail jar jaw
jet jimmy jockey jog joke jolt journey junk key kid knot labor lace lack lament land lap lapse last lavish layer league leak lease lecture letter level license light limp line list litter load loaf loan lobby log long loose loot
lull lumber lump lunch major man mandate maneuver map march market maroon marshal mask mass massacre master mastermind mate matter mature mediate menace mentor merchandise merit meter milk mill mind mine minister mirror mist
mistake model moderate moo mortar mother motion motor mouth murder name narrow near needle nest net nickname nose number nurse nurture object occasion officer oil orbit order output outrage own pace package pad page pain pair pale
palm pan panel panic parade parallel parcel park parody parrot parry part partner paste patch patent patrol pattern peak pen people perfect pet petition phone photograph phrase picket picnic picture piece pile pilot ping pipe pit
pity place plane plank plant plaster plot plug plummet pocket point poison pole police poll pool position post pot potter pound power practice preface present pressure prey price pride prime prize process profit program progress
project prop proposition provision pulse punt purge purse pyramid quadruple quake question queue quiet race rack radio rage rail rain range rank rate ready rear reason rebel reboot rebound record redress reel refactor reform
refrain refund regiment rein relish remedy research reset respect rest restart result retail rev revenge reward rhyme rifle rim ripple robe rock roof room root rough round rout row ruin rule rumble rumor rupture sack saddle salt
sample sand saute savvy saw scale scheme school score scorn scrap screen scrimmage sculpture seat seed sense sentence sequence service sew shade shadow shame shape shear sheer shell shelter shepherd shield ship shirt shock shop
shoulder shower shy side sight signal silence sin single sketch skirmish skirt slice slit slot slow smart smear smoke smooth snake snow soil solace sound space spark spearhead speed spell spice spiral splinter sport spot spotlight
spray spring sprint spur square squash stab stable staff stage stall star state station steady steel steep stem step stick still stock stone store storm strain strand streak stream stress string strip stroke structure struggle
study stuff stump stunt style sub subject sublime subordinate subpoena sugar suit sun supplement surface swamp swan swap sweat sync tame taste tat tax taxi telegraph telephone telescope tender term text thin thrill throttle thumb
thunder tick time tip tire title toll tool top total tour tower track trade trap treasure trick trickle trigger trip triple triumph trouble truck trumpet tune tutor type up vacation vacuum value vein vent veto view voice wage warm
water wave wax weary wedge weight well wet wheel whisk wind wing winter wire word worship wound wrong yellow zip
""".split()
)
