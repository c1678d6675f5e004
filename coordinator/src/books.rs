//! The books of one session: an input is decided, written down, applied; only then is anything done about it.

use std::sync::Arc;

use interview::event::Event;
use interview::{
    Creation, Effect, EventId, Input, Millis, Passage, Recorded, Rejection, State, Task, create,
    decide, react,
};

use crate::journal::{Journal, LoadError};

#[derive(Debug)]
pub struct Books {
    pub state: State,
    pub journal: Journal,
    /// The conversation of the sessions that this one continues.
    pub earlier: Arc<Vec<Passage>>,
}

#[derive(Debug, thiserror::Error)]
pub enum BooksError {
    /// Normal: the input does not fit, nothing was changed.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// An interview that cannot be written down does not take place.
    #[error(transparent)]
    NotWritten(#[from] LoadError),
}

impl Books {
    /// Opens the books of a new session; its first event is safe when this returns.
    pub async fn create(
        mut journal: Journal,
        now: Millis,
        creation: Creation,
        earlier: Arc<Vec<Passage>>,
    ) -> Result<Books, LoadError> {
        let session = creation.session_id.clone();
        let first = create(now, creation);
        journal
            .append(EventId(0), std::slice::from_ref(&first))
            .await?;
        let state = State::replay([&first]).ok_or(LoadError::NoBeginning(session))?;
        Ok(Books {
            state,
            journal,
            earlier,
        })
    }

    /// Takes an input in. Write first, act second: a crash in between repeats an effect but never loses an event.
    pub async fn take(
        &mut self,
        now: Millis,
        input: Input,
    ) -> Result<(Vec<Recorded>, Vec<Effect>), BooksError> {
        let events = decide(&self.state, now, input)?;
        self.journal.append(self.state.cursor, &events).await?;
        let mut effects = Vec::new();
        for recorded in &events {
            self.state.apply(recorded);
            effects.extend(react(&self.state, recorded));
        }
        if events
            .iter()
            .any(|recorded| matches!(recorded.event, Event::TurnWithdrawn(_)))
        {
            // Struck words must not live on in memory either: what is left is what the log now gives.
            self.state = self.journal.replay(&self.state.session_id).await?;
        }
        for effect in &mut effects {
            self.add_earlier(effect);
        }
        Ok((events, effects))
    }

    /// Agents after the talk see the earlier conversation before this one.
    pub(crate) fn add_earlier(&self, effect: &mut Effect) {
        if self.earlier.is_empty() {
            return;
        }
        if let Effect::Dispatch(job) = effect {
            let conversation = match &mut job.task {
                Task::Analyse(task) => &mut task.conversation,
                Task::WriteEssay(task) => &mut task.conversation,
                Task::SuggestFollowUps(task) => &mut task.conversation,
                Task::TakeNotes(_)
                | Task::Research(_)
                | Task::ChooseQuestion(_)
                | Task::Judge(_) => return,
            };
            let merged = self
                .earlier
                .iter()
                .chain(conversation.iter())
                .cloned()
                .collect();
            *conversation = Arc::new(merged);
        }
    }
}
