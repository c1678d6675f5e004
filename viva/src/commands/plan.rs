//! `viva plan`: a plan for a topic, or out of a talk.

use std::path::Path;

use agents::builtin::{PlanBrief, plan, plan_from_talk};
use interview::{Passage, Plan, TurnId};

use crate::cli::{Place, PlanArgs};
use crate::config::Config;
use crate::console;
use crate::desk::Desk;

/// More background than this does not make a plan better.
const CONTEXT_BYTES_MAX: usize = 1024 * 1024;

pub(super) async fn run(args: &PlanArgs, place: &Place) -> anyhow::Result<()> {
    let made = match &args.from {
        Some(named) => from_talk(args, named, place).await?,
        None => plan(&PlanBrief {
            topic: topic(args.topic.as_deref().unwrap_or_default())?,
            context: args.context.as_deref().map(context).transpose()?,
            minutes: args.minutes,
        }),
    };
    let text = made.to_toml();
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
async fn from_talk(args: &PlanArgs, named: &str, place: &Place) -> anyhow::Result<Plan> {
    let path = Path::new(named);
    let (talk, about) = if path.is_file() {
        let imported = super::import::read(path)?;
        let about = super::import::topic_of(&imported, path);
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
        (passages.collect(), about)
    } else {
        let desk = Desk::open(&Config::read(place)?).await?;
        let state = desk.state(named).await?;
        desk.close().await?;
        (state.passages(), state.plan.topic.clone())
    };
    let brief = PlanBrief {
        topic: topic(args.topic.as_deref().unwrap_or(&about))?,
        context: None,
        minutes: args.minutes,
    };
    Ok(plan_from_talk(&brief, &talk))
}

/// A file if there is one of that name, else the text itself.
fn context(given: &str) -> anyhow::Result<String> {
    let path = Path::new(given);
    let text = if given.len() < 4096 && path.is_file() {
        String::from_utf8_lossy(&console::read_file(path)?).into_owned()
    } else {
        given.to_owned()
    };
    if text.len() > CONTEXT_BYTES_MAX {
        anyhow::bail!(
            "the context is longer than {} KB: give the part that matters",
            CONTEXT_BYTES_MAX / 1024
        );
    }
    Ok(text)
}
