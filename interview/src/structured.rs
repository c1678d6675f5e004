//! Structured interviews: sections in a fixed order, each with a hard limit, a budget of follow-ups and dimensions
//! to cover. This is what is known about their course; the rules are in `decide/sections`.

mod apply;
mod artifact;
mod assistant;
mod bundle;
mod coverage;
mod followups;
mod summary;
mod timeline;
mod ui;

use imbl::Vector;
use serde::{Deserialize, Serialize};

use crate::event::{CoverageLevel, SectionEndReason};
use crate::ids::{DimensionId, EventId, QuestionId, SectionId, TurnId};
use crate::job::Maker;
use crate::plan::{Cover, Plan, Section};
use crate::state::State;
use crate::time::Millis;
use crate::transcript::{Speaker, Spoken};
use crate::words::{self, WordSet};

pub use artifact::{CodeVersion, SectionArtifact, TranscriptEntry, section_artifacts};
pub use assistant::{ASSISTANT_REFUSAL, ASSISTANT_WITHHELD, Overstep, oversteps};
pub use bundle::{
    AssistantRecord, CodeRecord, EvaluatedDimension, EvaluatedSection, EvaluationInputBundle,
    OpsReplayBundle, evaluation_bundle, ops_replay_bundle,
};
pub use coverage::{Verdict, coverage_rule};
pub(crate) use followups::{FollowUp, next_follow_up};
pub use summary::{ContextSummary, Fact, TouchedDimension};
pub use timeline::TimelineEntry;
pub use ui::{TalentUiState, talent_ui_state};

/// The course of a structured interview.
#[derive(Debug, Clone)]
pub struct Structured {
    /// In plan order.
    pub sections: Vec<SectionProgress>,
    /// The section that is going on.
    pub current: Option<usize>,
    /// What was presented and has not been heard yet.
    pub unspoken: Option<Unspoken>,
    /// How often the voice has failed since it last spoke.
    pub speech_failures: u32,
    pub assistant: Vector<AssistantExchange>,
}

#[derive(Debug, Clone)]
pub struct SectionProgress {
    pub stage: SectionStage,
    pub started_at: Option<Millis>,
    pub deadline: Option<Millis>,
    pub exit: Option<SectionExit>,
    /// The warnings that have been given, in seconds before the end.
    pub warned_s: Vec<u32>,
    /// In the plan's order of dimensions.
    pub coverage: Vec<CoverageLevel>,
    pub budget_remaining: u32,
    /// How many of the backbone questions have been presented.
    pub n_prompts: usize,
    /// How many follow-ups of each dimension's pool have been presented, in the plan's order of dimensions.
    pub n_used: Vec<usize>,
    /// The one request for a brief outline has been made.
    pub outline_requested: bool,
    /// The candidate answered and nothing has been presented since.
    pub owes_next: bool,
    /// The last turn that a judge was given.
    pub judged_up_to: TurnId,
    pub course: Vector<Moment>,
    pub code: Vector<CodeVersion>,
}

/// Where a section stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionStage {
    Upcoming,
    /// Its goal is shown.
    Intro,
    /// A question of the plan waits for the candidate.
    QuestionActive,
    /// A follow-up from the pools waits for the candidate.
    FollowupActive,
    /// It is over, and its artifact is what it is.
    WrapUp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionExit {
    pub at: Millis,
    pub reason: SectionEndReason,
}

/// Words that the interviewer owes the candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unspoken {
    /// The event that presented them.
    pub event_id: EventId,
    pub text: String,
    pub question_id: Option<QuestionId>,
}

/// One entry of a section's course. Words of turns stay in the transcript, where they can be withdrawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moment {
    Prompt {
        at: Millis,
        /// None for the one request for a brief outline.
        question_id: Option<QuestionId>,
        text: String,
    },
    FollowUp {
        at: Millis,
        dimension: DimensionId,
        text: String,
    },
    Turn {
        at: Millis,
        turn: TurnId,
        late: bool,
    },
}

/// A question to the candidate's assistant, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssistantExchange {
    pub query: u32,
    pub section: usize,
    pub text: Spoken,
    pub answer: Option<AssistantAnswer>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssistantAnswer {
    pub text: String,
    pub by: Maker,
    pub violation: bool,
}

/// The section that something said now belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) section: usize,
    /// It is the section before the one that is going on: its time ran out a moment ago.
    pub(crate) late: bool,
}

impl Structured {
    pub(crate) fn of(plan: &Plan) -> Self {
        Self {
            sections: plan.sections.iter().map(SectionProgress::of).collect(),
            current: None,
            unspoken: None,
            speech_failures: 0,
            assistant: Vector::new(),
        }
    }

    #[must_use]
    pub fn current(&self) -> Option<(usize, &SectionProgress)> {
        let at = self.current?;
        self.sections.get(at).map(|section| (at, section))
    }

