//! When the interviewer's words end the interview.

use crate::decision::{Phase, QuestionSource};
use crate::state::State;
use crate::time::Millis;

/// A goodbye, in the interviewer's own words.
const CLOSING_PHRASES: [&str; 7] = [
    "thank you so much for",
    "thank you for your time",
    "thank you for taking the time",
    "this has been a wonderful",
    "really appreciate you taking the time",
    "what a fascinating conversation",
    "thank you for sharing",
];

/// A goodbye counts in the wrap-up or when the time is up, and only if it leaves no question open: anything less
/// would end interviews on a polite "thank you for sharing that".
///
/// An interviewer who was told to say goodbye before it began to speak says it in its own words, in any language.
pub(crate) fn ends_the_interview(state: &State, now: Millis, said: &Said<'_>) -> bool {
    let late_enough =
        state.phase == Phase::WrapUp || state.elapsed_ms(now) >= state.plan.target_ms();
    let told_to = state.guided.as_ref().is_some_and(|guided| {
        guided.decision.made.question.source == QuestionSource::Closing
            && state.elapsed_ms(guided.at) <= said.start_ms
    });
    let goodbye = says_goodbye(said.text) || told_to && !said.interrupted;
    late_enough && goodbye && !asks(said.text)
}

/// Something the interviewer said.
pub(crate) struct Said<'a> {
    pub(crate) text: &'a str,
    pub(crate) start_ms: u64,
    pub(crate) interrupted: bool,
}

fn asks(said: &str) -> bool {
    said.contains(['?', '？', '؟', '¿'])
}

fn says_goodbye(said: &str) -> bool {
    let said = said.to_lowercase().replace('’', "'");
    CLOSING_PHRASES.iter().any(|phrase| said.contains(phrase))
}

/// What our own interviewer says at the end.
pub(crate) fn farewell(topic: &str) -> String {
    let topic = topic.trim().trim_end_matches(['.', '?', '!']);
    format!(
        "Thank you so much for taking the time to talk with me about this: {topic}. That was my last question."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goodbye_with_a_question_in_it_is_none() {
        assert!(says_goodbye("Thank you so much for talking with me."));
        assert!(says_goodbye(&farewell("Why small teams ship faster?")));
        assert!(asks("Thank you for sharing that. What happened then?"));
        assert!(!says_goodbye("Goodness, thank you."));
    }
}
