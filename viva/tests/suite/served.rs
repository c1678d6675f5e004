//! `viva serve` as a process: told to stop, killed, started twice, left open to the world.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use reqwest::Method;
use serde_json::{Value, json};

use crate::viva::Home;

const TOKEN: &str = "an-owners-token-for-tests";

struct Server {
    process: Child,
    address: String,
    http: reqwest::Client,
    log: PathBuf,
}

/// A test that fails leaves no server behind.
impl Drop for Server {
    fn drop(&mut self) {
        if self.process.kill().is_ok() {
            self.process.wait().unwrap();
        }
    }
}

impl Server {
    fn start(home: &Home) -> Server {
        Server::with_log(home, "warn")
    }

    fn with_log(home: &Home, level: &str) -> Server {
        let log = home.path("stderr.log");
        let file = OpenOptions::new().create(true).append(true).open(&log);
        let mut process = home
            .command(&["serve", "--addr", "127.0.0.1:0"])
            .env("VIVA_TOKEN", TOKEN)
            .env("VIVA_LOG", level)
            .stdout(Stdio::piped())
            .stderr(file.unwrap())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        let address = line.strip_prefix("listening on http://").unwrap();
        Server {
            address: address.to_owned(),
            process,
            http: reqwest::Client::new(),
            log,
        }
    }

    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let address = format!("http://{}{path}", self.address);
        let mut request = self.http.request(method, address).bearer_auth(TOKEN);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap())
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let (status, value) = self.call(Method::POST, path, Some(body)).await;
        assert!(status < 300, "{path}: {status} {value}");
        value
    }

    /// A session that has begun.
    async fn talk(&self) -> String {
        let plan = self.post("/v1/plans", json!({ "topic": "bees" })).await;
        let made = self
            .post("/v1/sessions", json!({ "plan_id": plan["id"] }))
            .await;
        let id = made["id"].as_str().unwrap().to_owned();
        self.post(&format!("/v1/sessions/{id}/start"), json!({}))
            .await;
        id
    }

    async fn say(&self, session: &str, n: u32) {
        let turn = json!({ "text": format!("In year {n} I kept ostriches."), "client_id": format!("c{n}") });
        self.post(&format!("/v1/sessions/{session}/turns"), turn)
            .await;
    }

    /// Asks, and gives the connection after the first line of the answer.
    fn open(&self, path: &str, headers: &str) -> (BufReader<TcpStream>, String) {
        let mut socket = TcpStream::connect(&self.address).unwrap();
        let ask = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {TOKEN}\r\n{headers}\r\n",
            self.address
        );
        socket.write_all(ask.as_bytes()).unwrap();
        let mut answer = BufReader::new(socket);
        let mut line = String::new();
        answer.read_line(&mut line).unwrap();
        (answer, line)
    }

    /// Told to stop, as a system does.
    fn terminated(mut self) -> (Option<i32>, String) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        let status = self.process.wait().unwrap();
        (status.code(), std::fs::read_to_string(&self.log).unwrap())
    }
}

/// The numbers of the next events of a stream, up to `last`.
fn ids(stream: BufReader<TcpStream>, last: u64) -> Vec<u64> {
    let mut ids = Vec::new();
    for line in stream.lines() {
        if let Some(id) = line.unwrap().strip_prefix("id: ") {
            ids.push(id.parse().unwrap());
            if ids.last() == Some(&last) {
                break;
            }
        }
    }
    ids
}

