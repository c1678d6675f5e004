//! What models cost and when they end: a data file with its date.

use serde::Deserialize;

const BUNDLED: &str = include_str!("../../data/prices.toml");
const MILLION: f64 = 1_000_000.0;

/// USD per million tokens.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    pub name: String,
    #[serde(default)]
    pub input: f64,
    /// Of input that the server still had; as dear as other input where the maker names no price.
    pub cached: Option<f64>,
    #[serde(default)]
    pub output: f64,
    /// `YYYY-MM-DD`: from that day on the model does not answer.
    pub shutdown: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    pub as_of: String,
    #[serde(rename = "model")]
    models: Vec<Price>,
}

impl Price {
    #[must_use]
    pub fn cost(&self, prompt: u64, cached: u64, completion: u64) -> f64 {
        let fresh = prompt.saturating_sub(cached);
        let cached_price = self.cached.unwrap_or(self.input);
        (tokens(fresh) * self.input
            + tokens(cached) * cached_price
            + tokens(completion) * self.output)
            / MILLION
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of tokens are far below 2^52"
)]
fn tokens(count: u64) -> f64 {
    count as f64
}

impl Prices {
    /// The list that came with this version. A test reads it, so that it cannot be wrong here.
    #[must_use]
    pub fn bundled() -> Prices {
        toml::from_str(BUNDLED).unwrap_or_else(|_| Prices {
            as_of: String::new(),
            models: Vec::new(),
        })
    }

    /// Whether what a model costs can be counted.
    #[must_use]
    pub fn knows(&self, model: &str) -> bool {
        self.of(model).is_some_and(|price| price.output > 0.0)
    }

    /// A model by its name; a dated edition (`gpt-6-luna-2026-09-01`) costs what its model costs.
    #[must_use]
    pub fn of(&self, model: &str) -> Option<&Price> {
        self.models
            .iter()
            .filter(|price| is_edition_of(model, &price.name))
            .max_by_key(|price| price.name.len())
    }
}

fn is_edition_of(model: &str, name: &str) -> bool {
    model.strip_prefix(name).is_some_and(|rest| {
        rest.is_empty()
            || rest
                .strip_prefix('-')
                .is_some_and(|date| date.starts_with("20") && date.len() >= 8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_list_is_read() {
        let prices: Prices = toml::from_str(BUNDLED).unwrap();
        assert_eq!(prices, Prices::bundled());
        let luna = prices.of("gpt-6-luna").unwrap();
        // 1000 fresh, 1000 cached, 1000 out.
        let cost = luna.cost(2_000, 1_000, 1_000);
        assert!((cost - (0.0001 + 0.00001 + 0.0005)).abs() < 1e-12, "{cost}");
        let ending = prices.of("gpt-4o-mini").unwrap();
        assert_eq!(ending.shutdown.as_deref(), Some("2027-01-14"));
    }

    #[test]
    fn an_edition_is_its_model_and_a_sibling_is_not() {
        let prices = Prices::bundled();
        assert_eq!(
            prices.of("gpt-6-luna-2026-09-01").unwrap().name,
            "gpt-6-luna"
        );
        assert_eq!(
            prices.of("gpt-4o-mini-2024-07-18").unwrap().name,
            "gpt-4o-mini"
        );
        assert!(prices.of("gpt-6-luna-large").is_none());
        assert!(prices.of("qwen3").is_none());
    }

    #[test]
    fn cached_input_costs_what_input_costs_where_no_price_is_named() {
        let terra = Prices::bundled().of("gpt-6.1-terra").unwrap().clone();
        assert!((terra.cost(1_000_000, 1_000_000, 0) - 1.0).abs() < 1e-12);
    }
}
