//! Reads what a model wrote: finds the JSON in it and holds it against its schema, whatever the server promised.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::Validator;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::failure::ModelError;
use super::strict::{InOrder, schema_of};
use super::wire::Completion;

/// A model that gets a list of its mistakes needs the first few only.
const MISTAKES_MAX: usize = 5;
const MISTAKE_CHARS_MAX: usize = 200;

/// A schema and what checks it.
#[derive(Debug)]
pub(super) struct Shape {
    /// As it is sent.
    pub(super) text: Box<RawValue>,
    validator: Option<Validator>,
}

/// Schemas by type; there are as many as there are kinds of answers.
#[derive(Debug, Default)]
pub(super) struct Shapes(Mutex<HashMap<TypeId, Arc<Shape>>>);

impl Shapes {
    pub(super) fn of<A: JsonSchema + 'static>(&self) -> Arc<Shape> {
        let mut shapes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shape = shapes.entry(TypeId::of::<A>()).or_insert_with(|| {
            let schema = schema_of::<A>();
            let validator = match jsonschema::validator_for(&schema) {
                Ok(validator) => Some(validator),
                Err(_) => {
                    tracing::error!("a schema of ours is not one; types alone check the answers");
                    None
                }
            };
            let text = serde_json::value::to_raw_value(&InOrder(&schema)).unwrap_or_default();
            Arc::new(Shape { text, validator })
        });
        Arc::clone(shape)
    }
}

/// The text of a completion, or why there is none.
pub(super) fn text_of(completion: Completion) -> Result<String, ModelError> {
    let Some(choice) = completion.choices.into_iter().next() else {
        return Err(ModelError::Declined);
    };
    if choice.message.refusal.is_some_and(|it| !it.is_empty()) {
        return Err(ModelError::Declined);
    }
    match choice.finish_reason.as_deref() {
        Some("length") => return Err(ModelError::CutOff),
        Some("content_filter") => return Err(ModelError::Declined),
        Some(_) | None => {}
    }
    Ok(choice.message.content.unwrap_or_default())
}

/// The answer in a text. The error is for the model's eyes: it may repeat what the model wrote.
pub(super) fn read<A: DeserializeOwned>(text: &str, shape: &Shape) -> Result<A, String> {
    let value = json_in(text).ok_or("The answer is not one JSON object.")?;
    if let Some(validator) = &shape.validator {
        let mistakes: Vec<String> = validator
            .iter_errors(&value)
            .take(MISTAKES_MAX)
            .map(|mistake| {
                let what: String = mistake
                    .to_string()
                    .chars()
                    .take(MISTAKE_CHARS_MAX)
                    .collect();
                format!("at `{}`: {what}", mistake.instance_path())
            })
            .collect();
        if !mistakes.is_empty() {
            return Err(mistakes.join("\n"));
        }
    }
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// The JSON object in a text: alone, after thoughts, in a markdown fence, or between polite words.
fn json_in(text: &str) -> Option<Value> {
    let text = match text.rsplit_once("</think>") {
        Some((_, after)) => after,
        None => text,
    };
    let object = |text: &str| -> Option<Value> {
        serde_json::from_str::<Value>(text)
            .ok()
            .filter(Value::is_object)
    };
    object(text.trim()).or_else(|| {
        let (begin, end) = (text.find('{')?, text.rfind('}')?);
        object(text.get(begin..=end)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_found_where_models_put_it() {
        for text in [
            "{\"a\":1}",
            "  {\"a\":1}\n",
            "```json\n{\"a\":1}\n```",
            "Sure! Here it is:\n```\n{\"a\":1}\n```\nAnything else?",
            "<think>maybe {\"a\":2}?</think>\n{\"a\":1}",
        ] {
            assert_eq!(json_in(text), Some(serde_json::json!({"a": 1})), "{text}");
        }
        for text in ["", "no", "[1]", "{\"a\":", "{\"a\":1} and {\"b\":2}", "}{"] {
            assert_eq!(json_in(text), None, "{text}");
        }
    }
}
