//! What is counted and timed, for Prometheus.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use interview::event::Event;
use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

use crate::desk::Desk;

const SECONDS: &[f64] = &[
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0,
];

/// The recorder of this process. The library knows one for all, so that several servers in one process share it.
pub(crate) fn recorder() -> Result<PrometheusHandle, BuildError> {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    if let Some(handle) = HANDLE.get() {
        return Ok(handle.clone());
    }
    let recorder = PrometheusBuilder::new()
        .set_buckets(SECONDS)?
        .build_recorder();
    let handle = HANDLE.get_or_init(|| recorder.handle()).clone();
    if metrics::set_global_recorder(recorder).is_err() {
        tracing::debug!("somebody else counts in this process");
    }
    Ok(handle)
}

pub(crate) fn request(method: &str, route: &str, status: u16, took: Duration) {
    let labels = [
        ("method", method.to_owned()),
        ("route", route.to_owned()),
        ("status", status.to_string()),
    ];
    histogram!("viva_http_request_seconds", &labels).record(took);
}

pub(crate) fn input_taken(took: Duration) {
    histogram!("viva_input_seconds").record(took);
}

pub(crate) fn store_read(took: Duration) {
    histogram!("viva_store_read_seconds").record(took);
}

pub(crate) fn call_began() {
    gauge!("viva_calls").increment(1.0);
}

pub(crate) fn call_ended() {
    gauge!("viva_calls").decrement(1.0);
}

/// From the end of the person's turn to the interviewer's first word.
pub(crate) fn voice_answered(took: Duration) {
    histogram!("viva_voice_answer_seconds").record(took);
}

/// Pieces of sound that a full queue has pushed out.
pub(crate) fn sound_lost(from_person: u64, to_person: u64) {
    counter!("viva_call_sound_lost_total", "way" => "from_person").increment(from_person);
    counter!("viva_call_sound_lost_total", "way" => "to_person").increment(to_person);
}

pub(crate) fn happened(event: &Event) {
    if let Event::AgentReported(report) = event {
        let word = |value: serde_json::Result<String>| {
            value.unwrap_or_default().trim_matches('"').to_owned()
        };
        let agent = word(serde_json::to_string(&report.agent));
        let outcome = word(serde_json::to_string(&report.outcome));
        let by = word(serde_json::to_string(&report.by));
        counter!("viva_agent_reports_total", "agent" => agent.clone(), "outcome" => outcome, "by" => by)
            .increment(1);
        histogram!("viva_agent_seconds", "agent" => agent).record(Duration::from_millis(report.ms));
    }
    if let Event::DecisionMade(_) = event {
        counter!("viva_cycles_total").increment(1);
    }
}

/// The text that Prometheus reads.
pub(crate) async fn text(desk: &Desk) -> String {
    let mut by_status: BTreeMap<String, u32> = [
        "NOT_STARTED",
        "IN_PROGRESS",
        "PAUSED",
        "COMPLETED",
        "TERMINATED",
    ]
    .into_iter()
    .map(|status| (status.to_owned(), 0))
    .collect();
    for state in desk.states_of_live().await {
        let status = serde_json::to_string(&state.status).unwrap_or_default();
        *by_status
            .entry(status.trim_matches('"').to_owned())
            .or_default() += 1;
    }
    for (status, n) in by_status {
        gauge!("viva_sessions", "status" => status).set(f64::from(n));
    }
    desk.metrics().render()
}
