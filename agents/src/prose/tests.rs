//! Essays out of drafts that lie in every way a model lies.

use interview::quotes::{quotations, was_said};
use interview::{
    ChangedQuotation, Format, Grade, Passage, PausedClock, Plan, Quotations, ResearchItem,
    ResearchKind, Speaker, Style, TurnId, WebSource,
};
use proptest::prelude::*;

use super::{Draft, Ground, essay, strictly};

fn plan() -> Plan {
    Plan {
        format: Format::Exploratory,
        topic: "Lighthouses".to_owned(),
        research_goal: String::new(),
        angle: String::new(),
        minutes: 14,
        warnings_s: Vec::new(),
        grace_s: 0,
        clock_while_paused: PausedClock::Stops,
        sections: Vec::new(),
    }
}

fn talk() -> Vec<Passage> {
    let said = [
        (Speaker::Interviewer, "How did you come to Skerry Rock?"),
        (
            Speaker::Candidate,
            "I came in 1961, when I was nineteen, because my uncle had broken his hip and, um, somebody had to wind the \
             clockwork every four hours. I stayed for thirty-one years.",
        ),
        (Speaker::Interviewer, "What was hard?"),
        (
            Speaker::Candidate,
            "The fog was harder than the storms. In a storm you have work to do, but in fog you sit and listen. The \
             keeper before me said, “Count the seconds, girl.”",
        ),
    ];
    said.into_iter()
        .zip(1..)
        .map(|((speaker, text), number)| Passage {
            at: TurnId(number).into(),
            speaker,
            text: text.into(),
            start_ms: u64::from(number) * 10_000,
            end_ms: u64::from(number) * 10_000 + 8_000,
        })
        .collect()
}

fn made(text: &str) -> interview::Essay {
    let talk = talk();
    let ground = Ground {
        plan: &plan(),
        conversation: &talk,
        research: &[],
    };
    essay(&Draft::read(text), Style::Standard, &ground, "Untitled")
}

fn texts(essay: &interview::Essay) -> Vec<&str> {
    essay
        .sentences()
        .map(|sentence| sentence.text.as_str())
        .collect()
}

#[test]
fn a_reference_becomes_the_words_of_its_turn() {
    let essay = made("Fog is worse: {turn_4: the fog … the storms}. [turn_4]");
    assert_eq!(
        texts(&essay),
        ["Fog is worse: “the fog was harder than the storms”."]
    );
    assert_eq!(
        essay.quotations,
        Quotations {
            kept: 1,
            ..Quotations::default()
        }
    );
    assert_eq!(essay.paragraphs[0].sentences[0].grade, Grade::Paraphrased);
}

#[test]
fn a_quotation_is_kept_repaired_or_loses_its_marks() {
    let essay = made(
        "They know that “the fog was harder than the storms.” [turn_4] \
         I tell them that \"in fog you only sit and listen\" to it. [turn_4] \
         A captain once shouted “hard to starboard, you fools” at me. [turn_4]",
    );
    assert_eq!(
        texts(&essay),
        [
            "They know that “the fog was harder than the storms.”",
            "I tell them that “in fog you sit and listen” to it.",
            "A captain once shouted hard to starboard, you fools at me.",
        ]
    );
    assert_eq!(
        essay.quotations,
        Quotations {
            kept: 1,
            repaired: 1,
            removed: 1,
            changed: vec![
                ChangedQuotation {
                    drafted: "in fog you only sit and listen".to_owned(),
                    printed: Some("in fog you sit and listen".to_owned()),
                },
                ChangedQuotation {
                    drafted: "hard to starboard, you fools".to_owned(),
                    printed: None,
                },
            ],
        }
    );
    // Without its marks a sentence that nobody said is still one that nobody said.
    assert_eq!(
        essay.unsupported,
        ["A captain once shouted hard to starboard, you fools at me."]
    );
}

#[test]
fn fillers_that_a_model_left_out_come_back() {
    let essay = made(
        "It began because “my uncle had broken his hip and somebody had to wind the clockwork”.",
    );
    assert_eq!(
        texts(&essay),
        [
            "It began because “my uncle had broken his hip and, um, somebody had to wind the clockwork”."
        ]
    );
}

#[test]
fn a_quotation_inside_a_turn_keeps_its_inner_marks_single() {
    let essay = made("{turn_4: The keeper before me … the seconds}.");
    assert_eq!(
        texts(&essay),
        ["“The keeper before me said, ‘Count the seconds”."]
    );
}

#[test]
fn the_words_decide_the_grade_whatever_turn_is_named() {
    let essay = made(
        "The fog was harder than the storms. [turn_2] My uncle broke his hip, so I came to wind the clockwork. [turn_99] \
         And that, in the end, is that. [turn_4] How did you come to Skerry Rock? [turn_1]",
    );
    let grades: Vec<(Grade, Vec<String>)> = essay
        .sentences()
        .map(|sentence| {
            let turns = sentence.sources.iter().map(|it| it.turn.to_string());
            (sentence.grade, turns.collect())
        })
        .collect();
    assert_eq!(
        grades,
        [
            (Grade::Quoted, vec!["turn_4".to_owned()]),
            (Grade::Paraphrased, vec!["turn_2".to_owned()]),
            (Grade::Bridging, vec![]),
            (Grade::Bridging, vec![]),
        ]
    );
}

