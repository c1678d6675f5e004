//! Which follow-up is asked: always the same one for the same state, always one of the plan's own.

use super::SectionProgress;
use crate::event::CoverageLevel;
use crate::ids::DimensionId;
use crate::plan::Section;

/// A question from a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FollowUp {
    pub(crate) dimension: DimensionId,
    pub(crate) text: String,
}

/// Dimensions that are not covered before those that are in part, then by priority, then in plan order; the first
/// unused question of that pool. None when the budget is spent or the pools have nothing more.
pub(crate) fn next_follow_up(section: &Section, progress: &SectionProgress) -> Option<FollowUp> {
    if progress.budget_remaining == 0 {
        return None;
    }
    section
        .dimensions
        .iter()
        .zip(progress.coverage.iter().zip(&progress.n_used))
        .filter(|(_, (level, _))| **level < CoverageLevel::Covered)
        .filter_map(|(dimension, (level, n_used))| {
            let text = dimension.followups.get(*n_used)?;
            Some((*level, dimension.priority, dimension, text))
        })
        // Of equal ones `min_by_key` takes the first, which is the plan's order.
        .min_by_key(|(level, priority, ..)| (*level, *priority))
        .map(|(_, _, dimension, text)| FollowUp {
            dimension: dimension.id.clone(),
            text: text.clone(),
        })
}
