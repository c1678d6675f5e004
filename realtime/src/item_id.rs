//! The name of one thing said, by either side, the same in every event about it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A provider's item, or one of ours. Ids of different connections never meet: the provider makes them unique.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemId(Arc<str>);

impl ItemId {
    pub fn new(id: impl Into<Arc<str>>) -> ItemId {
        ItemId(id.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl fmt::Debug for ItemId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl From<&str> for ItemId {
    fn from(id: &str) -> ItemId {
        ItemId::new(id)
    }
}
