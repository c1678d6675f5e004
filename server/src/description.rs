//! The OpenAPI description: what the code says of each call, and what is true of all of them.

use std::collections::BTreeMap;

use utoipa::openapi::path::{
    HttpMethod, Operation, OperationBuilder, ParameterBuilder, ParameterIn,
};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    Content, OpenApi, PathItem, Ref, RefOr, Required, Response, ResponseBuilder,
};

use crate::problem;

/// Calls that anybody may make.
const OPEN: &[&str] = &["/v1/health"];

/// The answers that any call may give instead of its own.
const ALWAYS: &[(&str, &str)] = &[
    ("400", "the address or the body cannot be read"),
    ("408", "not finished in time"),
    (
        "429",
        "too many requests; `Retry-After` says when to come back",
    ),
];
const GUARDED: &[(&str, &str)] = &[
    ("401", "no token, or not one of ours"),
    ("403", "this token does not open this"),
];
const WITH_BODY: &[(&str, &str)] = &[
    ("413", "the body is too large"),
    ("415", "the body is not JSON"),
    ("422", "`errors` names each field and what is wrong with it"),
];
const WITH_QUERY: &[(&str, &str)] = &[("422", "`errors` names each parameter that is wrong")];
const WITH_ID: &[(&str, &str)] = &[("404", "there is nothing of this id")];
const CHANGING: &[(&str, &str)] = &[("409", "not as things stand: `detail` says why")];

/// Completes what the code says of each call.
pub(crate) fn complete(mut api: OpenApi) -> OpenApi {
    add_sockets(&mut api);
    for (path, item) in &mut api.paths.paths {
        let changing = [&mut item.post, &mut item.put, &mut item.delete];
        for operation in changing.into_iter().flatten() {
            add_problems(operation, CHANGING);
            add_problems(operation, WITH_BODY);
        }
        if let Some(operation) = &mut item.post {
            add_header(
                operation,
                "Idempotency-Key",
                "a name of your own for this call: the same again gets the first answer",
            );
        }
        if path.ends_with("/events")
            && let Some(operation) = &mut item.get
        {
            add_header(
                operation,
                "Last-Event-ID",
                "the last event seen; the stream goes on behind it",
            );
        }
        let all = [
            &mut item.get,
            &mut item.post,
            &mut item.put,
            &mut item.delete,
        ];
        for operation in all.into_iter().flatten() {
            finish(path, operation);
        }
    }
    let schemes = &mut api.components.get_or_insert_default().security_schemes;
    schemes.insert(
        "token".to_owned(),
        RefOr::T(SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer))),
    );
    schemes.insert(
        "cookie".to_owned(),
        RefOr::T(SecurityScheme::ApiKey(ApiKey::Cookie(
            ApiKeyValue::with_description(
                "viva_owner",
                "the studio's, at this machine; changes also need `Origin`",
            ),
        ))),
    );
    api
}

fn finish(path: &str, operation: &mut Operation) {
    add_problems(operation, ALWAYS);
    if path.contains('{') {
        add_problems(operation, WITH_ID);
    }
    let mut parameters = operation.parameters.iter().flatten();
    if parameters.any(|it| matches!(it, RefOr::T(it) if it.parameter_in == ParameterIn::Query)) {
        add_problems(operation, WITH_QUERY);
    }
    // The name of a function is its own only within its tag.
    let tag = operation.tags.iter().flatten().next();
    let name = operation.operation_id.as_ref().zip(tag);
    operation.operation_id = name.map(|(name, tag)| format!("{tag}_{name}"));
    if OPEN.contains(&path) {
        operation.security = Some(Vec::new());
    } else {
        add_problems(operation, GUARDED);
        let none: [&str; 0] = [];
        operation.security = Some(vec![
            SecurityRequirement::new("token", none),
            SecurityRequirement::new("cookie", none),
        ]);
    }
    let problem = problem_response("our fault, or the store's; nothing acknowledged is lost");
    let responses = &mut operation.responses.responses;
    responses.insert("default".to_owned(), RefOr::T(problem));
    for (status, response) in responses {
        if let RefOr::T(response) = response {
            polish(status, response);
        }
    }
}

/// Errors have a media type of their own, and every answer says what it is.
fn polish(status: &str, response: &mut Response) {
    if status.starts_with(['4', '5']) {
        let words = std::mem::take(&mut response.description);
        *response = problem_response(&words);
    }
    if response.description.is_empty() {
        let of = |table: &[(&str, &'static str)]| {
            let mut known = table.iter();
            known.find(|(known, _)| *known == status).map(|(_, it)| *it)
        };
        let words = [WITH_ID, CHANGING, WITH_BODY, GUARDED, ALWAYS]
            .into_iter()
            .find_map(of);
        response.description = words.unwrap_or("done").to_owned();
    }
}

fn add_problems(operation: &mut Operation, problems: &[(&str, &str)]) {
    for (status, words) in problems {
        operation
            .responses
            .responses
            .entry((*status).to_owned())
            .or_insert_with(|| RefOr::T(problem_response(words)));
    }
}

fn problem_response(words: &str) -> Response {
    let schema = Ref::from_schema_name("Problem");
    ResponseBuilder::new()
        .description(words)
        .content(problem::CONTENT_TYPE, Content::new(Some(schema)))
        .build()
}

fn add_header(operation: &mut Operation, name: &str, words: &str) {
    let header = ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(words))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build();
    let parameters = operation.parameters.get_or_insert_default();
    parameters.push(RefOr::T(header));
}

/// The two doors to the voice socket, which no description of HTTP can describe further.
fn add_sockets(api: &mut OpenApi) {
    let words = "A WebSocket that speaks the OpenAI Realtime dialect. The token goes into `Authorization`, or into the subprotocols `realtime, openai-insecure-api-key.TOKEN`.";
    let operation = |name: &str, summary: &str| {
        let upgraded = ResponseBuilder::new()
            .description("the socket is open")
            .build();
        OperationBuilder::new()
            .tag("talk")
            .operation_id(Some(name))
            .summary(Some(summary))
            .description(Some(words))
            .response("101", upgraded)
            .response("426", problem_response("this is not a WebSocket"))
            .build()
    };
    let parameter = |name: &str, place: ParameterIn, required: Required| {
        ParameterBuilder::new()
            .name(name)
            .parameter_in(place)
            .required(required)
            .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
            .build()
    };
    let mut by_query = operation(
        "socket",
        "The voice socket of a session; with a join token the session may be left out",
    );
    by_query.parameters = Some(vec![RefOr::T(parameter(
        "session",
        ParameterIn::Query,
        Required::False,
    ))]);
    let mut by_path = operation("own_socket", "The voice socket of this session");
    by_path.parameters = Some(vec![RefOr::T(parameter(
        "id",
        ParameterIn::Path,
        Required::True,
    ))]);
    let sockets: BTreeMap<&str, Operation> = [
        ("/v1/realtime", by_query),
        ("/v1/sessions/{id}/realtime", by_path),
    ]
    .into();
    for (path, operation) in sockets {
        let item = PathItem::new(HttpMethod::Get, operation);
        api.paths.paths.insert(path.to_owned(), item);
    }
}
