//! Reads the fields of a table one by one, and complains about every one that is wrong, missing or unknown.

use super::PlanProblem;
use super::tree::{Entry, Node, Value};

/// Two names at least this alike are taken for a slip of the pen.
const SLIP: f64 = 0.8;

/// A table under reading. What is left in it at the end is unknown.
pub(super) struct Fields<'p> {
    path: String,
    pub(super) line: Option<usize>,
    entries: Vec<Entry>,
    known: Vec<&'static str>,
    problems: &'p mut Vec<PlanProblem>,
}

impl<'p> Fields<'p> {
    /// The fields of a table; a problem and no fields when the node is none.
    pub(super) fn of(node: Node, path: String, problems: &'p mut Vec<PlanProblem>) -> Self {
        let entries = match node.value {
            Value::Table(entries) => entries,
            other @ (Value::List(_) | Value::Text(_) | Value::Number(_) | Value::Other(_)) => {
                problems.push(PlanProblem {
                    line: node.line,
                    path: path.clone(),
                    message: format!("expected a table, found {}", other.kind()),
                });
                Vec::new()
            }
        };
        Self {
            path,
            line: node.line,
            entries,
            known: Vec::new(),
            problems,
        }
    }

    /// Whether the field is there, right or wrong.
    pub(super) fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.key == name)
    }

    fn take(&mut self, name: &'static str) -> Option<Node> {
        self.known.push(name);
        let at = self.entries.iter().position(|entry| entry.key == name)?;
        Some(self.entries.remove(at).node)
    }

    /// Names a problem of the field `name`, or of the table itself when it is empty.
    pub(super) fn complain(&mut self, line: Option<usize>, name: &str, message: impl Into<String>) {
        let path = match (self.path.as_str(), name) {
            ("", name) => name.to_owned(),
            (path, "") => path.to_owned(),
            (path, name) => format!("{path}.{name}"),
        };
        self.problems.push(PlanProblem {
            line: line.or(self.line),
            path,
            message: message.into(),
        });
    }

    /// A text of at most `chars_max` characters, with its line. Empty counts as absent.
    pub(super) fn text(
        &mut self,
        name: &'static str,
        chars_max: usize,
    ) -> Option<(String, Option<usize>)> {
        let node = self.take(name)?;
        match node.value {
            Value::Text(text) => {
                let text = text.trim().to_owned();
                if text.chars().count() > chars_max {
                    self.complain(
                        node.line,
                        name,
                        format!("at most {chars_max} characters are allowed"),
                    );
                }
                if text
                    .chars()
                    .any(|c| c.is_control() && !matches!(c, '\n' | '\t' | '\r'))
                {
                    self.complain(node.line, name, "control characters are not allowed");
                }
                Some((text, node.line))
            }
            other @ (Value::Table(_) | Value::List(_) | Value::Number(_) | Value::Other(_)) => {
                self.complain(
                    node.line,
                    name,
                    format!("expected a text, found {}", other.kind()),
                );
                None
            }
        }
    }

    /// A text that must be there.
    pub(super) fn required_text(
        &mut self,
        name: &'static str,
        chars_max: usize,
    ) -> (String, Option<usize>) {
        let wrong_before = self.problems.len();
        match self.text(name, chars_max) {
            Some((text, line)) if !text.is_empty() => (text, line),
            Some((text, line)) => {
                self.complain(line, name, "must not be empty");
                (text, line)
            }
            None => {
                if self.problems.len() == wrong_before {
                    self.complain(None, name, format!("“{name}” is missing"));
                }
                (String::new(), None)
            }
        }
    }

    /// A whole number within limits.
    pub(super) fn number(
        &mut self,
        name: &'static str,
        limits: std::ops::RangeInclusive<u32>,
    ) -> Option<u32> {
        let node = self.take(name)?;
        self.number_in(name, &node, &limits)
    }

    fn number_in(
        &mut self,
        name: &str,
        node: &Node,
        limits: &std::ops::RangeInclusive<u32>,
    ) -> Option<u32> {
        let (from, to) = (limits.start(), limits.end());
        match &node.value {
            Value::Number(number) => match u32::try_from(*number) {
                Ok(number) if limits.contains(&number) => return Some(number),
                Ok(_) | Err(_) => {
                    self.complain(
                        node.line,
                        name,
                        format!("must be from {from} to {to}, not {number}"),
                    );
                }
            },
            other @ (Value::Table(_) | Value::List(_) | Value::Text(_) | Value::Other(_)) => {
                self.complain(
                    node.line,
                    name,
                    format!(
                        "expected a whole number from {from} to {to}, found {}",
                        other.kind()
                    ),
                );
            }
        }
        None
    }

    /// A list of whole numbers within limits.
    pub(super) fn numbers(
        &mut self,
        name: &'static str,
        limits: &std::ops::RangeInclusive<u32>,
    ) -> Option<Vec<u32>> {
        let items = self.list(name, 16)?;
        Some(
            items
                .iter()
                .filter_map(|item| self.number_in(name, item, limits))
                .collect(),
        )
    }

    /// A list of texts.
    pub(super) fn texts(&mut self, name: &'static str, chars_max: usize) -> Vec<String> {
        let mut texts = Vec::new();
        for item in self.list(name, 100).unwrap_or_default() {
            match item.value {
                Value::Text(text) if text.trim().is_empty() => {
                    self.complain(item.line, name, "must not be empty")
                }
                Value::Text(text) if text.chars().count() > chars_max => {
                    self.complain(
                        item.line,
                        name,
                        format!("at most {chars_max} characters are allowed"),
                    );
                }
                Value::Text(text) => texts.push(text.trim().to_owned()),
                other @ (Value::Table(_) | Value::List(_) | Value::Number(_) | Value::Other(_)) => {
                    self.complain(
                        item.line,
                        name,
                        format!("expected a text, found {}", other.kind()),
                    );
                }
            }
        }
        texts
    }

    /// One of the words that the field knows.
    pub(super) fn choice<T: Copy>(
        &mut self,
        name: &'static str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let (word, line) = self.text(name, 100)?;
        let chosen = choices
            .iter()
            .find(|(known, _)| *known == word)
            .map(|(_, value)| *value);
        if chosen.is_none() {
            let known: Vec<String> = choices
                .iter()
                .map(|(known, _)| format!("\"{known}\""))
                .collect();
            self.complain(
                line,
                name,
                format!("must be {}, not \"{word}\"", known.join(" or ")),
            );
        }
        chosen
    }

    /// A field that is a number or the word `word`.
    pub(super) fn number_or_word(
        &mut self,
        name: &'static str,
        word: &str,
        limits: &std::ops::RangeInclusive<u32>,
    ) -> Option<Option<u32>> {
        let node = self.take(name)?;
        match &node.value {
            Value::Text(text) if text == word => Some(None),
            Value::Text(text) => {
                self.complain(
                    node.line,
                    name,
                    format!("must be \"{word}\" or a number, not \"{text}\""),
                );
                None
            }
            Value::Table(_) | Value::List(_) | Value::Number(_) | Value::Other(_) => {
                self.number_in(name, &node, limits).map(Some)
            }
        }
    }

    /// A list of at most `n_max` entries.
    pub(super) fn list(&mut self, name: &'static str, n_max: usize) -> Option<Vec<Node>> {
        let node = self.take(name)?;
        match node.value {
            Value::List(mut items) => {
                if items.len() > n_max {
                    self.complain(
                        node.line,
                        name,
                        format!("at most {n_max} entries are allowed"),
                    );
                    items.truncate(n_max);
                }
                Some(items)
            }
            other @ (Value::Table(_) | Value::Text(_) | Value::Number(_) | Value::Other(_)) => {
                self.complain(
                    node.line,
                    name,
                    format!("expected a list, found {}", other.kind()),
                );
                None
            }
        }
    }

    /// The fields of one entry of a list in this table.
    pub(super) fn entry(&mut self, name: &str, n: usize, node: Node) -> Fields<'_> {
        let path = if self.path.is_empty() {
            format!("{name}[{n}]")
        } else {
            format!("{}.{name}[{n}]", self.path)
        };
        Fields::of(node, path, self.problems)
    }

    /// Refuses what nobody asked for.
    pub(super) fn finish(mut self) {
        for entry in std::mem::take(&mut self.entries) {
            let nearest = self
                .known
                .iter()
                .map(|known| (strsim::jaro_winkler(known, &entry.key), *known))
                .max_by(|one, other| one.0.total_cmp(&other.0));
            let message = match nearest {
                Some((alike, known)) if alike >= SLIP => {
                    format!("unknown field “{}”; did you mean “{known}”?", entry.key)
                }
                Some(_) | None => format!("unknown field “{}”", entry.key),
            };
            self.complain(entry.line, &entry.key.clone(), message);
        }
    }
}
