//! A sentence as words with the marks around them, so that a word can be left out and its marks find a new home.

/// Words that a comma does not belong after once the filler behind it is gone.
const NO_COMMA_AFTER: &[&str] = &[
    "a", "about", "an", "and", "are", "as", "at", "be", "because", "been", "but", "by", "can",
    "could", "did", "do", "for", "from", "had", "has", "have", "if", "in", "into", "is", "it",
    "it's", "just", "like", "my", "of", "on", "or", "our", "so", "some", "than", "that", "that's",
    "the", "their", "then", "there", "these", "this", "those", "to", "very", "was", "we", "were",
    "when", "where", "which", "who", "will", "with", "would", "your", "i", "he", "she", "they",
    "you", "i'm", "we're", "they're", "you're", "he's", "she's", "i've", "we've", "really", "not",
    "get", "got", "being",
];

/// Not words at all.
pub(super) const SOUNDS: &[&str] = &[
    "ah", "eh", "ehm", "er", "erm", "hm", "hmm", "huh", "mhm", "mm", "mmhm", "mm-hm", "mm-hmm",
    "mmm", "oh", "ooh", "uh", "uh-huh", "uhh", "uhm", "um", "um-hmm", "umm", "uh-hum", "whoa",
    "wow",
];

#[derive(Debug, Clone)]
pub(super) struct Token<'a> {
    lead: String,
    pub(super) core: &'a str,
    pub(super) trail: String,
    /// The word in lower case with a straight apostrophe: what lists are compared with.
    pub(super) key: String,
    /// Inside quotation marks: left as it was said.
    pub(super) quoted: bool,
}

impl Token<'_> {
    pub(super) fn is(&self, word: &str) -> bool {
        self.key == word
    }

    pub(super) fn is_any(&self, words: &[&str]) -> bool {
        words.contains(&self.key.as_str())
    }

    pub(super) fn opens_quotation(&self) -> bool {
        self.lead.contains(['“', '"'])
    }

    /// A pause follows: comma, semicolon or dash.
    pub(super) fn pauses(&self) -> bool {
        self.trail.contains([',', '—', ';']) || self.trail.contains("--")
    }

    pub(super) fn dashes(&self) -> bool {
        self.trail.contains('—') || self.trail.contains("--")
    }

    pub(super) fn is_bare(&self) -> bool {
        self.trail.is_empty()
    }

    pub(super) fn ends_sentence(&self) -> bool {
        self.trail.contains(['.', '!', '?', '…'])
    }

    fn is_capitalised(&self) -> bool {
        self.core.starts_with(char::is_uppercase)
    }
}

/// Cuts at white space and behind dashes.
pub(super) fn tokens(sentence: &str) -> Vec<Token<'_>> {
    let mut found = Vec::with_capacity(sentence.len() / 5 + 1);
    let mut quoted = false;
    for piece in sentence.split_whitespace() {
        let mut rest = piece;
        while let Some(at) = dash_end(rest) {
            push(&rest[..at], &mut found, &mut quoted);
            rest = &rest[at..];
        }
        if !rest.is_empty() {
            push(rest, &mut found, &mut quoted);
        }
    }
    found
}

/// The byte after a dash inside the piece, when a word follows it.
fn dash_end(piece: &str) -> Option<usize> {
    let (at, width) = match (piece.find('—'), piece.find("--")) {
        (Some(long), Some(short)) if short < long => (short, 2),
        (Some(long), _) => (long, '—'.len_utf8()),
        (None, Some(short)) => (short, 2),
        (None, None) => return None,
    };
    let end = at + width;
    (at > 0 && end < piece.len()).then_some(end)
}

fn push<'a>(piece: &'a str, found: &mut Vec<Token<'a>>, quoted: &mut bool) {
    let is_word = |c: char| {
        c.is_alphanumeric()
            || matches!(
                c,
                '$' | '€' | '£' | '#' | '&' | '%' | '°' | '[' | ']' | '(' | ')'
            )
    };
    // The apostrophe of '68 belongs to the number.
    let keeps_front = |(at, c): (usize, char)| {
        let year = matches!(c, '\'' | '’')
            && piece[at + c.len_utf8()..].starts_with(|next: char| next.is_ascii_digit());
        (is_word(c) || year).then_some(at)
    };
    let front = piece
        .char_indices()
        .find_map(keeps_front)
        .unwrap_or(piece.len());
    let back = piece.rfind(is_word).map_or(front, |at| {
        at + piece[at..].chars().next().map_or(0, char::len_utf8)
    });
    let back = back.max(front);
    let (lead, core, mut trail) = (&piece[..front], &piece[front..back], &piece[back..]);
    // The stops of "e.g." and "U.S." belong to the word.
    let mut core_end = back;
    if core.contains('.') && trail.starts_with('.') {
        core_end += 1;
        trail = &trail[1..];
    }
    let core = if core_end > back {
        &piece[front..core_end]
    } else {
        core
    };
    if core.is_empty() {
        if let Some(last) = found.last_mut() {
            last.trail.push_str(piece);
        }
        return;
    }
    if lead.contains(['“', '"']) {
        *quoted = true;
    }
    let inside = *quoted;
    if trail.contains(['”', '"']) {
        *quoted = false;
    }
    let trail = if trail == "--" || trail == "–" {
        "—"
    } else {
        trail
    };
    found.push(Token {
        lead: lead.to_owned(),
        core,
        trail: trail.to_owned(),
        key: key(core),
        quoted: inside,
    });
}

