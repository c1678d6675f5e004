//! What a stranger looks for at the root of a repository.

use super::{Problem, Tree};

const PAPERS: &[(&str, &str)] = &[
    ("README.md", "what it is and how to begin"),
    ("ARCHITECTURE.md", "the map and the invariants"),
    ("CONTRIBUTING.md", "how to build, test and send a change"),
    ("CHANGELOG.md", "what changed for its users"),
    ("LICENSE-APACHE", "the licence named in Cargo.toml"),
    ("LICENSE-MIT", "the licence named in Cargo.toml"),
];

pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    let missing = PAPERS.iter().filter(|(path, _)| {
        tree.get(path)
            .is_none_or(|file| file.text.trim().is_empty())
    });
    missing
        .map(|(path, purpose)| {
            Problem::new(path, 1, format!("missing or empty; write down {purpose}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::*;

    #[test]
    fn missing_and_empty_papers_are_found() {
        let mut files: Vec<(&str, &str)> =
            PAPERS.iter().map(|(path, _)| (*path, "Words.\n")).collect();
        assert!(check(&Tree::of(&files)).is_empty());
        files[0].1 = "\n";
        files.pop();
        assert_eq!(
            places(&check(&Tree::of(&files))),
            ["README.md:1", "LICENSE-MIT:1"]
        );
    }
}
