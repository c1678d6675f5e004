//! `viva models`: lists, installs, verifies and removes local speech model files.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::try_speech;
use crate::cli::{ModelInstallArgs, ModelsCommand};
use crate::config::Config;
use crate::console;
use crate::models::{self, FILE_BYTES_MAX, FILES_MAX, Model, ModelFile, Shelf};

const CONNECT_PATIENCE: Duration = Duration::from_secs(15);
/// Between two pieces of a download; the whole may take hours.
const READ_PATIENCE: Duration = Duration::from_secs(60);
const CHUNK_BYTES: usize = 1 << 16;
const MIB: u64 = 1 << 20;

pub(super) async fn run(config: &Config, command: Option<ModelsCommand>) -> anyhow::Result<()> {
    let shelf = Shelf::in_data(&config.data);
    match command.unwrap_or(ModelsCommand::List { json: false }) {
        ModelsCommand::List { json } => list(&shelf, json),
        ModelsCommand::Install(args) => install(&shelf, &args).await,
        ModelsCommand::Verify { name, json } => verify(&shelf, name.as_deref(), json),
        ModelsCommand::Try(args) => try_speech::run(config, &args).await,
        ModelsCommand::Remove { name } => {
            shelf.remove(&name)?;
            console::say(&format!("removed {name}"));
            Ok(())
        }
    }
}

fn list(shelf: &Shelf, as_json: bool) -> anyhow::Result<()> {
    let mut rows: Vec<(Model, bool)> = shelf
        .installed()?
        .into_iter()
        .map(|it| (it, true))
        .collect();
    for known in models::catalogue()? {
        if !rows.iter().any(|(model, _)| model.name == known.name) {
            rows.push((known, false));
        }
    }
    if as_json {
        let rows: Vec<_> = rows
            .iter()
            .map(|(model, installed)| {
                json!({"name": model.name, "kind": model.kind, "installed": installed, "bytes": model.size(),
                       "licence": model.licence, "about": model.about,
                       "path": installed.then(|| shelf.place(&model.name))})
            })
            .collect();
        return console::print_json(&rows);
    }
    let mut text = String::new();
    for (model, installed) in &rows {
        let state = if *installed { "installed" } else { "known" };
        text.push_str(&format!(
            "{:<16} {:<10} {state:<9} {:>6} MiB  {}; {}\n",
            model.name,
            model.kind.name(),
            model.size().div_ceil(MIB),
            model.about,
            model.licence
        ));
    }
    console::print(&text)
}

fn verify(shelf: &Shelf, name: Option<&str>, as_json: bool) -> anyhow::Result<()> {
    let chosen = match name {
        Some(name) => vec![shelf.get(name)?],
        None => shelf.installed()?,
    };
    let mut rows = Vec::new();
    let mut text = String::new();
    let mut damaged = Vec::new();
    for model in &chosen {
        let faults = models::faults(shelf, model)?;
        match faults.is_empty() {
            true => text.push_str(&format!("{}: right\n", model.name)),
            false => {
                text.push_str(&format!("{}: {}\n", model.name, faults.join(", ")));
                damaged.push(model.name.clone());
            }
        }
        rows.push(json!({"name": model.name, "ok": faults.is_empty(), "faults": faults}));
    }
    if as_json {
        console::print_json(&rows)?;
    } else if chosen.is_empty() {
        console::say("no models are installed");
    } else {
        console::print(&text)?;
    }
    if !damaged.is_empty() {
        bail!("damaged: {}; remove and install again", damaged.join(", "));
    }
    Ok(())
}

async fn install(shelf: &Shelf, args: &ModelInstallArgs) -> anyhow::Result<()> {
    let known = models::catalogue()?
        .into_iter()
        .find(|model| model.name == args.name);
    let kind = match (&known, args.kind) {
        (Some(model), _) => model.kind,
        (None, Some(kind)) => kind,
        (None, None) => bail!(
            "“{}” is not in the catalogue; say what it is for: --kind transcribe or --kind voice",
            args.name
        ),
    };
    let parts = parts(&args.from, known.as_ref())?;
    let staged = shelf.stage(&args.name)?;
    let files = match fill(&staged.folder, &parts, known.as_ref()).await {
        Ok(files) => files,
        Err(error) => {
            staged.discard()?;
            return Err(error);
        }
    };
    let known = known.as_ref();
    let model = Model {
        name: args.name.clone(),
        kind,
        about: known.map_or("installed by hand", |it| &it.about).to_owned(),
        licence: known.map_or("not known", |it| &it.licence).to_owned(),
        files,
    };
    shelf.publish(staged, &model)?;
    console::say(&format!(
        "installed {} in {}",
        args.name,
        shelf.place(&args.name).display()
    ));
    Ok(())
}

/// One file to bring, and the name it gets.
struct Part {
    name: String,
    source: Source,
}

enum Source {
    File(PathBuf),
    Url(reqwest::Url),
}

fn parts(from: &str, known: Option<&Model>) -> anyhow::Result<Vec<Part>> {
    let names: Option<Vec<String>> =
        known.map(|model| model.files.iter().map(|file| file.name.clone()).collect());
    if from.starts_with("http://") || from.starts_with("https://") {
        return parts_of_url(from, names);
    }
    let path = Path::new(from);
    let file = |name: String, path: PathBuf| Part {
        name,
        source: Source::File(path),
    };
    if path.is_dir() {
        let names = names.map_or_else(|| files_in(path), Ok)?;
        return Ok(names
            .into_iter()
            .map(|name| file(name.clone(), path.join(&name)))
            .collect());
    }
    if !path.is_file() {
        bail!("{from} is neither a file, a directory nor an http(s) address");
    }
    let own = || {
        vec![
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
        ]
    };
    match names.unwrap_or_else(own).as_slice() {
        [name] => Ok(vec![file(name.clone(), path.to_owned())]),
        several => bail!(
            "this model has several files; give the directory with {}",
            several.join(" and ")
        ),
    }
}

