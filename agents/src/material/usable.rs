//! Whether a sentence may be printed at all.

use super::run_on::{has_verb, main_clause_follows};
use crate::text::clean;
use crate::text::lexicon::Class;
use crate::text::tokens::Token;

/// What may become of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    Good,
    /// True, but carries little: only where it follows what it belongs to.
    Weak,
    /// Without it nothing is lost, and nothing after it depends on it: "Yeah.", "A long time."
    Skip,
    /// Belongs to the conversation, not to an essay.
    Never,
    /// Breaks off.
    Broken,
}

const WORDS_MAX: usize = 52;

/// Said to the interviewer, or about the interview.
const ADDRESS: &[&str] = &[
    "good question", "great question", "your question", "the question", "you asked", "you're asking", "you ask", "i told you", "i'll tell you", "tell you about", "to tell you", "i can tell you", "you mentioned", "you said", "like you say", "as you say",
    "you were saying", "you just said", "this interview", "the interview", "oral history", "the transcript", "the recording", "recording this", "recorder", "thank you", "thanks for", "thanks to you", "nice talking", "talking to you", "talking with you", "speaking with you", "talk to you",
    "you're welcome", "does that make sense", "does that answer", "if that makes sense", "answer that", "let me think", "let me see", "let's see", "where was i", "what else", "hold on", "wait a minute", "just a second", "go ahead", "next question", "you want me to", "do you want", "did you want", "would you like me",
    "i'm sorry", "excuse me", "you've read", "you've seen", "i sent you", "send you", "email you", "as you know", "like i said", "as i said", "as i mentioned", "i mentioned", "i was telling you", "i've talked about", "i talked about", "we talked about", "we'll talk about", "i'll talk about", "we've talked", "you know what i mean", "if you will", "i should mention", "i forgot to",
    "my answer", "say that again", "repeat that", "off the record", "i digress", "going back to", "back to your", "get back to that", "to go back", "can you hear", "you there", "how do i say", "how shall i say", "how should i say", "what's the word", "what do you call", "i don't know how to", "long story", "you can imagine", "you'd have to ask", "you should talk to", "you could talk to", "you'll have to", "have you been", "have you ever", "have you seen", "do you remember", "do you know", "are you familiar", "you're familiar", "you may have heard", "brief overview", "about all i can", "can think of", "all i can think", "bye-bye", "talked out", "we can talk", "get into that", "go into that", "your list", "i'll see if",
];

/// Memory that failed: honest in talk, nothing to print.
const FORGOTTEN: &[&str] = &[
    "i don't remember", "i can't remember", "i don't recall", "i can't recall", "i'm not sure", "i don't know", "i forget", "i've forgotten", "i'm trying to remember", "i'm trying to think", "i couldn't tell you", "don't quote me", "if i remember", "if i recall", "i want to say", "correct me", "i'm guessing", "i would have to", "i'd have to look", "i do not remember", "i do not recall", "i do not know", "was it", "what was it", "whatever it was", "whatever it is", "i'm blanking", "not sure what", "what's it called", "or whatever", "i can't think", "i couldn't remember", "i really don't", "i honestly don't",
];

pub(super) fn usable(text: &str, standing: &str, tokens: &[Token<'_>]) -> Use {
    if tokens.len() < 3 || is_reply(tokens) {
        return Use::Skip;
    }
    if clean::breaks_off(text) || text.ends_with('…') {
        return Use::Broken;
    }
    let lower = text.to_lowercase().replace('’', "'");
    if ADDRESS.iter().any(|phrase| has_phrase(&lower, phrase)) {
        return if tokens.len() > 14 && outside_quotes(&lower, ADDRESS) == 0 { Use::Good } else { Use::Never };
    }
    if tokens.len() > WORDS_MAX || text.contains("__") || text.contains("??") || mostly_foreign_marks(text) {
        return Use::Never;
    }
    if FORGOTTEN.iter().any(|phrase| has_phrase(&lower, phrase)) {
        return if tokens.len() <= 16 { Use::Skip } else { Use::Weak };
    }
    if asks_interviewer(&lower, tokens) {
        return Use::Never;
    }
    if !is_whole(standing, tokens) {
        return Use::Skip;
    }
    if tokens.len() < 5 || tokens.iter().all(|token| !token.is_content() && token.class != Class::Name) { Use::Weak } else { Use::Good }
}

fn has_phrase(lower: &str, phrase: &str) -> bool {
    lower.match_indices(phrase).any(|(at, _)| {
        let free = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '\'');
        free(lower[..at].chars().next_back()) && free(lower[at + phrase.len()..].chars().next())
    })
}

/// How many phrases of a list stand outside quotation marks.
fn outside_quotes(lower: &str, list: &[&str]) -> usize {
    let mut outside = String::new();
    let mut open = false;
    for c in lower.chars() {
        match c {
            '“' => open = true,
            '”' => open = false,
            '"' => open = !open,
            _ if open => {}
            _ => outside.push(c),
        }
    }
    list.iter().filter(|phrase| has_phrase(&outside, phrase)).count()
}

