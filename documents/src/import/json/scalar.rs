//! A value of which only the words or the number matter.

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Between the parts of a message that was written in parts.
const PART_BREAK: &str = "\n\n";

/// Text, a number, a flag, or something that is none of them.
pub(super) enum Scalar {
    Text(String),
    Number(f64),
    Flag(bool),
    Other,
}

impl Scalar {
    pub(super) fn text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text),
            Self::Number(_) | Self::Flag(_) | Self::Other => None,
        }
    }

    /// As a speaker's name. Recognisers count their speakers.
    pub(super) fn name(self) -> Option<String> {
        match self {
            Self::Text(name) => Some(name).filter(|name| !name.trim().is_empty()),
            Self::Number(number) => Some(format!("Speaker {number}")),
            Self::Flag(_) | Self::Other => None,
        }
    }

    /// As one name, or a list of them.
    pub(super) fn names(self) -> Vec<String> {
        let whole = self.text().unwrap_or_default();
        let names = whole.split(PART_BREAK).map(|name| name.trim().to_owned());
        names.filter(|name| !name.is_empty()).collect()
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Scalar, E> {
        Ok(Scalar::Text(text))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number as f64))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number as f64))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Scalar, E> {
        Ok(Scalar::Flag(flag))
    }

    fn visit_unit<E>(self) -> Result<Scalar, E> {
        Ok(Scalar::Other)
    }

    /// A message in parts: its texts, one after the other.
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Scalar, A::Error> {
        let mut whole = String::new();
        while let Some(part) = seq.next_element::<Scalar>()? {
            if let Scalar::Text(text) = part {
                if !whole.is_empty() {
                    whole.push_str(PART_BREAK);
                }
                whole.push_str(&text);
            }
        }
        Ok(if whole.is_empty() {
            Scalar::Other
        } else {
            Scalar::Text(whole)
        })
    }

    /// A speaker or a part of a message, written out.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar, A::Error> {
        let mut found = Scalar::Other;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "name" | "text" | "label" | "transcript" => found = map.next_value()?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(found)
    }
}
