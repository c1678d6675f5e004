//! Plans: made for a topic or written whole, checked, rehearsed, kept.

use std::sync::Arc;

use agents::Expert;
use agents::builtin::PlanBrief;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use interview::{Maker, Plan, PlanProblems};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::asked::Asked;
use crate::body::Body;
use crate::desk::Desk;
use crate::plan_shelf::{self, Fit, StoredPlan};
use crate::problem::Problem;
use crate::progress::{Progress, streamed};
use crate::routes::events::wants_stream;
use crate::work;

const CONTEXT_BYTES_MAX: usize = 1024 * 1024;
const TOPIC_CHARS_MAX: usize = 2_000;
const MINUTES: std::ops::RangeInclusive<u32> = 1..=480;
const MINUTES_DEFAULT: u32 = 14;
const RUNS_MAX: u32 = 50;
const PAGE_MAX: usize = 200;

/// What a plan is to be about.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Brief {
    topic: String,
    context: Option<String>,
    minutes: Option<u32>,
}

#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    stored: StoredPlan,
    fit: Fit,
}

impl From<StoredPlan> for Shown {
    fn from(stored: StoredPlan) -> Shown {
        Shown {
            fit: Fit::of(&stored.plan),
            stored,
        }
    }
}

/// Who made a plan, and why it was not the model.
#[derive(Serialize)]
struct Planned {
    #[serde(flatten)]
    shown: Shown,
    by: Maker,
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<String>,
}

/// Makes a plan for `{topic,context?,minutes?}`, or keeps a whole plan; with `Accept: text/event-stream` the progress is streamed
#[utoipa::path(post, path = "/v1/plans", tag = "plans", request_body = Brief, responses((status = 201, description = "`{id,plan,fit}`, or a stream of `progress` and one `plan` or `problem`", body = Value)))]
pub(crate) async fn create(
    State(desk): State<Desk>,
    headers: HeaderMap,
    Body(body): Body<Value>,
) -> Result<Response, Problem> {
    if body.get("sections").is_some() || body.get("format").is_some() {
        let stored = plan_shelf::add(&desk, Plan::from_json(&body)?).await?;
        return Ok(created(&stored.id.clone(), Shown::from(stored)));
    }
    let brief = checked(crate::body::read(body.to_string().as_bytes())?)?;
    if !wants_stream(&headers) {
        let planned = planned(&desk, brief, &Progress::default()).await?;
        return Ok(created(&planned.shown.stored.id.clone(), planned));
    }
    Ok(streamed("plan", async move |progress: Progress| {
        let planned = planned(&desk, brief, &progress).await?;
        serde_json::to_value(planned).map_err(|error| Problem::internal(&error))
    }))
}

fn created(id: &str, plan: impl Serialize) -> Response {
    let place = [(header::LOCATION, format!("/v1/plans/{id}"))];
    (StatusCode::CREATED, place, Json(plan)).into_response()
}

async fn planned(desk: &Desk, brief: PlanBrief, progress: &Progress) -> Result<Planned, Problem> {
    progress.say("planning");
    let staff = desk.staff().clone();
    // Reading a long context computes without waiting for anything: others must not wait for it.
    let runtime = tokio::runtime::Handle::current();
    let made =
        tokio::task::spawn_blocking(move || runtime.block_on(staff.plan(&brief, None))).await;
    let made = made.map_err(|error| Problem::internal(&error))?;
    let stored = plan_shelf::add(desk, Arc::new(made.plan)).await?;
    Ok(Planned {
        shown: Shown::from(stored),
        by: made.by,
        instead: made.instead.map(|why| why.to_string()),
    })
}

