//! Essays as documents of office programs, e-readers and printers: whole, well-formed, the same every time.

use std::collections::BTreeSet;
use std::io::{Cursor, Read as _};

use documents::{essay_to_docx, essay_to_epub, essay_to_pdf};
use interview::{Essay, Grade, Paragraph};
use roxmltree::{Document, Node};

use crate::essays::{PAYLOADS, essay, essay_of, sentence};

/// The three cuts of the typeface hold 760 KB; a short essay carries only the letters that it uses.
const SHORT_PDF_BYTES_MAX: usize = 60_000;
const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/// The parts of a packed document, in their order.
fn parts(packed: Vec<u8>) -> Vec<(String, String)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(packed)).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut file = archive.by_index(index).unwrap();
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            (file.name().to_owned(), text)
        })
        .collect()
}

fn part<'p>(parts: &'p [(String, String)], name: &str) -> &'p str {
    &parts.iter().find(|(it, _)| it == name).unwrap().1
}

/// A part as an XML reader sees it; one that is not well-formed stops the test.
fn parsed(text: &str) -> Document<'_> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    Document::parse_with_options(text, options).unwrap()
}

fn words_in(node: Node<'_, '_>) -> String {
    node.descendants()
        .filter_map(|inner| inner.is_text().then(|| inner.text()).flatten())
        .collect()
}

/// The paragraphs of a Word document as `Style: words`.
fn paragraphs(docx: Vec<u8>) -> Vec<String> {
    let parts = parts(docx);
    let document = parsed(part(&parts, "word/document.xml"));
    let paragraphs = document
        .descendants()
        .filter(|node| node.has_tag_name((WORD, "p")));
    paragraphs
        .map(|paragraph| {
            let style = paragraph
                .descendants()
                .find(|node| node.has_tag_name((WORD, "pStyle")))
                .and_then(|node| node.attribute((WORD, "val")))
                .unwrap_or("Normal");
            format!("{style}: {}", words_in(paragraph))
        })
        .collect()
}

/// The blocks of a book's text as `element: words`.
fn blocks(epub: Vec<u8>) -> Vec<String> {
    let parts = parts(epub);
    let page = parsed(part(&parts, "EPUB/essay.xhtml"));
    let body = page
        .descendants()
        .find(|node| node.tag_name().name() == "body")
        .unwrap();
    body.children()
        .filter(Node::is_element)
        .map(|node| format!("{}: {}", node.tag_name().name(), words_in(node).trim()))
        .collect()
}

/// The words of a PDF in reading order, without the numbers of its pages, and how many pages there are.
fn read_pdf(pdf: &[u8]) -> (String, usize) {
    let document = lopdf::Document::load_mem(pdf).unwrap();
    let numbers: Vec<u32> = document.get_pages().into_keys().collect();
    let mut words = Vec::new();
    for number in &numbers {
        let text = document.extract_text(&[*number]).unwrap();
        let mut page: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if numbers.len() > 1 && page.last() == Some(&number.to_string()) {
            page.pop();
        }
        words.extend(page);
    }
    (words.join(" "), numbers.len())
}

fn empty_essay() -> Essay {
    Essay {
        title: " ".to_owned(),
        subtitle: None,
        paragraphs: Vec::new(),
        unsupported: Vec::new(),
        ..essay()
    }
}

/// Some forty pages: 300 paragraphs, each with a heading, of sentences that all differ.
fn long_essay() -> Essay {
    let paragraph = |n: u32| {
        Paragraph {
        heading: Some(format!("Part {n}")),
        pull_quote: None,
        sentences: (1..=6)
            .map(|m| {
                let text = format!(
                    "Sentence {m} of part {n} goes on until the line is full and then a little further."
                );
                sentence(&text, Grade::Quoted, &[(n, 0)])
            })
            .collect(),
    }
    };
    Essay {
        paragraphs: (1..=300).map(paragraph).collect(),
        ..essay()
    }
}

