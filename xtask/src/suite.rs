//! `cargo xtask test`: every test of the workspace, with a PostgreSQL and a language model of its own, on a machine that need not have them.

use std::process::Stdio;

use anyhow::Result;

use crate::local_model::LocalModel;
use crate::postgres::Postgres;
use crate::tidy::Tree;
use crate::{browser, packages, process, sdk};

pub(crate) fn run(args: &[&str]) -> Result<()> {
    let postgres = Postgres::start(&packages::postgres_programs()?)?;
    let model = match needs_model(args) {
        true => Some(LocalModel::start()?),
        false => None,
    };
    let test = |args: &[&str]| {
        let mut command = process::cargo();
        command.env("VIVA_TEST_POSTGRES_URL", postgres.url());
        if let Some(model) = &model {
            command.env("VIVA_TEST_MODEL_URL", model.url());
        }
        process::run(command.args(args))
    };

    // Doc tests go first, so that the last line a reader sees is the runner's own summary. Arguments are meant for the
    // runner, which may know options that doc tests do not.
    let runner = Runner::installed();
    if runner == Runner::Nextest && args.is_empty() && has_doc_tests(&Tree::load()?) {
        test(&["test", "--doc", "--workspace"])?;
    }
    test(&arguments(runner, args))?;
    // Whoever names a test or a crate means only that.
    if args.is_empty() {
        sdk::run()?;
        browser::run()?;
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Runner {
    Nextest,
    Cargo,
}

impl Runner {
    fn installed() -> Runner {
        let mut question = process::cargo();
        question
            .args(["nextest", "--version"])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        match question.status() {
            Ok(status) if status.success() => Runner::Nextest,
            Ok(_) | Err(_) => Runner::Cargo,
        }
    }
}

fn arguments<'a>(runner: Runner, args: &[&'a str]) -> Vec<&'a str> {
    let mut all = match runner {
        Runner::Nextest => vec!["nextest", "run"],
        Runner::Cargo => vec!["test"],
    };
    // Cargo lets `--workspace` win over `-p`, which is not what somebody who names a crate means.
    if !names_a_crate(args) {
        all.push("--workspace");
    }
    all.extend(args);
    all
}

fn names_a_crate(args: &[&str]) -> bool {
    let mut own = args.iter().take_while(|arg| **arg != "--");
    own.any(|arg| arg.starts_with("-p") || arg.starts_with("--package"))
}

/// Only the tests across crates talk to it; whoever tests another crate does not wait for a model.
fn needs_model(args: &[&str]) -> bool {
    let named = ["tests", "-ptests", "--package=tests"];
    !names_a_crate(args) || args.iter().any(|arg| named.contains(arg))
}

/// Doc tests cost a compilation per crate even if there are none, so they are looked for first.
fn has_doc_tests(tree: &Tree) -> bool {
    tree.rust_files()
        .any(|(file, _)| !file.path.starts_with("xtask/") && opens_rust_fence(&file.text))
}

/// A fence in a doc comment is a test unless it names another language; every second fence only closes one.
fn opens_rust_fence(text: &str) -> bool {
    let docs = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///")
            .or_else(|| line.strip_prefix("//!"))
    });
    let fences = docs.filter_map(|line| line.trim_start().strip_prefix("```"));
    fences.step_by(2).any(|language| {
        let language = language.split(',').next().unwrap_or_default().trim();
        matches!(language, "" | "rust" | "no_run" | "compile_fail")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_named_crate_the_whole_workspace_is_tested() {
        assert_eq!(
            arguments(Runner::Nextest, &[]),
            ["nextest", "run", "--workspace"]
        );
        assert_eq!(
            arguments(Runner::Cargo, &["a_turn"]),
            ["test", "--workspace", "a_turn"]
        );
        assert_eq!(
            arguments(Runner::Cargo, &["--", "-p"]),
            ["test", "--workspace", "--", "-p"]
        );
    }

    #[test]
    fn a_named_crate_is_tested_alone() {
        assert_eq!(
            arguments(Runner::Nextest, &["-p", "store"]),
            ["nextest", "run", "-p", "store"]
        );
        assert_eq!(
            arguments(Runner::Cargo, &["--package=store"]),
            ["test", "--package=store"]
        );
    }

    #[test]
    fn a_model_is_started_for_the_tests_that_talk_to_it() {
        assert!(needs_model(&[]) && needs_model(&["-p", "tests"]));
        assert!(needs_model(&["--", "-p"]));
        assert!(!needs_model(&["-p", "store"]));
    }

    #[test]
    fn a_fence_in_another_language_is_not_a_doc_test() {
        assert!(!opens_rust_fence(
            "/// ```text\n/// > heard\n/// ```\nfn a() {}"
        ));
        assert!(opens_rust_fence(
            "/// ```text\n/// > heard\n/// ```\n/// ```\n/// a();\n/// ```"
        ));
        assert!(!opens_rust_fence("// ```\n// not a doc comment\n// ```"));
    }
}
