//! Finds a sentence again in what was heard: where it begins, and whether it is word for word.

use interview::Passage;

/// How far a sentence may stand behind the one before it, what was left out included.
const AHEAD_BYTES: usize = 3_000;

/// Where a sentence stands in its passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub start_ms: u64,
    /// Its words are the words of the passage, contiguous and in order.
    pub verbatim: bool,
}

/// Looks for the sentences of one passage in talk order.
pub(super) struct Finder {
    heard: String,
    words: u64,
    start_ms: u64,
    end_ms: u64,
    /// The byte up to which sentences have been found, and how many words stand before it.
    cursor: usize,
    words_before: u64,
}

impl Finder {
    pub(super) fn new(passage: &Passage) -> Self {
        let heard = passage
            .text
            .as_str()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        Self {
            words: heard.split(' ').count().max(1) as u64,
            heard,
            start_ms: passage.start_ms,
            end_ms: passage.end_ms.max(passage.start_ms),
            cursor: 0,
            words_before: 0,
        }
    }

    pub(super) fn place(&mut self, sentence: &str) -> Place {
        let wanted = bare(sentence);
        let found = find(self.ahead(), self.cursor, wanted);
        let (at, verbatim) = match found {
            Some(at) => (at, true),
            None => (self.first_words(wanted), false),
        };
        if at >= self.cursor {
            self.words_before += self.heard[self.cursor..at].matches(' ').count() as u64;
            self.cursor = at;
        }
        let spoken = self.end_ms - self.start_ms;
        Place {
            start_ms: self.start_ms + spoken * self.words_before.min(self.words) / self.words,
            verbatim,
        }
    }

    /// What was heard up to a little way behind the cursor: sentences come in order, so that is far enough.
    fn ahead(&self) -> &str {
        let mut end = (self.cursor + AHEAD_BYTES).min(self.heard.len());
        while !self.heard.is_char_boundary(end) {
            end += 1;
        }
        &self.heard[..end]
    }

    /// Where the first words of a mended sentence stand that can be found again, or where the last one was found.
    fn first_words(&self, wanted: &str) -> usize {
        let words: Vec<&str> = wanted.split(' ').take(8).collect();
        for length in [4, 3, 2] {
            for start in 0..words.len().saturating_sub(length - 1) {
                let run = words[start..start + length].join(" ");
                if let Some(at) = find(self.ahead(), self.cursor, run.trim_end_matches([',', '—']))
                {
                    return at;
                }
            }
        }
        self.cursor
    }
}

/// The words of a sentence exactly as they stand in what was heard, with the mark that ends them.
#[must_use]
pub fn heard_slice(heard: &str, sentence: &str) -> Option<String> {
    let heard = heard.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = bare(sentence);
    let at = find(&heard, 0, wanted)?;
    // The first letter's other case may be longer.
    let first = wanted.chars().next().map_or(0, char::len_utf8);
    let begun = heard[at..].chars().next().map_or(0, char::len_utf8);
    let end = at + begun + wanted.len() - first;
    let mark = heard
        .get(end..)?
        .chars()
        .next()
        .filter(|c| matches!(c, '.' | '!' | '?'));
    heard
        .get(at..end + mark.map_or(0, char::len_utf8))
        .map(str::to_owned)
}

fn bare(sentence: &str) -> &str {
    sentence.trim_end_matches(['.', '!', '?', '…', '。'])
}

fn find(heard: &str, from: usize, wanted: &str) -> Option<usize> {
    let first = wanted.chars().next()?;
    let rest = &wanted[first.len_utf8()..];
    let tail = heard.get(from..)?;
    let mut offset = 0;
    // An empty rest would match between any two letters.
    while let Some(at) = if rest.is_empty() {
        None
    } else {
        tail[offset..].find(rest)
    } {
        let begin = offset + at;
        let before = tail[..begin].chars().next_back();
        let starts =
            before.is_some_and(|c| c == first || c.to_lowercase().eq(first.to_lowercase()));
        let start = begin - before.map_or(0, char::len_utf8);
        let end = begin + rest.len();
        if starts && stands_free(&heard[..from + start], &tail[end..]) {
            return Some(from + start);
        }
        offset = begin + rest.chars().next().map_or(1, char::len_utf8);
    }
    None
}

fn stands_free(before: &str, after: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric();
    !before.ends_with(letter) && !after.starts_with(letter)
}
