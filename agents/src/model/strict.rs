//! Schemas out of Rust types, in the small language that strict servers and grammar converters both accept.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

/// What strict mode does not know, or servers disagree about. Lengths of texts are checked by whoever asked.
const UNKNOWN: [&str; 9] = [
    "$schema",
    "title",
    "default",
    "format",
    "minLength",
    "maxLength",
    "examples",
    "uniqueItems",
    "writeOnly",
];

/// The schema of an answer: every object closed, every key required, no references.
pub(super) fn schema_of<A: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .for_serialize()
        .with(|settings| settings.inline_subschemas = true);
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<A>()
        .to_value();
    make_strict(&mut schema);
    schema
}

fn make_strict(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            for unknown in UNKNOWN {
                // A property may be called `title`; as a keyword it holds a text.
                if !object.get(unknown).is_some_and(Value::is_object) {
                    object.remove(unknown);
                }
            }
            if let Some(choices) = object.remove("oneOf") {
                object.insert("anyOf".to_owned(), choices);
            }
            close(object);
            flatten_constants(object);
            for (key, inner) in object.iter_mut() {
                match key.as_str() {
                    "properties" | "$defs" => strict_values(inner),
                    "enum" | "const" | "required" => {}
                    _ => make_strict(inner),
                }
            }
        }
        Value::Array(choices) => choices.iter_mut().for_each(make_strict),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn strict_values(named: &mut Value) {
    if let Value::Object(named) = named {
        named.values_mut().for_each(make_strict);
    }
}

fn close(object: &mut Map<String, Value>) {
    let Some(Value::Object(properties)) = object.get("properties") else {
        return;
    };
    let keys: Vec<Value> = properties.keys().cloned().map(Value::String).collect();
    object.insert("required".to_owned(), Value::Array(keys));
    object.insert("additionalProperties".to_owned(), Value::Bool(false));
}

/// An enum whose variants have comments comes as a choice of constants; every server knows the short form.
fn flatten_constants(object: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = object.get("anyOf") else {
        return;
    };
    let constants: Option<Vec<Value>> = choices
        .iter()
        .map(|choice| choice.get("const").filter(|it| it.is_string()).cloned())
        .collect();
    if let Some(constants) = constants {
        object.remove("anyOf");
        object.insert("type".to_owned(), Value::String("string".to_owned()));
        object.insert("enum".to_owned(), Value::Array(constants));
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Debug, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Mood {
        /// Smiles.
        Glad,
        Sad,
    }

    #[derive(Debug, Serialize, Deserialize, JsonSchema)]
    struct Inner {
        title: String,
        mood: Option<Mood>,
    }

    /// What a model is asked for here.
    #[derive(Debug, Serialize, Deserialize, JsonSchema)]
    struct Outer {
        /// Why, before what.
        why: String,
        #[schemars(range(min = 1, max = 3))]
        priority: u8,
        #[schemars(length(max = 4))]
        inner: Vec<Inner>,
        section: Option<String>,
        mood: Mood,
    }

    #[test]
    fn every_object_is_closed_and_nothing_is_optional() {
        insta::assert_json_snapshot!(schema_of::<Outer>());
    }

    #[test]
    fn what_the_types_write_fits_their_schema() {
        let outer = Outer {
            why: "w".to_owned(),
            priority: 2,
            inner: vec![Inner {
                title: "t".to_owned(),
                mood: None,
            }],
            section: None,
            mood: Mood::Sad,
        };
        let validator = jsonschema::validator_for(&schema_of::<Outer>()).unwrap();
        let mut written = serde_json::to_value(outer).unwrap();
        assert!(validator.is_valid(&written));
        written["inner"][0]["mood"] = Value::String("cross".to_owned());
        assert!(!validator.is_valid(&written));
    }
}
