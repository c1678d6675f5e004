//! Runs a script and compares what happens, line by line.
//!
//! `>` something is noticed, `=` an event follows, `!` something must be done, `x` it is refused.

use std::collections::VecDeque;
use std::sync::Arc;

use interview::event::{Channel, EndReason, Event, PauseReason, VoiceProvider};
use interview::{
    Answer, ClientId, Creation, Effect, Essay, EventId, Findings, Heard, Input, JobId, KeyIdea,
    Maker, Millis, NextQuestion, Notes, Plan, Proposal, QuestionId, QuestionSource, Quotations,
    Recorded, Rejection, Report, ResearchKind, ResearchTopic, SessionId, Speech, Spoke, State,
    Style, TurnId, Withdrawn, create, decide, next_deadline, react, verify,
};

/// Two sections, two must-ask questions, ten minutes.
pub(crate) const PLAN: &str = r#"
topic = "Small teams"
minutes = 10

[[sections]]
id = "start"
title = "The start"

[[sections.questions]]
id = "q1"
text = "How did the company begin in those first weeks?"
priority = 1
expected_s = 60

[[sections.questions]]
id = "q2"
text = "Which customers believed in you before anyone else?"
priority = 2
expected_s = 60

[[sections]]
id = "lessons"
title = "Lessons"

[[sections.questions]]
id = "q3"
text = "What would you never do again?"
priority = 1
expected_s = 60
"#;

/// A session under test, with its clock.
pub(crate) struct Bench {
    pub(crate) state: State,
    pub(crate) log: Vec<Recorded>,
    pub(crate) now: Millis,
    speech: VecDeque<Speech>,
    said: Vec<String>,
}

pub(crate) fn check(script: &str) {
    check_plan(PLAN, script);
}

/// Runs the `>` lines of a script; what happens must be its other lines. Then the log is replayed and verified.
pub(crate) fn check_plan(plan: &str, script: &str) {
    let mut bench = Bench::new(Plan::from_toml(plan).expect("the test's plan is right"));
    let mut happened = Vec::new();
    let wanted: Vec<&str> = script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    for line in &wanted {
        if let Some(action) = line.strip_prefix('>') {
            happened.push((*line).to_owned());
            bench.perform(action.trim());
            happened.append(&mut bench.said);
        }
    }
    assert_eq!(
        happened.join("\n"),
        wanted.join("\n"),
        "what happened (left) is not what the script says (right)"
    );
    bench.replay();
}

impl Bench {
    pub(crate) fn new(plan: Arc<Plan>) -> Bench {
        Bench::created(Creation {
            session_id: SessionId::new("test"),
            plan,
            follow_up_of: None,
            earlier: None,
            imported: false,
            cost_cap: None,
        })
    }

    pub(crate) fn created(creation: Creation) -> Bench {
        let first = create(Millis::VIRTUAL_START, creation);
        let state = State::replay([&first]).unwrap();
        Bench {
            state,
            log: vec![first],
            now: Millis::VIRTUAL_START,
            speech: VecDeque::new(),
            said: Vec::new(),
        }
    }

    /// The state that the log gives must be the state that was lived, and the rules must give the log again.
    pub(crate) fn replay(&self) {
        let lines: Vec<String> = self
            .log
            .iter()
            .map(|recorded| recorded.to_line().unwrap())
            .collect();
        let read: Vec<Recorded> = lines
            .iter()
            .map(|line| Recorded::from_line(line).unwrap())
            .collect();
        assert_eq!(
            read, self.log,
            "a line of the log is not read as it was written"
        );
        let replayed = State::replay(&read).unwrap();
        assert_eq!(format!("{replayed:?}"), format!("{:?}", self.state));
        verify(&read).unwrap();
    }

    pub(crate) fn take(&mut self, input: Input) -> Result<Vec<Effect>, Rejection> {
        let events = decide(&self.state, self.now, input)?;
        let mut effects = Vec::new();
        for recorded in events {
            if let Event::TurnWithdrawn(withdrawn) = &recorded.event {
                for earlier in &mut self.log {
                    if let Some(struck) = interview::redact(earlier, withdrawn.turn_id) {
                        *earlier = struck;
                    }
                }
            }
            self.state.apply(&recorded);
            self.said.push(format!("= {}", summary(&recorded.event)));
            effects.extend(react(&self.state, &recorded));
            self.log.push(recorded);
        }
        Ok(effects)
    }

    /// Performs one line, whatever comes of it.
    pub(crate) fn run(&mut self, action: &str) {
        self.perform(action);
        self.said.clear();
    }

