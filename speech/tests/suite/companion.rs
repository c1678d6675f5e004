//! A running `viva-speech` on a free port, with models as `viva models` installs them.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};

use reqwest::multipart::{Form, Part};
use reqwest::{Client, Response};
use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) const TINY: &str = "whisper-tiny";
pub(crate) const JOE: &str = "piper-joe";

pub(crate) struct Companion {
    pub(crate) child: Child,
    pub(crate) url: String,
    _shelf: TempDir,
}

/// Where `cargo xtask speech test` has put the files.
fn cache() -> PathBuf {
    let folder = std::env::var_os("VIVA_SPEECH_TEST_MODELS");
    PathBuf::from(
        folder.unwrap_or_else(|| panic!("run these tests with `cargo xtask speech test`")),
    )
}

/// A shelf with the models of these names.
pub(crate) fn shelf(names: &[&str]) -> TempDir {
    let shelf = tempfile::tempdir().unwrap();
    for name in names {
        let (kind, files) = match *name {
            TINY => ("transcribe", vec!["ggml-tiny.bin"]),
            JOE => (
                "voice",
                vec![
                    "piper-joe/en_US-joe-medium.onnx",
                    "piper-joe/en_US-joe-medium.onnx.json",
                ],
            ),
            other => panic!("no test model {other}"),
        };
        let folder = shelf.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        let mut list = Vec::new();
        for file in files {
            let from = cache().join(file);
            let size = from
                .metadata()
                .unwrap_or_else(|_| panic!("{} is missing", from.display()))
                .len();
            let name = from.file_name().unwrap();
            std::os::unix::fs::symlink(&from, folder.join(name)).unwrap();
            list.push(json!({"name": name.to_str(), "size": size, "sha256": ""}));
        }
        let model = json!({"name": name, "kind": kind, "about": "", "licence": "", "files": list});
        std::fs::write(folder.join("model.json"), model.to_string()).unwrap();
    }
    shelf
}

pub(crate) fn command(shelf: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_viva-speech"));
    command
        .args(["--addr", "127.0.0.1:0", "--models"])
        .arg(shelf)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Companion {
    pub(crate) fn start(models: &[&str]) -> Companion {
        Companion::start_with(models, &[])
    }

    pub(crate) fn start_with(models: &[&str], args: &[&str]) -> Companion {
        let shelf = shelf(models);
        let mut child = command(shelf.path()).args(args).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let Some(url) = line.trim().strip_prefix("listening on ") else {
            let mut complaint = String::new();
            child
                .stderr
                .take()
                .unwrap()
                .read_to_string(&mut complaint)
                .unwrap();
            panic!("it did not start: {line}{complaint}");
        };
        Companion {
            url: url.to_owned(),
            child,
            _shelf: shelf,
        }
    }

    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    pub(crate) fn log(&mut self) -> BufReader<ChildStderr> {
        BufReader::new(self.child.stderr.take().unwrap())
    }

    pub(crate) async fn health(&self) -> Value {
        let answer = reqwest::get(self.at("/healthz")).await.unwrap();
        answer.json().await.unwrap()
    }

    pub(crate) async fn speak(&self, wish: Value) -> Response {
        let call = Client::new().post(self.at("/v1/audio/speech")).json(&wish);
        call.send().await.unwrap()
    }

    /// The sound of a text, as WAV.
    pub(crate) async fn spoken(&self, text: &str) -> Vec<u8> {
        let response = self
            .speak(json!({"model": "tts-1", "voice": "alloy", "input": text}))
            .await;
        assert_eq!(response.status(), 200, "{text}");
        assert_eq!(response.headers()["content-type"], "audio/wav");
        response.bytes().await.unwrap().to_vec()
    }

    pub(crate) async fn transcribe(&self, file: Vec<u8>, fields: &[(&str, &str)]) -> Response {
        let mut form = Form::new().part("file", Part::bytes(file).file_name("turn.wav"));
        for (name, value) in fields {
            form = form.text((*name).to_owned(), (*value).to_owned());
        }
        let call = Client::new()
            .post(self.at("/v1/audio/transcriptions"))
            .multipart(form);
        call.send().await.unwrap()
    }

    pub(crate) async fn heard(&self, file: Vec<u8>) -> String {
        let fields = [("model", "whisper-1"), ("language", "en")];
        let response = self.transcribe(file, &fields).await;
        assert_eq!(response.status(), 200);
        let answer: Value = response.json().await.unwrap();
        answer["text"].as_str().unwrap().to_owned()
    }

    pub(crate) fn ended(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        if self.child.try_wait().unwrap().is_none() {
            self.child.kill().unwrap();
            self.child.wait().unwrap();
        }
    }
}

/// A WAV file of 16 kHz with these samples.
pub(crate) fn wav(samples: impl IntoIterator<Item = i16>) -> Vec<u8> {
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: 16_000,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut writer = hound::WavWriter::new(&mut bytes, spec).unwrap();
    for sample in samples {
        writer.write_sample(sample).unwrap();
    }
    writer.finalize().unwrap();
    bytes.into_inner()
}