fn key(core: &str) -> String {
    if core.is_ascii() {
        core.to_ascii_lowercase()
    } else {
        core.to_lowercase().replace('’', "'")
    }
}

/// Leaves out the tokens of a range and hands their marks to the neighbours.
pub(super) fn remove(tokens: &mut Vec<Token<'_>>, range: std::ops::Range<usize>) {
    let Some(last) = range
        .clone()
        .next_back()
        .and_then(|at| tokens.get(at))
        .cloned()
    else {
        return;
    };
    let first_lead = tokens[range.start].lead.clone();
    let was_first = range.start == 0;
    tokens.drain(range.clone());
    if let Some(next) = tokens.get_mut(range.start)
        && !first_lead.is_empty()
    {
        next.lead = format!("{first_lead}{}", next.lead);
    }
    if was_first {
        return;
    }
    let at_end = range.start == tokens.len();
    let next_goes_on = tokens.get(range.start).is_some_and(|next| {
        next.is_any(&[
            "is", "are", "was", "were", "has", "have", "had", "can", "will", "would", "could",
            "do", "did", "does", "at", "in", "on", "for", "with", "to", "from", "by", "of",
        ])
    });
    let next_begins_clause = tokens
        .get(range.start)
        .is_some_and(|next| next.is_any(BEGIN_CLAUSE));
    let subordinate = tokens[..range.start - 1]
        .iter()
        .rev()
        .take_while(|token| !token.pauses())
        .any(|token| token.is_any(SUBORDINATORS));
    let previous = &mut tokens[range.start - 1];
    if last.ends_sentence() || at_end {
        let end: String = if last.trail.is_empty() {
            String::from(".")
        } else {
            last.trail
        };
        let end = end.trim_start_matches([',', ';', '—']).to_owned();
        previous.trail = previous
            .trail
            .trim_end_matches([',', ';', '—', '-'])
            .to_owned();
        if !previous.ends_sentence() {
            previous.trail.push_str(&end);
        }
    } else if previous.trail == "," && next_goes_on {
        previous.trail.clear();
    } else if previous.trail == ","
        && (previous.is_any(NO_COMMA_AFTER)
            || previous.key.ends_with("'s")
            || last.is_any(SOUNDS) && last.pauses() && !next_begins_clause && !subordinate)
    {
        // The pauses were the filler's own.
        previous.trail.clear();
    } else if previous.is_bare()
        && last.pauses()
        && next_begins_clause
        && !previous.is_any(NO_COMMA_AFTER)
    {
        // The pause behind the filler is the border of a clause.
        previous.trail = String::from(",");
    }
}

/// Behind a clause that begins with one of these, a comma stands.
const SUBORDINATORS: &[&str] = &[
    "because", "if", "when", "since", "although", "while", "as", "after", "before", "until",
    "once", "though",
];

/// Words that begin a clause, so that a comma stands before them.
const BEGIN_CLAUSE: &[&str] = &[
    "although", "and", "because", "but", "he", "he's", "i", "i'd", "i'm", "i've", "if", "it",
    "it's", "or", "she", "so", "that's", "the", "their", "my", "our", "your", "then", "there",
    "there's", "they", "they're", "this", "though", "we", "we're", "when", "where", "which",
    "while", "who", "you",
];

/// Writes the tokens as text; the first word gets a capital.
pub(super) fn write(tokens: &[Token<'_>]) -> String {
    let mut text = String::with_capacity(tokens.len() * 6);
    for token in tokens {
        if !text.is_empty() && !text.ends_with(['—', '-']) {
            text.push(' ');
        }
        text.push_str(&token.lead);
        text.push_str(token.core);
        text.push_str(&token.trail);
    }
    capitalise(&text)
}

/// The same text with its first letter large.
#[must_use]
pub fn capitalise(text: &str) -> String {
    let Some((at, first)) = text.char_indices().find(|(_, c)| c.is_alphanumeric()) else {
        return text.to_owned();
    };
    if !first.is_lowercase() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push_str(&text[..at]);
    out.extend(first.to_uppercase());
    out.push_str(&text[at + first.len_utf8()..]);
    out
}

/// Whether the token begins a name rather than only a sentence.
pub(super) fn is_name(tokens: &[Token<'_>], at: usize) -> bool {
    at > 0 && tokens[at].is_capitalised()
}
