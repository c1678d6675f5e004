//! The files under version control, or about to be, with their text.

use std::process::Command;

use anyhow::Result;

use super::rust_source::RustSource;
use crate::process;

#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) files: Vec<File>,
}

#[derive(Debug)]
pub(crate) struct File {
    /// Relative to the workspace's folder, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
    pub(super) rust: Option<RustSource>,
}

impl Tree {
    pub(crate) fn load() -> Result<Tree> {
        let root = process::root();
        let mut git = Command::new("git");
        git.current_dir(&root).args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ]);
        let mut paths: Vec<_> = process::capture(&mut git)?
            .split_terminator('\0')
            .map(str::to_owned)
            .collect();
        // A file in the middle of a merge is listed once per side.
        paths.sort();
        paths.dedup();
        // What is not text (a picture, a sound), or deleted and not yet committed, has nothing to check.
        let files = paths.into_iter().filter_map(|path| {
            let text = std::fs::read_to_string(root.join(&path)).ok()?;
            Some(File::new(path, text))
        });
        Ok(Tree {
            files: files.collect(),
        })
    }

    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let files = files
            .iter()
            .map(|(path, text)| File::new((*path).to_owned(), (*text).to_owned()));
        Tree {
            files: files.collect(),
        }
    }

    pub(crate) fn rust_files(&self) -> impl Iterator<Item = (&File, &RustSource)> {
        self.files
            .iter()
            .filter_map(|file| Some((file, file.rust.as_ref()?)))
    }

    pub(crate) fn get(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }
}

impl File {
    fn new(path: String, text: String) -> File {
        let rust = path.ends_with(".rs").then(|| RustSource::read(&text));
        File { path, text, rust }
    }

    /// Whether the whole file is there for tests only.
    pub(crate) fn is_test(&self) -> bool {
        self.in_tests_folder()
            || self.path.ends_with("/tests.rs")
            || self.path.ends_with("_tests.rs")
    }

    pub(crate) fn in_tests_folder(&self) -> bool {
        self.path.starts_with("tests/") || self.path.contains("/tests/")
    }

    pub(crate) fn line_at(&self, offset: usize) -> usize {
        1 + self
            .text
            .bytes()
            .take(offset)
            .filter(|byte| *byte == b'\n')
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_of_this_workspace_holds_this_file() {
        let tree = Tree::load().unwrap();
        let file = tree.get("xtask/src/tidy/tree.rs").unwrap();
        assert_eq!(file.line_at(0), 1);
        assert_eq!(file.line_at(file.text.find('\n').unwrap() + 1), 2);
    }

    #[test]
    fn test_files_are_known_by_their_path() {
        let tree = Tree::of(&[
            ("tests/src/sim.rs", ""),
            ("store/tests/suite/main.rs", ""),
            ("interview/src/decide/tests.rs", ""),
            ("store/src/contests.rs", ""),
        ]);
        let tests: Vec<bool> = tree.files.iter().map(File::is_test).collect();
        assert_eq!(tests, [true, true, true, false]);
    }
}
