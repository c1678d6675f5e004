//! What each style asks for: how long, how many sentences a paragraph, which sentences are preferred.

use interview::Style;

use crate::material::Line;
use crate::text::cues::Cue;
use crate::voice::Rhythm;

/// The measures of one essay.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) style: Style,
    pub(super) sentences_min: usize,
    pub(super) sentences_max: usize,
    /// How many words the essay should have.
    pub(super) words: usize,
    /// Over how many answers a paragraph may reach.
    pub(super) answers_max: usize,
    /// How many words the person's own sentences have, in the middle.
    pub(super) words_usual: usize,
}

/// Words of the essay for words of the person. Between the points a straight line.
const STANDARD: &[(usize, usize)] = &[
    (0, 0),
    (150, 150),
    (400, 320),
    (1_000, 470),
    (10_000, 1_150),
    (20_000, 1_300),
];
const PUNCHY: &[(usize, usize)] = &[
    (0, 0),
    (150, 130),
    (400, 240),
    (1_000, 360),
    (10_000, 640),
    (20_000, 740),
];
const REFLECTIVE: &[(usize, usize)] = &[
    (0, 0),
    (150, 150),
    (400, 340),
    (1_000, 540),
    (10_000, 1_450),
    (20_000, 1_650),
];

impl Shape {
    pub(super) fn of(style: Style, words_said: usize, rhythm: Rhythm) -> Self {
        let (sentences_min, sentences_max, table, answers_max) = match style {
            Style::Standard => (4, 6, STANDARD, 3),
            Style::Punchy => (1, 3, PUNCHY, 1),
            Style::Reflective => (7, 10, REFLECTIVE, 5),
        };
        Self {
            style,
            sentences_min,
            sentences_max,
            words: between(table, words_said),
            answers_max,
            words_usual: rhythm.words_median,
        }
    }

    /// How much a line suits the style, beyond its worth to any reader.
    pub(super) fn taste(&self, line: &Line) -> f32 {
        // Sentences of the length in which the person thinks sound most like the person.
        let own = if line.words.abs_diff(self.words_usual) * 2 <= self.words_usual {
            0.08
        } else {
            0.0
        };
        own + match self.style {
            Style::Standard => 0.0,
            Style::Punchy => {
                let short = match line.words {
                    0..=4 => -0.3,
                    5..=14 => 0.45,
                    15..=20 => 0.2,
                    21..=28 => -0.1,
                    _ => -0.5,
                };
                let bold = line.cues.has(Cue::Bold) || line.cues.has(Cue::Feeling);
                short + if bold { 0.25 } else { 0.0 }
            }
            Style::Reflective => {
                let inward = line.cues.has(Cue::Inward) || line.cues.has(Cue::Feeling);
                let long = if line.words >= 14 { 0.1 } else { 0.0 };
                long + if inward { 0.3 } else { 0.0 }
            }
        }
    }
}

fn between(table: &[(usize, usize)], said: usize) -> usize {
    let (mut from, mut to) = ((0, 0), (0, 0));
    for point in table {
        (from, to) = (to, *point);
        if said <= point.0 {
            break;
        }
    }
    if said >= to.0 {
        return to.1;
    }
    from.1 + (to.1 - from.1) * (said - from.0) / (to.0 - from.0).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_talks_make_longer_essays_up_to_a_point() {
        assert_eq!(Shape::of(Style::Standard, 60, Rhythm::default()).words, 60);
        assert_eq!(
            Shape::of(Style::Standard, 1_000, Rhythm::default()).words,
            470
        );
        assert_eq!(
            Shape::of(Style::Standard, 10_000, Rhythm::default()).words,
            1_150
        );
        assert_eq!(
            Shape::of(Style::Punchy, 1_000_000, Rhythm::default()).words,
            740
        );
    }
}
