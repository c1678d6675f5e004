//! One atomic step of one session's log, and the rule that says whether it fits.

use interview::{EventId, SessionId};

use crate::entry::{Entry, check_name};
use crate::error::Invalid;
use crate::lease::Fence;

/// Entries in one change.
pub(crate) const ENTRIES_MAX: usize = 10_000;
/// Text in one change. As long as the longest entry, so that any single entry can be written.
pub(crate) const CHANGE_BYTES_MAX: usize = crate::entry::ENTRY_BYTES_MAX;

/// What is written in one transaction: all of it or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub session: SessionId,
    /// The cursor the writer believes in. Only looked at when something is appended.
    pub expected: EventId,
    /// Follow `expected` without a gap.
    pub appended: Vec<Entry>,
    /// Take the place of entries that exist, whose old words are erased.
    pub redacted: Vec<Entry>,
    /// The lease under which this is written; none where a session has a single writer anyway.
    pub fence: Option<Fence>,
}

/// How a change stands to the log it is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Fits,
    /// The log has gone past it: either this very change is in it already, or another one is.
    PerhapsRepeated,
    Conflicts,
}

impl Change {
    /// The cursor after this change.
    pub(crate) fn end(&self) -> EventId {
        match self.appended.last() {
            Some(entry) => entry.event_id,
            None => self.expected,
        }
    }

    pub(crate) fn standing(&self, cursor: EventId) -> Standing {
        if self.appended.is_empty() || self.expected == cursor {
            Standing::Fits
        } else if self.end() <= cursor {
            Standing::PerhapsRepeated
        } else {
            Standing::Conflicts
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let entries = self.appended.iter().chain(&self.redacted);
        entries.map(|entry| entry.json.len()).sum()
    }

    /// Everything about a change that can be refused without looking at the log.
    pub(crate) fn check(&self) -> Result<(), Invalid> {
        check_name("session id", self.session.as_str())?;
        let count = self.appended.len() + self.redacted.len();
        if count == 0 {
            return Err(Invalid::Nothing);
        }
        if count > ENTRIES_MAX {
            return Err(Invalid::TooMany {
                count,
                count_max: ENTRIES_MAX,
            });
        }
        let mut wanted = self.expected;
        for entry in &self.appended {
            wanted = wanted.next();
            if entry.event_id != wanted {
                return Err(Invalid::Gap {
                    wanted,
                    found: entry.event_id,
                });
            }
        }
        let bytes = self.bytes();
        if bytes > CHANGE_BYTES_MAX {
            return Err(Invalid::TooLarge {
                bytes,
                bytes_max: CHANGE_BYTES_MAX,
            });
        }
        let mut entries = self.appended.iter().chain(&self.redacted);
        entries.try_for_each(Entry::check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(expected: u64, ids: &[u64]) -> Change {
        let entry = |id: &u64| Entry {
            event_id: EventId(*id),
            json: "{}".to_owned(),
        };
        Change {
            session: SessionId::new("s"),
            expected: EventId(expected),
            appended: ids.iter().map(entry).collect(),
            redacted: Vec::new(),
            fence: None,
        }
    }

    #[test]
    fn ids_follow_the_expected_cursor_without_a_gap() {
        assert_eq!(change(3, &[4, 5]).check(), Ok(()));
        let gap = |wanted, found| {
            Err(Invalid::Gap {
                wanted: EventId(wanted),
                found: EventId(found),
            })
        };
        assert_eq!(change(3, &[5]).check(), gap(4, 5));
        assert_eq!(change(3, &[4, 4]).check(), gap(5, 4));
        assert_eq!(change(3, &[]).check(), Err(Invalid::Nothing));
    }

    #[test]
    fn only_a_change_that_lies_wholly_in_the_past_may_be_a_repetition() {
        assert_eq!(change(3, &[4, 5]).standing(EventId(3)), Standing::Fits);
        assert_eq!(
            change(3, &[4, 5]).standing(EventId(5)),
            Standing::PerhapsRepeated
        );
        assert_eq!(change(3, &[4, 5]).standing(EventId(4)), Standing::Conflicts);
        assert_eq!(change(3, &[4, 5]).standing(EventId(2)), Standing::Conflicts);
    }
}
