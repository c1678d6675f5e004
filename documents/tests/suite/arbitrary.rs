//! Whatever the bytes are, reading them ends in turns or in a refusal, never in a panic.

use documents::TranscriptKind::{self, Json, Markdown, Srt, Text, Vtt};
use documents::read_transcript;
use proptest::prelude::*;

const KINDS: [TranscriptKind; 5] = [Markdown, Text, Json, Srt, Vtt];

fn holds(bytes: &[u8]) {
    for kind in KINDS {
        let Ok(imported) = read_transcript(kind, bytes) else {
            continue;
        };
        assert!(!imported.turns.is_empty());
        assert!(
            imported
                .turns
                .iter()
                .all(|turn| !turn.text.trim().is_empty())
        );
        let mut before = 0;
        for turn in imported.timed() {
            assert!(
                before <= turn.start_ms && turn.start_ms <= turn.end_ms,
                "{turn:?}"
            );
            before = turn.end_ms;
        }
    }
}

/// Pieces of which transcripts are made, put together at random.
fn fragments() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "**",
        "Ann",
        ":",
        "：",
        " ",
        "\n",
        "\n\n",
        "[00:01:02]",
        "(1:02",
        "Q. ",
        "A: ",
        "# ",
        "---\n",
        "1\n",
        "00:00:01,000 --> 00:00:02,000\n",
        "00:09.000 --> ",
        "<v Bob>",
        "<v",
        "</v>",
        "<c>",
        "- ",
        ">> ",
        "{\\an8}",
        "&amp;",
        "\\n",
        "\\",
        "WEBVTT\n\n",
        "NOTE x\n",
        "{\"turns\":[",
        "{\"speaker\":\"a\",\"text\":\"b\",\"start\":1e300}",
        "]}",
        ",",
        "é",
        "你",
        "\0",
        "*",
        "_",
        "`",
        "[x](y)",
        "?",
        "word",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        holds(&bytes);
    }

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,200}") {
        holds(text.as_bytes());
    }

    #[test]
    fn arbitrary_pieces_of_transcripts_never_panic(text in fragments()) {
        holds(text.as_bytes());
    }
}
