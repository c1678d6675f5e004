//! The one place where the time of day is read.

use std::time::{SystemTime, UNIX_EPOCH};

use interview::Millis;

/// Now, by the machine's clock.
#[must_use]
pub fn now() -> Millis {
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}
