//! Gaps: what was touched and left, each with a question that takes up the person's own words.

use interview::{Gap, Plan, Turn};

use super::coverage::section_of;
use crate::builtin::cues::{self, Cue};
use crate::builtin::heard::{Heard, Line};
use crate::builtin::plan_terms::PlanTerms;
use crate::text::names::names;
use crate::text::phrases::{Phrase, key_phrases};
use crate::text::tokens::{Pause, Token};

const GAPS_MAX: usize = 2;
/// When a person goes on for so many words after naming a thing, it has been explored.
const EXPLORED_WORDS: usize = 60;
const QUOTE_WORDS_MAX: usize = 12;

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
    /// A name without an explanation.
    Named,
}

pub(super) fn find(
    heard: &Heard<'_>,
    asked: &str,
    plan: &Plan,
    terms: &PlanTerms,
    window: &[Turn],
) -> Vec<Gap> {
    let mut found: Vec<(Kind, Phrase)> = Vec::new();
    for line in &heard.lines {
        found.extend(teaser(heard, line).map(|phrase| (Kind::Teaser, phrase)));
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
    if found.is_empty() && heard.word_count() >= 25 {
        found.extend(named(heard, asked, plan, window).map(|phrase| (Kind::Named, phrase)));
    }
    found.sort_by_key(|(kind, phrase)| (*kind, phrase.first));
    found.truncate(GAPS_MAX);
    let section_id = section_of(asked, heard, terms)
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
        Kind::Named => "named in passing",
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
        Kind::Named => choose([
            format!("You mentioned “{quote}” in passing. What role did that play for you?"),
            format!("You brought up “{quote}”. How does that fit into the story?"),
            format!("You named “{quote}”. What should I understand about that?"),
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
    let first = line.first + line.words[..at].matches(' ').count();
    let mut clause = Phrase {
        first,
        end: first + phrase.split(' ').count(),
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
    while clause.len() > 3
        && matches!(
            heard.tokens[clause.first].lower.as_ref(),
            "and" | "so" | "but" | "well" | "then"
        )
    {
        clause.first += 1;
    }
    Some(clause)
}

fn listed(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

fn kind_of(tokens: &[Token<'_>], phrase: Phrase) -> Option<Kind> {
    let run = phrase.tokens(tokens);
    let last = run.last()?;
    let hard = run.iter().any(|token| listed(HARD, &token.lower));
    if hard && run.len() >= 2 && run.iter().any(|token| listed(PERIODS, &token.lower)) {
        return Some(Kind::Hardship);
    }
    if listed(VAGUE, &last.lower) && quantified(tokens, phrase) != phrase {
        return Some(Kind::Vague);
    }
    listed(EVENTS, &last.lower).then_some(Kind::Hardship)
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

/// A name that comes out of nowhere and is said once: not in the question, the plan or any earlier turn.
fn named(heard: &Heard<'_>, asked: &str, plan: &Plan, window: &[Turn]) -> Option<Phrase> {
    names(&heard.tokens)
        .into_iter()
        .filter(|name| name.len() >= 2 && !is_explored(heard, *name))
        .find(|name| {
            let text = name.text(heard.text, &heard.tokens);
            let inserted = heard.text[..heard.tokens[name.first].at].ends_with('[');
            text.len() >= 4
                && !inserted
                && !text.contains(['[', ']'])
                && !asked.contains(text)
                && !plan.topic.contains(text)
                && heard.text.matches(text).count() == 1
                && !window
                    .iter()
                    .take_while(|turn| turn.id < heard.turn)
                    .any(|turn| turn.text.as_str().contains(text))
                && !is_address(phrase_before(heard, *name))
        })
}

fn phrase_before<'a>(heard: &'a Heard<'_>, phrase: Phrase) -> &'a str {
    phrase
        .first
        .checked_sub(1)
        .map_or("", |at| heard.tokens[at].lower.as_ref())
}

/// Where somebody lived or went is rarely the story.
fn is_address(before: &str) -> bool {
    matches!(before, "in" | "from" | "to" | "at" | "near")
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
        let heard = Heard::new(TurnId(3), said);
        find(&heard, "How did it go?", &plan, &terms, &[])
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
