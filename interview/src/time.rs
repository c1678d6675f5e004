//! Time as the core knows it: milliseconds that somebody hands in, written as RFC 3339.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970-01-01T00:00:00Z. Written as `2026-01-01T00:00:00.000Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Millis(pub i64);

impl Millis {
    /// Where virtual time starts: 2026-01-01T00:00:00.000Z.
    pub const VIRTUAL_START: Millis = Millis(1_767_225_600_000);

    /// This moment and `ms` more.
    #[must_use]
    pub fn plus(self, ms: u64) -> Self {
        Self(self.0.saturating_add(i64::try_from(ms).unwrap_or(i64::MAX)))
    }

    /// How long ago `earlier` was; nothing when it is still to come.
    #[must_use]
    pub fn since(self, earlier: Millis) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(timestamp) => write!(f, "{timestamp:.3}"),
            Err(_) => f.write_str("0000-00-00T00:00:00.000Z"),
        }
    }
}

impl FromStr for Millis {
    type Err = jiff::Error;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let timestamp: jiff::Timestamp = written.parse()?;
        Ok(Self(timestamp.as_millisecond()))
    }
}

impl Serialize for Millis {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Millis {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        written.parse().map_err(serde::de::Error::custom)
    }
}

/// How long saying these words takes at 150 words a minute.
#[must_use]
pub fn speaking_ms(words: u32) -> u64 {
    u64::from(words) * 400
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_with_milliseconds_in_utc() {
        assert_eq!(
            Millis::VIRTUAL_START.to_string(),
            "2026-01-01T00:00:00.000Z"
        );
        assert_eq!(
            Millis::VIRTUAL_START.plus(10_007).to_string(),
            "2026-01-01T00:00:10.007Z"
        );
        assert_eq!(
            "2026-01-01T00:00:00.000Z".parse::<Millis>().unwrap(),
            Millis::VIRTUAL_START
        );
    }
}
