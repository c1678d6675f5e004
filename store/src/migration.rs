//! The numbered steps that bring an empty or older database to the shape this program knows.

use crate::error::Error;

/// One numbered file of `migrations/`. A file that was ever released is never edited: what it did is recorded as done.
pub(crate) struct Migration {
    pub(crate) number: u32,
    pub(crate) name: &'static str,
    pub(crate) sql: &'static str,
}

pub(crate) const SQLITE: &[Migration] = &[Migration {
    number: 1,
    name: "log",
    sql: include_str!("../migrations/sqlite/0001_log.sql"),
}];

pub(crate) const POSTGRES: &[Migration] = &[Migration {
    number: 1,
    name: "log",
    sql: include_str!("../migrations/postgres/0001_log.sql"),
}];

/// The steps that a database still needs which has done those up to `done`.
pub(crate) fn due(all: &'static [Migration], done: u32) -> Result<&'static [Migration], Error> {
    let known = all.last().map_or(0, |migration| migration.number);
    if done > known {
        return Err(Error::Newer { found: done, known });
    }
    let first = all.partition_point(|migration| migration.number <= done);
    Ok(all.get(first..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_rise_one_by_one() {
        for all in [SQLITE, POSTGRES] {
            for (index, migration) in all.iter().enumerate() {
                assert_eq!(migration.number as usize, index + 1, "{}", migration.name);
            }
        }
    }

    #[test]
    fn a_newer_database_is_refused() {
        assert_eq!(due(SQLITE, 0).unwrap().len(), SQLITE.len());
        assert_eq!(due(SQLITE, 1).unwrap().len(), SQLITE.len() - 1);
        assert!(matches!(
            due(SQLITE, 999),
            Err(Error::Newer { found: 999, .. })
        ));
    }
}
