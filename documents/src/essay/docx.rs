//! The essay as a Word document with real styles, so that whoever edits it changes a look in one place.

use std::fmt::Write as _;

use interview::Essay;

use super::blocks::{Block, Kind, blocks, title};
use super::escape::escaped;
use super::package::Package;
use super::{ExportError, LANGUAGE, PRODUCER};

const CONTENT_TYPES: &str = include_str!("docx/content_types.xml");
const PACKAGE_LINKS: &str = include_str!("docx/package_links.xml");
const DOCUMENT_LINKS: &str = include_str!("docx/document_links.xml");
const STYLES: &str = include_str!("docx/styles.xml");
const SETTINGS: &str = include_str!("docx/settings.xml");
const FOOTER: &str = include_str!("docx/footer.xml");
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
/// A4 with margins that leave lines of about seventy letters; all in twentieths of a point.
const PAGE: &str = "<w:sectPr><w:footerReference w:type=\"default\" r:id=\"footer\"/>\
     <w:pgSz w:w=\"11906\" w:h=\"16838\"/>\
     <w:pgMar w:top=\"1701\" w:right=\"2041\" w:bottom=\"1701\" w:left=\"2041\" w:header=\"709\" w:footer=\"851\" w:gutter=\"0\"/>\
     </w:sectPr>";

pub fn essay_to_docx(essay: &Essay) -> Result<Vec<u8>, ExportError> {
    let mut package = Package::new();
    package.add("[Content_Types].xml", CONTENT_TYPES)?;
    package.add("_rels/.rels", PACKAGE_LINKS)?;
    package.add("docProps/core.xml", &properties(essay))?;
    package.add("word/document.xml", &document(&blocks(essay)))?;
    package.add("word/_rels/document.xml.rels", DOCUMENT_LINKS)?;
    package.add("word/styles.xml", &STYLES.replace("LANGUAGE", LANGUAGE))?;
    package.add("word/settings.xml", SETTINGS)?;
    package.add("word/footer.xml", FOOTER)?;
    package.finish()
}

fn properties(essay: &Essay) -> String {
    format!(
        "{DECLARATION}<cp:coreProperties \
         xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\
         <dc:title>{}</dc:title><dc:language>{LANGUAGE}</dc:language>\
         <cp:lastModifiedBy>{PRODUCER}</cp:lastModifiedBy></cp:coreProperties>\n",
        escaped(&title(essay))
    )
}

fn document(blocks: &[Block]) -> String {
    let mut out = format!(
        "{DECLARATION}<w:document \
         xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
         xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><w:body>\n"
    );
    for block in blocks {
        let style = match block.kind {
            Kind::Title => "<w:pStyle w:val=\"Title\"/>",
            Kind::Subtitle => "<w:pStyle w:val=\"Subtitle\"/>",
            Kind::Heading => "<w:pStyle w:val=\"Heading1\"/>",
            Kind::Quote => "<w:pStyle w:val=\"Quote\"/>",
            Kind::Body => "",
        };
        let (paragraph, run) = if runs_leftwards(&block.text) {
            ("<w:bidi/>", "<w:rPr><w:rtl/></w:rPr>")
        } else {
            ("", "")
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<w:p><w:pPr>{style}{paragraph}</w:pPr><w:r>{run}<w:t xml:space=\"preserve\">{}</w:t></w:r></w:p>",
            escaped(&block.text)
        );
    }
    out.push_str(PAGE);
    out.push_str("</w:body></w:document>\n");
    out
}

/// The first letter decides: Hebrew, Arabic and their neighbours are written from right to left.
fn runs_leftwards(text: &str) -> bool {
    text.chars()
        .find(|c| c.is_alphabetic())
        .is_some_and(|c| matches!(c, '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'))
}
