//! Where a session's events are written: in the store, or in memory for rehearsals.

use interview::event::Event;
use interview::{BadLine, EventId, Recorded, SessionId, State, TurnId, redact};
use store::{Change, Entry, Fence, Store};

/// How many events are read at once.
const PAGE: usize = 10_000;

#[derive(Debug)]
pub enum Journal {
    Memory(Vec<Recorded>),
    Stored {
        store: Store,
        session: SessionId,
        fence: Option<Fence>,
    },
}

impl Journal {
    /// The store that is written to; none in a rehearsal.
    pub(crate) fn store(&self) -> Option<&Store> {
        match self {
            Journal::Memory(_) => None,
            Journal::Stored { store, .. } => Some(store),
        }
    }
}

/// A log could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error(transparent)]
    Store(#[from] store::Error),
    #[error(
        "event {event_id} of {session} cannot be read ({source}); the log is intact up to event {intact}"
    )]
    BadEvent {
        session: SessionId,
        event_id: EventId,
        intact: EventId,
        #[source]
        source: BadLine,
    },
    #[error("the log of {0} does not begin with its creation")]
    NoBeginning(SessionId),
}

/// The events of a session, from the first to `up_to` or the last.
pub async fn load(
    store: &Store,
    session: &SessionId,
    up_to: Option<EventId>,
) -> Result<Vec<Recorded>, LoadError> {
    let mut events: Vec<Recorded> = Vec::new();
    loop {
        let after = EventId(events.len() as u64);
        let wanted = up_to.map_or(PAGE, |last| {
            usize::try_from(last.0.saturating_sub(after.0))
                .unwrap_or(PAGE)
                .min(PAGE)
        });
        if wanted == 0 {
            return Ok(events);
        }
        let entries = store.read(session, after, wanted).await?;
        if entries.is_empty() {
            return Ok(events);
        }
        for entry in entries {
            let recorded =
                Recorded::from_line(&entry.json).map_err(|source| LoadError::BadEvent {
                    session: session.clone(),
                    event_id: entry.event_id,
                    intact: EventId(entry.event_id.0.saturating_sub(1)),
                    source,
                })?;
            events.push(recorded);
        }
    }
}

impl Journal {
    /// The state that the log gives.
    pub(crate) async fn replay(&self, session: &SessionId) -> Result<State, LoadError> {
        let state = match self {
            Journal::Memory(events) => State::replay(events),
            Journal::Stored { store, session, .. } => {
                State::replay(&load(store, session, None).await?)
            }
        };
        state.ok_or_else(|| LoadError::NoBeginning(session.clone()))
    }

    /// Writes events down after the one at `expected`. When it returns, they are safe.
    ///
    /// Words that an event withdraws are struck from the events before it in the same transaction.
    pub(crate) async fn append(
        &mut self,
        expected: EventId,
        events: &[Recorded],
    ) -> Result<(), LoadError> {
        let withdrawn: Vec<TurnId> = events.iter().filter_map(withdrawn_turn).collect();
        match self {
            Journal::Memory(log) => {
                for turn in withdrawn {
                    for recorded in log.iter_mut() {
                        if let Some(struck) = redact(recorded, turn) {
                            *recorded = struck;
                        }
                    }
                }
                log.extend_from_slice(events);
            }
            Journal::Stored {
                store,
                session,
                fence,
            } => {
                let redacted = struck_entries(store, session, &withdrawn).await?;
                store
                    .write(Change {
                        session: session.clone(),
                        expected,
                        appended: events.iter().map(entry).collect::<Result<_, _>>()?,
                        redacted,
                        fence: *fence,
                    })
                    .await?;
            }
        }
        Ok(())
    }
}

fn withdrawn_turn(recorded: &Recorded) -> Option<TurnId> {
    if let Event::TurnWithdrawn(withdrawn) = &recorded.event {
        Some(withdrawn.turn_id)
    } else {
        None
    }
}

async fn struck_entries(
    store: &Store,
    session: &SessionId,
    turns: &[TurnId],
) -> Result<Vec<Entry>, LoadError> {
    if turns.is_empty() {
        return Ok(Vec::new());
    }
    let mut struck = Vec::new();
    for recorded in load(store, session, None).await? {
        let mut changed = None;
        for turn in turns {
            if let Some(redacted) = redact(changed.as_ref().unwrap_or(&recorded), *turn) {
                changed = Some(redacted);
            }
        }
        if let Some(redacted) = changed {
            struck.push(entry(&redacted)?);
        }
    }
    Ok(struck)
}

/// An event as the store keeps it.
pub(crate) fn entry(recorded: &Recorded) -> Result<Entry, LoadError> {
    let json = recorded.to_line().map_err(|source| LoadError::BadEvent {
        session: SessionId::new(""),
        event_id: recorded.event_id,
        intact: EventId(recorded.event_id.0.saturating_sub(1)),
        source: source.into(),
    })?;
    Ok(Entry {
        event_id: recorded.event_id,
        json,
    })
}
