//! Builds the studio with npm and writes down its files, so that the binary carries them.

use std::error::Error;
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The oldest Node.js that the tools of the studio run on.
const NODE: (u32, u32) = (20, 19);
const REMEDY: &str = "the studio is built with Node.js 20.19 or newer and its npm: install them \
                      (https://nodejs.org, or your system's packages nodejs and npm) and build again";

/// What the build reads; anything else in the folder is made by it.
const SOURCES: &[&str] = &[
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

fn main() {
    if let Err(error) = build() {
        // Cargo shows these lines as its own errors, without a dump of what the script printed before.
        for line in error.to_string().lines().filter(|it| !it.is_empty()) {
            println!("cargo::error={line}");
        }
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    let web = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../web");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    let built = out.join("studio");
    check_node()?;
    install(&web)?;
    npm(
        &web,
        &["run", "build", "--", "--outDir"],
        Some(built.as_os_str()),
    )?;
    fs::write(out.join("studio_files.rs"), listing(&built)?)?;
    Ok(())
}

/// An older one fails later, with words that help nobody.
fn check_node() -> Result<(), Box<dyn Error>> {
    let output = match Command::new("node").arg("--version").output() {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(format!("Node.js is missing; {REMEDY}").into());
        }
        Err(error) => return Err(error.into()),
    };
    let version = String::from_utf8_lossy(&output.stdout);
    let version = version.trim();
    let mut numbers = version.trim_start_matches('v').split('.').map(str::parse);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) if (major, minor) >= NODE => Ok(()),
        _ => Err(format!("Node.js {version} is too old; {REMEDY}").into()),
    }
}

/// Fetches the packages that the lock file names, unless they are there.
fn install(web: &Path) -> Result<(), Box<dyn Error>> {
    let wanted = fs::read_to_string(web.join("package-lock.json"))?;
    let stamp = web.join("node_modules/.installed-lock");
    let is_installed = match fs::read_to_string(&stamp) {
        Ok(installed) => installed == wanted,
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(error.into()),
    };
    if is_installed {
        return Ok(());
    }
    npm(web, &["ci", "--no-audit", "--no-fund"], None)?;
    fs::write(stamp, wanted)?;
    Ok(())
}

fn npm(web: &Path, args: &[&str], last: Option<&OsStr>) -> Result<(), Box<dyn Error>> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = match Command::new(program)
        .args(args)
        .args(last)
        .current_dir(web)
        .output()
    {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(format!("npm is missing; {REMEDY}").into());
        }
        Err(error) => return Err(error.into()),
    };
    if output.status.success() {
        return Ok(());
    }
    let said = format!(
        "{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Err(format!(
        "npm {} failed in {}:\n{said}\n{REMEDY}",
        args.join(" "),
        web.display()
    )
    .into())
}

/// A Rust array of every file with its compressed copies.
fn listing(built: &Path) -> Result<String, Box<dyn Error>> {
    let mut paths = Vec::new();
    collect(built, &mut paths)?;
    paths.sort();
    let mut text = String::from("&[\n");
    for path in &paths {
        let is_copy = path.extension().is_some_and(|it| it == "br" || it == "gz");
        if is_copy {
            continue;
        }
        let name = path
            .strip_prefix(built)?
            .to_string_lossy()
            .replace('\\', "/");
        let mut hasher = DefaultHasher::new();
        fs::read(path)?.hash(&mut hasher);
        text.push_str(&format!(
            "    StudioFile {{ path: {name:?}, etag: \"\\\"{:016x}\\\"\", plain: {}, brotli: {}, gzip: {} }},\n",
            hasher.finish(),
            included(path),
            copy(path, "br"),
            copy(path, "gz"),
        ));
    }
    text.push(']');
    Ok(text)
}

fn included(path: &Path) -> String {
    format!("include_bytes!({:?})", path.display().to_string())
}

fn copy(path: &Path, ending: &str) -> String {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    let copy = PathBuf::from(name);
    if copy.is_file() {
        format!("Some({})", included(&copy))
    } else {
        "None".to_owned()
    }
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}
