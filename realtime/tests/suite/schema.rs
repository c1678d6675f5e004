//! Every frame we send is held against the schema of the GA dialect.
//!
//! `tests/realtime-events.schema.json` is a reduction of the facts in the public OpenAPI description; its `$comment` names the versions.

use jsonschema::Validator;
use serde_json::{Value, json};
use std::sync::LazyLock;

static TO_SERVER: LazyLock<Validator> = LazyLock::new(|| validator("ClientEvent"));
static TO_CLIENT: LazyLock<Validator> = LazyLock::new(|| validator("ServerEvent"));

fn validator(name: &str) -> Validator {
    let whole: Value =
        serde_json::from_str(include_str!("../realtime-events.schema.json")).unwrap();
    let schema = json!({"$schema": whole["$schema"], "$ref": format!("#/$defs/{name}"), "$defs": whole["$defs"]});
    jsonschema::validator_for(&schema).unwrap()
}

#[track_caller]
pub(crate) fn assert_sent_to_server(frame: &Value) {
    check(&TO_SERVER, frame);
}

/// Our own events are not in the schema; they are told by their name.
#[track_caller]
pub(crate) fn assert_sent_to_client(frame: &Value) {
    if !frame["type"].as_str().unwrap().starts_with("viva.") {
        check(&TO_CLIENT, frame);
    }
}

#[track_caller]
fn check(validator: &Validator, frame: &Value) {
    let problems: Vec<String> = validator
        .iter_errors(frame)
        .map(|it| format!("{}: {it}", it.instance_path()))
        .collect();
    assert!(problems.is_empty(), "{frame:#}\n{problems:#?}");
}

#[test]
fn the_schema_refuses_what_a_provider_would() {
    assert!(
        !TO_SERVER.is_valid(&json!({"type": "response.create", "response": {"temperature": 1}}))
    );
    assert!(!TO_CLIENT.is_valid(&json!({"type": "response.done"})));
}
