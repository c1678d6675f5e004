//! Kill -9 in the middle of an interview; two processes on one session.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::viva::{Home, plan};

/// Starts an interview in a pipe, says one thing, and waits for the question that follows it.
fn begin(home: &Home, target: &str) -> (std::process::Child, String) {
    let mut child = home
        .command(&["interview", target])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    stdin
        .write_all(b"We began in a barn with two looms and a borrowed truck.\n\n")
        .unwrap();
    stdin.flush().unwrap();
    // The answer is echoed, then the next question comes: by then the answer is in the log.
    let next = lines
        .map(Result::unwrap)
        .find(|line| !line.is_empty() && !line.starts_with('>'))
        .unwrap();
    std::mem::forget(stdin);
    assert_ne!(first, next);
    (child, next)
}

#[test]
fn a_killed_interview_goes_on_where_it_was_and_asks_nothing_twice() {
    let home = Home::new();
    for _ in 0..3 {
        let (mut child, _) = begin(&home, &plan("founder"));
        child.kill().unwrap();
        child.wait().unwrap();
        let kept = home.ok(&["show", "last", "--json"]).json();
        assert!(
            kept["transcript"].to_string().contains("borrowed truck"),
            "an acknowledged answer is lost"
        );
        let id = kept["id"].as_str().unwrap();
        let run = home.run_with(
            &["interview", id, "--json"],
            "Then we hired Mara, who could fix anything.\n",
        );
        assert_eq!(run.code, 0, "{}", run.err);
        let talk = run.json();
        let asked: Vec<&serde_json::Value> = talk["session"]["transcript"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|turn| turn["speaker"] == "interviewer")
            .map(|turn| &turn["text"])
            .collect();
        for (n, question) in asked.iter().enumerate() {
            assert!(!asked[..n].contains(question), "asked twice: {question}");
        }
        home.ok(&["replay", id, "--verify"]);
    }
}

#[test]
fn a_second_process_on_the_same_session_is_told_who_has_it() {
    let home = Home::new();
    let (mut child, _) = begin(&home, &plan("founder"));
    let run = home.run_with(&["interview", "last"], "Hello?\n");
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains(&format!("process {}", child.id())),
        "{}",
        run.err
    );
    child.kill().unwrap();
    child.wait().unwrap();
}
