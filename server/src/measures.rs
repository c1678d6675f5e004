//! What is counted and timed, for Prometheus.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use axum::http::Method;
use interview::event::Event;
use interview::{AgentKind, Millis, Recorded};
use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
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
    describe();
    Ok(handle)
}

fn describe() {
    describe_gauge!("viva_sessions", "sessions in memory, by status");
    describe_gauge!("viva_calls", "people on the voice socket");
    describe_counter!("viva_cycles_total", "decisions about the next question");
    describe_counter!("viva_agent_reports_total", "what agents came back with");
    let times = [
        (
            "viva_http_request_seconds",
            "from a request's head to its answer's",
        ),
        (
            "viva_input_seconds",
            "from an input to its events on the disk",
        ),
        ("viva_store_seconds", "one call of the store"),
        (
            "viva_cycle_seconds",
            "from the first agent asked to the decision",
        ),
        ("viva_agent_seconds", "one agent's job"),
        (
            "viva_voice_answer_seconds",
            "from the end of a person's turn to the interviewer's first word",
        ),
    ];
    for (name, what) in times {
        describe_histogram!(name, Unit::Seconds, what);
    }
}

/// How often what was timed is summed up, also when nobody asks for it: until then every single time is kept.
pub(crate) const SUM_UP_EVERY: Duration = Duration::from_secs(5);

pub(crate) fn request(method: &Method, route: &str, status: u16, took: Duration) {
    // Anybody may make up a method; not every one becomes a line of its own.
    let known = [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::DELETE,
        Method::OPTIONS,
    ];
    let method = match known.contains(method) {
        true => method.as_str(),
        false => "other",
    };
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

/// How long the cycles of one session take: from the first agent that is asked to the decision.
#[derive(Debug, Default)]
pub(crate) struct CycleClock(Option<Millis>);

impl CycleClock {
    pub(crate) fn happened(&mut self, recorded: &Recorded) {
        if let Event::AgentRequested(asked) = &recorded.event
            && matches!(
                asked.agent,
                AgentKind::NoteTaker | AgentKind::Researcher | AgentKind::Orchestrator
            )
        {
            self.0.get_or_insert(recorded.at);
        }
        if let Event::DecisionMade(_) = &recorded.event
            && let Some(began) = self.0.take()
        {
            let took = Duration::from_millis(recorded.at.since(began));
            histogram!("viva_cycle_seconds").record(took);
        }
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
