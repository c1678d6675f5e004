//! Question patterns by kind of topic: parts of a conversation with the questions that open them.
//!
//! `{about}` fits after “about”; `{thing}` is a noun phrase that never stands before a verb, because its number is
//! not known.

mod people;
mod things;

use interview::Importance;

use super::kind::Kind;

/// One question, in one or more wordings.
pub(super) struct Ask {
    pub(super) texts: &'static [&'static str],
    pub(super) priority: u8,
    pub(super) notes: &'static str,
}

pub(super) struct Part {
    pub(super) title: &'static str,
    pub(super) goal: &'static str,
    pub(super) importance: Importance,
    pub(super) asks: &'static [Ask],
}

pub(super) struct Pattern {
    pub(super) angle: &'static str,
    /// The first opens, the last looks back.
    pub(super) parts: [Part; 4],
}

pub(super) fn of(kind: Kind) -> &'static Pattern {
    match kind {
        Kind::Craft => &things::CRAFT,
        Kind::Decision => &people::DECISION,
        Kind::Lessons => &people::LESSONS,
        Kind::History => &people::HISTORY,
        Kind::Organisation => &people::ORGANISATION,
        Kind::Technology => &things::TECHNOLOGY,
        Kind::Science => &things::SCIENCE,
        Kind::Controversy => &people::CONTROVERSY,
        Kind::General => &things::GENERAL,
    }
}

/// A question with one or more wordings; a shorthand that keeps the tables readable.
const fn ask(priority: u8, texts: &'static [&'static str], notes: &'static str) -> Ask {
    Ask {
        texts,
        priority,
        notes,
    }
}
