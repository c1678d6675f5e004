//! One element of a list in JSON: who, what, when, under whatever keys.

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::scalar::Scalar;
use crate::import::{clock, roles};

/// Slower than this and the numbers are not seconds.
const SLOWEST_WORDS_A_MINUTE: f64 = 3.0;

/// What one element says.
#[derive(Default)]
pub(super) struct Entry {
    pub(super) name: Option<String>,
    pub(super) text: String,
    pub(super) start: Time,
    pub(super) end: Time,
}

/// A time as it was written.
#[derive(Default)]
pub(super) enum Time {
    #[default]
    None,
    Known(u64),
    /// A number without a unit.
    Number(f64),
}

impl Time {
    fn of(written: Scalar) -> Self {
        match written {
            Scalar::Text(text) => clock::parse(&text).map_or(Self::None, Self::Known),
            Scalar::Number(number) => Self::Number(number),
            Scalar::Flag(_) | Scalar::Other => Self::None,
        }
    }

    fn of_ms(written: Scalar) -> Self {
        match written {
            Scalar::Number(ms) => clock::seconds(ms / 1_000.0).map_or(Self::None, Self::Known),
            Scalar::Text(_) | Scalar::Flag(_) | Scalar::Other => Self::None,
        }
    }

    fn or(self, other: Self) -> Self {
        match self {
            Self::None => other,
            Self::Known(_) | Self::Number(_) => self,
        }
    }
}

/// The unit of numbers that have none: seconds with most recognisers, milliseconds with some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeScale {
    Seconds,
    Milliseconds,
}

impl TimeScale {
    pub(super) fn of(entries: &[Entry]) -> Self {
        let mut latest = 0.0_f64;
        let mut words = 0_usize;
        let mut whole = true;
        for entry in entries {
            words += entry.text.split_whitespace().count();
            if let Time::Number(number) = entry.start {
                latest = latest.max(number);
                whole &= number.fract() == 0.0;
            }
        }
        let slow = latest / 60.0 * SLOWEST_WORDS_A_MINUTE > words as f64;
        if whole && slow && latest >= 1_000.0 {
            Self::Milliseconds
        } else {
            Self::Seconds
        }
    }

    pub(super) fn ms(self, time: &Time) -> Option<u64> {
        match (time, self) {
            (Time::None, _) => None,
            (Time::Known(ms), _) => Some(*ms),
            (Time::Number(number), Self::Seconds) => clock::seconds(*number),
            (Time::Number(number), Self::Milliseconds) => clock::seconds(*number / 1_000.0),
        }
    }
}

impl Entry {
    /// Nothing but words: a list of texts, not of turns.
    pub(super) fn is_bare(&self) -> bool {
        let untimed = matches!(self.start, Time::None) && matches!(self.end, Time::None);
        untimed && self.name.is_none()
    }
}

/// The names that one element may give its speaker.
#[derive(Default)]
struct Who {
    speaker: Option<String>,
    role: Option<String>,
    name: Option<String>,
}

impl Who {
    /// A role that says who asks is worth more than a name.
    fn pick(self) -> Option<String> {
        let telling = |role: &String| roles::by_word(role).is_some();
        let known_role = self.role.clone().filter(telling);
        self.speaker.or(known_role).or(self.name).or(self.role)
    }

    /// Instructions to a machine; nobody said them.
    fn is_machinery(&self) -> bool {
        matches!(self.role.as_deref(), Some("system" | "developer" | "tool"))
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EntryVisitor)
    }
}

struct EntryVisitor;

impl<'de> Visitor<'de> for EntryVisitor {
    type Value = Entry;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a turn")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entry, A::Error> {
        let mut entry = Entry::default();
        let mut who = Who::default();
        let mut withdrawn = false;
        while let Some(key) = map.next_key::<String>()? {
            let mut value = || map.next_value::<Scalar>();
            match key.as_str() {
                "speaker" | "speaker_name" | "speaker_label" | "author" => {
                    who.speaker = value()?.name().or(who.speaker);
                }
                "role" => who.role = value()?.name(),
                "name" | "voice" => who.name = value()?.name(),
                "text" | "content" | "utterance" | "transcript" | "message" => {
                    let text = value()?.text().unwrap_or_default();
                    if entry.text.is_empty() {
                        entry.text = text;
                    }
                }
                "start_ms" | "startMs" => entry.start = Time::of_ms(value()?).or(entry.start),
                "end_ms" | "endMs" => entry.end = Time::of_ms(value()?).or(entry.end),
                "start" | "at" | "timestamp" | "time" | "start_time" | "begin" | "offset" => {
                    entry.start = entry.start.or(Time::of(value()?));
                }
                "end" | "end_time" | "stop" => entry.end = entry.end.or(Time::of(value()?)),
                "withdrawn" => withdrawn = matches!(value()?, Scalar::Flag(true)),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if withdrawn || who.is_machinery() {
            return Ok(Entry::default());
        }
        entry.name = who.pick();
        Ok(entry)
    }

    fn visit_str<E>(self, text: &str) -> Result<Entry, E> {
        Ok(Entry {
            text: text.to_owned(),
            ..Entry::default()
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Entry, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Entry::default())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Entry, E> {
        Ok(Entry::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Entry, E> {
        Ok(Entry::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Entry, E> {
        Ok(Entry::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Entry, E> {
        Ok(Entry::default())
    }

    fn visit_unit<E>(self) -> Result<Entry, E> {
        Ok(Entry::default())
    }
}
