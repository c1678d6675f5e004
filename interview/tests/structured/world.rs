//! An interview in virtual time, with an interviewer, a judge and a clock that obey.

use std::sync::Arc;

use interview::event::{Channel, EndReason, PauseReason};
use interview::{
    Answer, ClientId, Creation, Effect, Event, Heard, Input, Job, Maker, Millis, Plan, Recorded,
    Rejection, Report, SessionId, Speaker, Speech, Spoke, State, Task, coverage_rule, create,
    decide, next_deadline, owed, react, verify,
};

/// Three sections: with two dimensions, with one, with none.
pub(crate) const PLAN: &str = r#"
format = "structured"
topic = "A test"
warnings_s = [60, 30]
grace_s = 15

[[sections]]
id = "work"
title = "Work"
goal = "What they built."
minutes = 2
followup_cap = 2
minimum_words = 5
[[sections.questions]]
id = "w-1"
text = "What did you build?"
[[sections.questions]]
id = "w-2"
text = "Who used it every day?"
[[sections.dimensions]]
id = "team"
priority = 2
cues = ["team", "colleague"]
followups = ["Who built it with you?", "Who decided?"]
[[sections.dimensions]]
id = "metrics"
priority = 1
cues = ["metric", "latency", "p99"]
followups = ["How did you know that it worked?", "Which number moved?"]

[[sections]]
id = "design"
title = "Design"
goal = "How they think."
minutes = 1
followup_cap = 1
minimum_words = 5
cover = 1
[[sections.questions]]
id = "d-1"
text = "How would you build it today?"
[[sections.dimensions]]
id = "cost"
priority = 1
cues = ["cost", "price"]
followups = ["What would it cost?"]

[[sections]]
id = "end"
title = "End"
minutes = 1
followup_cap = 1
minimum_words = 0
[[sections.questions]]
id = "e-1"
text = "What do you want to know from us?"
"#;

pub(crate) const START: Millis = Millis::VIRTUAL_START;

pub(crate) struct World {
    pub(crate) log: Vec<Recorded>,
    pub(crate) state: State,
    pub(crate) now: Millis,
    /// How many of the next words of the interviewer fail.
    pub(crate) voice_failures: u32,
    pub(crate) judge_failures: u32,
    /// The judge keeps its jobs until it is told to answer.
    pub(crate) judge_is_slow: bool,
    pub(crate) judge_jobs: Vec<Job>,
    /// The interviewer says nothing by itself.
    pub(crate) voice_is_silent: bool,
    /// Everything that the interviewer was told to say.
    pub(crate) speeches: Vec<Speech>,
}

impl World {
    pub(crate) fn new(plan: &str) -> World {
        World::of(Plan::from_toml(plan).unwrap())
    }

    pub(crate) fn of(plan: Arc<Plan>) -> World {
        let created = create(
            START,
            Creation {
                session_id: SessionId::new("s-1"),
                plan,
                follow_up_of: None,
                earlier: None,
                imported: false,
                cost_cap: None,
            },
        );
        let state = State::replay([&created]).unwrap();
        World {
            log: vec![created],
            state,
            now: START,
            voice_failures: 0,
            judge_failures: 0,
            judge_is_slow: false,
            judge_jobs: Vec::new(),
            voice_is_silent: false,
            speeches: Vec::new(),
        }
    }

    /// Tells the interview something, and lets follow what follows.
    pub(crate) fn take(&mut self, input: Input) -> Result<(), Rejection> {
        let events = decide(&self.state, self.now, input)?;
        let mut effects = Vec::new();
        for recorded in &events {
            self.state.apply(recorded);
            effects.extend(react(&self.state, recorded));
        }
        self.log.extend(events);
        for effect in effects {
            self.carry_out(effect);
        }
        Ok(())
    }

