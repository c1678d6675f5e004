//! Log what happened, never what was said: no call of tracing names something that holds words of the talk.
//!
//! Names are all a checker can see, so a number computed from words gets its own name before it is logged: `n_chars`
//! and not `said.len()`. The words themselves are looked for in real log output by the privacy tests.

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::Result;
use regex_lite::Regex;

use super::rust_source::{RustSource, closing};
use super::{Problem, Tree};

/// Parts of names that stand for something spoken, written or sent to a model.
const WORDS: &[&str] = &[
    "answer",
    "answers",
    "body",
    "content",
    "contents",
    "essay",
    "essays",
    "excerpt",
    "guidance",
    "instructions",
    "notes",
    "persona",
    "prompt",
    "prompts",
    "quote",
    "quotes",
    "replies",
    "reply",
    "said",
    "speech",
    "spoken",
    "summary",
    "text",
    "texts",
    "transcript",
    "transcripts",
    "utterance",
    "utterances",
    "words",
];

/// Last parts that make a measure or a label of it: `prompt_tokens`, `essay_id`.
const MEASURES: &[&str] = &[
    "at", "bytes", "chars", "count", "hash", "id", "ids", "index", "kind", "len", "length", "max",
    "min", "ms", "path", "percent", "secs", "status", "tokens", "type", "url", "version",
];

/// First parts that do the same: `n_words`, `has_essay`.
const MEASURES_FIRST: &[&str] = &["n", "has", "is"];

pub(crate) fn check(tree: &Tree) -> Result<Vec<Problem>> {
    let patterns = Patterns {
        call: Regex::new(r"\b((trace|debug|info|warn|error)(_span)?|event|span)!\s*[(\[{]")?,
        instrument: Regex::new(r"#\[(tracing::)?instrument\b")?,
        name: Regex::new(r"\b([a-z_][a-z0-9_]*)\b(\s*::)?")?,
        capture: Regex::new(r"\{([a-z_][a-z0-9_]*)[:}]")?,
    };
    let mut problems = Vec::new();
    for (file, rust) in tree.rust_files() {
        for (at, what) in patterns.problems(rust) {
            problems.push(Problem::new(&file.path, file.line_at(at), what));
        }
    }
    Ok(problems)
}

struct Patterns {
    call: Regex,
    instrument: Regex,
    /// A name, and whether it only leads to another: in `prompts::PATH` nothing is logged but the path.
    name: Regex,
    /// A name inside a message: `"heard {said}"`.
    capture: Regex,
}

impl Patterns {
    fn problems(&self, rust: &RustSource) -> Vec<(usize, String)> {
        let mut problems = Vec::new();
        for found in self.call.find_iter(&rust.code) {
            problems
                .extend(self.spoken(rust, found.end() - 1..closing(&rust.code, found.end() - 1)));
        }
        for found in self.instrument.find_iter(&rust.code) {
            let end = closing(&rust.code, found.start() + 1);
            if !rust.code[found.start()..end].contains("skip_all") {
                let what = "#[instrument] logs every argument; add skip_all and name the fields";
                problems.push((found.start(), what.to_owned()));
            }
            problems.extend(self.spoken(rust, found.end()..end));
        }
        problems
    }

    /// Each name in the arguments that stands for words, at its first place.
    fn spoken(&self, rust: &RustSource, arguments: Range<usize>) -> Vec<(usize, String)> {
        let code = self
            .name
            .captures_iter(&rust.code[arguments.clone()])
            .filter(|name| name.get(2).is_none());
        let message = &rust.literals[arguments.clone()];
        // `{{` is a brace in the message and not the beginning of a name.
        let message = message.replace("{{", "  ");
        let names = code
            .chain(self.capture.captures_iter(&message))
            .filter_map(|name| name.get(1));
        let mut seen = BTreeSet::new();
        names
            .filter(|name| stands_for_words(name.as_str()) && seen.insert(name.as_str().to_owned()))
            .map(|name| {
                let what = format!(
                    "`{}` sounds like words of the talk in a log; log an id or a number with a name of its own, such as n_chars",
                    name.as_str()
                );
                (arguments.start + name.start(), what)
            })
            .collect()
    }
}

fn stands_for_words(name: &str) -> bool {
    let parts: Vec<&str> = name.split('_').collect();
    let measured = parts
        .first()
        .is_some_and(|first| MEASURES_FIRST.contains(first))
        || parts.last().is_some_and(|last| MEASURES.contains(last));
    !measured && parts.iter().any(|part| WORDS.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names found in one call.
    fn check_call(call: &str, names: &[&str]) {
        let text = format!("//! A.\nfn a() {{\n    {call};\n}}\n");
        let found = check(&Tree::of(&[("agents/src/lib.rs", &text)])).unwrap();
        let found: Vec<&str> = found
            .iter()
            .filter_map(|problem| problem.what.split('`').nth(1))
            .collect();
        assert_eq!(found, names, "{call}");
    }

    #[test]
    fn fields_and_expressions_that_hold_words_are_found() {
        check_call("tracing::info!(%text, \"heard\")", &["text"]);
        check_call("debug!(turn = ?turn.said, \"heard\")", &["said"]);
        check_call("warn!(\"bad {}\", answer_body)", &["answer_body"]);
        check_call(
            "error!(\n    reason = %answer\n        .trim(),\n    \"bad\"\n)",
            &["answer"],
        );
        check_call(
            "let span = info_span!(\"ask\", prompt = prompt)",
            &["prompt"],
        );
        check_call("event!(Level::INFO, message_text)", &["message_text"]);
        check_call("trace!{ essay }", &["essay"]);
    }

    #[test]
    fn a_name_inside_the_message_is_found_too() {
        check_call("info!(\"heard {transcript}\")", &["transcript"]);
        check_call("info!(\"heard {quote:?}\")", &["quote"]);
        check_call("info!(\"a literal {{text}}\")", &[]);
    }

    #[test]
    fn the_message_itself_may_speak_of_words() {
        check_call(
            "info!(%turn, \"the answer to the prompt has no text\")",
            &[],
        );
        check_call("info!(target: \"transcript\", %turn, \"closed\")", &[]);
        check_call("info!(/* text */ %turn, \"closed\")", &[]);
    }

    #[test]
    fn measures_labels_and_paths_are_fine() {
        check_call(
            "info!(prompt_tokens, %essay_id, n_words, has_quotes, \"written\")",
            &[],
        );
        check_call(
            "info!(name = prompts::NAME, role = ?Role::Text, \"sent\")",
            &[],
        );
        check_call(
            "info!(context, covered = coverage.percent(), \"topic closed\")",
            &[],
        );
    }

    #[test]
    fn words_outside_tracing_are_none_of_its_business() {
        check_call(
            "let said = format!(\"{text}\"); println!(\"{said}\"); my_info!(text)",
            &[],
        );
    }

    #[test]
    fn a_span_that_logs_every_argument_is_found() {
        let check_attribute = |attribute: &str, problems: usize| {
            let text = format!("//! A.\n#[{attribute}]\nfn hear(said: &str) {{}}\n");
            let found = check(&Tree::of(&[("agents/src/lib.rs", &text)])).unwrap();
            assert_eq!(found.len(), problems, "{attribute}");
        };
        check_attribute("tracing::instrument", 1);
        check_attribute("instrument(skip(self))", 1);
        check_attribute("instrument(skip_all, fields(%turn))", 0);
        check_attribute("instrument(skip_all, fields(text = said))", 2);
    }
}
