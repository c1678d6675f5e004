//! A private PostgreSQL for the tests: its own folder, its own port, gone when it is dropped.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use rustix::process::{Signal, geteuid};
use tempfile::TempDir;

use crate::{packages, process};

/// A cold machine with a slow disk needs a few seconds; a minute means that it will never answer.
const START_PATIENCE: Duration = Duration::from_secs(60);
const STOP_PATIENCE: Duration = Duration::from_secs(10);
/// Another program may take the free port before PostgreSQL does.
const START_ATTEMPTS: usize = 3;

#[derive(Debug)]
pub(crate) struct Postgres {
    server: Child,
    port: u16,
    // Dropped after `drop` has stopped the server: nobody writes to the folder while it is being removed.
    _folder: TempDir,
}

impl Postgres {
    pub(crate) fn start(programs: &Path) -> Result<Postgres> {
        process::catch_signals()?;
        let owner = Owner::find()?;
        let folder = owner.folder()?;
        initdb(programs, &owner, folder.path())?;
        for _ in 0..START_ATTEMPTS {
            let port = free_port()?;
            let mut server = spawn(programs, &owner, folder.path(), port)?;
            match answers(&mut server, folder.path()) {
                Ok(true) => {
                    return Ok(Postgres {
                        server,
                        port,
                        _folder: folder,
                    });
                }
                Ok(false) => {}
                Err(error) => {
                    stop(&mut server)?;
                    return Err(error.context(log_of(folder.path())));
                }
            }
        }
        bail!(
            "PostgreSQL ended {START_ATTEMPTS} times while starting; {}",
            log_of(folder.path())
        )
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Err(error) = stop(&mut self.server) {
            eprintln!(
                "PostgreSQL (process {}) was not stopped: {error:#}",
                self.server.id()
            );
        }
    }
}

/// SIGINT ends the sessions and shuts down in order, SIGQUIT does not wait for anyone, and the rest is up to the kernel.
fn stop(server: &mut Child) -> Result<()> {
    for signal in [Signal::INT, Signal::QUIT, Signal::KILL] {
        if process::ended_by(server, signal, STOP_PATIENCE)? {
            return Ok(());
        }
    }
    bail!("still running after SIGKILL")
}

/// PostgreSQL refuses to run as root. Then it belongs to somebody unprivileged.
#[derive(Debug)]
enum Owner {
    Ourselves,
    Other { uid: u32, gid: u32 },
}

impl Owner {
    fn find() -> Result<Owner> {
        if !geteuid().is_root() {
            return Ok(Owner::Ourselves);
        }
        for name in ["postgres", "nobody"] {
            if let (Ok(uid), Ok(gid)) = (number_of(name, "-u"), number_of(name, "-g")) {
                return Ok(Owner::Other { uid, gid });
            }
        }
        bail!("PostgreSQL cannot run as root, and there is neither a user postgres nor nobody")
    }

    fn folder(&self) -> Result<TempDir> {
        // Root's TMPDIR may lie in a folder that nobody else can enter; /tmp is open to all.
        let parent = match self {
            Owner::Ourselves => std::env::temp_dir(),
            Owner::Other { .. } => PathBuf::from("/tmp"),
        };
        let folder = tempfile::Builder::new()
            .prefix("viva-postgres-")
            .tempdir_in(parent)?;
        if let Owner::Other { uid, gid } = self {
            chown(folder.path(), Some(*uid), Some(*gid))?;
        }
        Ok(folder)
    }

    /// The command as this owner runs it. `setpriv` replaces itself with the program, so the child's id is the program's.
    fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = match self {
            Owner::Ourselves if packages::in_path("setpriv").is_none() => Command::new(program),
            Owner::Ourselves => {
                let mut command = Command::new("setpriv");
                command.args(["--pdeathsig", "INT"]).arg(program);
                command
            }
            Owner::Other { uid, gid } => {
                let mut command = Command::new("setpriv");
                command
                    .arg(format!("--reuid={uid}"))
                    .arg(format!("--regid={gid}"));
                // If we are killed outright, nobody is left to stop the server: the kernel tells it.
                command
                    .args(["--clear-groups", "--pdeathsig", "INT"])
                    .arg(program);
                command
            }
        };
        // The terminal's Ctrl-C is for the tests; the server is stopped after them. And a machine need not have our locale.
        command
            .process_group(0)
            .current_dir(folder)
            .env("LC_ALL", "C")
            .stdin(Stdio::null());
        command
    }
}

fn number_of(user: &str, which: &str) -> Result<u32> {
    let answer = process::capture(Command::new("id").args([which, user]))?;
    answer
        .trim()
        .parse()
        .with_context(|| format!("`id {which} {user}` answered {answer:?}"))
}

fn initdb(programs: &Path, owner: &Owner, folder: &Path) -> Result<()> {
    let mut command = owner.command(&programs.join("initdb"), folder);
    command.args([
        "--auth=trust",
        "--username=postgres",
        "-E",
        "UTF8",
        "--no-locale",
        "--no-sync",
        "-D",
    ]);
    process::capture(command.arg(folder.join("data")))?;
    Ok(())
}

fn free_port() -> Result<u16> {
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on 127.0.0.1")?;
    Ok(listener.local_addr()?.port())
}

fn spawn(programs: &Path, owner: &Owner, folder: &Path, port: u16) -> Result<Child> {
    let log = File::create(folder.join("log"))?;
    let mut command = owner.command(&programs.join("postgres"), folder);
    command
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-p", &port.to_string()]);
    command.args(["-c", "listen_addresses=127.0.0.1", "-c", "fsync=on"]);
    command
        .arg("-c")
        .arg(format!("unix_socket_directories={}", folder.display()));
    // Every test has connections of its own, and many tests run at the same time.
    command.args(["-c", "max_connections=300"]);
    command.stdout(log.try_clone()?).stderr(log);
    command.spawn().context("cannot start PostgreSQL")
}

/// Waits until the server takes connections. `false`: it ended by itself.
fn answers(server: &mut Child, folder: &Path) -> Result<bool> {
    let start = Instant::now();
    while start.elapsed() < START_PATIENCE {
        process::fail_if_interrupted()?;
        if server.try_wait()?.is_some() {
            return Ok(false);
        }
        // What `pg_ctl --wait` looks at. Asking the port instead could reach a stranger's server.
        let state = fs::read_to_string(folder.join("data/postmaster.pid")).unwrap_or_default();
        if state
            .lines()
            .nth(7)
            .is_some_and(|line| line.trim() == "ready")
        {
            return Ok(true);
        }
        thread::sleep(Duration::from_millis(20));
    }
    bail!(
        "PostgreSQL did not answer within {} s",
        START_PATIENCE.as_secs()
    )
}

fn log_of(folder: &Path) -> String {
    let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
    format!("its log says:\n{log}")
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn a_server_answers_on_its_own_port_and_leaves_nothing_behind() {
        // Found, never installed: a unit test does not change the machine.
        let programs =
            packages::find_postgres().expect("PostgreSQL; `cargo xtask test` installs it");
        let postgres = Postgres::start(&programs).unwrap();
        let (port, folder) = (postgres.port, postgres._folder.path().to_owned());
        assert_eq!(
            postgres.url(),
            format!("postgres://postgres@127.0.0.1:{port}/postgres")
        );
        TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();

        drop(postgres);
        assert!(!folder.exists());
        TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap_err();
    }
}
