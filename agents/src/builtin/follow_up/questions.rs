//! Two or three questions for a thread, none of which was asked before.

use interview::words::WordSet;

use super::SAME_QUESTION;
use super::threads::Thread;
use crate::builtin::planner::topic::Topic;

const QUESTIONS_MAX: usize = 3;
const QUESTIONS_MIN: usize = 2;

pub(super) fn of(thread: &Thread, topic: &Topic, asked: &[WordSet]) -> Vec<String> {
    let mut chosen: Vec<String> = Vec::new();
    let mut sets: Vec<WordSet> = asked.to_vec();
    let candidates = thread
        .questions
        .iter()
        .cloned()
        .chain(generic(thread, topic));
    for question in candidates {
        let words = WordSet::of(&question);
        if chosen.len() < QUESTIONS_MAX
            && !sets
                .iter()
                .any(|other| other.jaccard(&words) >= SAME_QUESTION)
        {
            sets.push(words);
            chosen.push(question);
        }
    }
    // Only a conversation in which every stock question was asked comes here; the title makes these new.
    let spare = [
        format!(
            "Regarding {}: what have you not told anybody yet?",
            thread.title
        ),
        format!("If {} were a chapter, how would it begin?", thread.title),
    ];
    for question in spare {
        if chosen.len() < QUESTIONS_MIN {
            chosen.push(question);
        }
    }
    chosen
}

/// Questions that fit any thread, with the thread's own words in them.
fn generic(thread: &Thread, topic: &Topic) -> Vec<String> {
    let about = &topic.thing;
    let subject = if thread.said {
        format!("“{}”", thread.subject)
    } else {
        about.clone()
    };
    vec![
        format!("When {subject} comes to mind, which single moment do you see first?"),
        format!("Who else was part of {subject}, and how would they tell it?"),
        format!("What did {subject} change in the way you think about {about}?"),
        format!("What would have to happen for you to see {subject} differently?"),
        format!("Which detail about {subject} have you never been asked for?"),
    ]
}
