//! The essay as a PDF for print and screen: one column of ragged-right text, tagged, with bookmarks and page numbers.

mod embed;
mod lines;
mod look;
mod pages;
mod paint;
mod structure;
mod typeface;

use interview::Essay;
use pdf_writer::{Chunk, Content, Finish as _, Pdf, Rect, Ref, TextStr};
use sha2::{Digest as _, Sha256};

use super::blocks::{Block, Kind, blocks};
use super::escape::escaped;
use super::{ExportError, LANGUAGE, PRODUCER};
use look::{PAGE_HEIGHT, PAGE_WIDTH};
use pages::Page;
use typeface::{Cut, Typefaces};

pub fn essay_to_pdf(essay: &Essay) -> Result<Vec<u8>, ExportError> {
    let mut typefaces = Typefaces::load()?;
    let blocks = blocks(essay);
    let pages = pages::lay_out(&blocks, &typefaces);
    write(&blocks, &pages, &mut typefaces)
}

/// Hands out the numbers of the objects in the file.
#[derive(Debug)]
struct Numbers(Ref);

impl Numbers {
    fn next(&mut self) -> Ref {
        self.0.bump()
    }
}

/// Where a block stands: a stretch of one page's content.
#[derive(Debug, Clone, Copy)]
struct Piece {
    block: usize,
    page: usize,
    /// Counted from 0 on every page.
    mark: i32,
    top: f32,
}

fn write(
    blocks: &[Block],
    pages: &[Page],
    typefaces: &mut Typefaces,
) -> Result<Vec<u8>, ExportError> {
    let mut numbers = Numbers(Ref::new(1));
    let (catalog, tree, metadata, info) = (
        numbers.next(),
        numbers.next(),
        numbers.next(),
        numbers.next(),
    );
    let sheets: Vec<Ref> = pages.iter().map(|_| numbers.next()).collect();
    let fonts = Cut::ALL.map(|cut| (cut, numbers.next()));

    let mut pdf = Pdf::new();
    pdf.set_version(1, 7);
    let mut pieces = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        let content = paint::page(blocks, pages, index, typefaces, &mut pieces);
        write_sheet(
            &mut pdf,
            &mut numbers,
            (index, sheets[index], tree),
            content,
            &fonts,
        );
        debug_assert!(!page.lines.is_empty(), "a page without words");
    }
    pdf.pages(tree)
        .kids(sheets.iter().copied())
        .count(i32::try_from(sheets.len()).unwrap_or(i32::MAX));
    for (cut, id) in fonts {
        embed::write(&mut pdf, &mut numbers, id, typefaces.of(cut))?;
    }
    write_metadata(&mut pdf, metadata, info, blocks);

    let tags = structure::write_tags(&mut pdf, &mut numbers, blocks, &pieces, &sheets);
    let outline = structure::write_outline(&mut pdf, &mut numbers, blocks, &pieces, &sheets);
    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr(LANGUAGE)).metadata(metadata);
    root.viewer_preferences().display_doc_title(true);
    root.mark_info().marked(true);
    if let Some(outline) = outline {
        root.outlines(outline);
    }
    let mut tree = root.struct_tree_root();
    tree.child(tags.document);
    let mut parents = tree.parent_tree();
    let mut parents_of_pages = parents.nums();
    for (page, parents) in (0..).zip(&tags.parents) {
        parents_of_pages.insert(page, *parents);
    }
    parents_of_pages.finish();
    parents.finish();
    tree.finish();
    root.finish();
    Ok(pdf.finish())
}

fn write_sheet(
    pdf: &mut Pdf,
    numbers: &mut Numbers,
    (index, sheet, tree): (usize, Ref, Ref),
    content: Content,
    fonts: &[(Cut, Ref); 3],
) {
    let stream = numbers.next();
    let mut page = pdf.page(sheet);
    page.parent(tree)
        .media_box(Rect::new(0.0, 0.0, PAGE_WIDTH, PAGE_HEIGHT))
        .contents(stream)
        .struct_parents(i32::try_from(index).unwrap_or(i32::MAX))
        .tab_order(pdf_writer::types::TabOrder::StructureOrder);
    let mut resources = page.resources();
    let mut named = resources.fonts();
    for (cut, font) in fonts {
        named.pair(cut.name(), *font);
    }
    named.finish();
    resources.finish();
    page.finish();
    write_stream(pdf, stream, &content.finish());
}

fn write_stream(chunk: &mut Chunk, id: Ref, data: &[u8]) {
    chunk
        .stream(id, &compressed(data))
        .filter(pdf_writer::Filter::FlateDecode);
}

fn compressed(data: &[u8]) -> Vec<u8> {
    const LEVEL: u8 = 6;
    miniz_oxide::deflate::compress_to_vec_zlib(data, LEVEL)
}

fn write_metadata(pdf: &mut Pdf, metadata: Ref, info: Ref, blocks: &[Block]) {
    let title = blocks
        .iter()
        .find(|block| block.kind == Kind::Title)
        .map_or("", |block| block.text.as_str());
    pdf.document_info(info)
        .title(TextStr(title))
        .producer(TextStr(PRODUCER));
    let packet = format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">\
         <dc:format>application/pdf</dc:format>\
         <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{}</rdf:li></rdf:Alt></dc:title>\
         <dc:language><rdf:Bag><rdf:li>{LANGUAGE}</rdf:li></rdf:Bag></dc:language>\
         <pdf:Producer>{PRODUCER}</pdf:Producer>\
         </rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>",
        escaped(title)
    );
    pdf.metadata(metadata, packet.as_bytes());
    // The same words are the same file, wherever and whenever it is made.
    let words: Vec<&str> = blocks.iter().map(|block| block.text.as_str()).collect();
    let id = Sha256::digest(words.join("\n")).to_vec();
    pdf.set_file_id((id.clone(), id));
}
