//! Questions that the conversation itself raises: contradictions, gaps, strong words, research.

use interview::{
    Choosing, Claim, Confidence, Gap, NextQuestion, Proposal, QuestionSource, QuotableLine,
    SectionId, Speaker, Strength, Turn, TurnId, quotes,
};

use super::Asked;
use crate::text::lexicon::Class;
use crate::text::tokens::tokens;

const CONTRADICTION_S: u32 = 40;
const GAP_S: u32 = 45;
const TANGENT_S: u32 = 45;
const RESEARCH_S: u32 = 50;
/// A quotation that is read out in a question is at most so long.
const QUOTED_WORDS_MAX: usize = 18;
/// What lies further back than so many turns is picked up only when nothing newer is there.
const RECENT_TURNS: u32 = 6;
const CANDIDATES_MAX: usize = 40;

/// The best question out of the conversation that the slack can pay for.
pub(super) fn next(job: &Choosing, asked: &Asked) -> Option<Proposal> {
    let now = job.window.last().map_or(TurnId(0), |turn| turn.id);
    let recent = |turn: TurnId| now.0.saturating_sub(turn.0) <= RECENT_TURNS;
    contradiction(job, asked)
        .or_else(|| gap(job, asked, |gap| recent(gap.turn) && !in_passing(gap)))
        .or_else(|| strong_words(job, asked, recent))
        .or_else(|| researched(job, asked))
        .or_else(|| gap(job, asked, |gap| !in_passing(gap)))
        .or_else(|| gap(job, asked, |gap| recent(gap.turn)))
        .or_else(|| short_answer(job, asked))
}

/// When the plan has nothing left: what was said at any time and is worth coming back to.
pub(super) fn later(job: &Choosing, asked: &Asked) -> Option<Proposal> {
    next(job, asked)
        .or_else(|| gap(job, asked, |_| true))
        .or_else(|| {
            let lines = job.notes.quotable_lines.iter().rev().take(CANDIDATES_MAX);
            lines
                .into_iter()
                .find_map(|line| stay_with(job, asked, line))
        })
        .or_else(|| story(job, asked))
        .or_else(|| {
            let claims = job.notes.claims.iter().rev().take(CANDIDATES_MAX);
            claims
                .filter(|claim| claim.confidence >= Confidence::Medium)
                .find_map(|claim| test_claim(job, asked, claim))
        })
}

/// A story deserves its other half.
fn story(job: &Choosing, asked: &Asked) -> Option<Proposal> {
    job.notes.stories.iter().rev().take(CANDIDATES_MAX).find_map(|story| {
        let turn = job.window.iter().find(|turn| turn.id == story.turn)?;
        let opening = story.summary.split_inclusive(['.', '!']).next()?;
        let quote = readable(opening).filter(|quote| turn.text.as_str().contains(quote))?;
        propose(
            job,
            asked,
            Raised {
                text: format!("You told me: “{quote}”. How would somebody else who was there tell it?"),
                brief: "The story was good; a second pair of eyes makes it better. Listen for what was left out.",
                source: QuestionSource::Tangent,
                section_id: None,
                expected_s: TANGENT_S,
                turn: story.turn,
            },
        )
    })
}

struct Raised {
    text: String,
    brief: &'static str,
    source: QuestionSource,
    section_id: Option<SectionId>,
    expected_s: u32,
    turn: TurnId,
}

fn propose(job: &Choosing, asked: &Asked, raised: Raised) -> Option<Proposal> {
    if raised.expected_s > job.slack_s
        || is_withdrawn(job, raised.turn)
        || quoted_before(job, &raised.text)
        || misquotes(job, &raised)
        || asked.has(&raised.text)
    {
        return None;
    }
    Some(Proposal {
        question: NextQuestion {
            text: raised.text,
            section_id: raised.section_id,
            source: raised.source,
            question_id: None,
            expected_s: raised.expected_s,
            refers_to: Some(raised.turn),
        },
        brief: raised.brief.to_owned(),
    })
}

fn is_withdrawn(job: &Choosing, turn: TurnId) -> bool {
    job.window
        .iter()
        .any(|other| other.id == turn && other.withdrawn)
}

