//! How viva speaks: results on standard output, everything else on standard error, progress only on a terminal.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

/// Writes a result to standard output.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(())
}

/// Writes a result to a file, or to standard output.
pub(crate) fn deliver(document: &[u8], out: Option<&std::path::Path>) -> anyhow::Result<()> {
    match out {
        Some(path) => {
            write_file(path, document)?;
            say(&format!("wrote {}", path.display()));
            Ok(())
        }
        None => {
            let mut out = std::io::stdout().lock();
            out.write_all(document)?;
            out.flush()?;
            Ok(())
        }
    }
}

/// Whether standard output is a terminal.
pub(crate) fn shows_output() -> bool {
    std::io::stdout().is_terminal()
}

/// How wide the terminal is; none when the result goes elsewhere.
pub(crate) fn columns() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// Writes one JSON value to standard output.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&serde_json::to_string_pretty(value)?)
}

/// Says something that is not the result.
pub(crate) fn say(text: &str) {
    eprintln!("{text}");
}

/// Whether a person is sitting there.
pub(crate) fn is_interactive() -> bool {
    std::io::stdin().is_terminal()
}

/// A spinner on a terminal; nothing in a pipe.
pub(crate) fn spinner(message: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner().with_message(message.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// A bar on a terminal; nothing in a pipe.
pub(crate) fn bar(length: u64, message: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length).with_message(message.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len}") {
        bar.set_style(style);
    }
    bar
}

/// An error with its causes, each said once.
pub(crate) fn described(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if text.contains(&cause) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&cause);
    }
    text
}

/// Whoever read our output has seen enough.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}

/// Libraries that would print what passes through them, which is what was said.
const KNOW_WORDS: &[&str] = &[
    "tungstenite",
    "tokio_tungstenite",
    "tokio_postgres",
    "hyper",
    "h2",
    "reqwest",
    "async_openai",
];

/// `VIVA_LOG=debug` shows what happens inside; never what was said.
pub(crate) fn start_logging() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("VIVA_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    let quiet = filter_fn(|metadata| {
        let target = metadata.target();
        let knows_words = KNOW_WORDS.iter().any(|it| target.starts_with(it));
        !knows_words || *metadata.level() <= tracing::Level::INFO
    });
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .compact()
        .with_filter(quiet);
    tracing_subscriber::registry()
        .with(filter)
        .with(lines)
        .init();
}

/// A file's content, with an error that names the file.
pub(crate) fn read_file(path: &std::path::Path) -> anyhow::Result<Vec<u8>> {
    use anyhow::Context;
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file, with an error that names it.
pub(crate) fn write_file(path: &std::path::Path, content: &[u8]) -> anyhow::Result<()> {
    use anyhow::Context;
    std::fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}
