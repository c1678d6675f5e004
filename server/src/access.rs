//! Who is calling: the owner, the participant of one session, or nobody we know.

use std::io::Write;
use std::path::Path;

use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use interview::{Millis, SessionId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::Store;
use subtle::ConstantTimeEq;

use crate::problem::Problem;

/// The bytes of chance in a token.
const TOKEN_BYTES: usize = 32;
/// No token of ours is longer.
const TOKEN_CHARS_MAX: usize = 512;
const TOKEN_FILE: &str = "token";
const JOIN_KIND: &str = "join";

/// What a caller may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    /// Everything.
    Owner,
    /// Takes part in this one session.
    Participant(SessionId),
}

impl Access {
    /// Whether the caller may take part in this session. Of another session a participant learns nothing.
    pub fn may_join(&self, session: &SessionId) -> Result<(), Problem> {
        match self {
            Access::Owner => Ok(()),
            Access::Participant(own) if own == session => Ok(()),
            Access::Participant(_) => {
                Err(Problem::forbidden("this join token opens another session"))
            }
        }
    }

    pub fn must_own(&self) -> Result<(), Problem> {
        match self {
            Access::Owner => Ok(()),
            Access::Participant(_) => Err(Problem::forbidden(
                "a join token opens the interview only; this is the owner's",
            )),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum BadToken {
    #[error("the system gives no random numbers: {0}")]
    NoChance(getrandom::Error),
    #[error(
        "the owner's token cannot be kept in {place} ({source}): set VIVA_TOKEN or choose another --data DIR"
    )]
    NotKept {
        place: String,
        #[source]
        source: std::io::Error,
    },
    #[error("the owner's token has {0} characters: use at least 16 and at most {TOKEN_CHARS_MAX}")]
    BadLength(usize),
}

/// The owner's token: the one that was set, else the one in the data directory, else a new one that is kept there.
pub fn owner_token(set: Option<&str>, data: &Path) -> Result<String, BadToken> {
    if let Some(token) = set {
        return checked(token);
    }
    let path = data.join(TOKEN_FILE);
    let failed = |source| BadToken::NotKept {
        place: path.display().to_string(),
        source,
    };
    match std::fs::read_to_string(&path) {
        Ok(kept) => return checked(kept.trim()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    let token = new_token()?;
    std::fs::create_dir_all(data).map_err(failed)?;
    // Whole or not at all: a crash in between must not leave half a token.
    let mut file = tempfile::NamedTempFile::new_in(data).map_err(failed)?;
    file.write_all(token.as_bytes()).map_err(failed)?;
    match file.persist_noclobber(&path) {
        Ok(_) => Ok(token),
        // Another process was faster: its token is the owner's.
        Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => {
            checked(std::fs::read_to_string(&path).map_err(failed)?.trim())
        }
        Err(error) => Err(failed(error.error)),
    }
}

fn checked(token: &str) -> Result<String, BadToken> {
    let n = token.chars().count();
    if (16..=TOKEN_CHARS_MAX).contains(&n) {
        Ok(token.to_owned())
    } else {
        Err(BadToken::BadLength(n))
    }
}

fn new_token() -> Result<String, BadToken> {
    let mut random = [0_u8; TOKEN_BYTES];
    getrandom::fill(&mut random).map_err(BadToken::NoChance)?;
    Ok(URL_SAFE_NO_PAD.encode(random))
}

pub(crate) fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        // Lengths keep `a` + `bc` and `ab` + `c` apart.
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The keys of this server. Tokens are kept as digests only and compared in constant time.
pub(crate) struct Keys {
    owner: [u8; 32],
    cookie: String,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(…)")
    }
}

#[derive(Serialize, Deserialize)]
struct Join {
    session: SessionId,
    made_at: Millis,
}

impl Keys {
    pub(crate) fn new(owner_token: &str) -> Keys {
        Keys {
            owner: digest(&[b"owner", owner_token.as_bytes()]),
            cookie: hex(&digest(&[b"cookie", owner_token.as_bytes()])),
        }
    }

    /// What the owner's cookie holds: not the token, but something only its holder can make.
    pub(crate) fn cookie(&self) -> &str {
        &self.cookie
    }

    pub(crate) fn is_cookie(&self, given: &str) -> bool {
        bool::from(self.cookie.as_bytes().ct_eq(given.as_bytes()))
    }

    pub(crate) fn is_owner(&self, token: &str) -> bool {
        let given = digest(&[b"owner", token.as_bytes()]);
        bool::from(self.owner.ct_eq(&given))
    }

    /// Whose token this is, if anyone's.
    pub(crate) async fn holder(
        &self,
        store: &Store,
        token: &str,
    ) -> Result<Option<Access>, Problem> {
        if token.is_empty() || token.len() > TOKEN_CHARS_MAX {
            return Ok(None);
        }
        if self.is_owner(token) {
            return Ok(Some(Access::Owner));
        }
        let Some(document) = store.get_document(JOIN_KIND, &join_id(token)).await? else {
            return Ok(None);
        };
        let join: Join =
            serde_json::from_str(&document.json).map_err(|error| Problem::internal(&error))?;
        Ok(Some(Access::Participant(join.session)))
    }
}

fn join_id(token: &str) -> String {
    hex(&digest(&[b"join", token.as_bytes()]))
}

/// A new token for the participant of a session. Only its digest is kept.
pub(crate) async fn new_join_token(
    store: &Store,
    session: &SessionId,
    made_at: Millis,
) -> Result<String, Problem> {
    let token = new_token().map_err(|error| Problem::internal(&error))?;
    let join = Join {
        session: session.clone(),
        made_at,
    };
    let json = serde_json::to_string(&join).map_err(|error| Problem::internal(&error))?;
    store
        .put_document(JOIN_KIND, &join_id(&token), json)
        .await?;
    Ok(token)
}

/// The token of an `Authorization: Bearer` header.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owners_token_is_made_once_and_kept_for_the_owner_only() {
        let data = tempfile::tempdir().unwrap();
        let made = owner_token(None, data.path()).unwrap();
        assert!(made.len() >= 43);
        assert_eq!(owner_token(None, data.path()).unwrap(), made);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(data.path().join("token"))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        assert_eq!(
            owner_token(Some("a-token-of-my-own"), data.path()).unwrap(),
            "a-token-of-my-own"
        );
        assert!(owner_token(Some("short"), data.path()).is_err());
    }
}
