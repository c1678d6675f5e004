//! The Researcher on a model: topics of the talk, looked up where something can be looked up, and told with their sources.
//!
//! A search server finds pages, and the model uses what was found. A server that searches the web by itself says what it
//! consulted. Without either the model answers from memory, and the items say so.

use futures_util::future::join_all;
use interview::words::words;
use interview::{
    Findings, ResearchItem, ResearchKind, ResearchTopic, Researching, Speaker, TurnId, WebSource,
};
use prompts::{Found, Material, ResearchTask, ResearcherSystem, ResearcherUser, SearchHit};
use schemars::JsonSchema;
use serde::Deserialize;

use super::failure::ModelError;
use super::page::{RESEARCH_TURNS, lookups, plan_page, record};
use super::public_web::public_url;
use super::search_server::Hit;
use super::web_search::Consulted;
use super::work::Work;

const TOPICS_MAX: usize = 3;
const TOPIC_CHARS_MAX: usize = 80;
const SUMMARY_CHARS_MAX: usize = 900;
const USE_CHARS_MAX: usize = 400;
/// Sources of one item; more are not read by anybody.
const SOURCES_MAX: usize = 4;

#[derive(Debug, Deserialize, JsonSchema)]
struct Topics {
    #[schemars(length(max = 3))]
    topics: Vec<Topic>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Topic {
    /// What the interviewer gains by knowing more, in one sentence.
    why: String,
    topic: String,
    #[schemars(with = "String", extend("enum" = ["definition", "counterpoint", "example", "metric", "person", "context"]))]
    kind: ResearchKind,
    #[schemars(with = "String")]
    turn: TurnId,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Items {
    #[schemars(length(max = 3))]
    items: Vec<Item>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Item {
    topic: String,
    #[schemars(with = "String")]
    turn: TurnId,
    #[schemars(with = "String", extend("enum" = ["definition", "counterpoint", "example", "metric", "person", "context"]))]
    kind: ResearchKind,
    summary: String,
    how_to_use: String,
    #[schemars(range(min = 1, max = 3))]
    priority: u8,
    /// The numbers of the search results that were used.
    #[schemars(length(max = 8))]
    results: Vec<usize>,
    /// The addresses of the pages that were used.
    #[schemars(length(max = 8))]
    urls: Vec<String>,
}

pub(super) async fn research(
    work: &mut Work<'_>,
    job: &Researching,
) -> Result<Findings, ModelError> {
    let system = ResearcherSystem {
        plan: plan_page(&job.plan),
    };
    if work.client.search_server().is_some() {
        return searched(work, job, &system).await;
    }
    if work.client.searches_the_web() {
        match from_the_web(work, job, &system).await {
            Ok(findings) => return Ok(findings),
            Err(error) => tracing::info!(%error, "the web was not searched; memory serves"),
        }
    }
    from_memory(work, job, &system).await
}

/// Topics by the model, pages by the search server, items by the model.
async fn searched(
    work: &mut Work<'_>,
    job: &Researching,
    system: &ResearcherSystem,
) -> Result<Findings, ModelError> {
    let wanted = topics(work, job, system).await?;
    if wanted.is_empty() {
        return Ok(findings(Vec::new(), true));
    }
    let hits = look_up(work, &wanted).await;
    let asked = user(job, ResearchTask::FromResults, shown(&wanted, &hits));
    // Numbered from 1, as they are shown.
    let numbered: Vec<Hit> = hits.into_iter().flatten().collect();
    let items = work
        .ask::<Items>("items", system, &asked, |items| {
            check_items(items, job, numbered.len())?;
            let is_wanted = |it: &Item| wanted.iter().any(|topic| same(&topic.topic, &it.topic));
            match items.items.iter().all(is_wanted) {
                true => Ok(()),
                false => Err("An item's topic is not one of the topics.".to_owned()),
            }
        })
        .await?;
    let items = items.items.into_iter().map(|it| {
        let used = it.results.iter().filter_map(|number| {
            let hit = numbered.get(number.checked_sub(1)?)?;
            Some(WebSource {
                title: hit.title.clone(),
                url: hit.url.clone(),
            })
        });
        let sources = used.take(SOURCES_MAX).collect();
        item(it, sources)
    });
    Ok(Findings {
        items: items.collect(),
        wanted,
        source_available: !numbered.is_empty(),
    })
}

async fn topics(
    work: &mut Work<'_>,
    job: &Researching,
    system: &ResearcherSystem,
) -> Result<Vec<ResearchTopic>, ModelError> {
    let asked = user(job, ResearchTask::Topics, Vec::new());
    let named = work
        .ask::<Topics>("topics", system, &asked, |topics| check_topics(topics, job))
        .await?;
    let wanted = named.topics.into_iter();
    let wanted = wanted.filter(|it| !is_known(&it.topic, job));
    Ok(wanted
        .map(|it| ResearchTopic {
            topic: it.topic,
            kind: it.kind,
            why: it.why,
            turn: it.turn,
        })
        .collect())
}

/// All topics at the same time. A search that fails finds nothing.
async fn look_up(work: &Work<'_>, wanted: &[ResearchTopic]) -> Vec<Vec<Hit>> {
    let Some(server) = work.client.search_server() else {
        return Vec::new();
    };
    let searches = wanted.iter().map(|topic| async {
        let hits = server.search(&topic.topic, work.deadline).await;
        hits.unwrap_or_default()
    });
    join_all(searches).await
}

fn shown(wanted: &[ResearchTopic], hits: &[Vec<Hit>]) -> Vec<Found> {
    let mut numbers = 1..;
    let found = wanted.iter().zip(hits).map(|(topic, hits)| Found {
        topic: Material::at_most(&topic.topic, TOPIC_CHARS_MAX),
        hits: hits
            .iter()
            .zip(&mut numbers)
            .map(|(hit, number)| SearchHit {
                number,
                title: Material::of(&hit.title),
                excerpt: Material::of(&hit.excerpt),
            })
            .collect(),
    });
    found.collect()
}

/// The server chooses, searches and answers in one call; what it cites must be what it consulted, or be there.
async fn from_the_web(
    work: &mut Work<'_>,
    job: &Researching,
    system: &ResearcherSystem,
) -> Result<Findings, ModelError> {
    let asked = user(job, ResearchTask::FromTheWeb, Vec::new());
    let (items, consulted) = work
        .ask_with_web::<Items>("items", system, &asked, |items| check_items(items, job, 0))
        .await?;
    let mut found = Vec::new();
    for it in items
        .items
        .into_iter()
        .filter(|it| !is_known(&it.topic, job))
    {
        let cited = it.urls.iter().take(SOURCES_MAX);
        let sources = cited.map(|url| source(work, url, &consulted));
        let sources = join_all(sources).await.into_iter().flatten().collect();
        found.push(item(it, sources));
    }
    Ok(findings(found, true))
}

/// A page with its title. One that nobody consulted counts only if it can be found, and only on the public web.
async fn source(work: &Work<'_>, url: &str, consulted: &Consulted) -> Option<WebSource> {
    let address = public_url(url)?;
    let known = consulted.0.get(url);
    if let Some(Some(title)) = known {
        return Some(WebSource {
            title: title.clone(),
            url: url.to_owned(),
        });
    }
    let title = work.client.page_title(url, work.deadline).await;
    let host = || address.host_str().map(str::to_owned);
    let title = title.or_else(|| known.and_then(|_| host()))?;
    Some(WebSource {
        title,
        url: url.to_owned(),
    })
}

async fn from_memory(
    work: &mut Work<'_>,
    job: &Researching,
    system: &ResearcherSystem,
) -> Result<Findings, ModelError> {
    let asked = user(job, ResearchTask::FromMemory, Vec::new());
    let items = work
        .ask::<Items>("items", system, &asked, |items| check_items(items, job, 0))
        .await?;
    let items = items.items.into_iter();
    let items = items.filter(|it| !is_known(&it.topic, job));
    // Addresses that a model remembers are not sources.
    let items = items.map(|it| item(it, Vec::new()));
    Ok(findings(items.collect(), false))
}

fn findings(items: Vec<ResearchItem>, source_available: bool) -> Findings {
    let wanted = items.iter().map(|item| ResearchTopic {
        topic: item.topic.clone(),
        kind: item.kind,
        why: item.how_to_use_in_question.clone(),
        turn: item.turn,
    });
    Findings {
        wanted: wanted.collect(),
        items,
        source_available,
    }
}

fn item(it: Item, sources: Vec<WebSource>) -> ResearchItem {
    ResearchItem {
        topic: it.topic,
        kind: it.kind,
        summary: it.summary,
        how_to_use_in_question: it.how_to_use,
        priority: it.priority,
        from_memory: sources.is_empty(),
        sources,
        turn: it.turn,
    }
}

fn user(job: &Researching, task: ResearchTask, found: Vec<Found>) -> ResearcherUser {
    let record = record(
        &job.window,
        RESEARCH_TURNS,
        job.new_from,
        lookups(&job.known),
    );
    let in_record = |topic: &&String| job.known.iter().all(|item| !same(&item.topic, topic));
    ResearcherUser {
        earlier: record.earlier,
        record: record.lines,
        new_from: job.new_from.to_string(),
        known: job
            .fresh_topics
            .iter()
            .filter(in_record)
            .map(|topic| Material::at_most(topic, TOPIC_CHARS_MAX))
            .collect(),
        found,
        task,
    }
}

/// Two spellings of one topic are one topic.
fn same(one: &str, other: &str) -> bool {
    words(one).eq(words(other))
}

fn is_known(topic: &str, job: &Researching) -> bool {
    let known = job.known.iter().map(|item| &item.topic);
    known.chain(&job.fresh_topics).any(|it| same(it, topic))
}

/// A topic may be sent to a search server, so that it is short and stands on something that was said.
fn check_topic(topic: &mut String, turn: TurnId, job: &Researching) -> Result<(), String> {
    *topic = topic.trim().to_owned();
    let chars = topic.chars().count();
    if chars == 0 || chars > TOPIC_CHARS_MAX || topic.chars().any(char::is_control) {
        return Err(format!(
            "A topic must have 1 to {TOPIC_CHARS_MAX} characters on one line."
        ));
    }
    let heard = job
        .window
        .iter()
        .any(|it| it.id == turn && it.speaker == Speaker::Candidate && !it.withdrawn);
    match heard {
        true => Ok(()),
        false => Err(format!(
            "{turn} is not a turn of the candidate that was shown."
        )),
    }
}

fn check_topics(topics: &mut Topics, job: &Researching) -> Result<(), String> {
    topics.topics.truncate(TOPICS_MAX);
    for it in &mut topics.topics {
        check_topic(&mut it.topic, it.turn, job)?;
        super::page::cap(&mut it.why, USE_CHARS_MAX);
    }
    Ok(())
}

fn check_items(items: &mut Items, job: &Researching, n_results: usize) -> Result<(), String> {
    for it in &mut items.items {
        check_topic(&mut it.topic, it.turn, job)?;
        let chars = it.summary.trim().chars().count();
        if chars == 0 || chars > SUMMARY_CHARS_MAX {
            return Err(format!(
                "A summary must have 1 to {SUMMARY_CHARS_MAX} characters."
            ));
        }
        super::page::cap(&mut it.how_to_use, USE_CHARS_MAX);
        if it
            .results
            .iter()
            .any(|number| !(1..=n_results).contains(number))
        {
            return Err(format!(
                "results must be numbers of search results; there are {n_results}."
            ));
        }
    }
    Ok(())
}
