//! Gaps: what was touched and left, each with a question that takes up the person's own words.

mod marks;
mod wording;

use interview::{Gap, Plan};

use super::coverage::Answer;
use crate::builtin::cues::{self, Cue};
use crate::builtin::heard::{Heard, Line};
use crate::builtin::plan_terms::PlanTerms;
use crate::text::lexicon::{self, Class};
use crate::text::names::{is_person, names};
use crate::text::phrases::{Phrase, key_phrases};
use crate::text::tokens::{Pause, Token};
use marks::{BREAKS, Mark, is};
use wording::{Kind, left, question};

const GAPS_MAX: usize = 2;
/// When a person goes on for so many words after naming a thing, it has been explored.
const EXPLORED_WORDS: usize = 60;
const QUOTE_WORDS_MAX: usize = 12;
const LONG_QUOTE_WORDS_MAX: usize = 18;

pub(super) fn find(answer: &Answer<'_>, plan: &Plan, terms: &PlanTerms) -> Vec<Gap> {
    let (heard, asked) = (&answer.heard, answer.question);
    let mut found: Vec<(Kind, Phrase)> = Vec::new();
    for line in &heard.lines {
        found.extend(teaser(heard, line).map(|phrase| (Kind::Teaser, phrase)));
        found.extend(feeling(heard, line).map(|phrase| (Kind::Feeling, phrase)));
        found.extend(verdict(heard, line).map(|phrase| (Kind::Verdict, phrase)));
    }
    for phrase in key_phrases(&heard.tokens) {
        let whole = phrase.with_determiner(&heard.tokens);
        if let Some(kind) = kind_of(&heard.tokens, phrase)
            && !is_explored(heard, phrase)
            && !found.iter().any(|(_, other)| overlap(*other, whole))
        {
            let named = quantified(&heard.tokens, whole);
            found.push((
                kind,
                predicated(heard, named)
                    .filter(|_| kind == Kind::Hardship)
                    .unwrap_or(named),
            ));
        }
    }
    if found.is_empty() {
        let somebody = person(heard, asked, plan).map(|phrase| (Kind::Person, phrase));
        found.extend(somebody.or_else(|| Some((Kind::Mention, mention(heard, asked, terms)?))));
    }
    found.sort_by_key(|(kind, phrase)| (*kind, phrase.first));
    found.dedup_by(|later, kept| overlap(later.1, kept.1));
    found.truncate(GAPS_MAX);
    let section_id = answer
        .section
        .and_then(|at| plan.sections.get(at))
        .map(|section| section.id.clone());
    found
        .into_iter()
        .map(|(kind, phrase)| {
            let quote = phrase.text(heard.text, &heard.tokens);
            Gap {
                description: format!("“{quote}” – {}", left(kind)),
                suggested_followup: question(kind, quote, heard.turn.0),
                section_id: section_id.clone(),
                turn: heard.turn,
            }
        })
        .collect()
}

/// The clause around a teaser, at most twelve words of it.
fn teaser(heard: &Heard<'_>, line: &Line<'_>) -> Option<Phrase> {
    if !line.cues.has(Cue::Teaser) || line.cues.has(Cue::Chat) {
        return None;
    }
    let (at, phrase) = cues::phrases(Cue::Teaser)
        .filter_map(|phrase| Some((line.words.find(&format!(" {phrase} "))?, phrase)))
        .max_by_key(|(_, phrase)| phrase.len())?;
    let hypothetical = [" if ", " in case ", " could ", " would "];
    if hypothetical.iter().any(|word| line.words.contains(word)) {
        return None;
    }
    let first = line.first + line.words[..at].matches(' ').count();
    Some(clause(heard, line, first, phrase.split(' ').count()))
}

