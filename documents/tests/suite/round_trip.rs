//! A transcript that is written and read again is the same transcript.

use documents::TranscriptKind::{Json, Markdown, Srt, Text, Vtt};
use documents::{TranscriptDocument, TranscriptKind, read_transcript};
use interview::Speaker::{self, Candidate, Interviewer};
use interview::{SessionId, Spoken, Turn, TurnId};
use proptest::prelude::*;

fn turn(n: u32, speaker: Speaker, text: &str, start_ms: u64, end_ms: u64) -> Turn {
    Turn {
        id: TurnId(n),
        speaker,
        text: Spoken::from(text),
        words: interview::words::count(text),
        start_ms,
        end_ms,
        interrupted: false,
        withdrawn: false,
    }
}

fn document() -> TranscriptDocument {
    let long = "We had to find out what was on the mangled spacecraft, and nobody had a list; that is the first thing \
                that I remember. So we sat down, all of us, and made one. It took a week.\n\n\
                Remember: nobody had slept. 1990. That was the year, and R&D was <b>not</b> amused.";
    let mut withdrawn = turn(4, Candidate, "Do not write this down.", 40_000, 42_000);
    withdrawn.withdrawn = true;
    TranscriptDocument {
        title: "The *lost* list --> found".to_owned(),
        session_id: SessionId::new("s_7"),
        turns: vec![
            turn(1, Interviewer, "Where did it begin?", 250, 1_900),
            turn(2, Candidate, long, 2_100, 30_500),
            turn(
                3,
                Interviewer,
                "And `then` --> what?\n\nExpert: is that you?",
                31_000,
                33_000,
            ),
            withdrawn,
            turn(5, Candidate, "# One\n- two", 43_000, 45_000),
            turn(
                6,
                Candidate,
                "**Interviewer:** no, [me](x) & you &lt; they_all_",
                46_000,
                49_000,
            ),
        ],
    }
}

fn written(kind: TranscriptKind, document: &TranscriptDocument) -> String {
    match kind {
        Markdown => document.to_markdown(),
        Text => document.to_text(),
        Json => document.to_json(),
        Srt => document.to_srt(),
        Vtt => document.to_vtt(),
    }
}

#[test]
fn every_form_of_a_transcript_is_as_people_expect_it() {
    let document = document();
    insta::assert_snapshot!("transcript_md", document.to_markdown());
    insta::assert_snapshot!("transcript_txt", document.to_text());
    insta::assert_snapshot!("transcript_json", document.to_json());
    insta::assert_snapshot!("transcript_srt", document.to_srt());
    insta::assert_snapshot!("transcript_vtt", document.to_vtt());
}

/// Speaker and words, with all white space alike.
fn said(speaker: Speaker, text: &str) -> (Speaker, String) {
    let words: Vec<&str> = text.split_whitespace().collect();
    (speaker, words.join(" "))
}

fn sent(document: &TranscriptDocument) -> Vec<(Speaker, String)> {
    let kept = document.turns.iter().filter(|turn| !turn.withdrawn);
    kept.map(|turn| said(turn.speaker, turn.text.as_str()))
        .collect()
}

fn received(kind: TranscriptKind, file: &str) -> Vec<(Speaker, String)> {
    let imported = read_transcript(kind, file.as_bytes()).unwrap();
    let turns = imported.turns.iter();
    turns.map(|turn| said(turn.speaker, &turn.text)).collect()
}

#[test]
fn what_is_written_is_read_again() {
    let document = document();
    for kind in [Markdown, Text, Json, Srt, Vtt] {
        let file = written(kind, &document);
        assert_eq!(received(kind, &file), sent(&document), "{kind:?}\n{file}");
    }
}

