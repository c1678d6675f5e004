//! `viva plan`: a plan for a topic.

use std::path::Path;

use agents::builtin::{PlanBrief, plan};

use crate::cli::PlanArgs;
use crate::console;

/// More background than this does not make a plan better.
const CONTEXT_BYTES_MAX: usize = 1024 * 1024;

pub(super) fn run(args: &PlanArgs) -> anyhow::Result<()> {
    let topic = args.topic.trim();
    if topic.is_empty() {
        anyhow::bail!(
            "the topic is empty: say what the interview is about, such as `viva plan \"keeping bees\"`"
        );
    }
    let context = args.context.as_deref().map(context).transpose()?;
    let made = plan(&PlanBrief {
        topic: topic.to_owned(),
        context,
        minutes: args.minutes,
    });
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
