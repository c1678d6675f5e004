//! Prompt files nothing reads mislead whoever edits them.

use super::{Problem, Tree};

pub(crate) fn check(tree: &Tree) -> Vec<Problem> {
    let prompts = tree
        .files
        .iter()
        .filter(|file| file.path.starts_with("prompts/") && file.path.ends_with(".md"));
    // The examples below name prompts that they do not read.
    let readers: Vec<&str> = tree
        .rust_files()
        .filter(|(file, _)| !file.path.starts_with("xtask/"))
        .map(|(_, rust)| rust.literals.as_str())
        .collect();
    let unread = prompts.filter(|prompt| {
        // Code names a prompt from the crate's root or from its sources; the bare file name would be too little.
        let name = prompt
            .path
            .trim_start_matches("prompts/")
            .trim_start_matches("src/");
        !readers.iter().any(|literals| names(literals, name))
    });
    let what = "no Rust file names this prompt; read it with include_str!, or delete it";
    unread
        .map(|prompt| Problem::new(&prompt.path, 1, what))
        .collect()
}

fn names(literals: &str, name: &str) -> bool {
    literals
        .match_indices(name)
        .any(|(at, _)| literals[..at].ends_with(['"', '/']))
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::*;

    #[test]
    fn a_prompt_that_is_only_mentioned_in_a_comment_is_dead() {
        let tree = Tree::of(&[
            ("prompts/note_taker/system.md", "Take notes."),
            ("prompts/writer/system.md", "Write."),
            ("prompts/src/fence.md", "Material:"),
            (
                "prompts/src/lib.rs",
                "// writer/system.md\nconst A: &str = include_str!(\"../note_taker/system.md\");",
            ),
            (
                "prompts/src/fence.rs",
                "const A: &str = include_str!(\"fence.md\");",
            ),
            ("plans/structured.toml", ""),
        ]);
        assert_eq!(places(&check(&tree)), ["prompts/writer/system.md:1"]);
    }

    #[test]
    fn the_end_of_a_longer_name_is_another_file() {
        let tree = Tree::of(&[
            ("prompts/taker.md", ""),
            ("prompts/src/lib.rs", "a(\"../note_taker.md\")"),
        ]);
        assert_eq!(places(&check(&tree)), ["prompts/taker.md:1"]);
    }

    #[test]
    fn an_example_in_a_check_does_not_read_a_prompt() {
        let example = "let tree = [\"prompts/writer/system.md\"];";
        let tree = Tree::of(&[
            ("prompts/writer/system.md", ""),
            ("xtask/src/tidy/prompts.rs", example),
        ]);
        assert_eq!(places(&check(&tree)), ["prompts/writer/system.md:1"]);
    }
}
