//! The words themselves: lists that `lexicon` reads. Lower case, separated by white space.

pub(super) const PRONOUNS: &str = "i you he she it we they me him us them myself yourself himself herself itself \
    ourselves themselves who whom whoever what whatever which someone somebody something anyone anybody anything \
    everyone everybody everything nobody nothing none mine yours hers ours theirs there y'all folks oneself ya";

pub(super) const DETERMINERS: &str = "a an the this that these those my your his her its our their some any every \
    each no all both either neither another such many much few several most more less fewer enough whose half";

pub(super) const PREPOSITIONS: &str = "of in on at by for with from to about into over under between among through \
    during before after since until till against without within along across behind beyond near off onto out up down \
    upon toward towards around above below beside besides despite except inside outside via per like unlike as than \
    throughout amongst amid versus";

pub(super) const CONJUNCTIONS: &str = "and or but nor so yet because although though while if unless when whenever \
    where wherever whether why how whereas once cause";

pub(super) const AUXILIARIES: &str = "am is are was were be been being have has had having do does did doing done can \
    could will would shall should may might must ought cannot gonna wanna gotta ain't";

pub(super) const INTERJECTIONS: &str = "yeah yes yep yup okay ok well um uh uhm erm er ah oh hmm hm mm mhm huh wow hey \
    hi hello thanks please sure gosh gee boy nope right alright anyway anyways exactly absolutely correct welcome bye \
    goodbye laughs laughter laughing";

pub(super) const ADVERBS: &str = "not never ever always often sometimes usually rarely seldom very really quite too \
    also just only even still already again then here now later soon ago away back maybe perhaps probably almost \
    nearly rather pretty somewhat somehow else instead together apart however therefore thus hence otherwise actually \
    basically literally definitely certainly obviously clearly simply eventually finally originally initially \
    generally typically normally particularly especially mainly mostly completely totally entirely fully directly \
    immediately quickly slowly suddenly recently currently previously afterwards afterward meanwhile indeed twice \
    everywhere somewhere anywhere nowhere today tomorrow yesterday tonight far further forward ahead overall \
    sort kind kinda sorta honestly frankly truly literally hopefully unfortunately fortunately long early late \
    nevertheless nonetheless yet anymore forth aside altogether onwards faster slower harder sooner longer deeper closer downstairs upstairs abroad";

pub(super) const NUMBER_WORDS: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen \
    fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety \
    hundred thousand million billion trillion dozen hundreds thousands millions billions dozens first second third \
    fourth fifth sixth";

pub(super) const PLAIN_ADJECTIVES: &str = "good great nice big little small new old own same different other certain \
    whole real able sure last next main various particular possible available bad better best worse worst fine happy \
    interesting important amazing wonderful awesome cool huge large larger bigger smaller high higher low lower short \
    full couple kind glad neat funny crazy weird major specific general common similar ready likely";

pub(super) const PLAIN_NOUNS: &str = "thing things way ways lot lots bit stuff kind kinds sort sorts type types part \
    parts people person guy guys man men woman women time times day days week weeks month months year years hour hours \
    minute minutes moment point points case cases place places side end start beginning middle rest number numbers \
    example fact sense reason reasons idea question questions answer word words course matter matters area areas piece \
    pieces couple bunch one ones everyone name names hand hands set level levels today tonight morning afternoon \
    evening night monday tuesday wednesday thursday friday saturday sunday january february march april may june july \
    august september october november december mr mrs ms dr something situation situations anybody detail details \
    top bottom whatnot etcetera";

pub(super) const PLAIN_VERBS: &str = "get go know think say see come take make want look use find give tell work try \
    ask need feel become put mean keep let begin seem happen talk hear like believe bring turn \
    guess remember suppose call end add set mention speak understand recall figure deal wonder";

pub(super) const IRREGULAR_PASTS_STOP: &str = "got gotten went gone knew known thought said saw seen came took taken \
    made found gave given told felt became put meant kept let began begun heard brought sat stood ran spoke spoken \
    understood dealt";

pub(super) const IRREGULAR_PASTS: &str = "built bought caught taught fought sought sold left lost won met paid sent \
    spent wrote written drove driven rode ridden flew flown grew grown threw thrown drew drawn blew blown broke broken \
    chose chosen froze frozen stole stolen woke woken wore worn tore torn bore born swore sworn fell fallen ate eaten \
    hid hidden bit bitten led fed fled bled bred read held hung stuck struck dug slept crept swept wept leapt learnt \
    burnt burned shot shut hit hurt cut cost quit split spread lent bent laid lay lied rose risen shook shaken swam \
    drank drunk sang sung rang rung sank sunk shrank shrunk sprang stank spun stung swung bound ground wound rebuilt \
    withdrew withdrawn undertook oversaw overcame forgot forgotten forgave arose";

/// Third persons that the rule for endings gets wrong.
pub(super) const IRREGULAR_PRESENTS: &str = "goes lasts undergoes";

