//! The essay as an EPUB 3 book for e-readers, with a table of contents and an identifier that follows its words.

use std::fmt::Write as _;

use interview::Essay;
use sha2::{Digest as _, Sha256};

use super::blocks::{Block, Kind, blocks};
use super::escape::escaped;
use super::package::Package;
use super::{ExportError, LANGUAGE, PRODUCER};

const CONTAINER: &str = include_str!("epub/container.xml");
const STYLE: &str = include_str!("epub/book.css");
/// EPUB demands a time of the last change. The same essay is the same book, so it is no moment of any clock.
const MODIFIED: &str = "2000-01-01T00:00:00Z";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

pub fn essay_to_epub(essay: &Essay) -> Result<Vec<u8>, ExportError> {
    let blocks = blocks(essay);
    let mut package = Package::new();
    package.add_plain("mimetype", "application/epub+zip")?;
    package.add("META-INF/container.xml", CONTAINER)?;
    package.add("EPUB/package.opf", &description(&blocks))?;
    package.add("EPUB/contents.xhtml", &contents(&blocks))?;
    package.add("EPUB/essay.xhtml", &text(&blocks))?;
    package.add("EPUB/book.css", STYLE)?;
    package.finish()
}

fn description(blocks: &[Block]) -> String {
    format!(
        "{DECLARATION}<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" xml:lang=\"{LANGUAGE}\">\n\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
         <dc:identifier id=\"id\">{}</dc:identifier>\n\
         <dc:title>{}</dc:title>\n\
         <dc:language>{LANGUAGE}</dc:language>\n\
         <meta property=\"dcterms:modified\">{MODIFIED}</meta>\n\
         <meta property=\"schema:accessMode\">textual</meta>\n\
         <meta property=\"schema:accessModeSufficient\">textual</meta>\n\
         <meta property=\"schema:accessibilityFeature\">structuralNavigation</meta>\n\
         <meta property=\"schema:accessibilityFeature\">tableOfContents</meta>\n\
         <meta property=\"schema:accessibilityHazard\">none</meta>\n\
         <meta property=\"schema:accessibilitySummary\">Text only, with headings and a table of contents.</meta>\n\
         <meta name=\"generator\" content=\"{PRODUCER}\"/>\n\
         </metadata>\n\
         <manifest>\n\
         <item id=\"contents\" href=\"contents.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n\
         <item id=\"essay\" href=\"essay.xhtml\" media-type=\"application/xhtml+xml\"/>\n\
         <item id=\"style\" href=\"book.css\" media-type=\"text/css\"/>\n\
         </manifest>\n\
         <spine>\n<itemref idref=\"essay\"/>\n</spine>\n</package>\n",
        identifier(blocks),
        title(blocks)
    )
}

fn contents(blocks: &[Block]) -> String {
    let mut out = page("Contents", "");
    let _ = write!(
        out,
        "<nav epub:type=\"toc\" role=\"doc-toc\">\n<h1>Contents</h1>\n<ol>\n\
         <li><a href=\"essay.xhtml\" dir=\"auto\">{}</a></li>\n",
        title(blocks)
    );
    for (index, heading) in headings(blocks).enumerate() {
        let _ = writeln!(
            out,
            "<li><a href=\"essay.xhtml#part-{}\" dir=\"auto\">{}</a></li>",
            index + 1,
            escaped(&heading.text)
        );
    }
    out.push_str("</ol>\n</nav>\n</body>\n</html>\n");
    out
}

fn text(blocks: &[Block]) -> String {
    let mut out = page(
        &title(blocks),
        "<link rel=\"stylesheet\" type=\"text/css\" href=\"book.css\"/>\n",
    );
    let mut part = 0;
    for block in blocks {
        let words = escaped(&block.text);
        // Writing to a string cannot fail.
        let _ = match block.kind {
            Kind::Title => writeln!(out, "<h1 dir=\"auto\">{words}</h1>"),
            Kind::Subtitle => {
                writeln!(
                    out,
                    "<p class=\"subtitle\" role=\"doc-subtitle\" dir=\"auto\">{words}</p>"
                )
            }
            Kind::Heading => {
                part += 1;
                writeln!(out, "<h2 id=\"part-{part}\" dir=\"auto\">{words}</h2>")
            }
            Kind::Quote => writeln!(out, "<blockquote><p dir=\"auto\">{words}</p></blockquote>"),
            Kind::Body => writeln!(out, "<p dir=\"auto\">{words}</p>"),
        };
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn page(title: &str, head: &str) -> String {
    format!(
        "{DECLARATION}<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"{LANGUAGE}\" xml:lang=\"{LANGUAGE}\">\n\
         <head>\n<title>{title}</title>\n{head}</head>\n<body>\n"
    )
}

fn title(blocks: &[Block]) -> String {
    blocks
        .iter()
        .find(|block| block.kind == Kind::Title)
        .map(|block| escaped(&block.text))
        .unwrap_or_default()
}

fn headings(blocks: &[Block]) -> impl Iterator<Item = &Block> {
    blocks.iter().filter(|block| block.kind == Kind::Heading)
}

/// A UUID made of the words: readers that hold this very essay recognise it.
fn identifier(blocks: &[Block]) -> String {
    let mut hash = Sha256::new();
    for block in blocks {
        hash.update(block.text.as_bytes());
        hash.update(b"\n");
    }
    let hash = hash.finalize();
    let mut hex = String::new();
    for (index, byte) in hash.iter().take(16).enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            hex.push('-');
        }
        // Version 8, the one for identifiers of one's own making, and the variant of RFC 9562.
        let byte = match index {
            6 => byte & 0x0f | 0x80,
            8 => byte & 0x3f | 0x80,
            _ => *byte,
        };
        let _ = write!(hex, "{byte:02x}");
    }
    format!("urn:uuid:{hex}")
}
