//! Tells readers of the file what is a heading and what a quotation, and where the parts begin.

use pdf_writer::types::StructRole;
use pdf_writer::{Finish as _, Pdf, Ref, TextStr};

use super::look::LEFT;
use super::{Numbers, Piece};
use crate::essay::blocks::{Block, Kind};

pub(super) struct Tags {
    /// The element that holds all others.
    pub(super) document: Ref,
    /// For every page the list of the elements its marked stretches belong to.
    pub(super) parents: Vec<Ref>,
}

pub(super) fn role(kind: Kind) -> StructRole {
    match kind {
        Kind::Title => StructRole::H1,
        Kind::Heading => StructRole::H2,
        Kind::Subtitle | Kind::Quote | Kind::Body => StructRole::P,
    }
}

pub(super) fn write_tags(
    pdf: &mut Pdf,
    numbers: &mut Numbers,
    blocks: &[Block],
    pieces: &[Piece],
    sheets: &[Ref],
) -> Tags {
    let document = numbers.next();
    let mut children = Vec::new();
    let mut elements: Vec<Ref> = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let element = numbers.next();
        elements.push(element);
        // A quotation is a group that holds its paragraph.
        let parent = match block.kind {
            Kind::Quote => {
                let group = numbers.next();
                pdf.struct_element(group)
                    .kind(StructRole::BlockQuote)
                    .parent(document)
                    .child(element);
                children.push(group);
                group
            }
            Kind::Title | Kind::Subtitle | Kind::Heading | Kind::Body => {
                children.push(element);
                document
            }
        };
        let mut written = pdf.struct_element(element);
        written.kind(role(block.kind)).parent(parent);
        let mut marks = written.children();
        for piece in pieces.iter().filter(|piece| piece.block == index) {
            marks
                .marked_content_ref()
                .page(sheets[piece.page])
                .marked_content_id(piece.mark);
        }
        marks.finish();
    }
    let mut root = pdf.struct_element(document);
    root.kind(StructRole::Document);
    let mut list = root.children();
    for child in children {
        list.struct_element(child);
    }
    list.finish();
    root.finish();
    let parents = (0..sheets.len())
        .map(|page| {
            let list = numbers.next();
            let of_page = pieces.iter().filter(|piece| piece.page == page);
            pdf.indirect(list)
                .array()
                .items(of_page.map(|piece| elements[piece.block]));
            list
        })
        .collect();
    Tags { document, parents }
}

/// Bookmarks: one for each part. An essay without parts has none.
pub(super) fn write_outline(
    pdf: &mut Pdf,
    numbers: &mut Numbers,
    blocks: &[Block],
    pieces: &[Piece],
    sheets: &[Ref],
) -> Option<Ref> {
    let mut parts: Vec<(Ref, &Block, &Piece)> = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        if block.kind == Kind::Heading
            && let Some(piece) = pieces.iter().find(|piece| piece.block == index)
        {
            parts.push((numbers.next(), block, piece));
        }
    }
    let (first, last) = (parts.first()?.0, parts.last()?.0);
    let outline = numbers.next();
    pdf.outline(outline)
        .first(first)
        .last(last)
        .count(i32::try_from(parts.len()).unwrap_or(i32::MAX));
    for (index, (id, block, piece)) in parts.iter().enumerate() {
        let mut item = pdf.outline_item(*id);
        item.title(TextStr(&block.text)).parent(outline);
        if let Some((before, _, _)) = index.checked_sub(1).and_then(|at| parts.get(at)) {
            item.prev(*before);
        }
        if let Some((next, _, _)) = parts.get(index + 1) {
            item.next(*next);
        }
        item.dest()
            .page(sheets[piece.page])
            .xyz(LEFT, piece.top, None);
    }
    Some(outline)
}
