//! Reads SubRip and WebVTT into cues: a stretch of time and the lines shown in it.

use super::ImportError;
use super::clock;

/// One caption as it stands in the file, marks included.
pub(crate) struct Cue<'a> {
    /// What stands above the times: a number in SubRip, anything in WebVTT.
    pub(crate) id: &'a str,
    pub(crate) start_ms: u64,
    pub(crate) end_ms: u64,
    pub(crate) lines: Vec<&'a str>,
}

/// Whether a file with another ending holds captions all the same.
pub(crate) fn looks_like_cues(text: &str) -> bool {
    if text.trim_start().starts_with("WEBVTT") {
        return true;
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let second = lines.next().unwrap_or_default();
    is_timing(first) || (is_index(first) && is_timing(second))
}

fn is_timing(line: &str) -> bool {
    matches!(timing(line), Timing::At(..))
}

fn is_index(line: &str) -> bool {
    !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
}

pub(crate) fn parse(text: &str) -> Result<Vec<Cue<'_>>, ImportError> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut cues: Vec<Cue<'_>> = Vec::new();
    // Until the first blank line, the header; after a NOTE or STYLE, until the next one, that block.
    let mut skipping = lines.first().is_some_and(|line| line.starts_with("WEBVTT"));
    let mut after_blank = true;
    for (index, line) in lines.iter().copied().enumerate() {
        match timing(line) {
            Timing::At(start_ms, end_ms) => {
                let above = index.checked_sub(1).map_or("", |above| lines[above]);
                cues.push(Cue {
                    id: above,
                    start_ms,
                    end_ms: end_ms.max(start_ms),
                    lines: Vec::new(),
                });
                skipping = false;
            }
            Timing::Broken => return Err(ImportError::BadCueTime { line: index + 1 }),
            Timing::None if line.is_empty() => skipping = false,
            Timing::None => {
                skipping |= after_blank && opens_block(line);
                let is_id = (after_blank || is_index(line))
                    && lines.get(index + 1).is_some_and(|next| is_timing(next));
                if !skipping
                    && !is_id
                    && let Some(cue) = cues.last_mut()
                {
                    cue.lines.push(line);
                }
            }
        }
        after_blank = line.is_empty();
    }
    Ok(cues)
}

/// Blocks of WebVTT that nobody says.
fn opens_block(line: &str) -> bool {
    ["NOTE", "STYLE", "REGION"].iter().any(|word| {
        line.strip_prefix(word)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
    })
}

enum Timing {
    At(u64, u64),
    /// Meant as a time, but it is none.
    Broken,
    None,
}

fn timing(line: &str) -> Timing {
    let Some((from, to)) = line.split_once("-->") else {
        return Timing::None;
    };
    let from = from.trim();
    let to = to.split_whitespace().next().unwrap_or_default();
    let moment = |written: &str| {
        let written = written.contains(':').then_some(written)?;
        clock::parse(written)
    };
    match (moment(from), moment(to)) {
        (Some(from), Some(to)) => Timing::At(from, to),
        (Some(_), None) => Timing::Broken,
        (None, Some(_) | None) => {
            let numeric = |c: char| c.is_ascii_digit() || matches!(c, ':' | '.' | ',' | '-' | ' ');
            if from.contains(':') && from.chars().all(numeric) {
                Timing::Broken
            } else {
                Timing::None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match parse(text) {
            Ok(cues) => cues
                .iter()
                .map(|cue| {
                    let lines = cue.lines.join("|");
                    format!("{}-{} {lines}\n", cue.start_ms, cue.end_ms)
                })
                .collect(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn cues_are_read_with_and_without_indices_hours_and_settings() {
        let table = [
            (
                "1\n00:00:01,000 --> 00:00:02,500\none\ntwo\n\n2\n00:00:03,000 --> 00:00:04,000\nthree",
                "1000-2500 one|two\n3000-4000 three\n",
            ),
            (
                "00:01.000 --> 00:02.000\none\n\n00:03.000 --> 00:04.000\ntwo\n",
                "1000-2000 one\n3000-4000 two\n",
            ),
            (
                "WEBVTT - a talk\nKind: captions\n\nintro\n00:01.000 --> 00:02.000 align:start\none",
                "1000-2000 one\n",
            ),
            (
                "WEBVTT\n\nNOTE written\nby hand\n\nSTYLE\n::cue { color: red }\n\n00:01.000 --> 00:02.000\none",
                "1000-2000 one\n",
            ),
            (
                "00:01.000 --> 00:02.000\nfirst half\n\nsecond half\n",
                "1000-2000 first half|second half\n",
            ),
            ("00:01.000 --> 00:02.000\na --> b\n", "1000-2000 a --> b\n"),
            (
                "00:01.000 --> 00:02.000\n1990\n\n2\n00:03.000 --> 00:04.000\ntwo",
                "1000-2000 1990\n3000-4000 two\n",
            ),
        ];
        for (text, expected) in table {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_broken_time_is_named_by_its_line() {
        let broken = "1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> later\ntwo";
        assert!(read(broken).starts_with("line 6:"), "{}", read(broken));
        assert!(read("00:99:00:00 --> 1\n").starts_with("line 1:"));
    }
}
