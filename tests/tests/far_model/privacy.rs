//! Nothing that was said, asked of a model or answered by it, and no key, comes to stand in the traces.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use agents::model::ModelConfig;
use agents::{Expert, Staff};
use prompts::Prompts;
use tests::capable::capable;
use tests::far_model::{Act, FarModel};
use tests::talk::interview;
use tracing_subscriber::fmt::MakeWriter;

use crate::world::{PLAN, impatient};

const KEY: &str = "sk-secret-0123456789";

/// Everything that is traced, at every level.
#[derive(Debug, Clone, Default)]
struct Traces(Arc<Mutex<Vec<u8>>>);

impl Write for Traces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Traces {
    type Writer = Traces;

    fn make_writer(&self) -> Traces {
        self.clone()
    }
}

#[tokio::test]
async fn no_word_of_a_talk_and_no_key_is_traced_whatever_the_server_does() {
    let traces = Traces::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(traces.clone())
        .finish();
    let _tracing = tracing::subscriber::set_default(subscriber);
    // Every fifth answer is useless, in one way or another; complaints repeat what was asked.
    let far = FarModel::start(|number, asked| match number % 25 {
        5 => Act::fails(500),
        10 => Act::Says("Zanzibar is not an object.".to_owned()),
        15 => Act::Refuses,
        20 => Act::Fails {
            status: 400,
            headers: Vec::new(),
            body: r#"{"error":{"message":"Zanzibar: invalid prompt","code":"bad_request"}}"#,
        },
        24 => Act::Body("Zanzibar".to_owned()),
        _ => capable(number, asked),
    })
    .await
    .unwrap();
    let mut config = ModelConfig::new(far.base_url());
    config.key = Some(KEY.into());
    config.timeouts = impatient();
    let staff = Staff::with_models(config, Prompts::bundled().unwrap()).unwrap();
    let mut expert = Expert::bundled();
    let talk = interview(PLAN, staff, |_, question| {
        let answer = expert.answer(question, 7).unwrap_or_default();
        format!("Quokkas came first. {answer}")
    })
    .await
    .unwrap();
    let bearer = format!("authorization: bearer {KEY}");
    assert!(far.asked().iter().all(|asked| asked.head.contains(&bearer)));
    let traced = String::from_utf8(traces.0.lock().unwrap().clone()).unwrap();
    assert!(
        traced.contains("a call of a model failed"),
        "nothing was traced"
    );
    for secret in ["Quokka", "Zanzibar", KEY, "You choose the next question"] {
        assert!(!traced.contains(secret), "{secret} was traced");
    }
    for turn in talk.state.transcript.iter().filter(|turn| turn.words > 6) {
        assert!(
            !traced.contains(turn.text.as_str()),
            "{} was traced",
            turn.id
        );
    }
}