fn checked(brief: Brief) -> Result<PlanBrief, Problem> {
    let topic = brief.topic.trim().to_owned();
    if topic.is_empty() || topic.chars().count() > TOPIC_CHARS_MAX {
        return Err(Problem::bad_field(
            "topic",
            format!("say what the interview is about, in at most {TOPIC_CHARS_MAX} characters"),
        ));
    }
    let minutes = brief.minutes.unwrap_or(MINUTES_DEFAULT);
    if !MINUTES.contains(&minutes) {
        return Err(Problem::bad_field("minutes", "from 1 to 480"));
    }
    if brief
        .context
        .as_ref()
        .is_some_and(|it| it.len() > CONTEXT_BYTES_MAX)
    {
        return Err(Problem::bad_field(
            "context",
            format!(
                "at most {} KB: give the part that matters",
                CONTEXT_BYTES_MAX / 1024
            ),
        ));
    }
    let context = brief.context.filter(|it| !it.trim().is_empty());
    Ok(PlanBrief {
        topic,
        context,
        minutes,
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanPage {
    after: Option<String>,
    limit: Option<usize>,
}

/// The plans
#[utoipa::path(get, path = "/v1/plans", tag = "plans", params(("after" = Option<String>, Query), ("limit" = Option<usize>, Query)), responses((status = 200, description = "`{plans}`", body = Value)))]
pub(crate) async fn list(
    State(desk): State<Desk>,
    Asked(page): Asked<PlanPage>,
) -> Result<Json<Value>, Problem> {
    let limit = page.limit.unwrap_or(PAGE_MAX).clamp(1, PAGE_MAX);
    if page.after.as_ref().is_some_and(|id| id.contains('\0')) {
        return Err(Problem::bad_field("after", "the id of a plan"));
    }
    let plans = plan_shelf::list(&desk, page.after.as_deref(), limit).await?;
    let next = (plans.len() == limit).then(|| plans.last().map(|it| it.id.clone()));
    let plans: Vec<Shown> = plans.into_iter().map(Shown::from).collect();
    Ok(Json(json!({ "plans": plans, "next": next.flatten() })))
}

/// One plan
#[utoipa::path(get, path = "/v1/plans/{id}", tag = "plans", params(("id" = String, Path)), responses((status = 200, body = Value), (status = 404, body = Problem)))]
pub(crate) async fn show(
    State(desk): State<Desk>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    Ok(Json(Shown::from(plan_shelf::get(&desk, &id).await?)).into_response())
}

/// Replaces a plan; sessions that were made of it keep theirs
#[utoipa::path(put, path = "/v1/plans/{id}", tag = "plans", params(("id" = String, Path)), request_body = Value, responses((status = 200, body = Value), (status = 422, body = Problem)))]
pub(crate) async fn replace(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    Body(body): Body<Value>,
) -> Result<Response, Problem> {
    let plan = Plan::from_json(&body)?;
    let stored = plan_shelf::replace(&desk, &id, plan).await?;
    Ok(Json(Shown::from(stored)).into_response())
}

/// Removes a plan
#[utoipa::path(delete, path = "/v1/plans/{id}", tag = "plans", params(("id" = String, Path)), responses((status = 204), (status = 404, body = Problem)))]
pub(crate) async fn remove(
    State(desk): State<Desk>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    plan_shelf::remove(&desk, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is wrong with a plan, and whether its must-ask questions fit its time
#[utoipa::path(post, path = "/v1/plans/check", tag = "plans", request_body = Value, responses((status = 200, description = "`{ok,problems,fit}`", body = Value)))]
pub(crate) async fn check(Body(body): Body<Value>) -> Json<Value> {
    match Plan::from_json(&body) {
        Ok(plan) => Json(json!({ "ok": true, "problems": [], "fit": Fit::of(&plan) })),
        Err(PlanProblems(problems)) => {
            let problems: Vec<Value> = problems
                .iter()
                .map(|it| json!({ "path": it.path, "message": it.message }))
                .collect();
            Json(json!({ "ok": false, "problems": problems, "fit": Fit::guess(&body) }))
        }
    }
}

/// How to rehearse.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RehearsalBrief {
    seed: Option<u64>,
    runs: Option<u32>,
    /// What the expert knows; a bundled text if absent.
    expert: Option<String>,
}

/// Tries a plan on a simulated expert in virtual time: coverage and timing of each run
#[utoipa::path(post, path = "/v1/plans/{id}/rehearse", tag = "plans", params(("id" = String, Path)), request_body = RehearsalBrief, responses((status = 200, description = "`{runs}`", body = Value)))]
pub(crate) async fn rehearse(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    Body(brief): Body<RehearsalBrief>,
) -> Result<Json<Value>, Problem> {
    let plan = plan_shelf::get(&desk, &id).await?.plan;
    let n = brief.runs.unwrap_or(1);
    if !(1..=RUNS_MAX).contains(&n) {
        return Err(Problem::bad_field("runs", format!("from 1 to {RUNS_MAX}")));
    }
    let expert = match brief.expert.filter(|text| !text.trim().is_empty()) {
        Some(text) => Expert::from_text(&text),
        None => Expert::bundled(),
    };
    let seed = brief.seed.unwrap_or(1);
    let runtime = tokio::runtime::Handle::current();
    // A rehearsal computes without waiting for anything: it must not hold up those who wait.
    let runs = tokio::task::spawn_blocking(move || {
        runtime.block_on(async {
            let mut runs = Vec::new();
            for n in 0..u64::from(n) {
                let seed = seed.wrapping_add(n);
                let stage = coordinator::rehearse(&plan, &expert, seed).await?;
                runs.push(work::rehearsed(stage.state(), seed));
            }
            Ok::<_, Problem>(runs)
        })
    })
    .await
    .map_err(|error| Problem::internal(&error))??;
    Ok(Json(json!({ "plan_id": id, "runs": runs })))
}
