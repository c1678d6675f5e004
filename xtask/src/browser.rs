//! The studio in a real browser: Chromium and the tests' own packages are installed when they are missing.

use std::process::Command;

use anyhow::{Context as _, Result};

use crate::workspace::Workspace;
use crate::{packages, process};

const FOLDER: &str = "tests/browser";
const CLIENT: &str = "web";

/// Builds the product, tests the client alone, then drives the whole as a person would. Pictures of every page stay in the target directory.
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
    // The build has installed what the client's own tests need.
    for chore in ["check", "test"] {
        let mut npm = Command::new("npm");
        npm.args(["run", "--silent", chore]);
        process::run(npm.current_dir(process::root().join(CLIENT)))?;
    }
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
