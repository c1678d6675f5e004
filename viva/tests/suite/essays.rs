//! Essays beyond the plain one: all styles at once, the writer's own version; and a plan out of a talk.

use crate::viva::{ANSWERS, Home};

const TALK: &str = "# Boats

**Interviewer:** How did you come to build boats?

**Ada Quist:** My father built them, and his father. I held the lamp when I was six, and I held the plane when I was nine. We had one shed, \
one saw and no money at all.

**Interviewer:** What did the first one teach you?

**Ada Quist:** It sank. I had simply trusted the drawing and not the wood, and I learned that wood does not read drawings.

**Interviewer:** Who buys a wooden boat today?

**Ada Quist:** People who have time. They simply come for the smell and they stay for the work. We simply let them work beside us until the evening.
";

#[test]
fn the_three_styles_are_compared_in_one_go() {
    let home = Home::new();
    home.interviewed(ANSWERS);
    let all = home.ok(&["essay", "last", "--compare", "--json"]).json();
    let styles: Vec<&str> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["style"].as_str().unwrap())
        .collect();
    assert_eq!(styles, ["standard", "punchy", "reflective"]);
    let page = home.path("compare.html").display().to_string();
    home.ok(&[
        "essay",
        "last",
        "--compare",
        "--format",
        "html",
        "--out",
        &page,
    ]);
    let html = std::fs::read_to_string(&page).unwrap();
    assert_eq!(html.matches("<article>").count(), 3);
    assert_eq!(html.matches("<h2 class=\"style\">").count(), 3);
    assert!(html.contains("grid-template-columns") && html.ends_with("</html>\n"));
    // In a pipe there are no columns.
    let text = home.ok(&["essay", "last", "--compare"]).out;
    assert!(text.starts_with("<!-- standard -->") && text.contains("<!-- reflective -->"));
}

#[test]
fn a_strict_essay_of_the_built_in_writer_is_the_whole_essay() {
    let home = Home::new();
    home.interviewed(ANSWERS);
    let whole = home.ok(&["essay", "last"]).out;
    assert_eq!(home.ok(&["essay", "last", "--strict"]).out, whole);
}

#[test]
fn an_essay_is_written_again_only_when_asked_to() {
    let home = Home::new();
    home.interviewed(ANSWERS);
    let n_essays = || {
        let shown = home.ok(&["show", "last", "--json"]).json();
        shown["essays"].as_array().unwrap().len()
    };
    assert_eq!(n_essays(), 1);
    home.ok(&["essay", "last"]);
    assert_eq!(n_essays(), 1);
    home.ok(&["essay", "last", "--again"]);
    assert_eq!(n_essays(), 2);
}

#[test]
fn the_next_essay_learns_from_the_writers_own_version() {
    let home = Home::new();
    let file = home.file("boats.md", TALK);
    home.ok(&["import", &file]);
    let written = home.ok(&["essay", "last"]).out;
    assert!(written.contains("simply"), "{written}");
    let edited = home.file("edited.md", written.replace("simply ", ""));
    let kept = home.ok(&["essay", "last", "--edited", &edited]);
    assert!(kept.err.contains("struck: simply"), "{}", kept.err);
    home.ok(&["import", &file]);
    let next = home.ok(&["essay", "last"]).out;
    assert!(
        !next.contains("simply") && next.contains("wood does not read drawings"),
        "{next}"
    );
}

#[test]
fn a_talk_becomes_a_plan_from_its_file_or_its_session() {
    let home = Home::new();
    let file = home.file("boats.md", TALK);
    let from_file = home.ok(&["plan", "--from", &file]).out;
    assert!(from_file.contains("topic = \"Boats\""), "{from_file}");
    assert!(
        from_file.contains("How did you come to build boats?"),
        "{from_file}"
    );
    home.ok(&["import", &file]);
    let path = home.path("plan.toml").display().to_string();
    home.ok(&["plan", "Wooden boats", "--from", "last", "--out", &path]);
    home.ok(&["check", &path]);
    let neither = home.run(&["plan"]);
    assert_eq!(neither.code, 1, "{}", neither.err);
    let missing = home.run(&["plan", "--from", "no-such-session"]);
    assert_eq!(missing.code, 1);
    assert!(
        missing.err.contains("there is no session"),
        "{}",
        missing.err
    );
}
