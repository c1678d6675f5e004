//! Small JSON documents beside the logs, such as plans: a kind, an id, the text.

/// What a list or a look-up of documents gives back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub id: String,
    pub json: String,
    pub updated_at_ms: u64,
}
