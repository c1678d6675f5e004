//! Whom and what a sentence speaks of, so that the next one may say "he" or "they".

use crate::text::lexicon::Class;
use crate::text::tokens::Token;

/// The word without what was swallowed behind it: "he" of "he's".
pub(super) fn head<'a>(token: &'a Token<'_>) -> &'a str {
    token.lower.split(['\'', '’']).next().unwrap_or("")
}

/// Somebody is named, or spoken of as he or she.
pub(super) fn speaks_of_person(tokens: &[Token<'_>]) -> bool {
    tokens.iter().any(|token| {
        token.class == Class::Name
            || is_person(&token.lower)
            || matches!(head(token), "he" | "she" | "him" | "her" | "his" | "who")
    })
}

/// Several are spoken of, or a body of people.
pub(super) fn speaks_of_many(tokens: &[Token<'_>]) -> bool {
    tokens.iter().any(|token| {
        token.class == Class::Name
            || is_many(&token.lower)
            || token.class == Class::Noun && token.lower.ends_with('s') && token.lower.len() > 3
            || matches!(
                head(token),
                "they"
                    | "them"
                    | "their"
                    | "these"
                    | "those"
                    | "both"
                    | "everybody"
                    | "everyone"
                    | "we"
            )
    })
}

pub(super) fn is_many(lower: &str) -> bool {
    matches!(
        lower,
        "people"
            | "men"
            | "women"
            | "children"
            | "folks"
            | "team"
            | "family"
            | "government"
            | "staff"
            | "company"
            | "army"
            | "navy"
            | "police"
            | "crew"
            | "management"
            | "kids"
            | "committee"
            | "board"
            | "group"
            | "community"
            | "couple"
            | "department"
            | "school"
    )
}

pub(super) fn is_person(lower: &str) -> bool {
    is_agent(lower)
        || matches!(
            lower,
            "father"
                | "mother"
                | "dad"
                | "mom"
                | "stepdad"
                | "brother"
                | "sister"
                | "wife"
                | "husband"
                | "son"
                | "daughter"
                | "boss"
                | "man"
                | "woman"
                | "guy"
                | "friend"
                | "teacher"
                | "doctor"
                | "chief"
                | "captain"
                | "grandfather"
                | "grandmother"
                | "uncle"
                | "aunt"
                | "president"
                | "director"
                | "manager"
                | "person"
                | "someone"
                | "somebody"
                | "girl"
                | "boy"
                | "kid"
                | "professor"
                | "mentor"
                | "colleague"
                | "partner"
                | "founder"
                | "lady"
                | "fellow"
                | "officer"
                | "engineer"
        )
}

/// Somebody who does something: driver, carpenter, chemist. Many things end so, too; the commonest are named.
fn is_agent(lower: &str) -> bool {
    const THINGS: &str = "after another center chapter color computer corner cover december dinner door either error ever \
        factor fever floor former harbor her however labor laser later layer letter liquor lower master \
        matter meter mirror monitor motor never november number october offer order other over paper \
        poor power quarter rather river semester september sector shower sister summer supper terror \
        tower trailer under upper vapor water weather whether winter wonder";
    let ends = ["er", "or", "ist", "ian", "man", "woman", "our", "eer"]
        .iter()
        .any(|ending| lower.ends_with(ending));
    ends && lower.len() > 5 && THINGS.split(' ').all(|thing| thing != lower)
}
