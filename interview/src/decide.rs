//! Turns an input into events, or says why not. The one place where rules live.

mod afterwards;
mod choice;
mod clock;
mod conversation;
mod cycle;
mod desk;
mod lifecycle;
mod reports;
mod sections;
mod voice;

use crate::event::{Created, Event, Recorded, SCHEMA_VERSION};
use crate::ids::EventId;
use crate::input::{Creation, Input, Rejection};
use crate::plan::Plan;
use crate::state::State;
use crate::time::Millis;

pub use choice::ANYTHING_ELSE;
pub(crate) use clock::due_at;
pub(crate) use reports::TOPIC_FRESH_MS;
pub(crate) use sections::judged_turns;

/// The first event of a new session.
#[must_use]
pub fn create(now: Millis, creation: Creation) -> Recorded {
    let format = creation.plan.format;
    Recorded {
        event_id: EventId(1),
        at: now,
        event: Event::InterviewCreated(Box::new(Created {
            session_id: creation.session_id,
            format,
            schema_version: SCHEMA_VERSION,
            plan: creation.plan,
            follow_up_of: creation.follow_up_of,
            earlier: creation.earlier,
            imported: creation.imported,
            cost_cap: creation.cost_cap,
        })),
    }
}

/// What follows from an input. Changes nothing; whoever asked writes the events down and applies them.
pub fn decide(state: &State, now: Millis, input: Input) -> Result<Vec<Recorded>, Rejection> {
    let mut draft = Draft::new(state, now);
    if sections::is_structured(state) && waits_for_timers(&input) {
        clock::settle(&mut draft);
    }
    match input {
        Input::Start => lifecycle::start(&mut draft)?,
        Input::Pause { reason } => lifecycle::pause(&mut draft, reason)?,
        Input::Resume => lifecycle::resume(&mut draft)?,
        Input::End { reason } => lifecycle::end(&mut draft, reason)?,
        Input::Heard(heard) => conversation::heard(&mut draft, heard)?,
        Input::Spoke(spoke) => conversation::spoke(&mut draft, spoke)?,
        Input::SpeechFailed { why } => sections::speech_failed(&mut draft, &why)?,
        Input::Skip => conversation::skip(&mut draft)?,
        Input::Done => sections::done(&mut draft)?,
        Input::Withdraw(which) => conversation::withdraw(&mut draft, &which)?,
        Input::Tick => clock::tick(&mut draft)?,
        Input::Reported(report) => reports::reported(&mut draft, *report)?,
        Input::AgentLost { job } => reports::agent_lost(&mut draft, job)?,
        Input::Recovered => reports::recovered(&mut draft)?,
        Input::Guided { decision } => cycle::guided(&mut draft, decision)?,
        Input::NotesWanted => afterwards::notes_wanted(&mut draft)?,
        Input::AnalysisWanted => afterwards::analysis_wanted(&mut draft)?,
        Input::EssayWanted { style } => afterwards::essay_wanted(&mut draft, style)?,
        Input::FollowUpsWanted => afterwards::follow_ups_wanted(&mut draft)?,
        Input::AskAssistant { text } => sections::assistant_asked(&mut draft, &text)?,
        Input::AssistantAnswered {
            query,
            text,
            by,
            usage,
        } => {
            sections::assistant_answered(&mut draft, query, &text, by, usage)?;
        }
        Input::CodeSubmitted { source } => sections::code_submitted(&mut draft, source)?,
        Input::VoiceConnected { provider } => voice::connected(&mut draft, provider)?,
        Input::VoiceLost { reason } => voice::lost(&mut draft, &reason)?,
        Input::VoiceRolledOver { reason } => voice::rolled_over(&mut draft, reason.as_deref())?,
        Input::GuidanceFailed { decision, reason } => {
            voice::guidance_failed(&mut draft, decision, &reason)?;
        }
        Input::Consent { granted } => voice::consent(&mut draft, granted)?,
        Input::Pin { question } => desk::pin(&mut draft, question)?,
        Input::WithdrawQuestion { question } => desk::withdraw_question(&mut draft, question)?,
        Input::Extend { minutes } => desk::extend(&mut draft, minutes)?,
        Input::EditEssay { of, markdown } => desk::edit_essay(&mut draft, of, &markdown)?,
    }
    Ok(draft.events)
}

/// In a structured interview a deadline counts from its millisecond on, even if its tick comes a moment after other
/// news: what is due happens first. The log is then the same as if the tick had come in between. Only jobs that are
/// given out again are not held to the deadline that they missed with their agent.
fn waits_for_timers(input: &Input) -> bool {
    match input {
        Input::Start | Input::Tick | Input::AgentLost { .. } | Input::Recovered => false,
        Input::Pause { .. }
        | Input::Resume
        | Input::Heard(_)
        | Input::Spoke(_)
        | Input::SpeechFailed { .. }
        | Input::Skip
        | Input::Done
        | Input::Withdraw(_)
        | Input::End { .. }
        | Input::Reported(_)
        | Input::Guided { .. }
        | Input::NotesWanted
        | Input::AnalysisWanted
        | Input::EssayWanted { .. }
        | Input::FollowUpsWanted
        | Input::AskAssistant { .. }
        | Input::AssistantAnswered { .. }
        | Input::CodeSubmitted { .. }
        | Input::VoiceConnected { .. }
        | Input::VoiceLost { .. }
        | Input::VoiceRolledOver { .. }
        | Input::GuidanceFailed { .. }
        | Input::Consent { .. }
        | Input::Pin { .. }
        | Input::WithdrawQuestion { .. }
        | Input::Extend { .. }
        | Input::EditEssay { .. } => true,
    }
}

/// Events under decision, and the state as it will be when they have happened.
struct Draft {
    state: State,
    now: Millis,
    events: Vec<Recorded>,
}

impl Draft {
    fn new(state: &State, now: Millis) -> Self {
        // A clock that was set back must not make the log go back.
        let now = now.max(state.last_at);
        Self {
            state: state.clone(),
            now,
            events: Vec::new(),
        }
    }

    /// Adds an event; the rules after it see its consequences.
    fn emit(&mut self, event: Event) {
        let recorded = self.number(event);
        self.state.apply(&recorded);
        self.events.push(recorded);
    }

    /// Adds an event that no rule of this decision reads. Notes grow long, and copying them here would make each
    /// cycle of a long conversation dearer than the one before.
    fn emit_unread(&mut self, event: Event) {
        let recorded = self.number(event);
        self.state.cursor = recorded.event_id;
        self.events.push(recorded);
    }

    fn number(&self, event: Event) -> Recorded {
        Recorded {
            event_id: self.state.cursor.next(),
            at: self.now,
            event,
        }
    }

    fn plan(&self) -> std::sync::Arc<Plan> {
        std::sync::Arc::clone(&self.state.plan)
    }

    fn elapsed_ms(&self) -> u64 {
        self.state.elapsed_ms(self.now)
    }
}
