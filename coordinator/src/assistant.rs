//! The candidate's own assistant. It answers; the core decides whether the answer may be shown.

use interview::{AssistantQuestion, Input, Maker};

pub(crate) fn assistant_answer(question: &AssistantQuestion) -> Input {
    Input::AssistantAnswered {
        query: question.query,
        text: agents::builtin::assist(question.text.as_str()),
        by: Maker::Builtin,
    }
}
