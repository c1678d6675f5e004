//! Why a call is over, and what the client is told about it.

const NORMAL: u16 = 1000;
/// The server stops; the client may come back.
const GOING_AWAY: u16 = 1001;
/// A message is too big.
const TOO_LONG: u16 = 1009;
/// Our side has failed.
const INTERNAL_ERROR: u16 = 1011;
/// The client does not read what it is sent.
const TOO_SLOW: u16 = 4408;
/// Another client has taken the session.
const REPLACED: u16 = 4409;

/// The code and the reason of a closing frame.
pub(super) type Said = (u16, &'static str);

pub(super) const FAILED: Said = (INTERNAL_ERROR, "the session has stopped");

/// Why a call is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// The interview is.
    Closed,
    /// Another client has taken the session.
    Replaced,
    /// The person's connection is gone.
    Left,
    TooSlow,
    /// The client sent more at once than any client has to say.
    TooLong,
    /// The server stops.
    Stopping,
}

impl Ended {
    pub(super) fn said(self) -> Said {
        match self {
            Ended::Closed => (NORMAL, "the interview is over"),
            Ended::Replaced => (REPLACED, "another client has taken this session"),
            Ended::Stopping => (GOING_AWAY, "the server stops; come back"),
            Ended::TooSlow => (TOO_SLOW, "the client does not read what it is sent"),
            Ended::TooLong => (
                TOO_LONG,
                "a message is longer than anything a client has to say",
            ),
            Ended::Left => (NORMAL, ""),
        }
    }
}
