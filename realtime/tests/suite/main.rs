//! Voice over real sockets, real files and real sound.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on should fail on the spot"
)]

mod recording;
