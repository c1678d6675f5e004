//! After the talk: import, essay, export, replay.

use crate::viva::{ANSWERS, Home};

const TRANSCRIPT: &str = "# A Lighthouse Keeper

**Interviewer:** How did you come to the lighthouse?

**Ada Quist:** I came in 1961, when I was nineteen, because my uncle had broken his hip and somebody had to wind the clockwork \
every four hours. Um, I thought I would stay for one winter. I stayed for thirty-one years.

**Interviewer:** What was hard about it?

**Ada Quist:** The fog was harder than the storms. In a storm you have work to do, but in fog you sit and listen, and you know \
that somebody out there is listening too. One night in 1974 a trawler came so close that I heard the cook singing.
";

#[test]
fn an_imported_transcript_is_ready_for_essay_and_export() {
    let home = Home::new();
    let file = home.file("keeper.md", TRANSCRIPT);
    let imported = home.ok(&["import", &file, "--json"]).json();
    assert_eq!(imported["turns"], 4);
    let id = imported["session_id"].as_str().unwrap();
    let essay = home.ok(&["essay", id, "--format", "json"]).json();
    let sentences: Vec<&serde_json::Value> = essay["paragraphs"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|paragraph| paragraph["sentences"].as_array().unwrap())
        .collect();
    assert!(!sentences.is_empty());
    for sentence in &sentences {
        assert!(
            ["quoted", "paraphrased", "bridging"].contains(&sentence["grade"].as_str().unwrap())
        );
        assert!(!sentence["text"].as_str().unwrap().contains("Um,"));
    }
    let out = home.path("bundle");
    home.ok(&["export", id, "--out", &out.display().to_string()]);
    let manifest: serde_json::Value =
        serde_json::from_slice(&std::fs::read(out.join("manifest.json")).unwrap()).unwrap();
    let names: Vec<&str> = manifest["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["name"].as_str().unwrap())
        .collect();
    for name in [
        "analysis.json",
        "essay.md",
        "log.jsonl",
        "notes.json",
        "sections.json",
        "transcript.json",
        "transcript.md",
        "transcript.srt",
        "transcript.vtt",
    ] {
        assert!(
            names.contains(&name) && out.join(name).is_file(),
            "{name} is missing"
        );
    }
    // An exported log is a log.
    let log = out.join("log.jsonl").display().to_string();
    assert!(
        home.ok(&["replay", &log, "--verify"])
            .out
            .starts_with("verified:")
    );
    assert_eq!(
        home.ok(&["log", &log, "--json"]).out,
        std::fs::read_to_string(out.join("log.jsonl")).unwrap()
    );
}

#[test]
fn the_state_at_any_event_can_be_seen() {
    let home = Home::new();
    let id = home.interviewed(ANSWERS);
    let early = home.ok(&["replay", &id, "--at", "2"]).json();
    assert_eq!(early["status"], "IN_PROGRESS");
    assert_eq!(early["transcript"].as_array().unwrap().len(), 0);
    let late = home.ok(&["replay", &id]).json();
    assert_eq!(late["status"], "COMPLETED");
    let beyond = home.run(&["replay", &id, "--at", "100000"]);
    assert_eq!(beyond.code, 1);
    assert!(
        beyond.err.contains("there is no event 100000"),
        "{}",
        beyond.err
    );
}

#[test]
fn a_changed_log_is_found_out() {
    let home = Home::new();
    let id = home.interviewed(ANSWERS);
    let log = home.ok(&["log", &id, "--json"]).out;
    let forged = home.file(
        "forged.jsonl",
        log.replace("\"by\":\"builtin\"}", "\"by\":\"model\"}"),
    );
    let run = home.run(&["replay", &forged, "--verify"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("differs"), "{}", run.err);
}

#[test]
fn styles_differ_and_html_is_a_page() {
    let home = Home::new();
    home.interviewed(ANSWERS);
    let styles: Vec<String> = ["standard", "punchy", "reflective"]
        .iter()
        .map(|style| home.ok(&["essay", "last", "--style", style]).out)
        .collect();
    assert!(styles[0] != styles[1] && styles[1] != styles[2]);
    assert!(
        home.ok(&["essay", "last", "--format", "html"])
            .out
            .starts_with("<!DOCTYPE html>")
    );
}

#[test]
fn sessions_are_found_by_prefix_and_as_last() {
    let home = Home::new();
    let empty = home.run(&["show", "last"]);
    assert_eq!(empty.code, 1);
    assert!(empty.err.contains("no session yet"), "{}", empty.err);
    let id = home.interviewed(ANSWERS);
    assert_eq!(
        home.ok(&["show", &id[..5], "--json"]).json()["id"],
        id.as_str()
    );
    assert_eq!(
        home.ok(&["show", "last", "--json"]).json()["id"],
        id.as_str()
    );
    assert_eq!(
        home.ok(&["sessions", "--json"]).json()[0]["id"],
        id.as_str()
    );
    assert_eq!(home.run(&["show", "zzzz"]).code, 1);
}