/// The words around some of a sentence's, up to the next pauses: at most twelve.
fn clause(heard: &Heard<'_>, line: &Line<'_>, first: usize, words: usize) -> Phrase {
    let mut clause = Phrase {
        first,
        end: (first + words).min(line.end),
    };
    while clause.first > line.first
        && clause.len() < QUOTE_WORDS_MAX
        && heard.tokens[clause.first - 1].after == Pause::None
    {
        clause.first -= 1;
    }
    while clause.end < line.end
        && clause.len() < QUOTE_WORDS_MAX
        && heard.tokens[clause.end - 1].after == Pause::None
    {
        clause.end += 1;
    }
    // “that is a whole other story” needs what came before it.
    let leaning = |clause: Phrase| {
        (clause.first..clause.end)
            .filter_map(|at| heard.tokens.get(at))
            .find(|token| !matches!(token.lower.as_ref(), "and" | "so" | "but"))
            .is_some_and(|first| {
                matches!(
                    first.lower.as_ref(),
                    "that" | "that's" | "that’s" | "which" | "it" | "it's" | "it’s"
                )
            })
    };
    if leaning(clause) {
        let mut wider = clause;
        while wider.first > line.first
            && (wider.first == clause.first || heard.tokens[wider.first - 1].after == Pause::None)
        {
            wider.first -= 1;
        }
        if wider.len() <= LONG_QUOTE_WORDS_MAX {
            clause = wider;
        }
    }
    if clause.len() > 4
        && heard.tokens[clause.first].lower == "in"
        && heard.tokens[clause.first + 1].lower == "fact"
    {
        clause.first += 2;
    }
    while clause.len() > 3
        && matches!(
            heard.tokens[clause.first].lower.as_ref(),
            "and" | "so" | "but" | "well" | "then" | "because" | "um" | "uh" | "anyway" | "frankly"
        )
    {
        clause.first += 1;
    }
    clause
}