    /// Where something said now belongs. A section whose time ran out keeps what arrives within the grace.
    pub(crate) fn place(&self, plan: &Plan, now: Millis) -> Option<Place> {
        let section = self.current?;
        let before = section.checked_sub(1);
        let grace_ms = u64::from(plan.grace_s) * 1_000;
        let in_grace = before
            .and_then(|before| self.sections.get(before)?.exit)
            .is_some_and(|exit| {
                exit.reason == SectionEndReason::TimeExpired
                    && grace_ms > 0
                    && now.since(exit.at) <= grace_ms
            });
        Some(match before {
            Some(before) if in_grace => Place {
                section: before,
                late: true,
            },
            Some(_) | None => Place {
                section,
                late: false,
            },
        })
    }

    /// The section that a turn belongs to.
    #[must_use]
    pub fn section_of(&self, turn: TurnId) -> Option<usize> {
        self.sections.iter().position(|section| {
            section
                .course
                .iter()
                .any(|moment| matches!(moment, Moment::Turn { turn: id, .. } if *id == turn))
        })
    }

    fn section_mut(&mut self, plan: &Plan, id: &SectionId) -> Option<&mut SectionProgress> {
        let at = plan.sections.iter().position(|section| section.id == *id)?;
        self.sections.get_mut(at)
    }
}

impl SectionProgress {
    fn of(section: &Section) -> Self {
        let n_dimensions = section.dimensions.len();
        Self {
            stage: SectionStage::Upcoming,
            started_at: None,
            deadline: None,
            exit: None,
            warned_s: Vec::new(),
            coverage: vec![CoverageLevel::NotCovered; n_dimensions],
            budget_remaining: section.followup_cap,
            n_prompts: 0,
            n_used: vec![0; n_dimensions],
            outline_requested: false,
            owes_next: false,
            judged_up_to: TurnId(0),
            course: Vector::new(),
            code: Vector::new(),
        }
    }

    /// The turns that were taken in time, in order.
    pub(crate) fn turns_in_time(&self) -> impl DoubleEndedIterator<Item = TurnId> + '_ {
        self.course.iter().filter_map(|moment| match moment {
            Moment::Turn {
                turn, late: false, ..
            } => Some(*turn),
            Moment::Turn { .. } | Moment::Prompt { .. } | Moment::FollowUp { .. } => None,
        })
    }

    /// Whether enough dimensions are covered. Nothing to cover is never covered: such a section ends by its time
    /// or when the candidate is done.
    pub(crate) fn is_satisfied(&self, section: &Section) -> bool {
        let needed = match section.cover {
            Cover::All => self.coverage.len(),
            Cover::AtLeast(number) => usize::try_from(number).unwrap_or(usize::MAX),
        };
        let covered = self
            .coverage
            .iter()
            .filter(|level| **level == CoverageLevel::Covered)
            .count();
        needed > 0 && covered >= needed
    }
}

impl State {
    /// Where the dimensions of a section stand, in plan order.
    pub(crate) fn verdicts(&self, section: &Section) -> Vec<Verdict> {
        let at = self.plan.sections.iter().position(|it| it.id == section.id);
        let structured = self.structured.as_ref();
        let progress = at.and_then(|at| structured?.sections.get(at));
        progress.map_or_else(Vec::new, |progress| {
            let dimensions = section.dimensions.iter().zip(&progress.coverage);
            dimensions
                .map(|(dimension, level)| Verdict {
                    dimension: dimension.id.clone(),
                    level: *level,
                })
                .collect()
        })
    }

    /// How many words the candidate has said in a section, in time and not withdrawn.
    pub(crate) fn section_words(&self, section: &SectionProgress) -> u32 {
        section
            .turns_in_time()
            .filter_map(|id| self.turn(id))
            .filter(|turn| turn.speaker == Speaker::Candidate && !turn.withdrawn)
            .map(|turn| turn.words)
            .sum()
    }

    /// The first answer of a section that no judge has been given.
    pub(crate) fn first_unjudged(&self, section: &SectionProgress) -> Option<TurnId> {
        section
            .turns_in_time()
            .filter(|id| *id > section.judged_up_to)
            .filter_map(|id| self.turn(id))
            .find(|turn| turn.speaker == Speaker::Candidate && !turn.withdrawn)
            .map(|turn| turn.id)
    }
}

/// Six of ten words heard were of the text: it was said, perhaps with a word around it, perhaps not to its end.
pub(crate) fn is_what_was_said(text: &str, heard: &str) -> bool {
    let wanted = WordSet::of(text);
    let (mut n_heard, mut n_wanted) = (0_usize, 0_usize);
    for word in words::words(heard) {
        n_heard += 1;
        n_wanted += usize::from(wanted.contains(&word));
    }
    n_heard > 0 && n_wanted * 10 >= n_heard * 6
}
