//! What interviewers ask for, and the words in which people tell it: “how did you begin?” is answered with “I was born”.

use super::terms::stem;
use super::tokens::Token;

/// Asked with one of the first, told with some of the second.
const MEANINGS: [(&str, &str); 15] = [
    (
        "grow childhood child beginnings born family",
        "born raised grew childhood parents mother father brother sister school hometown town farm family young kid",
    ),
    (
        "begin began start started starting first originally come",
        "started began joined hired job applied offered graduated degree college moved first interview training company",
    ),
    (
        "hard hardest difficult difficulty challenge challenges struggle give",
        "hard hardest worst difficult tough struggle afraid ashamed scared lost closed problem silence tired",
    ),
    (
        "mistake mistakes wrong fail failed failure failures regret broke",
        "wrong mistake failed failure ruined broke regret returned lost blamed accident fault",
    ),
    (
        "learn learned learnt lesson lessons teach taught insight",
        "learned taught changed lesson realized understood discovered teacher",
    ),
    (
        "decide decided decision decisions choose choice trade",
        "decision decided chose agreed refused option meeting plan approved voted trade-off",
    ),
    (
        "proud proudest success best",
        "proud award success achieved best won honor accomplishment",
    ),
    (
        "people team colleagues employees hire hiring remembered",
        "friend friends team colleague boss hired worked together woman man group manager",
    ),
    (
        "customer customers users user market buy",
        "customer customers users client order buy bought sold market complaint",
    ),
    (
        "money funding investor revenue cost price",
        "money paid investor revenue percent dollars million budget salary bank expensive",
    ),
    (
        "advice advise recommend beginner beginners tomorrow",
        "advice beginner rule young founders student listen patient",
    ),
    (
        "different differently again back misunderstand misunderstood misconception understood",
        "again differently looking back hindsight wish understand believe proud regret remember",
    ),
    (
        "day days typical normal ordinary routine happened",
        "day morning night lunch office workshop woke suddenly phone happened remember",
    ),
    (
        "product build built make made craft work",
        "built build made product tool machine design test shipped workshop hands",
    ),
    (
        "crisis end worst closest thread",
        "crisis closed bankrupt emergency worst phone lawyer bank fire flood accident",
    ),
];

/// The stems that people may use when they speak about what these words ask for.
pub fn related(asked: &[Token<'_>]) -> Vec<String> {
    let mut stems: Vec<String> = Vec::new();
    for (asks, tells) in MEANINGS {
        let meant = asked
            .iter()
            .any(|token| asks.split(' ').any(|word| word == token.lower));
        if meant {
            stems.extend(tells.split(' ').map(|word| stem(word).into_owned()));
        }
    }
    stems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens::tokens;

    #[test]
    fn a_question_about_beginnings_is_answered_with_birth_and_school() {
        let stems = related(&tokens("Where did you grow up?"));
        assert!(stems.contains(&"born".to_owned()) && stems.contains(&"school".to_owned()));
        assert!(related(&tokens("Why?")).is_empty());
    }
}
