//! Times: how they are written in transcripts, and what stands in where they are missing.

use interview::{speaking_ms, words};

use super::{ImportedTurn, TimedTurn};

/// A later time than this is a misread number, not an interview.
const LATEST_MS: u64 = 1_000 * 3_600 * 1_000;

/// Reads `HH:MM:SS`, `MM:SS`, either with `.mmm` or `,mmm`, or `12.5` seconds.
pub(crate) fn parse(written: &str) -> Option<u64> {
    let written = written.trim();
    if !written.contains(':') {
        return seconds(written.trim_end_matches('s').parse().ok()?);
    }
    let (written, fraction) = written.split_once(['.', ',']).unwrap_or((written, ""));
    let mut parts = written.rsplit(':');
    let (second, minute) = (number(parts.next()?)?, number(parts.next()?)?);
    let hour = parts.next().map_or(Some(0), number)?;
    if parts.next().is_some() || second > 59 || (minute > 59 && hour > 0) {
        return None;
    }
    let ms = (hour * 3_600 + minute * 60 + second) * 1_000 + thousandths(fraction)?;
    (ms <= LATEST_MS).then_some(ms)
}

fn number(digits: &str) -> Option<u64> {
    let plausible = (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    plausible.then(|| digits.parse().ok()).flatten()
}

fn thousandths(digits: &str) -> Option<u64> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let padded = digits.bytes().chain(*b"000").take(3);
    Some(padded.fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0')))
}

/// Seconds as a number, in milliseconds.
pub(crate) fn seconds(value: f64) -> Option<u64> {
    // Positive and below the bound, so that the cast can neither wrap nor cut anything but the fraction.
    let ms = (value * 1_000.0).round();
    (ms >= 0.0 && ms <= LATEST_MS as f64).then_some(ms as u64)
}

/// Gives every turn its times: each ends before the next begins, and none goes back.
pub(super) fn fill(turns: Vec<ImportedTurn>) -> Vec<TimedTurn> {
    let given: Vec<Option<u64>> = turns.iter().map(|turn| turn.start_ms).collect();
    let anchors = agreeing(&given);
    let lengths: Vec<u64> = turns.iter().map(length).collect();
    let starts = starts(&anchors, &lengths);
    turns
        .into_iter()
        .enumerate()
        .map(|(index, turn)| {
            let start_ms = starts[index];
            // A given end belongs to a given start; without it, it says nothing.
            let known = turn
                .end_ms
                .filter(|end_ms| anchors[index].is_some() && *end_ms > start_ms);
            let end_ms = known.unwrap_or(start_ms.saturating_add(lengths[index]));
            let next_ms = starts.get(index + 1).copied().unwrap_or(u64::MAX);
            TimedTurn {
                speaker: turn.speaker,
                text: turn.text,
                start_ms,
                end_ms: end_ms.min(next_ms),
            }
        })
        .collect()
}

fn length(turn: &ImportedTurn) -> u64 {
    let given = match (turn.start_ms, turn.end_ms) {
        (Some(start), Some(end)) if end > start => Some(end - start),
        (Some(_) | None, Some(_) | None) => None,
    };
    given.unwrap_or_else(|| speaking_ms(words::count(&turn.text).max(1)))
}

/// Keeps the longest series of given times that never goes back. One mistyped hour in the middle is then
/// dropped, where “never earlier than the one before” would have moved every later turn behind it.
fn agreeing(given: &[Option<u64>]) -> Vec<Option<u64>> {
    // Patience sorting: `tails[k]` is the turn that ends the best series of k + 1 times.
    let mut tails: Vec<(u64, usize)> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; given.len()];
    for (index, time) in given.iter().enumerate() {
        let Some(time) = *time else { continue };
        let place = tails.partition_point(|(tail, _)| *tail <= time);
        before[index] = place.checked_sub(1).map(|previous| tails[previous].1);
        match tails.get_mut(place) {
            Some(tail) => *tail = (time, index),
            None => tails.push((time, index)),
        }
    }
    let mut kept = vec![None; given.len()];
    let mut at = tails.last().map(|(_, index)| *index);
    while let Some(index) = at {
        kept[index] = given[index];
        at = before[index];
    }
    kept
}

