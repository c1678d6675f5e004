//! Finds the programs that chores need, and installs Debian's packages for those that are missing.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use rustix::process::geteuid;

use crate::process;

/// Where Debian keeps the server's programs: one folder per major version, none of them in PATH.
const DEBIAN_VERSIONS: &str = "/usr/lib/postgresql";

/// The folder with `initdb` and `postgres`; installed first if need be.
pub(crate) fn postgres_programs() -> Result<PathBuf> {
    if let Some(found) = find_postgres() {
        return Ok(found);
    }
    if !geteuid().is_root() {
        bail!(
            "no PostgreSQL server found in PATH or {DEBIAN_VERSIONS}; install it: sudo apt-get install --no-install-recommends postgresql"
        );
    }
    install("postgresql")?;
    find_postgres().context("the package postgresql was installed, but its server programs are not where Debian puts them")
}

/// What whisper.cpp is built with, and what fetches the ONNX runtime.
pub(crate) fn for_speech() -> Result<()> {
    let needed = [
        (in_path("cmake").is_some(), "cmake"),
        (in_path("c++").is_some(), "g++"),
        (has_libclang(), "libclang-dev"),
        (has_pip(), "python3-pip"),
    ];
    let missing: Vec<&str> = needed
        .into_iter()
        .filter(|(there, _)| !there)
        .map(|(_, package)| package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    if !geteuid().is_root() || in_path("apt-get").is_none() {
        bail!(
            "these are missing, by their names in Debian: {}; install them: sudo apt-get install {}",
            missing.join(", "),
            missing.join(" ")
        );
    }
    missing.into_iter().try_for_each(install)
}

/// Where its package puts it, or where somebody says it is.
fn has_libclang() -> bool {
    let versions = Path::new("/usr/lib").read_dir().into_iter().flatten();
    let in_llvm = versions.filter_map(|entry| {
        let folder = entry.ok()?.path();
        let is_llvm = folder.file_name()?.to_str()?.starts_with("llvm");
        is_llvm.then(|| folder.join("lib/libclang.so").exists())
    });
    env::var_os("LIBCLANG_PATH").is_some()
        || in_path("llvm-config").is_some()
        || in_path("clang").is_some()
        || in_llvm.into_iter().any(|found| found)
}

fn has_pip() -> bool {
    let asked = process::capture(Command::new("python3").args(["-m", "pip", "--version"]));
    asked.is_ok()
}

/// A Chromium that tests can drive; installed first if need be.
pub(crate) fn chromium() -> Result<PathBuf> {
    if let Some(found) = find_chromium() {
        return Ok(found);
    }
    if !geteuid().is_root() {
        bail!(
            "no Chromium found in PATH; install it: sudo apt-get install --no-install-recommends chromium"
        );
    }
    install("chromium")?;
    find_chromium()
        .context("the package chromium was installed, but there is no program of that name in PATH")
}

fn find_chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut found = names
        .iter()
        .filter_map(|name| in_path(name).map(|folder| folder.join(name)));
    found.next()
}

pub(crate) fn in_path(program: &str) -> Option<PathBuf> {
    in_path_of(env::var_os("PATH").as_deref(), program)
}

/// The folder of this search path that has the program.
pub(crate) fn in_path_of(path: Option<&OsStr>, program: &str) -> Option<PathBuf> {
    env::split_paths(path?).find(|folder| folder.join(program).is_file())
}

pub(crate) fn find_postgres() -> Option<PathBuf> {
    // PATH may hold Debian's wrappers for the client programs only; a server is where both of these are.
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
    folders.extend(
        newest_first(Path::new(DEBIAN_VERSIONS))
            .into_iter()
            .map(|version| version.join("bin")),
    );
    folders
        .into_iter()
        .find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

fn newest_first(versions: &Path) -> Vec<PathBuf> {
    let Ok(entries) = versions.read_dir() else {
        return Vec::new();
    };
    let number = |path: &PathBuf| {
        path.file_name()
            .and_then(|name| name.to_str()?.parse::<u32>().ok())
    };
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    found.retain(|path| number(path).is_some());
    found.sort_by_key(number);
    found.reverse();
    found
}

fn install(package: &str) -> Result<()> {
    println!("installing Debian's package {package}");
    process::run(apt_get().arg("update"))?;
    process::run(apt_get().args(["install", "-y", "--no-install-recommends", package]))
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.arg("-q").env("DEBIAN_FRONTEND", "noninteractive");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_comes_first_and_by_number() {
        let folder = tempfile::tempdir().unwrap();
        for version in ["9", "17", "15", "common"] {
            std::fs::create_dir(folder.path().join(version)).unwrap();
        }
        let found = newest_first(folder.path());
        let names: Vec<_> = found
            .iter()
            .map(|path| path.file_name().unwrap().to_str().unwrap())
            .collect();
        assert_eq!(names, ["17", "15", "9"]);
    }

    #[test]
    fn a_machine_without_postgres_has_no_versions() {
        assert!(newest_first(Path::new("/nowhere/at/all")).is_empty());
    }
}
