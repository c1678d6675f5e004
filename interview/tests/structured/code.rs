//! Code is kept whole, under its hash.

use interview::{Input, section_artifacts};

use crate::script::check;
use crate::world::{PLAN, World};

#[test]
fn code_is_kept_version_by_version() {
    let world = check(
        "
        > 0:00 start
        = INTERVIEW_STARTED
        = SECTION_STARTED work, until 2:00
        = PROMPT_PRESENTED w-1
        > 0:10 code print(1)
        = CANDIDATE_CODE_SUBMISSION work
        > 0:11 code print(1)
        x this very code was submitted before
        > 0:12 code print(2)
        = CANDIDATE_CODE_SUBMISSION work
        > 0:13 code print(1)
        = CANDIDATE_CODE_SUBMISSION work
        > 0:14 pause
        = INTERVIEW_PAUSED
        > 0:15 code print(3)
        x the interview is paused; resume it first
        ",
    );
    let artifacts = section_artifacts(&world.state);
    let kept: Vec<&str> = artifacts[0]
        .code_history
        .iter()
        .map(|version| version.source.as_str())
        .collect();
    assert_eq!(kept, ["print(1)", "print(2)", "print(1)"]);
    assert_eq!(
        artifacts[0].code_history[0].sha256,
        "d287bb7f9d15abdc5b6e98536263815744b6ef21c8f3c839fc434ca70d8efe99"
    );
}

#[test]
fn code_is_bounded_and_nothing_of_it_is_trimmed() {
    let mut world = World::new(PLAN);
    world.take(Input::Start).unwrap();
    let source = format!("\n  {}\n", "x".repeat(256 * 1024 - 4));
    let submit = |source: &str| Input::CodeSubmitted {
        source: source.into(),
    };
    world.take(submit(&source)).unwrap();
    let kept = &section_artifacts(&world.state)[0].code_history[0];
    assert_eq!(kept.source.as_str(), source);
    assert!(world.take(submit(&format!("{source}x"))).is_err());
    assert!(world.take(submit(" \n")).is_err());
    world.check();
}
