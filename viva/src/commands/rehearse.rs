//! `viva rehearse`: a plan tried on a simulated expert, in virtual time.

use std::sync::Arc;

use agents::Expert;
use coordinator::{Journal, Stage};
use documents::{TranscriptKind, essay_to_markdown, read_transcript};
use interview::{Essay, Plan, SessionId, Speaker, Style};
use serde::Serialize;
use server::work::{self, Rehearsed, new_session_id, rehearsed};

use crate::cli::{Place, RehearseArgs, Wish};
use crate::config::Config;
use crate::desk::{self, Desk};
use crate::{console, staffing};

#[derive(Serialize)]
struct Document<'a> {
    plan: &'a str,
    runs: &'a [Rehearsed],
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<SessionId>,
    essay: &'a Essay,
}

pub(super) async fn run(args: &RehearseArgs, place: &Place) -> anyhow::Result<()> {
    // A rehearsal asks no model; prompts of one's own are tried like everything else.
    staffing::prompts(&Config::read(place)?)?;
    let plan = desk::read_plan(&args.plan)?;
    let expert = read_expert(args)?;
    let bar = console::bar(u64::from(args.runs), "rehearsing");
    let (mut first, outcome) = rehearse(&plan, &expert, args.seed).await?;
    let mut outcomes = vec![outcome];
    bar.inc(1);
    for n in 1..u64::from(args.runs) {
        outcomes.push(rehearse(&plan, &expert, args.seed.wrapping_add(n)).await?.1);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let essay = essay_of(&mut first, args.style.into()).await?;
    let session_id = if args.keep {
        Some(keep(first, &Config::read(place)?).await?)
    } else {
        None
    };
    if args.json {
        let plan = args.plan.display().to_string();
        return console::print_json(&Document {
            plan: &plan,
            runs: &outcomes,
            session_id,
            essay: &essay,
        });
    }
    console::print(&in_words(&plan, &outcomes))?;
    if let Some(id) = session_id {
        console::say(&format!("kept as session {id}"));
    }
    console::print(&essay_to_markdown(&essay))
}

fn read_expert(args: &RehearseArgs) -> anyhow::Result<Expert> {
    let Some(path) = &args.expert else {
        return Ok(Expert::bundled());
    };
    let bytes = console::read_file(path)?;
    // A transcript answers with the expert's words only; anything else is taken as the expert's own text.
    if let Some(kind) = TranscriptKind::from_path_extension(path)
        && let Ok(imported) = read_transcript(kind, &bytes)
    {
        let said: Vec<String> = imported
            .turns
            .into_iter()
            .filter(|turn| turn.speaker == Speaker::Candidate)
            .map(|turn| turn.text)
            .collect();
        return Ok(Expert::from_text(&said.join("\n\n")));
    }
    let text = String::from_utf8_lossy(&bytes);
    if text.trim().is_empty() {
        anyhow::bail!("{} is empty: the expert would know nothing", path.display());
    }
    Ok(Expert::from_text(&text))
}

async fn rehearse(
    plan: &Arc<Plan>,
    expert: &Expert,
    seed: u64,
) -> anyhow::Result<(Stage, Rehearsed)> {
    let stage = coordinator::rehearse(plan, expert, seed).await?;
    let outcome = rehearsed(stage.state(), seed);
    Ok((stage, outcome))
}

async fn essay_of(stage: &mut Stage, style: Style) -> anyhow::Result<Arc<Essay>> {
    super::essay::write_on(stage, style, Wish::Standing).await
}

/// Puts the rehearsal under a name of its own into the store.
async fn keep(stage: Stage, config: &Config) -> anyhow::Result<SessionId> {
    let id = new_session_id()?;
    let desk = Desk::open(config).await?;
    let mut books = stage.into_books();
    if let Journal::Memory(events) = &mut books.journal
        && let Some(interview::Event::InterviewCreated(created)) =
            events.first_mut().map(|first| &mut first.event)
    {
        created.session_id = id.clone();
    }
    books.state.session_id = id.clone();
    work::keep(&desk.store, books).await?;
    desk.close().await?;
    Ok(id)
}

fn in_words(plan: &Plan, outcomes: &[Rehearsed]) -> String {
    let Some(first) = outcomes.first() else {
        return String::new();
    };
    let mut text = format!(
        "Rehearsal of “{}”: {:.1} of {} minutes, {} turns\n",
        plan.topic, first.minutes, plan.minutes, first.turns
    );
    text.push_str(&format!(
        "must-ask {}/{}, all questions {}/{}, repeated questions {}\n\n",
        first.musts_asked,
        first.musts,
        first.questions_asked,
        first.questions,
        first.repeated_questions
    ));
    for section in &first.sections {
        let quality = serde_json::to_string(&section.quality).unwrap_or_default();
        text.push_str(&format!(
            "  {:<44} {}/{} asked, {}\n",
            section.title,
            section.asked,
            section.questions,
            quality.trim_matches('"')
        ));
    }
    if outcomes.len() > 1 {
        let n = outcomes.len();
        let all_musts = outcomes
            .iter()
            .filter(|it| it.musts_asked == it.musts)
            .count();
        let repeats: usize = outcomes.iter().map(|it| it.repeated_questions).sum();
        let shortest = outcomes
            .iter()
            .map(|it| it.minutes)
            .fold(f64::INFINITY, f64::min);
        let longest = outcomes.iter().map(|it| it.minutes).fold(0.0, f64::max);
        text.push_str(&format!(
            "\n{n} rehearsals: every must-ask question asked in {all_musts}, {repeats} repeated questions, {shortest:.1} to \
             {longest:.1} minutes\n"
        ));
    }
    text
}
