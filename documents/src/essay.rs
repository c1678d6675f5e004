//! Writes an essay as a file. Whatever the person said, it shows as words: no mark of theirs is ever obeyed.

mod blocks;
mod docx;
mod epub;
mod escape;
mod html;
mod package;
mod pdf;

use interview::Essay;

use crate::markdown;
use blocks::{Block, Kind, blocks};

pub use docx::essay_to_docx;
pub use epub::essay_to_epub;
pub use html::essay_to_html;
pub use pdf::essay_to_pdf;

/// An essay carries no language of its own; interviews are held in English.
const LANGUAGE: &str = "en";
/// The program that made the file, where a format asks for it.
const PRODUCER: &str = "Vivavoce";

/// Why an essay did not become a file. Nothing in the essay can cause it.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("the parts of the document could not be packed together")]
    Package(#[from] zip::result::ZipError),
    #[error(
        "the typeface inside this program cannot be read; the program is damaged, install it again"
    )]
    Typeface,
}

/// The essay as Markdown, for editors and for other tools.
#[must_use]
pub fn essay_to_markdown(essay: &Essay) -> String {
    document(essay, |block| match block.kind {
        Kind::Title => format!("# {}", markdown::inert_heading(&block.text)),
        Kind::Subtitle => format!("*{}*", markdown::inert_inside(&block.text)),
        Kind::Heading => format!("## {}", markdown::inert_heading(&block.text)),
        Kind::Quote => format!("> {}", markdown::inert(&block.text)),
        Kind::Body => markdown::inert(&block.text),
    })
}

/// The essay as plain text, one line to a paragraph.
#[must_use]
pub fn essay_to_text(essay: &Essay) -> String {
    document(essay, |block| match block.kind {
        Kind::Title | Kind::Subtitle | Kind::Heading | Kind::Body => block.text.clone(),
        Kind::Quote => format!("    {}", block.text),
    })
}

fn document(essay: &Essay, written: impl Fn(&Block) -> String) -> String {
    let written: Vec<String> = blocks(essay).iter().map(written).collect();
    let mut out = written.join("\n\n");
    out.push('\n');
    out
}
