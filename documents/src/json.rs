//! Writing JSON that cannot fail.

use serde::Serialize;

/// Indented, with a line end.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    match serde_json::to_string_pretty(value) {
        Ok(mut json) => {
            json.push('\n');
            json
        }
        // Only maps with other keys than strings, and failing `Serialize` implementations, get here; we have neither.
        Err(error) => unreachable!("our own values serialise: {error}"),
    }
}
