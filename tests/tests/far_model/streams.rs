//! Essays that stop in the middle: nothing half-written is ever kept.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use interview::AgentKind;
use tests::capable::{capable, draft};
use tests::far_model::{Act, Asked};

use crate::world::{World, held, impatient, patient};

async fn with_writer(act: impl Fn(usize, &Asked) -> Act + Send + Sync + 'static) -> World {
    held(patient(), move |number, asked| match asked.wants() {
        "essay" => act(number, asked),
        _ => capable(number, asked),
    })
    .await
}

#[tokio::test]
async fn a_connection_that_is_reset_in_the_middle_leaves_the_built_in_essay() {
    let world = with_writer(|_, asked| {
        let pieces = draft(asked);
        Act::Resets(pieces[..pieces.len() / 2].to_vec())
    })
    .await;
    world.went_on().by_builtin(AgentKind::Writer);
    world.by_model(AgentKind::Analysis);
    // Text that was handed over is not asked for again.
    assert!(world.n_asked_for("essay") <= 3);
}

#[tokio::test]
async fn an_essay_that_never_gets_done_is_given_up_at_the_deadline() {
    let world = held(impatient(), |number, asked| match asked.wants() {
        "essay" => Act::Drips {
            every: Duration::from_millis(5),
        },
        _ => capable(number, asked),
    })
    .await;
    world.went_on().by_builtin(AgentKind::Writer);
    assert_eq!(world.n_asked_for("essay"), 1);
}

#[tokio::test]
async fn an_error_in_the_middle_of_a_stream_is_an_error() {
    let world = with_writer(|_, _| {
        Act::Body("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"# A\"}}]}\n\ndata: {\"error\":{\"code\":\"server_error\"}}\n\n".to_owned())
    })
    .await;
    world.went_on().by_builtin(AgentKind::Writer);
    assert_eq!(world.n_asked_for("essay"), 1);
}

#[tokio::test]
async fn a_draft_that_is_no_essay_is_asked_for_once_more_with_what_is_wrong_with_it() {
    let world = with_writer(|number, asked| match asked.messages().len() {
        2 => Act::Writes(vec!["Sure! ".to_owned(), "Here it is.".to_owned()]),
        _ => capable(number, asked),
    })
    .await;
    world.went_on().by_model(AgentKind::Writer);
    assert_eq!(world.n_asked_for("essay"), 2);
    let asked = world.far.asked();
    let again = asked.iter().rfind(|it| it.wants() == "essay").unwrap();
    let [.., draft, wrong] = again.messages()[..] else {
        panic!("nothing was said about the first draft");
    };
    assert_eq!(draft, "Sure! Here it is.");
    assert!(wrong.contains("it has 2 sentences"), "{wrong}");
}

#[tokio::test]
async fn an_essay_about_something_else_twice_is_the_built_in_ones_work() {
    let world = with_writer(|_, _| {
        let poem =
            "The sea is grey. Gulls cry above the harbour. Nobody listens. Ropes creak all night.";
        Act::Writes(vec![poem.to_owned()])
    })
    .await;
    world.went_on().by_builtin(AgentKind::Writer);
    assert_eq!(world.n_asked_for("essay"), 2);
}

#[tokio::test]
async fn a_busy_server_gets_a_second_chance_before_the_first_word() {
    let is_first = AtomicBool::new(true);
    let world = with_writer(move |number, asked| {
        if is_first.swap(false, Ordering::Relaxed) {
            Act::Fails {
                status: 503,
                headers: vec![("retry-after-ms", "10".to_owned())],
                body: "",
            }
        } else {
            capable(number, asked)
        }
    })
    .await;
    world.went_on().by_model(AgentKind::Writer);
    assert_eq!(world.n_asked_for("essay"), 2);
}
