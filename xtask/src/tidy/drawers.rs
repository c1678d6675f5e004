//! Files are named for the thing, not for its kind: a drawer takes everything and explains nothing.

use anyhow::Result;
use regex_lite::Regex;

use super::{Problem, Tree};

pub(crate) fn check(tree: &Tree) -> Result<Vec<Problem>> {
    let drawer = Regex::new(r"(^|[/_])(utils?|helpers?|common|misc|types|manager)(\.rs$|/)")?;
    let drawers = tree
        .rust_files()
        .filter(|(file, _)| drawer.is_match(&file.path));
    let what = "a drawer file; name it for the thing in it, or move each thing to its first user";
    Ok(drawers
        .map(|(file, _)| Problem::new(&file.path, 1, what))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::*;

    #[test]
    fn drawers_are_found_and_things_are_not() {
        let tree = Tree::of(&[
            ("store/src/utils.rs", ""),
            ("store/src/string_helpers.rs", ""),
            ("store/tests/common/mod.rs", ""),
            ("store/src/archetypes.rs", ""),
            ("web/src/types.ts", ""),
        ]);
        let expected = [
            "store/src/utils.rs:1",
            "store/src/string_helpers.rs:1",
            "store/tests/common/mod.rs:1",
        ];
        assert_eq!(places(&check(&tree).unwrap()), expected);
    }
}
