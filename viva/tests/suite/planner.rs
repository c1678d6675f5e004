//! The Planner and the Writer on a model, over a real socket: what is asked, what is done with the answer, who stands in.

use serde_json::{Value, json};

use crate::far_server::{FarServer, Reply, nobody};
use crate::viva::{ANSWERS, Home, Run};

fn with_model(home: &Home, url: &str, args: &[&str]) -> Run {
    let mut command = home.command(args);
    command.env("OPENAI_BASE_URL", url).env("VIVA_MODEL", "m");
    Run::of(&command.output().unwrap())
}

/// A plan as a model writes it; its questions all have this priority.
fn plan(priority: u8) -> Value {
    let section = |title: &str| {
        let question = |n: u8| {
            json!({
                "text": format!("What happened at the {title} in year {n}?"),
                "notes": "Listen for a scene.",
                "priority": if n == 1 { priority } else { 2 },
            })
        };
        json!({
            "title": title,
            "goal": format!("What the {title} was like."),
            "importance": "high",
            "questions": [question(1), question(2)],
        })
    };
    json!({
        "research_goal": "Why lamps went out.",
        "angle": "Nights on the rock.",
        "sections": [section("lamp"), section("rock"), section("boat")],
    })
}

#[test]
fn a_models_plan_is_used_when_it_is_a_plan() {
    let home = Home::new();
    let server = FarServer::start(|_| Reply::says(&plan(1).to_string()));
    let letters = home.file("letters.txt", "The lamp failed on 3 May 1911.");
    let out = home.path("plan.toml").display().to_string();
    let run = with_model(
        &home,
        &server.base_url(),
        &[
            "plan",
            "lighthouses",
            "--context",
            &letters,
            "--context",
            "Two keepers, one boat.",
            "--out",
            &out,
        ],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("planned by the model: 110 tokens"),
        "{}",
        run.err
    );
    home.ok(&["check", &out]);
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(
        text.contains("topic = \"lighthouses\"")
            && text.contains("angle = \"Nights on the rock.\""),
        "{text}"
    );
    let asked = server.asked();
    assert_eq!(asked.len(), 1);
    let said = asked[0].body["messages"].to_string();
    for background in ["The lamp failed on 3 May 1911.", "Two keepers, one boat."] {
        assert!(said.contains(background), "{said}");
    }
}

#[test]
fn a_plan_that_breaks_the_rules_is_asked_for_again_with_what_is_wrong() {
    let home = Home::new();
    let server = FarServer::start(|asked| {
        let again = asked.body["messages"].as_array().unwrap().len() > 2;
        Reply::says(&plan(if again { 1 } else { 3 }).to_string())
    });
    let run = with_model(&home, &server.base_url(), &["plan", "lighthouses"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Why lamps went out."), "{}", run.out);
    let asked = server.asked();
    assert_eq!(asked.len(), 2);
    let complaint = asked[1].body["messages"][3]["content"].as_str().unwrap();
    assert!(
        complaint.contains("no question has priority 1"),
        "{complaint}"
    );
}

#[test]
fn the_built_in_planner_stands_in_and_says_why() {
    let home = Home::new();
    let alone = home.ok(&["plan", "lighthouses"]);
    assert_eq!(alone.err, "");
    let wrong = FarServer::start(|_| Reply::says(&plan(3).to_string()));
    let refusing = FarServer::start(|_| Reply::error(401, "invalid_api_key"));
    for (url, why) in [
        (wrong.base_url(), "the answer was wrong twice"),
        (refusing.base_url(), "does not accept the key"),
        (nobody(), "cannot be reached"),
    ] {
        let run = with_model(&home, &url, &["plan", "lighthouses"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(run.out, alone.out);
        let notice = run.err.lines().next().unwrap();
        assert!(
            notice.starts_with("the built-in Planner made this plan: ") && notice.contains(why),
            "{}",
            run.err
        );
    }
    assert_eq!(wrong.asked().len(), 2, "one retry");
    assert_eq!(refusing.asked().len(), 1, "a bad key is not tried again");
}

#[test]
fn a_plan_out_of_a_talk_is_about_the_talk_and_not_about_its_title() {
    let home = Home::new();
    let talk = "# Transcript of Oral History Interview: Ada Quist

**Interviewer:** How did you come to build wooden boats?

**Ada Quist:** My father built wooden boats, and his father built wooden boats. The boat yard was cold.

**Interviewer:** What did the boat yard teach you about wood?

**Ada Quist:** The boat yard taught me that wood does not read drawings. Wooden boats forgive nothing.
";
    let file = home.file("quist.md", talk);
    let plan_of = |args: &[&str]| home.ok(args).out;
    home.ok(&["import", &file]);
    for from in [file.as_str(), "last"] {
        let text = plan_of(&["plan", "--from", from]);
        for leaked in ["Transcript", "Oral History", "Ada Quist"] {
            assert!(!text.contains(leaked), "“{leaked}” in\n{text}");
        }
        assert!(text.contains("How did you come to build wooden boats?"));
    }
    // A topic that somebody typed is taken at their word.
    let text = plan_of(&["plan", "Interview with Ada", "--from", &file]);
    assert!(text.contains("topic = \"Interview with Ada\""), "{text}");
    let server = FarServer::start(|_| Reply::says(&plan(1).to_string()));
    let run = with_model(&home, &server.base_url(), &["plan", "--from", &file]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("Nights on the rock.") && !run.out.contains("Quist"),
        "{}",
        run.out
    );
    let asked = server.asked()[0].body.to_string();
    assert!(asked.contains("wood does not read drawings"), "{asked}");
}

#[test]
fn a_models_essay_follows_the_style_guide_that_the_writers_edits_have_taught() {
    let home = Home::new();
    home.interviewed(ANSWERS);
    let written = home.ok(&["essay", "last"]).out;
    let edited = home.file(
        "edited.md",
        written.replace("Nobody believed", "No one believed"),
    );
    home.ok(&["essay", "last", "--edited", &edited]);
    let server = FarServer::start(|asked| {
        if asked.body["stream"] == true {
            Reply::streams(
                "# Pots\n\nWe lost three months of work. [turn_4]\n\nYou cannot hide a bad handle. [turn_6]\n\nWe bought a kiln from a school. [turn_2]\n",
            )
        } else {
            Reply::error(500, "server_error")
        }
    });
    let run = with_model(
        &home,
        &server.base_url(),
        &["essay", "last", "--style", "punchy"],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let asked = server.asked();
    let draft = asked.iter().find(|it| it.body["stream"] == true).unwrap();
    let said = draft.body["messages"][1]["content"].as_str().unwrap();
    assert!(said.contains("words to a sentence and"), "{said}");
}
