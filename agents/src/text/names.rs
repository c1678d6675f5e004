//! Proper names and numbers: what can be looked up, and what can be compared.

use super::lexicon::Class;
use super::phrases::Phrase;
use super::tokens::{Pause, Token};

/// The longest name kept whole.
const NAME_WORDS_MAX: usize = 6;

/// Runs of names: people, places, organisations, acronyms. “of”, “and the” and the like are kept inside a name.
pub fn names(tokens: &[Token<'_>]) -> Vec<Phrase> {
    let mut found = Vec::new();
    let mut first = 0;
    while first < tokens.len() {
        if tokens[first].class != Class::Name {
            first += 1;
            continue;
        }
        let mut end = first + 1;
        while end < tokens.len()
            && end - first < NAME_WORDS_MAX
            && tokens[end - 1].after == Pause::None
        {
            if tokens[end].class == Class::Name {
                end += 1;
            } else if links(tokens, end) {
                end += 2;
            } else {
                break;
            }
        }
        found.push(Phrase { first, end });
        first = end;
    }
    found
}

fn links(tokens: &[Token<'_>], at: usize) -> bool {
    matches!(
        tokens[at].lower.as_ref(),
        "of" | "de" | "von" | "van" | "der" | "la"
    ) && tokens[at].after == Pause::None
        && tokens
            .get(at + 1)
            .is_some_and(|next| next.class == Class::Name)
}

/// Two or three names in a row, with somebody doing something around them.
pub fn is_person(tokens: &[Token<'_>], name: Phrase) -> bool {
    let institution = name.tokens(tokens).iter().any(|token| {
        matches!(
            token.lower.as_ref(),
            "university"
                | "college"
                | "center"
                | "centre"
                | "office"
                | "department"
                | "company"
                | "corps"
                | "school"
                | "institute"
                | "act"
                | "committee"
                | "agency"
                | "program"
                | "war"
                | "of"
                | "inc"
                | "street"
                | "city"
                | "river"
                | "island"
                | "islands"
                | "county"
                | "army"
                | "navy"
                | "force"
                | "court"
                | "archives"
                | "system"
                | "st"
                | "san"
                | "los"
                | "new"
                | "fort"
                | "mount"
                | "lake"
                | "north"
                | "south"
                | "east"
                | "west"
                | "united"
        )
    });
    let word = |at: Option<usize>| {
        at.and_then(|at| tokens.get(at))
            .map_or("", |token| token.lower.as_ref())
    };
    let before = word(name.first.checked_sub(1));
    let next = word(Some(name.end));
    let acts = matches!(
        next,
        "was" | "is" | "who" | "had" | "said" | "came" | "told" | "and"
    ) || tokens
        .get(name.end)
        .is_some_and(|token| token.class == Class::Past);
    let company = matches!(
        before,
        "with" | "by" | "named" | "met" | "hired" | "mr" | "mrs" | "ms" | "dr"
    );
    (2..=3).contains(&name.len()) && !institution && before != "the" && (acts || company)
}

/// A number that was said, with what it counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    /// The tokens that it was said in.
    pub phrase: Phrase,
    pub value: f64,
    pub kind: NumberKind,
    /// The token that says what is counted: the next noun.
    pub unit: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberKind {
    Year,
    Percent,
    Money,
    Count,
}

/// Every number among the tokens of a text, written in figures or in words.
pub fn numbers(text: &str, tokens: &[Token<'_>]) -> Vec<Number> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((value, end)) = value_at(tokens, at) else {
            at += 1;
            continue;
        };
        let before = text.get(..tokens[at].at).unwrap_or_default();
        let after = text.get(tokens[end - 1].end()..).unwrap_or_default();
        let next = tokens.get(end);
        let figures = tokens[at]
            .lower
            .starts_with(|letter: char| letter.is_ascii_digit());
        let kind = if before.ends_with(['$', '£', '€'])
            || next
                .is_some_and(|next| matches!(next.lower.as_ref(), "dollars" | "euros" | "pounds"))
        {
            NumberKind::Money
        } else if after.starts_with('%')
            || next.is_some_and(|next| matches!(next.lower.as_ref(), "percent" | "per"))
        {
            NumberKind::Percent
        } else if figures && end == at + 1 && is_year(&tokens[at], before, value) {
            NumberKind::Year
        } else {
            NumberKind::Count
        };
        found.push(Number {
            phrase: Phrase { first: at, end },
            value,
            kind,
            unit: unit(tokens, end),
        });
        at = end;
    }
    found
}

fn is_year(token: &Token<'_>, before: &str, value: f64) -> bool {
    let four = token.lower.len() == 4 && (1_500.0..2_100.0).contains(&value);
    let short = before.ends_with(['\'', '’', '‘']) && value < 100.0;
    four || short
}

/// The first noun within three words, unless the phrase ends before.
fn unit(tokens: &[Token<'_>], end: usize) -> Option<usize> {
    let mut at = end;
    while at < tokens.len() && at < end + 3 {
        if at > 0 && tokens[at - 1].after != Pause::None {
            return None;
        }
        match tokens[at].class {
            Class::Noun | Class::Name => return Some(at),
            Class::Adjective | Class::Number => at += 1,
            Class::Pronoun
            | Class::Determiner
            | Class::Preposition
            | Class::Conjunction
            | Class::Auxiliary
            | Class::Adverb
            | Class::Verb
            | Class::Past
            | Class::Interjection => return None,
        }
    }
    None
}

/// The number that starts at a token, and the token after it.
fn value_at(tokens: &[Token<'_>], at: usize) -> Option<(f64, usize)> {
    let lower = tokens[at].lower.as_ref();
    let mut end = at + 1;
    let mut value = if lower.starts_with(|letter: char| letter.is_ascii_digit()) {
        let figures: String = lower.chars().filter(|letter| *letter != ',').collect();
        let plain = figures.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        plain.parse::<f64>().ok()?
    } else {
        // “one” is more often a pronoun than a number.
        small(lower).filter(|value| *value > 1.0).or_else(|| {
            (lower == "one" && joined(tokens, at + 1).and_then(scale).is_some()).then_some(1.0)
        })?
    };
    while let Some(next) = joined(tokens, end) {
        if let Some(factor) = scale(next) {
            value *= factor;
        } else if let Some(more) = small(next).filter(|more| {
            (value % 10.0 == 0.0 && (20.0..=90.0).contains(&value) && *more < 10.0)
                || (value >= 100.0 && *more < value)
        }) {
            value += more;
        } else {
            break;
        }
        end += 1;
    }
    Some((value, end))
}

fn joined<'a>(tokens: &'a [Token<'_>], at: usize) -> Option<&'a str> {
    let before = tokens.get(at.checked_sub(1)?)?;
    (before.after == Pause::None).then_some(tokens.get(at)?.lower.as_ref())
}

fn scale(word: &str) -> Option<f64> {
    Some(match word {
        "hundred" => 100.0,
        "thousand" => 1_000.0,
        "million" => 1_000_000.0,
        "billion" => 1_000_000_000.0,
        "dozen" => 12.0,
        _ => return None,
    })
}

fn small(word: &str) -> Option<f64> {
    const ONES: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    if let Some((tens, ones)) = word.split_once('-') {
        return Some(small(tens)? + small(ones)?);
    }
    let position = |list: &[&str]| list.iter().position(|name| *name == word);
    let number = position(&ONES).or_else(|| position(&TENS).map(|tens| (tens + 2) * 10))?;
    u32::try_from(number).ok().map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens::tokens;

    fn found(text: &str) -> Vec<(f64, NumberKind, String)> {
        let tokens = tokens(text);
        numbers(text, &tokens)
            .iter()
            .map(|number| {
                let unit = number.unit.map_or("", |unit| tokens[unit].text);
                (number.value, number.kind, unit.to_owned())
            })
            .collect()
    }

    #[test]
    fn numbers_come_with_what_they_count() {
        assert_eq!(
            found("In 1973 we lost 16 million files, forty-two percent, for $3,000."),
            [
                (1973.0, NumberKind::Year, String::new()),
                (16_000_000.0, NumberKind::Count, "files".into()),
                (42.0, NumberKind::Percent, "percent".into()),
                (3_000.0, NumberKind::Money, String::new()),
            ]
        );
        assert_eq!(
            found("twenty two people in two thousand six boxes"),
            [
                (22.0, NumberKind::Count, "people".into()),
                (2_006.0, NumberKind::Count, "boxes".into()),
            ]
        );
    }

    #[test]
    fn names_keep_their_small_words() {
        let text = "I studied at the University of Oxford with Charlie Camarda at NASA.";
        let tokens = tokens(text);
        let list: Vec<&str> = names(&tokens)
            .iter()
            .map(|name| name.text(text, &tokens))
            .collect();
        assert_eq!(list, ["University of Oxford", "Charlie Camarda", "NASA"]);
    }
}
