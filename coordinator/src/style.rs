//! The style guide of a store: learned from the writer's edits, followed by every essay after them.

use agents::style_guide::{REVISIONS_MAX, Revision, StyleGuide, learn};
use documents::essay_to_markdown;
use interview::State;
use store::Store;

use crate::journal::{LoadError, load};

/// How far back sessions are looked through for edits.
const SESSIONS_MAX: usize = 100;
const KIND: &str = "style_guide";
const ID: &str = "default";

/// The guide that was learned, if there is one.
pub async fn style_guide(store: &Store) -> Result<Option<StyleGuide>, store::Error> {
    let Some(document) = store.get_document(KIND, ID).await? else {
        return Ok(None);
    };
    // A guide of another version is learned again at the next edit.
    Ok(serde_json::from_str(&document.json).ok())
}

/// Learns the guide anew from the newest edits of all sessions, and keeps it.
pub async fn relearn_style(store: &Store) -> Result<Option<StyleGuide>, LoadError> {
    let mut revisions: Vec<Revision> = Vec::new();
    for head in store.sessions(None, SESSIONS_MAX).await? {
        if revisions.len() >= REVISIONS_MAX {
            break;
        }
        let events = load(store, &head.id, None).await?;
        let state = State::replay(&events).ok_or(LoadError::NoBeginning(head.id))?;
        // Sessions come newest first, what is learned from comes newest last.
        let mut own = revisions_of(&state);
        own.append(&mut revisions);
        revisions = own;
    }
    let guide = learn(&revisions);
    if let Some(json) = guide.as_ref().and_then(|it| serde_json::to_string(it).ok()) {
        store.put_document(KIND, ID, json).await?;
    }
    Ok(guide)
}

/// Each edited version with the essay that it goes back to.
fn revisions_of(state: &State) -> Vec<Revision> {
    let mut revisions = Vec::new();
    for edit in &state.edits {
        let mut of = edit.of;
        // A version of a version goes back to what was written in the first place.
        while let Some(earlier) = state.edits.iter().find(|earlier| earlier.number == of) {
            of = earlier.of;
        }
        let superseded = state.edits.iter().any(|later| later.of == edit.number);
        let written = state.essays.iter().find(|essay| essay.number == of);
        if let Some(written) = written.filter(|_| !superseded && !edit.markdown.as_str().is_empty())
        {
            revisions.push(Revision {
                written: essay_to_markdown(&written.essay),
                edited: edit.markdown.as_str().to_owned(),
            });
        }
    }
    revisions
}
