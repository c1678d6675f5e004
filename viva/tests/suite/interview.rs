//! Interviews out of a pipe, and what can be done with them afterwards.

use crate::viva::{ANSWERS, Home, plan};

#[test]
fn three_answers_become_an_essay_of_their_words() {
    let home = Home::new();
    let run = home.run_with(&["interview", &plan("expert-essay")], ANSWERS);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("garage"), "{}", run.out);
    let essay = home.ok(&["essay", "last"]).out;
    assert!(essay.starts_with("# "), "{essay}");
    assert!(essay.contains("kiln"), "{essay}");
    assert!(!essay.contains("> "), "transcript debris: {essay}");
}

#[test]
fn time_is_virtual_in_a_pipe_and_phases_mean_what_they_say() {
    let home = Home::new();
    // 150 words a minute: each answer of 300 words takes two minutes of a plan of fourteen.
    let answer = format!("{}.\n\n", vec!["clay"; 300].join(" "));
    let id = home.interviewed(&answer.repeat(9));
    let log = home.ok(&["log", &id, "--json"]).out;
    for phase in ["opening", "deep_dive", "wrap_up"] {
        assert!(
            log.contains(&format!("\"phase\":\"{phase}\"")),
            "no {phase}"
        );
    }
    assert!(log.contains("INTERVIEW_COMPLETED"));
}

#[test]
fn struck_words_are_gone_from_everything_also_from_the_files() {
    let home = Home::new();
    let answers = "We began in a barn.\n\nMy partner Zebulon stole the till.\n\n/strike\n\nThe barn burned down later, and we \
                   rebuilt it by hand.\n";
    let id = home.interviewed(answers);
    for args in [
        vec!["show", &id],
        vec!["log", &id, "--json"],
        vec!["essay", &id],
        vec!["analyze", &id],
    ] {
        let run = home.ok(&args);
        assert!(!run.out.contains("Zebulon"), "{args:?} still has it");
    }
    let out = home.path("bundle").display().to_string();
    home.ok(&["export", &id, "--out", &out]);
    for folder in ["bundle", "data"] {
        for entry in std::fs::read_dir(home.path(folder)).unwrap() {
            let path = entry.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            assert!(
                !bytes.windows(7).any(|window| window == b"Zebulon"),
                "{} still has it",
                path.display()
            );
        }
    }
    assert!(
        home.ok(&["log", &id, "--json"])
            .out
            .contains("TURN_WITHDRAWN")
    );
    home.ok(&["replay", &id, "--verify"]);
}

#[test]
fn skip_pause_and_unknown_commands_are_obeyed_or_explained() {
    let home = Home::new();
    let run = home.run_with(
        &["interview", &plan("founder"), "--json"],
        "/skip\n/pause\n/resume\n/sing\n\nWe built boats.\n",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("unknown command /sing"), "{}", run.err);
    let log = home.ok(&["log", "last", "--json"]).out;
    for event in ["QUESTION_DECLINED", "INTERVIEW_PAUSED", "INTERVIEW_RESUMED"] {
        assert!(log.contains(event), "no {event}");
    }
}

#[test]
fn nothing_spoken_reaches_the_diagnostics() {
    let home = Home::new();
    let mut command = home.command(&["interview", &plan("founder"), "--json"]);
    command.env("VIVA_LOG", "trace");
    let answers = home.file("answers.txt", "The Wolpertinger ate our budget in 1987.\n");
    command.stdin(std::fs::File::open(answers).unwrap());
    let output = command.output().unwrap();
    let diagnostics = String::from_utf8_lossy(&output.stderr);
    assert!(
        !diagnostics.contains("Wolpertinger") && !diagnostics.contains("1987"),
        "{diagnostics}"
    );
}

#[test]
fn a_follow_up_goes_on_and_its_essay_knows_both_talks() {
    let home = Home::new();
    let first = home.interviewed(ANSWERS);
    let topics = home.ok(&["follow-up", &first, "--json"]).json();
    assert_eq!(topics["suggested_topics"].as_array().unwrap().len(), 3);
    let made = home
        .ok(&["follow-up", &first, "--pick", "2", "--json"])
        .json();
    let second = made["session_id"].as_str().unwrap();
    let run = home.run_with(
        &["interview", second, "--json"],
        "The second kiln came from Denmark in 2014, and it has never cracked.\n\nI would buy it again tomorrow.\n",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let talk = run.json();
    let asked_before = home.ok(&["show", &first, "--json"]).json();
    let questions = |view: &serde_json::Value| -> Vec<String> {
        view["transcript"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|turn| turn["speaker"] == "interviewer")
            .map(|turn| turn["text"].as_str().unwrap().to_owned())
            .collect()
    };
    for question in questions(&talk["session"]) {
        assert!(
            !questions(&asked_before).contains(&question),
            "asked again: {question}"
        );
    }
    let sources = talk["essay"].to_string();
    assert!(
        sources.contains(&format!("{first}/turn_")),
        "the earlier talk is not in the essay"
    );
}
