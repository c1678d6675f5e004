//! Every word that is said to a language model: prose files, each with a struct for its fields.

mod after_talk;

use serde::Serialize;

pub use after_talk::{
    AnalysisMaterial, AnalysisRules, FollowUpMaterial, FollowUpRules, PlannerMaterial,
    PlannerRules, WriterCheck, WriterMaterial, WriterRules,
};

/// A text with places in it, such as `{{topic}}`, and a field for each of them.
pub trait Prompt: Serialize {
    /// The file, below `prompts/`.
    const PATH: &'static str;
    const TEXT: &'static str;

    /// The text with its fields filled in. What stands in a field cannot close the tags around it.
    fn rendered(&self) -> String {
        let fields = serde_json::to_value(self).unwrap_or_default();
        let mut out = String::with_capacity(Self::TEXT.len());
        let mut rest = Self::TEXT;
        while let Some((before, place)) = rest.split_once("{{") {
            out.push_str(before);
            let (name, after) = place.split_once("}}").unwrap_or((place, ""));
            match fields.get(name.trim()) {
                Some(serde_json::Value::String(text)) => out.push_str(&inert(text.trim_end())),
                Some(other) => out.push_str(&other.to_string()),
                None => {}
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

/// Words that were said are material: they can neither open nor close a tag.
fn inert(text: &str) -> String {
    text.replace('<', "‹").replace('>', "›")
}

#[cfg(test)]
mod tests;
