//! A rule as a text: `>` is what happens and when, `=` what the log says then, `x` why it was refused.
//!
//! What the log has after `= ` bears a time only when that is not the time of the line before. The judge's and the
//! interviewer's own events are left out unless the script is checked with `check_all`.

use interview::event::{CoverageLevel, FollowupPresented, SectionEndReason};
use interview::{
    Answer, ClientId, DimensionId, Event, Input, Maker, Millis, Recorded, Verdict, Withdrawn,
};

use crate::world::{self, START, World};

/// Plays the `>` lines of a script and compares everything else with what happened.
pub(crate) fn check(script: &str) -> World {
    play(world::PLAN, script, Shown::What)
}

pub(crate) fn check_all(script: &str) -> World {
    play(world::PLAN, script, Shown::Everything)
}

pub(crate) fn check_with(plan: &str, script: &str) -> World {
    play(plan, script, Shown::What)
}

#[derive(Clone, Copy, PartialEq)]
enum Shown {
    What,
    Everything,
}

fn play(plan: &str, script: &str, shown: Shown) -> World {
    let mut world = World::new(plan);
    let mut told = String::new();
    let mut seen = world.log.len();
    let wanted: Vec<&str> = script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    for line in wanted.iter().filter_map(|line| line.strip_prefix("> ")) {
        let (time, deed) = line.split_once(' ').unwrap();
        let at = moment(time);
        let (asleep, deed) = match deed.strip_prefix("asleep: ") {
            Some(deed) => (true, deed),
            None => (false, deed),
        };
        told += &format!("> {line}\n");
        if asleep {
            world.now = at;
        } else {
            // The moment itself comes after whatever falls due at it.
            world.advance_to(at);
        }
        if let Err(refusal) = act(&mut world, deed) {
            tell(&mut told, &world.log[seen..], at, shown);
            told += &format!("x {refusal}\n");
        } else {
            tell(&mut told, &world.log[seen..], at, shown);
        }
        seen = world.log.len();
        world.check();
    }
    let wanted = wanted.join("\n");
    assert_eq!(wanted, told.trim_end(), "what happened:\n{told}");
    world
}

fn act(world: &mut World, deed: &str) -> Result<(), String> {
    let (verb, rest) = deed.split_once(' ').unwrap_or((deed, ""));
    let input = match verb {
        "start" => Input::Start,
        "say" => match rest.split_once(": ") {
            Some((client, text)) => world::say_as(client, text),
            None => world::say(rest),
        },
        "done" => Input::Done,
        "skip" => Input::Skip,
        "pause" => world::pause(),
        "disconnect" => world::disconnect(),
        "resume" | "reconnect" => Input::Resume,
        "end" => world::end(),
        "tick" => Input::Tick,
        "recover" => Input::Recovered,
        "withdraw" if rest == "last" => Input::Withdraw(Withdrawn::Last),
        "withdraw" => Input::Withdraw(Withdrawn::Client(ClientId::new(rest))),
        "code" => Input::CodeSubmitted {
            source: rest.into(),
        },
        "ask" => Input::AskAssistant { text: rest.into() },
        "assistant" => {
            let (query, text) = rest.split_once(": ").unwrap();
            Input::AssistantAnswered {
                query: query.parse().unwrap(),
                text: text.replace("\\n", "\n"),
                by: Maker::Builtin,
                usage: None,
            }
        }
        "wait" => return Ok(()),
        "judge" => {
            judge(world, rest);
            return Ok(());
        }
        "voice" => {
            world.voice_failures = rest.strip_prefix("fails ").unwrap().parse().unwrap();
            return Ok(());
        }
        other => panic!("nobody can “{other}”"),
    };
    world.take(input).map_err(|rejection| rejection.to_string())
}

