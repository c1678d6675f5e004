//! `viva models try`: says a sentence with the installed voice and recognises it again, to hear and see what they can do.

use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::cli::ModelTryArgs;
use crate::config::Config;
use crate::console;
use crate::speech;

const SENTENCE: &str = "What do you do in the first hour with a piano you have never met?";
/// For one sentence on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// The header of a WAV file, and the bytes of a second of its sound at 24 kHz.
const HEADER_BYTES: usize = 44;
const SECOND_BYTES: f64 = 48_000.0;

pub(super) async fn run(config: &Config, args: &ModelTryArgs) -> anyhow::Result<()> {
    if speech::find(&config.data).is_none() {
        bail!(
            "there is no viva-speech beside viva or in {}; build it: cargo xtask speech",
            config.data.join("bin").display()
        );
    }
    let running = speech::start(&config.data).await.context(
        "the speech companion does not run; is a model installed? `viva models list` shows what is",
    )?;
    let said = args.text.as_deref().unwrap_or(SENTENCE);
    let http = reqwest::Client::builder()
        .no_proxy()
        .timeout(PATIENCE)
        .build()?;

    let start = Instant::now();
    let wish = json!({"model": "tts-1", "voice": "alloy", "input": said, "response_format": "wav"});
    let call = http.post(format!("{}/audio/speech", running.url()));
    let sound = answer(call.json(&wish).send().await?)
        .await?
        .bytes()
        .await?;
    let speaking = start.elapsed();
    if let Some(path) = &args.out {
        console::write_file(path, &sound)?;
    }

    let start = Instant::now();
    let seconds = sound.len().saturating_sub(HEADER_BYTES) as f64 / SECOND_BYTES;
    let form = Form::new()
        .part("file", Part::bytes(sound.to_vec()).file_name("said.wav"))
        .text("model", "whisper-1")
        .text("language", "en");
    let call = http.post(format!("{}/audio/transcriptions", running.url()));
    let heard: Value = answer(call.multipart(form).send().await?)
        .await?
        .json()
        .await?;
    let heard = heard["text"].as_str().unwrap_or_default();
    let recognising = start.elapsed();
    report(
        said,
        heard,
        [seconds, speaking.as_secs_f64(), recognising.as_secs_f64()],
        args,
    )
}

fn report(
    said: &str,
    heard: &str,
    [sound, speaking, recognising]: [f64; 3],
    args: &ModelTryArgs,
) -> anyhow::Result<()> {
    if args.json {
        return console::print_json(&json!({
            "said": said, "heard": heard, "sound_s": sound, "speaking_s": speaking, "recognising_s": recognising,
        }));
    }
    let mut text = format!(
        "said   {said}\nheard  {heard}\n{sound:.1} s of sound were made in {speaking:.1} s and recognised in {recognising:.1} s\n"
    );
    if let Some(path) = &args.out {
        text.push_str(&format!("the sound is in {}\n", path.display()));
    }
    console::print(&text)
}

async fn answer(response: reqwest::Response) -> anyhow::Result<reqwest::Response> {
    if response.status().is_success() {
        return Ok(response);
    }
    let body: Value = response.json().await.unwrap_or_default();
    let message = body["error"]["message"].as_str().unwrap_or("no reason");
    bail!("the speech companion refuses: {message}")
}
