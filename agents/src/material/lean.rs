//! What a sentence leans on: whether it can be read without the one before it.

use super::mentions::{head, is_many, is_person};
use crate::text::lexicon::Class;
use crate::text::tokens::{Pause, Token};

/// How much a sentence needs the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lean {
    /// Stands alone.
    Free,
    /// Points back somewhere inside: fine after its neighbours, poor after a jump.
    Soft,
    /// Begins with what only the sentence before explains.
    Hard,
}

/// Words that begin a sentence only to tie it to the last one.
const TIES: &[&str] = &[
    "and", "but", "so", "then", "plus", "now", "also", "yet", "well", "anyway", "anyhow",
];
/// With these behind them, "so" and "now" belong to the sentence.
const TIES_NOT_BEFORE: &[&str] = &[
    "far", "long", "many", "much", "few", "little", "that", "called", "often", "and", "as", "to",
];

const POINTING: &[&str] = &[
    "he", "she", "they", "them", "him", "it", "this", "that", "these", "those", "his", "her",
    "hers", "its", "their", "theirs", "such",
];
const LEANING: &[&str] = &[
    "which",
    "who",
    "whose",
    "because",
    "or",
    "nor",
    "too",
    "instead",
    "otherwise",
    "afterwards",
    "afterward",
    "therefore",
    "however",
    "likewise",
    "either",
    "neither",
    "another",
    "others",
    "similarly",
    "besides",
    "meanwhile",
    "same",
    "later",
    "eventually",
    "finally",
    "again",
    "thus",
    "hence",
    "cause",
    "where",
    "as",
    "than",
    "except",
    "especially",
    "including",
    "particularly",
    "both",
    "still",
    "next",
    "whereas",
    "maybe",
    "even",
    "until",
];
/// Nouns that a pointing word makes clear by itself.
const SELF_EXPLAINING: &[&str] = &[
    "days",
    "who",
    "year",
    "week",
    "morning",
    "interview",
    "country",
    "world",
    "time",
];

/// How many bytes at the front only tie the sentence to the one before.
pub(super) fn tie(text: &str) -> usize {
    let mut cut = 0;
    loop {
        let rest = &text[cut..];
        let end = rest.find([' ', ',']).unwrap_or(rest.len());
        let word = rest[..end].to_lowercase();
        let next = rest[end..].trim_start_matches([',', ' ']);
        let follower = next
            .split([' ', ',', '.', '\'', '’'])
            .next()
            .unwrap_or("")
            .to_lowercase();
        // "So that was it" is tied; "so that we could" and "now that we know" are not.
        let second = next.split_whitespace().nth(1).unwrap_or("");
        let points = follower == "that"
            && (next.starts_with("that'")
                || next.starts_with("that’")
                || matches!(
                    second,
                    "was"
                        | "is"
                        | "were"
                        | "had"
                        | "made"
                        | "meant"
                        | "would"
                        | "became"
                        | "gave"
                        | "took"
                        | "led"
                        | "kind"
                ));
        let words_left = next.split_whitespace().count();
        if !TIES.contains(&word.as_str())
            || !points
                && TIES_NOT_BEFORE.contains(&follower.as_str())
                && word != "and"
                && word != "but"
            || words_left < 3
        {
            return cut;
        }
        cut = text.len() - next.len();
    }
}

