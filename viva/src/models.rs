//! Speech model files: the ones known by name, and the ones in the data directory.

use std::fs::{File, TryLockError};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A model of more files than this is a folder given by mistake.
pub(crate) const FILES_MAX: usize = 64;
/// The largest speech models are a few gigabytes; beyond this it is something else, or a server that never ends.
pub(crate) const FILE_BYTES_MAX: u64 = 16 << 30;
const NAME_CHARS_MAX: usize = 64;
/// Lists the files of an installed model with their checksums. Written last: a folder without it is not a model.
const LIST: &str = "model.json";
/// How the names end of a folder that is being filled, and of its lock.
const PART: &str = ".part";
const LOCK: &str = ".lock";
const CHUNK_BYTES: usize = 1 << 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Transcribe,
    Voice,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Transcribe => "transcribe",
            Kind::Voice => "voice",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModelFile {
    pub(crate) name: String,
    pub(crate) size: u64,
    pub(crate) sha256: String,
}

/// A model of the catalogue, or one that is installed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Model {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) about: String,
    pub(crate) licence: String,
    pub(crate) files: Vec<ModelFile>,
}

impl Model {
    pub(crate) fn size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Catalogue {
    models: Vec<Model>,
}

/// The models that are known by name.
pub(crate) fn catalogue() -> anyhow::Result<Vec<Model>> {
    let catalogue: Catalogue = toml::from_str(include_str!("../data/models.toml"))?;
    Ok(catalogue.models)
}

/// The folder of the models, one folder below it for each.
#[derive(Debug)]
pub(crate) struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    pub(crate) fn in_data(data: &Path) -> Shelf {
        Shelf {
            folder: data.join("models"),
        }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn place(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// What is installed, by name. Folders that are being filled, or were left half filled, are not.
    pub(crate) fn installed(&self) -> anyhow::Result<Vec<Model>> {
        let entries = match self.folder.read_dir() {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => {
                return Err(error)
                    .with_context(|| format!("cannot read {}", self.folder.display()));
            }
        };
        let mut models = Vec::new();
        for entry in entries {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if is_name(&name) && self.place(&name).join(LIST).is_file() {
                models.push(self.read(&name)?);
            }
        }
        models.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(models)
    }

    fn read(&self, name: &str) -> anyhow::Result<Model> {
        let path = self.place(name).join(LIST);
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| {
            format!(
                "{} is damaged; remove the model and install it again: viva models remove {name}",
                path.display()
            )
        })
    }

    pub(crate) fn get(&self, name: &str) -> anyhow::Result<Model> {
        check_name(name)?;
        if !self.place(name).join(LIST).is_file() {
            bail!("no model “{name}” is installed; `viva models list` shows what is");
        }
        self.read(name)
    }

    /// An empty folder to fill, on the same disk as the shelf, so that a model appears whole or not at all.
    pub(crate) fn stage(&self, name: &str) -> anyhow::Result<Staged> {
        check_name(name)?;
        if self.place(name).exists() {
            bail!("“{name}” is installed already; remove it first: viva models remove {name}");
        }
        std::fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make {}", self.folder.display()))?;
        self.sweep()?;
        let Some(staged) = Staged::claim(&self.folder, name)? else {
            bail!("“{name}” is being installed by another process");
        };
        std::fs::create_dir(&staged.folder)
            .with_context(|| format!("cannot make {}", staged.folder.display()))?;
        Ok(staged)
    }

    /// Takes away what installations left behind that were ended from outside.
    fn sweep(&self) -> anyhow::Result<()> {
        for entry in self.folder.read_dir()? {
            let file = entry?.file_name().to_string_lossy().into_owned();
            let name = file.strip_prefix('.').and_then(|it| it.strip_suffix(PART));
            if let Some(name) = name
                && let Some(staged) = Staged::claim(&self.folder, name)?
            {
                staged.discard()?;
            }
        }
        Ok(())
    }

    /// Puts a filled folder on the shelf.
    pub(crate) fn publish(&self, staged: Staged, model: &Model) -> anyhow::Result<()> {
        let list = serde_json::to_vec_pretty(model)?;
        crate::console::write_file(&staged.folder.join(LIST), &list)?;
        let place = self.place(&model.name);
        std::fs::rename(&staged.folder, &place)
            .with_context(|| format!("cannot move the files to {}", place.display()))?;
        staged.discard()
    }

    pub(crate) fn remove(&self, name: &str) -> anyhow::Result<()> {
        check_name(name)?;
        let place = self.place(name);
        if !place.is_dir() {
            bail!("no model “{name}” is installed; `viva models list` shows what is");
        }
        std::fs::remove_dir_all(&place)
            .with_context(|| format!("cannot remove {}", place.display()))
    }
}

/// A folder that is being filled. The system gives its lock back when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Staged {
    pub(crate) folder: PathBuf,
    lock_path: PathBuf,
    _lock: File,
}

impl Staged {
    /// `None` while another process fills it.
    fn claim(shelf: &Path, name: &str) -> anyhow::Result<Option<Staged>> {
        let lock_path = shelf.join(format!(".{name}{LOCK}"));
        let lock = File::create(&lock_path)
            .with_context(|| format!("cannot write {}", lock_path.display()))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Staged {
                folder: shelf.join(format!(".{name}{PART}")),
                lock_path,
                _lock: lock,
            })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("cannot lock {}", lock_path.display()))
            }
        }
    }

    /// Leaves nothing of it.
    pub(crate) fn discard(self) -> anyhow::Result<()> {
        if self.folder.exists() {
            std::fs::remove_dir_all(&self.folder)
                .with_context(|| format!("cannot remove {}", self.folder.display()))?;
        }
        std::fs::remove_file(&self.lock_path)
            .with_context(|| format!("cannot remove {}", self.lock_path.display()))
    }
}

/// What is wrong with an installed model's files; nothing if all are as they were installed.
pub(crate) fn faults(shelf: &Shelf, model: &Model) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for file in &model.files {
        let path = shelf.place(&model.name).join(&file.name);
        if !path.is_file() {
            faults.push(format!("{} is missing", file.name));
        } else if sha256_of(&path)? != file.sha256 {
            faults.push(format!("{} is not what was installed", file.name));
        }
    }
    Ok(faults)
}

fn sha256_of(path: &Path) -> anyhow::Result<String> {
    let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut digest = Sha256::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let n = file.read(&mut chunk)?;
        if n == 0 {
            return Ok(hex(&digest.finalize()));
        }
        digest.update(&chunk[..n]);
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name becomes a folder, so it must not be able to leave the shelf.
pub(crate) fn check_name(name: &str) -> anyhow::Result<()> {
    if !is_name(name) {
        bail!(
            "“{name}” is no name for a model or its file: use letters, digits, “-”, “_” and “.”, not first"
        );
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    let allowed = |it: char| it.is_ascii_alphanumeric() || "-_.".contains(it);
    name.starts_with(|it: char| it.is_ascii_alphanumeric())
        && name.len() <= NAME_CHARS_MAX
        && name.chars().all(allowed)
}
