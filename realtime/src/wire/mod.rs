//! The OpenAI Realtime GA dialect: what we say to a provider, what it says to us, and what it can mean.

mod from_provider;
mod to_provider;

pub use from_provider::{
    Fault, FromProvider, Incoming, ItemSeen, ResponseSeen, ResponseStatus, SessionSeen, TokenCount,
    read,
};
pub use to_provider::{Detection, Item, Part, ResponseParams, SessionConfig, ToProvider, write};
pub(crate) use to_provider::{MARK_QUESTION, append};
