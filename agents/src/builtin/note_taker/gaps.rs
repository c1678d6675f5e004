//! Gaps: what was touched and left, each with a question that takes up the person's own words.

use std::collections::HashMap;
use std::sync::LazyLock;

use interview::{Gap, Plan};

use super::coverage::Answer;
use crate::builtin::cues::{self, Cue};
use crate::builtin::heard::{Heard, Line};
use crate::builtin::plan_terms::PlanTerms;
use crate::text::lexicon::{self, Class};
use crate::text::names::{is_person, names};
use crate::text::phrases::{Phrase, key_phrases};
use crate::text::tokens::{Pause, Token};

const GAPS_MAX: usize = 2;
/// When a person goes on for so many words after naming a thing, it has been explored.
const EXPLORED_WORDS: usize = 60;
const QUOTE_WORDS_MAX: usize = 12;
const LONG_QUOTE_WORDS_MAX: usize = 18;

const FEELINGS: &str = "terrified scared frightened ashamed embarrassed furious heartbroken devastated shocked panicked \
    cried crying miserable homesick overwhelmed exhausted depressed desperate humiliated betrayed thrilled stunned \
    petrified horrified lonely ecstatic guilty paralyzed clueless";
const JUDGEMENTS: &str = "interesting challenging lawless painful rigorous crazy difficult exciting frustrating tricky \
    weird intense brutal wild fascinating horrible political controversial unusual rewarding stressful complicated messy \
    hard tough scary terrifying dangerous amazing strange awkward bizarre chaotic unfair ugly unbelievable incredible \
    unique different special risky violent";
const BREAKS: [&str; 14] = [
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Announced, not told.
    Teaser,
    /// A hard time, a crisis.
    Hardship,
    /// Many of something, none of them named.
    Vague,
    /// What somebody felt, and nothing more.
    Feeling,
    /// A judgement without its reason.
    Verdict,
    /// A person without an introduction.
    Person,
    /// A thing that was named and left.
    Mention,
}

pub(super) fn find(answer: &Answer<'_>, plan: &Plan, terms: &PlanTerms) -> Vec<Gap> {
    let (heard, asked) = (&answer.heard, answer.question);
    let mut found: Vec<(Kind, Phrase)> = Vec::new();
    for line in &heard.lines {
        found.extend(teaser(heard, line).map(|phrase| (Kind::Teaser, phrase)));
        found.extend(feeling(heard, line).map(|phrase| (Kind::Feeling, phrase)));
        found.extend(verdict(heard, line).map(|phrase| (Kind::Verdict, phrase)));
    }
    for phrase in key_phrases(&heard.tokens) {
        let whole = phrase.with_determiner(&heard.tokens);
        if let Some(kind) = kind_of(&heard.tokens, phrase)
            && !is_explored(heard, phrase)
            && !found.iter().any(|(_, other)| overlap(*other, whole))
        {
            found.push((kind, quantified(&heard.tokens, whole)));
        }
    }
    if found.is_empty() {
        let somebody = person(heard, asked, plan).map(|phrase| (Kind::Person, phrase));
        found.extend(somebody.or_else(|| Some((Kind::Mention, mention(heard, asked, terms)?))));
    }
    found.sort_by_key(|(kind, phrase)| (*kind, phrase.first));
    found.dedup_by(|later, kept| overlap(later.1, kept.1));
    found.truncate(GAPS_MAX);
    let section_id = answer
        .section
        .and_then(|at| plan.sections.get(at))
        .map(|section| section.id.clone());
    found
        .into_iter()
        .map(|(kind, phrase)| {
            let quote = phrase.text(heard.text, &heard.tokens);
            Gap {
                description: format!("“{quote}” – {}", left(kind)),
                suggested_followup: question(kind, quote, heard.turn.0),
                section_id: section_id.clone(),
                turn: heard.turn,
            }
        })
        .collect()
}

fn left(kind: Kind) -> &'static str {
    match kind {
        Kind::Teaser => "announced, not told",
        Kind::Hardship => "mentioned, not explained",
        Kind::Vague => "no example given",
        Kind::Feeling => "felt, not told",
        Kind::Verdict => "no reason given",
        Kind::Person | Kind::Mention => "named in passing",
    }
}

