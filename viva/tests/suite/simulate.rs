//! Simulations: the same input gives the same bytes.

use crate::viva::{Home, plan};

const SCRIPT: &str = r#"{"at_ms":0,"do":"start"}
{"at_ms":20000,"do":"say","text":"We began in a barn with two looms.","client_id":"m1"}
{"at_ms":20000,"do":"say","text":"We began in a barn with two looms.","client_id":"m1"}
{"at_ms":40000,"do":"fail","who":"orchestrator","times":1}
{"at_ms":60000,"do":"say","text":"The bank said no three times."}
{"at_ms":70000,"do":"withdraw","client_id":"m1"}
{"at_ms":80000,"do":"end"}
"#;

#[test]
fn the_same_script_gives_the_same_log() {
    let home = Home::new();
    let script = home.file("script.jsonl", SCRIPT);
    let args = [
        "simulate",
        &plan("founder"),
        "--script",
        &script,
        "--session",
        "s1",
    ];
    let first = home.ok(&args);
    assert_eq!(first.out, home.ok(&args).out);
    let lines: Vec<serde_json::Value> = first
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["at"], "2026-01-01T00:00:00.000Z");
    assert_eq!(lines[0]["payload"]["session_id"], "s1");
    for (n, line) in lines.iter().enumerate() {
        assert_eq!(line["event_id"], n + 1);
    }
    let of = |name: &str| lines.iter().filter(|line| line["type"] == name).count();
    assert_eq!(of("CANDIDATE_MESSAGE"), 2);
    assert!(first.out.contains("\"by\":\"fallback\""));
    assert!(
        !first.out.contains("two looms"),
        "withdrawn words are still there"
    );
    assert_eq!(lines.last().unwrap()["type"], "INTERVIEW_COMPLETED");
}

#[test]
fn a_structured_interview_without_answers_runs_through_its_sections() {
    let home = Home::new();
    let script = home.file(
        "script.jsonl",
        "{\"at_ms\":0,\"do\":\"start\"}\n{\"at_ms\":60000,\"do\":\"wait\"}\n",
    );
    let run = home.ok(&["simulate", &plan("ml-engineer"), "--script", &script]);
    let expired = run.out.matches("time_expired").count();
    assert_eq!(expired, 4);
    assert!(
        run.out
            .trim_end()
            .lines()
            .last()
            .unwrap()
            .contains("INTERVIEW_COMPLETED")
    );
}

#[test]
fn a_wrong_line_of_a_script_is_named() {
    let home = Home::new();
    for (wrong, said) in [
        ("{\"at_ms\":0,\"do\":\"dance\"}", "line 1"),
        (
            "{\"at_ms\":5,\"do\":\"start\"}\n{\"at_ms\":4,\"do\":\"end\"}",
            "at_ms goes back",
        ),
        ("{\"at_ms\":0,\"do\":\"say\"}", "“text” is missing"),
        ("{\"at_ms\":9000000000000000,\"do\":\"wait\"}", "at most"),
        ("[0,\"start\"]", "expected one JSON object"),
    ] {
        let script = home.file("script.jsonl", wrong);
        let run = home.run(&["simulate", &plan("founder"), "--script", &script]);
        assert_eq!(run.code, 1);
        assert!(run.err.contains(said), "{}", run.err);
    }
}
