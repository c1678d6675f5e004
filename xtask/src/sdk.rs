//! The realtime clients of others on our voice socket: their packages are installed as the lock files say, then they talk.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use crate::workspace::Workspace;
use crate::{local_model, process};

const FOLDER: &str = "tests/sdk";
const LOCK: &str = "tests/sdk/requirements.txt";

pub(crate) fn run() -> Result<()> {
    let folder = process::root().join(FOLDER);
    let (python, packages) = python()?;
    process::run(
        Command::new("npm")
            .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
            .current_dir(&folder),
    )
    .context("the tests of other clients need Node.js 20.19 or newer with its npm")?;
    process::run(process::cargo().args(["build", "-p", "viva"]))?;
    let target = Workspace::load()?.target_directory;
    process::run(
        Command::new("npm")
            .args(["test", "--silent"])
            .current_dir(&folder)
            .env("VIVA_TEST_BINARY", target.join("debug").join("viva"))
            .env("VIVA_TEST_PYTHON", python)
            .env("PYTHONPATH", packages),
    )
}

/// Python, and the folder with exactly the packages of the lock file. Nothing of the user's own installation is touched.
fn python() -> Result<(PathBuf, PathBuf)> {
    let python = local_model::python(std::env::var_os("PATH").as_deref())?;
    let lock = process::root().join(LOCK);
    let sum = Sha256::digest(fs::read(&lock)?);
    let version = process::capture(Command::new(&python).arg("--version"))?;
    let name = format!(
        "openai-{}-{:02x}{:02x}{:02x}{:02x}",
        version.trim().replace(' ', "-"),
        sum[0],
        sum[1],
        sum[2],
        sum[3]
    );
    let cache = local_model::cache()?;
    let packages = cache.join(name);
    if !packages.is_dir() {
        println!(
            "installing the official Python client into {}",
            packages.display()
        );
        fs::create_dir_all(&cache)?;
        // Only a whole installation gets the name that is looked for.
        let staged = tempfile::Builder::new()
            .prefix("openai-")
            .tempdir_in(&cache)?;
        let mut pip = Command::new(&python);
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ]);
        pip.args(["--require-hashes", "--only-binary", ":all:", "--target"]);
        process::run(pip.arg(staged.path()).arg("-r").arg(&lock))?;
        fs::rename(staged.keep(), &packages)?;
    }
    Ok((python, packages))
}
