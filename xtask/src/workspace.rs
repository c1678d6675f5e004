//! What cargo knows about the workspace: its crates, what they depend on, what they build.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::process;

#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) members: Vec<Member>,
    pub(crate) target_directory: PathBuf,
}

#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// Relative to the workspace's folder, as git names it.
    pub(crate) manifest: String,
    /// Of every kind, by the name of the package: a test that needs the wrong crate is in the wrong crate.
    pub(crate) dependencies: Vec<String>,
    targets: Vec<Target>,
}

#[derive(Debug)]
struct Target {
    kind: String,
    name: String,
}

impl Workspace {
    pub(crate) fn load() -> Result<Workspace> {
        let json = process::capture(process::cargo().args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
        ]))?;
        Workspace::parse(&json)
    }

    pub(crate) fn parse(json: &str) -> Result<Workspace> {
        let metadata: Value = serde_json::from_str(json).context("cargo metadata is not JSON")?;
        let root = Path::new(text(&metadata, "workspace_root")?);
        let packages = list(&metadata, "packages")?;
        Ok(Workspace {
            members: packages
                .iter()
                .map(|package| member(package, root))
                .collect::<Result<_>>()?,
            target_directory: PathBuf::from(text(&metadata, "target_directory")?),
        })
    }

    /// Whether a crate builds a `bin` or `example` of that name.
    pub(crate) fn builds(&self, member: &str, kind: &str, name: &str) -> bool {
        let wanted = |target: &Target| target.kind == kind && target.name == name;
        self.members
            .iter()
            .any(|it| it.name == member && it.targets.iter().any(wanted))
    }
}

#[cfg(test)]
impl Member {
    pub(crate) fn of(name: &str, dependencies: &[&str]) -> Member {
        Member {
            name: name.to_owned(),
            manifest: format!("{name}/Cargo.toml"),
            dependencies: dependencies.iter().map(|it| (*it).to_owned()).collect(),
            targets: Vec::new(),
        }
    }
}

fn member(package: &Value, root: &Path) -> Result<Member> {
    let manifest = Path::new(text(package, "manifest_path")?);
    let dependencies = list(package, "dependencies")?.iter();
    Ok(Member {
        name: text(package, "name")?.to_owned(),
        manifest: manifest
            .strip_prefix(root)
            .unwrap_or(manifest)
            .to_string_lossy()
            .into_owned(),
        dependencies: dependencies
            .map(|it| Ok(text(it, "name")?.to_owned()))
            .collect::<Result<_>>()?,
        targets: list(package, "targets")?
            .iter()
            .map(target)
            .collect::<Result<_>>()?,
    })
}

fn target(target: &Value) -> Result<Target> {
    let kind = list(target, "kind")?
        .first()
        .and_then(Value::as_str)
        .unwrap_or_default();
    Ok(Target {
        kind: kind.to_owned(),
        name: text(target, "name")?.to_owned(),
    })
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    value[key]
        .as_str()
        .with_context(|| format!("cargo metadata has no text `{key}`"))
}

fn list<'a>(value: &'a Value, key: &str) -> Result<&'a Vec<Value>> {
    value[key]
        .as_array()
        .with_context(|| format!("cargo metadata has no list `{key}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_read_with_their_dependencies_and_targets() {
        let workspace = Workspace::parse(
            r#"{"workspace_root": "/there", "target_directory": "/there/target", "packages": [
                {"name": "store", "manifest_path": "/there/store/Cargo.toml",
                 "dependencies": [{"name": "rusqlite", "kind": null}, {"name": "tempfile", "kind": "dev"}],
                 "targets": [{"kind": ["lib"], "name": "store"}, {"kind": ["example"], "name": "append_throughput"}]}]}"#,
        )
        .unwrap();
        let store = &workspace.members[0];
        assert_eq!(store.manifest, "store/Cargo.toml");
        assert_eq!(store.dependencies, ["rusqlite", "tempfile"]);
        assert!(workspace.builds("store", "example", "append_throughput"));
        assert!(!workspace.builds("store", "bin", "append_throughput"));
    }

    #[test]
    fn an_unexpected_answer_says_what_is_missing() {
        let error = Workspace::parse("{}").unwrap_err().to_string();
        assert_eq!(error, "cargo metadata has no text `workspace_root`");
    }
}
