//! Draws a page: its lines, the bars beside quotations, its number.

use pdf_writer::types::{ArtifactSubtype, ArtifactType};
use pdf_writer::{Content, Finish as _, Name, Str};

use super::Piece;
use super::look::{BAR, BAR_WIDTH, FOLIO_BASELINE, FOLIO_SIZE, LEFT, Look, PAGE_WIDTH, QUIET};
use super::pages::{Line, Page};
use super::structure;
use super::typeface::{Cut, Glyph, Typeface, Typefaces};
use crate::essay::blocks::{Block, Kind};

pub(super) fn page(
    blocks: &[Block],
    pages: &[Page],
    index: usize,
    typefaces: &mut Typefaces,
    pieces: &mut Vec<Piece>,
) -> Content {
    let mut content = Content::new();
    let lines = &pages[index].lines;
    for (mark, lines) in (0..).zip(lines.chunk_by(|one, next| one.block == next.block)) {
        let Some(first) = lines.first() else { continue };
        let kind = blocks[first.block].kind;
        let look = Look::of(kind);
        if kind == Kind::Quote {
            draw_bar(&mut content, lines, &look);
        }
        content
            .begin_marked_content_with_properties(structure::role(kind).to_name())
            .properties()
            .identify(mark);
        let typeface = typefaces.of_mut(look.cut);
        for line in lines {
            let place = (LEFT + look.indent, line.top - look.baseline());
            draw_line(&mut content, typeface, &line.text, place, &look);
        }
        content.end_marked_content();
        pieces.push(Piece {
            block: first.block,
            page: index,
            mark,
            top: first.top,
        });
    }
    // One page alone needs no number.
    if pages.len() > 1 {
        draw_number(&mut content, index + 1, typefaces);
    }
    content
}

fn draw_bar(content: &mut Content, lines: &[Line], look: &Look) {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return;
    };
    let [r, g, b] = BAR;
    let bottom = last.top - look.leading;
    content.begin_marked_content(Name(b"Artifact"));
    content
        .set_fill_rgb(r, g, b)
        .rect(LEFT, bottom, BAR_WIDTH, first.top - bottom)
        .fill_nonzero();
    content.end_marked_content();
}

fn draw_number(content: &mut Content, number: usize, typefaces: &mut Typefaces) {
    let look = Look {
        size: FOLIO_SIZE,
        colour: QUIET,
        ..Look::of(Kind::Body)
    };
    let typeface = typefaces.of_mut(Cut::Regular);
    let text = number.to_string();
    let x = (PAGE_WIDTH - typeface.width(&text, FOLIO_SIZE)) / 2.0;
    content
        .begin_marked_content_with_properties(Name(b"Artifact"))
        .properties()
        .artifact()
        .kind(ArtifactType::Pagination)
        .subtype(ArtifactSubtype::Footer);
    draw_line(content, typeface, &text, (x, FOLIO_BASELINE), &look);
    content.end_marked_content();
}

fn draw_line(
    content: &mut Content,
    typeface: &mut Typeface,
    text: &str,
    (x, y): (f32, f32),
    look: &Look,
) {
    let [r, g, b] = look.colour;
    content.begin_text();
    content.set_fill_rgb(r, g, b);
    content.set_font(look.cut.name(), look.size);
    content.next_line(x, y);
    let glyphs = typeface.shape(text);
    // Marks above letters may be raised; everything else stands on the line.
    let mut done = 0;
    for run in glyphs.chunk_by(|one, next| one.up == next.up) {
        let raised = run.first().is_some_and(|glyph| glyph.up != 0.0);
        if raised {
            content.set_rise(run[0].up * look.size / 1000.0);
        }
        show(content, typeface, text, &glyphs, done..done + run.len());
        if raised {
            content.set_rise(0.0);
        }
        done += run.len();
    }
    content.end_text();
}

fn show(
    content: &mut Content,
    typeface: &mut Typeface,
    text: &str,
    glyphs: &[Glyph],
    run: std::ops::Range<usize>,
) {
    let mut shown = content.show_positioned();
    let mut items = shown.items();
    let mut codes: Vec<u8> = Vec::new();
    // How far the next letter has to be moved to the left of where the font would put it.
    let mut pull = 0.0;
    for index in run {
        let glyph = glyphs[index];
        let number = typeface.draw(glyph.id, meaning(text, glyphs, index));
        if pull - glyph.right != 0.0 {
            if !codes.is_empty() {
                items.show(Str(&codes));
                codes.clear();
            }
            items.adjust(pull - glyph.right);
        }
        codes.extend(number.to_be_bytes());
        pull = typeface.own_width(glyph.id) - glyph.advance + glyph.right;
    }
    if !codes.is_empty() {
        items.show(Str(&codes));
    }
    if pull != 0.0 {
        items.adjust(pull);
    }
    items.finish();
    shown.finish();
}

/// The letters that a glyph stands for; of several glyphs for the same letters the first one speaks.
fn meaning<'a>(text: &'a str, glyphs: &[Glyph], index: usize) -> Option<&'a str> {
    let start = glyphs[index].start;
    if index > 0 && glyphs[index - 1].start == start {
        return None;
    }
    let end = glyphs[index..]
        .iter()
        .map(|glyph| glyph.start)
        .find(|other| *other > start)
        .unwrap_or(text.len());
    text.get(start..end).filter(|letters| !letters.is_empty())
}