const STREAM: &str = "accept: text/event-stream\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn told_to_stop_it_finishes_with_streams_and_sockets_open_and_says_nothing_that_was_said() {
    let home = Home::new();
    let server = Server::with_log(&home, "trace");
    let session = server.talk().await;
    let (mut stream, status) = server.open(&format!("/v1/sessions/{session}/events"), STREAM);
    assert!(status.contains(" 200 "), "{status}");
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    let (mut socket, status) = server.open(&format!("/v1/sessions/{session}/realtime"), upgrade);
    assert!(status.contains(" 101 "), "{status}");
    // A connection that asks nothing does not hold anybody up.
    let idle = TcpStream::connect(&server.address).unwrap();
    server.say(&session, 1).await;
    let (code, log) = server.terminated();
    assert_eq!(code, Some(0), "{log}");
    drop(idle);
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    socket.read_to_end(&mut rest).unwrap();
    let kept = home.ok(&["log", &session, "--json"]).out;
    assert!(kept.contains("ostriches"), "an acknowledged answer is lost");
    assert!(log.contains("request") && log.contains("/v1/sessions/{id}/turns"));
    assert!(
        !log.contains("ostriches") && !log.contains(TOKEN),
        "the log says what it must not"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_goes_on_without_a_gap_after_kill_9() {
    let home = Home::new();
    let mut server = Server::start(&home);
    let session = server.talk().await;
    let path = format!("/v1/sessions/{session}");
    let mut seen: Vec<u64> = Vec::new();
    for round in 0..4 {
        server.say(&session, 2 * round).await;
        server.say(&session, 2 * round + 1).await;
        let (_, view) = server.call(Method::GET, &path, None).await;
        let last = view["cursor"].as_u64().unwrap();
        let from = seen.last().copied().unwrap_or(0);
        let headers = format!("{STREAM}last-event-id: {from}\r\n");
        let (stream, _) = server.open(&format!("{path}/events"), &headers);
        seen.extend(ids(stream, last));
        // Dropped is killed.
        drop(server);
        server = Server::start(&home);
    }
    let all: Vec<u64> = (1..=seen.len() as u64).collect();
    assert_eq!(seen, all);
    let (_, view) = server.call(Method::GET, &path, None).await;
    let turns = view["transcript"].as_array().unwrap();
    let heard = turns.iter().filter(|turn| turn["speaker"] == "candidate");
    assert_eq!(heard.count(), 8, "{view}");
    assert_eq!(server.terminated().0, Some(0));
    home.ok(&["replay", &session, "--verify"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_servers_on_one_directory_one_has_the_session_and_the_other_says_so() {
    let home = Home::new();
    let (first, second) = (Server::start(&home), Server::start(&home));
    let session = first.talk().await;
    let path = format!("/v1/sessions/{session}");
    let (status, problem) = second
        .call(Method::POST, &format!("{path}/pause"), Some(json!({})))
        .await;
    assert_eq!(status, 409, "{problem}");
    let owner = format!("process {}", first.process.id());
    assert!(
        problem["detail"].as_str().unwrap().contains(&owner),
        "{problem}"
    );
    // The other may look, and its streams show what happens.
    let (_, view) = second.call(Method::GET, &path, None).await;
    assert_eq!(view["status"], "IN_PROGRESS", "{view}");
    let from = view["cursor"].as_u64().unwrap();
    let (stream, _) = second.open(&format!("{path}/events?after={from}"), STREAM);
    first.say(&session, 1).await;
    assert_eq!(ids(stream, from + 1), [from + 1]);
    assert_eq!(first.terminated().0, Some(0));
    second.post(&format!("{path}/pause"), json!({})).await;
    assert_eq!(second.terminated().0, Some(0));
}

#[test]
fn other_machines_are_let_in_only_with_a_token() {
    let home = Home::new();
    for address in ["0.0.0.0:0", "[::]:0"] {
        let run = home.run(&["serve", "--addr", address]);
        assert_eq!(run.code, 1, "{}", run.out);
        assert!(run.err.contains("VIVA_TOKEN"), "{}", run.err);
        assert!(!run.out.contains("listening"), "{}", run.out);
    }
    let mut command = home.command(&["serve", "--addr", "127.0.0.1:0"]);
    let short = command.env("VIVA_TOKEN", "short").output().unwrap();
    assert_eq!(short.status.code(), Some(1));
}
