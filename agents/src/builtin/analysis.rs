//! Analysis without a model: claims, themes, tensions and quotes, picked from what the person said.

mod findings;

use interview::{Analysing, Analysis, Passage, Theme, TurnRef};

use super::themes::{Topic, is_telling, title_case, topics};
use crate::material::{Line, Material};
use crate::text::clean;

const THEMES_MAX: usize = 6;

/// What the conversation amounts to. Every part names the turns it stands on.
#[must_use]
pub fn analyse(job: &Analysing) -> Analysis {
    let material = Material::of(&job.plan, &job.conversation);
    let all: Vec<usize> = (0..material.lines.len()).collect();
    let topics = topics(&material, &all, 12);
    let main_claims = findings::claims(&material, &job.conversation);
    Analysis {
        title: title(&topics, &job.plan.topic),
        themes: themes(&material, &job.conversation, &topics),
        tensions: findings::tensions(&material, &job.conversation),
        quotes: findings::quotes(&material, &job.conversation),
        main_claims,
    }
}

/// The two strongest topics. The topic of the plan only where the person's words give nothing.
fn title(topics: &[Topic], topic: &str) -> String {
    let known = topic.to_lowercase();
    let fresh = |name: &&str| !known.contains(&name.to_lowercase());
    let often = |topic: &&Topic| topic.lines.len() > 1 || topics.len() < 4;
    let mut names = topics
        .iter()
        .filter(often)
        .map(|topic| topic.name.as_str())
        .filter(|name| is_telling(name))
        .filter(fresh);
    match (names.next(), names.next()) {
        (Some(first), Some(second)) => title_case(&format!("{first} and {second}")),
        (Some(only), None) => title_case(only),
        (None, _) if topic.trim().is_empty() => topics.first().map_or_else(
            || String::from("In My Own Words"),
            |topic| title_case(&topic.name),
        ),
        (None, _) => topic.trim().to_owned(),
    }
}

fn themes(material: &Material, conversation: &[Passage], topics: &[Topic]) -> Vec<Theme> {
    let mut used: Vec<usize> = Vec::new();
    let mut themes = Vec::new();
    // Names that say something come first; a single plain word is better than nothing.
    let telling = topics.iter().filter(|topic| is_telling(&topic.name));
    let plain = topics.iter().filter(|topic| !is_telling(&topic.name));
    for topic in telling.chain(plain) {
        if themes.len() >= 3 && !is_telling(&topic.name) {
            break;
        }
        let best = topic
            .lines
            .iter()
            .copied()
            .filter(|at| {
                let line = &material.lines[*at];
                line.stands_alone() && line.words <= 34 && line.words >= 6 && !used.contains(at)
            })
            .max_by(|one, other| {
                material.lines[*one]
                    .worth
                    .total_cmp(&material.lines[*other].worth)
            });
        let Some(best) = best else {
            continue;
        };
        used.push(best);
        themes.push(Theme {
            name: clean::capitalise(&topic.name),
            description: material.lines[best].standing(),
            turns: turns(
                conversation,
                topic.lines.iter().map(|at| &material.lines[*at]),
            ),
        });
        if themes.len() == THEMES_MAX {
            break;
        }
    }
    themes
}

/// The turns of some lines, each once, in talk order.
fn turns<'a>(conversation: &[Passage], lines: impl Iterator<Item = &'a Line>) -> Vec<TurnRef> {
    let mut passages: Vec<usize> = lines.map(|line| line.passage).collect();
    passages.sort_unstable();
    passages.dedup();
    passages
        .into_iter()
        .map(|at| conversation[at].at.clone())
        .collect()
}
