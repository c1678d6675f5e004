//! `cargo xtask bench server`: what the server costs, seen from outside. One row a figure: what, a tab, the value.
//!
//! Its argument is the program to measure. Clients and server share the machine, so that the figures are what is left
//! to both.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail, ensure};
use interview::Recorded;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStdout, Command};

const TOKEN: &str = "an-owners-token-for-the-bench";
const STARTS: usize = 20;
const VIEWERS: usize = 1_000;
const TURNS: usize = 40;
const TURN_EVERY: Duration = Duration::from_millis(250);
const READERS: usize = 8;
const READ_FOR: Duration = Duration::from_secs(4);
/// What every viewer waits for.
const LAST: &[u8] = b"\"INTERVIEW_COMPLETED\"";
/// Whatever takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(120);

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> anyhow::Result<()> {
    let program: PathBuf = std::env::args_os()
        .nth(1)
        .context("say which program to measure")?
        .into();
    tokio::time::timeout(PATIENCE, measure(&program)).await?
}

async fn measure(program: &Path) -> anyhow::Result<()> {
    let data = std::env::temp_dir().join(format!("viva-bench-{}", std::process::id()));
    std::fs::create_dir_all(&data)?;
    let measured = all(program, &data).await;
    std::fs::remove_dir_all(&data)?;
    measured
}

async fn all(program: &Path, data: &Path) -> anyhow::Result<()> {
    let server = Server::start(program, data).await?;
    let session = server.talk().await?;
    server.stop().await?;
    starts(program, data).await?;
    let server = Server::start(program, data).await?;
    first_page(&server).await?;
    row(
        "idle server (goal: 40 MB)",
        &megabytes(server.resident_kib()?),
    );
    reads(&server, &session).await?;
    streams(&server, &session).await?;
    let kib = server.resident_kib()?;
    row("server with all viewers gone", &megabytes(kib));
    server.stop().await
}

fn row(what: &str, value: &str) {
    println!("{what}\t{value}");
}

fn megabytes(kib: u64) -> String {
    format!(
        "{}.{} MB",
        kib * 1_024 / 1_000_000,
        kib * 1_024 / 100_000 % 10
    )
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1_000.0)
}

/// From the program's start to its address.
async fn starts(program: &Path, data: &Path) -> anyhow::Result<()> {
    let mut times = Vec::with_capacity(STARTS);
    for _ in 0..STARTS {
        let began = Instant::now();
        let server = Server::start(program, data).await?;
        times.push(began.elapsed());
        server.stop().await?;
    }
    times.sort();
    row(
        "start to `listening`, existing database (goal: 100 ms)",
        &format!(
            "{}, slowest {}",
            milliseconds(times[STARTS / 2]),
            milliseconds(times[STARTS - 1])
        ),
    );
    Ok(())
}

/// All scripts that the first page names, as a browser gets them.
async fn first_page(server: &Server) -> anyhow::Result<()> {
    let mut connection = server.connect().await?;
    let page = connection.call("GET", "/", "", "").await?;
    let page = String::from_utf8(page.body)?;
    let named = page.split('"').filter(|it| it.ends_with(".js"));
    let (mut n, mut bytes) = (0, 0);
    for script in named {
        let packed = "accept-encoding: br\r\n";
        let answer = connection.call("GET", script, packed, "").await?;
        ensure!(answer.status == 200, "{script}: {}", answer.status);
        n += 1;
        bytes += answer.body.len();
    }
    ensure!(n > 0, "the first page names no script");
    row(
        "first page's scripts, compressed (goal: 150 KB)",
        &format!("{}.{} KB in {n}", bytes / 1_000, bytes / 100 % 10),
    );
    Ok(())
}

