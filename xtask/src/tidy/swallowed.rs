//! Results that are thrown away: the interview goes deaf and nobody is told.

use anyhow::Result;
use regex_lite::Regex;

use super::{Problem, Tree};

const WHAT: &str = "a failure is thrown away; return it, or log it and say what happens without it";

pub(crate) fn check(tree: &Tree) -> Result<Vec<Problem>> {
    // Statements, not lines: rustfmt puts a long chain on several.
    let unnamed = Regex::new(r"\blet _ =[^;]*?\b(\w+_)?(send|cast|emit|append|await)(_\w+)?\b")?;
    let dropped = Regex::new(r"\.ok\(\)\s*;")?;
    let mut problems = Vec::new();
    for (file, rust) in tree.rust_files().filter(|(file, _)| !file.is_test()) {
        let unnamed = unnamed.find_iter(&rust.code).map(|found| found.start());
        let dropped = dropped.find_iter(&rust.code).map(|found| found.start());
        let dropped = dropped.filter(|at| !is_used(&rust.code, *at));
        let found = unnamed.chain(dropped).filter(|at| !rust.in_test_item(*at));
        problems.extend(found.map(|at| Problem::new(&file.path, file.line_at(at), WHAT)));
    }
    Ok(problems)
}

/// Whether the statement that ends in `.ok();` does something with its value.
fn is_used(code: &str, end: usize) -> bool {
    let start = code[..end].rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let statement = code[start..end].trim_start();
    let bound = statement.starts_with("let ") && !statement.starts_with("let _ ");
    bound
        || statement.starts_with("return ")
        || (!statement.starts_with("let ") && statement.contains(" = "))
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::*;

    fn check_body(body: &str, lines: &[usize]) {
        let text = format!("fn a() {{\n{body}\n}}\n");
        let found = check(&Tree::of(&[("coordinator/src/feed.rs", &text)])).unwrap();
        let expected: Vec<String> = lines
            .iter()
            .map(|line| format!("coordinator/src/feed.rs:{line}"))
            .collect();
        assert_eq!(places(&found), expected, "{body}");
    }

    #[test]
    fn an_unnamed_result_is_found_over_several_lines() {
        check_body("let _ = sender.send(1);", &[2]);
        check_body(
            "let _ = self\n    .log\n    .append(event)\n    .await;",
            &[2],
        );
        check_body("let _ = sender.try_send(1);", &[2]);
        check_body("let _ = agent.send_message(job);", &[2]);
        check_body("let _ = write!(out, \"\"); sender.send(1)?;", &[]);
        check_body("let _guard = span.enter(); let _ = sender;", &[]);
    }

    #[test]
    fn a_failure_turned_into_nothing_is_found() {
        check_body("sender.send(1).ok();", &[2]);
        check_body("sender\n    .send(1)\n    .ok();", &[4]);
        check_body("let _ = remove(path).ok();", &[2]);
    }

    #[test]
    fn a_value_that_may_be_absent_is_fine() {
        check_body("let port = port.parse().ok();", &[]);
        check_body("self.port = port.parse().ok();", &[]);
        check_body("return port.parse().ok();", &[]);
    }

    #[test]
    fn tests_may_throw_results_away() {
        let text = "#[cfg(test)]\nmod tests { fn a() { let _ = b.send(1); c.ok(); } }";
        let tree = Tree::of(&[
            ("store/src/lib.rs", text),
            ("tests/src/far_model.rs", "fn a() { b.send(1).ok(); }"),
        ]);
        assert!(check(&tree).unwrap().is_empty());
    }
}