pub(super) const VERBS_AND_NOUNS: &str = "change plan fire help cause record report store study research process \
    project design test review request search visit travel trip train practice focus result return answer care check \
    charge claim count cover damage doubt experience fear fight fall fit flow form gain guide hope impact increase \
    interest issue joke judge jump kick lack land launch lead leak level lift limit link list load lock loss love mark \
    market match measure mind mix model name note number object offer order page pay pick place point position post \
    power pressure price produce program progress promise purchase push question race rain raise range rate reach rest \
    ride ring risk role rule sale scale score sense share shift ship shock shop shot sign sleep smell sound space spot \
    stage stand state step stop strike struggle supply support surprise switch talk task taste team tie touch track \
    trade trap treat trust value view vote walk wall wash waste watch water wave wear weigh win wish worry yield break \
    build cook cut drink drive drop face farm feed fish grant grade hire hold host hunt paint plant plug print \
    access address attack attempt award balance battle benefit bet blame block board bomb book boost boss box budget \
    camp cast challenge chance comment compromise concern conflict contact contract control cost crash credit deal \
    debate debt decline demand detail discount document dream edit effect effort email estimate exercise exchange \
    exhibit file film finish fund grow hate haul heat kill labor laugh lie live log mail mistake mine move nail need \
    turn use work run call show start end play look try feel find set";

pub(super) const VERBS: &str = "accept achieve act adapt admit advise affect afford agree aim allow announce appear \
    apply appreciate approach approve argue arrange arrive assign assist assume attach attend attract avoid bake ban \
    bear beat become beg behave belong bend borrow bother bounce bow breathe bring burn bury buy calculate cancel \
    carry catch celebrate choose clean clear climb close collect combine commit communicate compare compete complain \
    complete compute conduct confess confirm connect consider consist construct consume contain continue contribute \
    convert convince cope copy correct crawl create criticize cross cry cure dance dare decide declare defend define \
    delay delete deliver deny depend describe deserve destroy detect determine develop die dig disagree disappear \
    discover discuss dispose divide double drag draw dry earn eat eliminate embrace emerge employ enable encourage \
    enforce engage enjoy ensure enter escape establish evaluate evolve examine exclude exist expand expect explain \
    explode explore export express extend fail fasten fill finance fix flip float fly follow forbid force forget \
    forgive freeze gather generate grab graduate grind guarantee guess handle hang hide hit hug hurt identify ignore \
    imagine implement imply import impose impress improve include indicate influence inform insist inspect inspire \
    install intend interview introduce invent invest investigate invite involve isolate join justify keep knock \
    lean learn leave lend listen locate lose maintain manage marry meet melt memorize mention migrate miss multiply \
    negotiate notice notify obey obtain observe occur operate oppose organize overcome owe own pack park participate \
    pass perform permit persuade pitch please pour praise pray predict prefer prepare present preserve press \
    pretend prevent proceed promote prompt propose protect prove provide publish pull punish pursue quit react \
    read realize receive recognize recommend recover recruit reduce refer reflect refuse regret reject relate relax \
    release rely remain remind remove rent repair repeat replace represent require rescue resign resist resolve \
    respect respond restore retain retire reveal ride rise roll rub ruin rush satisfy save scan scare schedule \
    scramble scream secure seek select sell send separate serve settle sew shake shape shoot shrink shut sing sink \
    sit skip slide slip solve sort speak specify spell spend split spread squeeze stare stay steal stick strengthen \
    stretch submit succeed suck suffer suggest survive suspect swim swing swear teach tear tend terminate thank think \
    threaten throw transfer transform translate transport trick trigger uncover undergo undertake unite update \
    upgrade urge vanish vary volunteer wait wake wander want warn weaken whisper wonder worry wrap write yell";

pub(super) const ADJECTIVES: &str = "hard easy difficult simple complex dark bright deep shallow strong weak fast \
    slow quick early late young poor rich cheap expensive dangerous safe clean dirty dry wet hot cold warm quiet loud \
    heavy light thick thin wide narrow long rough smooth sharp soft open closed public private personal professional \
    political social economic financial legal local national international federal military civil medical technical \
    scientific human natural physical mental emotional original final early modern traditional basic critical crucial \
    essential key central current previous former future past recent initial entire total complete normal unusual \
    strange terrible horrible awful beautiful ugly tough brutal painful sad angry afraid scared proud lonely tired \
    sick healthy busy lucky honest fair wrong correct false true serious excellent perfect special unique famous \
    popular significant substantial enormous massive tiny multiple single double separate individual independent \
    responsible successful effective efficient useful useless valuable powerful careful willing aware familiar comfortable \
    obvious clear hidden secret empty alive dead fresh raw ordinary curious smart stupid brilliant bold brave gentle \
    generous humble stubborn easier easiest cheaper stronger weaker safer simpler richer poorer younger older heavier lighter \
    experimental temporary permanent constant frequent rare daily weekly monthly annual foreign";

/// Verbs whose last consonant is doubled before an ending.
pub(super) const DOUBLING: &str = "get run stop plan drop cut hit put set sit let win shut ship shop split quit beg \
    ban bet dig drag fit flip grab hug jog knit nod pat pin plug rob rub scan skip slip snap spin step swim tap trap \
    trip wrap zip commit admit permit submit refer prefer occur control cancel travel transfer forget begin log chat";
