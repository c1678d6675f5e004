//! Finds what may be a speaker's name at the beginning of a line. Whether it is one, the census decides.

use super::clock;

/// The longest name, in characters, with its title and its role in brackets.
const NAME_CHARS_MAX: usize = 60;
const NAME_WORDS_MAX: usize = 6;

/// A line that may open somebody's turn.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Label<'a> {
    pub(crate) name: &'a str,
    pub(crate) form: Form,
    pub(crate) at: Option<u64>,
    /// Where the time was a range, its end.
    pub(crate) until: Option<u64>,
    pub(crate) words: &'a str,
}

/// How a name is set off from the words. The earlier, the surer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
    /// `**Name:** words`, or with a time.
    Strong,
    /// `Name: words`
    Plain,
    /// The name has the line to itself.
    Alone,
}

/// Reads a line as `[time] Name: words` in any of its usual forms.
pub(crate) fn find(line: &str) -> Option<Label<'_>> {
    let line = line.trim();
    let (time, line) = leading_time(line);
    let mut label = bold(line).or_else(|| court(line)).or_else(|| plain(line))?;
    if let Some(time) = time {
        label.at = Some(time.from);
        label.until = time.until;
    }
    if label.at.is_some() {
        label.form = Form::Strong;
    }
    label.words = label.words.trim();
    Some(label)
}

/// A moment, or a stretch of time, written at the beginning of a line.
pub(crate) struct Time {
    pub(crate) from: u64,
    pub(crate) until: Option<u64>,
}

/// Splits `[00:01:02] rest`, `(1:02) rest` or `00:01:02 rest`.
pub(crate) fn leading_time(line: &str) -> (Option<Time>, &str) {
    let closing = match line.chars().next() {
        Some('[') => Some(']'),
        Some('(') => Some(')'),
        Some(first) if first.is_ascii_digit() => None,
        Some(_) | None => return (None, line),
    };
    let (written, rest) = match closing {
        Some(closing) => match line[1..].split_once(closing) {
            Some(parts) => parts,
            None => return (None, line),
        },
        None => line.split_once(char::is_whitespace).unwrap_or((line, "")),
    };
    match time(written) {
        Some(time) => (
            Some(time),
            rest.trim_start_matches([' ', '\t', '-', '–', '—', '|']),
        ),
        None => (None, line),
    }
}

fn time(written: &str) -> Option<Time> {
    let moment = |written: &str| {
        written
            .contains(':')
            .then(|| clock::parse(written))
            .flatten()
    };
    if let Some(from) = moment(written) {
        return Some(Time { from, until: None });
    }
    let (from, until) = ["-->", "–", "-"]
        .iter()
        .find_map(|dash| written.split_once(dash))?;
    Some(Time {
        from: moment(from)?,
        until: Some(moment(until)?),
    })
}

/// `**Name:** words`, `**Name**: words`, `**Name** (00:01): words`, `**Name**`.
fn bold(line: &str) -> Option<Label<'_>> {
    let line = line.strip_prefix("- ").unwrap_or(line).trim_start();
    let mark = ["**", "__", "*", "_"]
        .into_iter()
        .find(|mark| line.starts_with(mark))?;
    let (inside, after) = line[mark.len()..].split_once(mark)?;
    let (time_inside, inside) = leading_time(inside.trim());
    let (head, colon_inside) = match inside.strip_suffix([':', '：']) {
        Some(head) => (head, true),
        None => (inside, false),
    };
    let (name, trailing) = trailing_time(head);
    shape(name)?;
    let (time_after, after) = leading_time(after.trim_start());
    let (words, colon_after) = match after.trim_start().strip_prefix([':', '：']) {
        Some(words) => (words, true),
        None => (after, false),
    };
    let at = time_inside
        .or(time_after)
        .map(|time| time.from)
        .or(trailing);
    let form = match (colon_inside || colon_after, words.trim().is_empty()) {
        (true, _) => Form::Strong,
        (false, true) => Form::Alone,
        (false, false) => return None,
    };
    Some(Label {
        name,
        form,
        at,
        until: None,
        words,
    })
}

/// `Name: words`, `Name (00:01): words`, `NAME`.
fn plain(line: &str) -> Option<Label<'_>> {
    let (head, words, form) = match colon(line) {
        Some((head, words)) => (head, words, Form::Plain),
        None => (line, "", Form::Alone),
    };
    let (name, at) = trailing_time(head);
    shape(name)?;
    Some(Label {
        name,
        form,
        at,
        until: None,
        words,
    })
}

/// Splits at the first colon that is no part of a time or an address.
fn colon(line: &str) -> Option<(&str, &str)> {
    let mut before = ' ';
    for (index, c) in line.char_indices().take(NAME_CHARS_MAX + 20) {
        if matches!(c, ':' | '：') {
            let words = &line[index + c.len_utf8()..];
            let next = words.chars().next().unwrap_or(' ');
            if !(before.is_ascii_digit() && next.is_ascii_digit()) {
                return (next != '/').then_some((&line[..index], words));
            }
        }
        before = c;
    }
    None
}