/// "Yes, absolutely.", "No, not really.": needs its question.
fn is_reply(tokens: &[Token<'_>]) -> bool {
    let small = |token: &Token<'_>| token.class == Class::Interjection || matches!(token.lower.as_ref(), "no" | "not" | "really" | "that's" | "it" | "was" | "is" | "did" | "do" | "i" | "we" | "they" | "he" | "she" | "too" | "so" | "very" | "much" | "definitely" | "course" | "of" | "true" | "right" | "all" | "think" | "guess" | "that" | "it's" | "yeah" | "yes" | "had" | "have" | "could" | "would" | "don't" | "didn't" | "wasn't" | "exactly" | "good" | "great" | "okay" | "fine" | "nice" | "interesting" | "know");
    tokens.len() < 9 && tokens.iter().all(small)
}

fn asks_interviewer(lower: &str, tokens: &[Token<'_>]) -> bool {
    let asks = lower.ends_with('?') && !lower.contains(['“', '"']);
    let opens = tokens.first().is_some_and(|first| matches!(first.lower.as_ref(), "do" | "did" | "are" | "have" | "can" | "could" | "would" | "is" | "was" | "does" | "right" | "you" | "am" | "were" | "has"));
    let you = tokens.iter().any(|token| token.lower.starts_with("you"));
    asks && (opens || you)
}

/// A subject and a verb, not only a subordinate clause.
fn is_whole(standing: &str, tokens: &[Token<'_>]) -> bool {
    let Some(first) = tokens.first() else {
        return false;
    };
    if !has_verb(tokens) {
        return false;
    }
    let word = first.lower.as_ref();
    if matches!(word, "which" | "whose" | "whom" | "than" | "except" | "including" | "or" | "nor" | "especially") {
        return false;
    }
    if matches!(word, "because" | "if" | "when" | "although" | "though" | "while" | "since" | "unless" | "whereas" | "until" | "whether" | "as" | "after" | "before" | "once" | "where") && !standing.ends_with('?') {
        return main_clause_follows(tokens) || (matches!(word, "when" | "if" | "as" | "after" | "before" | "once" | "while" | "since") && tokens.len() > 9 && standing.contains(','));
    }
    // A participle without its subject: "Keeping the team motivated."
    let participle = word.ends_with("ing") && first.class == Class::Verb;
    let bare_past = first.class == Class::Past && !matches!(word, "left");
    let bare_auxiliary = first.class == Class::Auxiliary && !standing.ends_with('?') && !word.contains(['\'', '’']);
    if bare_past || bare_auxiliary || participle && !tokens.iter().any(|token| matches!(token.lower.as_ref(), "is" | "was" | "were" | "are" | "means" | "takes" | "taught" | "made")) {
        return false;
    }
    // "People that were there.": a noun with a relative clause and no verb of its own.
    !only_relative(tokens)
}

/// Every verb stands behind "who", "that" or "which" that follows the first noun.
fn only_relative(tokens: &[Token<'_>]) -> bool {
    let relative = tokens.iter().position(|token| matches!(token.lower.as_ref(), "who" | "which" | "that" | "where"));
    let Some(at) = relative.filter(|at| *at > 0 && *at <= 6) else {
        return false;
    };
    let before = &tokens[..at];
    let noun_before = matches!(tokens[at - 1].class, Class::Noun | Class::Name);
    let verbs_after = tokens[at..].iter().filter(|token| matches!(token.class, Class::Auxiliary | Class::Past | Class::Verb)).count();
    noun_before && !has_verb(before) && verbs_after <= 1
}

fn mostly_foreign_marks(text: &str) -> bool {
    let (mut letters, mut others) = (0_usize, 0_usize);
    for c in text.chars() {
        if c.is_alphanumeric() {
            letters += 1;
        } else if !c.is_whitespace() {
            others += 1;
        }
    }
    others * 2 > letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens::tokens;

    #[test]
    fn what_belongs_to_the_talk_stays_there() {
        let table = [
            ("I joined the Navy in 1968.", Use::Good),
            ("That's a good question.", Use::Never),
            ("Seventh and eighth grade.", Use::Skip),
            ("Yes, it was.", Use::Skip),
            ("Because we had no money at all.", Use::Skip),
            ("Because we had no money, we stayed home.", Use::Good),
            ("Do you want the whole story of it?", Use::Never),
            ("I was one of the first to even get a.", Use::Broken),
            ("Keeping the team motivated and on point.", Use::Skip),
            ("I don't remember his name.", Use::Skip),
            ("People that lived through it.", Use::Skip),
        ];
        for (text, expected) in table {
            assert_eq!(usable(text, text, &tokens(text)), expected, "{text}");
        }
    }
}
