//! Asks a speech server for sound and for words, over the audio endpoints that OpenAI's servers and most local ones have.

use super::clips::Line;
use super::detector::EAR_RATE;
use super::server::Fault;
use crate::{Builtin, SAMPLE_RATE, Setup, Timing, read_wav, resample, write_wav};
use reqwest::multipart::{Form, Part};
use reqwest::{RequestBuilder, Response, StatusCode, header};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Three minutes at the highest rate: longer than any sentence.
const SOUND_BYTES_MAX: usize = 180 * 48_000 * 2;
/// A whole piece of speech in words is far shorter.
const WORDS_BYTES_MAX: usize = 256 * 1024;
/// Recognisers take a short hint only.
const HINT_CHARS_MAX: usize = 600;
/// A slow machine recognises and speaks at a third of the speed of life.
const SLOWNESS: u32 = 3;
/// Letters a voice says in a second.
const CHARS_PER_S: u32 = 15;

#[derive(Clone, Debug)]
pub(super) struct SpeechClient {
    http: reqwest::Client,
    base: String,
    config: Builtin,
    voice: String,
    transcribe_model: String,
    language: Option<String>,
    hint: Option<String>,
    timing: Timing,
}

#[derive(Serialize)]
struct SpeechRequest<'a> {
    model: &'a str,
    input: &'a str,
    voice: &'a str,
    response_format: &'static str,
    speed: f64,
}

#[derive(Deserialize)]
struct Transcription {
    text: String,
}

impl SpeechClient {
    /// `None` when there is no server.
    pub(super) fn new(config: &Builtin, setup: &Setup, timing: Timing) -> Option<SpeechClient> {
        let url = config.speech_url.as_deref()?.trim_end_matches('/');
        let base = match url.ends_with("/v1") {
            true => url.to_owned(),
            false => format!("{url}/v1"),
        };
        let mut http = reqwest::Client::builder().connect_timeout(timing.connect);
        if ["://127.", "://localhost", "://[::1]"]
            .iter()
            .any(|it| base.contains(it))
        {
            // What runs on this machine is not reached through a proxy.
            http = http.no_proxy();
        }
        let hint = setup.keywords.join(", ").replace(char::is_control, " ");
        Some(SpeechClient {
            http: http.build().unwrap_or_default(),
            base,
            config: config.clone(),
            voice: setup.voice_name.clone(),
            transcribe_model: setup.transcribe_model.clone(),
            language: setup.language.clone(),
            hint: (!hint.is_empty()).then(|| hint.chars().take(HINT_CHARS_MAX).collect()),
            timing,
        })
    }

    /// 16-bit mono at 24 kHz.
    pub(super) async fn speak(&self, line: &Line) -> Result<Vec<i16>, Fault> {
        let request = SpeechRequest {
            model: &self.config.speech_model,
            input: line.text.trim(),
            voice: &self.voice,
            // The only format that says its own rate.
            response_format: "wav",
            speed: line.speed,
        };
        let n_chars = u32::try_from(line.text.len()).unwrap_or(u32::MAX);
        let speaking = Duration::from_secs(u64::from(n_chars / CHARS_PER_S));
        let request = self
            .request(self.http.post(format!("{}/audio/speech", self.base)))
            .timeout(self.timing.response_start + speaking * SLOWNESS)
            .json(&request);
        let response = send(request).await?;
        let kind = response
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|it| it.to_str().ok())
            .unwrap_or("")
            .to_owned();
        let bytes = body(response, SOUND_BYTES_MAX).await?;
        match sound(bytes, &kind) {
            Some(samples) if !samples.is_empty() => Ok(samples),
            Some(_) => Err(Fault::Refused("the speech server made no sound".into())),
            None => Err(Fault::Refused(
                "the speech server answers with sound that is neither WAV nor PCM; use one that makes WAV".into(),
            )),
        }
    }

    /// 16-bit mono at 16 kHz, as the recognisers want it.
    pub(super) async fn transcribe(&self, samples: &[i16]) -> Result<String, Fault> {
        let wav = write_wav(samples, EAR_RATE).map_err(|it| Fault::Refused(it.to_string()))?;
        let file = Part::bytes(wav)
            .file_name("turn.wav")
            .mime_str("audio/wav")
            .map_err(|_| Fault::Refused("sound cannot be sent".into()))?;
        let mut form = Form::new()
            .text("model", self.transcribe_model.clone())
            .text("response_format", "json")
            .part("file", file);
        if let Some(language) = &self.language {
            form = form.text("language", language.clone());
        }
        if let Some(hint) = &self.hint {
            form = form.text("prompt", hint.clone());
        }
        let length = Duration::from_millis(samples.len() as u64 * 1_000 / u64::from(EAR_RATE));
        let request = self
            .request(
                self.http
                    .post(format!("{}/audio/transcriptions", self.base)),
            )
            .timeout(self.timing.transcription + length * SLOWNESS)
            .multipart(form);
        let bytes = body(send(request).await?, WORDS_BYTES_MAX).await?;
        serde_json::from_slice::<Transcription>(&bytes)
            .map(|it| it.text)
            .map_err(|_| {
                Fault::Refused("the speech server's transcription is not in OpenAI's form".into())
            })
    }

    /// Any answer will do: a server without this page is there too.
    pub(super) async fn probe(&self) -> Result<(), Fault> {
        let request = self
            .request(self.http.get(format!("{}/models", self.base)))
            .timeout(self.timing.connect);
        match send(request).await {
            Ok(_) | Err(Fault::Refused(_)) => Ok(()),
            Err(Fault::Away(why)) => Err(Fault::Away(why)),
        }
    }

    fn request(&self, request: RequestBuilder) -> RequestBuilder {
        match &self.config.key {
            Some(key) => request.bearer_auth(key.expose_secret()),
            None => request,
        }
    }
}