    fn perform(&mut self, action: &str) {
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        if let Some(seconds) = verb.strip_prefix('+') {
            self.wait(seconds.trim_end_matches('s').parse().unwrap());
            return;
        }
        let input = match verb {
            "start" => Input::Start,
            "pause" => Input::Pause {
                reason: PauseReason::Requested,
            },
            "resume" => Input::Resume,
            "end" => Input::End {
                reason: EndReason::Ended,
            },
            "skip" => Input::Skip,
            "heard" => heard(rest),
            "asks" => self.asks(),
            "says" => spoke(rest, false, None),
            "is_cut_off_at" => spoke(
                rest,
                true,
                self.speech
                    .pop_front()
                    .and_then(|speech| speech.question_id),
            ),
            "strike" if rest.is_empty() => Input::Withdraw(Withdrawn::Last),
            "strike" => Input::Withdraw(Withdrawn::Turn(rest.parse().unwrap())),
            "notes" => self.report(rest, |text| {
                Answer::Notes(Box::new(Notes {
                    key_ideas: vec![KeyIdea {
                        text: text.to_owned(),
                        turn: TurnId(2),
                    }],
                    ..Notes::default()
                }))
            }),
            "research" => self.report(rest, |text| {
                Answer::Research(Findings {
                    wanted: wanted(text),
                    ..Findings::default()
                })
            }),
            "proposes" => self.report(rest, |text| Answer::Proposal(Box::new(proposal(text)))),
            "fails" => report(rest, Err("no idea".to_owned())),
            "loses" => Input::AgentLost {
                job: rest.parse().unwrap(),
            },
            "recovers" => Input::Recovered,
            "pins" => Input::Pin {
                question: QuestionId::new(rest),
            },
            "withdraws" => Input::WithdrawQuestion {
                question: QuestionId::new(rest),
            },
            "extends" => Input::Extend {
                minutes: rest.parse().unwrap(),
            },
            "edits" => {
                let (of, markdown) = rest.split_once(' ').unwrap();
                Input::EditEssay {
                    of: of.parse().unwrap(),
                    markdown: markdown.into(),
                }
            }
            "essay" => self.report(rest, |title| Answer::Essay(Box::new(essay(title)))),
            "hears_by_voice" => by_voice(rest),
            "voice_connected" => Input::VoiceConnected {
                provider: VoiceProvider::Openai,
            },
            "voice_lost" => Input::VoiceLost {
                reason: rest.to_owned(),
            },
            "voice_rolled_over" => Input::VoiceRolledOver { reason: None },
            "guided" => Input::Guided {
                decision: EventId(rest.parse().unwrap()),
            },
            "guidance_failed" => Input::GuidanceFailed {
                decision: EventId(rest.parse().unwrap()),
                reason: "socket closed".to_owned(),
            },
            "consents" => Input::Consent { granted: true },
            "refuses_recording" => Input::Consent { granted: false },
            "wants_notes" => Input::NotesWanted,
            "wants_analysis" => Input::AnalysisWanted,
            "wants_essay" => Input::EssayWanted {
                style: Style::Punchy,
            },
            other => panic!("the script knows no “{other}”"),
        };
        self.tell(input);
    }

    fn tell(&mut self, input: Input) {
        match self.take(input) {
            Ok(effects) => {
                for effect in effects {
                    self.said.push(format!("! {}", order(&effect)));
                    if let Effect::Speak(speech) = effect {
                        self.speech.push_back(speech);
                    }
                }
            }
            Err(rejection) => self.said.push(format!("x {rejection}")),
        }
    }

    /// Lets time pass, from deadline to deadline.
    fn wait(&mut self, seconds: u64) {
        let until = self.now.plus(seconds * 1000);
        while let Some(due) = next_deadline(&self.state).filter(|due| *due <= until) {
            self.now = self.now.max(due);
            self.tell(Input::Tick);
        }
        self.now = until;
    }

    fn asks(&mut self) -> Input {
        let speech = self.speech.pop_front().expect("there is something to say");
        spoke(&speech.text, false, speech.question_id)
    }

    fn report(&self, rest: &str, answer: impl Fn(&str) -> Answer) -> Input {
        let (job, text) = rest.split_once(' ').unwrap_or((rest, ""));
        report(job, Ok(answer(text)))
    }
}

fn heard(text: &str) -> Input {
    let (client_id, text) = match text.strip_prefix('#').and_then(|rest| rest.split_once(' ')) {
        Some((client, text)) => (Some(ClientId::new(client)), text),
        None => (None, text),
    };
    Input::Heard(Heard {
        text: text.into(),
        client_id,
        channel: Channel::Text,
        start_ms: None,
        end_ms: None,
    })
}