fn kind_of(tokens: &[Token<'_>], phrase: Phrase) -> Option<Kind> {
    let run = phrase.tokens(tokens);
    let last = run.last()?;
    let hard = run.iter().any(|token| is(Mark::Hard, &token.lower));
    if hard && run.len() >= 2 && run.iter().any(|token| is(Mark::Period, &token.lower)) {
        return Some(Kind::Hardship);
    }
    if is(Mark::Vague, &last.lower) && quantified(tokens, phrase) != phrase {
        return Some(Kind::Vague);
    }
    is(Mark::Event, &last.lower).then_some(Kind::Hardship)
}

/// “the migration was a disaster” rather than “a disaster”: the clause, where the phrase says what something was.
fn predicated(heard: &Heard<'_>, phrase: Phrase) -> Option<Phrase> {
    let before = heard.tokens.get(phrase.first.checked_sub(1)?)?;
    let line = heard
        .lines
        .iter()
        .find(|line| (line.first..line.end).contains(&phrase.first))?;
    let copula = before.after == Pause::None
        && matches!(before.lower.as_ref(), "was" | "is" | "were" | "became");
    let whole = clause(heard, line, phrase.first, phrase.len());
    let subject = heard.tokens.get(whole.first)?;
    let pointing = matches!(
        subject.lower.as_ref(),
        "it" | "that" | "this" | "which" | "there" | "those" | "these"
    );
    (copula && !pointing && whole.len() > phrase.len() + 1).then_some(whole)
}

/// “a lot of problems” for “problems”: the words that make it many.
fn quantified(tokens: &[Token<'_>], phrase: Phrase) -> Phrase {
    let before = |back: usize| {
        phrase
            .first
            .checked_sub(back)
            .and_then(|at| tokens.get(at))
            .filter(|token| token.after == Pause::None)
            .map_or("", |token| token.lower.as_ref())
    };
    let words = match (before(3), before(2), before(1)) {
        ("a" | "all", "lot" | "kinds" | "sorts" | "number" | "bunch", "of") => 3,
        (_, "lots" | "plenty", "of") => 2,
        (_, _, "some" | "many" | "several" | "various" | "certain" | "our" | "those" | "these") => {
            1
        }
        _ => 0,
    };
    Phrase {
        first: phrase.first - words,
        end: phrase.end,
    }
}

fn is_explored(heard: &Heard<'_>, phrase: Phrase) -> bool {
    heard.tokens.len().saturating_sub(phrase.end) > EXPLORED_WORDS
}

fn overlap(one: Phrase, other: Phrase) -> bool {
    one.first < other.end && other.first < one.end
}

/// Somebody who is named once and not introduced.
fn person(heard: &Heard<'_>, asked: &str, plan: &Plan) -> Option<Phrase> {
    names(&heard.tokens).into_iter().find(|name| {
        let text = name.text(heard.text, &heard.tokens);
        is_person(&heard.tokens, *name)
            && !is_explored(heard, *name)
            && !text.contains(['[', ']'])
            && !asked.contains(text)
            && !plan.topic.contains(text)
            && heard.text.matches(text).count() == 1
    })
}

/// The last telling phrase of an answer that neither the question nor the plan brought up.
fn mention(heard: &Heard<'_>, asked: &str, terms: &PlanTerms) -> Option<Phrase> {
    if heard.word_count() < 30 {
        return None;
    }
    let asked = asked.to_lowercase();
    heard.lines.iter().rev().find_map(|line| {
        if line.has_insertion() {
            return None;
        }
        let tokens = heard.tokens_of(line);
        let phrase = key_phrases(tokens).into_iter().rev().find(|phrase| {
            let run = phrase.tokens(tokens);
            let whole = phrase.with_determiner(tokens);
            let telling = run.iter().all(|token| {
                matches!(token.class, Class::Noun | Class::Adjective)
                    && !token.stop
                    && !asked.contains(token.lower.as_ref())
                    && !terms.topic.contains(&token.stem())
            });
            (2..=4).contains(&run.len()) && whole != *phrase && telling && !ends_in_verb(run)
        })?;
        let mut whole = phrase.with_determiner(tokens);
        if !matches!(
            tokens[whole.first].lower.as_ref(),
            "the" | "a" | "an" | "my" | "our"
        ) {
            whole = phrase;
        }
        let found = Phrase {
            first: line.first + whole.first,
            end: line.first + whole.end,
        };
        (!is_explored(heard, found)).then_some(found)
    })
}

/// “the program lasts”: the last word may be the sentence's verb, taken for a noun.
fn ends_in_verb(run: &[Token<'_>]) -> bool {
    run.last().is_some_and(|last| {
        lexicon::look_up(&last.lower).is_some_and(|entry| entry.class == Class::Verb)
            || last.lower.ends_with("ing")
    })
}

/// “It was painful”, “an interesting negotiation”: judged, and no word why.
fn verdict(heard: &Heard<'_>, line: &Line<'_>) -> Option<Phrase> {
    if line.len() > 16
        || line.is_question()
        || line.cues.has(Cue::Cause)
        || line.cues.has(Cue::Chat)
    {
        return None;
    }
    let tokens = heard.tokens_of(line);
    let at = tokens
        .iter()
        .position(|token| is(Mark::Judgement, &token.lower))?;
    let copula = tokens[..at].iter().rev().take(4).any(|token| {
        matches!(
            token.lower.as_ref(),
            "was" | "were" | "is" | "it's" | "it’s" | "that's" | "that’s" | "got" | "wasn't"
        )
    });
    let denied = line.words.contains("n't ")
        || line.words.contains(" not ")
        || line.words.contains(" never ");
    let clause = clause(heard, line, line.first + at, 1);
    (copula && !denied && clause.len() >= 3 && !is_explored(heard, clause)).then_some(clause)
}

/// The clause in which somebody says what they felt, and nothing more.
fn feeling(heard: &Heard<'_>, line: &Line<'_>) -> Option<Phrase> {
    let tokens = heard.tokens_of(line);
    let at = tokens
        .iter()
        .position(|token| is(Mark::Feeling, &token.lower))
        .or_else(|| {
            let phrase = BREAKS.iter().find(|phrase| line.words.contains(**phrase))?;
            let at = line.words.find(phrase)?;
            Some(line.words[..at].matches(' ').count())
        })?;
    let speaker = [" i ", " we ", " i'm ", " my ", " i'd "]
        .iter()
        .any(|word| line.words.contains(word));
    let clause = clause(heard, line, line.first + at, 1);
    (speaker && clause.len() >= 3 && !line.is_question() && !is_explored(heard, clause))
        .then_some(clause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::TurnId;

    fn gaps(said: &str) -> Vec<String> {
        let plan = Plan::from_toml(
            "topic = \"bees\"\n[[sections]]\nid = \"start\"\ntitle = \"Start\"\n[[sections.questions]]\nid = \"q\"\ntext = \"How?\"\n",
        )
        .unwrap();
        let terms = PlanTerms::new(&plan);
        let answer = Answer::new(Heard::new(TurnId(3), said), "How did it go?", &terms);
        find(&answer, &plan, &terms)
            .into_iter()
            .map(|gap| gap.suggested_followup)
            .collect()
    }

    #[test]
    fn what_is_touched_and_left_becomes_a_question() {
        assert_eq!(
            gaps("We got through the dark days and came out the other side."),
            ["You mentioned “the dark days”. What was happening then?"]
        );
        assert_eq!(
            gaps("How we lost the first contract is a whole other story."),
            [
                "You said “How we lost the first contract is a whole other story”. Would you tell me that story?"
            ]
        );
        assert_eq!(
            gaps("There were a lot of problems with the roof."),
            ["You mentioned “a lot of problems”. Can you give me one example?"]
        );
    }

    #[test]
    fn what_is_explored_at_once_is_no_gap() {
        let rest =
            "It went on and on in the cold, and we counted the frames every week. ".repeat(8);
        assert!(gaps(&format!("Those were the dark days. {rest}")).is_empty());
    }
}
