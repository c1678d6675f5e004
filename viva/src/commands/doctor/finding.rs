//! One thing that `viva doctor` found, and what to do about it.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Finding {
    Fine(String),
    /// It works, and there is something to know.
    Note {
        found: String,
        remedy: String,
    },
    /// It is wanted and does not work.
    Missing {
        found: String,
        remedy: String,
    },
}

impl Finding {
    pub(super) fn is_missing(&self) -> bool {
        match self {
            Finding::Missing { .. } => true,
            Finding::Fine(_) | Finding::Note { .. } => false,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Fine(found) => writeln!(f, "  ok       {found}"),
            Finding::Note { found, remedy } => {
                writeln!(f, "  note     {found}\n           {remedy}")
            }
            Finding::Missing { found, remedy } => {
                writeln!(f, "  MISSING  {found}\n           {remedy}")
            }
        }
    }
}
