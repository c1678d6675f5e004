//! What a bundle of files holds: every name, size and SHA-256, so that anyone can check that nothing changed.

use std::fmt::Write;

use interview::{Millis, SessionId};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The name under which the manifest lies in the bundle.
pub const MANIFEST_NAME: &str = "manifest.json";

/// The list of a bundle's files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Manifest {
    session_id: SessionId,
    created_at: Millis,
    viva_version: String,
    files: Vec<File>,
}

/// One file as it was when the bundle was made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct File {
    pub name: String,
    pub bytes: u64,
    /// In hexadecimal digits, small letters.
    pub sha256: String,
}

impl File {
    #[must_use]
    pub fn of(name: &str, content: &[u8]) -> Self {
        let mut sha256 = String::with_capacity(64);
        for byte in Sha256::digest(content) {
            // Writing to a string cannot fail.
            let _ = write!(sha256, "{byte:02x}");
        }
        Self {
            name: name.to_owned(),
            bytes: content.len() as u64,
            sha256,
        }
    }
}

impl Manifest {
    /// Sorts the files by name. The manifest does not list itself.
    #[must_use]
    pub fn new(
        session_id: SessionId,
        created_at: Millis,
        viva_version: &str,
        files: impl IntoIterator<Item = File>,
    ) -> Self {
        let mut files: Vec<File> = files
            .into_iter()
            .filter(|file| file.name != MANIFEST_NAME)
            .collect();
        files.sort();
        Self {
            session_id,
            created_at,
            viva_version: viva_version.to_owned(),
            files,
        }
    }

    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.files
    }

    #[must_use]
    pub fn to_json(&self) -> String {
        crate::json::pretty(self)
    }
}

/// The text of `manifest.json` for these files.
#[must_use]
pub fn manifest_json<'a>(
    session_id: SessionId,
    created_at: Millis,
    viva_version: &str,
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> String {
    let files = files
        .into_iter()
        .map(|(name, content)| File::of(name, content));
    Manifest::new(session_id, created_at, viva_version, files).to_json()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_lists_every_file_by_name_with_its_hash() {
        let files: [(&str, &[u8]); 4] = [
            ("transcript.md", b"# Talk\n"),
            ("essay.md", b""),
            ("manifest.json", b"an older one"),
            ("log.jsonl", b"abc"),
        ];
        let json = manifest_json(SessionId::new("s_1"), Millis::VIRTUAL_START, "0.1.0", files);
        insta::assert_snapshot!(json);
    }
}
