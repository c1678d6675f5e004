//! Breaks a text into lines: all of a paragraph is looked at, so that its ragged edge is as even as it can be.

use unicode_segmentation::UnicodeSegmentation as _;

use super::typeface::Typeface;

/// Breaking inside “well-known” is allowed, but not for the sake of a few points.
const HYPHEN_COST: f32 = 0.02;
/// A last line of one short word looks lost.
const RUNT: f32 = 0.15;
const RUNT_COST: f32 = 0.04;

/// What the last line should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastLine {
    /// As short as it happens to be.
    Free,
    /// As long as the others: for headings, where one line with one word looks like an accident.
    Balanced,
}

/// A stretch of text that is never broken.
#[derive(Debug)]
struct Fragment<'a> {
    text: &'a str,
    width: f32,
    space_after: bool,
}

pub(super) fn broken(
    text: &str,
    typeface: &Typeface,
    size: f32,
    measure: f32,
    last_line: LastLine,
) -> Vec<String> {
    let fragments = fragments(text, typeface, size, measure);
    let space = typeface.width(" ", size);
    let mut lines = Vec::new();
    let mut from = 0;
    for to in best_breaks(&fragments, space, measure, last_line) {
        let mut line = String::new();
        for (index, fragment) in fragments[from..to].iter().enumerate() {
            line.push_str(fragment.text);
            if fragment.space_after && from + index + 1 < to {
                line.push(' ');
            }
        }
        lines.push(line);
        from = to;
    }
    lines
}

fn fragments<'a>(text: &'a str, typeface: &Typeface, size: f32, measure: f32) -> Vec<Fragment<'a>> {
    let mut fragments = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        for part in parts(word) {
            let width = typeface.width(part, size);
            if width <= measure {
                fragments.push(Fragment {
                    text: part,
                    width,
                    space_after: false,
                });
            } else {
                fragments.extend(chopped(part, typeface, size, measure));
            }
        }
        if let Some(last) = fragments.last_mut() {
            last.space_after = true;
        }
    }
    fragments
}

/// A word's parts: “well-known” and “again—and” may be broken behind the sign.
fn parts(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    let mut letters = word.char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        let behind = letters.peek().map(|(_, next)| *next);
        let is_break = match c {
            '-' | '\u{2010}' | '/' => {
                before.is_some_and(char::is_alphabetic) && behind.is_some_and(char::is_alphabetic)
            }
            '\u{2013}' | '\u{2014}' => before.is_some() && behind.is_some(),
            _ => false,
        };
        if is_break {
            let end = at + c.len_utf8();
            parts.push(&word[start..end]);
            start = end;
        }
        before = Some(c);
    }
    parts.push(&word[start..]);
    parts
}

/// What is wider than a line is broken anywhere, between letters.
fn chopped<'a>(part: &'a str, typeface: &Typeface, size: f32, measure: f32) -> Vec<Fragment<'a>> {
    let mut pieces = Vec::new();
    let (mut start, mut width) = (0, 0.0);
    let mut push = |text: &'a str, width: f32| {
        pieces.push(Fragment {
            text,
            width,
            space_after: false,
        });
    };
    for (at, letter) in part.grapheme_indices(true) {
        let more = typeface.width(letter, size);
        if at > start && width + more > measure {
            push(&part[start..at], width);
            (start, width) = (at, 0.0);
        }
        width += more;
    }
    push(&part[start..], width);
    pieces
}

/// Where each line ends. From the last fragment backwards: the best way to set the rest is known already.
fn best_breaks(
    fragments: &[Fragment<'_>],
    space: f32,
    measure: f32,
    last_line: LastLine,
) -> Vec<usize> {
    let n = fragments.len();
    let mut best: Vec<(f32, usize)> = vec![(0.0, n); n + 1];
    for from in (0..n).rev() {
        best[from].0 = f32::INFINITY;
        let mut width = 0.0;
        for to in from + 1..=n {
            width += fragments[to - 1].width;
            // The first fragment always fits: `chopped` has seen to it, give or take a rounding.
            if width > measure && to > from + 1 {
                break;
            }
            let slack = ((measure - width) / measure).max(0.0);
            let cost = best[to].0
                + if to < n {
                    let hyphen = if fragments[to - 1].space_after {
                        0.0
                    } else {
                        HYPHEN_COST
                    };
                    slack * slack + hyphen
                } else {
                    match last_line {
                        LastLine::Balanced => slack * slack,
                        LastLine::Free if width < measure * RUNT => RUNT_COST,
                        LastLine::Free => 0.0,
                    }
                };
            if cost < best[from].0 {
                best[from] = (cost, to);
            }
            if fragments[to - 1].space_after {
                width += space;
            }
        }
    }
    let mut ends = Vec::new();
    let mut at = 0;
    while at < n {
        at = best[at].1;
        ends.push(at);
    }
    ends
}
