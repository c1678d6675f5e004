//! The part of an address after its `?`, whose problems are named by their parameter.

use std::error::Error;

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

#[derive(Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        match Query::try_from_uri(&parts.uri) {
            Ok(Query(asked)) => Ok(Asked(asked)),
            Err(refusal) => Err(named(&refusal)),
        }
    }
}

/// The innermost error says what is wrong, behind the parameter's name if one is to blame.
fn named(refusal: &dyn Error) -> Problem {
    let mut innermost = refusal;
    while let Some(error) = innermost.source() {
        innermost = error;
    }
    let whole = innermost.to_string();
    let is_name = |name: &str| {
        name.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    match whole.split_once(": ") {
        Some((name, what)) if is_name(name) => Problem::bad_field(name, what),
        Some(_) | None => Problem::bad_field("", whole),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Page {
        limit: Option<usize>,
    }

    async fn problem(query: &str) -> serde_json::Value {
        let request = axum::http::Request::builder().uri(format!("/?{query}"));
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        let asked = Asked::<Page>::from_request_parts(&mut parts, &()).await;
        serde_json::to_value(asked.unwrap_err()).unwrap()
    }

    #[tokio::test]
    async fn a_wrong_parameter_is_named() {
        let wrong = problem("limit=many").await;
        assert_eq!(wrong["status"], 422);
        assert_eq!(wrong["errors"][0]["path"], "limit", "{wrong}");
        let unknown = problem("size=1").await;
        let message = unknown["errors"][0]["message"].as_str().unwrap();
        assert!(message.contains("unknown field `size`"), "{unknown}");

        let request = axum::http::Request::builder().uri("/?limit=3");
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        let Asked(page) = Asked::<Page>::from_request_parts(&mut parts, &())
            .await
            .unwrap();
        assert_eq!(page.limit, Some(3));
    }
}
