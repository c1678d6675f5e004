//! Work that the server and the command line share: sessions from files, files from sessions, follow-ups, rehearsals.

mod bundle;
mod follow_up;
mod ids;
mod import;
mod rehearsal;
mod suggestion;

pub use bundle::{BundleFile, bundle_files};
pub use follow_up::{FOLLOW_UP_MINUTES, FollowUpChoice, NoSuchTopic, follow_up_creation};
pub use ids::{NoChance, new_id, new_session_id};
pub use import::{ImportFailed, import, keep, plan_for, topic_of};
pub use rehearsal::{Rehearsed, SectionRehearsed, rehearsed};
pub use suggestion::suggested;
