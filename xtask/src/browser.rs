//! The studio in a real browser: Chromium and the tests' own packages are installed when they are missing.

use std::process::Command;

use anyhow::{Context as _, Result};

use crate::workspace::Workspace;
use crate::{packages, process};

const FOLDER: &str = "tests/browser";

/// Builds the product and drives it as a person would. Pictures of every page stay in the target directory.
pub(crate) fn run() -> Result<()> {
    let chromium = packages::chromium()?;
    let folder = process::root().join(FOLDER);
    process::run(
        Command::new("npm")
            .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
            .current_dir(&folder),
    )
    .context("the browser tests need Node.js 20.19 or newer with its npm")?;
    process::run(process::cargo().args(["build", "-p", "viva"]))?;
    let target = Workspace::load()?.target_directory;
    process::run(
        Command::new("npm")
            .args(["test", "--silent"])
            .current_dir(&folder)
            .env("VIVA_TEST_BINARY", target.join("debug").join("viva"))
            .env("VIVA_TEST_CHROMIUM", chromium)
            .env("VIVA_TEST_SHOTS", target.join("browser-shots")),
    )
}
