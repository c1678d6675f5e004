//! How far the candidate's assistant may go: definitions and nudges, but no solution, no code to speak of, no plan to
//! follow. Every answer is checked here before anyone sees it.

use crate::words;

/// A definition with an example has about 60 words.
const WORDS_MAX: u32 = 120;
const CHARS_MAX: usize = 1_200;
/// One line of code explains an idea; from here on it is a solution.
const CODE_LINES_MAX: usize = 1;
/// Two things can be told apart with numbers; from here on it is a plan.
const STEPS_MAX: u32 = 2;

/// What the candidate sees in the place of an answer that went too far.
pub const ASSISTANT_REFUSAL: &str = "I can explain terms and ideas, but I can't work out the task for you. \
     Ask me what a word means, or how a concept works in general.";

/// Stands for an answer that was withheld, when a log is decided again.
pub const ASSISTANT_WITHHELD: &str = "```";

/// In which way an answer goes too far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overstep {
    TooLong,
    Code,
    Steps,
}

/// Whether the answer gives away more than it may.
#[must_use]
pub fn oversteps(answer: &str) -> Option<Overstep> {
    if is_code(answer) {
        return Some(Overstep::Code);
    }
    if is_plan(answer) {
        return Some(Overstep::Steps);
    }
    let long = answer.chars().count() > CHARS_MAX || words::count(answer) > WORDS_MAX;
    long.then_some(Overstep::TooLong)
}

fn is_code(answer: &str) -> bool {
    let fenced = answer.contains("```") || answer.contains("~~~");
    let lines = answer.lines().filter(|line| looks_like_code(line)).count();
    // Statements that stand behind each other are no less code than those below each other.
    let statements = answer.split(['\n', ';']).filter(|it| is_statement(it));
    fenced || lines.max(statements.count()) > CODE_LINES_MAX
}

fn looks_like_code(line: &str) -> bool {
    const OPENINGS: [&str; 16] = [
        "def ",
        "fn ",
        "func ",
        "function ",
        "class ",
        "import ",
        "from ",
        "return ",
        "let ",
        "const ",
        "var ",
        "#include",
        "public ",
        "for (",
        "while (",
        "if (",
    ];
    let indented = line.starts_with("    ") || line.starts_with('\t');
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return false;
    }
    let ends_like_code = trimmed.ends_with([';', '{', '}']) || trimmed.ends_with("):");
    let calls = trimmed.contains('(') && trimmed.contains(')');
    let opens = OPENINGS.iter().any(|opening| trimmed.starts_with(opening));
    let by_shape = (opens && (calls || indented)) || (indented && calls);
    ends_like_code || is_statement(line) || (!is_prose(trimmed) && by_shape)
}

fn is_prose(line: &str) -> bool {
    line.ends_with(['.', '?', '!', ','])
}

/// An assignment, a call that stands alone, a clause of a query, a line of pseudo-code.
fn is_statement(line: &str) -> bool {
    const ASSIGNMENTS: [&str; 6] = [" = ", " += ", "=>", " := ", " <- ", " ← "];
    const KEYWORDS: [&str; 22] = [
        "SELECT",
        "FROM",
        "WHERE",
        "GROUP",
        "ORDER",
        "HAVING",
        "JOIN",
        "INSERT",
        "UPDATE",
        "DELETE",
        "FOR",
        "WHILE",
        "IF",
        "ELSE",
        "END",
        "RETURN",
        "BEGIN",
        "FUNCTION",
        "PROCEDURE",
        "REPEAT",
        "UNTIL",
        "SET",
    ];
    let line = line.trim();
    if is_prose(line) {
        return false;
    }
    let assigns = ASSIGNMENTS.iter().any(|sign| line.contains(sign));
    let calls = line.ends_with(')')
        && line
            .split_once('(')
            .is_some_and(|(name, _)| !name.is_empty() && !name.contains(char::is_whitespace));
    let opening = line.split_whitespace().next().unwrap_or_default();
    assigns || calls || KEYWORDS.contains(&opening)
}

fn is_plan(answer: &str) -> bool {
    numbered_steps(answer) > STEPS_MAX
        || points(answer) > STEPS_MAX
        || named_steps(answer)
        || told_in_order(answer)
}

/// How many points a list without numbers has.
fn points(answer: &str) -> u32 {
    let marked = |line: &&str| {
        let line = line.trim_start();
        ["- ", "* ", "• ", "– "]
            .iter()
            .any(|mark| line.starts_with(mark))
    };
    u32::try_from(answer.lines().filter(marked).count()).unwrap_or(u32::MAX)
}