/// `fails N`, `is slow`, `says metrics covered`, `follows the rule`, `breaks`.
fn judge(world: &mut World, what: &str) {
    if let Some(times) = what.strip_prefix("fails ") {
        world.judge_failures = times.parse().unwrap();
        return;
    }
    if what == "is slow" {
        world.judge_is_slow = true;
        return;
    }
    let job = world.judge_jobs.remove(0);
    let result = match what {
        "follows the rule" => Ok(world::rule(&job.task)),
        "breaks" => Err("broken".to_owned()),
        says => {
            let (dimension, level) = says
                .strip_prefix("says ")
                .and_then(|says| says.split_once(' '))
                .unwrap();
            Ok(Answer::Verdicts(vec![Verdict {
                dimension: DimensionId::new(dimension),
                level: match level {
                    "covered" => CoverageLevel::Covered,
                    "partly" => CoverageLevel::PartiallyCovered,
                    _ => CoverageLevel::NotCovered,
                },
            }]))
        }
    };
    world.report(&job, result);
}

fn moment(time: &str) -> Millis {
    let (minutes, seconds) = time.split_once(':').unwrap();
    let (seconds, ms) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let number = |digits: &str| digits.parse::<u64>().unwrap();
    START.plus(number(minutes) * 60_000 + number(seconds) * 1_000 + number(ms))
}

fn clock(at: Millis) -> String {
    let ms = at.since(START);
    let (minutes, seconds, rest) = (ms / 60_000, ms / 1_000 % 60, ms % 1_000);
    match rest {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{minutes}:{seconds:02}.{rest:03}"),
    }
}

fn tell(told: &mut String, events: &[Recorded], at: Millis, shown: Shown) {
    for recorded in events {
        let Some(what) = described(&recorded.event, shown) else {
            continue;
        };
        let time = if recorded.at == at {
            String::new()
        } else {
            format!("{} ", clock(recorded.at))
        };
        *told += &format!("= {time}{} {what}", recorded.event.name());
        while told.ends_with(' ') {
            told.pop();
        }
        told.push('\n');
    }
}

fn described(event: &Event, shown: Shown) -> Option<String> {
    Some(match event {
        Event::SectionStarted(it) => format!("{}, until {}", it.section_id, clock(it.deadline)),
        Event::SectionTimeWarning(it) => format!("{}, {} s left", it.section_id, it.seconds_left),
        Event::SectionEnded(it) => format!("{}: {}", it.section_id, end_reason(it.reason)),
        Event::PromptPresented(it) => match &it.question_id {
            Some(question) => question.to_string(),
            None => it.text.clone(),
        },
        Event::FollowupPresented(it) => follow_up(it),
        Event::CandidateMessage(it) => {
            let late = if it.late { ", late" } else { "" };
            format!("{}{late}", it.section_id.as_ref().unwrap())
        }
        Event::CoverageUpdated(it) => {
            format!("{}: {} {}", it.section_id, it.dimension, level(it.level))
        }
        Event::CandidateCodeSubmission(it) => {
            let late = if it.late { ", late" } else { "" };
            format!("{}{late}", it.section_id)
        }
        Event::AssistantQuery(it) => it.query.to_string(),
        Event::AssistantResponse(it) if it.violation => format!("{}: withheld", it.query),
        Event::AssistantResponse(it) => format!("{}: {}", it.query, it.text),
        Event::SpeechFailed(it) => format!("attempt {}", it.attempt),
        Event::InterviewTerminated(it) => it.context.clone(),
        Event::TurnWithdrawn(it) => it.turn_id.to_string(),
        Event::AgentRequested(_)
        | Event::AgentReported(_)
        | Event::InterviewerMessage(_)
        | Event::QuestionAsked(_)
            if shown == Shown::What =>
        {
            return None;
        }
        Event::AgentReported(it) => format!("{:?}", it.outcome),
        Event::QuestionAsked(it) => it.question_id.to_string(),
        _ => String::new(),
    })
}

fn follow_up(it: &FollowupPresented) -> String {
    let left = it.budget_remaining;
    format!("{}: {} ({left} left)", it.dimension, it.text)
}

fn end_reason(reason: SectionEndReason) -> &'static str {
    match reason {
        SectionEndReason::TimeExpired => "time expired",
        SectionEndReason::CoverageSatisfied => "coverage satisfied",
        SectionEndReason::CandidateDone => "candidate done",
        SectionEndReason::SystemError => "system error",
    }
}

fn level(level: CoverageLevel) -> &'static str {
    match level {
        CoverageLevel::NotCovered => "not covered",
        CoverageLevel::PartiallyCovered => "partly covered",
        CoverageLevel::Covered => "covered",
    }
}
