//! A search server that answers in SearXNG's JSON format: what it finds for a topic, with title and address.

use std::time::Duration;

use reqwest::Url;
use serde::Deserialize;
use tokio::time::{Instant, timeout_at};

use super::breaker::{Breaker, Pace};
use super::client::read_bounded;
use super::config::Timeouts;
use super::failure::{ModelError, Verdict};
use super::public_web::URL_CHARS_MAX;

const ANSWER_BYTES_MAX: usize = 2 << 20;
/// Of what a search finds, the first few are read.
const HITS_MAX: usize = 5;
const TITLE_CHARS_MAX: usize = 160;
const EXCERPT_CHARS_MAX: usize = 500;
/// A search that takes longer leaves no time to use what it finds.
const PATIENCE: Duration = Duration::from_secs(3);
/// The name under which the breaker knows the server.
const SEARCH: &str = "search";

/// One page that a search found. Its words are somebody's: material, never instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) title: String,
    pub(super) url: String,
    pub(super) excerpt: String,
}

#[derive(Debug)]
pub(super) struct SearchServer {
    url: String,
    http: reqwest::Client,
    breaker: Breaker,
}

#[derive(Debug, Deserialize)]
struct Found {
    #[serde(default)]
    results: Vec<Page>,
}

#[derive(Debug, Deserialize)]
struct Page {
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    content: Option<String>,
}

impl SearchServer {
    /// The address is the operator's own and may be anywhere.
    pub(super) fn new(url: &str, http: reqwest::Client, timeouts: &Timeouts) -> Self {
        let url = url.trim_end_matches('/');
        let url = url.strip_suffix("/search").unwrap_or(url);
        Self {
            url: format!("{url}/search"),
            http,
            breaker: Breaker::new(timeouts.rest),
        }
    }

    /// What the server finds for a topic; the best first.
    pub(super) async fn search(
        &self,
        topic: &str,
        deadline: Instant,
    ) -> Result<Vec<Hit>, ModelError> {
        if !self.breaker.admits(SEARCH, Pace::Hurried, Instant::now()) {
            return Err(ModelError::Resting);
        }
        let deadline = deadline.min(Instant::now() + PATIENCE);
        let outcome = match timeout_at(deadline, self.ask(topic)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(ModelError::TooLate),
        };
        let verdict = match &outcome {
            Ok(_) => Verdict::Alive,
            Err(error) => {
                tracing::info!(%error, "a search failed");
                error.verdict()
            }
        };
        self.breaker
            .note(SEARCH, Pace::Hurried, verdict, Instant::now());
        outcome
    }

    async fn ask(&self, topic: &str) -> Result<Vec<Hit>, ModelError> {
        let asked = [("q", topic), ("format", "json"), ("safesearch", "1")];
        let url = Url::parse_with_params(&self.url, asked).map_err(|_| ModelError::Unreachable)?;
        let sent = self.http.get(url).send().await;
        let response = sent.map_err(|_| ModelError::Unreachable)?;
        if !response.status().is_success() {
            // A server whose JSON format is switched off answers 403: that is for its operator to change.
            return Err(ModelError::ServerFailed {
                status: response.status().as_u16(),
                wait: None,
            });
        }
        let bytes = read_bounded(response, ANSWER_BYTES_MAX).await?;
        let found: Found = serde_json::from_slice(&bytes).map_err(|_| ModelError::Broken)?;
        Ok(found
            .results
            .into_iter()
            .filter_map(hit)
            .take(HITS_MAX)
            .collect())
    }
}

/// A page can be cited if it has a title and an address of the web.
fn hit(page: Page) -> Option<Hit> {
    let url = page.url.filter(|it| it.chars().count() <= URL_CHARS_MAX)?;
    let scheme = Url::parse(&url).ok()?.scheme().to_owned();
    let title = capped(page.title.unwrap_or_default().trim(), TITLE_CHARS_MAX);
    let cites = matches!(scheme.as_str(), "http" | "https") && !title.is_empty();
    cites.then(|| Hit {
        title,
        url,
        excerpt: capped(page.content.unwrap_or_default().trim(), EXCERPT_CHARS_MAX),
    })
}

fn capped(text: &str, chars_max: usize) -> String {
    text.chars().take(chars_max).collect()
}
