//! Transcripts and essays as files: pure functions from and to bytes. Reading and writing files is the caller's job.

pub mod bundle;

mod essay;
mod flow;
mod import;
mod json;
mod markdown;
mod transcript;

pub use essay::{
    ExportError, essay_to_docx, essay_to_epub, essay_to_html, essay_to_markdown, essay_to_pdf,
    essay_to_text,
};
pub use import::{
    ImportError, Imported, ImportedTurn, MAX_BYTES, MAX_TURN_CHARS, MAX_TURNS, TimedTurn,
    TranscriptKind, read_transcript,
};
pub use transcript::TranscriptDocument;
