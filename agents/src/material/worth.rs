//! How much a sentence is worth to a reader: what it says about the matter, how specific it is, how much of the person is in it.

use super::line::Line;
use super::usable::Use;
use super::vocabulary::Vocabulary;

const OPINION: &[&str] = &[
    "i think", "i believe", "i felt", "i feel", "should", "the most", "never", "always", "important", "the hardest", "the best", "the worst", "the biggest", "the only", "what matters", "the key", "the truth", "the point", "have to", "must", "every", "nobody", "no one", "everyone", "everybody", "too many", "you can't", "you have to", "you need", "the real", "better than", "worth", "wrong", "matters",
];
const INSIGHT: &[&str] = &[
    "because", "the reason", "turned out", "i realized", "we realized", "i learned", "we learned", "taught me", "lesson", "the problem", "the challenge", "the difference", "in the end", "instead", "that's why", "which is why", "it's not", "wasn't", "what i", "the trick", "looking back", "i used to", "decided", "changed", "the first time", "surprised", "remarkable", "privilege", "proud", "hope", "afraid", "loved", "hated", "shocked", "devastated", "responsibility", "even though", "trade-off",
];
const STORY: &[&str] = &["i remember", "one day", "one night", "one of the", "that day", "that night", "when i", "when we", "there was a", "there were", "we were", "suddenly", "the next", "for years", "years later", "my first", "the day", "i was born", "i grew up", "i was raised", "i joined", "i started", "i went", "i came", "we built", "we found", "i worked"];
const VAGUE: &[&str] = &["thing", "things", "stuff", "something", "whatever", "somehow", "whatnot", "etc", "et cetera", "and so on", "and so forth", "one of those", "that kind of"];
const HEDGE: &[&str] = &["i guess", "i think", "maybe", "probably", "i suppose", "i believe", "i'm sure", "perhaps", "or so", "or something", "pretty much", "basically", "i assume", "apparently", "kind of", "sort of", "i would say"];

pub(super) fn worth(line: &Line, vocabulary: &Vocabulary) -> f32 {
    let lower = line.text.to_lowercase().replace('’', "'");
    let count = |list: &[&str]| list.iter().filter(|phrase| lower.contains(**phrase)).count();
    let some = |list: &[&str], most: usize| f32::from(u8::try_from(count(list).min(most)).unwrap_or(0));
    let salience: f32 = {
        let mut weights: Vec<f32> = line.stems.iter().map(|stem| vocabulary.weight(*stem)).collect();
        weights.sort_by(|one, other| other.total_cmp(one));
        weights.iter().take(5).sum::<f32>() / 2.5
    };
    let signs = line.signs;
    let mut worth = 0.4 + salience;
    worth += 0.18 * f32::from(signs.names.min(3)) + 0.15 * f32::from(signs.numbers.min(2));
    worth += 0.28 * some(OPINION, 2) + 0.32 * some(INSIGHT, 2) + 0.22 * some(STORY, 2);
    worth += if signs.first_person { 0.18 } else { 0.0 } + if signs.quotes { 0.2 } else { 0.0 };
    worth -= 0.16 * some(VAGUE, 3);
    let hedges = count(HEDGE);
    worth -= if hedges > 1 { 0.25 * some(HEDGE, 4) } else { 0.0 };
    worth -= if signs.second_person { 0.1 } else { 0.0 } + if signs.asks { 0.25 } else { 0.0 };
    worth += length_worth(line.words);
    match line.usable {
        Use::Good => worth,
        Use::Weak => worth - 0.5,
        Use::Skip | Use::Never | Use::Broken => 0.0,
    }
}

/// Sentences of ten to thirty words carry an essay.
fn length_worth(words: usize) -> f32 {
    match words {
        0..=4 => -0.5,
        5..=7 => -0.2,
        8..=9 => 0.0,
        10..=30 => 0.2,
        31..=38 => 0.0,
        _ => -0.4,
    }
}
