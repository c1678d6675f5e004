//! The candidate's built-in assistant: looks words up in a glossary and solves nothing.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use interview::words;

/// `term, other name, another: definition`, one a line; `#` begins a comment.
const GLOSSARY: &str = include_str!("assistant/glossary.txt");

const CANNOT: &str = "I don't have that term. I can define common words of machine learning, statistics, software \
     systems and operations; ask me, for example, what recall is.";
const WILL_NOT: &str = "I can explain what words mean, but working out the task is yours. Ask me about a term or a \
     concept in it.";

/// What nobody but the candidate may do. Each is looked for as neighbouring words.
const ORDERS: [&str; 17] = [
    "solve",
    "write the code",
    "write code",
    "write a function",
    "write me",
    "write my",
    "give me the steps",
    "give me the answer",
    "give me the code",
    "step by step",
    "implement",
    "the solution",
    "full answer",
    "answer for me",
    "do it for me",
    "design it for me",
    "what should i say",
];

/// Words of a question that are not part of the term it asks about.
const ASKING: [&str; 34] = [
    "what",
    "what's",
    "whats",
    "is",
    "are",
    "a",
    "an",
    "the",
    "does",
    "do",
    "mean",
    "means",
    "meaning",
    "define",
    "definition",
    "of",
    "explain",
    "please",
    "can",
    "could",
    "you",
    "me",
    "tell",
    "about",
    "term",
    "word",
    "in",
    "general",
    "s",
    "was",
    "how",
    "works",
    "work",
    "to",
];

static TERMS: LazyLock<BTreeMap<Vec<String>, &'static str>> = LazyLock::new(|| terms(GLOSSARY));

/// The answer to a question; always one.
#[must_use]
pub fn assist(question: &str) -> String {
    let asked = folded(question);
    let orders = ORDERS.iter().any(|order| contains(&asked, &folded(order)));
    if orders {
        return WILL_NOT.to_owned();
    }
    match looked_up(&asked) {
        Some(definition) => definition.to_owned(),
        None => CANNOT.to_owned(),
    }
}

/// The whole term that is asked about, or else the longest term in the question; of equally long ones the first.
fn looked_up(asked: &[String]) -> Option<&'static str> {
    let term: Vec<String> = asked
        .iter()
        .filter(|word| !ASKING.contains(&word.as_str()))
        .cloned()
        .collect();
    if let Some(definition) = TERMS.get(&term) {
        return Some(definition);
    }
    let longest = TERMS.keys().map(Vec::len).max().unwrap_or(0);
    (1..=longest)
        .rev()
        .find_map(|n| asked.windows(n).find_map(|words| TERMS.get(words).copied()))
}

fn contains(words: &[String], wanted: &[String]) -> bool {
    words
        .windows(wanted.len().max(1))
        .any(|window| window == wanted)
}

/// Words without case; a plural is looked up as its singular.
fn folded(text: &str) -> Vec<String> {
    words::words(text)
        .map(|word| {
            let word = word.replace('’', "'");
            match word.strip_suffix('s') {
                Some(singular)
                    if word.len() > 3 && !word.ends_with("ss") && !word.ends_with("is") =>
                {
                    singular.to_owned()
                }
                Some(_) | None => word,
            }
        })
        .collect()
}

fn terms(glossary: &'static str) -> BTreeMap<Vec<String>, &'static str> {
    let entries = glossary
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "));
    entries
        .flat_map(|(names, definition)| {
            names
                .split(", ")
                .map(move |name| (folded(name), definition.trim()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_however_they_are_asked_for() {
        for question in [
            "What is p99 latency?",
            "define p99 latency",
            "What does “p99” mean?",
            "Can you please explain the term P99?",
            "p99",
        ] {
            assert!(assist(question).contains("99 %"), "{question}");
        }
        assert!(assist("What are embeddings?").starts_with("An embedding"));
        assert!(assist("precision").contains("positive"));
        assert!(
            assist("What's the difference between recall and precision at all?")
                .contains("positive")
        );
    }

    #[test]
    fn tasks_are_not_solved() {
        for question in [
            "Solve this for me",
            "Please write the code for binary search",
            "give me the steps to design a feature store",
            "How do I implement a cache?",
            "Explain step by step how to find the drift",
        ] {
            assert_eq!(assist(question), WILL_NOT, "{question}");
        }
    }

    #[test]
    fn what_is_not_there_is_not_made_up() {
        assert_eq!(assist("What is a flibbertigibbet?"), CANNOT);
        assert_eq!(assist(""), CANNOT);
    }

    #[test]
    fn the_glossary_is_large_enough_and_no_entry_goes_too_far() {
        let entries = GLOSSARY
            .lines()
            .filter(|line| line.contains(": ") && !line.starts_with('#'))
            .count();
        assert!(entries >= 60, "{entries}");
        for definition in TERMS.values() {
            assert_eq!(interview::oversteps(definition), None, "{definition}");
            assert!(definition.ends_with('.'), "{definition}");
        }
        assert_eq!(interview::oversteps(CANNOT), None);
        assert_eq!(interview::oversteps(WILL_NOT), None);
    }
}
