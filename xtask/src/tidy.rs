//! `cargo xtask tidy`: the rules of the house that no compiler knows. Each check has its own file and its own bad examples.

mod banned;
mod borders;
mod diary;
mod drawers;
mod lengths;
mod lints;
mod machine_paths;
mod module_docs;
mod papers;
mod prompts;
mod rust_source;
mod spoken_words;
mod swallowed;
mod tree;

use std::fmt;

use anyhow::{Result, bail};

pub(crate) use tree::Tree;

use crate::workspace::Workspace;

pub(crate) fn run() -> Result<()> {
    let problems = problems(&Tree::load()?, &Workspace::load()?)?;
    for problem in &problems {
        println!("{problem}");
    }
    match problems.len() {
        0 => Ok(()),
        1 => bail!("tidy found 1 problem"),
        many => bail!("tidy found {many} problems"),
    }
}

fn problems(tree: &Tree, workspace: &Workspace) -> Result<Vec<Problem>> {
    let mut problems = [
        banned::check(tree)?,
        borders::check(tree, &workspace.members),
        diary::check(tree)?,
        drawers::check(tree)?,
        lengths::check(tree),
        lints::check(tree, &workspace.members),
        machine_paths::check(tree),
        module_docs::check(tree),
        papers::check(tree),
        prompts::check(tree),
        spoken_words::check(tree)?,
        swallowed::check(tree)?,
    ]
    .concat();
    problems.sort();
    Ok(problems)
}

/// One thing that is wrong, and where. Lines count from 1.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Problem {
    path: String,
    line: usize,
    /// "what is wrong; what to do".
    what: String,
}

impl Problem {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Problem {
        Problem {
            path: path.to_owned(),
            line,
            what: what.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

#[cfg(test)]
fn places(problems: &[Problem]) -> Vec<String> {
    problems
        .iter()
        .map(|problem| format!("{}:{}", problem.path, problem.line))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_of_a_bad_tree_is_reported_at_once_and_in_order() {
        let tree = Tree::of(&[
            ("store/src/utils.rs", "fn a() { dbg!(1); }\n"),
            (
                "agents/src/lib.rs",
                "//! Agents.\n// for now\nfn a() { sender.send(1).ok(); }\n",
            ),
        ]);
        let workspace = Workspace {
            members: Vec::new(),
            target_directory: "target".into(),
        };
        let found = problems(&tree, &workspace).unwrap();
        let in_code: Vec<_> = found
            .iter()
            .filter(|problem| problem.path.ends_with(".rs"))
            .cloned()
            .collect();
        assert_eq!(
            places(&in_code),
            ["agents/src/lib.rs:2", "agents/src/lib.rs:3"]
                .into_iter()
                .chain(["store/src/utils.rs:1"; 3])
                .collect::<Vec<_>>()
        );
        let line = found
            .iter()
            .find(|problem| problem.what.contains("dbg!"))
            .unwrap()
            .to_string();
        assert_eq!(
            line,
            "store/src/utils.rs:1: dbg! is a tool for the desk; remove it"
        );
    }
}
