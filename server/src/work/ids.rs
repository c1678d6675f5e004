//! Names for new sessions and plans: short enough to type, random enough never to meet twice.

use interview::SessionId;

/// Without letters and digits that look alike.
const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";
const LENGTH: usize = 12;

#[derive(Debug, thiserror::Error)]
#[error("the system gives no random numbers: {0}")]
pub struct NoChance(getrandom::Error);

pub fn new_id() -> Result<String, NoChance> {
    let mut random = [0_u8; LENGTH];
    getrandom::fill(&mut random).map_err(NoChance)?;
    Ok(random
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect())
}

pub fn new_session_id() -> Result<SessionId, NoChance> {
    new_id().map(SessionId::new)
}
