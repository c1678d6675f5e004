//! Puts lines on pages: no heading at the foot of a page, no lonely first or last line of a paragraph.

use super::lines::{LastLine, broken};
use super::look::{BOTTOM, Look, PAGE_HEIGHT, TITLE_DROP, TOP};
use super::typeface::Typefaces;
use crate::essay::blocks::{Block, Kind};

/// A line in its place.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) block: usize,
    pub(super) text: String,
    /// From the page's lower edge to the line's upper one.
    pub(super) top: f32,
}

#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) lines: Vec<Line>,
}

/// A line that has no page yet.
#[derive(Debug)]
struct Loose {
    block: usize,
    text: String,
    leading: f32,
    /// The distance to the line before, when both are on one page.
    before: f32,
    stays_with_next: bool,
}

pub(super) fn lay_out(blocks: &[Block], typefaces: &Typefaces) -> Vec<Page> {
    let loose = loose_lines(blocks, typefaces);
    let mut pages: Vec<Page> = Vec::new();
    let mut from = 0;
    while from < loose.len() {
        let drop = if pages.is_empty() { TITLE_DROP } else { 0.0 };
        let to = page_end(&loose, from, PAGE_HEIGHT - TOP - BOTTOM - drop);
        let mut top = PAGE_HEIGHT - TOP - drop;
        let mut page = Page::default();
        for (index, line) in loose[from..to].iter().enumerate() {
            if index > 0 {
                top -= line.before;
            }
            page.lines.push(Line {
                block: line.block,
                text: line.text.clone(),
                top,
            });
            top -= line.leading;
        }
        pages.push(page);
        from = to;
    }
    pages
}

/// The last place before the page is full at which the text may be cut.
fn page_end(loose: &[Loose], from: usize, height: f32) -> usize {
    let mut used = 0.0;
    let mut full = from;
    for (index, line) in loose.iter().enumerate().skip(from) {
        used += line.leading + if index > from { line.before } else { 0.0 };
        if used > height && index > from {
            break;
        }
        full = index + 1;
    }
    if full == loose.len() {
        return full;
    }
    // A quotation longer than a page has no such place: then the page is simply filled.
    (from + 1..=full)
        .rev()
        .find(|end| !loose[end - 1].stays_with_next)
        .unwrap_or(full)
}

fn loose_lines(blocks: &[Block], typefaces: &Typefaces) -> Vec<Loose> {
    let mut loose: Vec<Loose> = Vec::new();
    let mut after = 0.0_f32;
    for (index, block) in blocks.iter().enumerate() {
        let look = Look::of(block.kind);
        let typeface = typefaces.of(look.cut);
        let last_line = match block.kind {
            Kind::Title | Kind::Subtitle | Kind::Heading | Kind::Quote => LastLine::Balanced,
            Kind::Body => LastLine::Free,
        };
        let text = typeface.readable(&block.text);
        let lines = broken(&text, typeface, look.size, look.measure(), last_line);
        let n = lines.len();
        for (line, text) in lines.into_iter().enumerate() {
            loose.push(Loose {
                block: index,
                text,
                leading: look.leading,
                before: if line == 0 { after + look.before } else { 0.0 },
                stays_with_next: match block.kind {
                    Kind::Title | Kind::Subtitle | Kind::Heading => true,
                    Kind::Quote => line + 1 < n,
                    Kind::Body => line + 1 < n && (line == 0 || line + 2 == n),
                },
            });
        }
        after = look.after;
    }
    loose
}
