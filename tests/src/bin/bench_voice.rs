//! `cargo xtask bench voice`: many spoken interviews at once, and beside them a bare relay as the floor. One row a figure.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::env;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use serde_json::{Value, json};
use tests::voice_load::person::{Guided, Person};
use tests::voice_load::process::Between;
use tests::voice_load::{MICROPHONE_FRAME, Measure, Measures, far, relay};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::task::JoinSet;
use tokio::time::{interval, timeout};
use tokio_tungstenite::tungstenite::Error;

const TOKEN: &str = "a-token-for-the-measurement";
/// Until every talk has had a reply and a turn.
const WARM_UP: Duration = Duration::from_secs(12);
const WINDOW: Duration = Duration::from_secs(20);
/// Connections are made so far apart: a morning's worth of people does not arrive in one moment.
const ARRIVE_EVERY: Duration = Duration::from_millis(8);

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> anyhow::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["relay", far] => relay::run(far).await,
        [viva] => bench(Path::new(viva)).await,
        _ => anyhow::bail!("usage: bench_voice VIVA"),
    }
}

async fn bench(viva: &Path) -> anyhow::Result<()> {
    for n in [100, 200, 300] {
        let floor = measured(n, Kind::Relay).await?;
        let ours = measured(n, Kind::Viva(viva)).await?;
        let (before, after) = (floor.cpu_per_talk(), ours.cpu_per_talk());
        row(
            &format!("{n} talks: processor time a talk and second"),
            &format!(
                "relay {before:.2} ms, viva {after:.2} ms: {:.2} x (goal at 100: 1.5 x)",
                after / before
            ),
        );
        row(
            &format!("{n} talks: one core"),
            &format!(
                "relay {:.0} %, viva {:.0} % (goal at 300: less than 100 %)",
                floor.load * 100.0,
                ours.load * 100.0
            ),
        );
        for (what, measure) in [
            ("to the far voice", Measure::Up),
            ("to the person", Measure::Down),
        ] {
            row(
                &format!("{n} talks: sound {what}, 50 % / 99 %"),
                &floor.beside(&ours, measure, "goal at 200: 2 ms added at 99 %"),
            );
        }
        row(
            &format!("{n} talks: end of a turn to response.create, 50 % / 99 %"),
            &floor.beside(&ours, Measure::Answered, "goal: 5 ms"),
        );
        row(
            &format!("{n} talks: last sound after an interruption, 50 % / 99 %"),
            &floor.beside(&ours, Measure::Late, "goal: 20 ms"),
        );
        row(
            &format!("{n} talks: memory a talk"),
            &format!(
                "relay {:.3} MiB, viva {:.3} MiB (goal: 0.25 MiB)",
                floor.mib_per_talk, ours.mib_per_talk
            ),
        );
    }
    Ok(())
}

fn row(what: &str, value: &str) {
    println!("{what}\t{value}");
}

#[derive(Clone, Copy)]
enum Kind<'a> {
    Relay,
    Viva(&'a Path),
}

struct Run {
    n: usize,
    /// Cores that were busy.
    load: f64,
    mib_per_talk: f64,
    measures: Arc<Measures>,
}

impl Run {
    fn cpu_per_talk(&self) -> f64 {
        self.load * 1_000.0 / self.n as f64
    }

    fn beside(&self, ours: &Run, measure: Measure, goal: &str) -> String {
        let figure = |run: &Run, percent| match run.measures.percentile(measure, percent) {
            Some(took) => format!("{:.2}", took.as_secs_f64() * 1_000.0),
            None => "none".to_owned(),
        };
        format!(
            "relay {} / {} ms, viva {} / {} ms, {} samples ({goal})",
            figure(self, 50),
            figure(self, 99),
            figure(ours, 50),
            figure(ours, 99),
            ours.measures.count(measure)
        )
    }
}

