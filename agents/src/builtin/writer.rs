//! The Writer without a model: the person's own words, selected, cleaned and put in an order. It invents nothing.

mod arrange;
mod blocks;
mod choose;
mod edges;
mod guide;
mod headings;
mod paragraphs;
mod print;
mod shape;

use interview::{Analysis, Essay, Quotations, Style, Writing};

use super::themes::{is_telling, title_case};
use crate::material::Material;
use crate::style_guide::StyleGuide;
use crate::text::cues::{Cue, Cues};
use crate::voice;
use shape::Shape;

/// A first-person essay in the person's words; an empty conversation gives a title and no paragraphs.
#[must_use]
pub fn write(job: &Writing) -> Essay {
    write_in_style(job, None)
}

/// The same, with what was learned from the writer's earlier edits.
#[must_use]
pub fn write_in_style(job: &Writing, guide: Option<&StyleGuide>) -> Essay {
    let material = Material::of(&job.plan, &job.conversation);
    let mut shape = Shape::of(job.style, material.words, voice::rhythm_of(&material));
    if let Some(guide) = guide {
        guide::measure(&mut shape, guide);
    }
    let draft = arrange::arrange(&material, &shape);
    let parts = headings::divide(&material, &shape, &draft, &job.plan);
    let mut quotations = Quotations::default();
    let mut printer = print::Printer {
        material: &material,
        conversation: &job.conversation,
        quotations: &mut quotations,
    };
    let paragraphs = printer.paragraphs(&draft, &parts);
    let mut essay = Essay {
        style: job.style,
        title: title(job),
        subtitle: None,
        paragraphs,
        unsupported: Vec::new(),
        quotations,
    };
    if let Some(guide) = guide {
        guide::strike(&mut essay, guide);
    }
    essay
}

/// A standard essay is called what the analysis calls it, a punchy one after its boldest short line, a reflective one
/// after what it dwells on.
fn title(job: &Writing) -> String {
    let analysis = &job.analysis;
    let plain = match (analysis.title.trim(), job.plan.topic.trim()) {
        ("", "") => String::from("In My Own Words"),
        ("", topic) => topic.to_owned(),
        (title, _) => title.to_owned(),
    };
    match job.style {
        Style::Standard => plain,
        Style::Punchy => bold_line(analysis).map_or(plain, |line| title_case(&line)),
        Style::Reflective => analysis
            .themes
            .iter()
            .map(|theme| theme.name.as_str())
            .find(|name| is_telling(name))
            .map_or(plain, |name| title_case(&format!("On {name}"))),
    }
}

/// The shortest way in which the person said something strong.
fn bold_line(analysis: &Analysis) -> Option<String> {
    let strong = |text: &&str| {
        let cues = Cues::of(text);
        let words = text.split_whitespace().count();
        (3..=8).contains(&words)
            && (cues.has(Cue::Bold) || cues.has(Cue::Feeling))
            && !text.contains(['“', '"'])
    };
    let lines = analysis.quotes.iter().map(|quote| quote.text.as_str());
    lines
        .chain(analysis.main_claims.iter().map(|claim| claim.text.as_str()))
        .find(strong)
        .map(|text| text.trim_end_matches(['.', '!']).to_owned())
}
