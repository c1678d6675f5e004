//! What a follow-up could be about, found without writing anything down.

use std::sync::Arc;

use coordinator::{Books, Journal, SpeakingTime, Stage, earlier_passages};
use interview::{FollowUps, Input, Rejection, State};
use store::Store;

use crate::problem::Problem;

/// The built-in agent's suggestions, made on a stage of their own: the session stays as it is.
pub async fn suggested(store: &Store, state: State) -> Result<Arc<FollowUps>, Problem> {
    let moment = state.last_at;
    let earlier = earlier_passages(store, state.follow_up_of.as_ref()).await?;
    let books = Books {
        state,
        journal: Journal::Memory(Vec::new()),
        earlier: Arc::new(earlier),
    };
    let mut stage = Stage::new(books, moment, SpeakingTime::None);
    if stage.state().owes_notes() {
        match stage.take(Input::NotesWanted).await? {
            Ok(()) | Err(Rejection::NothingDue) => {}
            Err(rejection) => return Err(rejection.into()),
        }
    }
    if stage.state().analysis.is_none() {
        stage.take(Input::AnalysisWanted).await??;
    }
    stage.take(Input::FollowUpsWanted).await??;
    stage
        .state()
        .follow_ups
        .clone()
        .ok_or_else(|| Rejection::NoConversation.into())
}
