//! Names for new sessions: short enough to type, random enough never to meet twice.

use interview::SessionId;

/// Without letters and digits that look alike.
const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";
const LENGTH: usize = 12;

pub(crate) fn new_session_id() -> anyhow::Result<SessionId> {
    let mut random = [0_u8; LENGTH];
    getrandom::fill(&mut random)
        .map_err(|error| anyhow::anyhow!("the system gives no random numbers: {error}"))?;
    let name: String = random
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect();
    Ok(SessionId::new(name))
}