/// The question that would fill the gap. The turn's number varies the wording.
fn question(kind: Kind, quote: &str, turn: u32) -> String {
    let choose = |options: [String; 3]| -> String {
        let at = usize::try_from(turn).unwrap_or(0) % options.len();
        options.into_iter().nth(at).unwrap_or_default()
    };
    let lower = quote.to_lowercase();
    let ends = |list: &[&str]| list.iter().any(|word| lower.ends_with(word));
    match kind {
        Kind::Teaser if lower.contains("reasons") => {
            format!("You said “{quote}”. Which of those reasons weighed most?")
        }
        Kind::Teaser if lower.contains("story") || lower.contains("stories") => choose([
            format!("You said “{quote}”. Would you tell me that story?"),
            format!("You said “{quote}”. I would like to hear it: what happened?"),
            format!("You left something open when you said “{quote}”. How does it go?"),
        ]),
        Kind::Teaser => choose([
            format!("You said “{quote}”. What exactly happened?"),
            format!("When you say “{quote}”, what was going on?"),
            format!("You said “{quote}”. Can you take me there?"),
        ]),
        Kind::Hardship if ends(&["decision", "decisions", "choice", "call"]) => {
            format!("You mentioned “{quote}”. What was on the table, and how did you decide?")
        }
        Kind::Hardship if ends(&["mistake", "mistakes"]) => {
            format!("You mentioned “{quote}”. What went wrong, and what did it teach you?")
        }
        Kind::Hardship => choose([
            format!("You mentioned “{quote}”. What was happening then?"),
            format!("You referred to “{quote}”. What was that like from the inside?"),
            format!("You spoke of “{quote}”. Can you take me back to it?"),
        ]),
        Kind::Vague => choose([
            format!("You mentioned “{quote}”. Can you give me one example?"),
            format!("You spoke of “{quote}”. Which one do you still think about?"),
            format!("You mentioned “{quote}”. Tell me about the worst of them."),
        ]),
        Kind::Feeling => choose([
            format!("You said “{quote}”. What was going on?"),
            format!("You said “{quote}”. What had happened?"),
            format!("When you say “{quote}”: what did that look like, on one particular day?"),
        ]),
        Kind::Verdict => {
            let word = quote.split(' ').next_back().unwrap_or(quote);
            let judged = judgement(quote).unwrap_or(word);
            choose([
                format!("You said “{quote}”. What made it {judged}?"),
                format!("You said “{quote}”. What was {judged} about it?"),
                format!(
                    "You said “{quote}”. Can you give me the moment when it was most {judged}?"
                ),
            ])
        }
        Kind::Mention => choose([
            format!("You mentioned “{quote}”. What's the story there?"),
            format!("You mentioned “{quote}” just now. Can you say more about that?"),
            format!("You mentioned “{quote}”. What should I picture?"),
        ]),
        Kind::Person => choose([
            format!("You mentioned {quote}. What part did {quote} play in this?"),
            format!("Tell me about {quote}, whom you just mentioned. Who was that for you?"),
            format!("You brought up {quote}. What should I know about the two of you?"),
        ]),
    }
}

/// The clause around a teaser, at most twelve words of it.
fn teaser(heard: &Heard<'_>, line: &Line<'_>) -> Option<Phrase> {
    if !line.cues.has(Cue::Teaser) || line.cues.has(Cue::Chat) {
        return None;
    }
    let (at, phrase) = cues::phrases(Cue::Teaser)
        .filter_map(|phrase| Some((line.words.find(&format!(" {phrase} "))?, phrase)))
        .max_by_key(|(_, phrase)| phrase.len())?;
    let hypothetical = [" if ", " in case ", " could ", " would "];
    if hypothetical.iter().any(|word| line.words.contains(word)) {
        return None;
    }
    let first = line.first + line.words[..at].matches(' ').count();
    Some(clause(heard, line, first, phrase.split(' ').count()))
}

