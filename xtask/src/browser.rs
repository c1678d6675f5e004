//! The studio in a real browser: Chromium and the tests' own packages are installed when they are missing.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use rustix::process::geteuid;

use crate::{packages, process};

const FOLDER: &str = "tests/browser";
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Builds the product and drives it as a person would.
pub(crate) fn run() -> Result<()> {
    let chromium = chromium()?;
    let folder = process::root().join(FOLDER);
    process::run(
        Command::new("npm")
            .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
            .current_dir(&folder),
    )
    .context("the browser tests need Node 20 or newer with npm")?;
    process::run(process::cargo().args(["build", "-p", "viva"]))?;
    process::run(
        Command::new("npm")
            .args(["test", "--silent"])
            .current_dir(&folder)
            .env("VIVA_TEST_BINARY", binary()?)
            .env("VIVA_TEST_CHROMIUM", chromium)
            .env("VIVA_TEST_SHOTS", target()?.join("browser-shots")),
    )
}

/// Where cargo puts what it builds; it knows better than we do.
fn target() -> Result<PathBuf> {
    let described = process::capture(process::cargo().args([
        "metadata",
        "--no-deps",
        "--format-version",
        "1",
    ]))?;
    let described: serde_json::Value = serde_json::from_str(&described)?;
    let target = described
        .get("target_directory")
        .and_then(serde_json::Value::as_str)
        .context("cargo does not say where it builds")?;
    Ok(PathBuf::from(target))
}

fn binary() -> Result<PathBuf> {
    Ok(target()?.join("debug").join("viva"))
}

fn chromium() -> Result<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    if !geteuid().is_root() {
        bail!(
            "no Chromium found in PATH; install it: sudo apt-get install --no-install-recommends chromium"
        );
    }
    packages::install("chromium")?;
    find().context("the package chromium was installed, but there is no program of that name")
}

fn find() -> Option<PathBuf> {
    BROWSERS
        .iter()
        .find_map(|name| packages::in_path(name).map(|folder| folder.join(name)))
}
