//! The shapes of Chat Completions that are used: what is sent, and what is read of what comes back.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::call::Message;

#[derive(Debug, Serialize)]
pub(super) struct Body<'a> {
    pub(super) model: &'a str,
    pub(super) messages: &'a [Message],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_completion_tokens: Option<u32>,
    /// The older name of the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) response_format: Option<Format<'a>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stream_options: Option<Value>,
    /// The two below are known to OpenAI's own server only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reasoning_effort: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) prompt_cache_key: Option<&'a str>,
}

/// How structure is asked for.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Format<'a> {
    JsonSchema { json_schema: NamedSchema<'a> },
    JsonObject,
}

#[derive(Debug, Serialize)]
pub(super) struct NamedSchema<'a> {
    name: &'a str,
    strict: bool,
    schema: &'a RawValue,
}

impl<'a> NamedSchema<'a> {
    pub(super) fn strict(name: &'a str, schema: &'a RawValue) -> Self {
        Self {
            name,
            strict: true,
            schema,
        }
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Completion {
    #[serde(default)]
    pub(super) choices: Vec<Choice>,
    pub(super) usage: Option<TokenCount>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Choice {
    #[serde(default, alias = "delta")]
    pub(super) message: Said,
    pub(super) finish_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Said {
    pub(super) content: Option<String>,
    pub(super) refusal: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct TokenCount {
    pub(super) prompt_tokens: u64,
    pub(super) completion_tokens: u64,
    pub(super) prompt_tokens_details: Option<PromptDetails>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct PromptDetails {
    pub(super) cached_tokens: Option<u64>,
}

impl TokenCount {
    pub(super) fn cached(&self) -> u64 {
        self.prompt_tokens_details
            .and_then(|details| details.cached_tokens)
            .unwrap_or(0)
    }
}
