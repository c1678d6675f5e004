//! Excerpts of real interviews; their sources are in `fixtures/README.md`.

use documents::{TranscriptKind, read_transcript};
use interview::Speaker;

fn summary(file: &str) -> String {
    let imported = read_transcript(TranscriptKind::Json, file.as_bytes()).unwrap();
    let mut out = format!(
        "{}\n{} asks, {} answers\n{}\n",
        imported.title.as_deref().unwrap_or("-"),
        imported.interviewers.join(", "),
        imported.interviewees.join(", "),
        imported.source.as_deref().unwrap_or("-")
    );
    for turn in imported.timed() {
        let who = match turn.speaker {
            Speaker::Interviewer => "asks",
            Speaker::Candidate => "answers",
        };
        let n_paragraphs = turn.text.split("\n\n").count();
        let words: Vec<&str> = turn.text.split_whitespace().collect();
        out.push_str(&format!(
            "{:>7}-{:>7} {who:7} {n_paragraphs} ¶, {:>3} words: {}\n",
            turn.start_ms,
            turn.end_ms,
            words.len(),
            words[..words.len().min(8)].join(" ")
        ));
    }
    out
}

#[test]
fn an_interview_of_the_national_archives_is_read() {
    insta::assert_snapshot!(summary(include_str!("../fixtures/bill-seibert.json")));
}

#[test]
fn an_interview_of_the_peace_corps_is_read() {
    insta::assert_snapshot!(summary(include_str!("../fixtures/jed-meline.json")));
}

#[test]
fn an_interview_of_nasa_is_read() {
    insta::assert_snapshot!(summary(include_str!(
        "../fixtures/julie-a-kramer-white.json"
    )));
}
