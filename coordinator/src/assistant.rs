//! The candidate's own assistant. It answers; the core decides whether the answer may be shown.

use agents::Staff;
use interview::{AssistantQuestion, Input};

pub(crate) async fn assistant_answer(staff: &Staff, question: &AssistantQuestion) -> Input {
    let (text, by, usage) = staff.assist(question).await;
    Input::AssistantAnswered {
        query: question.query,
        text,
        by,
        usage,
    }
}
