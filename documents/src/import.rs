//! Reads a transcript from elsewhere: bytes in, turns with speakers out.
//!
//! Each form is read into a `Draft` (who is named, what was said); what follows is the same for all of
//! them: texts are cleaned, bounds are checked, and `roles` says who of the named was interviewed.

mod census;
mod clock;
mod cue_turns;
mod cues;
mod decode;
mod draft;
mod json;
mod label;
mod markup;
mod prose;
mod prose_lines;
mod roles;

use std::fmt;
use std::path::Path;

use interview::Speaker;

use decode::Decoded;
use draft::Draft;

/// More than a day of talk as text; a larger file is a mistake, and would be read into memory several times.
pub const MAX_BYTES: usize = 32 * 1024 * 1024;
/// About eighteen hours of uninterrupted speech.
pub const MAX_TURN_CHARS: usize = 1_000_000;
/// A day of one-second remarks.
pub const MAX_TURNS: usize = 100_000;

/// A full file of this many lines has no more than six words on each; a line costs memory, however short.
const MAX_LINES: usize = 1_000_000;

/// The forms in which transcripts come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TranscriptKind {
    Markdown,
    Text,
    Json,
    Srt,
    Vtt,
}

impl TranscriptKind {
    /// By the extension of a file's name, in any case; nothing when the extension is none of ours.
    #[must_use]
    pub fn from_path_extension(path: impl AsRef<Path>) -> Option<Self> {
        let extension = path.as_ref().extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "md" | "markdown" => Some(Self::Markdown),
            "txt" | "text" => Some(Self::Text),
            "json" => Some(Self::Json),
            "srt" => Some(Self::Srt),
            "vtt" | "webvtt" => Some(Self::Vtt),
            _ => None,
        }
    }

    /// How a person who has none of these could write one.
    fn understood(self) -> &'static str {
        match self {
            Self::Markdown | Self::Text => {
                "lines like “Name: words”, “**Name:** words”, “[00:01:02] Name: words” or “Q: …” and “A: …”, \
                 a name on its own line above its words, or plain paragraphs of one person"
            }
            Self::Json => {
                "an object with “turns”, “segments”, “utterances” or “messages”, or a list, of objects with \
                 “speaker” and “text” (or “content”)"
            }
            Self::Srt | Self::Vtt => {
                "cues: a line “00:00:01.000 --> 00:00:04.000” with its words beneath"
            }
        }
    }
}

/// Why a transcript could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("the file has {bytes} bytes; at most {MAX_BYTES} are read, so split it")]
    TooLarge { bytes: usize },
    #[error("this is not JSON: {source}")]
    NotJson {
        line: usize,
        column: usize,
        source: serde_json::Error,
    },
    #[error("line {line}: this is not a cue's time; it looks like “00:00:01.000 --> 00:00:04.000”")]
    BadCueTime { line: usize },
    #[error("turn {turn} has {chars} characters; at most {MAX_TURN_CHARS} belong to one turn")]
    TurnTooLong { turn: usize, chars: usize },
    #[error("there are {turns} turns; at most {MAX_TURNS} are read, so split the file")]
    TooManyTurns { turns: usize },
    #[error("there are {lines} lines; at most {MAX_LINES} are read, so split the file")]
    TooManyLines { lines: usize },
    #[error("nothing that somebody said was found; understood are {}", kind.understood())]
    NothingSaid { kind: TranscriptKind },
}

/// A transcript as it was found, speakers told apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Imported {
    pub title: Option<String>,
    pub interviewers: Vec<String>,
    pub interviewees: Vec<String>,
    /// Where the file says that it comes from.
    pub source: Option<String>,
    /// At least one, none of them empty.
    pub turns: Vec<ImportedTurn>,
    /// Characters U+0000 that were taken out; many of them mean that the file is damaged.
    pub nul_chars_removed: usize,
}

/// One person's words, with the times that the file gives.
#[derive(Clone, PartialEq, Eq)]
pub struct ImportedTurn {
    pub speaker: Speaker,
    pub text: String,
    pub start_ms: Option<u64>,
    pub end_ms: Option<u64>,
}

/// A turn whose times are known or estimated.
#[derive(Clone, PartialEq, Eq)]
pub struct TimedTurn {
    pub speaker: Speaker,
    pub text: String,
    pub start_ms: u64,
    pub end_ms: u64,
}

impl Imported {
    /// The turns with every time filled in: given times are kept unless the others contradict them, missing
    /// ones follow from 150 words a minute, and no turn begins before the one before it has ended.
    #[must_use]
    pub fn timed(self) -> Vec<TimedTurn> {
        clock::fill(self.turns)
    }
}

/// Reads a transcript of the given kind.
///
/// # Errors
/// When the file is too large, broken, or has nothing in it that somebody said.
pub fn read_transcript(kind: TranscriptKind, bytes: &[u8]) -> Result<Imported, ImportError> {
    if bytes.len() > MAX_BYTES {
        return Err(ImportError::TooLarge { bytes: bytes.len() });
    }
    let Decoded { text, nuls } = decode::decode(bytes);
    let lines = text.bytes().filter(|byte| *byte == b'\n').count();
    if lines > MAX_LINES && kind != TranscriptKind::Json {
        return Err(ImportError::TooManyLines { lines });
    }
    let draft = match kind {
        TranscriptKind::Markdown | TranscriptKind::Text if cues::looks_like_cues(&text) => {
            cue_turns::read(&text)?
        }
        TranscriptKind::Markdown => prose::read(&text, prose::Markup::Markdown),
        TranscriptKind::Text => prose::read(&text, prose::Markup::None),
        TranscriptKind::Json => json::read(&text)?,
        TranscriptKind::Srt | TranscriptKind::Vtt => cue_turns::read(&text)?,
    };
    finish(kind, draft, nuls)
}

fn finish(kind: TranscriptKind, mut draft: Draft, nuls: usize) -> Result<Imported, ImportError> {
    let escaped_nuls = draft.clean();
    if draft.said.is_empty() {
        return Err(ImportError::NothingSaid { kind });
    }
    if draft.said.len() > MAX_TURNS {
        let turns = draft.said.len();
        return Err(ImportError::TooManyTurns { turns });
    }
    for (index, said) in draft.said.iter().enumerate() {
        // Bytes are an upper bound for characters, and cost nothing to know.
        if said.text.len() > MAX_TURN_CHARS {
            let chars = said.text.chars().count();
            if chars > MAX_TURN_CHARS {
                let turn = index + 1;
                return Err(ImportError::TurnTooLong { turn, chars });
            }
        }
    }
    let mut imported = roles::assign(draft);
    imported.nul_chars_removed = nuls + escaped_nuls;
    Ok(imported)
}

// Spoken words never reach a log by way of a debug print: these print how much was said, not what.
impl fmt::Debug for ImportedTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImportedTurn")
            .field("speaker", &self.speaker)
            .field("chars", &self.text.chars().count())
            .field("start_ms", &self.start_ms)
            .field("end_ms", &self.end_ms)
            .finish()
    }
}

impl fmt::Debug for TimedTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TimedTurn")
            .field("speaker", &self.speaker)
            .field("chars", &self.text.chars().count())
            .field("start_ms", &self.start_ms)
            .field("end_ms", &self.end_ms)
            .finish()
    }
}
