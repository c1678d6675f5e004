//! The Responses API with its `web_search` tool: an answer, and the pages that were consulted for it.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::call::{Message, Request, Role, Spent};
use super::client::{ModelClient, asked_again};
use super::failure::{ModelError, Refused};
use super::manners::{Asking, Part};
use super::reading::{Shape, read};
use super::wire::{NamedSchema, PromptDetails, TokenCount};

const RESPONSES: &str = "/responses";

/// The pages a server looked at, with the titles it knows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Consulted(pub(super) BTreeMap<String, Option<String>>);

#[derive(Debug, Serialize)]
struct ResponsesBody<'a> {
    model: &'a str,
    instructions: &'a str,
    input: Vec<Value>,
    /// What people say is not kept by the server.
    store: bool,
    max_output_tokens: u32,
    tools: Value,
    include: [&'static str; 1],
    text: TextFormat<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_cache_key: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct TextFormat<'a> {
    format: SchemaFormat<'a>,
}

#[derive(Debug, Serialize)]
struct SchemaFormat<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    schema: NamedSchema<'a>,
}

#[derive(Debug, Deserialize)]
struct Responded {
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    output: Vec<Output>,
    usage: Option<ResponsesUsage>,
}

#[derive(Debug, Deserialize)]
struct Output {
    #[serde(default)]
    action: Option<Action>,
    #[serde(default)]
    content: Vec<Piece>,
}

#[derive(Debug, Deserialize)]
struct Action {
    #[serde(default)]
    sources: Vec<Page>,
}

#[derive(Debug, Deserialize)]
struct Piece {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    refusal: Option<String>,
    #[serde(default)]
    annotations: Vec<Page>,
}

#[derive(Debug, Deserialize)]
struct Page {
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    title: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ResponsesUsage {
    input_tokens: u64,
    output_tokens: u64,
    input_tokens_details: Option<PromptDetails>,
}

impl ModelClient {
    /// Whether the server is to look things up by itself, as far as calls have shown that it can.
    pub(super) fn searches_the_web(&self) -> bool {
        self.config().searches_the_web() && !self.lacks_web_search().load(Ordering::Relaxed)
    }

    /// Asks with the web at hand, and once more when the answer is wrong. A server that does not know how is not asked
    /// again.
    pub(super) async fn ask_with_web<A>(
        &self,
        request: &Request,
        spent: &mut Spent,
        mut check: impl FnMut(&mut A) -> Result<(), String>,
    ) -> Result<(A, Consulted), ModelError>
    where
        A: JsonSchema + DeserializeOwned + 'static,
    {
        let shape = self.shape_of::<A>();
        let mut read_checked = |text: &str| -> Result<A, String> {
            let mut answer = read::<A>(text, &shape)?;
            check(&mut answer)?;
            Ok(answer)
        };
        let (first, consulted) = self
            .responded(request, &request.messages, &shape, spent)
            .await?;
        let wrong = match read_checked(&first) {
            Ok(answer) => return Ok((answer, consulted)),
            Err(wrong) => wrong,
        };
        let messages = asked_again(&request.messages, &first, &wrong);
        let (second, again) = self.responded(request, &messages, &shape, spent).await?;
        let answer = read_checked(&second).map_err(|_| ModelError::WrongAnswer)?;
        // What was found the first time was found.
        Ok((answer, consulted.with(again)))
    }