#[test]
fn a_source_begins_where_its_words_were_said() {
    let essay = made("I stayed for thirty-one years. [turn_2]");
    let source = &essay.paragraphs[0].sentences[0].sources[0];
    assert!((26_000..28_000).contains(&source.start_ms), "{source:?}");
}

#[test]
fn facts_that_nobody_named_are_listed_and_left_out_when_strict() {
    let draft = "I came in 1961 at the age of 19. [turn_2] I stayed 31 years with Captain Olsen. [turn_2] \
                 By 1974 the light was electric. [turn_2]\n\n## The strike of 1926\n\nThe union voted for higher wages and \
                 shorter shifts in Bergen. [turn_4]";
    let essay = made(draft);
    assert_eq!(
        essay.unsupported,
        [
            "I stayed 31 years with Captain Olsen.",
            "By 1974 the light was electric.",
            "The union voted for higher wages and shorter shifts in Bergen."
        ]
    );
    assert_eq!(
        essay.paragraphs[1].heading, None,
        "a heading may not bring in a year"
    );
    let strict = strictly(&essay);
    assert_eq!(texts(&strict), ["I came in 1961 at the age of 19."]);
    assert_eq!(strict.unsupported, essay.unsupported);
}

#[test]
fn research_with_a_source_supports_what_the_talk_does_not_and_memory_supports_nothing() {
    let talk = talk();
    let unsupported = |sources: Vec<WebSource>| {
        let item = ResearchItem {
            topic: "Fresnel lens".to_owned(),
            kind: ResearchKind::Definition,
            summary: "Augustin Fresnel built the first one in 1823.".to_owned(),
            how_to_use_in_question: String::new(),
            priority: 1,
            from_memory: sources.is_empty(),
            sources,
            turn: TurnId(2),
        };
        let ground = Ground {
            plan: &plan(),
            conversation: &talk,
            research: &[item],
        };
        let draft = Draft::read("Fresnel built the first one in 1823.");
        essay(&draft, Style::Standard, &ground, "").unsupported
    };
    let page = WebSource {
        title: "Fresnel lens".to_owned(),
        url: "https://lenses.example.org/".to_owned(),
    };
    assert!(unsupported(vec![page]).is_empty());
    assert_eq!(
        unsupported(Vec::new()),
        ["Fresnel built the first one in 1823."]
    );
}

#[test]
fn a_pull_quote_was_said_or_is_not_there() {
    let essay = made(
        "> “I stayed for thirty-one years.” [turn_2]\n\nThe fog was hard. [turn_4]\n\n> Never trust a calm sea.\n\nFog again. [turn_4]",
    );
    let quotes: Vec<Option<&str>> = essay
        .paragraphs
        .iter()
        .map(|paragraph| {
            paragraph
                .pull_quote
                .as_ref()
                .map(|quote| quote.text.as_str())
        })
        .collect();
    assert_eq!(quotes, [Some("I stayed for thirty-one years."), None]);
}

#[test]
fn a_hundred_thousand_characters_in_marks_are_survived() {
    let long = "“".repeat(50_000) + &"the fog ".repeat(20_000) + &"{turn_4: ".repeat(5_000);
    let essay = made(&long);
    assert!(essay.paragraphs.len() <= super::PARAGRAPHS_MAX);
}

/// Drafts of true words, false words and broken marks.
fn drafts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("the fog was harder than the storms".to_owned()),
        Just("in fog you listen and sit".to_owned()),
        Just("I never said any such thing to you".to_owned()),
        Just("Count the seconds, girl".to_owned()),
        Just("somebody had to wind the, um, clockwork every four hours".to_owned()),
        Just("{turn_4: the fog … listen}".to_owned()),
        Just("{turn_9: nobody … knows".to_owned()),
        Just("[turn_2]".to_owned()),
        Just(". ".to_owned()),
        Just("\n\n# ".to_owned()),
        Just("\n\n> ".to_owned()),
        "[“”\"„«»‘’'{}…. a-z]{0,6}",
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_draft_nothing_is_in_quotation_marks_that_was_not_said(draft in drafts()) {
        let talk = talk();
        let essay = made(&draft);
        let above = essay.paragraphs.iter().filter_map(|paragraph| paragraph.heading.as_deref());
        let all = texts(&essay).into_iter().chain(above).chain([essay.title.as_str()]);
        let mut quoted = 0;
        for text in all {
            for quotation in quotations(text) {
                quoted += 1;
                let said = talk.iter().any(|passage| {
                    passage.speaker == Speaker::Candidate && was_said(passage.text.as_str(), quotation)
                });
                prop_assert!(said, "{quotation:?} in {text:?} of {draft:?}");
            }
        }
        prop_assert!(essay.quotations.kept + essay.quotations.repaired >= quoted);
        for sentence in essay.sentences() {
            prop_assert_eq!(sentence.grade == Grade::Bridging, sentence.sources.is_empty());
        }
    }
}
