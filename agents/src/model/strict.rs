//! Schemas out of Rust types, in the small language that strict servers and grammar converters both accept.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::ser::{Serialize, SerializeMap, Serializer};
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
    // The fields in the order of the type, which only this list remembers; then those that it left out.
    let mut keys = match object.get("required") {
        Some(Value::Array(required)) => required.clone(),
        Some(_) | None => Vec::new(),
    };
    let all = properties.keys().cloned().map(Value::String);
    let missing: Vec<Value> = all.filter(|key| !keys.contains(key)).collect();
    keys.extend(missing);
    object.insert("required".to_owned(), Value::Array(keys));
    object.insert("additionalProperties".to_owned(), Value::Bool(false));
}

/// An enum whose variants have comments comes as a choice of constants; every server knows the short form.
fn flatten_constants(object: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = object.get("anyOf") else {
        return;
    };
    let constants: Option<Vec<Vec<Value>>> = choices.iter().map(texts).collect();
    if let Some(constants) = constants {
        object.remove("anyOf");
        object.insert("type".to_owned(), Value::String("string".to_owned()));
        object.insert("enum".to_owned(), Value::Array(constants.concat()));
    }
}

/// The texts among which a choice leaves to choose, if it is one of texts.
fn texts(choice: &Value) -> Option<Vec<Value>> {
    let listed = match (choice.get("const"), choice.get("enum")) {
        (Some(constant), _) => vec![constant.clone()],
        (None, Some(Value::Array(listed))) => listed.clone(),
        (None, Some(_) | None) => return None,
    };
    listed.iter().all(Value::is_string).then_some(listed)
}

/// A schema as it is sent: the fields of every object in the order of its type. A model writes them in that order, so that
/// a reason comes before what it is the reason for.
#[derive(Debug)]
pub(super) struct InOrder<'a>(pub(super) &'a Value);

/// The fields of an object, in the order in which they are required.
struct Fields<'a>(&'a Map<String, Value>, &'a [Value]);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(object) => {
                let mut map = serializer.serialize_map(Some(object.len()))?;
                for (key, inner) in object {
                    match (key.as_str(), inner, object.get("required")) {
                        ("properties", Value::Object(fields), Some(Value::Array(order))) => {
                            map.serialize_entry(key, &Fields(fields, order))?;
                        }
                        _ => map.serialize_entry(key, &InOrder(inner))?,
                    }
                }
                map.end()
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(InOrder)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                self.0.serialize(serializer)
            }
        }
    }
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |key: &Value| {
            let key = key.as_str()?;
            Some((key.to_owned(), InOrder(self.0.get(key)?)))
        };
        serializer.collect_map(self.1.iter().filter_map(named))
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
        let schema = schema_of::<Outer>();
        insta::assert_snapshot!(serde_json::to_string_pretty(&InOrder(&schema)).unwrap());
    }

    #[test]
    fn fields_are_sent_in_the_order_of_the_type() {
        let schema = schema_of::<Outer>();
        let sent = serde_json::to_string(&InOrder(&schema)).unwrap();
        let at = |field: &str| sent.find(&format!("\"{field}\":{{")).unwrap();
        let fields = ["why", "priority", "inner", "title", "section"].map(at);
        assert!(fields.is_sorted(), "{sent}");
        assert_eq!(serde_json::from_str::<Value>(&sent).unwrap(), schema);
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
