//! The documents crate from outside: what goes in, what comes out, and that both agree.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod arbitrary;
mod archives;
mod essays;
mod forms;
mod json_shapes;
mod limits;
mod papers;
mod round_trip;

use documents::{Imported, TranscriptKind, read_transcript};
use interview::Speaker;

/// What was read, one line a turn: `I 0-1500 words`, paragraphs joined by `¶`.
fn shown(imported: &Imported) -> String {
    let mut out = String::new();
    for turn in &imported.turns {
        out.push(match turn.speaker {
            Speaker::Interviewer => 'I',
            Speaker::Candidate => 'C',
        });
        match (turn.start_ms, turn.end_ms) {
            (Some(start), Some(end)) => out.push_str(&format!(" {start}-{end}")),
            (Some(start), None) => out.push_str(&format!(" {start}-")),
            (None, Some(end)) => out.push_str(&format!(" -{end}")),
            (None, None) => {}
        }
        out.push_str(&format!(" {}\n", turn.text.replace("\n\n", "¶")));
    }
    out
}

/// Reads a text and compares the turns, written as `shown` writes them.
#[track_caller]
fn check(kind: TranscriptKind, text: &str, expected: &str) {
    let imported = read_transcript(kind, text.as_bytes()).unwrap();
    let expected: Vec<&str> = expected.lines().map(str::trim).collect();
    assert_eq!(
        shown(&imported).trim_end(),
        expected.join("\n").trim(),
        "in {text}"
    );
}