pub(super) fn lean(tokens: &[Token<'_>]) -> Lean {
    let Some(first) = tokens.first() else {
        return Lean::Hard;
    };
    if begins_leaning(first, tokens) {
        return Lean::Hard;
    }
    if points_back(tokens) {
        Lean::Soft
    } else {
        Lean::Free
    }
}

fn begins_leaning(first: &Token<'_>, tokens: &[Token<'_>]) -> bool {
    let next = tokens.get(1);
    let next_is = |words: &[&str]| next.is_some_and(|next| words.contains(&next.lower.as_ref()));
    match head(first) {
        "it" => !is_empty_subject(tokens),
        "these" | "those" | "this" | "that" if next_is(SELF_EXPLAINING) && !next_is(&["time"]) => {
            next_is(&["year", "week", "morning", "interview"]) && head(first) == "that"
        }
        "for" => next_is(&["instance", "example", "that", "this"]),
        "in" => next_is(&["fact", "addition", "that", "this", "those"]) && !next_is(&["fact"]),
        "at" | "by" | "on" | "from" | "after" | "with" | "during" => {
            next_is(&["that", "this", "those", "these", "them", "it", "there"])
        }
        "as" => {
            next_is(&["well", "such"])
                || !tokens
                    .iter()
                    .skip(2)
                    .any(|token| token.after == Pause::Break)
        }
        "one" => next.is_none_or(|next| {
            next.lower == "of"
                && tokens.get(2).is_some_and(|third| {
                    matches!(third.lower.as_ref(), "them" | "those" | "these" | "which")
                })
                || matches!(next.class, Class::Auxiliary | Class::Past)
        }),
        "both" => !next_is(&["of", "my", "our"]),
        "where" | "who" => !tokens
            .last()
            .is_some_and(|_| tokens.iter().any(|token| token.after == Pause::Break)),
        "maybe" | "even" | "until" | "finally" | "eventually" | "later" | "still" | "next" => {
            next.is_some_and(|next| first.after == Pause::Break || POINTING.contains(&head(next)))
        }
        "the" => {
            next_is(&[
                "other", "others", "same", "former", "latter", "first", "second", "third", "next",
                "rest", "last",
            ]) && !next_is_time(tokens)
        }
        "some" | "most" | "many" | "all" | "none" | "each" | "any" | "several" | "few" => next
            .is_none_or(|next| {
                matches!(next.class, Class::Auxiliary | Class::Past)
                    || next.lower == "of"
                        && tokens
                            .get(2)
                            .is_some_and(|third| POINTING.contains(&head(third)))
            }),
        "there" => {
            !next.is_some_and(|next| next.class == Class::Auxiliary || next.lower == "used")
                && !first.lower.contains(['\'', '’'])
        }
        word => POINTING.contains(&word) || LEANING.contains(&word),
    }
}