/// Whether the question quotes words that the turn it refers to does not have. Notes may come from a model, which
/// paraphrases; a turn that has left the window was checked when it was noted.
fn misquotes(job: &Choosing, raised: &Raised) -> bool {
    let one_turn = raised.source != QuestionSource::Contradiction;
    let turn = job.window.iter().find(|turn| turn.id == raised.turn);
    turn.is_some_and(|turn| {
        one_turn
            && quotes::quotations(&raised.text)
                .iter()
                .any(|quote| !quotes::was_said(turn.text.as_str(), quote))
    })
}

/// Whether the words that the question quotes were already read back to the person.
fn quoted_before(job: &Choosing, text: &str) -> bool {
    quotes::quotations(text).iter().any(|quote| {
        job.asked
            .iter()
            .any(|asked| quotes::quotations(asked).contains(quote))
    })
}

fn contradiction(job: &Choosing, asked: &Asked) -> Option<Proposal> {
    let newest = job.notes.contradictions.iter().rev().take(CANDIDATES_MAX);
    newest
        .filter(|found| !is_withdrawn(job, found.first_turn))
        .find_map(|found| {
            propose(
                job,
                asked,
                Raised {
                    text: found.suggested_clarification_question.clone(),
                    brief: "Curious, not accusing: both can be true. Listen for what changed in between, or for the \
                            condition that separates the two.",
                    source: QuestionSource::Contradiction,
                    section_id: None,
                    expected_s: CONTRADICTION_S,
                    turn: found.second_turn,
                },
            )
        })
}

/// The built-in NoteTaker marks names without a story; they come last.
fn in_passing(gap: &Gap) -> bool {
    gap.description.ends_with("named in passing")
}

fn gap(job: &Choosing, asked: &Asked, wanted: impl Fn(&Gap) -> bool) -> Option<Proposal> {
    let newest = job.notes.gaps.iter().rev().take(CANDIDATES_MAX);
    newest
        .filter(|gap| wanted(gap) && !explored_since(job, gap))
        .find_map(|gap| {
            propose(
                job,
                asked,
                Raised {
                    text: gap.suggested_followup.clone(),
                    brief: "Take up their own words and leave the rest to them. Listen for a scene: who was there, \
                            what was at stake, what it cost.",
                    source: QuestionSource::Gap,
                    section_id: gap.section_id.clone(),
                    expected_s: GAP_S,
                    turn: gap.turn,
                },
            )
        })
}

/// Whether the person has come back to it by themselves.
fn explored_since(job: &Choosing, gap: &Gap) -> bool {
    quotes::quotations(&gap.suggested_followup)
        .iter()
        .any(|quote| {
            later_answers(job, gap.turn)
                .any(|turn| turn.words >= 30 && turn.text.as_str().contains(quote))
        })
}

fn later_answers(job: &Choosing, after: TurnId) -> impl Iterator<Item = &Turn> {
    job.window.iter().filter(move |turn| {
        turn.id > after && turn.speaker == Speaker::Candidate && !turn.withdrawn
    })
}

/// A line worth staying with, or a claim without exceptions.
fn strong_words(
    job: &Choosing,
    asked: &Asked,
    recent: impl Fn(TurnId) -> bool,
) -> Option<Proposal> {
    let line = job.notes.quotable_lines.iter().rev().take(CANDIDATES_MAX);
    let by_line = line
        .filter(|line| recent(line.turn) && line.strength >= Strength::Great)
        .find_map(|line| stay_with(job, asked, line));
    by_line.or_else(|| {
        let claims = job.notes.claims.iter().rev().take(CANDIDATES_MAX);
        claims
            .filter(|claim| recent(claim.turn) && claim.confidence == Confidence::High)
            .find_map(|claim| test_claim(job, asked, claim))
    })
}

