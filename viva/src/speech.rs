//! The companion `viva-speech`: found, started on a free port, watched, and started again when it falls.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, bail};
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::models::Shelf;

/// A large model on a slow disk; beyond that something is wrong with it.
const START_PATIENCE: Duration = Duration::from_secs(90);
/// In a row. Whoever falls that often will fall again.
const RESTARTS_MAX: u32 = 5;
/// After a run this long a fall counts as the first.
const STEADY: Duration = Duration::from_secs(300);
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const PAUSE_MAX: Duration = Duration::from_secs(10);
const READY: &str = "listening on ";
/// It has no use for these, and nothing should be where it has no use.
const SECRETS: &[&str] = &["OPENAI_API_KEY", "VIVA_TOKEN", "VIVA_DATABASE_URL"];

/// A companion that is watched. It ends when this is dropped, and when viva ends, however it does.
#[derive(Debug)]
pub(crate) struct Running {
    url: String,
    watch: JoinHandle<()>,
}

impl Running {
    /// The same for all its lives, as `VIVA_SPEECH_URL` would name it: `http://127.0.0.1:PORT/v1`.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.watch.abort();
    }
}

/// Starts the companion if it and a model are there. None of the reasons why it is not running stops an interview:
/// they are told, and the voice does without.
pub(crate) async fn start(data: &Path) -> Option<Running> {
    let program = find(data)?;
    let shelf = Shelf::in_data(data);
    match shelf.installed() {
        Ok(models) if models.is_empty() => return None,
        Ok(_) => {}
        Err(error) => {
            tracing::warn!("no local speech: {error:#}");
            return None;
        }
    }
    let launch = Launch {
        program,
        models: shelf.folder().to_owned(),
        first_pause: FIRST_PAUSE,
    };
    match launch.start().await {
        Ok(running) => Some(running),
        Err(error) => {
            tracing::warn!("no local speech: {error:#}");
            None
        }
    }
}

/// Beside viva itself, or in the data directory.
pub(crate) fn find(data: &Path) -> Option<PathBuf> {
    let name = format!("viva-speech{}", std::env::consts::EXE_SUFFIX);
    let own = std::env::current_exe().and_then(|it| it.canonicalize());
    let beside = match own {
        Ok(own) => Some(own.with_file_name(&name)),
        Err(_) => None,
    };
    let places = [beside, Some(data.join("bin").join(&name))];
    places.into_iter().flatten().find(|it| it.is_file())
}

#[derive(Debug)]
struct Launch {
    program: PathBuf,
    models: PathBuf,
    first_pause: Duration,
}

/// One life of the companion.
#[derive(Debug)]
struct Life {
    child: Child,
    /// The companion lives as long as this end is open.
    _leash: ChildStdin,
    /// Kept, so that it never writes into a closed pipe.
    _out: Lines<BufReader<ChildStdout>>,
    address: String,
}

impl Launch {
    async fn start(self) -> anyhow::Result<Running> {
        let life = self.live("127.0.0.1:0").await?;
        let url = format!("http://{}/v1", life.address);
        tracing::info!(%url, "the speech companion is there");
        Ok(Running {
            url,
            watch: tokio::spawn(self.watch(life)),
        })
    }

    async fn live(&self, address: &str) -> anyhow::Result<Life> {
        let mut command = Command::new(&self.program);
        command
            .args(["--until-stdin-closes", "--addr", address, "--models"])
            .arg(&self.models)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        SECRETS.iter().for_each(|name| {
            command.env_remove(name);
        });
        let filter = std::env::var("VIVA_LOG").unwrap_or_else(|_| "warn".to_owned());
        command.env("RUST_LOG", filter);
        let named = || format!("cannot start {}", self.program.display());
        let mut child = command.spawn().with_context(named)?;
        let leash = child.stdin.take().with_context(named)?;
        let out = child.stdout.take().with_context(named)?;
        let mut out = BufReader::new(out).lines();
        let line = timeout(START_PATIENCE, out.next_line())
            .await
            .with_context(|| format!("{} takes too long to start", self.program.display()))??;
        let address = line
            .as_deref()
            .and_then(|it| it.strip_prefix(READY)?.trim().strip_prefix("http://"));
        let Some(address) = address else {
            bail!(
                "{} ended before it was ready; what it said is above",
                self.program.display()
            );
        };
        Ok(Life {
            address: address.to_owned(),
            child,
            _leash: leash,
            _out: out,
        })
    }

    async fn watch(self, mut life: Life) {
        let address = life.address.clone();
        let mut falls = 0;
        loop {
            let born = Instant::now();
            match life.child.wait().await {
                Ok(status) => tracing::warn!(%status, "the speech companion ended"),
                Err(error) => tracing::warn!(%error, "the speech companion cannot be watched"),
            }
            if born.elapsed() >= STEADY {
                falls = 0;
            }
            life = loop {
                if falls == RESTARTS_MAX {
                    tracing::error!("the speech companion fell {falls} times and is left alone");
                    return;
                }
                sleep(pause(self.first_pause, falls)).await;
                falls += 1;
                match self.live(&address).await {
                    Ok(life) => break life,
                    Err(error) => tracing::warn!("the speech companion: {error:#}"),
                }
            };
            tracing::info!(falls, "the speech companion is there again");
        }
    }
}

fn pause(first: Duration, falls: u32) -> Duration {
    (first * 2_u32.saturating_pow(falls)).min(PAUSE_MAX)
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
