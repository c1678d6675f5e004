//! How much a sentence is worth to a reader: what it says about the matter, how specific it is, how much of the person is in it.

use super::line::Line;
use super::usable::Use;
use super::vocabulary::Vocabulary;
use crate::text::cues::Cue;

pub(super) fn worth(line: &Line, vocabulary: &Vocabulary) -> f32 {
    let salience: f32 = {
        let mut weights: Vec<f32> = line
            .stems
            .iter()
            .map(|stem| vocabulary.weight(*stem))
            .collect();
        weights.sort_by(|one, other| other.total_cmp(one));
        weights.iter().take(5).sum::<f32>() / 4.0
    };
    let (signs, cues) = (line.signs, line.cues);
    let mut worth = 0.4 + salience;
    worth += 0.12 * f32::from(signs.names.min(3)) + 0.12 * f32::from(signs.numbers.min(2));
    worth += 0.22 * cues.up_to(Cue::Opinion, 2)
        + 0.26 * cues.up_to(Cue::Insight, 2)
        + 0.22 * cues.up_to(Cue::Story, 2)
        + 0.3 * cues.up_to(Cue::Feeling, 2);
    worth += if signs.first_person { 0.2 } else { 0.0 } + if signs.quotes { 0.2 } else { 0.0 };
    worth -= 0.14 * cues.up_to(Cue::Vague, 3);
    let hedges = cues.count(Cue::Hedge);
    worth -= if hedges > 1 {
        0.12 * f32::from((hedges - 1).min(4))
    } else {
        0.0
    };
    worth -= if signs.second_person { 0.1 } else { 0.0 } + if signs.asks { 0.3 } else { 0.0 };
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
