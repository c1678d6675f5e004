//! Words that code does not contain, or not in that place. Comments and literals are not looked at.

use anyhow::Result;
use regex_lite::Regex;

use super::tree::File;
use super::{Problem, Tree};

#[derive(Clone, Copy, Debug)]
enum Place {
    Anywhere,
    OutsideTests,
    TestsFolder,
    Core,
    Manifest,
}

const RULES: &[(Place, &str, &str)] = &[
    (
        Place::Anywhere,
        r"#\[ignore\b",
        "an ignored test proves nothing; mend it or delete it",
    ),
    (
        Place::Anywhere,
        r"#\[should_panic\b",
        "#[should_panic] passes for the wrong panic too; assert on the error",
    ),
    (
        Place::Anywhere,
        r"\btodo!",
        "unfinished code; finish it or leave it out",
    ),
    (
        Place::Anywhere,
        r"\bunimplemented!",
        "unfinished code; finish it or leave it out",
    ),
    (
        Place::Anywhere,
        r"\bdbg!",
        "dbg! is a tool for the desk; remove it",
    ),
    (
        Place::Anywhere,
        r"#!?\[\s*allow\(|\bcfg_attr\([^\]]*\ballow\(",
        "an allow outlives its cause; use #[expect(…, reason = \"…\")]",
    ),
    (
        Place::OutsideTests,
        r"(?i)unbounded",
        "everything has a bound; use a bounded channel and name its capacity",
    ),
    (
        Place::TestsFolder,
        r"\bsleep(_until)?\(",
        "a test that sleeps is slow, then flaky; pause time or await the event",
    ),
    (
        Place::Core,
        r"\bHash(Map|Set)\b",
        "iteration order differs from run to run; use the BTree kind",
    ),
    (
        Place::Core,
        r"\bInstant::now\b|\bSystemTime\b",
        "the core has no clock; take the time as an argument",
    ),
    (
        Place::Core,
        r"\bstd::(fs|env|net)\b|\bstd::\{[^}]*\b(fs|env|net)\b",
        "the core does no IO; take the value as an argument",
    ),
    (
        Place::Core,
        r"\brand::",
        "the core has no chance; take the value as an argument",
    ),
    (
        Place::Manifest,
        r"(?m)^\[features\]",
        "feature flags multiply builds nobody tests; choose at run time",
    ),
];

pub(crate) fn check(tree: &Tree) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for (place, pattern, what) in RULES {
        let pattern = Regex::new(pattern)?;
        for file in &tree.files {
            let found = offsets(*place, &pattern, file);
            problems.extend(
                found
                    .into_iter()
                    .map(|at| Problem::new(&file.path, file.line_at(at), *what)),
            );
        }
    }
    Ok(problems)
}

fn offsets(place: Place, pattern: &Regex, file: &File) -> Vec<usize> {
    match (place, &file.rust) {
        (Place::Anywhere, Some(rust)) => starts(pattern, &rust.code),
        (Place::OutsideTests, Some(rust)) if !file.is_test() => {
            let mut found = starts(pattern, &rust.code);
            found.retain(|at| !rust.in_test_item(*at));
            found
        }
        (Place::TestsFolder, Some(rust)) if file.in_tests_folder() => starts(pattern, &rust.code),
        (Place::Core, Some(rust)) if file.path.starts_with("interview/src/") => {
            starts(pattern, &rust.code)
        }
        (Place::Manifest, None) if file.path.ends_with("Cargo.toml") => starts(pattern, &file.text),
        (
            Place::Anywhere
            | Place::OutsideTests
            | Place::TestsFolder
            | Place::Core
            | Place::Manifest,
            _,
        ) => Vec::new(),
    }
}

fn starts(pattern: &Regex, text: &str) -> Vec<usize> {
    pattern.find_iter(text).map(|found| found.start()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::*;

    fn check_lines(path: &str, text: &str, lines: &[usize]) {
        let found = check(&Tree::of(&[(path, text)])).unwrap();
        let expected: Vec<String> = lines.iter().map(|line| format!("{path}:{line}")).collect();
        assert_eq!(places(&found), expected, "{path}: {text}");
    }

    #[test]
    fn unfinished_and_switched_off_code_is_found() {
        let bad = [
            "#[ignore]",
            "#[ignore = \"slow\"]",
            "#[should_panic(expected = \"a\")]",
            "fn a() { todo!() }",
            "fn a() { unimplemented!(\"later\") }",
            "fn a() { dbg!(b); }",
            "#[allow(dead_code)]",
            "#![allow(dead_code)]",
            "#[cfg_attr(test, allow(dead_code))]",
        ];
        for text in bad {
            check_lines("store/src/lib.rs", &format!("//! Store.\n{text}\n"), &[2]);
        }
    }

    #[test]
    fn words_in_comments_and_literals_are_not_code() {
        check_lines(
            "store/src/lib.rs",
            "// todo!() and dbg!()\nconst A: &str = \"#[ignore]\";\n",
            &[],
        );
    }

    #[test]
    fn a_channel_without_a_bound_is_found_outside_tests() {
        let text = "fn a() { unbounded_channel() }\n#[cfg(test)]\nmod tests {\n use b::UnboundedSender;\n}\n";
        check_lines("coordinator/src/feed.rs", text, &[1]);
        check_lines("coordinator/tests/suite/feed.rs", text, &[]);
    }

    #[test]
    fn a_sleep_is_found_in_tests_only() {
        let text = "async fn a() {\n    tokio::time::sleep(SECOND).await;\n}\n";
        check_lines("tests/src/recovery.rs", text, &[2]);
        check_lines("store/tests/suite/main.rs", text, &[2]);
        check_lines("realtime/src/openai.rs", text, &[]);
    }

    #[test]
    fn clocks_chance_and_io_are_found_in_the_core_only() {
        let bad = [
            "use std::collections::HashMap;",
            "let a = Instant::now();",
            "let a = SystemTime::UNIX_EPOCH;",
            "use std::fs;",
            "use std::{env, fmt};",
            "let a = rand::random();",
        ];
        for text in bad {
            check_lines("interview/src/decide/clock.rs", text, &[1]);
            check_lines("store/src/lib.rs", text, &[]);
        }
        check_lines(
            "interview/src/lib.rs",
            "use std::fmt; let a = strand::b(); // no HashMap",
            &[],
        );
    }

    #[test]
    fn a_table_of_features_is_found_in_a_manifest() {
        check_lines(
            "store/Cargo.toml",
            "[package]\n[features]\nfast = []\n",
            &[2],
        );
        check_lines("store/Cargo.toml", "tokio = { features = [\"rt\"] }\n", &[]);
    }
}
