//! The published shapes of the Realtime dialect, to hold our own events against.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/realtime-events.schema.json"
    );
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
});

/// What a server may send.
pub(crate) static SERVER: LazyLock<Validator> = LazyLock::new(|| part("ServerEvent"));

fn part(name: &str) -> Validator {
    let mut schema = SCHEMA.clone();
    schema.as_object_mut().unwrap().remove("anyOf");
    schema["$ref"] = json!(format!("#/$defs/{name}"));
    jsonschema::validator_for(&schema).unwrap()
}

/// Fails with the place of the first thing that is not as published.
pub(crate) fn check_server(event: &Value) {
    let problems: Vec<String> = SERVER
        .iter_errors(event)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    assert!(problems.is_empty(), "{event:#}\n{}", problems.join("\n"));
}
