//! Plans: the bundled ones, made ones, wrong ones.

use crate::viva::{Home, plan};

#[test]
fn every_bundled_plan_is_right() {
    let home = Home::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../plans");
    let mut n = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        home.ok(&["check", &entry.unwrap().path().display().to_string()]);
        n += 1;
    }
    assert!(n >= 6, "plans are missing");
}

#[test]
fn a_made_plan_is_specific_right_and_can_be_rehearsed() {
    let home = Home::new();
    let context = home.file(
        "context.txt",
        "The fire of 1973 burned 16 million records in St. Louis.",
    );
    for (topic, minutes) in [
        ("the 1973 records fire", "14"),
        ("how to keep bees in a city", "20"),
    ] {
        let out = home.path("plan.toml").display().to_string();
        home.ok(&[
            "plan",
            topic,
            "--context",
            &context,
            "--minutes",
            minutes,
            "--out",
            &out,
        ]);
        home.ok(&["check", &out]);
        let run = home.ok(&["rehearse", &out, "--json"]).json();
        assert_eq!(run["runs"][0]["musts_asked"], run["runs"][0]["musts"]);
    }
    assert_ne!(
        home.ok(&["plan", "beekeeping"]).out,
        home.ok(&["plan", "Rust in production"]).out
    );
}

#[test]
fn a_wrong_plan_is_refused_with_its_lines() {
    let home = Home::new();
    let wrong = home.file("wrong.toml", "topic = \"Bees\"\nminuts = 3\n");
    let run = home.run(&["check", &wrong]);
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("line 2") && run.err.contains("did you mean “minutes”?"),
        "{}",
        run.err
    );
    assert!(run.err.contains("has no questions"), "{}", run.err);
}

#[test]
fn a_rehearsal_covers_the_must_ask_questions_repeats_nothing_and_is_the_same_for_the_same_seed() {
    let home = Home::new();
    for name in ["expert-essay", "oral-history", "product-lessons", "founder"] {
        let args = ["rehearse", &plan(name), "--seed", "7", "--json"];
        let first = home.ok(&args);
        assert_eq!(first.out, home.ok(&args).out);
        let run = first.json();
        assert_eq!(
            run["runs"][0]["musts_asked"], run["runs"][0]["musts"],
            "{name}"
        );
        assert_eq!(run["runs"][0]["repeated_questions"], 0, "{name}");
        assert!(
            !run["essay"]["paragraphs"].as_array().unwrap().is_empty(),
            "{name}"
        );
    }
}

#[test]
fn a_kept_rehearsal_is_a_session_like_any_other() {
    let home = Home::new();
    let kept = home
        .ok(&["rehearse", &plan("founder"), "--keep", "--json"])
        .json();
    let id = kept["session_id"].as_str().unwrap();
    let verified = home.ok(&["replay", id, "--verify"]);
    assert!(verified.out.starts_with("verified:"));
    home.ok(&["essay", "last", "--style", "punchy"]);
}
