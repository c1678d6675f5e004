//! What a plan is about, in stems: worked out once per plan, because every cycle asks for it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use interview::Plan;
use interview::words::WordSet;

use crate::text::meanings;
use crate::text::terms::Stems;
use crate::text::tokens::tokens;

/// Plans remembered per thread: as many interviews as one worker thread plausibly serves in turn.
const REMEMBERED: usize = 8;

thread_local! {
    // The plan itself is kept beside its terms: while it is alive, no other plan can have its address.
    static KNOWN: RefCell<Vec<(Arc<Plan>, Rc<PlanTerms>)>> = const { RefCell::new(Vec::new()) };
}

#[derive(Debug)]
pub(crate) struct PlanTerms {
    pub(crate) topic: Stems,
    pub(crate) sections: Vec<SectionTerms>,
}

#[derive(Debug)]
pub(crate) struct SectionTerms {
    /// Of the title, the goal and the questions, and of what people say when they are asked so; the topic left out.
    pub(crate) stems: Stems,
    pub(crate) questions: Vec<QuestionTerms>,
}

#[derive(Debug)]
pub(crate) struct QuestionTerms {
    pub(crate) words: WordSet,
    /// What sets the question apart: without the stems of the topic.
    pub(crate) stems: Stems,
}

/// The terms of a plan, remembered from the last call where possible. The same plan always has the same terms.
pub(crate) fn of(plan: &Arc<Plan>) -> Rc<PlanTerms> {
    KNOWN.with(|known| {
        let mut known = known.borrow_mut();
        if let Some((_, terms)) = known.iter().find(|(kept, _)| Arc::ptr_eq(kept, plan)) {
            return Rc::clone(terms);
        }
        let terms = Rc::new(PlanTerms::new(plan));
        if known.len() >= REMEMBERED {
            known.remove(0);
        }
        known.push((Arc::clone(plan), Rc::clone(&terms)));
        terms
    })
}

impl PlanTerms {
    pub(crate) fn new(plan: &Plan) -> Self {
        let topic = Stems::of(&plan.topic);
        let sections = plan
            .sections
            .iter()
            .map(|section| {
                let questions: Vec<QuestionTerms> = section
                    .questions
                    .iter()
                    .map(|question| QuestionTerms {
                        words: WordSet::of(&question.text),
                        stems: Stems::of(&question.text).without(&topic),
                    })
                    .collect();
                let mut stems = crate::text::terms::content_stems(&section.title);
                stems.extend(crate::text::terms::content_stems(&section.goal));
                for question in &questions {
                    stems.extend(question.stems.iter().map(str::to_owned));
                }
                let asked: Vec<&str> = std::iter::once(section.title.as_str())
                    .chain(
                        section
                            .questions
                            .iter()
                            .map(|question| question.text.as_str()),
                    )
                    .collect();
                stems.extend(meanings::related(&tokens(&asked.join(" "))));
                SectionTerms {
                    stems: Stems::from_stems(stems).without(&topic),
                    questions,
                }
            })
            .collect();
        Self { topic, sections }
    }
}
