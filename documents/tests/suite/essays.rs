//! Essays as files: as they look, and that nothing in the words is ever obeyed.

use documents::{essay_to_html, essay_to_markdown, essay_to_text};
use interview::{
    Essay, Grade, Paragraph, Quotations, Sentence, SessionId, Source, Style, TurnId, TurnRef,
};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};

pub(crate) fn sentence(text: &str, grade: Grade, sources: &[(u32, u64)]) -> Sentence {
    let sources = sources.iter().map(|(turn, start_ms)| Source {
        turn: TurnRef::from(TurnId(*turn)),
        start_ms: *start_ms,
    });
    Sentence {
        text: text.to_owned(),
        grade,
        sources: sources.collect(),
    }
}

pub(crate) fn essay() -> Essay {
    let mut earlier = sentence(
        "It took a week.",
        Grade::Paraphrased,
        &[(3, 12_000), (4, 75_500)],
    );
    earlier.sources[0].turn.session = Some(SessionId::new("s_1"));
    Essay {
        style: Style::Standard,
        title: "The lost list".to_owned(),
        subtitle: Some("What nobody wrote down".to_owned()),
        paragraphs: vec![
            Paragraph {
                heading: None,
                pull_quote: None,
                sentences: vec![
                    sentence("“Nobody had a list,” I said.", Grade::Quoted, &[(2, 2_100)]),
                    earlier,
                    sentence("1990 was cold.", Grade::Bridging, &[]),
                ],
            },
            Paragraph {
                heading: Some("After the fire".to_owned()),
                pull_quote: Some(sentence("We made one.", Grade::Quoted, &[(2, 9_000)])),
                sentences: vec![
                    sentence(
                        "- R&D was <b>not</b> amused.",
                        Grade::Quoted,
                        &[(6, 46_000)],
                    ),
                    sentence("  ", Grade::Bridging, &[]),
                ],
            },
        ],
        unsupported: vec!["1990 was cold.".to_owned()],
        quotations: Quotations::default(),
    }
}

/// An essay that consists of the same words everywhere.
pub(crate) fn essay_of(words: &str) -> Essay {
    let said = sentence(words, Grade::Quoted, &[(1, 0)]);
    Essay {
        title: words.to_owned(),
        subtitle: Some(words.to_owned()),
        paragraphs: vec![Paragraph {
            heading: Some(words.to_owned()),
            pull_quote: Some(said.clone()),
            sentences: vec![said.clone(), said],
        }],
        ..essay()
    }
}

#[test]
fn every_form_of_an_essay_is_as_people_expect_it() {
    let essay = essay();
    insta::assert_snapshot!("essay_md", essay_to_markdown(&essay));
    insta::assert_snapshot!("essay_txt", essay_to_text(&essay));
    insta::assert_snapshot!("essay_html", essay_to_html(&essay));
}

pub(crate) const PAYLOADS: &[&str] = &[
    "<script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "</title><svg/onload=alert(1)>",
    "<!-- --><iframe srcdoc=x>",
    "]]><a href=javascript:alert(1)>x</a>",
    "&lt;b&gt; &#60;script&#62;",
    "\u{202e}txet\u{0}\u{8}",
    "[x](javascript:alert(1)) ![y](http://example.org/z.png)",
    "<https://example.org> `code` ~~gone~~ **loud** __loud__ _soft_ *soft*",
    "# heading",
    "C #",
    "C ##",
    "- item",
    "* item",
    "+ item",
    "1. item",
    "1990) item",
    "> quote",
    "---",
    "===",
    "***",
    "    code",
    "```\ncode",
    "~~~",
    "a  \nb",
    "a\\\nb",
    "| a | b |\n|---|---|",
    "[^1]: note",
    "[x]: http://example.org",
    ": term",
    "\\",
    "\t- x",
];

/// The page without what we wrote ourselves has no mark-up left.
fn check_html(words: &str) {
    let page = essay_to_html(&essay_of(words));
    let empty = essay_to_html(&essay_of("x"));
    for mark in ["<", ">", "\"", "'"] {
        assert_eq!(
            page.matches(mark).count(),
            empty.matches(mark).count(),
            "{mark} in {words:?}\n{page}"
        );
    }
}

#[test]
fn nothing_in_the_words_becomes_html() {
    for payload in PAYLOADS {
        check_html(&format!("x {payload}"));
    }
}

/// Our own blocks, and the words in them; anything else that Markdown sees in them is a failure.
fn check_markdown(words: &str) {
    let written = essay_to_markdown(&essay_of(words));
    let line: Vec<&str> = words.split_whitespace().collect();
    let line = line.join(" ");
    let mut texts = vec![String::new()];
    for event in Parser::new_ext(&written, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
        if let Event::Text(text) = &event {
            texts.last_mut().unwrap().push_str(text);
            continue;
        }
        let opens = matches!(
            &event,
            Event::Start(Tag::Heading { .. } | Tag::Paragraph | Tag::BlockQuote(None))
        );
        if opens {
            texts.push(String::new());
        }
        let ours = opens || matches!(&event, Event::Start(Tag::Emphasis) | Event::End(_));
        assert!(ours, "{event:?} from {words:?}\n{written}");
    }
    texts.retain(|text| !text.is_empty());
    let expected = [&line, &line, &line, &line, &format!("{line} {line}")];
    assert_eq!(texts.iter().collect::<Vec<_>>(), expected, "{written}");
}

#[test]
fn nothing_in_the_words_becomes_markdown() {
    for payload in PAYLOADS {
        check_markdown(&payload.replace(['\0', '\u{8}'], ""));
        check_markdown(&format!("x {payload}").replace(['\0', '\u{8}'], ""));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_words_stay_words(words in "[ -~\\n]{0,30}[a-z][ -~]{0,30}") {
        check_html(&words);
        check_markdown(&words);
    }
}
