//! Model files: they come from files, directories and addresses, whole and checked, or not at all.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use crate::viva::Home;

const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/// Serves these paths on a port of its own until the test ends; everything else is not found.
fn serve(files: &'static [(&'static str, &'static str)]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let request = lines.next().unwrap().unwrap();
            while lines.next().is_some_and(|line| !line.unwrap().is_empty()) {}
            let path = request.split(' ').nth(1).unwrap().to_owned();
            let found = files.iter().find(|(name, _)| *name == path);
            let (status, content) = found.map_or(("404 Not Found", ""), |(_, it)| ("200 OK", *it));
            let length = content.len();
            write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{content}").unwrap();
        }
    });
    address
}

fn names(home: &Home) -> Vec<String> {
    let Ok(entries) = home.path("data/models").read_dir() else {
        return Vec::new();
    };
    entries
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn row(home: &Home, name: &str) -> serde_json::Value {
    let rows = home.ok(&["models", "list", "--json"]).json();
    let rows = rows.as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap().clone()
}

#[test]
fn known_models_are_listed_before_any_is_installed() {
    let home = Home::new();
    let row = row(&home, "whisper-tiny");
    assert_eq!(
        (&row["installed"], &row["kind"]),
        (&false.into(), &"transcribe".into())
    );
    assert!(home.ok(&["models"]).out.contains("piper-joe"));
}

#[test]
fn a_model_of_ones_own_is_installed_verified_damaged_found_out_and_removed() {
    let home = Home::new();
    let file = home.file("mine.bin", "abc");
    let install = [
        "models", "install", "mine", "--from", &file, "--kind", "voice",
    ];
    home.ok(&install);
    assert_eq!(
        (
            &row(&home, "mine")["installed"],
            &row(&home, "mine")["bytes"]
        ),
        (&true.into(), &3.into())
    );
    let list = std::fs::read_to_string(home.path("data/models/mine/model.json")).unwrap();
    assert!(list.contains(ABC), "{list}");
    home.ok(&["models", "verify", "mine"]);
    let again = home.run(&install);
    assert_eq!(again.code, 1);
    assert!(
        again.err.contains("viva models remove mine"),
        "{}",
        again.err
    );

    std::fs::write(home.path("data/models/mine/mine.bin"), "abd").unwrap();
    let damaged = home.run(&["models", "verify", "--json"]);
    assert_eq!(damaged.code, 1);
    assert_eq!(damaged.json()[0]["ok"], false);

    home.ok(&["models", "remove", "mine"]);
    assert_eq!(home.run(&["models", "verify", "mine"]).code, 1);
    assert!(names(&home).is_empty());
}

#[test]
fn a_file_that_is_not_what_the_catalogue_means_leaves_nothing_behind() {
    let home = Home::new();
    let file = home.file("ggml-tiny.bin", "abc");
    let run = home.run(&["models", "install", "whisper-tiny", "--from", &file]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains(ABC), "{}", run.err);
    assert!(names(&home).is_empty(), "{:?}", names(&home));
}

#[test]
fn a_model_of_several_files_asks_for_its_directory() {
    let home = Home::new();
    let file = home.file("en_US-joe-medium.onnx", "abc");
    let run = home.run(&["models", "install", "piper-joe", "--from", &file]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("give the directory"), "{}", run.err);
}

#[test]
fn a_directory_of_files_becomes_one_model() {
    let home = Home::new();
    std::fs::create_dir(home.path("voice")).unwrap();
    home.file("voice/a.onnx", "abc");
    home.file("voice/a.json", "{}");
    let from = home.path("voice").display().to_string();
    home.ok(&[
        "models", "install", "mine", "--from", &from, "--kind", "voice",
    ]);
    assert_eq!(row(&home, "mine")["bytes"], 5);
}

#[test]
fn a_model_is_downloaded_from_an_address() {
    let home = Home::new();
    let address = format!("{}/files/mine.bin", serve(&[("/files/mine.bin", "abc")]));
    home.ok(&[
        "models",
        "install",
        "mine",
        "--from",
        &address,
        "--kind",
        "transcribe",
    ]);
    let got = std::fs::read_to_string(home.path("data/models/mine/mine.bin")).unwrap();
    assert_eq!(got, "abc");
}

#[test]
fn what_a_server_does_not_have_or_has_wrong_is_not_installed() {
    let home = Home::new();
    let server = serve(&[("/ggml-tiny.bin", "abc")]);
    for (path, complaint) in [("nothing.bin", "404"), ("ggml-tiny.bin", ABC)] {
        let from = format!("{server}/{path}");
        let run = home.run(&["models", "install", "whisper-tiny", "--from", &from]);
        assert_eq!(run.code, 1, "{path}");
        assert!(run.err.contains(complaint), "{}", run.err);
    }
    assert!(names(&home).is_empty());
}

#[test]
fn what_an_installation_that_was_ended_from_outside_left_behind_is_taken_away_by_the_next() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("data/models/.large.part")).unwrap();
    home.file("data/models/.large.part/large.bin", "ab");
    home.file("data/models/.large.lock", "");
    let file = home.file("mine.bin", "abc");
    let install = |name: &str| {
        home.run(&[
            "models", "install", name, "--from", &file, "--kind", "voice",
        ])
    };
    // One that is still under way keeps its lock, and is left alone.
    let busy = std::fs::File::create(home.path("data/models/.busy.lock")).unwrap();
    busy.lock().unwrap();
    std::fs::create_dir(home.path("data/models/.busy.part")).unwrap();
    assert_eq!(install("mine").code, 0);
    let mut left = names(&home);
    left.sort();
    assert_eq!(left, [".busy.lock", ".busy.part", "mine"]);
    let run = install("busy");
    assert!(run.err.contains("another process"), "{}", run.err);
    drop(busy);
    assert_eq!(install("busy").code, 0);
}

#[test]
fn a_name_cannot_lead_out_of_the_shelf() {
    let home = Home::new();
    let file = home.file("mine.bin", "abc");
    for name in ["../mine", ".mine", "a/b", ""] {
        let run = home.run(&[
            "models", "install", name, "--from", &file, "--kind", "voice",
        ]);
        assert_eq!(run.code, 1, "{name}");
        assert_eq!(home.run(&["models", "remove", name]).code, 1, "{name}");
    }
    assert!(home.path("mine.bin").exists());
}

#[test]
fn trying_without_the_companion_says_how_to_get_it() {
    let run = Home::new().run(&["models", "try"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("cargo xtask speech"), "{}", run.err);
}
