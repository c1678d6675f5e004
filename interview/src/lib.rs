//! The pure core: every rule of an interview, and nothing that touches the world.

mod ids;

pub use ids::{
    BadId, ClientId, DimensionId, EventId, JobId, QuestionId, SectionId, SessionId, TurnId,
};