/// When each turn begins: at its given time, or in proportion to the words said since the last one.
fn starts(anchors: &[Option<u64>], lengths: &[u64]) -> Vec<u64> {
    let mut starts = Vec::with_capacity(anchors.len());
    let mut index = 0;
    while index < anchors.len() {
        let next = (index + 1..anchors.len()).find(|later| anchors[*later].is_some());
        let run = &lengths[index..next.unwrap_or(anchors.len())];
        let spoken = run.iter().fold(0_u64, |sum, ms| sum.saturating_add(*ms));
        let from = anchors[index].unwrap_or(0);
        let room = next.and_then(|next| anchors[next]).map(|to| to - from);
        let mut passed = 0_u64;
        for ms in run {
            let offset = match room {
                // Too many words for the time between two given times: all of them are spoken faster.
                Some(room) if room < spoken => scaled(passed, room, spoken),
                Some(_) | None => passed,
            };
            starts.push(from.saturating_add(offset));
            passed = passed.saturating_add(*ms);
        }
        index = next.unwrap_or(anchors.len());
    }
    starts
}

fn scaled(passed: u64, room: u64, spoken: u64) -> u64 {
    let share = u128::from(passed) * u128::from(room) / u128::from(spoken.max(1));
    u64::try_from(share).unwrap_or(room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::Speaker;

    #[test]
    fn written_times_are_read() {
        let table = [
            ("00:00:01", Some(1_000)),
            ("01:02:03", Some(3_723_000)),
            ("1:02", Some(62_000)),
            ("75:00", Some(4_500_000)),
            ("00:01.250", Some(1_250)),
            ("00:00:01,5", Some(1_500)),
            ("00:00:01.123456", Some(1_123)),
            ("12.5", Some(12_500)),
            ("12s", Some(12_000)),
            ("", None),
            ("soon", None),
            ("1:99", None),
            ("1:2:3:4", None),
            ("-1:00", None),
            ("-1", None),
            ("NaN", None),
            ("1e300", None),
            ("9999:00:00", None),
        ];
        for (written, ms) in table {
            assert_eq!(parse(written), ms, "{written:?}");
        }
    }

    fn filled(turns: &[(usize, Option<u64>, Option<u64>)]) -> Vec<(u64, u64)> {
        let turns = turns
            .iter()
            .map(|(n_words, start_ms, end_ms)| ImportedTurn {
                speaker: Speaker::Candidate,
                text: "word ".repeat(*n_words),
                start_ms: *start_ms,
                end_ms: *end_ms,
            });
        fill(turns.collect())
            .iter()
            .map(|turn| (turn.start_ms, turn.end_ms))
            .collect()
    }

    #[test]
    fn missing_times_follow_from_150_words_a_minute() {
        assert_eq!(
            filled(&[(10, None, None), (5, None, None)]),
            [(0, 4_000), (4_000, 6_000)]
        );
    }

    #[test]
    fn words_between_two_given_times_fit_between_them() {
        assert_eq!(
            filled(&[
                (10, Some(1_000), None),
                (10, None, None),
                (5, Some(5_000), None)
            ]),
            [(1_000, 3_000), (3_000, 5_000), (5_000, 7_000)]
        );
    }

    #[test]
    fn a_time_that_the_others_contradict_is_estimated() {
        let starts = [Some(0), Some(36_000_000), Some(9_000), Some(20_000)];
        assert_eq!(
            filled(&starts.map(|start| (10, start, None))),
            [
                (0, 4_000),
                (4_000, 8_000),
                (9_000, 13_000),
                (20_000, 24_000)
            ]
        );
    }

    #[test]
    fn a_turn_ends_before_the_next_begins() {
        assert_eq!(
            filled(&[(1, Some(0), Some(9_000)), (1, Some(5_000), Some(6_000))]),
            [(0, 5_000), (5_000, 6_000)]
        );
        assert_eq!(filled(&[(2, Some(5_000), Some(1_000))]), [(5_000, 5_800)]);
    }
}
