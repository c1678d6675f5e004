//! The HTTP API, the event stream, the client voice socket and the embedded studio.

pub mod work;

mod access;
mod afterwards;
mod asked;
mod body;
mod bucket;
mod captions;
mod config;
mod cookie;
mod description;
mod desk;
mod docs_page;
mod doors;
mod essays;
mod gatekeeper;
mod guarded;
mod idempotency;
mod live;
mod measures;
mod origin;
mod plan_shelf;
mod present;
mod problem;
mod progress;
mod router;
mod routes;
mod run;
mod stream;
mod studio;
mod voice;

pub use access::{Access, BadToken, owner_token};
pub use config::{Config, Connected, Limits};
pub use desk::Desk;
pub use live::Live;
pub use problem::Problem;
pub use run::{RunError, run};
pub use voice::VoiceSettings;