fn parts_of_url(from: &str, names: Option<Vec<String>>) -> anyhow::Result<Vec<Part>> {
    let url: reqwest::Url = from
        .parse()
        .with_context(|| format!("{from} is no address"))?;
    let last = url.path().rsplit('/').next().unwrap_or_default().to_owned();
    match names {
        Some(names) if names.len() > 1 || last.is_empty() => {
            let mut folder = url;
            if !last.is_empty() {
                folder.set_path(&format!("{}/", folder.path()));
            }
            let part = |name: String| {
                Ok(Part {
                    source: Source::Url(folder.join(&name)?),
                    name,
                })
            };
            names.into_iter().map(part).collect()
        }
        Some(names) => Ok(names
            .into_iter()
            .map(|name| Part {
                name,
                source: Source::Url(url.clone()),
            })
            .collect()),
        None if last.is_empty() => {
            bail!("{from} names no file; the address must end with the file's name")
        }
        None => Ok(vec![Part {
            name: last,
            source: Source::Url(url),
        }]),
    }
}

fn files_in(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in folder
        .read_dir()
        .with_context(|| format!("cannot read {}", folder.display()))?
    {
        let entry = entry?;
        if entry.path().is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
        if names.len() > FILES_MAX {
            bail!(
                "{} holds more than {FILES_MAX} files; give a directory with the model's files only",
                folder.display()
            );
        }
    }
    if names.is_empty() {
        bail!("{} holds no files", folder.display());
    }
    names.sort();
    Ok(names)
}

async fn fill(
    folder: &Path,
    parts: &[Part],
    known: Option<&Model>,
) -> anyhow::Result<Vec<ModelFile>> {
    let mut files = Vec::new();
    for part in parts {
        models::check_name(&part.name)?;
        let wanted = known.and_then(|model| model.files.iter().find(|file| file.name == part.name));
        let limit = wanted.map_or(FILE_BYTES_MAX, |file| file.size);
        let mut sink = Sink::new(folder, &part.name, limit)?;
        match &part.source {
            Source::File(path) => copy(path, &mut sink)?,
            Source::Url(url) => download(url, &mut sink).await?,
        }
        let file = sink.finish()?;
        if let Some(wanted) = wanted.filter(|wanted| **wanted != file) {
            bail!(
                "{} is not the file the catalogue means: its SHA-256 is {}, expected {}; nothing was installed",
                file.name,
                file.sha256,
                wanted.sha256
            );
        }
        files.push(file);
    }
    Ok(files)
}

/// Writes a file, counts and sums it on the way, and shows how far it is.
struct Sink {
    name: String,
    file: File,
    digest: Sha256,
    size: u64,
    limit: u64,
    bar: indicatif::ProgressBar,
}

impl Sink {
    fn new(folder: &Path, name: &str, limit: u64) -> anyhow::Result<Sink> {
        let path = folder.join(name);
        let file =
            File::create_new(&path).with_context(|| format!("cannot write {}", path.display()))?;
        let bar = console::bar(0, &format!("{name} (MiB)"));
        Ok(Sink {
            name: name.to_owned(),
            file,
            digest: Sha256::new(),
            size: 0,
            limit,
            bar,
        })
    }

    fn expect(&self, bytes: u64) {
        self.bar.set_length(bytes.div_ceil(MIB));
    }

    fn take(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.size += bytes.len() as u64;
        if self.size > self.limit {
            bail!(
                "{} is larger than the {} bytes it may have; nothing was installed",
                self.name,
                self.limit
            );
        }
        self.file
            .write_all(bytes)
            .with_context(|| format!("cannot write {}", self.name))?;
        self.digest.update(bytes);
        self.bar.set_position(self.size / MIB);
        Ok(())
    }

    fn finish(self) -> anyhow::Result<ModelFile> {
        self.file.sync_all()?;
        self.bar.finish_and_clear();
        Ok(ModelFile {
            name: self.name,
            size: self.size,
            sha256: models::hex(&self.digest.finalize()),
        })
    }
}

fn copy(path: &Path, sink: &mut Sink) -> anyhow::Result<()> {
    let unreadable = || format!("cannot read {}", path.display());
    let mut file = File::open(path).with_context(unreadable)?;
    sink.expect(file.metadata()?.len());
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let n = file.read(&mut chunk).with_context(unreadable)?;
        if n == 0 {
            return Ok(());
        }
        sink.take(&chunk[..n])?;
    }
}

async fn download(url: &reqwest::Url, sink: &mut Sink) -> anyhow::Result<()> {
    let client = reqwest::Client::builder()
        .connect_timeout(CONNECT_PATIENCE)
        .read_timeout(READ_PATIENCE)
        .build()?;
    let failed = || format!("cannot download {url}");
    let mut response = client.get(url.clone()).send().await.with_context(failed)?;
    if !response.status().is_success() {
        bail!(
            "cannot download {url}: the server answered {}",
            response.status()
        );
    }
    if let Some(length) = response.content_length() {
        sink.expect(length);
    }
    while let Some(chunk) = response.chunk().await.with_context(failed)? {
        sink.take(&chunk)?;
    }
    Ok(())
}