/// Once more when the connection broke: the server may have closed one that had been idle.
async fn send(request: RequestBuilder) -> Result<Response, Fault> {
    let again = request.try_clone();
    let response = match (request.send().await, again) {
        (Err(error), Some(again)) if !error.is_timeout() => again.send().await,
        (response, _) => response,
    };
    let response = response.map_err(|error| away(&error))?;
    let status = response.status();
    match status {
        _ if status.is_success() => Ok(response),
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => {
            Err(Fault::Away(format!("the speech server is busy ({status})")))
        }
        _ if status.is_client_error() => Err(Fault::Refused(format!(
            "the speech server refuses ({status}); check VIVA_SPEECH_URL, the model's name and the voice's name"
        ))),
        _ => Err(Fault::Away(format!("the speech server failed ({status})"))),
    }
}

fn away(error: &reqwest::Error) -> Fault {
    Fault::Away(match error.is_timeout() {
        true => "the speech server is too slow".into(),
        false => "the speech server cannot be reached; check VIVA_SPEECH_URL".into(),
    })
}

async fn body(mut response: Response, n_bytes_max: usize) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| away(&error))? {
        if bytes.len() + chunk.len() > n_bytes_max {
            return Err(Fault::Refused(
                "the speech server's answer is too long".into(),
            ));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn sound(mut bytes: Vec<u8>, kind: &str) -> Option<Vec<i16>> {
    let (samples, rate) = match bytes.starts_with(b"RIFF") {
        true => {
            fill_in_length(&mut bytes);
            read_wav(&bytes).ok()?
        }
        false if kind.contains("pcm") || kind.contains("l16") || kind.contains("octet-stream") => {
            let samples = bytes
                .chunks_exact(2)
                .map(|it| i16::from_le_bytes([it[0], it[1]]))
                .collect();
            (samples, rate_of(kind))
        }
        false => return None,
    };
    resample(&samples, rate, SAMPLE_RATE).ok()
}

/// `audio/pcm;rate=22050`
fn rate_of(kind: &str) -> u32 {
    kind.split(';')
        .filter_map(|it| it.trim().strip_prefix("rate="))
        .find_map(|it| it.parse().ok())
        .unwrap_or(SAMPLE_RATE)
}

/// A server that streams writes the header before it knows the length.
fn fill_in_length(bytes: &mut [u8]) {
    const HEADER: usize = 12;
    let mut at = HEADER;
    while let Some(chunk) = bytes.get(at..at + 8) {
        let length = u32::from_le_bytes([chunk[4], chunk[5], chunk[6], chunk[7]]) as usize;
        let there = bytes.len() - at - 8;
        if chunk.starts_with(b"data") {
            if length == 0 || length > there {
                // Whole frames only; a stereo 16-bit frame has four bytes.
                let length = u32::try_from(there / 4 * 4).unwrap_or(u32::MAX);
                bytes[at + 4..at + 8].copy_from_slice(&length.to_le_bytes());
            }
            return;
        }
        at += 8 + length + length % 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streamed_wav_without_its_length_is_read_to_its_end() {
        for length in [0, u32::MAX] {
            let mut wav = write_wav(&[7; 480], 24_000).unwrap();
            wav[40..44].copy_from_slice(&length.to_le_bytes());
            assert_eq!(sound(wav, "audio/wav").unwrap(), vec![7; 480]);
        }
    }

    #[test]
    fn raw_sound_has_the_rate_its_type_names() {
        let bytes = vec![0; 2 * 8_000];
        let at_8k = sound(bytes.clone(), "audio/pcm; rate=8000").unwrap();
        assert_eq!(at_8k.len(), 24_000);
        assert_eq!(sound(bytes, "audio/pcm").unwrap().len(), 8_000);
        assert_eq!(sound(b"ID3...".to_vec(), "audio/mpeg"), None);
    }
}