#[test]
fn times_and_title_survive() {
    let document = document();
    for (kind, title, precision_ms) in [
        (Markdown, Some("The *lost* list --> found"), 1_000),
        (Text, Some("The *lost* list --> found"), 1_000),
        (Json, Some("The *lost* list --> found"), 1),
        (Srt, None, 1),
        (Vtt, None, 1),
    ] {
        let imported = read_transcript(kind, written(kind, &document).as_bytes()).unwrap();
        assert_eq!(imported.title.as_deref(), title, "{kind:?}");
        let kept = document.turns.iter().filter(|turn| !turn.withdrawn);
        for (read, turn) in imported.turns.iter().zip(kept) {
            let start_ms = read.start_ms.unwrap();
            assert!(
                start_ms.abs_diff(turn.start_ms) < precision_ms,
                "{kind:?} {read:?} {turn:?}"
            );
        }
    }
}

#[test]
fn paragraphs_survive_where_the_form_has_them() {
    let document = document();
    for kind in [Markdown, Text, Json] {
        let imported = read_transcript(kind, written(kind, &document).as_bytes()).unwrap();
        assert_eq!(
            imported.turns[1].text.matches("\n\n").count(),
            1,
            "{kind:?}"
        );
    }
}

/// The rules for captions: order, length, width, and no line that could be taken for something else.
fn check_captions(file: &str) {
    let mut before_ms = 0;
    let mut n_lines = 0;
    for line in file.lines() {
        if let Some((from, to)) = line.split_once(" --> ") {
            let (from, to) = (ms(from), ms(to));
            assert!(
                before_ms <= from && from < to && to - from <= 7_000,
                "{line}\n{file}"
            );
            before_ms = from;
            n_lines = 0;
        } else if !line.is_empty() && !line.starts_with("WEBVTT") {
            assert!(!line.contains("-->"), "{line}");
            n_lines += 1;
            // One line more: the number or the id of the next cue.
            assert!(n_lines <= 3, "{file}");
        }
    }
}

fn ms(written: &str) -> u64 {
    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
    let number: u64 = digits.parse().unwrap();
    let (hms, ms) = (number / 1_000, number % 1_000);
    (hms / 10_000 * 3_600 + hms / 100 % 100 * 60 + hms % 100) * 1_000 + ms
}

#[test]
fn captions_can_be_read_while_they_are_shown() {
    let document = document();
    check_captions(&document.to_srt());
    check_captions(&document.to_vtt());
    for line in document.to_srt().lines() {
        let line = line
            .replace("&gt;", ">")
            .replace("&lt;", "<")
            .replace("&amp;", "&");
        assert!(line.chars().count() <= 42, "{line}");
    }
}

#[test]
fn languages_without_spaces_are_cut_and_joined() {
    let text = "我们花了一个星期才弄清楚那艘飞船上到底有什么东西，因为没有人有清单，".repeat(5);
    let mut document = document();
    document.turns = vec![turn(1, Candidate, &text, 0, 20_000)];
    for kind in [Srt, Vtt] {
        let file = written(kind, &document);
        check_captions(&file);
        assert_eq!(received(kind, &file), [said(Candidate, &text)]);
    }
}

fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        8 => "[a-z]{1,9}[.,?]?",
        1 => "[A-Z][a-z]{2,6}:?",
        1 => prop::sample::select(vec!["-->", "<b>", "&amp;", "R&D", "**x**", "_y_", "[z](u)", "#", "-", "1.", "`c`", "~~d~~", "\\*", "|", "é", "שלום"]).prop_map(str::to_owned),
    ];
    prop::collection::vec(word, 1..30).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_talks_survive(texts in prop::collection::vec((words(), words(), 0..20_000_u64), 2..6)) {
        let mut document = document();
        document.turns.clear();
        let mut at = 0;
        for (n, (question, answer, ms)) in texts.iter().enumerate() {
            let n = u32::try_from(n).unwrap() * 2;
            document.turns.push(turn(n + 1, Interviewer, question, at, at + ms));
            document.turns.push(turn(n + 2, Candidate, answer, at + ms, at + 2 * ms));
            at += 2 * ms;
        }
        for kind in [Markdown, Text, Json, Vtt] {
            let file = written(kind, &document);
            prop_assert_eq!(received(kind, &file), sent(&document), "{:?}\n{}", kind, file);
        }
        check_captions(&document.to_srt());
        check_captions(&document.to_vtt());
    }
}