    /// An answer to an effect. That it is refused is no failure: the world may be late.
    fn follow(&mut self, input: Input) {
        drop(self.take(input));
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Speak(speech) => self.speak(speech),
            Effect::Dispatch(job) if self.judge_is_slow => self.judge_jobs.push(*job),
            Effect::Dispatch(job) => self.judge(&job),
            Effect::AskAssistant(_) | Effect::Close => {}
            Effect::Guide { .. } => panic!("a structured interview guides nobody"),
        }
    }

    fn speak(&mut self, speech: Speech) {
        self.speeches.push(speech.clone());
        if self.voice_is_silent {
            return;
        }
        if self.voice_failures > 0 {
            self.voice_failures -= 1;
            self.follow(Input::SpeechFailed {
                why: "no sound".to_owned(),
            });
            return;
        }
        self.follow(Input::Spoke(Spoke {
            text: speech.text.into(),
            interrupted: false,
            aside: false,
            question_id: speech.question_id,
            refers_to: speech.refers_to,
            took_ms: 0,
            end_ms: None,
        }));
    }

    fn judge(&mut self, job: &Job) {
        let result = if self.judge_failures > 0 {
            self.judge_failures -= 1;
            Err("no verdict".to_owned())
        } else {
            Ok(rule(&job.task))
        };
        self.report(job, result);
    }

    pub(crate) fn report(&mut self, job: &Job, result: Result<Answer, String>) {
        self.follow(Input::Reported(Box::new(Report {
            job: job.id,
            by: Maker::Builtin,
            ms: 0,
            usage: None,
            result,
        })));
    }

    /// The process dies and comes back: what it knows is what the log says, and what it owes is done again.
    pub(crate) fn restart(&mut self) {
        self.state = State::replay(&self.log).unwrap();
        self.judge_jobs.clear();
        self.follow(Input::Recovered);
        for effect in owed(&self.state, self.now) {
            match effect {
                Effect::Speak(_) | Effect::AskAssistant(_) => self.carry_out(effect),
                // Given out again by the recovery.
                Effect::Dispatch(_) => {}
                Effect::Guide { .. } | Effect::Close => panic!("nobody owes this"),
            }
        }
    }

    /// Lets time pass; what falls due happens on the millisecond.
    pub(crate) fn advance_to(&mut self, until: Millis) {
        while let Some(due) = next_deadline(&self.state).filter(|due| *due <= until) {
            self.now = self.now.max(due);
            self.take(Input::Tick).unwrap();
        }
        self.now = self.now.max(until);
    }

    /// Whatever happened can be told again from the log alone, and is what the rules make of it.
    pub(crate) fn check(&self) {
        let replayed = State::replay(&self.log).unwrap();
        assert_eq!(format!("{replayed:?}"), format!("{:?}", self.state));
        assert!(replayed.transcript == self.state.transcript);
        for (n, pair) in self.log.windows(2).enumerate() {
            assert!(
                pair[0].at <= pair[1].at,
                "time goes back at event {}",
                n + 2
            );
        }
        for recorded in &self.log {
            let line = recorded.to_line().unwrap();
            assert_eq!(Recorded::from_line(&line).unwrap(), *recorded);
        }
        if let Err(difference) = verify(&self.log) {
            panic!("{difference}");
        }
    }
}

/// What the built-in judge does with a job.
pub(crate) fn rule(task: &Task) -> Answer {
    let Task::Judge(judging) = task else {
        panic!("only judges work here, not {:?}", task.agent());
    };
    let section = judging.plan.section(&judging.section_id).unwrap();
    let answers = judging
        .turns
        .iter()
        .filter(|turn| turn.speaker == Speaker::Candidate)
        .map(|turn| turn.text.as_str());
    Answer::Verdicts(coverage_rule(&section.dimensions, answers))
}

pub(crate) fn say(text: &str) -> Input {
    Input::Heard(Heard {
        text: text.into(),
        client_id: None,
        channel: Channel::Text,
        start_ms: None,
        end_ms: None,
    })
}

pub(crate) fn say_as(client_id: &str, text: &str) -> Input {
    Input::Heard(Heard {
        text: text.into(),
        client_id: Some(ClientId::new(client_id)),
        channel: Channel::Text,
        start_ms: None,
        end_ms: None,
    })
}

pub(crate) fn disconnect() -> Input {
    Input::Pause {
        reason: PauseReason::Disconnected,
    }
}

pub(crate) fn pause() -> Input {
    Input::Pause {
        reason: PauseReason::Requested,
    }
}

pub(crate) fn end() -> Input {
    Input::End {
        reason: EndReason::Ended,
    }
}

pub(crate) fn names(log: &[Recorded]) -> Vec<&'static str> {
    log.iter().map(|recorded| recorded.event.name()).collect()
}

pub(crate) fn is_end(event: &Event) -> bool {
    matches!(
        event,
        Event::InterviewCompleted(_) | Event::InterviewTerminated(_)
    )
}
