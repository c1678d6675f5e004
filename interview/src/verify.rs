//! Decides every recorded input again and compares: the proof that a log is what the rules make of its inputs.

mod input_of;

use crate::decide;
use crate::event::{Event, Recorded};
use crate::ids::EventId;
use crate::state::State;

/// What a verification has looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    pub events: usize,
    /// Inputs that were decided again.
    pub inputs: usize,
    /// Events around withdrawn words, which cannot be decided again without them.
    pub unverifiable: usize,
}

/// The first place where the log is not what the rules make of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {event_id} differs: the log has {found}, the rules give {expected}")]
pub struct Difference {
    pub event_id: EventId,
    pub found: String,
    pub expected: String,
}

/// Goes through a whole log.
pub fn verify(events: &[Recorded]) -> Result<Verified, Difference> {
    for (n, recorded) in events.iter().enumerate() {
        let expected = EventId(n as u64 + 1);
        if recorded.event_id != expected {
            return Err(difference(recorded, &format!("the number {expected}")));
        }
    }
    let Some(mut state) = State::replay(events.iter().take(1)) else {
        return match events.first() {
            Some(first) => Err(difference(first, "INTERVIEW_CREATED")),
            None => Ok(Verified {
                events: 0,
                inputs: 0,
                unverifiable: 0,
            }),
        };
    };
    let withdrawn = withdrawn_stretch(events);
    let mut verified = Verified {
        events: events.len(),
        inputs: 1,
        unverifiable: 0,
    };
    let mut at = 1;
    while let Some(head) = events.get(at) {
        if withdrawn.contains(&at) {
            state.apply(head);
            verified.unverifiable += 1;
            at += 1;
            continue;
        }
        let input = input_of::input_of(&state, &events[at..])
            .ok_or_else(|| difference(head, "another event before it"))?;
        let decided = decide::decide(&state, head.at, input)
            .map_err(|rejection| difference(head, &format!("a refusal: {rejection}")))?;
        for expected in &decided {
            match events.get(at) {
                Some(found) if found == expected => state.apply(found),
                Some(found) => return Err(difference(found, &described(expected, found))),
                None => {
                    return Err(Difference {
                        event_id: expected.event_id,
                        found: "nothing".to_owned(),
                        expected: expected.event.name().to_owned(),
                    });
                }
            }
            at += 1;
        }
        verified.inputs += 1;
    }
    Ok(verified)
}

/// From the first message whose words are gone to the last withdrawal.
fn withdrawn_stretch(events: &[Recorded]) -> std::ops::Range<usize> {
    let first = events.iter().position(
        |recorded| matches!(&recorded.event, Event::CandidateMessage(message) if message.withdrawn),
    );
    let last = events
        .iter()
        .rposition(|recorded| matches!(recorded.event, Event::TurnWithdrawn(_)));
    match (first, last) {
        (Some(first), Some(last)) => first..last + 1,
        (None | Some(_), _) => 0..0,
    }
}

fn difference(found: &Recorded, expected: &str) -> Difference {
    Difference {
        event_id: found.event_id,
        found: found.event.name().to_owned(),
        expected: expected.to_owned(),
    }
}

/// Names what differs without repeating what was said.
fn described(expected: &Recorded, found: &Recorded) -> String {
    if expected.event.name() != found.event.name() {
        expected.event.name().to_owned()
    } else if expected.at != found.at {
        format!("another time ({})", expected.at)
    } else {
        format!("{} with another payload", expected.event.name())
    }
}
