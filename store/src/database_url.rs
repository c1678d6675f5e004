//! Where the store is: `sqlite:PATH` or `postgres://…`, parsed once on the way in.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// A checked address of a store. Printing it never shows a password.
#[derive(Clone, PartialEq)]
pub struct DatabaseUrl(pub(crate) Place);

#[derive(Clone, PartialEq)]
pub(crate) enum Place {
    Sqlite(PathBuf),
    Postgres(Box<tokio_postgres::Config>),
}

/// The address of a store cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this is no database address ({reason}): write sqlite:PATH or postgres://USER@HOST/NAME")]
pub struct BadDatabaseUrl {
    reason: String,
}

impl DatabaseUrl {
    /// SQLite in this file.
    pub fn sqlite(path: impl Into<PathBuf>) -> Self {
        Self(Place::Sqlite(path.into()))
    }
}

impl FromStr for DatabaseUrl {
    type Err = BadDatabaseUrl;

    fn from_str(written: &str) -> Result<Self, BadDatabaseUrl> {
        let bad = |reason: String| BadDatabaseUrl { reason };
        if let Some(path) = written.strip_prefix("sqlite:") {
            // `sqlite:///var/x.db` and `sqlite://x.db` are what other programs write for the same thing.
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() || path.contains('\0') {
                return Err(bad("the path is missing".to_owned()));
            }
            if path == ":memory:" {
                return Err(bad("a store in memory has no address".to_owned()));
            }
            return Ok(Self::sqlite(path));
        }
        if written.starts_with("postgres://") || written.starts_with("postgresql://") {
            // The text of this error names the part that is wrong, never the password.
            let config = written
                .parse::<tokio_postgres::Config>()
                .map_err(|error| bad(crate::error::postgres_text(&error)))?;
            return Ok(Self(Place::Postgres(Box::new(config))));
        }
        Err(bad(
            "it starts with neither sqlite: nor postgres:".to_owned()
        ))
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Place::Postgres(config) => write!(f, "{}", postgres_name(config)),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

/// A server and its database without user, password and options.
pub(crate) fn postgres_name(config: &tokio_postgres::Config) -> String {
    use tokio_postgres::config::Host;
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        #[cfg(unix)]
        Some(Host::Unix(path)) => path.display().to_string(),
        None => String::new(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432);
    let database = config.get_dbname().unwrap_or_default();
    format!("postgres://{host}:{port}/{database}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(written: &str) -> String {
        match written.parse::<DatabaseUrl>() {
            Ok(url) => url.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn both_databases_are_known_by_their_scheme() {
        assert_eq!(shown("sqlite:data/viva.db"), "sqlite:data/viva.db");
        assert_eq!(shown("sqlite:/var/viva.db"), "sqlite:/var/viva.db");
        assert_eq!(shown("sqlite:///var/viva.db"), "sqlite:/var/viva.db");
        assert_eq!(shown("sqlite://viva.db"), "sqlite:viva.db");
        let server = "postgres://db.example:5433/viva";
        assert_eq!(shown(server), server);
        assert_eq!(shown("postgresql://db.example:5433/viva"), server);
    }

    #[test]
    fn a_password_is_never_shown() {
        for written in [
            "postgres://ann:hunter2@db.example:1/viva",
            "postgres://ann:hunter2@db.example:port/viva",
            "postgres://ann:hunter2@db.example/viva?nonsense=1",
            "mysql://ann:hunter2@db.example/viva",
        ] {
            assert!(!shown(written).contains("hunter2"), "{written}");
            assert!(!format!("{:?}", written.parse::<DatabaseUrl>()).contains("hunter2"));
        }
    }

    #[test]
    fn anything_else_is_refused_with_a_remedy() {
        for written in ["", "viva.db", "sqlite:", "sqlite://", "sqlite::memory:"] {
            assert!(shown(written).contains("write sqlite:PATH"), "{written}");
        }
    }
}
