//! One tree for plans written as TOML and as JSON, which remembers the line that each value stands on.

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{PlanProblem, PlanProblems};

/// The most a plan may weigh. A hundred questions weigh about 30 KB.
const BYTES_MAX: usize = 1024 * 1024;

#[derive(Debug)]
pub(super) struct Node {
    pub(super) line: Option<usize>,
    pub(super) value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    Table(Vec<Entry>),
    List(Vec<Node>),
    Text(String),
    Number(i64),
    /// A kind of value that no field of a plan has.
    Other(&'static str),
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) line: Option<usize>,
    pub(super) node: Node,
}

impl Value {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Table(_) => "a table",
            Value::List(_) => "a list",
            Value::Text(_) => "a text",
            Value::Number(_) => "a number",
            Value::Other(kind) => kind,
        }
    }
}

pub(super) fn from_toml(text: &str) -> Result<Node, PlanProblems> {
    if text.len() > BYTES_MAX {
        return Err(PlanProblems(vec![PlanProblem {
            line: None,
            path: String::new(),
            message: format!("a plan is at most {} KB long", BYTES_MAX / 1024),
        }]));
    }
    let lines = Lines::of(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return Ok(Node {
            line: Some(1),
            value: toml_table(table.get_ref(), &lines),
        });
    }
    let problems = errors
        .iter()
        .map(|error| PlanProblem {
            line: error.span().map(|span| lines.line_at(span.start)),
            path: String::new(),
            message: format!("this is not TOML: {}", error.message()),
        })
        .collect();
    Err(PlanProblems(problems))
}

pub(super) fn from_json(json: &Json) -> Node {
    let value = match json {
        Json::Object(fields) => Value::Table(
            fields
                .iter()
                .map(|(key, value)| Entry {
                    key: key.clone(),
                    line: None,
                    node: from_json(value),
                })
                .collect(),
        ),
        Json::Array(items) => Value::List(items.iter().map(from_json).collect()),
        Json::String(text) => Value::Text(text.clone()),
        Json::Number(number) => number
            .as_i64()
            .map_or(Value::Other("a number with a fraction"), Value::Number),
        Json::Bool(_) => Value::Other("true or false"),
        Json::Null => Value::Other("nothing"),
    };
    Node { line: None, value }
}

fn toml_table(table: &DeTable<'_>, lines: &Lines) -> Value {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            line: Some(lines.line_at(key.span().start)),
            node: toml_node(value, lines),
        })
        .collect();
    entries.sort_by_key(|entry| entry.line);
    Value::Table(entries)
}

fn toml_node(spanned: &Spanned<DeValue<'_>>, lines: &Lines) -> Node {
    let value = match spanned.get_ref() {
        DeValue::Table(table) => toml_table(table, lines),
        DeValue::Array(items) => {
            Value::List(items.iter().map(|item| toml_node(item, lines)).collect())
        }
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or(Value::Other("a number that is too large"), Value::Number),
        DeValue::Float(_) => Value::Other("a number with a fraction"),
        DeValue::Boolean(_) => Value::Other("true or false"),
        DeValue::Datetime(_) => Value::Other("a date"),
    };
    Node {
        line: Some(lines.line_at(spanned.span().start)),
        value,
    }
}

/// Where each line begins.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self(
            std::iter::once(0)
                .chain(breaks.map(|(at, _)| at + 1))
                .collect(),
        )
    }

    /// The line, from 1, that the byte stands on.
    fn line_at(&self, byte: usize) -> usize {
        self.0.partition_point(|start| *start <= byte)
    }
}
