//! The servers beside the models: search for the Researcher, speech for the built-in voice.

use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use super::far_end::{self, Answered, Unanswered};
use super::finding::Finding;
use crate::config::Config;

/// What a search server gives back; what is in the results does not matter here.
#[derive(Debug, Deserialize)]
struct Found {
    results: Vec<Value>,
}

pub(super) async fn check(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(url) = config.setting("VIVA_SEARCH_URL") {
        findings.push(search(url.trim_end_matches('/')).await);
    }
    if let Some(url) = config.setting("VIVA_SPEECH_URL") {
        findings.push(speech(url.trim_end_matches('/')).await);
    }
    findings
}

async fn search(url: &str) -> Finding {
    let missing = |found: String, remedy: &str| Finding::Missing {
        found,
        remedy: remedy.to_owned(),
    };
    let answered = match search_for("interview", url).await {
        Ok(answered) => answered,
        Err(why) => {
            return missing(
                format!("the search server {url} {why}"),
                "start it, or correct VIVA_SEARCH_URL",
            );
        }
    };
    match answered.status {
        StatusCode::FORBIDDEN => missing(
            format!("the search server {url} gives no JSON (403)"),
            "allow the format json in its settings.yml (search: formats), or correct VIVA_SEARCH_URL",
        ),
        status if !status.is_success() => missing(
            format!("the search server {url} answers {status}"),
            "correct VIVA_SEARCH_URL: the address without /search, such as http://127.0.0.1:8888",
        ),
        _ => match serde_json::from_slice::<Found>(&answered.body) {
            Err(_) => missing(
                format!("what answers at {url} is not a search server"),
                "correct VIVA_SEARCH_URL: SearXNG's address without /search",
            ),
            Ok(found) if found.results.is_empty() => Finding::Note {
                found: format!("the search server {url} answers, but finds nothing"),
                remedy: "look at which search engines it may use".to_owned(),
            },
            Ok(found) => Finding::Fine(format!(
                "the search server {url} answers ({} results)",
                found.results.len()
            )),
        },
    }
}

async fn search_for(words: &str, url: &str) -> Result<Answered, Unanswered> {
    let address = reqwest::Url::parse_with_params(
        &format!("{url}/search"),
        [("q", words), ("format", "json")],
    )
    .map_err(|_| Unanswered::NoAddress)?;
    far_end::ask(far_end::client()?.get(address)).await
}

async fn speech(url: &str) -> Finding {
    let asked = async { far_end::ask(far_end::client()?.get(format!("{url}/models"))).await };
    match asked.await {
        Ok(answered) if answered.status.is_success() => {
            Finding::Fine(format!("the speech server {url} answers"))
        }
        Ok(answered) => Finding::Missing {
            found: format!("the speech server {url} answers {}", answered.status),
            remedy:
                "correct VIVA_SPEECH_URL (it usually ends in /v1), or look at the server's own log"
                    .to_owned(),
        },
        Err(why) => Finding::Missing {
            found: format!("the speech server {url} {why}"),
            remedy: "start it, or correct VIVA_SPEECH_URL; without it, answers are typed"
                .to_owned(),
        },
    }
}
