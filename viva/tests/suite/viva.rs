//! Runs the program with a data directory of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A fresh home for one test.
pub(crate) struct Home {
    dir: TempDir,
}

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Home {
    pub(crate) fn new() -> Home {
        Home {
            dir: TempDir::new().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file and gives its path as an argument.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path.display().to_string()
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_viva"));
        command
            .args(args)
            .current_dir(self.dir.path())
            .env_clear()
            .env("HOME", self.dir.path())
            .env("VIVA_DATA", self.path("data"));
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Run {
        self.run_with(args, "")
    }

    /// Runs with this on standard input.
    pub(crate) fn run_with(&self, args: &[&str], input: impl AsRef<[u8]>) -> Run {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.as_ref().to_vec();
        // The program may stop reading early; that is its right.
        let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Run::of(&output)
    }

    /// Runs, and expects success.
    pub(crate) fn ok(&self, args: &[&str]) -> Run {
        let run = self.run(args);
        assert_eq!(run.code, 0, "viva {args:?} failed: {}", run.err);
        run
    }

    /// The session that an interview over these answers makes.
    pub(crate) fn interviewed(&self, answers: &str) -> String {
        let plan = plan("expert-essay");
        let run = self.run_with(&["interview", &plan, "--json"], answers);
        assert_eq!(run.code, 0, "{}", run.err);
        run.json()["session_id"].as_str().unwrap().to_owned()
    }
}

impl Run {
    pub(crate) fn of(output: &Output) -> Run {
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout.clone()).unwrap(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Exactly one JSON value.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("not one JSON value ({error}): {}", self.out))
    }
}

/// The path of a bundled plan.
pub(crate) fn plan(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../plans")
        .join(format!("{name}.toml"))
        .display()
        .to_string()
}

/// A talk of three answers.
pub(crate) const ANSWERS: &str = "We started the pottery in 2009 in my brother's garage, with one wheel and a kiln we had \
bought from a school for two hundred dollars. Nobody believed that anyone would pay for plates.

The dark days came in the second winter, when the kiln cracked and we lost three months of work. I learned that a potter \
who does not keep notes makes every mistake twice.

I think small workshops are better than big ones, because everybody sees the whole pot. You cannot hide a bad handle.
";
