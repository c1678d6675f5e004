//! Every file of Rust begins by saying what it is for.

use super::{Problem, Tree};

pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    let silent = tree
        .rust_files()
        .filter(|(file, _)| !file.text.starts_with("//!"));
    let what = "the first line does not say what the file is for; begin with `//! …`";
    silent
        .map(|(file, _)| Problem::new(&file.path, 1, what))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::*;

    #[test]
    fn a_file_that_does_not_introduce_itself_is_found() {
        let tree = Tree::of(&[
            ("store/src/lib.rs", "//! Keeps the log.\n"),
            ("store/src/lease.rs", "use std::fmt;\n//! Too late.\n"),
            ("server/build.rs", ""),
            ("store/examples/append.rs", "// Not a module doc.\n"),
            ("web/src/room.ts", "export {};\n"),
        ]);
        assert_eq!(
            places(&check(&tree)),
            [
                "store/src/lease.rs:1",
                "server/build.rs:1",
                "store/examples/append.rs:1"
            ]
        );
    }
}
