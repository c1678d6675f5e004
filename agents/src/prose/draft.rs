//! The draft as a model writes it: Markdown whose sentences name their turns, `Like this one. [turn_3, turn_5]`.

use interview::TurnRef;

use crate::text::sentences;

/// What is read of a model's draft. The longest essay has a tenth of it.
pub const DRAFT_CHARS_MAX: usize = 80_000;
pub const PARAGRAPHS_MAX: usize = 80;
pub const SENTENCES_MAX: usize = 500;
const SENTENCE_CHARS_MAX: usize = 1_200;
const HEADING_CHARS_MAX: usize = 160;
const TURNS_NAMED_MAX: usize = 12;

/// An essay before anything in it has been checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    pub title: Option<String>,
    pub subtitle: Option<String>,
    pub paragraphs: Vec<DraftParagraph>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftParagraph {
    pub heading: Option<String>,
    pub pull_quote: Option<DraftSentence>,
    pub sentences: Vec<DraftSentence>,
}

/// A sentence and the turns that it is said to stand on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftSentence {
    pub text: String,
    pub turns: Vec<TurnRef>,
}

impl Draft {
    /// Reads a draft. Any text is one: what has no marks has no turns.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut reader = Reader::default();
        let text: String = text.chars().take(DRAFT_CHARS_MAX).collect();
        for line in after_preamble(&text).lines().chain(std::iter::once("")) {
            reader.line(line.trim());
        }
        reader.draft
    }

    /// Every sentence in reading order.
    pub fn sentences(&self) -> impl Iterator<Item = &DraftSentence> {
        self.paragraphs
            .iter()
            .flat_map(|paragraph| &paragraph.sentences)
    }

    /// Every sentence in reading order, to be changed.
    pub fn sentences_mut(&mut self) -> impl Iterator<Item = &mut DraftSentence> {
        self.paragraphs
            .iter_mut()
            .flat_map(|paragraph| &mut paragraph.sentences)
    }
}

/// “Here is your essay:” belongs to nobody's essay.
fn after_preamble(text: &str) -> &str {
    const PREAMBLE_BYTES_MAX: usize = 600;
    match text.find("\n# ") {
        Some(at) if at <= PREAMBLE_BYTES_MAX && !text.starts_with("# ") => &text[at + 1..],
        Some(_) | None => text,
    }
}

#[derive(Default)]
struct Reader {
    draft: Draft,
    heading: Option<String>,
    pull_quote: Option<DraftSentence>,
    paragraph: String,
    sentences: usize,
}

impl Reader {
    fn line(&mut self, line: &str) {
        if line.is_empty() || line.starts_with("```") || line.starts_with("---") {
            self.end_paragraph();
        } else if let Some(title) = line.strip_prefix("# ") {
            self.end_paragraph();
            if self.draft.title.is_none() && self.draft.paragraphs.is_empty() {
                self.draft.title = heading(title);
            } else {
                self.heading = heading(title);
            }
        } else if line.starts_with("##") {
            self.end_paragraph();
            self.heading = heading(line.trim_start_matches('#'));
        } else if let Some(quote) = line.strip_prefix('>') {
            self.end_paragraph();
            self.pull_quote = cut(quote).into_iter().next();
        } else if self.is_subtitle(line) {
            self.draft.subtitle = heading(line.trim_matches(['*', '_']));
        } else {
            self.paragraph.push_str(without_bullet(line));
            self.paragraph.push(' ');
        }
    }

    fn is_subtitle(&self, line: &str) -> bool {
        let set_off = |mark: char| line.starts_with(mark) && line.ends_with(mark) && line.len() > 2;
        self.draft.subtitle.is_none()
            && self.draft.title.is_some()
            && self.draft.paragraphs.is_empty()
            && self.paragraph.is_empty()
            && (set_off('*') || set_off('_'))
            && !line.starts_with("**")
    }

    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.paragraph);
        if text.trim().is_empty() || self.draft.paragraphs.len() == PARAGRAPHS_MAX {
            return;
        }
        let mut sentences = cut(&text);
        sentences.truncate(SENTENCES_MAX - self.sentences);
        self.sentences += sentences.len();
        self.draft.paragraphs.push(DraftParagraph {
            heading: self.heading.take(),
            pull_quote: self.pull_quote.take(),
            sentences,
        });
    }
}

