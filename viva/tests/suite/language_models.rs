//! The models that are configured are the ones that are asked, with the names and the patience that were set.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc;
use std::thread;

use crate::viva::Home;

/// A server that refuses every key and keeps the first request.
fn refusing() -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let (sender, requests) = mpsc::channel();
    thread::spawn(move || {
        for socket in listener.incoming() {
            let mut socket = socket.unwrap();
            let mut request = Vec::new();
            let mut chunk = [0; 4_096];
            // The rules of a prompt are far longer than the headers; their beginning is enough.
            while request.len() < 4_000 {
                let n = socket.read(&mut chunk).unwrap();
                request.extend_from_slice(&chunk[..n]);
            }
            let no = "HTTP/1.1 401 no\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
            socket.write_all(no.as_bytes()).unwrap();
            if sender
                .send(String::from_utf8_lossy(&request).into_owned())
                .is_err()
            {
                return;
            }
        }
    });
    (url, requests)
}

#[test]
fn an_agents_own_model_and_the_organisation_reach_the_server() {
    let (url, requests) = refusing();
    let home = Home::new();
    let plan = home.file("plan.toml", include_str!("../../../plans/founder.toml"));
    home.file(
        "viva.toml",
        "model = \"general\"\norchestrator_model = \"chooser\"\nopenai_org_id = \"org-7\"\nmodel_timeout_s = 20\n",
    );
    let mut command = home.command(&["interview", &plan]);
    command
        .env("OPENAI_BASE_URL", url)
        .env("OPENAI_API_KEY", "sk-test-0123456789")
        .stdin(std::process::Stdio::null());
    let run = command.output().unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let first = requests.recv().unwrap();
    assert!(first.contains("\"model\":\"chooser\""), "{first}");
    let head = first.to_lowercase();
    assert!(head.contains("openai-organization: org-7"), "{head}");
    assert!(head.contains("authorization: bearer sk-test-0123456789"));
    let shown =
        String::from_utf8_lossy(&run.stderr).into_owned() + &String::from_utf8_lossy(&run.stdout);
    assert!(!shown.contains("sk-test-0123456789"), "the key was shown");
}

#[test]
fn a_patience_that_is_no_time_is_refused_with_where_it_was_written() {
    let home = Home::new();
    for wrong in ["0", "-1", "soon", "NaN", "100000"] {
        let mut command = home.command(&["doctor"]);
        let run = command.env("VIVA_MODEL_TIMEOUT_S", wrong).output().unwrap();
        assert_eq!(run.status.code(), Some(1), "{wrong}");
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(
            told.contains("VIVA_MODEL_TIMEOUT_S must be a number of seconds"),
            "{told}"
        );
        assert!(told.contains("(environment)"), "{told}");
    }
    let mut command = home.command(&["doctor"]);
    let run = command.env("VIVA_WEB_SEARCH", "perhaps").output().unwrap();
    assert_eq!(run.status.code(), Some(1));
}

#[test]
fn a_mistake_in_ones_own_prompts_is_told_at_the_start_also_where_no_model_reads_them() {
    let home = Home::new();
    let plan = home.file("plan.toml", include_str!("../../../plans/founder.toml"));
    std::fs::create_dir_all(home.path("prompts/judge")).unwrap();
    let path = home.file("prompts/judge/user.md", "{{ turns }} {{ tunrs }}");
    let prompts = path.strip_suffix("/judge/user.md").unwrap();
    for command in ["interview", "rehearse"] {
        let run = home.run(&[command, &plan, "--prompts", prompts]);
        assert_eq!(run.code, 1, "{command}: {}", run.err);
        let told = "the prompt judge/user.md uses “tunrs”, which it does not get; it gets turns";
        assert!(run.err.contains(told), "{command}: {}", run.err);
        assert_eq!(run.out, "", "{command} began all the same");
    }
    home.file("prompts/judge/user.md", "Judge.");
    let run = home.run(&["rehearse", &plan, "--prompts", prompts]);
    assert!(run.err.contains("does not use “turns”"), "{}", run.err);
    home.file("prompts/judge/user.md", "{{ turns }}");
    assert_eq!(home.run(&["rehearse", &plan, "--prompts", prompts]).code, 0);
}