    async fn responded(
        &self,
        request: &Request,
        messages: &[Message],
        shape: &Shape,
        spent: &mut Spent,
    ) -> Result<(String, Consulted), ModelError> {
        loop {
            let asking = self.asking();
            let schema = NamedSchema::strict(request.name, &shape.text);
            let body = responses_body(request, messages, schema, asking);
            match self
                .persist::<_, Responded>(RESPONSES, request, &body)
                .await
            {
                Ok(responded) => {
                    if let Some(usage) = &responded.usage {
                        spent.add(&usage.count(), self.prices().of(&request.model));
                    }
                    return taken_apart(responded);
                }
                Err(refused) if is_about_these(&refused) && self.learns(asking, &refused) => {}
                Err(refused) => {
                    if let ModelError::NotAccepted { .. } = refused.error {
                        tracing::info!(
                            "the server does not search the web; it is not asked to from now on"
                        );
                        self.lacks_web_search().store(true, Ordering::Relaxed);
                    }
                    return Err(refused.error);
                }
            }
        }
    }
}

/// Of the parts that can be left out, these have a place in the body.
fn is_about_these(refused: &Refused) -> bool {
    matches!(refused.about, Some(Part::Effort | Part::CacheKey))
}

fn responses_body<'a>(
    request: &'a Request,
    messages: &'a [Message],
    schema: NamedSchema<'a>,
    asking: Asking,
) -> ResponsesBody<'a> {
    let instructions = messages.iter().find(|it| it.role == Role::System);
    let others = messages.iter().filter(|it| it.role != Role::System);
    ResponsesBody {
        model: &request.model,
        instructions: instructions.map_or("", |it| &it.content),
        input: others
            .map(|it| json!({"role": it.role, "content": it.content}))
            .collect(),
        store: false,
        max_output_tokens: request.tokens_max,
        tools: json!([{"type": "web_search", "search_context_size": "low"}]),
        include: ["web_search_call.action.sources"],
        text: TextFormat {
            format: SchemaFormat {
                r#type: "json_schema",
                schema,
            },
        },
        reasoning: asking.effort.then(|| json!({"effort": "low"})),
        prompt_cache_key: asking.cache_key.then_some(request.name),
    }
}

impl Consulted {
    fn with(mut self, more: Consulted) -> Self {
        for (url, title) in more.0 {
            let known = self.0.entry(url).or_insert(None);
            *known = title.or(known.take());
        }
        self
    }
}

impl ResponsesUsage {
    fn count(&self) -> TokenCount {
        TokenCount {
            prompt_tokens: self.input_tokens,
            completion_tokens: self.output_tokens,
            prompt_tokens_details: self.input_tokens_details,
        }
    }
}

/// The words of the answer, and every page that was looked at or cited.
fn taken_apart(responded: Responded) -> Result<(String, Consulted), ModelError> {
    if responded.status.as_deref() == Some("incomplete") {
        return Err(ModelError::CutOff);
    }
    let mut text = String::new();
    let mut pages = BTreeMap::new();
    let mut consult = |page: Page| {
        if let Some(url) = page.url {
            let title = pages.entry(url).or_insert(None);
            *title = page
                .title
                .filter(|it| !it.trim().is_empty())
                .or(title.take());
        }
    };
    for output in responded.output {
        let sources = output.action.map(|action| action.sources);
        sources.into_iter().flatten().for_each(&mut consult);
        for part in output.content {
            if part.refusal.is_some_and(|it| !it.is_empty()) {
                return Err(ModelError::Declined);
            }
            text.push_str(part.text.as_deref().unwrap_or_default());
            part.annotations.into_iter().for_each(&mut consult);
        }
    }
    Ok((text, Consulted(pages)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_those_that_were_searched_and_those_that_are_cited() {
        let responded = json!({
            "status": "completed",
            "output": [
                {"type": "reasoning", "summary": []},
                {"type": "web_search_call", "action": {"type": "search", "sources": [
                    {"type": "url", "url": "https://a.example/"}, {"type": "url", "url": "https://b.example/"},
                ]}},
                {"type": "message", "content": [{"type": "output_text", "text": "{}", "annotations": [
                    {"type": "url_citation", "url": "https://b.example/", "title": "B", "start_index": 0, "end_index": 1},
                ]}]},
            ],
        });
        let (text, consulted) = taken_apart(serde_json::from_value(responded).unwrap()).unwrap();
        assert_eq!(text, "{}");
        let expected = [
            ("https://a.example/".to_owned(), None),
            ("https://b.example/".to_owned(), Some("B".to_owned())),
        ];
        assert_eq!(consulted, Consulted(BTreeMap::from(expected)));
    }

    #[test]
    fn half_an_answer_and_a_refusal_are_none() {
        let cut = json!({"status": "incomplete", "output": []});
        assert_eq!(
            taken_apart(serde_json::from_value(cut).unwrap()),
            Err(ModelError::CutOff)
        );
        let refused = json!({"output": [{"content": [{"type": "refusal", "refusal": "No."}]}]});
        assert_eq!(
            taken_apart(serde_json::from_value(refused).unwrap()),
            Err(ModelError::Declined)
        );
    }
}
