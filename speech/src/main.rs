//! `viva-speech`: local speech-to-text and text-to-speech behind the audio endpoints of the OpenAI API.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line speaks to whoever started it"
)]

mod engines;
mod http;
mod line;
mod recogniser;
mod shelf;
mod sound;
mod stop;
mod text;
mod voice;

use std::io::IsTerminal as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Parser;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing_subscriber::EnvFilter;

use crate::engines::{Choice, Engines};
use crate::http::Desk;
use crate::line::Line;
use crate::stop::{Stop, Until};

/// For a request that is being answered when we are asked to stop.
const GRACE: Duration = Duration::from_secs(2);
/// More threads make the recogniser no faster, only the rest of the machine slower.
const THREADS_USUAL_MAX: usize = 4;
/// Threads of one recognition wait for each other by spinning: on a processor that is busy with something else, two of them
/// take ten times as long as one. Half of the processors are left to the rest of the machine.
const PROCESSORS_PER_THREAD: usize = 2;

/// Local speech-to-text and text-to-speech for Vivavoce and every other client of the OpenAI audio API.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    /// Where to listen. There is no password: keep it on the loopback interface.
    #[arg(long, default_value = "127.0.0.1:7374")]
    addr: SocketAddr,
    /// The folder that `viva models` fills [default: models in the data directory of viva].
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Recognise with this model when the client names none [default: the largest].
    #[arg(long, value_name = "NAME")]
    transcriber: Option<String>,
    /// Speak with this voice when the client names none [default: the largest].
    #[arg(long, value_name = "NAME")]
    voice: Option<String>,
    /// Threads for one request [default: one for two processors, at most 4].
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=8))]
    threads: Option<u8>,
    /// How many requests of each kind are worked on at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16))]
    at_once: u8,
    /// The ONNX runtime's library [default: beside this program, else the system's].
    #[arg(long, value_name = "FILE", env = "ORT_DYLIB_PATH")]
    onnxruntime: Option<PathBuf>,
    /// Stop when standard input is closed: for a program that starts this one.
    #[arg(long)]
    until_stdin_closes: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("info,whisper_rs=warn,ort=warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    whisper_rs::install_logging_hooks();
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let outcome = runtime.block_on(serve(args));
    // Neither a model at work nor the read of standard input may keep the program alive.
    runtime.shutdown_background();
    outcome
}

async fn serve(args: Args) -> anyhow::Result<()> {
    let folder = match args.models {
        Some(folder) => folder,
        None => data_folder()?.join("models"),
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let usual = (processors / PROCESSORS_PER_THREAD).clamp(1, THREADS_USUAL_MAX);
    let choice = Choice {
        transcriber: args.transcriber,
        voice: args.voice,
        threads: args.threads.map_or(usual, usize::from),
        onnxruntime: args.onnxruntime,
    };
    let engines = Engines::open(&shelf::installed(&folder)?, &choice)?;
    if engines.is_empty() {
        bail!(
            "no usable model is in {}; install one with `viva models install`",
            folder.display()
        );
    }
    let desk = Arc::new(Desk {
        engines,
        listening: Line::new(args.at_once.into()),
        speaking: Line::new(args.at_once.into()),
    });
    let listener = TcpListener::bind(args.addr)
        .await
        .with_context(|| format!("cannot listen on {}; choose another --addr", args.addr))?;
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        tracing::warn!("everybody who can reach {address} can use it");
    }
    let stop = Stop::watch(match args.until_stdin_closes {
        true => Until::StdinCloses,
        false => Until::Signal,
    })?;
    println!("listening on http://{address}");

    let (tell, told) = oneshot::channel::<()>();
    let app = http::router(desk);
    let serving = axum::serve(listener, app).with_graceful_shutdown(async {
        // Dropped or used, it says the same.
        drop(told.await);
    });
    let mut serving = std::pin::pin!(serving.into_future());
    tokio::select! {
        ended = &mut serving => ended?,
        () = stop.asked() => {
            drop(tell);
            if tokio::time::timeout(GRACE, serving).await.is_err() {
                tracing::info!("left with a request unanswered");
            }
        }
    }
    Ok(())
}

fn data_folder() -> anyhow::Result<PathBuf> {
    if let Some(folder) = std::env::var_os("VIVA_DATA").filter(|it| !it.is_empty()) {
        return Ok(folder.into());
    }
    directories::ProjectDirs::from("", "", "vivavoce")
        .map(|dirs| dirs.data_dir().to_owned())
        .context("there is no home directory: say where the models are with --models DIR")
}
