//! The set of prompts in use: the bundled ones, or a user's own in their place, checked before anything is asked.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;

/// No prompt of ours is a tenth as long.
const FILE_BYTES_MAX: u64 = 256 << 10;
const FILES_MAX: usize = 200;

/// What fills one prompt file. Every field is used by the file, and the file uses nothing else.
pub trait Prompt: Serialize {
    /// The file's path below the prompts' directory.
    const FILE: &'static str;
}

/// A prompt of the set: its file, the bundled text, and fields to try it with.
#[derive(Debug)]
pub(crate) struct Bundled {
    pub(crate) file: &'static str,
    pub(crate) text: &'static str,
    pub(crate) sample: fn() -> serde_json::Value,
}

#[derive(Debug, thiserror::Error)]
pub enum PromptError {
    #[error("cannot read the prompts in {}: {why}", path.display())]
    Unreadable { path: PathBuf, why: std::io::Error },
    #[error("{file} is not a prompt; the prompts are {known}")]
    UnknownFile { file: String, known: String },
    #[error("the prompt {file} is wrong: {why}")]
    Wrong { file: String, why: String },
    #[error("the prompt {file} uses “{name}”, which it does not get; it gets {known}")]
    UnknownField {
        file: String,
        name: String,
        known: String,
    },
    #[error("the prompt {file} does not use “{name}”: write {{{{ {name} }}}} where it belongs")]
    UnusedField { file: String, name: String },
}

/// All prompts. A cheap clone.
#[derive(Debug, Clone)]
pub struct Prompts(Arc<Environment<'static>>);

impl Prompts {
    /// The prompts that came with this version.
    pub fn bundled() -> Result<Prompts, PromptError> {
        let mut environment = empty();
        for bundled in crate::all() {
            add(&mut environment, bundled.file, bundled.text)?;
        }
        for bundled in crate::all() {
            check(&environment, bundled)?;
        }
        Ok(Prompts(Arc::new(environment)))
    }

    /// The bundled prompts, with the files of a directory in the place of those that have their names.
    pub fn with_overrides(directory: &Path) -> Result<Prompts, PromptError> {
        let Prompts(bundled) = Prompts::bundled()?;
        let mut environment = Environment::clone(&bundled);
        let mut files = Vec::new();
        collect(directory, directory, &mut files)?;
        for (file, path) in files {
            let Some(bundled) = crate::all().find(|it| it.file == file) else {
                return Err(PromptError::UnknownFile {
                    file,
                    known: listed(crate::all().map(|it| it.file)),
                });
            };
            let text = std::fs::read_to_string(&path)
                .map_err(|why| PromptError::Unreadable { path, why })?;
            add(&mut environment, bundled.file, &text)?;
            check(&environment, bundled)?;
        }
        Ok(Prompts(Arc::new(environment)))
    }

    /// A prompt with other fields than its struct's, to see what it makes of them.
    #[cfg(test)]
    pub(crate) fn tried(
        &self,
        file: &str,
        fields: &serde_json::Value,
    ) -> Result<String, PromptError> {
        let template = self
            .0
            .get_template(file)
            .map_err(|error| wrong(file, &error))?;
        template
            .render(minijinja::value::Serde(fields))
            .map_err(|error| wrong(file, &error))
    }

    /// The words of a prompt.
    pub fn render<P: Prompt>(&self, prompt: &P) -> Result<String, PromptError> {
        let wrong = |error: minijinja::Error| wrong(P::FILE, &error);
        let template = self.0.get_template(P::FILE).map_err(wrong)?;
        template
            .render(minijinja::value::Serde(prompt))
            .map_err(wrong)
    }
}

fn empty() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    environment
}

fn add(environment: &mut Environment<'static>, file: &str, text: &str) -> Result<(), PromptError> {
    environment
        .add_template_owned(file.to_owned(), text.to_owned())
        .map_err(|error| wrong(file, &error))
}

/// Tries a prompt: it uses exactly the fields that it gets, and it can be rendered.
fn check(environment: &Environment<'static>, bundled: &Bundled) -> Result<(), PromptError> {
    let file = bundled.file;
    let template = environment
        .get_template(file)
        .map_err(|error| wrong(file, &error))?;
    let sample = (bundled.sample)();
    let fields: BTreeSet<String> = sample
        .as_object()
        .map(|fields| fields.keys().cloned().collect())
        .unwrap_or_default();
    let used: BTreeSet<String> = template.undeclared_variables(false).into_iter().collect();
    if let Some(name) = used.difference(&fields).next() {
        return Err(PromptError::UnknownField {
            file: file.to_owned(),
            name: name.clone(),
            known: listed(fields.iter().map(String::as_str)),
        });
    }
    if let Some(name) = fields.difference(&used).next() {
        return Err(PromptError::UnusedField {
            file: file.to_owned(),
            name: name.clone(),
        });
    }
    template
        .render(minijinja::value::Serde(&sample))
        .map_err(|error| wrong(file, &error))?;
    Ok(())
}

/// The words in an error are the file's own; nothing of a talk has been rendered yet when it is read.
fn wrong(file: &str, error: &minijinja::Error) -> PromptError {
    let line = error
        .line()
        .map(|line| format!(" (line {line})"))
        .unwrap_or_default();
    let detail = error
        .detail()
        .map(|it| format!(": {it}"))
        .unwrap_or_default();
    PromptError::Wrong {
        file: file.to_owned(),
        why: format!("{}{detail}{line}", error.kind()),
    }
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Every `.md` file below a directory, by its path from there; one level of folders, as the bundled ones have.
fn collect(
    root: &Path,
    directory: &Path,
    files: &mut Vec<(String, PathBuf)>,
) -> Result<(), PromptError> {
    let unreadable = |why| PromptError::Unreadable {
        path: directory.to_owned(),
        why,
    };
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(directory)
        .map_err(unreadable)?
        .take(FILES_MAX)
    {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    for path in entries {
        if path.is_dir() && directory == root {
            collect(root, &path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let length = std::fs::metadata(&path).map_err(unreadable)?.len();
            let name = path
                .strip_prefix(root)
                .unwrap_or(&path)
                .to_string_lossy()
                .replace('\\', "/");
            if length > FILE_BYTES_MAX {
                return Err(PromptError::Wrong {
                    file: name,
                    why: "it is larger than any prompt can be".to_owned(),
                });
            }
            files.push((name, path));
        }
    }
    Ok(())
}
