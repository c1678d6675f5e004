//! How a server wants to be asked: what it has refused once is not sent to it again.

use std::sync::{Mutex, PoisonError};

/// A part of a request that not every server takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Structure,
    /// How hard a model is to think.
    Effort,
    CacheKey,
    /// The newer name of the limit of an answer.
    Limit,
    /// The wish to be told what a stream has cost.
    Usage,
}

impl Part {
    pub(super) const ALL: [Part; 5] = [
        Part::Effort,
        Part::CacheKey,
        Part::Limit,
        Part::Usage,
        Part::Structure,
    ];

    /// Its names on the wire, as complaints write them. Structure has its own way of being recognised.
    pub(super) fn names(self) -> &'static [&'static str] {
        match self {
            Part::Structure => &[],
            Part::Effort => &["reasoning_effort", "reasoning.effort"],
            Part::CacheKey => &["prompt_cache_key"],
            Part::Limit => &["max_completion_tokens"],
            Part::Usage => &["stream_options"],
        }
    }
}

/// How structure is asked for: the best that was not refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Structure {
    Schema,
    Object,
    Plain,
}

/// What a request has in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asking {
    pub(super) structure: Structure,
    pub(super) effort: bool,
    pub(super) cache_key: bool,
    pub(super) new_limit: bool,
    pub(super) usage: bool,
}

impl Asking {
    /// The same without a part; none if it was not in it.
    fn without(mut self, part: Part) -> Option<Self> {
        let field = match part {
            Part::Structure => {
                self.structure = match self.structure {
                    Structure::Schema => Structure::Object,
                    Structure::Object => Structure::Plain,
                    Structure::Plain => return None,
                };
                return Some(self);
            }
            Part::Effort => &mut self.effort,
            Part::CacheKey => &mut self.cache_key,
            Part::Limit => &mut self.new_limit,
            Part::Usage => &mut self.usage,
        };
        std::mem::take(field).then_some(self)
    }
}

/// What one server was found to take.
#[derive(Debug)]
pub(super) struct Manners(Mutex<Asking>);

impl Manners {
    /// Two parts are known to OpenAI's own server only.
    pub(super) fn towards(is_openai: bool) -> Self {
        Self(Mutex::new(Asking {
            structure: Structure::Schema,
            effort: is_openai,
            cache_key: is_openai,
            new_limit: true,
            usage: true,
        }))
    }

    pub(super) fn asking(&self) -> Asking {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers what a server refused of a request. Whether it can be asked in another way.
    pub(super) fn learn(&self, asked: Asking, refused: Part) -> bool {
        let Some(other) = asked.without(refused) else {
            return false;
        };
        tracing::info!(
            ?refused,
            "the server does not take a part of a request; it is asked without it from now on"
        );
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Two calls at the same time may learn different things, and both are kept.
        *known = match refused {
            Part::Structure => Asking {
                structure: other.structure,
                ..*known
            },
            Part::Effort | Part::CacheKey | Part::Limit | Part::Usage => {
                known.without(refused).unwrap_or(*known)
            }
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_refused_is_asked_for_once_by_however_many_at_the_same_time() {
        let manners = Manners::towards(true);
        let (one, other) = (manners.asking(), manners.asking());
        assert!(manners.learn(one, Part::Effort) && manners.learn(other, Part::Limit));
        assert!(manners.learn(other, Part::Effort), "it was in the request");
        let asking = manners.asking();
        assert!(!asking.effort && !asking.new_limit && asking.cache_key && asking.usage);
        assert!(
            !manners.learn(asking, Part::Effort),
            "nothing is left to leave out"
        );
    }

    #[test]
    fn structure_is_given_up_step_by_step_and_once_for_all() {
        let manners = Manners::towards(false);
        let (one, other) = (manners.asking(), manners.asking());
        assert!(manners.learn(one, Part::Structure) && manners.learn(other, Part::Structure));
        assert_eq!(manners.asking().structure, Structure::Object);
        assert!(manners.learn(manners.asking(), Part::Structure));
        assert_eq!(manners.asking().structure, Structure::Plain);
        assert!(!manners.learn(manners.asking(), Part::Structure));
    }
}
