//! A page of a log while it is being read: every row is checked before it is believed.

use interview::{EventId, SessionId};

use crate::entry::{Entry, checksum};
use crate::error::Error;

/// Entries in one page, whatever the caller asks for.
pub(crate) const PAGE_ENTRIES_MAX: usize = 10_000;
/// A page ends early once it holds this much text.
const PAGE_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Rows must arrive in order, without a gap, each with its own checksum.
pub(crate) struct Page {
    session: SessionId,
    last: EventId,
    limit: usize,
    bytes: usize,
    entries: Vec<Entry>,
}

impl Page {
    pub(crate) fn new(session: SessionId, after: EventId, limit: usize) -> Self {
        Self {
            session,
            last: after,
            limit: limit.min(PAGE_ENTRIES_MAX),
            bytes: 0,
            entries: Vec::new(),
        }
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    pub(crate) fn is_full(&self) -> bool {
        self.entries.len() >= self.limit || self.bytes >= PAGE_BYTES_MAX
    }

    /// Takes one row as it came out of the database.
    pub(crate) fn push(&mut self, event_id: i64, stored: i64, json: String) -> Result<(), Error> {
        let wanted = self.last.next();
        if u64::try_from(event_id) != Ok(wanted.0) {
            return Err(self.damage());
        }
        if i64::from(checksum(&self.session, wanted, &json)) != stored {
            return Err(self.damage());
        }
        self.bytes += json.len();
        self.last = wanted;
        self.entries.push(Entry {
            event_id: wanted,
            json,
        });
        Ok(())
    }

    /// The next row cannot be read or is not the right one.
    pub(crate) fn damage(&self) -> Error {
        Error::Damaged {
            session: self.session.clone(),
            event_id: self.last.next(),
            intact: self.last,
        }
    }

    /// No more rows. They must reach as far as the session says, unless the page is full.
    pub(crate) fn finish(self, cursor: EventId) -> Result<Vec<Entry>, Error> {
        if !self.is_full() && self.last < cursor {
            return Err(self.damage());
        }
        Ok(self.entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(limit: usize) -> Page {
        Page::new(SessionId::new("s"), EventId(0), limit)
    }

    fn sum(event_id: u64, json: &str) -> i64 {
        i64::from(checksum(&SessionId::new("s"), EventId(event_id), json))
    }

    #[test]
    fn a_row_of_another_place_is_damage() {
        let mut page = page(10);
        page.push(1, sum(1, "{}"), "{}".to_owned()).unwrap();
        let moved = page.push(2, sum(1, "{}"), "{}".to_owned()).unwrap_err();
        assert!(matches!(
            moved,
            Error::Damaged {
                event_id: EventId(2),
                intact: EventId(1),
                ..
            }
        ));
        assert!(page.push(3, sum(3, "{}"), "{}".to_owned()).is_err());
    }

    #[test]
    fn rows_missing_at_the_end_are_damage_unless_the_page_is_full() {
        let with_one = |limit| {
            let mut page = page(limit);
            page.push(1, sum(1, "{}"), "{}".to_owned()).unwrap();
            page
        };
        assert_eq!(with_one(1).finish(EventId(5)).unwrap().len(), 1);
        assert!(with_one(2).finish(EventId(5)).is_err());
        assert_eq!(with_one(2).finish(EventId(1)).unwrap().len(), 1);
        // A reader may ask past the end.
        let past = Page::new(SessionId::new("s"), EventId(9), 5);
        assert_eq!(past.finish(EventId(1)).unwrap(), Vec::new());
    }
}