/// `Q. words` and `A. words`, as courts write them; `A. Smith: words` is a name.
fn court(line: &str) -> Option<Label<'_>> {
    let named = colon(line).is_some_and(|(head, _)| shape(head.trim()) == Some(Shape::Proper));
    if named {
        return None;
    }
    let words = line.strip_prefix("Q. ").or(line.strip_prefix("A. "))?;
    Some(Label {
        name: &line[..1],
        form: Form::Plain,
        at: None,
        until: None,
        words,
    })
}

/// Splits `Name [00:01:02]`, `Name (1:02)` or `Name 1:02`.
fn trailing_time(head: &str) -> (&str, Option<u64>) {
    let head = head.trim();
    let Some((name, last)) = head.rsplit_once(char::is_whitespace) else {
        return (head, None);
    };
    let written = last.trim_matches(['[', ']', '(', ')']);
    match time(written) {
        Some(time) => (name.trim_end(), Some(time.from)),
        None => (head, None),
    }
}

/// Whether a name looks like one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Every word begins with a capital, or the script has none.
    Proper,
    /// Some word does not; names in chats are written so, and so is everything else.
    Lower,
}

pub(crate) fn shape(name: &str) -> Option<Shape> {
    const NEVER: &[char] = &[
        '!', '?', ';', ',', '…', '=', '<', '>', '{', '}', '[', ']', '|', '\\', '*', '"', '“', '”',
        '`', '$', '%', ':',
    ];
    if name.is_empty() || name.len() > 4 * NAME_CHARS_MAX || name.contains(NEVER) {
        return None;
    }
    if name.chars().count() > NAME_CHARS_MAX || name.split_whitespace().count() > NAME_WORDS_MAX {
        return None;
    }
    if !name.starts_with(char::is_alphabetic) {
        return None;
    }
    let mut shape = Shape::Proper;
    for (index, word) in name.split_whitespace().enumerate() {
        // “Dr.” and “J.” are parts of names; “house.” is the end of a sentence.
        if word.ends_with('.') && word.chars().count() > 5 {
            return None;
        }
        if word.starts_with(char::is_lowercase) && (index == 0 || !is_particle(word)) {
            shape = Shape::Lower;
        }
    }
    Some(shape)
}

fn is_particle(word: &str) -> bool {
    const PARTICLES: &[&str] = &[
        "al", "and", "bin", "da", "de", "del", "den", "der", "di", "du", "ibn", "la", "of", "ter",
        "the", "van", "von", "y", "zu",
    ];
    PARTICLES.contains(&word)
}

/// The same name in the same letters: `Ross-Nazzal` for `ROSS-NAZZAL `.
pub(crate) fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.extend(word.chars().flat_map(char::to_lowercase));
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_forms_are_found() {
        let table = [
            ("**Ann Lee:** Hello", "Strong Ann Lee - Hello"),
            ("**Ann Lee**: Hello", "Strong Ann Lee - Hello"),
            ("**Ann** (00:05): Hello", "Strong Ann 5000 Hello"),
            ("**[00:00:05] Ann:** Hello", "Strong Ann 5000 Hello"),
            ("- **Ann:** Hello", "Strong Ann - Hello"),
            ("*Ann:* Hello", "Strong Ann - Hello"),
            ("[00:01:02] Ann: Hello", "Strong Ann 62000 Hello"),
            ("00:01:02 - Ann: Hello", "Strong Ann 62000 Hello"),
            ("[00:01 - 00:09] Ann: Hello", "Strong Ann 1000 Hello"),
            ("Ann (1:02): Hello", "Strong Ann 62000 Hello"),
            ("Speaker 1  0:05", "Strong Speaker 1 5000 "),
            ("SPEAKER_00: Hello", "Plain SPEAKER_00 - Hello"),
            (
                "Dr. J. van der Berg: Hello",
                "Plain Dr. J. van der Berg - Hello",
            ),
            (
                "Bob (host): Hello: there",
                "Plain Bob (host) - Hello: there",
            ),
            ("张伟：你好", "Plain 张伟 - 你好"),
            ("מראיין: שלום", "Plain מראיין - שלום"),
            ("Ann:", "Plain Ann - "),
            ("Q. Where?", "Plain Q - Where?"),
            ("A. I said: no", "Plain A - I said: no"),
            ("ANN LEE", "Alone ANN LEE - "),
            ("**Ann Lee**", "Alone Ann Lee - "),
        ];
        for (line, found) in table {
            let label = find(line).unwrap_or_else(|| panic!("{line:?}"));
            let at = label.at.map_or("-".to_owned(), |at| at.to_string());
            assert_eq!(
                format!("{:?} {} {at} {}", label.form, label.name, label.words),
                found,
                "{line:?}"
            );
        }
    }

    #[test]
    fn sentences_are_not_names() {
        let table = [
            "https://example.org/page",
            "At 10:30 we left.",
            "We left, and I said: no.",
            "It was a long day at the old house: rain.",
            "This is **bold** text",
            "**Never** do that: it hurts",
            "“Stop”: that is what he said",
            "",
            "1990: the year",
        ];
        for line in table {
            assert_eq!(find(line), None, "{line:?}");
        }
    }
}
