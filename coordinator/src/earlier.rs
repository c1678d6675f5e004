//! The conversations that a follow-up continues.

use interview::{Passage, SessionId, State};
use store::Store;

use crate::journal::{LoadError, load};

/// A chain of follow-ups longer than this is cut at its old end.
const CHAIN_MAX: usize = 8;

/// Everything said in the session `of` and in those before it, oldest first.
pub async fn earlier_passages(
    store: &Store,
    of: Option<&SessionId>,
) -> Result<Vec<Passage>, LoadError> {
    let mut parts: Vec<Vec<Passage>> = Vec::new();
    let mut next = of.cloned();
    while let Some(session) = next.take() {
        if parts.len() == CHAIN_MAX {
            break;
        }
        let events = load(store, &session, None).await?;
        let state =
            State::replay(&events).ok_or_else(|| LoadError::NoBeginning(session.clone()))?;
        let mut passages = state.passages();
        for passage in &mut passages {
            passage.at.session = Some(session.clone());
        }
        parts.push(passages);
        next = state.follow_up_of;
    }
    parts.reverse();
    Ok(parts.concat())
}
