//! Runs other programs and makes sure that a signal to us ends them too, before we tidy up and leave.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

const POLL: Duration = Duration::from_millis(20);
/// How long a program may take to wind up after a signal before it is killed.
const GRACE: Duration = Duration::from_secs(15);

/// The signal that asked us to stop, or 0. A process has one set of signal handlers, hence a static.
static RECEIVED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// The folder of the workspace. Asked of cargo at run time, so that a copied binary still works on the tree it is run from.
pub(crate) fn root() -> PathBuf {
    let manifest = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    manifest
        .parent()
        .map_or_else(|| manifest.clone(), Path::to_path_buf)
}

/// `cargo`, in the workspace's folder, as if it had been called from a shell.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    // `cargo run` describes xtask in these variables. Build scripts that watch them would be run again each time.
    for (key, _) in env::vars_os() {
        let name = key.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&key);
        }
    }
    command
}

/// Runs a program to its end with our own input and output.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    fail_if_interrupted()?;
    let child = command
        .spawn()
        .with_context(|| format!("cannot start {}", describe(command)))?;
    let status = wait(child)?;
    fail_if_interrupted()?;
    if !status.success() {
        bail!("{} failed ({status})", describe(command));
    }
    Ok(())
}

/// Runs a program and returns what it wrote to its standard output.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command
        .output()
        .with_context(|| format!("cannot start {}", describe(command)))?;
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        bail!(
            "{} failed ({}): {}",
            describe(command),
            output.status,
            complaint.trim()
        );
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("{} did not answer in UTF-8", describe(command)))
}

/// From here on a signal does not end us at once: whoever holds something to clean up gets to do it.
pub(crate) fn catch_signals() -> Result<()> {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let value = usize::try_from(signal)?;
        signal_hook::flag::register_usize(signal, Arc::clone(&RECEIVED), value)?;
    }
    Ok(())
}

pub(crate) fn fail_if_interrupted() -> Result<()> {
    match RECEIVED.load(Ordering::Relaxed) {
        0 => Ok(()),
        signal => bail!("interrupted by signal {signal}"),
    }
}

/// Sends one signal to a program we started, and waits for it. Says whether it has ended.
pub(crate) fn ended_by(child: &mut Child, signal: Signal, patience: Duration) -> Result<bool> {
    if child.try_wait()?.is_some() {
        return Ok(true);
    }
    kill_process(Pid::from_child(child), signal)?;
    let start = Instant::now();
    while start.elapsed() < patience {
        if child.try_wait()?.is_some() {
            return Ok(true);
        }
        std::thread::sleep(POLL);
    }
    Ok(false)
}

fn wait(mut child: Child) -> Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        let received = RECEIVED.load(Ordering::Relaxed);
        if received != 0 {
            return wind_up(child, received);
        }
        std::thread::sleep(POLL);
    }
}

/// A terminal sends Ctrl-C to the whole foreground group, so the child has had it, and a second one would make a
/// test runner leave its own children behind. SIGTERM came to us alone and is handed on.
fn wind_up(mut child: Child, received: usize) -> Result<ExitStatus> {
    let start = Instant::now();
    if received == usize::try_from(SIGTERM)? {
        kill_process(Pid::from_child(&child), Signal::TERM)?;
    }
    while start.elapsed() < GRACE {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        std::thread::sleep(POLL);
    }
    child.kill()?;
    Ok(child.wait()?)
}

/// The program and its arguments, as one would type them.
pub(crate) fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or(command.get_program());
    let mut words = vec![program.to_string_lossy()];
    words.extend(command.get_args().map(|arg| arg.to_string_lossy()));
    format!("`{}`", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_program_is_named_with_its_arguments() {
        let error = run(Command::new("/bin/sh").args(["-c", "exit 3"])).unwrap_err();
        assert_eq!(error.to_string(), "`sh -c exit 3` failed (exit status: 3)");
    }

    #[test]
    fn what_a_failed_program_complained_about_is_kept() {
        let error =
            capture(Command::new("sh").args(["-c", "echo no bread >&2; exit 1"])).unwrap_err();
        assert!(error.to_string().ends_with("no bread"), "{error}");
    }

    #[test]
    fn a_program_that_ignores_a_signal_is_reported_as_still_there() {
        let mut child = Command::new("cat")
            .stdin(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        assert!(!ended_by(&mut child, Signal::CONT, Duration::from_millis(60)).unwrap());
        assert!(ended_by(&mut child, Signal::KILL, GRACE).unwrap());
    }
}