/// The words around some of a sentence's, up to the next pauses: at most twelve.
fn clause(heard: &Heard<'_>, line: &Line<'_>, first: usize, words: usize) -> Phrase {
    let mut clause = Phrase {
        first,
        end: (first + words).min(line.end),
    };
    while clause.first > line.first
        && clause.len() < QUOTE_WORDS_MAX
        && heard.tokens[clause.first - 1].after == Pause::None
    {
        clause.first -= 1;
    }
    while clause.end < line.end
        && clause.len() < QUOTE_WORDS_MAX
        && heard.tokens[clause.end - 1].after == Pause::None
    {
        clause.end += 1;
    }
    // “that is a whole other story” needs what came before it.
    let leaning = |clause: Phrase| {
        (clause.first..clause.end)
            .filter_map(|at| heard.tokens.get(at))
            .find(|token| !matches!(token.lower.as_ref(), "and" | "so" | "but"))
            .is_some_and(|first| {
                matches!(
                    first.lower.as_ref(),
                    "that" | "that's" | "that’s" | "which" | "it" | "it's" | "it’s"
                )
            })
    };
    if leaning(clause) {
        let mut wider = clause;
        while wider.first > line.first
            && (wider.first == clause.first || heard.tokens[wider.first - 1].after == Pause::None)
        {
            wider.first -= 1;
        }
        if wider.len() <= LONG_QUOTE_WORDS_MAX {
            clause = wider;
        }
    }
    while clause.len() > 3
        && matches!(
            heard.tokens[clause.first].lower.as_ref(),
            "and" | "so" | "but" | "well" | "then" | "because" | "um" | "uh"
        )
    {
        clause.first += 1;
    }
    clause
}

fn is(mark: Mark, word: &str) -> bool {
    MARKS
        .get(word)
        .is_some_and(|marks| marks & (1 << mark as u8) != 0)
}