async fn reads(server: &Server, session: &str) -> anyhow::Result<()> {
    let path = format!("/v1/sessions/{session}");
    let began = Instant::now();
    let mut readers = tokio::task::JoinSet::new();
    for _ in 0..READERS {
        let (mut connection, path) = (server.connect().await?, path.clone());
        readers.spawn(async move {
            let (mut n, mut bytes) = (0_u64, 0);
            while began.elapsed() < READ_FOR {
                let answer = connection.call("GET", &path, "", "").await?;
                ensure!(answer.status == 200, "status {}", answer.status);
                n += 1;
                bytes = answer.body.len();
            }
            Ok((n, bytes))
        });
    }
    let (mut n, mut bytes) = (0, 0);
    while let Some(read) = readers.join_next().await {
        let read = read??;
        n += read.0;
        bytes = read.1;
    }
    let per_second = Duration::from_secs(n).as_secs_f64() / began.elapsed().as_secs_f64();
    row(
        "GET /v1/sessions/{id} a second (goal: 2,000)",
        &format!("{per_second:.0} ({bytes} bytes each)"),
    );
    Ok(())
}

/// What one viewer saw: the number of each event and when it came, in microseconds since 1970.
type Seen = Vec<(u64, u64)>;

async fn streams(server: &Server, session: &str) -> anyhow::Result<()> {
    let mut owner = server.connect().await?;
    let log = format!("/v1/sessions/{session}/events");
    let last = owner
        .json("GET", &format!("{log}?limit=5000"), None)
        .await?;
    let first = last["cursor"].as_u64().context("no cursor")?;
    let mut viewers = tokio::task::JoinSet::new();
    for _ in 0..VIEWERS {
        let connection = server.connect().await?;
        viewers.spawn(connection.watch(format!("{log}?after={first}")));
    }
    let mut pace = tokio::time::interval(TURN_EVERY);
    for n in 0..TURNS {
        pace.tick().await;
        let said = json!({ "text": format!("In {} I kept bees.", 1950 + n), "client_id": format!("s{n}") });
        let path = format!("/v1/sessions/{session}/turns");
        owner.json("POST", &path, Some(said)).await?;
    }
    let end = format!("/v1/sessions/{session}/end");
    owner.json("POST", &end, Some(json!({}))).await?;
    let written = owner
        .json("GET", &format!("{log}?after={first}&limit=5000"), None)
        .await?;
    let events = written["events"].as_array().context("no events")?;
    let mut delays = Vec::new();
    while let Some(seen) = viewers.join_next().await {
        let seen = seen??;
        ensure!(
            seen.iter()
                .map(|it| it.0)
                .eq(first + 1..=first + seen.len() as u64),
            "a viewer missed an event or saw one twice"
        );
        for ((_, at_us), event) in seen.iter().zip(events) {
            let at = Recorded::from_line(&event.to_string())?.at;
            let written_us = u64::try_from(at.0)? * 1_000;
            delays.push(Duration::from_micros(at_us.saturating_sub(written_us)));
        }
    }
    delays.sort();
    let part = |of_thousand: usize| milliseconds(delays[delays.len() * of_thousand / 1_000]);
    row(
        &format!("an event at {VIEWERS} viewers, p99 (goal: 50 ms)"),
        &format!("{}, median {}, {} seen", part(990), part(500), delays.len()),
    );
    row(
        "server with all viewers",
        &megabytes(server.resident_kib()?),
    );
    Ok(())
}

struct Server {
    process: Child,
    address: String,
    _output: Lines<BufReader<ChildStdout>>,
}

impl Server {
    async fn start(program: &Path, data: &Path) -> anyhow::Result<Server> {
        let mut process = Command::new(program)
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(data)
            .env("VIVA_TOKEN", TOKEN)
            .env("VIVA_AGENTS", "builtin")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let output = process.stdout.take().context("no output to read")?;
        let mut output = BufReader::new(output).lines();
        let line = output.next_line().await?.unwrap_or_default();
        let address = line
            .strip_prefix("listening on http://")
            .with_context(|| format!("not an address: {line}"))?;
        Ok(Server {
            address: address.to_owned(),
            process,
            _output: output,
        })
    }

