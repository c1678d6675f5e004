//! What is refused, and in which words.

use documents::TranscriptKind::{Json, Markdown, Srt, Text, Vtt};
use documents::{MAX_BYTES, MAX_TURN_CHARS, TranscriptKind, read_transcript};

fn refusal(kind: TranscriptKind, bytes: &[u8]) -> String {
    read_transcript(kind, bytes).unwrap_err().to_string()
}

#[test]
fn refusals_say_what_to_do() {
    let long = "word ".repeat(MAX_TURN_CHARS / 5 + 1);
    let two_turns = format!("Q: Why?\nA: {long}");
    let many_turns = "a\n\n".repeat(100_001);
    let many_lines = "\n".repeat(1_000_001);
    let large = vec![b'a'; MAX_BYTES + 1];
    let table: [(TranscriptKind, &[u8]); 12] = [
        (Text, &large),
        (Text, two_turns.as_bytes()),
        (Text, many_turns.as_bytes()),
        (Text, many_lines.as_bytes()),
        (Json, b"{\"turns\":[\n {\"speaker\": expert}]}"),
        (Json, b""),
        (Json, b"{\"turns\":[]}"),
        (Json, b"42"),
        (Markdown, b"# Only a title\n"),
        (Text, b" \n\0\n"),
        (Srt, b"1\n00:00:01,000 --> soon\nWell.\n"),
        (Vtt, b"WEBVTT\n\nNOTE nothing\n"),
    ];
    let refusals: Vec<String> = table
        .iter()
        .map(|(kind, bytes)| format!("{kind:?}: {}", refusal(*kind, bytes)))
        .collect();
    insta::assert_snapshot!(refusals.join("\n"));
}

#[test]
fn kinds_are_known_by_their_extension() {
    let table = [
        ("talk.md", Some(Markdown)),
        ("/tmp/a.b/Talk.TXT", Some(Text)),
        ("talk.json", Some(Json)),
        ("talk.en.srt", Some(Srt)),
        ("talk.vtt", Some(Vtt)),
        ("talk.docx", None),
        ("talk", None),
        (".md", None),
    ];
    for (path, kind) in table {
        assert_eq!(TranscriptKind::from_path_extension(path), kind, "{path}");
    }
}

#[test]
fn nul_characters_are_counted_wherever_they_were() {
    let imported = read_transcript(Json, b"{\"turns\":[{\"text\":\"a\\u0000b\"}]}\0").unwrap();
    assert_eq!(imported.nul_chars_removed, 2);
    assert_eq!(imported.turns[0].text, "ab");
}

#[test]
fn what_was_said_is_not_in_debug_output() {
    let imported = read_transcript(Text, b"Q: secret?\nA: hidden.").unwrap();
    let printed = format!("{imported:?} {:?}", imported.clone().timed());
    assert!(
        !printed.contains("secret") && !printed.contains("hidden"),
        "{printed}"
    );
}
