//! What SQLite's error codes mean for the person who has to do something about them.

use std::path::Path;
use std::sync::Arc;

use rusqlite::ErrorCode;
use rusqlite::ffi;

use crate::error::Error;

pub(super) fn explain(path: &Path, error: rusqlite::Error) -> Error {
    let path = path.to_owned();
    let place = path.display().to_string();
    // The shared memory file cannot be stretched: on a full disk that is where a first write fails.
    if extended(&error) == Some(ffi::SQLITE_IOERR_SHMSIZE) {
        return Error::DiskFull { place };
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Error::DiskFull { place },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy { path },
        Some(ErrorCode::NotADatabase) => Error::NotOurs { path },
        Some(ErrorCode::DatabaseCorrupt) => Error::Corrupt {
            path,
            source: Arc::new(error),
        },
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            Error::CannotOpen {
                path,
                reason: error.to_string(),
            }
        }
        _other => Error::Sqlite(Arc::new(error)),
    }
}

/// After a failed fsync the kernel may have dropped what it could not write and still report the next fsync as good.
/// Nothing can be acknowledged on this file any more.
pub(super) fn ends_the_store(error: &rusqlite::Error) -> bool {
    matches!(
        extended(error),
        Some(ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC)
    )
}

/// Whether trying each change in a transaction of its own may save some of them. Not when the lock could not be had:
/// each try would wait for it again.
pub(super) fn may_be_one_changes_fault(error: &rusqlite::Error) -> bool {
    !ends_the_store(error)
        && !matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
        )
}

/// The row itself cannot be read: its page is garbled, or holds something else than what was put there.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) {
        return true;
    }
    matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::Utf8Error(..)
    )
}

fn extended(error: &rusqlite::Error) -> Option<i32> {
    error.sqlite_error().map(|inner| inner.extended_code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(code: i32) -> rusqlite::Error {
        rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)
    }

    #[test]
    fn a_failed_fsync_ends_the_store_and_a_full_disk_does_not() {
        assert!(ends_the_store(&failed(ffi::SQLITE_IOERR_FSYNC)));
        assert!(!ends_the_store(&failed(ffi::SQLITE_FULL)));
        assert!(!ends_the_store(&failed(ffi::SQLITE_IOERR_WRITE)));
    }

    #[test]
    fn every_way_of_having_no_space_reads_the_same() {
        for code in [ffi::SQLITE_FULL, ffi::SQLITE_IOERR_SHMSIZE] {
            let error = explain(Path::new("/data/viva.db"), failed(code));
            assert!(
                error
                    .to_string()
                    .starts_with("no space is left for /data/viva.db")
            );
        }
    }

    #[test]
    fn a_lock_held_by_others_is_nobodys_fault() {
        assert!(!may_be_one_changes_fault(&failed(ffi::SQLITE_BUSY)));
        assert!(may_be_one_changes_fault(&failed(ffi::SQLITE_FULL)));
    }
}