#[derive(Debug, Clone, Copy)]
enum Mark {
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

fn kind_of(tokens: &[Token<'_>], phrase: Phrase) -> Option<Kind> {
    let run = phrase.tokens(tokens);
    let last = run.last()?;
    let hard = run.iter().any(|token| is(Mark::Hard, &token.lower));
    if hard && run.len() >= 2 && run.iter().any(|token| is(Mark::Period, &token.lower)) {
        return Some(Kind::Hardship);
    }
    if is(Mark::Vague, &last.lower) && quantified(tokens, phrase) != phrase {
        return Some(Kind::Vague);
    }
    is(Mark::Event, &last.lower).then_some(Kind::Hardship)
}

/// “a lot of problems” for “problems”: the words that make it many.
fn quantified(tokens: &[Token<'_>], phrase: Phrase) -> Phrase {
    let before = |back: usize| {
        phrase
            .first
            .checked_sub(back)
            .and_then(|at| tokens.get(at))
            .filter(|token| token.after == Pause::None)
            .map_or("", |token| token.lower.as_ref())
    };
    let words = match (before(3), before(2), before(1)) {
        ("a" | "all", "lot" | "kinds" | "sorts" | "number" | "bunch", "of") => 3,
        (_, "lots" | "plenty", "of") => 2,
        (_, _, "some" | "many" | "several" | "various" | "certain" | "our" | "those" | "these") => {
            1
        }
        _ => 0,
    };
    Phrase {
        first: phrase.first - words,
        end: phrase.end,
    }
}

fn is_explored(heard: &Heard<'_>, phrase: Phrase) -> bool {
    heard.tokens.len().saturating_sub(phrase.end) > EXPLORED_WORDS
}

fn overlap(one: Phrase, other: Phrase) -> bool {
    one.first < other.end && other.first < one.end
}

/// Somebody who is named once and not introduced.
fn person(heard: &Heard<'_>, asked: &str, plan: &Plan) -> Option<Phrase> {
    names(&heard.tokens).into_iter().find(|name| {
        let text = name.text(heard.text, &heard.tokens);
        is_person(&heard.tokens, *name)
            && !is_explored(heard, *name)
            && !text.contains(['[', ']'])
            && !asked.contains(text)
            && !plan.topic.contains(text)
            && heard.text.matches(text).count() == 1
    })
}

/// The last telling phrase of an answer that neither the question nor the plan brought up.
fn mention(heard: &Heard<'_>, asked: &str, terms: &PlanTerms) -> Option<Phrase> {
    if heard.word_count() < 30 {
        return None;
    }
    let asked = asked.to_lowercase();
    heard.lines.iter().rev().find_map(|line| {
        if line.has_insertion() {
            return None;
        }
        let tokens = heard.tokens_of(line);
        let phrase = key_phrases(tokens).into_iter().rev().find(|phrase| {
            let run = phrase.tokens(tokens);
            let whole = phrase.with_determiner(tokens);
            let telling = run.iter().all(|token| {
                matches!(token.class, Class::Noun | Class::Adjective)
                    && !token.stop
                    && !asked.contains(token.lower.as_ref())
                    && !terms.topic.contains(&token.stem())
            });
            (2..=4).contains(&run.len()) && whole != *phrase && telling && !ends_in_verb(run)
        })?;
        let mut whole = phrase.with_determiner(tokens);
        if !matches!(
            tokens[whole.first].lower.as_ref(),
            "the" | "a" | "an" | "my" | "our"
        ) {
            whole = phrase;
        }
        let found = Phrase {
            first: line.first + whole.first,
            end: line.first + whole.end,
        };
        (!is_explored(heard, found)).then_some(found)
    })
}

/// “the program lasts”: the last word may be the sentence's verb, taken for a noun.
fn ends_in_verb(run: &[Token<'_>]) -> bool {
    run.last().is_some_and(|last| {
        lexicon::look_up(&last.lower).is_some_and(|entry| entry.class == Class::Verb)
            || last.lower.ends_with("ing")
    })
}

/// “It was painful”, “an interesting negotiation”: judged, and no word why.
fn verdict(heard: &Heard<'_>, line: &Line<'_>) -> Option<Phrase> {
    if line.len() > 16
        || line.is_question()
        || line.cues.has(Cue::Cause)
        || line.cues.has(Cue::Chat)
    {
        return None;
    }
    let tokens = heard.tokens_of(line);
    let at = tokens
        .iter()
        .position(|token| is(Mark::Judgement, &token.lower))?;
    let copula = tokens[..at].iter().rev().take(4).any(|token| {
        matches!(
            token.lower.as_ref(),
            "was" | "were" | "is" | "it's" | "it’s" | "that's" | "that’s" | "got" | "wasn't"
        )
    });
    let denied = line.words.contains("n't ")
        || line.words.contains(" not ")
        || line.words.contains(" never ");
    let clause = clause(heard, line, line.first + at, 1);
    (copula && !denied && clause.len() >= 3 && !is_explored(heard, clause)).then_some(clause)
}

/// The word of a clause that judges.
fn judgement(quote: &str) -> Option<&str> {
    quote
        .split(' ')
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphabetic()))
        .find(|word| is(Mark::Judgement, &word.to_lowercase()))
}

/// The clause in which somebody says what they felt, and nothing more.
fn feeling(heard: &Heard<'_>, line: &Line<'_>) -> Option<Phrase> {
    let tokens = heard.tokens_of(line);
    let at = tokens
        .iter()
        .position(|token| is(Mark::Feeling, &token.lower))
        .or_else(|| {
            let phrase = BREAKS.iter().find(|phrase| line.words.contains(**phrase))?;
            let at = line.words.find(phrase)?;
            Some(line.words[..at].matches(' ').count())
        })?;
    let speaker = [" i ", " we ", " i'm ", " my ", " i'd "]
        .iter()
        .any(|word| line.words.contains(word));
    let clause = clause(heard, line, line.first + at, 1);
    (speaker && clause.len() >= 3 && !line.is_question() && !is_explored(heard, clause))
        .then_some(clause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::TurnId;

    fn gaps(said: &str) -> Vec<String> {
        let plan = Plan::from_toml(
            "topic = \"bees\"\n[[sections]]\nid = \"start\"\ntitle = \"Start\"\n[[sections.questions]]\nid = \"q\"\ntext = \"How?\"\n",
        )
        .unwrap();
        let terms = PlanTerms::new(&plan);
        let answer = Answer::new(Heard::new(TurnId(3), said), "How did it go?", &terms);
        find(&answer, &plan, &terms)
            .into_iter()
            .map(|gap| gap.suggested_followup)
            .collect()
    }

    #[test]
    fn what_is_touched_and_left_becomes_a_question() {
        assert_eq!(
            gaps("We got through the dark days and came out the other side."),
            ["You mentioned “the dark days”. What was happening then?"]
        );
        assert_eq!(
            gaps("How we lost the first contract is a whole other story."),
            [
                "You said “How we lost the first contract is a whole other story”. Would you tell me that story?"
            ]
        );
        assert_eq!(
            gaps("There were a lot of problems with the roof."),
            ["You mentioned “a lot of problems”. Can you give me one example?"]
        );
    }

    #[test]
    fn what_is_explored_at_once_is_no_gap() {
        let rest =
            "It went on and on in the cold, and we counted the frames every week. ".repeat(8);
        assert!(gaps(&format!("Those were the dark days. {rest}")).is_empty());
    }
}
