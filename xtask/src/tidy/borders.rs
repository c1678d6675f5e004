//! Dependencies point inward: which crate may not know which.

use super::{Problem, Tree};
use crate::workspace::Member;

/// A crate that is not listed, or not there, has no border of its own.
const FORBIDDEN: &[(&str, &[&str])] = &[
    (
        "interview",
        &[
            "tokio",
            "ractor",
            "reqwest",
            "sqlx",
            "rusqlite",
            "tokio-postgres",
            "rand",
            "getrandom",
            "agents",
            "store",
            "coordinator",
            "realtime",
            "prompts",
        ],
    ),
    ("realtime", &["interview", "agents", "coordinator", "store"]),
    ("agents", &["coordinator", "realtime", "store"]),
    ("store", &["agents", "coordinator"]),
];

/// The outermost crates. Nobody else may know them; they may know everybody.
const OUTERMOST: &[&str] = &["server", "viva", "tests", "xtask"];

pub(crate) fn check(tree: &Tree, members: &[Member]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for member in members {
        let forbidden = FORBIDDEN
            .iter()
            .filter(|(name, _)| *name == member.name)
            .flat_map(|(_, crates)| *crates);
        let forbidden: Vec<&str> = match OUTERMOST.contains(&member.name.as_str()) {
            true => Vec::new(),
            false => forbidden.chain(OUTERMOST).copied().collect(),
        };
        for dependency in member
            .dependencies
            .iter()
            .filter(|it| forbidden.contains(&it.as_str()))
        {
            let what = format!(
                "{} must not depend on {dependency}; dependencies point inward, so move the code to the crate that may",
                member.name
            );
            problems.push(Problem::new(
                &member.manifest,
                line_of(tree, &member.manifest, dependency),
                what,
            ));
        }
    }
    problems
}

fn line_of(tree: &Tree, manifest: &str, dependency: &str) -> usize {
    let text = tree.get(manifest).map_or("", |file| &file.text);
    let names = |line: &str| {
        let rest = line.strip_prefix(dependency);
        rest.is_some_and(|rest| rest.starts_with([' ', '.', '=']))
    };
    text.lines().position(names).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::*;
    use crate::workspace::Workspace;

    fn check_crate(name: &str, dependencies: &[&str], problems: usize) {
        let members = [Member::of(name, dependencies)];
        let found = check(&Tree::of(&[]), &members);
        assert_eq!(
            found.len(),
            problems,
            "{name} on {dependencies:?}: {found:?}"
        );
    }

    #[test]
    fn an_impure_core_is_found() {
        check_crate("interview", &["serde", "toml", "jiff"], 0);
        check_crate("interview", &["tokio", "getrandom", "store", "server"], 4);
    }

    #[test]
    fn every_border_is_held() {
        check_crate("realtime", &["tokio", "interview"], 1);
        check_crate(
            "agents",
            &["interview", "store", "realtime", "coordinator"],
            3,
        );
        check_crate(
            "store",
            &["interview", "agents", "coordinator", "server"],
            3,
        );
        check_crate(
            "coordinator",
            &["interview", "agents", "store", "server", "viva"],
            2,
        );
        check_crate("prompts", &["server"], 1);
    }

    #[test]
    fn the_outermost_crates_may_know_everybody() {
        for name in OUTERMOST {
            check_crate(
                name,
                &[
                    "interview",
                    "agents",
                    "store",
                    "coordinator",
                    "realtime",
                    "server",
                    "tokio",
                ],
                0,
            );
        }
    }

    #[test]
    fn the_line_of_the_manifest_is_named() {
        let manifest = "[dependencies]\nstore-tools = \"1\"\nstore.workspace = true\n";
        let tree = Tree::of(&[("agents/Cargo.toml", manifest)]);
        assert_eq!(
            places(&check(&tree, &[Member::of("agents", &["store"])])),
            ["agents/Cargo.toml:3"]
        );
    }

    #[test]
    fn a_core_that_only_its_tests_make_impure_is_found_in_cargos_own_words() {
        let workspace = Workspace::parse(
            r#"{"workspace_root": "/a", "target_directory": "/a/target", "packages": [{"name": "interview",
                "manifest_path": "/a/interview/Cargo.toml", "targets": [],
                "dependencies": [{"name": "tokio", "kind": "dev"}]}]}"#,
        )
        .unwrap();
        let found = check(&Tree::of(&[]), &workspace.members);
        assert_eq!(places(&found), ["interview/Cargo.toml:1"]);
    }
}
