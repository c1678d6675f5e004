//! Who may write to a session when several processes could: a lease with a number that only grows.

use interview::SessionId;

/// The number of a lease. Whoever writes under an older number than the session's newest is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fence(pub u64);

/// One process is in charge of one session, until then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub session: SessionId,
    pub owner: String,
    pub fence: Fence,
    /// By the clock of the database server, or for SQLite of this machine.
    pub expires_at_ms: u64,
}