/// "The first time", "the last thing": explained by themselves.
fn next_is_time(tokens: &[Token<'_>]) -> bool {
    tokens.get(2).is_some_and(|noun| {
        matches!(noun.class, Class::Noun | Class::Name | Class::Adjective)
            && !matches!(noun.lower.as_ref(), "one" | "ones" | "side" | "hand")
    })
}

/// Words that set a scene in time.
const SEASONS: &[&str] = &[
    "winter",
    "spring",
    "summer",
    "autumn",
    "christmas",
    "midnight",
    "dawn",
];

fn is_year(word: &str) -> bool {
    word.len() == 4
        && word.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(&word[..2], "18" | "19" | "20")
}

/// "It is hard to…", "It takes courage to…", "It seems to me that…": the subject stands behind.
fn is_empty_subject(tokens: &[Token<'_>]) -> bool {
    let rest: Vec<&str> = tokens
        .iter()
        .skip(1)
        .take(8)
        .map(|token| token.lower.as_ref())
        .collect();
    let is = tokens[0].lower.contains(['\'', '’'])
        || rest
            .first()
            .is_some_and(|verb| matches!(*verb, "is" | "was" | "would" | "can" | "will"));
    let rains = rest
        .iter()
        .take(2)
        .any(|verb| matches!(*verb, "rained" | "rains" | "raining" | "snowed" | "snowing"));
    let takes = rest.first().is_some_and(|verb| {
        matches!(
            *verb,
            "takes"
                | "took"
                | "seems"
                | "seemed"
                | "turns"
                | "turned"
                | "occurred"
                | "dawned"
                | "bothers"
                | "matters"
        )
    });
    let adjective = tokens
        .iter()
        .skip(1)
        .take(4)
        .any(|token| token.class == Class::Adjective);
    let to = tokens
        .iter()
        .skip(2)
        .take(6)
        .position(|token| matches!(token.lower.as_ref(), "to" | "that" | "how"));
    // "It was a winter festival, in 2011" sets a scene and points at nothing before it.
    let scene = rest
        .first()
        .is_some_and(|verb| matches!(*verb, "is" | "was"))
        && rest
            .iter()
            .any(|word| is_year(word) || SEASONS.contains(word));
    rains || scene || (takes && to.is_some()) || (is && adjective && to.is_some_and(|at| at <= 4))
}

/// A pronoun or a pointing word near the front, with nothing before it that it could mean.
fn points_back(tokens: &[Token<'_>]) -> bool {
    let (mut noun, mut person, mut plural) = (false, false, false);
    let mut nouns = 0;
    for (at, token) in tokens.iter().enumerate().take(14) {
        let next = tokens.get(at + 1);
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        match head(token) {
            "he" | "she" | "him" if !person => return true,
            // "The Army had filmed them": not the Army.
            "them" | "him" if nouns < 2 => return true,
            "they" | "them" | "their" if !plural => return true,
            "it" if before.is_some_and(|before| before.after == Pause::Break)
                && at <= 6
                && !is_empty_subject(&tokens[at..]) =>
            {
                return true;
            }
            "it" | "its" if !noun && !is_empty_subject(&tokens[at..]) => return true,
            "those" | "these"
                if !is_a_time(tokens, at)
                    && next.is_none_or(|next| !SELF_EXPLAINING.contains(&next.lower.as_ref())) =>
            {
                return true;
            }
            "that" | "this"
                if is_pointing(token, before, next)
                    && !(noun
                        && before.is_some_and(|before| before.class != Class::Preposition)) =>
            {
                return true;
            }
            "there"
                if !noun
                    && next.is_none_or(|next| next.class != Class::Auxiliary)
                    && !token.lower.contains(['\'', '’']) =>
            {
                return true;
            }
            _ => {}
        }
        if matches!(token.class, Class::Noun | Class::Name) {
            noun = true;
            nouns += 1;
            person = person || token.class == Class::Name || is_person(&token.lower);
            plural = plural
                || token.lower.ends_with('s') && token.lower != "goes"
                || is_many(&token.lower);
            plural = plural || token.class == Class::Name;
        }
        plural = plural
            || matches!(
                token.lower.as_ref(),
                "everybody" | "everyone" | "people" | "folks" | "nobody" | "anyone" | "somebody"
            );
    }
    false
}

/// "in that branch", "we did that": pointing; "the man that came", "I think that": not.
/// "in those early years", "in those days".
fn is_a_time(tokens: &[Token<'_>], at: usize) -> bool {
    tokens
        .iter()
        .skip(at + 1)
        .take(2)
        .any(|token| matches!(token.lower.as_ref(), "years" | "days" | "times" | "decades"))
}

/// Whether a pointing word points out of its sentence.
fn is_pointing(token: &Token<'_>, before: Option<&Token<'_>>, next: Option<&Token<'_>>) -> bool {
    if head(token) == "this" {
        return true;
    }
    let after_preposition = before.is_some_and(|before| before.class == Class::Preposition);
    let ends = token.after != Pause::None;
    let subject = token.lower.contains(['\'', '’']);
    let is = next.is_some_and(|next| {
        matches!(
            next.lower.as_ref(),
            "is" | "was" | "would" | "had" | "will" | "could" | "did"
        )
    });
    let after_noun = before.is_some_and(|before| {
        matches!(before.class, Class::Noun | Class::Name | Class::Pronoun) || before.lower == "and"
    });
    // "so that to me seemed": no clause follows that "that" could begin.
    let bare = before.is_some_and(|before| before.class == Class::Conjunction)
        && next.is_some_and(|next| {
            matches!(
                next.class,
                Class::Preposition | Class::Past | Class::Auxiliary
            )
        });
    if bare || (subject || is) && !after_noun {
        return true;
    }
    after_preposition
        || (ends && !before.is_some_and(|before| matches!(before.class, Class::Noun | Class::Name)))
        || (subject
            && before.is_none_or(|before| {
                before.after != Pause::None || before.class == Class::Conjunction
            }))
        || next.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens::tokens;

    #[test]
    fn leaning_is_told_from_standing() {
        let table = [
            ("I joined the Navy in 1968.", Lean::Free),
            ("He was my boss.", Lean::Hard),
            ("It was great.", Lean::Hard),
            ("It is hard to teach a language.", Lean::Free),
            ("There were three branches.", Lean::Free),
            ("That was the end.", Lean::Hard),
            ("I worked in that branch for years.", Lean::Soft),
            ("When I met him, we talked.", Lean::Soft),
            ("My father said he would go.", Lean::Free),
            ("Because we had no money.", Lean::Hard),
            ("These days I read.", Lean::Free),
            ("I think that people like boats.", Lean::Free),
        ];
        for (text, expected) in table {
            assert_eq!(lean(&tokens(text)), expected, "{text}");
        }
    }

    #[test]
    fn ties_are_measured() {
        for (text, standing) in [
            ("And then we left home.", "we left home."),
            ("So far we are fine.", "So far we are fine."),
            ("But, so we left home.", "we left home."),
            ("Now that I know it.", "Now that I know it."),
            (
                "So that was a real privilege.",
                "that was a real privilege.",
            ),
        ] {
            assert_eq!(&text[tie(text)..], standing);
        }
    }
}
