//! Whether a sentence may be printed at all.

use super::lean::Lean;
use super::run_on::{has_verb, main_clause_follows};
use super::stumble::stumbles;
use crate::text::clean;
use crate::text::cues::{Cue, Cues};
use crate::text::lexicon::Class;
use crate::text::tokens::{Pause, Token};

/// What may become of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    Good,
    /// True, but carries little: only where it follows what it belongs to.
    Weak,
    /// Without it nothing is lost, and nothing after it depends on it: "Yeah.", "A long time."
    Skip,
    /// Belongs to the conversation, not to an essay.
    Never,
    /// Breaks off.
    Broken,
}

const WORDS_MAX: usize = 58;

pub(super) fn usable(
    text: &str,
    standing: &str,
    tokens: &[Token<'_>],
    cues: Cues,
    lean: Lean,
) -> Use {
    if reverses(tokens) {
        return Use::Weak;
    }
    if tokens.len() < 3 || is_reply(tokens) {
        return Use::Skip;
    }
    if clean::breaks_off(text) || text.ends_with('…') {
        return Use::Broken;
    }
    if cues.has(Cue::Address) && addresses(text)
        || tokens.len() > WORDS_MAX
        || text.contains("__")
        || text.contains("??")
        || mostly_marks(text)
    {
        return Use::Never;
    }
    if cues.has(Cue::Forgotten) && tokens.len() <= 16 {
        return Use::Skip;
    }
    let asks = text.ends_with('?') && !text.contains(['“', '"']);
    if asks && (asks_interviewer(tokens) || lean == Lean::Hard || tokens.len() < 6) {
        return Use::Never;
    }
    if stumbles(standing, tokens) {
        return if tokens.len() > 12 {
            Use::Never
        } else {
            Use::Skip
        };
    }
    if !is_whole(standing, tokens) {
        return Use::Skip;
    }
    let empty = tokens.len() < 5
        || tokens
            .iter()
            .all(|token| !token.is_content() && token.class != Class::Name);
    if empty || cues.has(Cue::Forgotten) {
        Use::Weak
    } else {
        Use::Good
    }
}

/// Whether the person speaks to the interviewer, and does not only tell what somebody said.
fn addresses(text: &str) -> bool {
    if !text.contains(['“', '"']) {
        return true;
    }
    let mut outside = String::new();
    let mut open = false;
    for c in text.chars() {
        match c {
            '“' => open = true,
            '”' => open = false,
            '"' => open = !open,
            _ if open => {}
            _ => outside.push(c),
        }
    }
    Cues::of(&outside).has(Cue::Address)
}

/// "It isn't.", "They were wrong.", "Not true.": a few words that take back what was said just before.
pub(super) fn reverses(tokens: &[Token<'_>]) -> bool {
    const DENIED: &[&str] = &["not", "wrong", "false", "untrue", "nonsense"];
    const LINKS: &[&str] = &[
        "it",
        "it's",
        "it’s",
        "that",
        "that's",
        "that’s",
        "this",
        "they",
        "they're",
        "they’re",
        "he",
        "she",
        "is",
        "was",
        "are",
        "were",
        "but",
        "just",
        "all",
        "simply",
        "true",
        "the",
        "case",
        "quite",
    ];
    let denies = |token: &Token<'_>| {
        let lower = token.lower.as_ref();
        DENIED.contains(&lower) || lower.ends_with("n't") || lower.ends_with("n’t")
    };
    let own = tokens.first().is_some_and(|first| {
        LINKS.contains(&first.lower.as_ref()) || DENIED.contains(&first.lower.as_ref())
    });
    own && (1..=5).contains(&tokens.len())
        && tokens.iter().filter(|token| denies(token)).count() == 1
        && tokens
            .iter()
            .all(|token| denies(token) || LINKS.contains(&token.lower.as_ref()))
}

/// "Yes, absolutely.", "No, not really.": needs its question.
fn is_reply(tokens: &[Token<'_>]) -> bool {
    let small = |token: &Token<'_>| {
        token.class == Class::Interjection
            || matches!(
                token.lower.as_ref(),
                "no" | "not"
                    | "really"
                    | "that's"
                    | "it"
                    | "was"
                    | "is"
                    | "did"
                    | "do"
                    | "i"
                    | "we"
                    | "they"
                    | "he"
                    | "she"
                    | "too"
                    | "so"
                    | "very"
                    | "much"
                    | "definitely"
                    | "course"
                    | "of"
                    | "true"
                    | "right"
                    | "all"
                    | "think"
                    | "guess"
                    | "that"
                    | "it's"
                    | "yeah"
                    | "yes"
                    | "had"
                    | "have"
                    | "could"
                    | "would"
                    | "don't"
                    | "didn't"
                    | "wasn't"
                    | "exactly"
                    | "good"
                    | "great"
                    | "okay"
                    | "fine"
                    | "nice"
                    | "interesting"
                    | "know"
            )
    };
    tokens.len() < 9 && tokens.iter().all(small)
}

fn asks_interviewer(tokens: &[Token<'_>]) -> bool {
    let opens = tokens.first().is_some_and(|first| {
        matches!(
            first.lower.as_ref(),
            "do" | "did"
                | "are"
                | "have"
                | "can"
                | "could"
                | "would"
                | "is"
                | "was"
                | "does"
                | "right"
                | "you"
                | "am"
                | "were"
                | "has"
        )
    });
    opens || tokens.iter().any(|token| token.lower.starts_with("you"))
}

/// A subject and a verb, not only a subordinate clause.
fn is_whole(standing: &str, tokens: &[Token<'_>]) -> bool {
    let Some(first) = tokens.first() else {
        return false;
    };
    if !has_verb(tokens) {
        return false;
    }
    // "Even if we ended it today." leans like "If we ended it today."
    let skip =
        usize::from(matches!(first.lower.as_ref(), "even" | "just" | "only") && tokens.len() > 1);
    let (first, word) = (&tokens[skip], tokens[skip].lower.as_ref());
    if matches!(
        word,
        "which" | "whose" | "whom" | "than" | "except" | "including" | "or" | "nor" | "especially"
    ) {
        return false;
    }
    if matches!(
        word,
        "because"
            | "if"
            | "when"
            | "although"
            | "though"
            | "while"
            | "since"
            | "unless"
            | "whereas"
            | "until"
            | "whether"
            | "as"
            | "after"
            | "before"
            | "once"
            | "where"
            | "so"
    ) && !standing.ends_with('?')
    {
        return main_clause_follows(tokens) || noun_clause_follows(tokens);
    }
    // A participle without its subject: "Keeping the team motivated."
    let participle = word.ends_with("ing") && first.class == Class::Verb;
    let bare_past = first.class == Class::Past && !matches!(word, "left");
    let bare_auxiliary = first.class == Class::Auxiliary && !standing.ends_with('?');
    if bare_past
        || bare_auxiliary
        || participle
            && !tokens.iter().any(|token| {
                matches!(
                    token.lower.as_ref(),
                    "is" | "was" | "were" | "are" | "means" | "takes" | "taught" | "made"
                )
            })
    {
        return false;
    }
    // "People that were there.": a noun with a relative clause and no verb of its own.
    !only_relative(tokens)
}

/// Behind a comma, a noun with a verb: "When the war ended, people left."
fn noun_clause_follows(tokens: &[Token<'_>]) -> bool {
    let starts = |at: usize| {
        tokens[at].after == Pause::Break
            && matches!(
                tokens[at + 1].class,
                Class::Noun | Class::Adjective | Class::Number
            )
    };
    (1..tokens.len().saturating_sub(1)).any(|at| starts(at) && has_verb(&tokens[at + 1..]))
}

/// As many clauses that lean as there are verbs: none is left for the sentence itself.
fn only_relative(tokens: &[Token<'_>]) -> bool {
    // "At one point we cracked it": what stands before the subject is no noun of its own.
    let introduced = tokens.first().is_some_and(|first| {
        matches!(
            first.class,
            Class::Preposition | Class::Adverb | Class::Conjunction
        )
    });
    let mut groups = 0;
    let mut leaning = 0;
    let mut inside = false;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let after_noun =
            before.is_some_and(|before| matches!(before.class, Class::Noun | Class::Name));
        let joined = before.is_some_and(|before| before.after == Pause::None);
        let infinitive = before.is_some_and(|before| before.lower == "to");
        let swallowed = token.lower.contains(['\'', '’'])
            && matches!(token.class, Class::Pronoun | Class::Auxiliary);
        let verb = swallowed
            || !infinitive
                && (matches!(token.class, Class::Auxiliary | Class::Past)
                    || token.class == Class::Verb && !token.lower.ends_with("ing"));
        // "that could happen today would be": two verbs, one behind the other.
        let done = tokens[..at]
            .iter()
            .rev()
            .find(|before| before.class != Class::Adverb);
        let next_verb = inside
            && token.class == Class::Auxiliary
            && done.is_some_and(|done| matches!(done.class, Class::Verb | Class::Past));
        if verb && (!inside || next_verb) {
            groups += 1;
        }
        inside = verb || inside && matches!(token.class, Class::Adverb | Class::Verb);
        leaning += usize::from(match token.lower.as_ref() {
            "who" | "which" => at > 0,
            "that" | "where" => {
                at > 0
                    && (after_noun
                        || before.is_some_and(|before| {
                            matches!(before.lower.as_ref(), "and" | "so")
                                || before.class == Class::Adjective
                        }))
            }
            "because" | "if" | "when" | "while" | "although" | "unless" | "until" | "whether"
            | "what" | "how" => at > 0,
            // "the challenges we met": a clause without its "that".
            "i" | "we" | "they" | "he" | "she" | "you" => {
                let verb = tokens.get(at + 1).is_some_and(|next| {
                    matches!(
                        next.class,
                        Class::Auxiliary | Class::Past | Class::Verb | Class::Adverb
                    )
                });
                after_noun && joined && verb && !introduced
            }
            _ => false,
        });
    }
    groups <= leaning
}

fn mostly_marks(text: &str) -> bool {
    let (mut letters, mut others) = (0_usize, 0_usize);
    for c in text.chars() {
        if c.is_alphanumeric() {
            letters += 1;
        } else if !c.is_whitespace() {
            others += 1;
        }
    }
    others * 2 > letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens::tokens;

    #[test]
    fn what_belongs_to_the_talk_stays_there() {
        let table = [
            ("I joined the Navy in 1968.", Use::Good),
            ("That's a good question.", Use::Never),
            ("Seventh and eighth grade.", Use::Skip),
            ("Yes, it was.", Use::Skip),
            ("Because we had no money at all.", Use::Skip),
            ("Because we had no money, we stayed home.", Use::Good),
            ("Do you want the whole story of it?", Use::Never),
            ("I was one of the first to even get a.", Use::Broken),
            ("Keeping the team motivated and on point.", Use::Skip),
            ("I don't remember his name.", Use::Skip),
            ("People that lived through it.", Use::Skip),
            (
                "I throw away the recipe when the dough tells me to.",
                Use::Good,
            ),
            (
                "Half of what we ferment today is really Maria's.",
                Use::Good,
            ),
            ("It isn't.", Use::Weak),
            ("But that's just not true.", Use::Weak),
            ("No, not really.", Use::Skip),
        ];
        for (text, expected) in table {
            assert_eq!(
                usable(text, text, &tokens(text), Cues::of(text), Lean::Free),
                expected,
                "{text}"
            );
        }
    }
}
