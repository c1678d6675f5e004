//! Nothing in the tree knows the machine it was written on.

use super::{Problem, Tree};

/// Put together here, so that this file does not contain what it looks for.
const MARKS: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/fa", "rm/"),
    concat!("/ro", "ot/"),
    concat!(".lib", "rary"),
];

/// Written by tools, from names of the wide world.
const LOCK_FILES: &[&str] = &["Cargo.lock", "package-lock.json"];

pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in &tree.files {
        if LOCK_FILES.iter().any(|name| file.path.ends_with(name)) {
            continue;
        }
        for mark in MARKS {
            for (at, _) in file.text.match_indices(mark) {
                let what =
                    format!("{mark} is a path of one machine; make it relative, or a setting");
                problems.push(Problem::new(&file.path, file.line_at(at), what));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::*;

    #[test]
    fn a_path_of_one_machine_is_found_in_any_file() {
        for mark in MARKS {
            let text = format!("# Notes\nsee {mark}notes\n");
            let tree = Tree::of(&[("README.md", &text), ("web/package-lock.json", &text)]);
            assert_eq!(places(&check(&tree)), ["README.md:2"], "{mark}");
        }
    }

    #[test]
    fn relative_paths_are_fine() {
        assert!(
            check(&Tree::of(&[(
                "README.md",
                "see homework/notes and /usr/lib and the library"
            )]))
            .is_empty()
        );
    }
}
