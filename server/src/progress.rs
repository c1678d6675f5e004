//! Work that takes a while, told step by step: a stream of `progress` that ends with the result or a `problem`.

use std::convert::Infallible;
use std::future::Future;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::problem::Problem;

/// Steps that may wait to be told.
const STEPS_MAX: usize = 16;

/// Tells a waiting client how far the work is. Nobody has to listen.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress(Option<mpsc::Sender<&'static str>>);

impl Progress {
    pub(crate) fn say(&self, step: &'static str) {
        if let Some(sender) = &self.0
            && sender.try_send(step).is_err()
        {
            tracing::trace!("nobody follows the progress");
        }
    }
}

/// Begins the work and streams its steps; its result is an event of this name. The work is done to its end, also when
/// nobody waits for it.
pub(crate) fn streamed<W>(name: &'static str, work: impl FnOnce(Progress) -> W) -> Response
where
    W: Future<Output = Result<Value, Problem>> + Send + 'static,
{
    let (steps, progress) = mpsc::channel(STEPS_MAX);
    let (results, result) = mpsc::channel(1);
    let work = work(Progress(Some(steps)));
    tokio::spawn(async move {
        if results.send(work.await).await.is_err() {
            tracing::debug!("whoever wanted the result has gone; it is kept");
        }
    });
    let told = Told {
        name,
        progress,
        result,
    };
    let stream = futures_util::stream::unfold(told, |mut told| async {
        let event = told.next().await?;
        Some((Ok::<_, Infallible>(event), told))
    });
    Sse::new(stream)
        .keep_alive(KeepAlive::default())
        .into_response()
}

struct Told {
    name: &'static str,
    progress: mpsc::Receiver<&'static str>,
    result: mpsc::Receiver<Result<Value, Problem>>,
}

impl Told {
    async fn next(&mut self) -> Option<Event> {
        if let Some(step) = self.progress.recv().await {
            let step = json!({ "step": step }).to_string();
            return Some(Event::default().event("progress").data(step));
        }
        Some(match self.result.recv().await? {
            Ok(value) => Event::default().event(self.name).data(value.to_string()),
            Err(problem) => {
                let problem = serde_json::to_string(&problem).unwrap_or_default();
                Event::default().event("problem").data(problem)
            }
        })
    }
}
