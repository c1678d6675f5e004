//! What a transcript has and speech has not: brackets, stage directions, labels, times, written line breaks.

/// Words that a typist puts into brackets and nobody said.
const STAGE_WORDS: &[&str] = &[
    "applause",
    "audio",
    "background",
    "beep",
    "break",
    "chuckle",
    "chuckles",
    "chuckling",
    "clears",
    "cough",
    "coughs",
    "cross-talk",
    "crosstalk",
    "crying",
    "cut",
    "end",
    "garbled",
    "gesture",
    "gestures",
    "ha",
    "inaudible",
    "indiscernible",
    "interruption",
    "interviewer",
    "interviewee",
    "laugh",
    "laughing",
    "laughs",
    "laughter",
    "mumbles",
    "music",
    "noise",
    "off",
    "overlapping",
    "pause",
    "pauses",
    "phone",
    "phonetic",
    "ph",
    "recording",
    "redacted",
    "sic",
    "sigh",
    "sighs",
    "silence",
    "sniffs",
    "sp",
    "speaking",
    "stops",
    "tape",
    "tears",
    "unclear",
    "unintelligible",
    "video",
    "whispers",
];

/// Before a bracket these say that the sentence needs what is inside: "in [four decades]".
const NEEDS_MORE: &[&str] = &[
    "a", "an", "and", "as", "at", "be", "been", "by", "for", "from", "had", "has", "have", "i",
    "in", "into", "is", "my", "of", "on", "or", "our", "that", "the", "their", "they", "this",
    "to", "was", "we", "were", "with", "would", "your",
];

const LABELS: &[&str] = &[
    "a",
    "answer",
    "candidate",
    "expert",
    "guest",
    "host",
    "interviewee",
    "interviewer",
    "moderator",
    "narrator",
    "q",
    "question",
    "respondent",
    "subject",
];

/// The text without transcript debris, its white space made single.
#[must_use]
pub fn debris(text: &str) -> String {
    let text = text
        .replace("\\r", " ")
        .replace("\\n", "\n")
        .replace("\\t", " ")
        .replace('\u{a0}', " ")
        .replace("“ ", " “")
        .replace(" ”", "” ");
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n') {
        let line = without_label(without_time(line.trim()));
        if line.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        brackets(line, &mut out);
    }
    single_spaces(&out)
}

/// A time at the beginning of a line, bare or in brackets.
fn without_time(line: &str) -> &str {
    let inner = line.strip_prefix(['[', '(']).unwrap_or(line);
    let end = inner
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, ':' | '.' | ',')))
        .unwrap_or(inner.len());
    if !is_time(inner[..end].trim_end_matches(['.', ','])) {
        return line;
    }
    let rest = inner[end..].trim_start_matches([']', ')', '-', '>', ' ', '\t', '–', '—']);
    if rest.len() < line.len() {
        without_time(rest)
    } else {
        rest
    }
}

/// 1:02, 01:02:03 or 01:02:03.450.
fn is_time(text: &str) -> bool {
    let mut parts = 0;
    for part in text.split(':') {
        let digits = part.split(['.', ',']).next().unwrap_or("");
        if digits.is_empty()
            || digits.len() > 2
            || !digits.bytes().all(|byte| byte.is_ascii_digit())
        {
            return false;
        }
        parts += 1;
    }
    parts == 2 || parts == 3
}

/// "SMITH:", "Q:", "Speaker 2:", "Mary Jones:" at the beginning of a line.
fn without_label(line: &str) -> &str {
    let Some((label, rest)) = line.split_once(':') else {
        return line;
    };
    let words: Vec<&str> = label.split_whitespace().collect();
    if words.is_empty() || words.len() > 3 || label.len() > 40 || !rest.starts_with([' ', '\t']) {
        return line;
    }
    let known = LABELS.contains(&words[0].to_lowercase().as_str())
        || (words.len() == 2 && words[0].eq_ignore_ascii_case("speaker"));
    let shouted = label.len() > 1
        && label
            .chars()
            .all(|c| c.is_uppercase() || !c.is_alphabetic())
        && label.chars().any(char::is_alphabetic);
    let named = words.len() >= 2
        && words
            .iter()
            .all(|word| word.starts_with(char::is_uppercase) && word.len() > 1)
        && rest.trim_start().starts_with(char::is_uppercase);
    if known || shouted || named {
        rest.trim_start()
    } else {
        line
    }
}

/// Copies a line without its brackets, keeping an editor's word where the sentence would break without it.
fn brackets(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some(open) = rest.find(['[', '(', '<', '{', '*']) {
        let (before, from) = rest.split_at(open);
        out.push_str(before);
        let opening = from.chars().next().unwrap_or('[');
        let closing = match opening {
            '[' => ']',
            '(' => ')',
            '<' => '>',
            '{' => '}',
            _ => '*',
        };
        let Some(close) = from[1..]
            .find(closing)
            .map(|at| at + 1)
            .filter(|at| *at < 400)
        else {
            rest = &from[1..];
            if opening == '(' {
                out.push(' ');
            }
            continue;
        };
        let inside = from[1..close].trim();
        rest = &from[close + 1..];
        match keep(opening, inside, out) {
            Kept::Whole => {
                out.push(opening);
                out.push_str(inside);
                out.push(closing);
            }
            Kept::Words => out.push_str(inside),
            Kept::Nothing => {
                // "EFT [Exploration Flight Test]-1" is "EFT-1".
                if rest.starts_with(['-', ',', '.', ';', ':', '?', '!', '’', '\'', '”', '—', '…'])
                {
                    out.truncate(out.trim_end().len());
                    // "Station, [a program]." leaves a comma before the stop.
                    if rest.starts_with(['.', '?', '!', ';']) {
                        out.truncate(out.trim_end_matches(',').len());
                    }
                }
            }
        }
    }
    out.push_str(rest);
}

enum Kept {
    Whole,
    Words,
    Nothing,
}

fn keep(opening: char, inside: &str, before: &str) -> Kept {
    let first = inside
        .split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .next()
        .unwrap_or("")
        .to_lowercase();
    let stage = inside.is_empty()
        || STAGE_WORDS.contains(&first.as_str())
        || inside.starts_with(['?', '…', '.', '-', '_'])
        || inside.ends_with('?') && inside.len() < 20
        || is_time(inside)
        || inside
            .split_whitespace()
            .all(|word| STAGE_WORDS.contains(&word.to_lowercase().trim_matches(['.', ','])));
    match opening {
        '(' if stage => Kept::Nothing,
        '(' => Kept::Whole,
        '[' if !stage => {
            let last = before
                .split_whitespace()
                .next_back()
                .unwrap_or("")
                .to_lowercase();
            if NEEDS_MORE.contains(&last.as_str()) {
                Kept::Words
            } else {
                Kept::Nothing
            }
        }
        _ => Kept::Nothing,
    }
}

fn single_spaces(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        // A mark that lost its word joins the word before it.
        if word
            .chars()
            .all(|c| matches!(c, ',' | '.' | ';' | ':' | '?' | '!'))
            && out.ends_with(' ')
        {
            out.pop();
            if out.ends_with([',', '.', '?', '!']) {
                continue;
            }
        }
        out.push_str(word);
    }
    out
}
