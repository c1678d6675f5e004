//! The program between the person and the far voice, as the system sees it: its time and its memory.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context as _;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

/// Linux counts a process's time in hundredths of a second, whatever its own clock.
const TICK: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub struct Between {
    child: Child,
    pub address: String,
}

impl Between {
    /// Starts it on one worker, and waits until it says where it listens. It ends when this is dropped.
    pub async fn start(command: &mut Command) -> anyhow::Result<Between> {
        let mut child = command
            .env("TOKIO_WORKER_THREADS", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("the program that is measured cannot be started")?;
        let output = child.stdout.take().context("it has no output")?;
        let mut lines = BufReader::new(output).lines();
        while let Some(line) = lines.next_line().await? {
            if let Some(address) = line.strip_prefix("listening on http://") {
                let address = address.to_owned();
                // Whatever else it says must not fill the pipe.
                tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
                return Ok(Between { child, address });
            }
        }
        anyhow::bail!("it ended before it listened")
    }

    fn read(&self, file: &str) -> anyhow::Result<String> {
        let id = self.child.id().context("it has ended")?;
        fs::read_to_string(format!("/proc/{id}/{file}")).context("it has ended")
    }

    /// Processor time used so far, by all its threads.
    pub fn worked(&self) -> anyhow::Result<Duration> {
        let stat = self.read("stat")?;
        let fields = stat.rsplit(") ").next().unwrap_or_default();
        let ticks: u32 = fields
            .split(' ')
            .skip(11)
            .take(2)
            .map(|it| it.parse::<u32>().unwrap_or_default())
            .sum();
        Ok(TICK * ticks)
    }

    pub fn memory_kib(&self) -> anyhow::Result<u64> {
        let status = self.read("status")?;
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let words = line.and_then(|it| it.split_whitespace().next());
        words.context("no VmRSS")?.parse().context("VmRSS")
    }

    pub async fn stop(mut self) -> anyhow::Result<()> {
        self.child.kill().await.context("it had ended before")
    }
}
