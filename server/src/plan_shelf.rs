//! Plans in the store, and the arithmetic that says whether a plan fits its time.

use coordinator::now;
use interview::{Millis, Plan, Priority};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

use crate::desk::Desk;
use crate::problem::Problem;
use crate::work::new_id;

const KIND: &str = "plan";

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredPlan {
    pub(crate) id: String,
    pub(crate) plan: Arc<Plan>,
    pub(crate) created_at: Millis,
    pub(crate) updated_at: Millis,
}

/// Must-ask questions against the time there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Fit {
    must_ask: u32,
    must_ask_s: u32,
    target_s: u32,
    slack_s: u32,
    fits: bool,
}

impl Fit {
    pub(crate) fn of(plan: &Plan) -> Fit {
        let musts: Vec<u32> = plan
            .questions()
            .filter(|(_, question)| question.priority == Priority::Must)
            .map(|(_, question)| question.expected_s)
            .collect();
        Fit::sum(&musts, plan.minutes)
    }

    /// The same for a plan that has problems, as far as it can be read.
    pub(crate) fn guess(plan: &Value) -> Fit {
        let number = |value: Option<&Value>| {
            value
                .and_then(Value::as_u64)
                .and_then(|it| u32::try_from(it).ok())
        };
        let list =
            |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
        let musts: Vec<u32> = list(plan.get("sections"))
            .iter()
            .flat_map(|section| list(section.get("questions")))
            .filter(|question| number(question.get("priority")) == Some(1))
            .map(|question| number(question.get("expected_s")).unwrap_or(0))
            .collect();
        Fit::sum(&musts, number(plan.get("minutes")).unwrap_or(14))
    }

    fn sum(musts: &[u32], minutes: u32) -> Fit {
        let must_ask_s = musts.iter().fold(0_u32, |sum, s| sum.saturating_add(*s));
        let target_s = minutes.saturating_mul(60);
        Fit {
            must_ask: u32::try_from(musts.len()).unwrap_or(u32::MAX),
            must_ask_s,
            target_s,
            slack_s: target_s.saturating_sub(must_ask_s),
            fits: must_ask_s <= target_s,
        }
    }
}

pub(crate) async fn add(desk: &Desk, plan: Arc<Plan>) -> Result<StoredPlan, Problem> {
    let moment = now();
    let stored = StoredPlan {
        id: new_id().map_err(|error| Problem::internal(&error))?,
        plan,
        created_at: moment,
        updated_at: moment,
    };
    put(desk, &stored).await?;
    Ok(stored)
}

pub(crate) async fn replace(desk: &Desk, id: &str, plan: Arc<Plan>) -> Result<StoredPlan, Problem> {
    let stored = StoredPlan {
        plan,
        updated_at: now(),
        ..get(desk, id).await?
    };
    put(desk, &stored).await?;
    Ok(stored)
}

async fn put(desk: &Desk, stored: &StoredPlan) -> Result<(), Problem> {
    let json = serde_json::to_string(stored).map_err(|error| Problem::internal(&error))?;
    Ok(desk.store().put_document(KIND, &stored.id, json).await?)
}

pub(crate) async fn get(desk: &Desk, id: &str) -> Result<StoredPlan, Problem> {
    let missing = || Problem::not_found(format!("there is no plan {id}"));
    if id.is_empty() || id.len() > 64 {
        return Err(missing());
    }
    let document = desk
        .store()
        .get_document(KIND, id)
        .await?
        .ok_or_else(missing)?;
    serde_json::from_str(&document.json).map_err(|error| Problem::internal(&error))
}

pub(crate) async fn list(
    desk: &Desk,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<StoredPlan>, Problem> {
    let documents = desk.store().list_documents(KIND, after, limit).await?;
    documents
        .iter()
        .map(|document| {
            serde_json::from_str(&document.json).map_err(|error| Problem::internal(&error))
        })
        .collect()
}

pub(crate) async fn remove(desk: &Desk, id: &str) -> Result<(), Problem> {
    get(desk, id).await?;
    desk.store().delete_document(KIND, id).await?;
    Ok(())
}