#[test]
fn a_word_document_has_real_styles_and_properties() {
    let docx = essay_to_docx(&essay()).unwrap();
    let parts = parts(docx.clone());
    assert_eq!(parts[0].0, "[Content_Types].xml");
    insta::assert_snapshot!("essay_docx_document", part(&parts, "word/document.xml"));
    insta::assert_snapshot!("essay_docx_properties", part(&parts, "docProps/core.xml"));
    assert_eq!(
        paragraphs(docx),
        [
            "Title: The lost list",
            "Subtitle: What nobody wrote down",
            "Normal: “Nobody had a list,” I said. It took a week. 1990 was cold.",
            "Heading1: After the fire",
            "Quote: We made one.",
            "Normal: - R&D was <b>not</b> amused.",
        ]
    );
}

#[test]
fn every_style_and_part_that_a_word_document_names_is_in_it() {
    let parts = parts(essay_to_docx(&essay()).unwrap());
    let values = |name: &str, tag: &str, attribute: &str| -> BTreeSet<String> {
        let document = parsed(part(&parts, name));
        let found = document
            .descendants()
            .filter(|node| node.tag_name().name() == tag)
            .flat_map(|node| node.attributes())
            .filter(|it| it.name() == attribute)
            .map(|it| it.value().to_owned());
        found.collect()
    };
    let styles = values("word/styles.xml", "style", "styleId");
    for name in ["word/document.xml", "word/footer.xml"] {
        let used = values(name, "pStyle", "val");
        assert!(used.is_subset(&styles), "{name} uses {used:?}");
    }
    let names: BTreeSet<String> = parts.iter().map(|(name, _)| format!("/{name}")).collect();
    let declared = values("[Content_Types].xml", "Override", "PartName");
    assert!(declared.is_subset(&names), "{declared:?}");
    for target in values("word/_rels/document.xml.rels", "Relationship", "Target") {
        assert!(names.contains(&format!("/word/{target}")), "{target}");
    }
    for target in values("_rels/.rels", "Relationship", "Target") {
        assert!(names.contains(&format!("/{target}")), "{target}");
    }
}

#[test]
fn a_book_says_what_it_is_first_and_lists_its_parts() {
    let packed = essay_to_epub(&essay()).unwrap();
    // Readers look for these words at this very place.
    assert_eq!(&packed[30..58], b"mimetypeapplication/epub+zip");
    let parts = parts(packed.clone());
    insta::assert_snapshot!("essay_epub_package", part(&parts, "EPUB/package.opf"));
    insta::assert_snapshot!("essay_epub_contents", part(&parts, "EPUB/contents.xhtml"));
    insta::assert_snapshot!("essay_epub_text", part(&parts, "EPUB/essay.xhtml"));
    let package = parsed(part(&parts, "EPUB/package.opf"));
    for item in package
        .descendants()
        .filter(|node| node.has_tag_name("item"))
    {
        let file = item.attribute("href").unwrap();
        assert!(
            parts
                .iter()
                .any(|(name, _)| *name == format!("EPUB/{file}")),
            "{file}"
        );
    }
    assert_eq!(
        blocks(packed),
        [
            "h1: The lost list",
            "p: What nobody wrote down",
            "p: “Nobody had a list,” I said. It took a week. 1990 was cold.",
            "h2: After the fire",
            "blockquote: We made one.",
            "p: - R&D was <b>not</b> amused.",
        ]
    );
}

#[test]
fn the_contents_of_a_book_lead_to_headings_that_are_there() {
    let parts = parts(essay_to_epub(&long_essay()).unwrap());
    let page = parsed(part(&parts, "EPUB/essay.xhtml"));
    let places: BTreeSet<&str> = page
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    let contents = parsed(part(&parts, "EPUB/contents.xhtml"));
    let links: Vec<&str> = contents
        .descendants()
        .filter_map(|node| node.attribute("href"))
        .filter_map(|target| target.strip_prefix("essay.xhtml#"))
        .collect();
    assert_eq!(links.len(), 300);
    assert!(links.iter().all(|link| places.contains(link)));
}

