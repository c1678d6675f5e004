//! How it starts, what it says about itself, and when it ends.

use std::io::Read as _;
use std::net::TcpListener;
use std::process::Command;

use serde_json::{Value, json};

use crate::companion::{Companion, JOE, TINY, command, shelf};

async fn get(companion: &Companion, path: &str) -> Value {
    reqwest::get(companion.at(path))
        .await
        .unwrap()
        .json()
        .await
        .unwrap()
}

#[tokio::test]
async fn it_says_what_it_can_do() {
    let companion = Companion::start(&[TINY, JOE]);
    let health = companion.health().await;
    assert_eq!(health["status"], "ok");
    assert_eq!(health["transcribers"], json!([TINY]));
    assert_eq!(health["voices"], json!([JOE]));
    let models = get(&companion, "/v1/models").await;
    assert_eq!(models["object"], "list");
    assert_eq!(models["data"][1]["id"], JOE);
}

#[test]
fn a_signal_ends_it_in_order() {
    let companion = Companion::start(&[TINY]);
    let pid = companion.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(companion.ended().code(), Some(0));
}

#[test]
fn it_ends_with_whoever_started_it_if_told_so() {
    let mut companion = Companion::start_with(&[TINY], &["--until-stdin-closes"]);
    drop(companion.child.stdin.take());
    assert_eq!(companion.ended().code(), Some(0));
}

#[tokio::test]
async fn a_closed_input_means_nothing_unless_told_so() {
    let mut companion = Companion::start(&[TINY]);
    drop(companion.child.stdin.take());
    assert_eq!(companion.health().await["status"], "ok");
}

fn complaint(shelf: &std::path::Path, args: &[&str]) -> String {
    let mut child = command(shelf).args(args).spawn().unwrap();
    let mut complaint = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut complaint)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{complaint}");
    complaint
}

#[test]
fn without_models_or_with_wrong_ones_it_says_what_to_do() {
    let empty = tempfile::tempdir().unwrap();
    assert!(complaint(empty.path(), &[]).contains("viva models install"));
    assert!(complaint(&empty.path().join("none"), &[]).contains("viva models install"));
    let tiny = shelf(&[TINY]);
    assert!(complaint(tiny.path(), &["--voice", "gandalf"]).contains("gandalf"));

    let damaged = shelf(&[TINY]);
    let weights = damaged.path().join(TINY).join("ggml-tiny.bin");
    std::fs::remove_file(&weights).unwrap();
    std::fs::write(&weights, "not a model").unwrap();
    assert!(complaint(damaged.path(), &[]).contains("viva models verify"));
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let tiny = shelf(&[TINY]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_viva-speech"))
        .args(["--addr", &address, "--models"])
        .arg(tiny.path())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut complaint = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut complaint)
        .unwrap();
    assert!(complaint.contains(&address), "{complaint}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[tokio::test]
async fn without_the_onnx_runtime_it_still_listens() {
    let companion = Companion::start_with(&[TINY, JOE], &["--onnxruntime", "nowhere.so"]);
    let health = companion.health().await;
    assert_eq!(
        (&health["transcribers"], &health["voices"]),
        (&json!([TINY]), &json!([]))
    );
}
