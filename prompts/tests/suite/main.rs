//! A user's own prompts, in the place of the bundled ones.
#![expect(clippy::unwrap_used, reason = "tests may fail loudly")]

mod overrides;
