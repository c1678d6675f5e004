//! Servers that are down, slow, full or not ours: the interview goes on, and a dead one costs nothing per cycle.

use std::time::Duration;

use agents::model::{Message, ModelClient, ModelConfig, ModelError, Request, Spent};
use agents::{Expert, Staff};
use interview::AgentKind;
use prompts::Prompts;
use tests::capable::capable;
use tests::far_model::{Act, FarModel};
use tests::talk::interview;

use crate::world::{AGENTS, PLAN, World, held, impatient, patient};

#[tokio::test]
async fn a_server_that_works_does_all_the_work() {
    let world = held(patient(), capable).await;
    world.went_on();
    for agent in AGENTS {
        world.by_model(agent);
    }
    let usage = world.talk.state.usage;
    assert!(usage.tokens > 1_000 && usage.cached_tokens > 400);
}

#[tokio::test]
async fn a_refused_key_is_never_tried_again() {
    let world = held(patient(), |_, _| Act::Fails {
        status: 401,
        headers: Vec::new(),
        body: r#"{"error":{"code":"invalid_api_key"}}"#,
    })
    .await;
    world.went_on().by_builtin_alone();
    assert_eq!(world.n_asked(), 1);
}

#[tokio::test]
async fn an_account_without_credit_is_not_a_rate_limit() {
    let world = held(patient(), |_, _| Act::Fails {
        status: 429,
        headers: vec![("retry-after-ms", "1".to_owned())],
        body: r#"{"error":{"type":"insufficient_quota","code":"insufficient_quota"}}"#,
    })
    .await;
    world.went_on().by_builtin_alone();
    assert_eq!(world.n_asked(), 1);
}

#[tokio::test]
async fn a_short_pause_that_the_server_wants_is_made() {
    let world = held(patient(), |number, asked| match number {
        0 => Act::Fails {
            status: 429,
            headers: vec![("retry-after-ms", "20".to_owned())],
            body: r#"{"error":{"code":"rate_limit_exceeded"}}"#,
        },
        1 => Act::Fails {
            status: 503,
            headers: vec![("retry-after", "0.02".to_owned())],
            body: "",
        },
        _ => capable(number, asked),
    })
    .await;
    world.went_on().by_model(AgentKind::NoteTaker);
}

#[tokio::test]
async fn a_pause_beyond_the_deadline_is_not_waited_for_and_the_server_has_its_peace() {
    let world = held(patient(), |_, _| Act::Fails {
        status: 429,
        headers: vec![("retry-after", "600".to_owned())],
        body: r#"{"error":{"code":"rate_limit_exceeded"}}"#,
    })
    .await;
    world.went_on().by_builtin_alone();
    assert_eq!(world.n_asked(), 1);
}

#[tokio::test]
async fn a_pause_may_be_a_date_and_an_absurd_one_is_a_long_one() {
    // An hour by the server's own clock; and far more than any clock has.
    for wish in [
        "Wed, 18 Nov 2026 21:00:00 GMT",
        "99999999999999999999",
        "1e400",
    ] {
        let world = held(patient(), move |_, _| Act::Fails {
            status: 503,
            headers: vec![
                ("date", "Wed, 18 Nov 2026 20:00:00 GMT".to_owned()),
                ("retry-after", wish.to_owned()),
            ],
            body: "",
        })
        .await;
        world.went_on().by_builtin_alone();
        assert_eq!(world.n_asked(), 1, "{wish}");
    }
}

#[tokio::test]
async fn a_server_that_has_no_time_and_names_no_pause_is_left_alone_too() {
    let world = held(patient(), |_, _| Act::fails(429)).await;
    world.went_on().by_builtin_alone();
    assert_eq!(world.n_asked(), 3);
}

#[tokio::test]
async fn a_server_that_fails_is_tried_three_times_and_then_left_alone_for_the_rest_of_the_interview()
 {
    let world = held(patient(), |_, _| Act::fails(500)).await;
    world.went_on().by_builtin_alone();
    assert_eq!(world.n_asked(), 3);
}

#[tokio::test]
async fn a_server_that_recovers_is_used_again() {
    let world = held(patient(), |number, asked| match number {
        0 | 1 => Act::fails(502),
        _ => capable(number, asked),
    })
    .await;
    world.went_on();
    for agent in AGENTS {
        world.by_model(agent);
    }
}

#[tokio::test]
async fn a_server_that_hangs_costs_three_deadlines_in_all() {
    let world = held(impatient(), |_, _| Act::Hangs).await;
    world.went_on().by_builtin_alone();
    assert_eq!(world.n_asked(), 3);
}

#[tokio::test]
async fn a_server_that_drips_is_not_waited_for() {
    let world = held(impatient(), |_, _| Act::Drips {
        every: Duration::from_millis(5),
    })
    .await;
    world.went_on().by_builtin_alone();
    assert_eq!(world.n_asked(), 3);
}

#[tokio::test]
async fn an_answer_that_takes_ten_minutes_comes_too_late() {
    let world = held(impatient(), |number, asked| {
        Act::After(Duration::from_secs(600), Box::new(capable(number, asked)))
    })
    .await;
    world.went_on().by_builtin_alone();
    assert_eq!(world.n_asked(), 3);
}

#[tokio::test]
async fn a_server_that_is_not_there_costs_nothing_per_cycle() {
    let mut far = FarModel::start(capable).await.unwrap();
    far.stop().await;
    let mut config = ModelConfig::new(far.base_url());
    config.timeouts = patient();
    let client = ModelClient::new(config.clone()).unwrap();
    let request = Request {
        name: "essay",
        model: "m".to_owned(),
        messages: vec![Message::user("Write.")],
        tokens_max: 100,
        deadline: Request::within(Duration::from_secs(60)),
    };
    let mut spent = Spent::default();
    for expected in [
        ModelError::Unreachable,
        ModelError::Resting,
        ModelError::Resting,
    ] {
        let failed = client.stream_text(&request, &mut spent, &mut |_| {}).await;
        assert_eq!(failed, Err(expected));
    }
    assert!(client.rests() && spent.is_nothing());
    let staff = Staff::with_models(config, Prompts::bundled().unwrap()).unwrap();
    let mut expert = Expert::bundled();
    let talk = interview(PLAN, staff, |_, question| {
        expert.answer(question, 7).unwrap_or_default() + " That is all."
    })
    .await
    .unwrap();
    World { far, talk }.went_on().by_builtin_alone();
}

#[tokio::test]
async fn a_model_that_the_server_does_not_have_is_asked_for_once() {
    let world = held(patient(), |number, asked| {
        if asked.body["model"] == "gpt-6.1-sol" {
            capable(number, asked)
        } else {
            Act::Fails {
                status: 404,
                headers: Vec::new(),
                body: r#"{"error":{"code":"model_not_found"}}"#,
            }
        }
    })
    .await;
    world.went_on().by_builtin(AgentKind::NoteTaker);
    // The Writer has a model of its own, which is there.
    world.by_model(AgentKind::Writer);
    assert_eq!(world.n_asked(), 3, "one refusal, the essay and its check");
}
