//! Claims: statements that somebody could disagree with, and how sure the person is of them.

use interview::{Claim, Confidence};

use super::trimming::{is_rough, quotation};
use crate::builtin::cues::{Cue, Cues};
use crate::builtin::heard::{Heard, Line};
use crate::text::clean;
use crate::text::lexicon::Class;

const CLAIM_MIN: f64 = 1.5;
const WORDS_PER_CLAIM: usize = 50;
const CLAIMS_MAX: usize = 6;
const WORDS_MAX: usize = 45;

/// The claims of a turn, each exactly as it was said, so that a later contradiction can quote it.
pub(super) fn find(heard: &Heard<'_>) -> Vec<Claim> {
    let mut best: Vec<(usize, f64)> = heard
        .lines
        .iter()
        .enumerate()
        .map(|(at, line)| (at, score(heard, line)))
        .filter(|(_, score)| *score >= CLAIM_MIN)
        .collect();
    best.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    best.truncate((1 + heard.word_count() / WORDS_PER_CLAIM).min(CLAIMS_MAX));
    best.sort_unstable_by_key(|(at, _)| *at);
    best.into_iter()
        .map(|(at, _)| {
            let line = &heard.lines[at];
            Claim {
                text: wording(heard, line),
                confidence: confidence(&line.cues),
                turn: heard.turn,
            }
        })
        .collect()
}

/// The words as they were said; where they stumble, mended, which the ellipsis at the end shows.
fn wording(heard: &Heard<'_>, line: &Line<'_>) -> String {
    if is_rough(line) {
        let mended = clean::sentence(line.text);
        let bare = mended.trim_end_matches(['.', '!', ',', '…', ' ']);
        return format!("{bare}…");
    }
    quotation(heard, line).to_owned()
}

/// Whether a claim's words stand in its turn just so.
pub(super) fn is_exact(claim: &Claim) -> bool {
    !claim.text.ends_with('…')
}

fn score(heard: &Heard<'_>, line: &Line<'_>) -> f64 {
    if !line.says_something() || line.len() > WORDS_MAX || line.has_insertion() {
        return 0.0;
    }
    let cues = &line.cues;
    let some = |cue: Cue, weight: f64| if cues.has(cue) { weight } else { 0.0 };
    let mut score = some(Cue::Opinion, 1.2)
        + some(Cue::Absolute, 1.3)
        + some(Cue::Verdict, 1.3)
        + some(Cue::Weight, 1.0)
        + some(Cue::Rule, 1.2)
        + some(Cue::Insight, 0.8)
        + some(Cue::Without, 0.5)
        + some(Cue::Contrast, 0.3);
    let tokens = heard.tokens_of(line);
    let counts = tokens.iter().any(|token| token.class == Class::Number);
    if counts {
        score += 1.0;
    }
    if line.words.contains("n't ") || line.words.contains(" not ") {
        score += 0.7;
    }
    if has_present(tokens) && line.events == 0 {
        // What is said of always is a claim more often than what is told of once.
        score += 0.4;
    }
    if line.leans_back() && line.content < 4 {
        score -= 0.7;
    }
    if score >= CLAIM_MIN && clean::breaks_off(line.text) {
        return 0.0;
    }
    score
}

fn has_present(tokens: &[crate::text::tokens::Token<'_>]) -> bool {
    tokens.iter().any(|token| {
        token.class == Class::Verb
            || matches!(
                token.lower.as_ref(),
                "is" | "are" | "isn't" | "aren't" | "have" | "do"
            )
    })
}

/// Hedges make a claim weak, absolutes make it strong, “I think” leaves it in between.
pub(super) fn confidence(cues: &Cues) -> Confidence {
    let sure = cues.has(Cue::Absolute) || cues.has(Cue::Verdict) || cues.has(Cue::Weight);
    match (cues.has(Cue::Hedge), cues.has(Cue::Opinion), sure) {
        (true, _, _) => Confidence::Low,
        (false, true, _) | (false, false, false) => Confidence::Medium,
        (false, false, true) => Confidence::High,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use interview::TurnId;

    fn check(said: &str, expected: &[(&str, Confidence)]) {
        let claims = find(&Heard::new(TurnId(1), said));
        let found: Vec<(&str, Confidence)> = claims
            .iter()
            .map(|claim| (claim.text.as_str(), claim.confidence))
            .collect();
        assert_eq!(found, expected, "in {said:?}");
    }

    #[test]
    fn hedges_lower_and_absolutes_raise_the_confidence() {
        check(
            "Small teams always ship faster than large ones.",
            &[(
                "Small teams always ship faster than large ones.",
                Confidence::High,
            )],
        );
        check(
            "Well, I guess maybe unit tests are probably the worst part of engineering.",
            &[(
                "I guess maybe unit tests are probably the worst part of engineering.",
                Confidence::Low,
            )],
        );
        check(
            "I think remote work is good for engineers and not for managers.",
            &[(
                "I think remote work is good for engineers and not for managers.",
                Confidence::Medium,
            )],
        );
    }

    #[test]
    fn plain_talk_is_no_claim() {
        check("Then we drove to the lake with my brother.", &[]);
        check("That's a good question.", &[]);
    }
}
