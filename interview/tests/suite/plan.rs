//! Plans: what is right, what is wrong, and on which line.

use interview::{Plan, Priority};

use crate::script::PLAN;

/// Reads a plan that is wrong; its problems must be these lines.
fn check_problems(plan: &str, expected: &str) {
    let problems = Plan::from_toml(plan).expect_err("the plan is wrong");
    let found: Vec<String> = problems.0.iter().map(ToString::to_string).collect();
    let expected: Vec<&str> = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn every_problem_is_named_with_its_line() {
    check_problems(
        r#"topic = ""
minuts = 14
[[sections]]
id = "one"
title = "One"
importance = "huge"
[[sections.questions]]
id = "q"
text = "Why?"
priority = 7
[[sections]]
id = "one"
title = "Two"
[[sections.questions]]
id = "q"
text = 5
"#,
        "line 1: topic: must not be empty
         line 2: minuts: unknown field “minuts”; did you mean “minutes”?
         line 6: sections[0].importance: must be \"high\" or \"medium\" or \"low\", not \"huge\"
         line 10: sections[0].questions[0].priority: must be from 1 to 3, not 7
         line 12: sections[1].id: the id “one” is used twice (first on line 4)
         line 15: sections[1].questions[0].id: the id “q” is used twice (first on line 8)
         line 16: sections[1].questions[0].text: expected a text, found a number",
    );
}

#[test]
fn a_plan_without_questions_is_none() {
    check_problems(
        "topic = \"Bees\"\n",
        "line 1: sections: the plan has no questions: add [[sections]] with [[sections.questions]]",
    );
    check_problems(
        "topic = \"Bees\"\n[[sections]]\ntitle = \"Hives\"\n",
        "line 1: sections: the plan has no questions: add [[sections.questions]] with a text",
    );
}

#[test]
fn broken_toml_is_named_with_its_line() {
    let problems = Plan::from_toml("topic = \"Bees\"\nminutes = = 3\n").unwrap_err();
    assert_eq!(problems.0[0].line, Some(2));
    assert!(problems.0[0].message.starts_with("this is not TOML"));
}

#[test]
fn must_ask_questions_that_cannot_fit_are_a_problem() {
    let plan = PLAN.replace("minutes = 10", "minutes = 1");
    check_problems(
        &plan,
        "line 1: minutes: the 2 must-ask questions (priority 1) need 2 minutes, the plan has 1: give it more minutes, or \
         some of them priority 2",
    );
}

#[test]
fn must_ask_questions_without_a_time_share_what_there_is() {
    let question = "[[sections.questions]]\ntext = \"Why?\"\npriority = 1\n";
    let text = format!(
        "topic = \"Bees\"\nminutes = 5\n[[sections]]\ntitle = \"Hives\"\n{}",
        question.repeat(9)
    );
    let plan = Plan::from_toml(&text).unwrap();
    assert!(
        plan.questions()
            .all(|(_, question)| question.expected_s == 30)
    );
    assert!(
        plan.questions()
            .all(|(_, question)| question.priority == Priority::Must)
    );
}

#[test]
fn ids_are_made_from_titles_where_they_are_missing() {
    let plan = Plan::from_toml(
        "topic = \"Bees\"\n[[sections]]\ntitle = \"The First Hive\"\n[[sections.questions]]\ntext = \"Why?\"\n\
         [[sections]]\ntitle = \"The first hive!\"\n",
    )
    .unwrap();
    let ids: Vec<&str> = plan
        .sections
        .iter()
        .map(|section| section.id.as_str())
        .collect();
    assert_eq!(ids, ["the-first-hive", "the-first-hive-2"]);
    assert_eq!(
        plan.sections[0].questions[0].id.as_str(),
        "the-first-hive-1"
    );
}

#[test]
fn what_is_written_is_read_again() {
    let plan = Plan::from_toml(PLAN).unwrap();
    assert_eq!(Plan::from_toml(&plan.to_toml()).unwrap(), plan);
    let odd = PLAN.replace(
        "Small teams",
        "Quotes \\\" and \\\\ and “ünïcode” \\n in two lines",
    );
    let plan = Plan::from_toml(&odd).unwrap();
    assert_eq!(Plan::from_toml(&plan.to_toml()).unwrap(), plan);
}

#[test]
fn a_plan_as_json_is_read_by_the_same_rules() {
    let problems =
        Plan::from_json(&serde_json::json!({ "topic": "Bees", "sections": [{ "title": 3 }] }))
            .unwrap_err();
    let found: Vec<String> = problems.0.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "sections[0].title: expected a text, found a number",
            "sections: the plan has no questions: add [[sections.questions]] with a text",
        ]
    );
}
