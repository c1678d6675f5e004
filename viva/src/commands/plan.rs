//! `viva plan`: a plan for a topic, or out of a talk.

use std::path::Path;

use agents::builtin::{PlanBrief, topic_of_talk};
use agents::{Planned, Staff};
use interview::{Maker, Passage, TurnId};

use crate::cli::{Place, PlanArgs};
use crate::config::Config;
use crate::desk::Desk;
use crate::{console, staffing};

/// More background than this does not make a plan better.
const CONTEXT_BYTES_MAX: usize = 1024 * 1024;

pub(super) async fn run(args: &PlanArgs, place: &Place) -> anyhow::Result<()> {
    let config = Config::read(place)?;
    let staff = staffing::staff(&config)?;
    let planned = match &args.from {
        Some(named) => from_talk(args, named, &config, &staff).await?,
        None => {
            let brief = PlanBrief {
                topic: topic(args.topic.as_deref().unwrap_or_default())?,
                context: context(&args.context)?,
                minutes: args.minutes,
            };
            plan(&staff, &brief, None).await
        }
    };
    say_who(&planned);
    let text = planned.plan.to_toml();
    match &args.out {
        Some(path) => {
            console::write_file(path, text.as_bytes())?;
            console::say(&format!(
                "wrote {}; edit it, then `viva interview {0}` or `viva rehearse {0}`",
                path.display()
            ));
            Ok(())
        }
        None => console::print(&text),
    }
}

async fn plan(staff: &Staff, brief: &PlanBrief, talk: Option<&[Passage]>) -> Planned {
    let spinner = console::spinner("planning");
    let planned = staff.plan(brief, talk).await;
    spinner.finish_and_clear();
    planned
}

/// A model's plan costs something, and a stand-in's is not what was asked for: both are said.
fn say_who(planned: &Planned) {
    if let Some(why) = &planned.instead {
        console::say(&format!("the built-in Planner made this plan: {why}"));
    }
    if let Some(usage) = &planned.usage {
        let who = match planned.by {
            Maker::Model => "planned by the model",
            Maker::Builtin => "the model was asked",
        };
        console::say(&format!(
            "{who}: {} tokens, ${:.4}",
            usage.tokens, usage.cost
        ));
    }
}

fn topic(given: &str) -> anyhow::Result<String> {
    let topic = given.trim();
    if topic.is_empty() {
        anyhow::bail!(
            "the topic is empty: say what the interview is about, such as `viva plan \"keeping bees\"`"
        );
    }
    Ok(topic.to_owned())
}

/// The plan that a talk could have followed: a transcript if there is one of that name, else a session.
async fn from_talk(
    args: &PlanArgs,
    named: &str,
    config: &Config,
    staff: &Staff,
) -> anyhow::Result<Planned> {
    let path = Path::new(named);
    let (talk, title): (Vec<Passage>, String) = if path.is_file() {
        let imported = super::import::read(path)?;
        let title = super::import::topic_of(&imported, path);
        let passages = imported
            .timed()
            .into_iter()
            .zip(1..)
            .map(|(turn, number)| Passage {
                at: TurnId(number).into(),
                speaker: turn.speaker,
                text: turn.text.into(),
                start_ms: turn.start_ms,
                end_ms: turn.end_ms,
            });
        (passages.collect(), title)
    } else {
        let desk = Desk::open(config).await?;
        let state = desk.state(named).await?;
        desk.close().await?;
        (state.passages(), state.plan.topic.clone())
    };
    let about = match &args.topic {
        Some(topic) => topic.clone(),
        None => topic_of_talk(&title, &talk),
    };
    let brief = PlanBrief {
        topic: topic(&about)?,
        context: None,
        minutes: args.minutes,
    };
    Ok(plan(staff, &brief, Some(&talk)).await)
}

/// All the background that was given, in its order.
fn context(given: &[String]) -> anyhow::Result<Option<String>> {
    let mut all = String::new();
    for given in given {
        if !all.is_empty() {
            all.push_str("\n\n");
        }
        all.push_str(&text_of(given)?);
        if all.len() > CONTEXT_BYTES_MAX {
            anyhow::bail!(
                "the context is longer than {} KB: give the part that matters",
                CONTEXT_BYTES_MAX / 1024
            );
        }
    }
    Ok((!all.is_empty()).then_some(all))
}

/// A file if there is one of that name, else the text itself.
fn text_of(given: &str) -> anyhow::Result<String> {
    let path = Path::new(given);
    Ok(if given.len() < 4096 && path.is_file() {
        String::from_utf8_lossy(&console::read_file(path)?).into_owned()
    } else {
        given.to_owned()
    })
}
