//! What a voice has been ordered to say, and whose words it uses.

use interview::Speech;

/// Whose words the voice speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wording {
    /// It answers at once, in its own words, on the newest guidance.
    Own,
    /// It says what was decided, word for word, and waits for that.
    Given,
}

/// A reply that was ordered.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) number: u64,
    pub(super) kind: ReplyKind,
}

#[derive(Debug)]
pub(super) enum ReplyKind {
    /// Decided by the core.
    Speech(Speech),
    /// The voice's own words, on its guidance.
    OwnWords,
    /// Asks nothing.
    Aside,
}
