//! Words that give a gap away: hard times, vague numbers, feelings, judgements.

use std::collections::HashMap;
use std::sync::LazyLock;

const FEELINGS: &str = "terrified scared frightened ashamed embarrassed furious heartbroken devastated shocked panicked \
    cried crying miserable homesick overwhelmed exhausted depressed desperate humiliated betrayed thrilled stunned \
    petrified horrified lonely ecstatic guilty paralyzed clueless";
const JUDGEMENTS: &str = "interesting challenging lawless painful rigorous crazy difficult exciting frustrating tricky \
    weird intense brutal wild fascinating horrible political controversial unusual rewarding stressful complicated messy \
    hard tough scary terrifying dangerous amazing strange awkward bizarre chaotic unfair ugly unbelievable incredible \
    unique different special risky violent";
pub(super) const BREAKS: [&str; 14] = [
    " fell in love ",
    " almost died ",
    " nearly died ",
    " got fired ",
    " was fired ",
    " walked out ",
    " broke down ",
    " almost gave up ",
    " lost everything ",
    " almost quit ",
    " no idea what i ",
    " didn't know what to do ",
    " wanted to quit ",
    " thought about quitting ",
];

const HARD: &str = "dark hard harder hardest difficult tough tougher rough painful terrible awful bad brutal scary ugly \
    lonely strange challenging stressful desperate chaotic worst darkest lowest low critical wild crazy dangerous sad";
const PERIODS: &str = "time times days day years year period phase months weeks moment patch stretch season winter \
    summer spring fall decision decisions conversation conversations situation experience part call point night choice";
const EVENTS: &str = "crisis nightmare disaster mess fiasco scandal breakdown collapse setback setbacks burnout tragedy \
    breakthrough betrayal divorce lawsuit bankruptcy layoffs mistake mistakes controversy mutiny feud showdown \
    reorganization backlash turmoil fallout";
const VAGUE: &str = "problems issues challenges mistakes difficulties obstacles struggles conflicts troubles trouble \
    politics resistance pushback complaints arguments disagreements surprises concerns stories growing-pains tensions";

pub(super) fn is(mark: Mark, word: &str) -> bool {
    MARKS
        .get(word)
        .is_some_and(|marks| marks & (1 << mark as u8) != 0)
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Mark {
    Hard,
    Period,
    Event,
    Vague,
    Feeling,
    Judgement,
}

static MARKS: LazyLock<HashMap<&'static str, u8>> = LazyLock::new(|| {
    let lists = [
        (Mark::Hard, HARD),
        (Mark::Period, PERIODS),
        (Mark::Event, EVENTS),
        (Mark::Vague, VAGUE),
        (Mark::Feeling, FEELINGS),
        (Mark::Judgement, JUDGEMENTS),
    ];
    let mut marks = HashMap::new();
    for (mark, list) in lists {
        for word in list.split_whitespace() {
            *marks.entry(word).or_insert(0) |= 1 << mark as u8;
        }
    }
    marks
});
