//! The writer's style guide, as far as a writer that invents nothing can follow it.

use interview::{Essay, Grade, Style};

use super::shape::Shape;
use crate::style_guide::{StyleGuide, Taste};
use crate::text::clean;
use crate::text::lexicon::Class;
use crate::text::tokens::tokens;

/// Paragraphs as long as the editor leaves them. Punchy and reflective essays keep the length that makes them so.
pub(super) fn measure(shape: &mut Shape, guide: &StyleGuide) {
    if shape.style == Style::Standard && guide.paragraph_sentences > 0 {
        let usual = usize::try_from(guide.paragraph_sentences)
            .unwrap_or(4)
            .clamp(2, 8);
        shape.sentences_min = usual - 1;
        shape.sentences_max = usual + 1;
    }
}

/// Leaves out what the editor would strike.
pub(super) fn strike(essay: &mut Essay, guide: &StyleGuide) {
    for paragraph in &mut essay.paragraphs {
        if guide.headings == Taste::Dropped {
            paragraph.heading = None;
        }
        if guide.pull_quotes == Taste::Dropped {
            paragraph.pull_quote = None;
        }
        for sentence in &mut paragraph.sentences {
            if let Some(shorter) = without(&sentence.text, &guide.struck) {
                sentence.text = shorter;
                if sentence.grade == Grade::Quoted {
                    sentence.grade = Grade::Paraphrased;
                }
            }
        }
    }
}

/// The sentence without struck words that it can do without; none if it has none. Quotations are left as they are.
fn without(sentence: &str, struck: &[String]) -> Option<String> {
    if struck.is_empty() || sentence.contains(['“', '"']) {
        return None;
    }
    let found = tokens(sentence);
    let mut shorter = String::with_capacity(sentence.len());
    let mut from = 0;
    for token in &found {
        // A noun or a verb cannot be taken out of a sentence by rule.
        let light = matches!(token.class, Class::Adverb | Class::Interjection);
        if light && struck.iter().any(|word| *word == token.lower) {
            shorter.push_str(&sentence[from..token.at]);
            let rest = &sentence[token.end()..];
            from = token.end() + (rest.len() - rest.trim_start_matches([',', ' ']).len());
        }
    }
    if from == 0 || found.len() < 4 {
        return None;
    }
    shorter.push_str(&sentence[from..]);
    Some(clean::capitalise(shorter.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_words_go_and_the_rest_stays() {
        let struck = ["actually".to_owned(), "boat".to_owned()];
        assert_eq!(
            without("Actually, we actually built the boat.", &struck).as_deref(),
            Some("We built the boat.")
        );
        assert_eq!(without("We built the boat.", &struck), None);
        assert_eq!(without("He said, “I actually did.”", &struck), None);
    }
}
