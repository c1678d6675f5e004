//! Our own end of a client's socket, without the socket: what a client may ask, and what it is told, in the GA dialect.
//!
//! A client never knows which voice is behind. It may speak, type, stop us and say what it has played; the session itself
//! is ours.

mod effective;
mod presenter;
mod request;

pub use effective::Effective;
pub use presenter::Presenter;
pub use request::{Asked, Refusal, read_request};
