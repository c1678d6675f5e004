//! Language models: one client for every OpenAI-compatible server, and what it may cost in time, money and trust.

mod breaker;
mod call;
mod client;
mod config;
mod failure;
mod price;
mod reading;
mod stream;
mod strict;
mod wire;

pub use call::{Message, Request, Role, Spent};
pub use client::ModelClient;
pub use config::{ModelConfig, OPENAI_URL, Size, Timeouts};
pub use failure::ModelError;
pub use price::{Price, Prices};
