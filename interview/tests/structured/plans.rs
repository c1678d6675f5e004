//! The structured plans that come with the product.

use interview::{Cover, Format, Input, Plan, Role};

use crate::world::{START, World, names};

const PLANS: [(&str, &str); 2] = [
    (
        "ml-engineer",
        include_str!("../../../plans/ml-engineer.toml"),
    ),
    (
        "site-reliability-engineer",
        include_str!("../../../plans/site-reliability-engineer.toml"),
    ),
];

#[test]
fn the_plans_have_the_recommended_times_caps_and_warnings() {
    for (name, text) in PLANS {
        let plan = Plan::from_toml(text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert_eq!(plan.format, Format::Structured);
        assert_eq!((plan.minutes, plan.grace_s), (45, 15));
        assert_eq!(plan.warnings_s, [120, 30]);
        let minutes: Vec<u32> = plan.sections.iter().filter_map(|it| it.minutes).collect();
        assert_eq!(minutes, [10, 15, 15, 5], "{name}");
        let caps: Vec<u32> = plan.sections.iter().map(|it| it.followup_cap).collect();
        assert_eq!(caps, [3, 4, 2, 1], "{name}");
    }
}

#[test]
fn every_section_can_be_asked_followed_up_and_covered() {
    for (name, text) in PLANS {
        let plan = Plan::from_toml(text).unwrap();
        for section in &plan.sections {
            let backbone = |role: Role| role == Role::Backbone;
            assert!(section.questions.iter().any(|it| backbone(it.role)));
            assert!(!section.goal.is_empty() && !section.dimensions.is_empty());
            let needed = match section.cover {
                Cover::All => section.dimensions.len(),
                Cover::AtLeast(n) => usize::try_from(n).unwrap(),
            };
            assert!(needed > 0, "{name}: {}", section.id);
            for dimension in &section.dimensions {
                assert!(dimension.cues.len() >= 2, "{name}: {}", dimension.id);
                assert!((1..=3).contains(&dimension.followups.len()));
            }
        }
    }
}

#[test]
fn no_cue_is_given_away_by_a_question() {
    // A candidate who only repeats the question must not have covered anything by that.
    for (name, text) in PLANS {
        let plan = Plan::from_toml(text).unwrap();
        for section in &plan.sections {
            for question in &section.questions {
                let verdicts =
                    interview::coverage_rule(&section.dimensions, [question.text.as_str()]);
                for verdict in verdicts {
                    assert!(
                        verdict.level < interview::event::CoverageLevel::Covered,
                        "{name}: {} covers {}",
                        question.id,
                        verdict.dimension
                    );
                }
            }
        }
    }
}

#[test]
fn a_silent_candidate_is_through_after_forty_five_minutes() {
    for (_, text) in PLANS {
        let mut world = World::new(text);
        world.take(Input::Start).unwrap();
        world.advance_to(START.plus(45 * 60_000 - 1));
        assert!(!world.state.status.is_over());
        world.advance_to(START.plus(45 * 60_000));
        assert!(world.state.status.is_over());
        let warnings = names(&world.log)
            .into_iter()
            .filter(|name| *name == "SECTION_TIME_WARNING");
        assert_eq!(warnings.count(), 8);
        world.check();
    }
}
