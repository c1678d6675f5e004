//! Manners of a spoken interview: how long a pause may be, how silence is met, what is said while the line is mended.

use crate::decision::Phase;
use crate::ids::QuestionId;
use crate::plan::{Format, Priority};
use crate::state::{State, Status};
use crate::time::Millis;

/// Silence that ends a turn when nothing is known about the question.
const PATIENCE_MS: u64 = 1_200;
/// Questions that expect an answer this long ask for a story; stories have pauses.
const STORY_FROM_S: u32 = 90;
const STORY_PATIENCE_MS: u64 = 2_000;
const WRAP_UP_PATIENCE_MS: u64 = 1_000;

/// Said when the voice has to be connected anew and it takes a moment.
pub const HOLD_LINE: &str = "One moment, please. I am right back with you.";

/// How long a pause may be before the person's turn is taken to be over.
#[must_use]
pub fn patience_ms(state: &State) -> u64 {
    let expected_s = state
        .current
        .as_ref()
        .and_then(|current| current.question_id.as_ref())
        .and_then(|id| state.plan.question(id))
        .map(|(_, question)| question.expected_s);
    match expected_s {
        Some(expected_s) if expected_s >= STORY_FROM_S => STORY_PATIENCE_MS,
        Some(_) | None if state.phase == Phase::WrapUp => WRAP_UP_PATIENCE_MS,
        Some(_) | None => PATIENCE_MS,
    }
}

/// What is said when the person has been silent for the `times`-th time since our last word. The first silence is
/// waited out, the second is met gently, and after that the interviewer waits: nobody is pressed, and nothing is guessed.
#[must_use]
pub fn silence_line(state: &State, times: u32) -> Option<&'static str> {
    let waiting = state.status == Status::InProgress && state.current.is_some();
    (waiting && times == 2).then_some("Take your time. I am still here, whenever you are ready.")
}

/// Shorter sound without words is a breath, a cough, a chair. A detector adds its own second of silence to every turn.
const CAUGHT_FROM_MS: u64 = 2_500;

/// What is said when the person has spoken for this long and not a word of it could be written down: never a guess.
#[must_use]
pub fn not_caught_line(state: &State, spoke_ms: u64) -> Option<&'static str> {
    let caught_nothing = state.status == Status::InProgress && spoke_ms >= CAUGHT_FROM_MS;
    caught_nothing.then_some("I am sorry, I did not catch that. Could you say it once more?")
}

/// A conversation can bear a few replies that fail; a structured interview has one retry, which another voice should make.
const REPLIES_FAILED_MAX: u32 = 3;

/// Whether a voice that has failed to speak so often in a row should be replaced by another.
#[must_use]
pub fn voice_has_failed(state: &State, in_a_row: u32) -> bool {
    match state.plan.format {
        Format::Exploratory => in_a_row >= REPLIES_FAILED_MAX,
        Format::Structured => in_a_row >= 1,
    }
}

/// Nobody is cut off before this, however late it is.
const CUT_IN_FROM_MS: u64 = 120_000;

/// What is said into a monologue because the must-ask questions would not fit any more: the next of them, politely.
/// An interview whose time has run out altogether is past saving by haste; then the person is heard out.
#[must_use]
pub fn cut_in(state: &State, now: Millis, speaking_ms: u64) -> Option<CutIn> {
    let late = state.slack_s(now) == 0 && state.elapsed_ms(now) < state.plan.target_ms();
    let may = state.status == Status::InProgress && state.plan.format == Format::Exploratory;
    if !may || !late || speaking_ms < CUT_IN_FROM_MS {
        return None;
    }
    let question = state
        .unasked()
        .find(|question| question.priority == Priority::Must)?;
    Some(CutIn {
        question_id: question.id.clone(),
        text: format!(
            "I could listen to this for a long time, but there is something I must not miss. {}",
            question.text
        ),
    })
}

/// A question put into a monologue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutIn {
    pub question_id: QuestionId,
    pub text: String,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::decide::create;
    use crate::event::{Event, Recorded, Started};
    use crate::ids::{EventId, SessionId, TurnId};
    use crate::input::Creation;
    use crate::plan::Plan;
    use crate::state::CurrentQuestion;

    fn asked(expected_s: u32) -> State {
        let plan = format!(
            "topic = \"T\"\nminutes = 10\n[[sections]]\ntitle = \"S\"\n[[sections.questions]]\nid = \"q1\"\n\
             text = \"How?\"\nexpected_s = {expected_s}\n"
        );
        let creation = Creation {
            session_id: SessionId::new("t"),
            plan: Arc::clone(&Plan::from_toml(&plan).unwrap()),
            follow_up_of: None,
            earlier: None,
            imported: false,
            cost_cap: None,
        };
        let mut state = State::replay([&create(Millis::VIRTUAL_START, creation)]).unwrap();
        state.status = Status::InProgress;
        state.current = Some(CurrentQuestion {
            question_id: Some(QuestionId::new("q1")),
            turn: TurnId(1),
        });
        state
    }

    #[test]
    fn a_story_may_have_longer_pauses_than_a_short_answer() {
        assert!(patience_ms(&asked(120)) > patience_ms(&asked(30)));
    }

    #[test]
    fn the_first_silence_is_waited_out_and_the_second_met_once() {
        let state = asked(30);
        let lines: Vec<bool> = (1..=4)
            .map(|times| silence_line(&state, times).is_some())
            .collect();
        assert_eq!(lines, [false, true, false, false]);
    }

    #[test]
    fn a_monologue_is_cut_into_only_when_a_must_would_not_fit_any_more() {
        let mut state = asked(60);
        state.apply(&Recorded {
            event_id: EventId(2),
            at: Millis::VIRTUAL_START,
            event: Event::InterviewStarted(Started {}),
        });
        Arc::make_mut(&mut state.plan)
            .sections
            .iter_mut()
            .flat_map(|section| &mut section.questions)
            .for_each(|question| question.priority = Priority::Must);
        let at = |minutes: u64| Millis::VIRTUAL_START.plus(minutes * 60_000);
        assert_eq!(cut_in(&state, at(5), 200_000), None, "there is time");
        assert_eq!(
            cut_in(&state, at(9), 60_000),
            None,
            "a minute is no monologue"
        );
        let said = cut_in(&state, at(9), 130_000).unwrap();
        assert_eq!(said.question_id, QuestionId::new("q1"));
        assert!(said.text.ends_with("How?"), "{}", said.text);
        assert_eq!(
            cut_in(&state, at(11), 200_000),
            None,
            "it is too late anyway"
        );
    }

    #[test]
    fn a_cough_is_passed_over_and_a_lost_answer_is_asked_for() {
        let state = asked(30);
        assert_eq!(not_caught_line(&state, 1_400), None);
        assert!(not_caught_line(&state, 9_000).is_some());
    }

    #[test]
    fn a_voice_that_keeps_failing_is_replaced() {
        let state = asked(30);
        let failed: Vec<bool> = (1..=3).map(|n| voice_has_failed(&state, n)).collect();
        assert_eq!(failed, [false, false, true]);
    }

    #[test]
    fn nobody_is_spoken_to_in_a_pause() {
        let mut state = asked(30);
        state.status = Status::Paused;
        assert_eq!(not_caught_line(&state, 9_000), None);
        assert_eq!(silence_line(&state, 2), None);
    }
}
