//! The models that `viva models` has installed, as it wrote them down.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Deserialize;

/// More than anybody keeps; a folder with more is another folder.
const MODELS_MAX: usize = 64;
const LIST: &str = "model.json";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Transcribe,
    Voice,
}

#[derive(Debug, Deserialize)]
struct Written {
    name: String,
    kind: Kind,
    files: Vec<WrittenFile>,
}

#[derive(Debug, Deserialize)]
struct WrittenFile {
    name: String,
    size: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// The largest of its files: the one with the weights.
    pub(crate) weights: PathBuf,
    pub(crate) bytes: u64,
}

/// By name. A folder without a list is being filled, or is none of ours.
pub(crate) fn installed(shelf: &Path) -> anyhow::Result<Vec<Model>> {
    let entries = shelf.read_dir().with_context(|| {
        format!(
            "cannot read the models in {}; install one with `viva models install`",
            shelf.display()
        )
    })?;
    let mut models = Vec::new();
    for entry in entries.take(MODELS_MAX) {
        let folder = entry?.path();
        let list = folder.join(LIST);
        if !list.is_file() {
            continue;
        }
        let text = std::fs::read_to_string(&list)
            .with_context(|| format!("cannot read {}", list.display()))?;
        let written: Written = serde_json::from_str(&text)
            .with_context(|| format!("{} is damaged; install the model again", list.display()))?;
        let weights = written.files.iter().max_by_key(|file| file.size);
        if let Some(weights) = weights {
            models.push(Model {
                name: written.name,
                kind: written.kind,
                weights: folder.join(&weights.name),
                bytes: weights.size,
            });
        }
    }
    models.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(models)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_installed_models_are_passed_over_and_damaged_lists_are_named() {
        let shelf = tempfile::tempdir().unwrap();
        for (name, list) in [
            (
                "joe",
                Some(
                    r#"{"name":"joe","kind":"voice","about":"","licence":"","files":[
                        {"name":"a.json","size":5,"sha256":""},{"name":"a.onnx","size":9,"sha256":""}]}"#,
                ),
            ),
            (".half.part", None),
        ] {
            let folder = shelf.path().join(name);
            std::fs::create_dir(&folder).unwrap();
            if let Some(list) = list {
                std::fs::write(folder.join(LIST), list).unwrap();
            }
        }
        let models = installed(shelf.path()).unwrap();
        assert_eq!(models.len(), 1);
        assert_eq!(models[0].weights, shelf.path().join("joe/a.onnx"));
        std::fs::write(shelf.path().join("joe").join(LIST), "{").unwrap();
        let error = installed(shelf.path()).unwrap_err().to_string();
        assert!(error.contains("install the model again"), "{error}");
    }
}
