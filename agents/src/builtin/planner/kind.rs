//! What kind of topic it is, by the words in it: each kind is best asked about in its own way.

use super::topic::{Shape, Topic};
use crate::text::terms;
use crate::text::tokens::tokens;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Craft,
    Decision,
    Lessons,
    History,
    Organisation,
    Technology,
    Science,
    Controversy,
    General,
}

/// Words that give a kind away, as stems are made from them. The first kind wins a tie.
const WORDS: [(Kind, &str); 8] = [
    (
        Kind::Lessons,
        "lesson lessons failure failures failed mistake mistakes learned learnt postmortem outage shutdown collapse bankruptcy \
         regret wrong crash recovery losing lost breakdown burnout",
    ),
    (
        Kind::Decision,
        "decision decisions choosing chose choice choose versus vs tradeoff trade-off migrating migration switching moving \
         rewriting rewrite leaving quitting selling buying outsourcing pricing",
    ),
    (
        Kind::Controversy,
        "ethics ethical ban controversy debate policy regulation law inequality politics political tax nuclear immigration rights \
         censorship surveillance vaccine gun abortion privacy should",
    ),
    (
        Kind::History,
        "history life childhood war memoir growing family village fire flood revolution century born generation memories \
         migration expedition volunteer veteran career biography disaster earthquake strike independence",
    ),
    (
        Kind::Science,
        "research biology climate physics experiment theory medicine species cell evolution chemistry astronomy neuroscience \
         brain immune virus genetics ecology ocean cancer disease clinical bird birds insects geology mathematics fusion",
    ),
    (
        Kind::Technology,
        "software rust code database ai cobol linux java sql blockchain llm model production cloud data engineering programming machine robot api computer \
         security network open-source compiler python javascript kubernetes hardware app website algorithm automation \
         server infrastructure deployment testing",
    ),
    (
        Kind::Organisation,
        "team teams company hiring culture leadership management school hospital union remote startup organization \
         organisation founder founding employees manager meetings nonprofit cooperative university church government",
    ),
    (
        Kind::Craft,
        "craft teaching cooking gardening writing brewing repair pottery farming baking carpentry music painting sewing \
         photography translating interviewing negotiating selling parenting coaching beekeeping woodworking design training \
         beginners practice",
    ),
];

/// The kind of a topic; the context is asked only when the topic itself says nothing.
pub(super) fn kind(topic: &Topic, context: &str) -> Kind {
    if topic.shape == Shape::HowTo {
        return Kind::Craft;
    }
    if topic.shape == Shape::Question && topic.full.to_lowercase().starts_with("should") {
        return Kind::Controversy;
    }
    let lower = topic.full.to_lowercase();
    if lower.starts_with("why i ") || lower.starts_with("why we ") {
        return Kind::Decision;
    }
    if topic.shape == Shape::Doing && hits(Kind::Craft, &topic.full) > 0 {
        return Kind::Craft;
    }
    by_words(&topic.full)
        .or_else(|| has_year(&topic.full).then_some(Kind::History))
        .or_else(|| by_words(&context.chars().take(3_000).collect::<String>()))
        .unwrap_or(if topic.shape == Shape::Doing {
            Kind::Craft
        } else {
            Kind::General
        })
}

fn by_words(text: &str) -> Option<Kind> {
    let mut best: Option<(Kind, usize)> = None;
    for (kind, _) in WORDS {
        let hits = hits(kind, text);
        if hits > 0 && best.is_none_or(|(_, most)| hits > most) {
            best = Some((kind, hits));
        }
    }
    best.map(|(kind, _)| kind)
}

/// How many words of a kind a text has, whatever their endings.
fn hits(kind: Kind, text: &str) -> usize {
    let said: Vec<String> = tokens(text)
        .iter()
        .map(|token| terms::stem(&token.lower).into_owned())
        .collect();
    WORDS
        .iter()
        .filter(|(other, _)| *other == kind)
        .flat_map(|(_, list)| list.split_whitespace())
        .filter(|word| said.iter().any(|stem| *stem == terms::stem(word)))
        .count()
}

fn has_year(text: &str) -> bool {
    tokens(text).iter().any(|token| {
        token.lower.len() == 4
            && token
                .lower
                .parse::<u32>()
                .is_ok_and(|year| (1_500..2_100).contains(&year))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_told_apart() {
        for (topic, expected) in [
            ("how to teach maths to adults", Kind::Craft),
            ("beekeeping", Kind::Craft),
            ("moving from Oracle to Postgres", Kind::Decision),
            (
                "what we learned from losing our biggest customer",
                Kind::Lessons,
            ),
            ("the 1973 records fire", Kind::History),
            ("why small teams ship faster", Kind::Organisation),
            ("Rust in production", Kind::Technology),
            ("ocean acidification and coral species", Kind::Science),
            ("Should hospitals own their software?", Kind::Controversy),
            ("tango", Kind::General),
        ] {
            assert_eq!(kind(&Topic::parse(topic), ""), expected, "{topic}");
        }
    }
}