/// How far a numbering gets: `1.`, `2)`, `(3)`, in lines or within one.
fn numbered_steps(answer: &str) -> u32 {
    answer.split_whitespace().fold(0, |reached, token| {
        let number = token
            .trim_start_matches(['(', '*', '#'])
            .trim_end_matches(['.', ')', ':', '*']);
        let is_mark = number.len() < token.len();
        if is_mark && number.parse() == Ok(reached + 1) {
            reached + 1
        } else {
            reached
        }
    })
}

/// "Step 1 … step 2".
fn named_steps(answer: &str) -> bool {
    let words: Vec<String> = words::words(answer).collect();
    let has = |one: &str, other: &str| {
        words
            .windows(2)
            .any(|pair| pair[0] == "step" && (pair[1] == one || pair[1] == other))
    };
    has("1", "one") && has("2", "two")
}

/// "First … then … finally", or "first … second … third", in this order.
fn told_in_order(answer: &str) -> bool {
    const ORDERS: [[&[&str]; 3]; 2] = [
        [
            &["first", "firstly", "start", "begin"],
            &["then", "next", "after", "afterwards"],
            &["finally", "lastly"],
        ],
        [
            &["first", "firstly"],
            &["second", "secondly"],
            &["third", "thirdly"],
        ],
    ];
    let words: Vec<String> = words::words(answer).collect();
    ORDERS.iter().any(|order| {
        let mut rest = words.iter();
        order
            .iter()
            .all(|marks| rest.any(|word| marks.contains(&word.as_str())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_is_fine() {
        for answer in [
            "Precision is the share of the positive predictions that are right: TP / (TP + FP).",
            "p99 latency is the time within which 99 % of the requests are answered.",
            "A class is a blueprint for objects.\nA function maps inputs to outputs.",
            "It depends on 2 things: (1) how large the data is, and (2) how fast it changes.",
            "You first embed both sides, then compare them. Think about what is cached.",
            "Recall = TP / (TP + FN)",
            "There are two kinds:\n- covariate drift, of the inputs\n- label drift, of the outcomes",
            "An index (on disk) speeds up reads; it slows down writes (a little).",
        ] {
            assert_eq!(oversteps(answer), None, "{answer}");
        }
    }

    #[test]
    fn code_is_withheld() {
        for answer in [
            "Like this: ```python\nx = 1\n```",
            "def mean(xs):\n    return sum(xs) / len(xs)",
            "let mut total = 0;\nfor x in xs { total += x; }",
            "scores = model.predict(batch)\nbest = scores.argmax()",
            "clicks.groupby('page')\nclicks.sort_values('n')",
            "x = load(); y = train(x); deploy(y)",
            "SELECT page, COUNT(*) AS n\nFROM clicks\nGROUP BY page\nORDER BY n DESC",
            "best <- none\nFOR each story IN stories\n  IF story.score > best THEN best <- story\nRETURN best",
            "seen = set(); out = []; return out;",
        ] {
            assert_eq!(oversteps(answer), Some(Overstep::Code), "{answer}");
        }
    }

    #[test]
    fn a_plan_to_follow_is_withheld() {
        for answer in [
            "1. Load the data\n2. Train\n3. Deploy",
            "Mention:\n- the sharding\n- the cache\n- the batches",
            "You could (1) shard it, (2) cache it, (3) batch it.",
            "Step 1: shard. Step 2: cache.",
            "- Load the data\n- Train the model\n- Deploy it",
            "Start with the logs, then compare the slices, and lastly roll back.",
            "First load the data, then train on it, and finally deploy.",
            "First, shard it. Second, cache it. Third, batch it.",
        ] {
            assert_eq!(oversteps(answer), Some(Overstep::Steps), "{answer}");
        }
    }

    #[test]
    fn a_lecture_is_withheld() {
        assert_eq!(oversteps(&"word ".repeat(121)), Some(Overstep::TooLong));
        assert_eq!(oversteps(&"word ".repeat(120)), None);
        assert_eq!(oversteps(&"w".repeat(1_201)), Some(Overstep::TooLong));
    }

    #[test]
    fn what_stands_for_a_withheld_answer_is_withheld_and_its_refusal_is_not() {
        assert!(oversteps(ASSISTANT_WITHHELD).is_some());
        assert_eq!(oversteps(ASSISTANT_REFUSAL), None);
    }
}