fn heading(text: &str) -> Option<String> {
    let (text, _) = unmarked(text);
    let text: String = plain(&text).chars().take(HEADING_CHARS_MAX).collect();
    let text = text.trim().to_owned();
    text.chars().any(char::is_alphanumeric).then_some(text)
}

fn without_bullet(line: &str) -> &str {
    ["- ", "* ", "• "]
        .iter()
        .find_map(|bullet| line.strip_prefix(bullet))
        .unwrap_or(line)
}

/// Cuts a paragraph into sentences. A mark speaks for everything since the mark before it.
fn cut(paragraph: &str) -> Vec<DraftSentence> {
    let mut found = Vec::new();
    let mut rest = paragraph;
    while !rest.trim().is_empty() {
        let (words, turns, after) = up_to_mark(rest);
        for sentence in sentences::sentences(&plain(&words)) {
            let text: String = sentence.chars().take(SENTENCE_CHARS_MAX).collect();
            found.push(DraftSentence {
                text,
                turns: turns.clone(),
            });
        }
        rest = after;
    }
    found
}

/// The words before the next mark with the full stop behind it, the turns it names, and what follows.
fn up_to_mark(text: &str) -> (String, Vec<TurnRef>, &str) {
    let mut from = 0;
    while let Some(open) = text[from..].find('[').map(|at| at + from) {
        let Some(close) = text[open..].find(']').map(|at| at + open) else {
            break;
        };
        let turns = turns_named(&text[open + 1..close]);
        if turns.is_empty() {
            from = close + 1;
            continue;
        }
        let after = &text[close + 1..];
        // `Words [turn_3].`: the full stop stands behind the mark and belongs before it.
        let stop = after.len() - after.trim_start_matches(['.', '!', '?', '”', '"']).len();
        let words = match stop {
            0 => text[..open].to_owned(),
            _ => format!("{}{}", text[..open].trim_end(), &after[..stop]),
        };
        return (words, turns, &after[stop..]);
    }
    (text.to_owned(), Vec::new(), "")
}

fn turns_named(inside: &str) -> Vec<TurnRef> {
    inside
        .split([',', ';', ' '])
        .filter_map(turn_ref)
        .take(TURNS_NAMED_MAX)
        .collect()
}

/// `turn_7`, or `SESSION/turn_7` for an earlier session.
pub(super) fn turn_ref(written: &str) -> Option<TurnRef> {
    serde_json::from_value(serde_json::Value::String(written.trim().to_owned())).ok()
}

/// The words without marks, and the turns of all marks.
fn unmarked(text: &str) -> (String, Vec<TurnRef>) {
    let mut words = String::new();
    let mut turns = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (before, named, after) = up_to_mark(rest);
        words.push_str(&before);
        turns.extend(named);
        rest = after;
    }
    (words, turns)
}

/// Emphasis is a model's habit; an essay has none.
fn plain(text: &str) -> String {
    text.replace("**", "")
        .replace("__", "")
        .replace(['*', '`'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(draft: &Draft) -> Vec<String> {
        draft
            .sentences()
            .map(|sentence| {
                let turns: Vec<String> = sentence.turns.iter().map(ToString::to_string).collect();
                format!("{} <{}>", sentence.text, turns.join(" "))
            })
            .collect()
    }

    #[test]
    fn sentences_name_their_turns_on_either_side_of_the_full_stop() {
        let draft = Draft::read(
            "Sure! Here it is:\n\n# A *Title*\n\n_A line_\n\nWe built it. [turn_2] It fell [turn_4, S1/turn_6]. \
             So what?\n\n## Part two\n> {turn_2: we built it} [turn_2]\n\nNo mark here [laughs].\n",
        );
        assert_eq!(draft.title.as_deref(), Some("A Title"));
        assert_eq!(draft.subtitle.as_deref(), Some("A line"));
        assert_eq!(
            shown(&draft),
            [
                "We built it. <turn_2>",
                "It fell. <turn_4 S1/turn_6>",
                "So what? <>",
                "No mark here [laughs]. <>"
            ]
        );
        let second = &draft.paragraphs[1];
        assert_eq!(second.heading.as_deref(), Some("Part two"));
        assert_eq!(
            second.pull_quote.as_ref().map(|quote| quote.text.as_str()),
            Some("{turn_2: we built it}")
        );
    }

    #[test]
    fn a_draft_has_a_most() {
        let long = "One more sentence. ".repeat(40_000);
        assert_eq!(Draft::read(&long).sentences().count(), SENTENCES_MAX);
        assert_eq!(Draft::read("").paragraphs.len(), 0);
    }
}
