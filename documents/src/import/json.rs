//! Reads transcripts in JSON: ours, those of archives, recognisers and chats.
//!
//! Nothing is kept but what a transcript can use, so that a hostile file cannot cost more memory than its size.

mod entry;
mod scalar;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::cue_turns::{self, Piece};
use super::draft::{Draft, Said};
use super::prose::{self, Markup};
use super::{ImportError, MAX_TURNS};
use entry::{Entry, TimeScale};
use scalar::Scalar;

pub(crate) fn read(text: &str) -> Result<Draft, ImportError> {
    let found: Found = serde_json::from_str(text).map_err(|source| ImportError::NotJson {
        line: source.line(),
        column: source.column(),
        source,
    })?;
    let mut draft = if found.entries.is_empty() {
        prose::read(&found.text.unwrap_or_default(), Markup::None)
    } else if found.entries.iter().all(Entry::is_bare) {
        let texts: Vec<String> = found.entries.into_iter().map(|entry| entry.text).collect();
        prose::read(&texts.join("\n\n"), Markup::None)
    } else {
        Draft {
            said: said(found.entries, found.list),
            ..Draft::default()
        }
    };
    draft.title = found.title.or(draft.title);
    draft.source = found.source.or(draft.source);
    draft.interviewers.extend(found.interviewers);
    draft.interviewees.extend(found.interviewees);
    Ok(draft)
}

fn said(entries: Vec<Entry>, list: List) -> Vec<Said> {
    let scale = TimeScale::of(&entries);
    let nobody_named = entries.iter().all(|entry| entry.name.is_none());
    let pieces = entries.into_iter().map(|entry| Piece {
        start_ms: scale.ms(&entry.start),
        end_ms: scale.ms(&entry.end),
        name: entry.name,
        text: entry.text,
        ..Piece::default()
    });
    if list == List::Segments || nobody_named {
        return cue_turns::join(pieces.collect());
    }
    pieces
        .map(|piece| Said {
            name: piece.name,
            text: piece.text,
            start_ms: piece.start_ms,
            end_ms: piece.end_ms,
        })
        .collect()
}

/// What was found so far, anywhere in the file.
#[derive(Default)]
struct Found {
    title: Option<String>,
    interviewers: Vec<String>,
    interviewees: Vec<String>,
    source: Option<String>,
    list: List,
    entries: Vec<Entry>,
    /// Everything that was said, as one text; used when there is no list.
    text: Option<String>,
}

/// The kinds of lists, the better ones later: whole turns are worth more than segments of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum List {
    #[default]
    Unnamed,
    Segments,
    Messages,
    Turns,
}

/// What a key of an object holds.
enum Key {
    Title,
    Source,
    Interviewers,
    Interviewees,
    Text,
    List(List),
    Wrapper,
    Other,
}

impl Key {
    fn of(key: &str) -> Self {
        match key {
            "title" | "topic" | "name" => Self::Title,
            "source" | "url" => Self::Source,
            "interviewers" | "interviewer" | "hosts" | "host" => Self::Interviewers,
            "interviewees" | "interviewee" | "guests" | "guest" => Self::Interviewees,
            "text" => Self::Text,
            "turns" | "utterances" | "dialogue" | "monologues" => Self::List(List::Turns),
            "messages" | "conversation" | "entries" | "items" => Self::List(List::Messages),
            "segments" | "cues" | "captions" | "subtitles" => Self::List(List::Segments),
            "transcript" | "transcription" | "results" | "result" | "data" | "interview" => {
                Self::Wrapper
            }
            _ => Self::Other,
        }
    }
}

impl Found {
    /// Takes over what a nested value had, where it is better than what is here.
    fn merge(&mut self, other: Found, list: List) {
        let list = list.max(other.list);
        if !other.entries.is_empty() && (self.entries.is_empty() || list > self.list) {
            self.entries = other.entries;
            self.list = list;
        }
        self.text = self.text.take().or(other.text);
        self.title = self.title.take().or(other.title);
        self.source = self.source.take().or(other.source);
        self.interviewers.extend(other.interviewers);
        self.interviewees.extend(other.interviewees);
    }
}

impl<'de> Deserialize<'de> for Found {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FoundVisitor)
    }
}

struct FoundVisitor;

impl<'de> Visitor<'de> for FoundVisitor {
    type Value = Found;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a transcript")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Found, A::Error> {
        let mut found = Found::default();
        while let Some(key) = map.next_key::<String>()? {
            match Key::of(&key) {
                Key::Title => found.title = found.title.or(map.next_value::<Scalar>()?.text()),
                Key::Source => found.source = found.source.or(map.next_value::<Scalar>()?.text()),
                Key::Interviewers => found
                    .interviewers
                    .extend(map.next_value::<Scalar>()?.names()),
                Key::Interviewees => found
                    .interviewees
                    .extend(map.next_value::<Scalar>()?.names()),
                Key::Text => found.text = map.next_value::<Scalar>()?.text().or(found.text),
                Key::List(list) => {
                    let inner: Found = map.next_value()?;
                    found.merge(inner, list);
                }
                Key::Wrapper => {
                    let inner: Found = map.next_value()?;
                    found.merge(inner, List::Unnamed);
                }
                Key::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(found)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Found, A::Error> {
        let mut found = Found::default();
        while let Some(entry) = seq.next_element::<Entry>()? {
            // One more than allowed is enough to be refused.
            if !entry.text.is_empty() && found.entries.len() <= MAX_TURNS {
                found.entries.push(entry);
            }
        }
        Ok(found)
    }

    fn visit_str<E>(self, text: &str) -> Result<Found, E> {
        Ok(Found {
            text: Some(text.to_owned()),
            ..Found::default()
        })
    }

    fn visit_bool<E>(self, _: bool) -> Result<Found, E> {
        Ok(Found::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Found, E> {
        Ok(Found::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Found, E> {
        Ok(Found::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Found, E> {
        Ok(Found::default())
    }

    fn visit_unit<E>(self) -> Result<Found, E> {
        Ok(Found::default())
    }
}