    async fn stop(mut self) -> anyhow::Result<()> {
        let id = self.process.id().context("the server ended by itself")?;
        let told = Command::new("kill").arg(id.to_string()).status().await?;
        ensure!(told.success(), "the server could not be told to stop");
        let status = self.process.wait().await?;
        ensure!(status.success(), "the server ended with {status}");
        Ok(())
    }

    fn resident_kib(&self) -> anyhow::Result<u64> {
        let id = self.process.id().context("the server ended by itself")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next());
        Ok(kib.context("the kernel does not say")?.parse()?)
    }

    async fn connect(&self) -> anyhow::Result<Connection> {
        let stream = TcpStream::connect(&self.address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection {
            stream: BufReader::new(stream),
            host: self.address.clone(),
        })
    }

    /// A session under way, with some turns in it.
    async fn talk(&self) -> anyhow::Result<String> {
        let mut owner = self.connect().await?;
        let brief = json!({ "topic": "keeping bees", "minutes": 60 });
        let plan = owner.json("POST", "/v1/plans", Some(brief)).await?;
        let wanted = json!({ "plan_id": plan["id"] });
        let made = owner.json("POST", "/v1/sessions", Some(wanted)).await?;
        let id = made["id"].as_str().context("no id")?.to_owned();
        let path = format!("/v1/sessions/{id}");
        owner
            .json("POST", &format!("{path}/start"), Some(json!({})))
            .await?;
        for n in 0..10 {
            let said = json!({ "text": format!("In my year {n} I had {n} hives and lost two of them."), "client_id": format!("t{n}") });
            owner
                .json("POST", &format!("{path}/turns"), Some(said))
                .await?;
        }
        Ok(id)
    }
}

struct Answer {
    status: u16,
    body: Vec<u8>,
}

/// One connection that speaks as much HTTP as is needed here.
struct Connection {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Connection {
    async fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> anyhow::Result<(u16, Option<usize>)> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {TOKEN}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n{headers}\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        let (mut status, mut length) = (0, None);
        loop {
            let mut line = String::new();
            ensure!(self.stream.read_line(&mut line).await? > 0, "cut off");
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest.get(..3).unwrap_or_default().parse()?;
            } else if let Some(rest) = line.strip_prefix("content-length:") {
                length = Some(rest.trim().parse()?);
            } else if line.is_empty() {
                return Ok((status, length));
            }
        }
    }

    async fn call(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> anyhow::Result<Answer> {
        let (status, length) = self.ask(method, path, headers, body).await?;
        let mut body = vec![0; length.context("an answer of unknown length")?];
        self.stream.read_exact(&mut body).await?;
        Ok(Answer { status, body })
    }

    async fn json(
        &mut self,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> anyhow::Result<Value> {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let answer = self.call(method, path, "", &body).await?;
        let text = String::from_utf8_lossy(&answer.body);
        if answer.status >= 400 {
            bail!("{method} {path}: {text}");
        }
        Ok(serde_json::from_str(&text)?)
    }

    /// Watches a stream until the interview is over.
    async fn watch(mut self, path: String) -> anyhow::Result<Seen> {
        let accept = "accept: text/event-stream\r\n";
        let (status, _) = self.ask("GET", &path, accept, "").await?;
        ensure!(status == 200, "a stream was refused: {status}");
        let mut seen = Vec::new();
        let mut line = Vec::new();
        loop {
            line.clear();
            ensure!(
                self.stream.read_until(b'\n', &mut line).await? > 0,
                "a stream broke off"
            );
            if let Some(id) = line.strip_prefix(b"id: ") {
                let id: u64 = std::str::from_utf8(id)?.trim().parse()?;
                let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
                seen.push((id, u64::try_from(now.as_micros())?));
            } else if line.windows(LAST.len()).any(|part| part == LAST) {
                return Ok(seen);
            }
        }
    }
}
