//! Language models: one client for every OpenAI-compatible server, and what it may cost in time, money and trust.

mod breaker;
mod call;
mod client;
mod config;
mod failure;
mod judge;
mod live;
mod manners;
mod note_taker;
mod orchestrator;
mod page;
mod pause;
mod price;
mod public_web;
mod reading;
mod researcher;
mod search_server;
mod stream;
mod strict;
mod web_search;
mod wire;
mod work;

pub use call::{Message, Request, Role, Spent};
pub use client::ModelClient;
pub use config::{ModelConfig, OPENAI_URL, Size, Timeouts, WebSearch};
pub use failure::ModelError;
pub use live::LiveAgents;
pub use price::{Price, Prices};
