//! The kinds of gaps, and the question that takes up the person's words for each.

use super::marks::{Mark, is};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
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

pub(super) fn left(kind: Kind) -> &'static str {
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
pub(super) fn question(kind: Kind, quote: &str, turn: u32) -> String {
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

/// The word of a clause that judges.
fn judgement(quote: &str) -> Option<&str> {
    quote
        .split(' ')
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphabetic()))
        .find(|word| is(Mark::Judgement, &word.to_lowercase()))
}