#[test]
fn the_same_essay_is_the_same_file_and_another_essay_another_one() {
    let (one, other) = (essay(), essay_of("Something else."));
    for write in [essay_to_docx, essay_to_epub, essay_to_pdf] {
        assert_eq!(write(&one).unwrap(), write(&one).unwrap());
        assert_ne!(write(&one).unwrap(), write(&other).unwrap());
    }
}

#[test]
fn a_pdf_gives_its_words_back_in_order() {
    let pdf = essay_to_pdf(&essay()).unwrap();
    assert!(pdf.len() < SHORT_PDF_BYTES_MAX, "{} bytes", pdf.len());
    let (words, n_pages) = read_pdf(&pdf);
    assert_eq!(n_pages, 1);
    assert_eq!(
        words,
        "The lost list What nobody wrote down “Nobody had a list,” I said. It took a week. 1990 was cold. \
         After the fire We made one. - R&D was <b>not</b> amused."
    );
}

#[test]
fn quotation_marks_dashes_and_accents_survive_in_every_document() {
    let words = "“Ça va?” – she said — ‘naïve’, Łódź, Åse’s €5… ½ of R&D <5%";
    let said = essay_of(words);
    let docx = paragraphs(essay_to_docx(&said).unwrap());
    assert_eq!(docx[0], format!("Title: {words}"));
    assert_eq!(docx.last().unwrap(), &format!("Normal: {words} {words}"));
    let epub = blocks(essay_to_epub(&said).unwrap());
    assert_eq!(epub[0], format!("h1: {words}"));
    assert_eq!(epub.last().unwrap(), &format!("p: {words} {words}"));
    let (pdf, _) = read_pdf(&essay_to_pdf(&said).unwrap());
    assert_eq!(pdf, [words; 6].join(" "));
}

#[test]
fn an_essay_without_words_is_still_a_document() {
    let empty = empty_essay();
    assert_eq!(
        paragraphs(essay_to_docx(&empty).unwrap()),
        ["Title: Untitled"]
    );
    assert_eq!(blocks(essay_to_epub(&empty).unwrap()), ["h1: Untitled"]);
    assert_eq!(
        read_pdf(&essay_to_pdf(&empty).unwrap()),
        ("Untitled".to_owned(), 1)
    );
}

#[test]
fn a_long_essay_keeps_every_word_over_many_pages() {
    let long = long_essay();
    let expected: Vec<String> = long
        .paragraphs
        .iter()
        .flat_map(|paragraph| {
            let heading = paragraph.heading.iter().cloned();
            heading.chain(paragraph.sentences.iter().map(|it| it.text.clone()))
        })
        .collect();
    let (pdf, n_pages) = read_pdf(&essay_to_pdf(&long).unwrap());
    assert!(n_pages > 20, "{n_pages} pages");
    assert!(pdf.ends_with(&expected.join(" ")));
    assert_eq!(paragraphs(essay_to_docx(&long).unwrap()).len(), 602);
    assert_eq!(blocks(essay_to_epub(&long).unwrap()).len(), 602);
}

#[test]
fn no_words_break_a_document() {
    let long = "a".repeat(5_000);
    let strange = [
        "你好 мир κόσμος 🙂👩‍👩‍👧 e\u{301} שלום",
        "\u{0}\u{FFFF}",
        "]]>",
        &long,
    ];
    for words in PAYLOADS.iter().copied().chain(strange) {
        let essay = essay_of(words);
        let packed = parts(essay_to_docx(&essay).unwrap())
            .into_iter()
            .chain(parts(essay_to_epub(&essay).unwrap()));
        for (name, text) in packed {
            let is_xml = ["xml", "rels", "opf"].iter().any(|end| name.ends_with(end))
                || name.ends_with("xhtml");
            if is_xml {
                let scripts = parsed(&text)
                    .descendants()
                    .filter(|node| node.tag_name().name() == "script")
                    .count();
                assert_eq!(scripts, 0, "{name} of {words:?}");
            }
        }
        let (_, n_pages) = read_pdf(&essay_to_pdf(&essay).unwrap());
        assert!(n_pages > 0, "{words:?}");
    }
}
