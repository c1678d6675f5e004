//! One question to a model, and what it has cost so far.

use std::time::Duration;

use interview::Usage;
use serde::Serialize;
use tokio::time::Instant;

use super::price::Price;
use super::wire::TokenCount;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    System,
    User,
    Assistant,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    pub role: Role,
    pub content: String,
}

impl Message {
    pub fn system(content: impl Into<String>) -> Self {
        Self {
            role: Role::System,
            content: content.into(),
        }
    }

    pub fn user(content: impl Into<String>) -> Self {
        Self {
            role: Role::User,
            content: content.into(),
        }
    }
}

/// What is asked. The messages that stay the same from call to call come first, so that the server can keep them.
#[derive(Debug, Clone)]
pub struct Request {
    /// Names the answer's schema: letters, digits, `_` and `-`.
    pub name: &'static str,
    pub model: String,
    pub messages: Vec<Message>,
    /// Includes what a model thinks before it answers.
    pub tokens_max: u32,
    /// Whatever happens, an answer or an error is there by then.
    pub deadline: Instant,
}

impl Request {
    #[must_use]
    pub fn within(patience: Duration) -> Instant {
        Instant::now() + patience
    }
}

/// What calls have cost so far, those included whose answer was of no use.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spent {
    pub prompt_tokens: u64,
    pub cached_tokens: u64,
    pub completion_tokens: u64,
    /// In USD; zero for a model without a known price.
    pub cost: f64,
}

impl Spent {
    pub(super) fn add(&mut self, count: &TokenCount, price: Option<&Price>) {
        let cached = count.cached().min(count.prompt_tokens);
        self.prompt_tokens += count.prompt_tokens;
        self.cached_tokens += cached;
        self.completion_tokens += count.completion_tokens;
        if let Some(price) = price {
            self.cost += price.cost(count.prompt_tokens, cached, count.completion_tokens);
        }
    }

    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// For a report; nothing when no call was answered.
    #[must_use]
    pub fn usage(&self) -> Option<Usage> {
        (!self.is_nothing()).then_some(Usage {
            tokens: self.prompt_tokens + self.completion_tokens,
            cached_tokens: self.cached_tokens,
            cost: self.cost,
        })
    }
}
