//! How carefully a session spends money: the nearer its cap, the less it asks of models, until they are not asked at all.

use serde::{Deserialize, Serialize};

/// Each step includes the ones before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thrift {
    /// No cap, or far from it.
    #[default]
    Free,
    /// Cycles keep twice the distance.
    FewerCycles,
    /// The small model works.
    SmallerModel,
    /// Only the built-in agents work: the interview goes on, the spending does not.
    BuiltIn,
}

/// Shares of the cap, in percent, from which each step holds. The last leaves room for the jobs that are under way.
const FEWER_CYCLES_FROM: f64 = 60.0;
const SMALLER_MODEL_FROM: f64 = 80.0;
const BUILT_IN_FROM: f64 = 95.0;

impl Thrift {
    #[must_use]
    pub fn of(spent: f64, cap: Option<f64>) -> Thrift {
        let Some(cap) = cap else {
            return Thrift::Free;
        };
        let percent = if cap > 0.0 {
            spent / cap * 100.0
        } else {
            100.0
        };
        if percent >= BUILT_IN_FROM {
            Thrift::BuiltIn
        } else if percent >= SMALLER_MODEL_FROM {
            Thrift::SmallerModel
        } else if percent >= FEWER_CYCLES_FROM {
            Thrift::FewerCycles
        } else {
            Thrift::Free
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_saves_in_steps_before_it_stops_spending() {
        let steps: Vec<Thrift> = [0.0, 0.59, 0.6, 0.79, 0.8, 0.94, 0.95, 2.0]
            .map(|spent| Thrift::of(spent, Some(1.0)))
            .to_vec();
        assert_eq!(
            steps,
            [
                Thrift::Free,
                Thrift::Free,
                Thrift::FewerCycles,
                Thrift::FewerCycles,
                Thrift::SmallerModel,
                Thrift::SmallerModel,
                Thrift::BuiltIn,
                Thrift::BuiltIn,
            ]
        );
    }

    #[test]
    fn without_a_cap_nothing_is_saved_and_a_cap_of_nothing_spends_nothing() {
        assert_eq!(Thrift::of(1_000.0, None), Thrift::Free);
        assert_eq!(Thrift::of(0.0, Some(0.0)), Thrift::BuiltIn);
    }
}