/// `2000-3500 words`: what was said, and when.
fn by_voice(rest: &str) -> Input {
    let (span, text) = rest.split_once(' ').unwrap();
    let (start, end) = span.split_once('-').unwrap();
    Input::Heard(Heard {
        text: text.into(),
        client_id: None,
        channel: Channel::Voice,
        start_ms: Some(start.parse().unwrap()),
        end_ms: Some(end.parse().unwrap()),
    })
}

fn essay(title: &str) -> Essay {
    Essay {
        style: Style::Punchy,
        title: title.to_owned(),
        subtitle: None,
        paragraphs: Vec::new(),
        unsupported: Vec::new(),
        quotations: Quotations::default(),
    }
}

fn spoke(text: &str, interrupted: bool, question_id: Option<QuestionId>) -> Input {
    Input::Spoke(Spoke {
        text: text.into(),
        interrupted,
        aside: false,
        question_id,
        refers_to: None,
        took_ms: 0,
        end_ms: None,
    })
}

fn report(job: &str, result: Result<Answer, String>) -> Input {
    let job: JobId = job.parse().unwrap();
    Input::Reported(Box::new(Report {
        job,
        by: Maker::Builtin,
        ms: 0,
        usage: None,
        result,
    }))
}

fn wanted(topic: &str) -> Vec<ResearchTopic> {
    if topic.is_empty() {
        return Vec::new();
    }
    let (topic, kind) = (topic.to_owned(), ResearchKind::Definition);
    vec![ResearchTopic {
        topic,
        kind,
        why: String::new(),
        turn: TurnId(2),
    }]
}

/// `q2` is a question of the plan; anything else is the words of a question, with its seconds in front.
fn proposal(text: &str) -> Proposal {
    let question = if text.starts_with('q') && text.len() == 2 {
        NextQuestion {
            text: format!("(the words of {text})"),
            section_id: None,
            source: QuestionSource::Plan,
            question_id: Some(QuestionId::new(text)),
            expected_s: 60,
            refers_to: None,
        }
    } else {
        let (seconds, words) = text.split_once("s ").unwrap();
        NextQuestion {
            text: words.to_owned(),
            section_id: None,
            source: QuestionSource::Gap,
            question_id: None,
            expected_s: seconds.parse().unwrap(),
            refers_to: None,
        }
    };
    Proposal {
        question,
        brief: String::new(),
    }
}

fn order(effect: &Effect) -> String {
    match effect {
        Effect::Dispatch(job) => format!("dispatch {} to {}", job.id, word(&job.task.agent())),
        Effect::Guide { .. } => "guide".to_owned(),
        Effect::Speak(speech) => format!("speak {}", speech.text),
        Effect::Close => "close".to_owned(),
        Effect::AskAssistant(_) => "ask the assistant".to_owned(),
    }
}

/// An event in a few words.
fn summary(event: &Event) -> String {
    let details = match event {
        Event::PhaseChanged(it) => word(&it.phase),
        Event::InterviewCompleted(it) => word(&it.reason),
        Event::QuestionPinned(it) => it.question_id.to_string(),
        Event::QuestionWithdrawn(it) => it.question_id.to_string(),
        Event::TimeExtended(it) => it.minutes.to_string(),
        Event::EssayWritten(it) => it.number.to_string(),
        Event::EssayEdited(it) => format!("{} of {}", it.number, it.of),
        Event::VoiceLost(it) => it.reason.clone(),
        Event::RecordingConsent(it) => it.granted.to_string(),
        Event::CandidateMessage(it) => it.turn_id.to_string(),
        Event::InterviewerMessage(it) => it.turn_id.to_string(),
        Event::TurnWithdrawn(it) => it.turn_id.to_string(),
        Event::AgentRequested(it) if it.attempt > 1 => {
            format!("{} {} again", it.job_id, word(&it.agent))
        }
        Event::AgentRequested(it) => format!("{} {}", it.job_id, word(&it.agent)),
        Event::AgentReported(it) => {
            let refused = it
                .refused
                .as_ref()
                .map(|refused| format!(", refused: {}", word(&refused.why)));
            format!(
                "{} {}{}",
                it.job_id,
                word(&it.outcome),
                refused.unwrap_or_default()
            )
        }
        Event::NotesMerged(it) => format!("{} ideas", it.notes.key_ideas.len()),
        Event::ResearchAdded(it) => format!("{} topics", it.topics.len()),
        Event::DecisionMade(it) => {
            let what = match &it.question.question_id {
                Some(id) => id.to_string(),
                None => word(&it.question.source),
            };
            format!("{what} by {}", word(&it.by))
        }
        Event::QuestionAsked(it) => format!("{} by {}", it.question_id, word(&it.matched)),
        Event::QuestionDeclined(it) => it
            .question_id
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
        _ => String::new(),
    };
    format!("{} {details}", event.name()).trim_end().to_owned()
}

fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value)
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}
