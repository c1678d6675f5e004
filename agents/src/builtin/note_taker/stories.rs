//! Stories: stretches of a turn in which something happened to someone at some time, and what came of it.

use interview::Story;

use super::trimming::clipped;
use crate::builtin::cues::Cue;
use crate::builtin::heard::{Heard, Line};
use crate::text::clean;
use crate::text::lexicon::Class;
use crate::text::names::{NumberKind, numbers};

/// A stretch shorter than this is a remark.
const STORY_WORDS_MIN: usize = 24;
const STORY_EVENTS_MIN: usize = 3;
const SUMMARY_WORDS_MAX: usize = 50;
const IMPACT_WORDS_MAX: usize = 40;
const STORIES_MAX: usize = 2;

pub(super) fn find(heard: &Heard<'_>) -> Vec<Story> {
    let mut stretches: Vec<(std::ops::Range<usize>, f64)> = Vec::new();
    let mut first = 0;
    while first < heard.lines.len() {
        let mut end = first;
        let mut plain = 0;
        while end < heard.lines.len() && plain < 2 {
            plain = if is_told(heard, &heard.lines[end]) {
                0
            } else {
                plain + 1
            };
            end += 1;
        }
        let last = end - plain;
        if last > first {
            let score = score(heard, first..last);
            if score > 0.0 {
                stretches.push((first..last, score));
            }
        }
        first = end.max(first + 1);
    }
    stretches.sort_by(|one, other| {
        other
            .1
            .total_cmp(&one.1)
            .then(one.0.start.cmp(&other.0.start))
    });
    stretches.truncate(STORIES_MAX);
    stretches.sort_by_key(|(lines, _)| lines.start);
    stretches
        .into_iter()
        .filter_map(|(lines, _)| tell(heard, lines))
        .collect()
}

/// Whether a sentence tells something that happened.
fn is_told(heard: &Heard<'_>, line: &Line<'_>) -> bool {
    let past = line.events > 0
        || heard.tokens_of(line).iter().any(|token| {
            matches!(
                token.lower.as_ref(),
                "was" | "were" | "had" | "did" | "didn't"
            )
        });
    past && !line.cues.has(Cue::Chat) && !line.is_question()
}

fn score(heard: &Heard<'_>, lines: std::ops::Range<usize>) -> f64 {
    let stretch = &heard.lines[lines];
    let words: usize = stretch.iter().map(Line::len).sum();
    let events: usize = stretch.iter().map(|line| line.events).sum();
    if words < STORY_WORDS_MIN || events < STORY_EVENTS_MIN {
        return 0.0;
    }
    let count = |cue: Cue| -> u32 {
        stretch
            .iter()
            .map(|line| u32::from(line.cues.count(cue).min(2)))
            .sum()
    };
    let moments = count(Cue::Moment);
    let years = stretch.iter().any(|line| has_year(heard, line));
    let people = stretch.iter().any(|line| {
        heard.tokens_of(line).iter().any(|token| {
            matches!(token.class, Class::Name) || token.lower == "i" || token.lower == "we"
        })
    });
    let placed = moments > 0 || years;
    let sequence = stretch
        .iter()
        .filter(|line| {
            [" then ", " so ", " and then ", " after "]
                .iter()
                .any(|word| line.words.contains(word))
        })
        .count();
    if !placed && (events < 4 || sequence < 2) || !people {
        return 0.0;
    }
    let density = f64::from(u32::try_from(events).unwrap_or(0))
        / f64::from(u32::try_from(words).unwrap_or(1)).max(1.0);
    if density < if placed { 0.05 } else { 0.07 } {
        return 0.0;
    }
    density * 20.0
        + f64::from(moments.min(4))
        + f64::from(count(Cue::Impact).min(3)) * 0.7
        + f64::from(count(Cue::Verdict).min(2)) * 0.5
}

fn has_year(heard: &Heard<'_>, line: &Line<'_>) -> bool {
    heard
        .tokens_of(line)
        .iter()
        .any(|token| token.class == Class::Number)
        && numbers(heard.text, heard.tokens_of(line))
            .iter()
            .any(|number| number.kind == NumberKind::Year)
}

/// What happened, from the first sentence with a moment in it; and what came of it.
fn tell(heard: &Heard<'_>, lines: std::ops::Range<usize>) -> Option<Story> {
    let stretch = &heard.lines[lines];
    let opening = stretch
        .iter()
        .position(|line| line.len() >= 6 && (line.cues.has(Cue::Moment) || has_year(heard, line)))
        .or_else(|| stretch.iter().position(|line| line.len() >= 6))
        .unwrap_or(0);
    let impact_at = stretch
        .iter()
        .enumerate()
        .skip(opening + 1)
        .rev()
        .find(|(_, line)| {
            (line.cues.has(Cue::Impact) || line.cues.has(Cue::Insight)) && line.len() >= 5
        })
        .or_else(|| stretch.iter().enumerate().skip(opening + 1).next_back())
        .map(|(at, _)| at);
    let mut summary = String::new();
    for line in &stretch[opening..impact_at.unwrap_or(stretch.len())] {
        let sentence = clean::sentence(line.text);
        let so_far = summary.split_whitespace().count();
        if sentence.is_empty() || so_far > 0 && so_far + line.len() > SUMMARY_WORDS_MAX {
            if so_far > 0 {
                break;
            }
            continue;
        }
        if !summary.is_empty() {
            summary.push(' ');
        }
        summary.push_str(&sentence);
    }
    let impact = impact_at
        .map(|at| clean::sentence(stretch[at].text))
        .unwrap_or_default();
    (!summary.is_empty()).then(|| Story {
        summary: clipped(&summary, SUMMARY_WORDS_MAX),
        impact: clipped(&impact, IMPACT_WORDS_MAX),
        turn: heard.turn,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::TurnId;

    #[test]
    fn a_story_has_a_moment_events_and_a_consequence() {
        let heard = Heard::new(
            TurnId(4),
            "Sure. One night the server room flooded and I drove in at three in the morning. We carried \
             the disks up the stairs by hand and dried them with a hair dryer. After that we never kept \
             anything in a basement again.",
        );
        let stories = find(&heard);
        assert_eq!(stories.len(), 1);
        assert!(
            stories[0]
                .summary
                .starts_with("One night the server room flooded")
        );
        assert!(stories[0].impact.starts_with("After that we never kept"));
    }

    #[test]
    fn opinions_are_no_stories() {
        let heard = Heard::new(
            TurnId(4),
            "I think that bees are the best teachers. You have to be patient with them, and you have to \
             listen. Nobody understands that in the beginning, and it is the most important thing.",
        );
        assert!(find(&heard).is_empty());
    }
}
