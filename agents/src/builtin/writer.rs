//! The Writer without a model: the person's own words, selected, cleaned and put in an order. It invents nothing.

mod arrange;
mod blocks;
mod choose;
mod edges;
mod headings;
mod print;
mod shape;

use interview::{Essay, Quotations, Style, Writing};

use crate::material::Material;
use shape::Shape;

/// A first-person essay in the person's words; an empty conversation gives a title and no paragraphs.
#[must_use]
pub fn write(job: &Writing) -> Essay {
    let material = Material::of(&job.plan, &job.conversation);
    let shape = Shape::of(job.style, material.words);
    let draft = arrange::arrange(&material, &shape);
    let parts = headings::divide(&material, &shape, &draft, &job.plan);
    let mut quotations = Quotations::default();
    let mut printer = print::Printer {
        material: &material,
        conversation: &job.conversation,
        quotations: &mut quotations,
    };
    let paragraphs = printer.paragraphs(&draft, &parts);
    Essay {
        style: job.style,
        title: title(job),
        subtitle: subtitle(job),
        paragraphs,
        unsupported: Vec::new(),
        quotations,
    }
}

fn title(job: &Writing) -> String {
    let of_analysis = job.analysis.title.trim();
    match (of_analysis, job.plan.topic.trim()) {
        ("", "") => String::from("In My Own Words"),
        ("", topic) => topic.to_owned(),
        (title, _) => title.to_owned(),
    }
}

/// Standard essays say what they are about; the others let the text speak.
fn subtitle(job: &Writing) -> Option<String> {
    match job.style {
        Style::Standard | Style::Punchy | Style::Reflective => None,
    }
}
