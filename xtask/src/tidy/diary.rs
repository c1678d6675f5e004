//! Comments are for someone who never saw the diff: they say why it is so, not how it came to be.

use anyhow::Result;
use regex_lite::Regex;

use super::{Problem, Tree};

pub(crate) fn check(tree: &Tree) -> Result<Vec<Problem>> {
    let diary = Regex::new(r"(?i)\b(no longer|previously|for now|used to)\b")?;
    let mut problems = Vec::new();
    for (file, rust) in tree.rust_files() {
        for found in diary.find_iter(&rust.comments) {
            let what = format!(
                "\"{}\" is a diary; say why it is so, without its past",
                found.as_str()
            );
            problems.push(Problem::new(&file.path, file.line_at(found.start()), what));
        }
    }
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::*;

    #[test]
    fn the_past_of_the_code_is_found_in_comments_only() {
        let text = "//! Lists.\n// No longer sorted.\nlet a = \"for now\"; // previously b\n/// Used to sort.\nfn c() {}\n";
        let found = check(&Tree::of(&[("store/src/list.rs", text)])).unwrap();
        assert_eq!(
            places(&found),
            [
                "store/src/list.rs:2",
                "store/src/list.rs:3",
                "store/src/list.rs:4"
            ]
        );
        assert_eq!(
            found[0].what,
            "\"No longer\" is a diary; say why it is so, without its past"
        );
    }
}
