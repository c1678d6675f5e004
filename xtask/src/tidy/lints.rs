//! Lints hold only where they are switched on: in every crate, and more of them in the core.

use super::{Problem, Tree};
use crate::workspace::Member;

const CORE_LINTS: &str = "interview/clippy.toml";
const CORE_BANS: &[&str] = &[
    "std::collections::HashMap",
    "std::collections::HashSet",
    "std::time::Instant",
    "std::time::SystemTime",
];

pub(crate) fn check(tree: &Tree, members: &[Member]) -> Vec<Problem> {
    let mut problems = core(tree);
    for member in members {
        let manifest = tree.get(&member.manifest).map_or("", |file| &file.text);
        if !takes_workspace_lints(manifest) {
            let what = "does not take the workspace's lints; add [lints] workspace = true";
            problems.push(Problem::new(&member.manifest, 1, what));
        }
    }
    problems
}

fn takes_workspace_lints(manifest: &str) -> bool {
    let lines = manifest.lines().map(|line| line.replace(' ', ""));
    let mut table = lines.skip_while(|line| line != "[lints]").skip(1);
    table
        .find(|line| line == "workspace=true" || line.starts_with('['))
        .is_some_and(|line| line == "workspace=true")
}

fn core(tree: &Tree) -> Vec<Problem> {
    let Some(file) = tree.get(CORE_LINTS) else {
        return vec![Problem::new(
            CORE_LINTS,
            1,
            "missing; add it and ban clocks, HashMap and IO for the core",
        )];
    };
    let rules: String = file
        .text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .collect();
    let absent = CORE_BANS
        .iter()
        .filter(|path| !rules.contains(&format!("\"{path}\"")));
    absent
        .map(|path| {
            Problem::new(
                CORE_LINTS,
                1,
                format!("does not ban {path}; add it to disallowed-types"),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::*;

    fn check_manifest(manifest: &str, problems: usize) {
        let bans: String = CORE_BANS
            .iter()
            .map(|path| format!("{{ path = \"{path}\" }},\n"))
            .collect();
        let tree = Tree::of(&[("store/Cargo.toml", manifest), (CORE_LINTS, &bans)]);
        assert_eq!(
            check(&tree, &[Member::of("store", &[])]).len(),
            problems,
            "{manifest}"
        );
    }

    #[test]
    fn a_crate_without_the_workspaces_lints_is_found() {
        check_manifest("[package]\n\n[lints]\nworkspace = true\n", 0);
        check_manifest("[package]\nname = \"store\"\n", 1);
        check_manifest(
            "[lints]\nrust = {}\n\n[dependencies]\nworkspace = true\n",
            1,
        );
        check_manifest("[dependencies]\nworkspace = true\n", 1);
    }

    #[test]
    fn a_core_that_may_look_at_the_clock_is_found() {
        assert_eq!(
            places(&check(&Tree::of(&[]), &[])),
            ["interview/clippy.toml:1"]
        );
        let tree = Tree::of(&[(
            CORE_LINTS,
            "# \"std::time::Instant\"\n{ path = \"std::collections::HashMap\" }\n",
        )]);
        let found: Vec<String> = check(&tree, &[])
            .into_iter()
            .map(|problem| problem.what)
            .collect();
        assert_eq!(found.len(), 3);
        assert_eq!(
            found[1],
            "does not ban std::time::Instant; add it to disallowed-types"
        );
    }
}
