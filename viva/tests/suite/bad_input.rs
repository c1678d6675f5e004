//! Bad input: a clear sentence, exit code 1, and nothing lost that had been acknowledged.

use crate::viva::{ANSWERS, Home, plan};

#[test]
fn wrong_usage_is_explained_with_exit_code_1() {
    let home = Home::new();
    for args in [
        vec!["frobnicate"],
        vec!["essay"],
        vec!["essay", "last", "--style", "purple"],
        vec!["check", "no-such.toml"],
    ] {
        let run = home.run(&args);
        assert_eq!(run.code, 1, "{args:?}");
        assert!(!run.err.is_empty(), "{args:?}");
    }
    assert_eq!(home.run(&["--help"]).code, 0);
}

#[test]
fn an_answer_of_fifty_megabytes_is_refused_and_what_came_before_is_kept() {
    let home = Home::new();
    let mut input = b"We began in a barn.\n\n".to_vec();
    input.extend(b"word ".repeat(10_000_000));
    let run = home.run_with(&["interview", &plan("founder")], input);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("send it in parts"), "{}", run.err);
    let kept = home.ok(&["show", "last", "--json"]).json();
    assert!(
        kept["transcript"]
            .to_string()
            .contains("We began in a barn.")
    );
}

#[test]
fn odd_characters_are_kept_as_they_are() {
    let home = Home::new();
    let odd = "A NUL \u{0} and \u{202e}right-to-left\u{202c} and 🏺 and a\u{301}\u{301}\u{301}.";
    let id = home.interviewed(&format!("{odd}\n\nThe end of it.\n"));
    let view = home.ok(&["show", &id, "--json"]).json();
    let said = view["transcript"]
        .as_array()
        .unwrap()
        .iter()
        .any(|turn| turn["text"] == odd);
    assert!(said, "{view}");
    home.ok(&["essay", &id, "--format", "html"]);
}

#[test]
fn a_data_directory_that_cannot_be_written_is_named() {
    let home = Home::new();
    let file = home.file("a-file", "not a directory");
    let run = home.run(&["sessions", "--data", &format!("{file}/below")]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("a-file"), "{}", run.err);
    let run = home.run_with(
        &["interview", &plan("founder"), "--data", "/proc/nowhere"],
        ANSWERS,
    );
    assert_eq!(run.code, 1);
}

#[test]
fn a_damaged_row_is_found_and_the_rest_can_be_read() {
    let home = Home::new();
    let id = home.interviewed(ANSWERS);
    let intact = home.ok(&["log", &id, "--json"]).out.lines().count();
    // One letter of the last event is changed behind the program's back.
    let path = home.path("data").join("viva.db");
    let mut bytes = std::fs::read(&path).unwrap();
    let needle = b"\"type\":\"ESSAY_WRITTEN\"";
    let at = bytes
        .windows(needle.len())
        .rposition(|window| window == needle)
        .expect("the event is in the file");
    bytes[at + 9] = b'X';
    std::fs::write(&path, bytes).unwrap();
    let run = home.run(&["show", &id]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("damaged"), "{}", run.err);
    let log = home.run(&["log", &id, "--json"]);
    assert_eq!(log.code, 1);
    assert_eq!(log.out.lines().count(), intact - 1);
}

#[test]
fn a_damaged_last_line_of_an_exported_log_is_named() {
    let home = Home::new();
    let id = home.interviewed(ANSWERS);
    let log = home.ok(&["log", &id, "--json"]).out;
    let cut = home.file("cut.jsonl", &log[..log.len() - 40]);
    let run = home.run(&["replay", &cut, "--verify"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("is damaged"), "{}", run.err);
}

#[test]
fn a_transcript_that_is_none_is_refused() {
    let home = Home::new();
    for (name, content) in [
        ("empty.txt", &b""[..]),
        ("broken.json", b"{\"turns\": ["),
        ("odd.docx", b"PK"),
    ] {
        let file = home.file(name, content);
        let run = home.run(&["import", &file]);
        assert_eq!(run.code, 1, "{name}");
        assert!(!run.err.is_empty());
    }
}

#[test]
fn a_database_that_is_none_is_refused() {
    let home = Home::new();
    let file = home.file(
        "notes.db",
        "this is not a database, it is a letter to my aunt, and a long one at that",
    );
    let run = home.run(&["sessions", "--database", &format!("sqlite:{file}")]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("not a database"), "{}", run.err);
}
