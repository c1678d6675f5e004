//! An interview in virtual time: the same books, the same agents, no actors and no waiting.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use agents::Staff;
use agents::style_guide::StyleGuide;
use interview::{
    AgentKind, Effect, Input, Job, Maker, Millis, Rejection, Report, Speech, Spoke, State,
    next_deadline, speaking_ms, words,
};

use crate::assistant::assistant_answer;
use crate::books::{Books, BooksError};
use crate::journal::LoadError;

/// Whether the interviewer's words take time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpeakingTime {
    None,
    /// As long as saying them would.
    Natural,
}

/// Parts that are made to fail, for simulations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Failing {
    Agent(AgentKind),
    Interviewer,
}

/// Steps of a virtual interview follow each other without end only if the rules have a hole.
const STEPS_MAX: usize = 100_000;

/// A session on a stage of its own, with a clock that is moved by hand.
#[derive(Debug)]
pub struct Stage {
    books: Books,
    now: Millis,
    speaking: SpeakingTime,
    failing: BTreeMap<Failing, u32>,
    guide: Option<StyleGuide>,
    staff: Staff,
    /// The least real time that a model gets.
    patience: Duration,
    closed: bool,
}

impl Stage {
    #[must_use]
    pub fn new(books: Books, now: Millis, speaking: SpeakingTime) -> Stage {
        Stage {
            books,
            now,
            speaking,
            failing: BTreeMap::new(),
            guide: None,
            staff: Staff::builtin(),
            patience: Duration::ZERO,
            closed: false,
        }
    }

    #[must_use]
    pub fn state(&self) -> &State {
        &self.books.state
    }

    #[must_use]
    pub fn into_books(self) -> Books {
        self.books
    }

    #[must_use]
    pub fn now(&self) -> Millis {
        self.now
    }

    /// Whether the interview has come to its end.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Models may do the work. Their time is real, the stage's is not: a job may take as long as its deadline allows.
    pub fn employ(&mut self, staff: Staff) {
        self.staff = staff;
    }

    /// Nobody waits for a question here, so a slow model may take longer than a live job would allow.
    pub fn be_patient(&mut self, least: Duration) {
        self.patience = least;
    }

    /// Essays follow what was learned from the writer's edits.
    pub fn follow(&mut self, guide: Option<StyleGuide>) {
        self.guide = guide;
    }

    /// The next runs of a part fail, its stand-in included.
    pub fn make_fail(&mut self, part: Failing, times: u32) {
        *self.failing.entry(part).or_insert(0) += times;
    }

    /// Tells the session something now, and lets everything happen that follows from it at once.
    pub async fn take(&mut self, input: Input) -> Result<Result<(), Rejection>, LoadError> {
        let mut waiting = VecDeque::from([input]);
        let mut first = None;
        for _ in 0..STEPS_MAX {
            let Some(input) = waiting.pop_front() else {
                break;
            };
            let outcome = match self.books.take(self.now, input).await {
                Ok((_, effects)) => {
                    for effect in effects {
                        waiting.extend(self.carry_out(effect).await?);
                    }
                    Ok(())
                }
                Err(BooksError::Rejected(rejection)) => Err(rejection),
                Err(BooksError::NotWritten(error)) => return Err(error),
            };
            first.get_or_insert(outcome);
        }
        Ok(first.unwrap_or(Ok(())))
    }

    /// Lets time pass; whatever falls due on the way happens at its moment.
    pub async fn advance_to(&mut self, until: Millis) -> Result<(), LoadError> {
        for _ in 0..STEPS_MAX {
            let Some(due) = next_deadline(&self.books.state).filter(|due| *due <= until) else {
                break;
            };
            self.now = self.now.max(due);
            if self.take(Input::Tick).await?.is_err() {
                break;
            }
        }
        self.now = self.now.max(until);
        Ok(())
    }

    async fn carry_out(&mut self, effect: Effect) -> Result<Option<Input>, LoadError> {
        Ok(match effect {
            Effect::Dispatch(job) => Some(Input::Reported(Box::new(self.work(&job).await))),
            Effect::Guide { decision, .. } => Some(Input::Guided { decision }),
            Effect::Speak(speech) => Some(self.speak(speech)),
            Effect::AskAssistant(question) => Some(assistant_answer(&self.staff, &question).await),
            Effect::Close => {
                self.closed = true;
                None
            }
        })
    }

    async fn work(&mut self, job: &Job) -> Report {
        let failed = self.fails(Failing::Agent(job.task.agent()));
        if !failed && self.staff.uses_models() {
            let patience = Duration::from_millis(job.deadline.since(self.now)).max(self.patience);
            return self.staff.work(job, self.guide.clone(), patience).await;
        }
        let result = if failed {
            Err("made to fail".to_owned())
        } else {
            Ok(agents::answer_in_style(&job.task, self.guide.as_ref()))
        };
        Report {
            job: job.id,
            by: Maker::Builtin,
            ms: 0,
            usage: None,
            result,
        }
    }

    fn speak(&mut self, speech: Speech) -> Input {
        if self.fails(Failing::Interviewer) {
            return Input::SpeechFailed {
                why: "made to fail".to_owned(),
            };
        }
        let took_ms = match self.speaking {
            SpeakingTime::None => 0,
            SpeakingTime::Natural => speaking_ms(words::count(&speech.text)),
        };
        self.now = self.now.plus(took_ms);
        Input::Spoke(Spoke {
            text: speech.text.into(),
            interrupted: false,
            aside: false,
            question_id: speech.question_id,
            refers_to: speech.refers_to,
            took_ms,
            end_ms: None,
        })
    }

    fn fails(&mut self, part: Failing) -> bool {
        match self.failing.get_mut(&part) {
            Some(times) if *times > 0 => {
                *times -= 1;
                true
            }
            Some(_) | None => false,
        }
    }
}