async fn measured(n: usize, kind: Kind<'_>) -> anyhow::Result<Run> {
    let measures = Arc::new(Measures::default());
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let far_address = listener.local_addr()?.to_string();
    let far = tokio::spawn(far::listen(listener, Arc::clone(&measures)));
    let data = tempfile::tempdir()?;
    let mut command = match kind {
        Kind::Relay => {
            let mut command = Command::new(env::current_exe()?);
            command.args(["relay", &far_address]);
            command
        }
        Kind::Viva(viva) => served(viva, data.path(), &far_address),
    };
    let between = Between::start(&mut command).await?;
    let lines = match kind {
        Kind::Relay => vec!["/v1/realtime".to_owned(); n],
        Kind::Viva(_) => sessions(&between.address, n).await?,
    };
    let guided = match kind {
        Kind::Relay => Guided::Client,
        Kind::Viva(_) => Guided::Between,
    };
    let empty_kib = between.memory_kib()?;
    let mut people = JoinSet::new();
    let mut arrive = interval(ARRIVE_EVERY);
    for (number, line) in (0_u32..).zip(&lines) {
        let url = format!("ws://{}{line}", between.address);
        let person = Person::connect(&url, TOKEN, guided, Arc::clone(&measures))
            .await
            .with_context(|| format!("client {number}"))?;
        people.spawn(person.talk(MICROPHONE_FRAME * (number * 7 % 30) / 30));
        arrive.tick().await;
    }
    go_on(&mut people, WARM_UP).await?;
    measures.switch_on();
    let (began, worked) = (tokio::time::Instant::now(), between.worked()?);
    go_on(&mut people, WINDOW).await?;
    let load = (between.worked()? - worked).as_secs_f64() / began.elapsed().as_secs_f64();
    let kib = between.memory_kib()?.saturating_sub(empty_kib);
    people.shutdown().await;
    far.abort();
    between.stop().await?;
    Ok(Run {
        n,
        load,
        mib_per_talk: kib as f64 / 1_024.0 / n as f64,
        measures,
    })
}

/// Everybody talks on; whoever stops makes the measurement worthless.
async fn go_on(people: &mut JoinSet<Result<(), Error>>, length: Duration) -> anyhow::Result<()> {
    match timeout(length, people.join_next()).await {
        Err(_) => Ok(()),
        Ok(None) => anyhow::bail!("there is nobody to measure"),
        Ok(Some(ended)) => {
            ended??;
            anyhow::bail!("a talk was over before the measurement was")
        }
    }
}

/// The product itself, with its own agents, books on disk, and the far voice that is played here.
fn served(viva: &Path, data: &Path, far: &str) -> Command {
    let mut command = Command::new(viva);
    command
        .args(["serve", "--addr", "127.0.0.1:0"])
        .current_dir(data)
        .env_clear()
        .env("VIVA_DATA", data)
        .env("VIVA_TOKEN", TOKEN)
        .env("VIVA_AGENTS", "builtin")
        .env("VIVA_VOICE", "openai")
        .env("OPENAI_API_KEY", "sk-measured")
        .env("VIVA_REALTIME_URL", format!("ws://{far}/v1/realtime"));
    command
}

/// Interviews that wait for their people, as the paths of their sockets.
async fn sessions(address: &str, n: usize) -> anyhow::Result<Vec<String>> {
    let http = reqwest::Client::new();
    let question = |text: &str| json!({ "text": text });
    let plan = json!({ "topic": "Kilns", "minutes": 60, "sections": [
        { "title": "Beginning", "questions": [question("How did you come to build kilns?"), question("What did the first one teach you?")] },
        { "title": "Money", "questions": [question("What did the bank say?"), question("Which kiln paid for itself?")] },
    ] });
    let mut paths = Vec::new();
    for _ in 0..n {
        let url = format!("http://{address}/v1/sessions");
        let body = json!({ "plan": plan });
        let made = http.post(url).bearer_auth(TOKEN).json(&body).send().await?;
        let made: Value = made.error_for_status()?.json().await?;
        let id = made["id"].as_str().context("a session has an id")?;
        paths.push(format!("/v1/sessions/{id}/realtime"));
    }
    Ok(paths)
}
