//! Lines of a talk and of the notes about it, as prompts show them.

use serde::Serialize;

use crate::material::Material;

/// One turn of the talk, or one remembered thing with the turn it stands on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    pub turn: String,
    pub speaker: &'static str,
    pub words: Material,
}

/// One turn of the talk with what was noted about it. What is noted later stands further down, so that a talk that goes on
/// is only appended to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RecordLine {
    pub turn: String,
    pub speaker: &'static str,
    pub words: Material,
    pub noted: Vec<Noted>,
}

/// A note as it is shown again to a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Noted {
    pub kind: &'static str,
    pub turn: String,
    pub words: Material,
}