fn stay_with(job: &Choosing, asked: &Asked, line: &QuotableLine) -> Option<Proposal> {
    let quote = readable(&line.text)?;
    let text = match line.turn.0 % 3 {
        0 => format!("You said “{quote}”. What happened that taught you that?"),
        1 => format!("“{quote}” – can you tell me about a time when that became clear to you?"),
        _ => {
            format!("I want to stay with something you said: “{quote}”. Where does that come from?")
        }
    };
    propose(
        job,
        asked,
        Raised {
            text,
            brief: "This line may carry the essay. Do not explain it back to them; ask for the moment behind it.",
            source: QuestionSource::Tangent,
            section_id: None,
            expected_s: TANGENT_S,
            turn: line.turn,
        },
    )
}

fn test_claim(job: &Choosing, asked: &Asked, claim: &Claim) -> Option<Proposal> {
    job.window.iter().find(|turn| turn.id == claim.turn)?;
    let quote = readable(&claim.text)?;
    let personal = quote.starts_with("I ")
        || quote.starts_with("I'")
        || quote.contains(" I ")
        || quote.contains(" my ");
    let text = match claim.turn.0 % 3 {
        _ if tells_of_once(quote) => format!("You said “{quote}”. What did that change?"),
        _ if personal => format!("You said “{quote}”. What is behind that?"),
        0 => format!("You said “{quote}”. When has that not been true?"),
        1 => format!("You said “{quote}”. What would somebody say who disagrees with you?"),
        _ => format!("You said “{quote}”. How do you know?"),
    };
    propose(
        job,
        asked,
        Raised {
            text,
            brief: "A strong claim: test it in a friendly way. Listen for the exception and for the evidence.",
            source: QuestionSource::Tangent,
            section_id: None,
            expected_s: TANGENT_S,
            turn: claim.turn,
        },
    )
}

/// "The worst night was in 2014": what happened once has no exception to ask for.
fn tells_of_once(quote: &str) -> bool {
    let tokens = tokens(quote);
    let past = tokens.iter().any(|token| {
        token.class == Class::Past || matches!(token.lower.as_ref(), "was" | "were" | "did" | "had")
    });
    past && !tokens.iter().any(|token| {
        token.class == Class::Verb
            || matches!(
                token.lower.as_ref(),
                "is" | "are" | "do" | "have" | "can" | "will"
            )
    })
}

/// A quotation that can be read out: short, whole, without marks of its own.
fn readable(quote: &str) -> Option<&str> {
    let bare = quote.trim_end_matches(['.', ',', '!', ';', ' ']);
    let words = bare.split_whitespace().count();
    ((3..=QUOTED_WORDS_MAX).contains(&words) && !bare.contains(['“', '”', '"', '[', '?', '…']))
        .then_some(bare)
}

fn researched(job: &Choosing, asked: &Asked) -> Option<Proposal> {
    let mut items: Vec<_> = job.research.iter().rev().take(CANDIDATES_MAX).collect();
    items.sort_by_key(|item| item.priority);
    items.into_iter().find_map(|item| {
        let finding = item.summary.split_inclusive(['.', '!']).next()?.trim();
        if finding.is_empty() || finding.contains(['“', '"']) || finding.split_whitespace().count() > 30 {
            return None;
        }
        let said = job
            .window
            .iter()
            .find(|turn| turn.id == item.turn)
            .is_some_and(|turn| turn.text.as_str().contains(item.topic.as_str()));
        let topic = if said { format!("“{}”", item.topic) } else { item.topic.clone() };
        propose(
            job,
            asked,
            Raised {
                text: format!("You mentioned {topic}. I have read this about it: {finding} How does that match what you saw?"),
                brief: "Bring the finding as a question, not as a correction. Listen for where their experience differs.",
                source: QuestionSource::Research,
                section_id: None,
                expected_s: RESEARCH_S,
                turn: item.turn,
            },
        )
    })
}

/// A short last answer is an invitation to ask for an example.
fn short_answer(job: &Choosing, asked: &Asked) -> Option<Proposal> {
    let last = later_answers(job, TurnId(0)).last()?;
    let quote = readable(last.text.as_str()).filter(|_| last.words <= 14)?;
    propose(
        job,
        asked,
        Raised {
            text: format!("You said “{quote}”. Can you give me an example?"),
            brief: "The answer was short. Ask for one case and wait; silence helps.",
            source: QuestionSource::Tangent,
            section_id: None,
            expected_s: TANGENT_S,
            turn: last.id,
        },
    )
}
