//! Keeps the books of interviews and carries out what the core orders. Holds no rule and calls no model.

mod agent;
mod assistant;
mod books;
mod coordinator;
mod crew;
mod earlier;
mod feed;
mod journal;
mod lease;
mod rehearsal;
mod sessions;
mod style;
mod virtual_time;
mod voice;
mod voice_link;
mod voice_setup;
mod wall_clock;

pub use books::{Books, BooksError};
pub use coordinator::{CoordinatorMsg, Look, Taken};
pub use earlier::earlier_passages;
pub use feed::FeedItem;
pub use journal::{Journal, LoadError, load};
pub use lease::{Held, hold};
pub use rehearsal::rehearse;
pub use sessions::{Session, SessionError, Sessions};
pub use style::{relearn_style, style_guide};
pub use virtual_time::{Failing, SpeakingTime, Stage};
pub use voice::VoiceCommand;
pub use voice_link::{Consequences, Notice, VoiceLink, item_of};
pub use voice_setup::{VoiceManner, voice_seed, voice_setup};
pub use wall_clock::now;
