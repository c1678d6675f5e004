//! What a server is started with.

use std::path::PathBuf;
use std::time::Duration;

use agents::Staff;
use store::DatabaseUrl;

use crate::voice::VoiceSettings;

#[derive(Debug, Clone)]
pub struct Config {
    pub data: PathBuf,
    pub database: DatabaseUrl,
    /// The owner's token; made once and kept in the data directory when there is none.
    pub token: Option<String>,
    pub staff: Staff,
    /// The most that models may cost in one session, in USD.
    pub cost_cap: Option<f64>,
    pub connected: Connected,
    pub voice: VoiceSettings,
    pub limits: Limits,
}

/// What is connected beside the built-in parts. Names only, never a secret.
#[derive(Debug, Clone, Default)]
pub struct Connected {
    /// The text model that the agents use.
    pub model: Option<String>,
    /// The provider of the voice.
    pub voice: Option<String>,
    pub search: bool,
}

/// How much one client may ask for.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Requests a second from one address, once its reserve is used up. The owner has no such limit.
    pub requests_per_second: u32,
    /// Requests at once from one address.
    pub reserve: u32,
    /// How long an ordinary request may take.
    pub patience: Duration,
    /// Connections at once, event streams and sockets included. Whoever comes next waits before the door.
    pub connections: usize,
    /// How long the head of a request may take to arrive, and a connection may be idle.
    pub head: Duration,
    /// How long a client may leave what it is sent unread.
    pub stall: Duration,
}

impl Limits {
    pub const USUAL: Limits = Limits {
        requests_per_second: 50,
        reserve: 400,
        patience: Duration::from_secs(30),
        connections: 8_192,
        head: Duration::from_secs(20),
        stall: Duration::from_secs(60),
    };
}
