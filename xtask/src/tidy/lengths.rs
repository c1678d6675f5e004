//! A file is an essay. Functions are measured by clippy.

use super::{Problem, Tree};

const LINES_MAX: usize = 500;

pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in &tree.files {
        let written = [".rs", ".ts", ".svelte"]
            .iter()
            .any(|ending| file.path.ends_with(ending));
        let lines = file.text.lines().count();
        if written && lines > LINES_MAX {
            let what = format!(
                "{lines} lines, {LINES_MAX} at most; look for the seam: split by reason to change"
            );
            problems.push(Problem::new(&file.path, LINES_MAX + 1, what));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::*;

    #[test]
    fn one_line_too_many_is_found() {
        let (full, over) = ("a\n".repeat(500), "a\n".repeat(501));
        let tree = Tree::of(&[
            ("store/src/full.rs", &full),
            ("store/src/over.rs", &over),
            ("web/src/Room.svelte", &over),
            ("web/src/room.ts", &over),
            ("Cargo.lock", &over),
        ]);
        assert_eq!(
            places(&check(&tree)),
            [
                "store/src/over.rs:501",
                "web/src/Room.svelte:501",
                "web/src/room.ts:501"
            ]
        );
    }
}
