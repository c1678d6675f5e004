//! `viva doctor`: each thing that can be wrong with a server, over a real socket, with its remedy and exit code.

use serde_json::{Value, json};

use crate::far_server::{Asked, FarServer, Reply, nobody};
use crate::viva::{Home, Run};

const KEY: &str = "sk-a-key-that-is-long-enough-1234";

fn doctor(home: &Home, environment: &[(&str, &str)]) -> Run {
    let mut command = home.command(&["doctor"]);
    command.envs(environment.iter().copied());
    Run::of(&command.output().unwrap())
}

/// A server with these models that holds answers to their schema.
fn model_server(models: Value) -> FarServer {
    FarServer::start(move |asked| match asked.line.as_str() {
        "GET /v1/models" => Reply::list(&models),
        _ => filled_in(asked),
    })
}

/// The answer that a constrained model would give: the first word that the schema allows.
fn filled_in(asked: &Asked) -> Reply {
    let format = &asked.body["response_format"];
    assert_eq!(format["json_schema"]["strict"], true, "{}", asked.body);
    let words = &format["json_schema"]["schema"]["properties"]["mark"]["enum"];
    Reply::says(&json!({"mark": words[0]}).to_string())
}

#[track_caller]
fn check(run: &Run, code: i32, lines: &[&str]) {
    assert_eq!(run.code, code, "{}{}", run.out, run.err);
    for line in lines {
        assert!(run.out.contains(line), "no “{line}” in\n{}", run.out);
    }
}

#[test]
fn without_any_server_everything_is_built_in_and_right() {
    let run = doctor(&Home::new(), &[]);
    check(
        &run,
        0,
        &[
            "ok       the store (sqlite) can be written",
            "ok       all agents are the built-in ones; no key is needed",
        ],
    );
    assert!(!run.out.contains("MISSING"), "{}", run.out);
}

#[test]
fn a_server_that_has_the_model_and_keeps_to_schemas_is_right() {
    let server = model_server(json!([{"id": "small-1"}, {"id": "small-2"}]));
    let run = doctor(
        &Home::new(),
        &[
            ("OPENAI_BASE_URL", &server.base_url()),
            ("OPENAI_API_KEY", KEY),
            ("VIVA_MODEL", "small-1"),
        ],
    );
    check(
        &run,
        0,
        &[
            "answers; 2 models are in its list",
            "ok       the model “small-1” (VIVA_MODEL, VIVA_SMALL_MODEL, VIVA_WRITER_MODEL) answers and keeps to schemas\n",
        ],
    );
    let asked = server.asked();
    assert_eq!(asked.len(), 2, "one list and one call");
    assert!(
        asked
            .iter()
            .all(|it| it.authorization.as_deref() == Some(&format!("Bearer {KEY}")))
    );
    assert!(!run.out.contains(KEY) && run.out.contains("…1234"));
}

#[test]
fn a_key_that_is_refused_is_said_once_and_no_model_is_asked() {
    let server = FarServer::start(|_| Reply::error(401, "invalid_api_key"));
    let home = Home::new();
    let url = server.base_url();
    let run = doctor(&home, &[("OPENAI_BASE_URL", &url), ("OPENAI_API_KEY", KEY)]);
    check(
        &run,
        1,
        &["does not accept the key (401)\n           correct OPENAI_API_KEY"],
    );
    assert_eq!(server.asked().len(), 1);
    assert!(run.err.contains("the line marked MISSING"), "{}", run.err);
    let run = doctor(&home, &[("OPENAI_BASE_URL", &url)]);
    check(
        &run,
        1,
        &["wants a key (401)\n           set OPENAI_API_KEY"],
    );
}

#[test]
fn a_model_that_is_not_there_is_answered_with_those_that_are() {
    let server = FarServer::start(|asked| match asked.line.as_str() {
        "GET /v1/models" => Reply::list(&json!([{"id": "small-1"}])),
        _ if asked.body["model"] == "small-1" => filled_in(asked),
        _ => Reply::error(404, "model_not_found"),
    });
    let run = doctor(
        &Home::new(),
        &[
            ("OPENAI_BASE_URL", &server.base_url()),
            ("VIVA_MODEL", "small-1"),
            ("VIVA_WRITER_MODEL", "grand-9"),
        ],
    );
    check(
        &run,
        1,
        &[
            "MISSING  the server has no model “grand-9” (VIVA_WRITER_MODEL)",
            "choose another with VIVA_WRITER_MODEL; it has small-1",
            "ok       the model “small-1” (VIVA_MODEL, VIVA_SMALL_MODEL) answers",
        ],
    );
}

#[test]
fn a_model_that_ends_is_a_note_and_one_that_has_ended_is_missing() {
    let server = model_server(json!([
        {"id": "old", "shutdown_date": "2020-02-29"},
        {"id": "young", "shutdown_date": "2999-01-01"},
        {"id": "gpt-4o", "shutdown_date": "2998-01-01"},
    ]));
    let home = Home::new();
    let url = server.base_url();
    let with = |model| doctor(&home, &[("OPENAI_BASE_URL", &url), ("VIVA_MODEL", model)]);
    check(
        &with("old"),
        1,
        &["MISSING  the model “old” ended on 2020-02-29 (the server says)"],
    );
    check(
        &with("young"),
        0,
        &["note     the model “young” ends on 2999-01-01 (the server says)"],
    );
    // What the server says goes before what came with this version.
    check(
        &with("gpt-4o"),
        0,
        &["ends on 2998-01-01 (the server says)"],
    );
}

#[test]
fn without_a_date_of_the_server_the_bundled_one_is_used() {
    let server = model_server(json!([{"id": "gpt-4.1-mini"}]));
    let run = doctor(
        &Home::new(),
        &[
            ("OPENAI_BASE_URL", &server.base_url()),
            ("VIVA_MODEL", "gpt-4.1-mini"),
        ],
    );
    // Whether that day has come depends on the day of the test; the date does not.
    assert!(
        run.out.contains("2027-01-14 (announced, as of "),
        "{}",
        run.out
    );
}

#[test]
fn a_server_that_takes_no_schemas_or_does_not_keep_to_them_is_noted() {
    let home = Home::new();
    let list = json!([{"id": "m"}]);
    let refusing = FarServer::start({
        let list = list.clone();
        move |asked| {
            if asked.line.starts_with("GET") {
                Reply::list(&list)
            } else if asked.body["response_format"]["type"] == "json_schema" {
                let complaint = "response_format: Input should be 'text' or 'json_object'";
                Reply::json(500, &json!({"error": {"message": complaint}}))
            } else {
                Reply::says("{\"mark\": \"teal-42\"}")
            }
        }
    });
    let ignoring = FarServer::start(move |asked| match asked.line.as_str() {
        "GET /v1/models" => Reply::list(&list),
        _ => Reply::says("Sure! Which form do you mean?"),
    });
    for (server, note) in [
        (&refusing, "answers, but the server takes no schemas"),
        (
            &ignoring,
            "answers, but not in the shape that was asked for",
        ),
    ] {
        let run = doctor(
            &home,
            &[("OPENAI_BASE_URL", &server.base_url()), ("VIVA_MODEL", "m")],
        );
        check(&run, 0, &["note     the model “m”", note]);
    }
}

#[test]
fn a_server_that_is_not_there_not_ready_or_not_one_is_told_apart() {
    let home = Home::new();
    let check_url = |url: &str, line: &str| {
        check(&doctor(&home, &[("OPENAI_BASE_URL", url)]), 1, &[line]);
    };
    check_url(&nobody(), "cannot be reached; the built-in agents stand in");
    check_url("no address at all", "is not an address");
    let loading = FarServer::start(|_| Reply::error(503, "unavailable_error"));
    check_url(&loading.base_url(), "is not ready (503)");
    let page = FarServer::start(|_| Reply::json(200, &json!({"hello": "world"})));
    check_url(&page.base_url(), "is not a model server");
}

#[test]
fn a_server_without_a_list_is_asked_all_the_same() {
    let server = FarServer::start(|asked| match asked.line.as_str() {
        "GET /v1/models" => Reply::error(404, "not_found"),
        _ => filled_in(asked),
    });
    let run = doctor(
        &Home::new(),
        &[
            ("OPENAI_BASE_URL", &server.base_url()),
            ("VIVA_MODEL", "m"),
            ("VIVA_COST_CAP", "0.50"),
        ],
    );
    check(
        &run,
        0,
        &[
            "it keeps no list of models",
            "the model “m” (VIVA_MODEL, VIVA_SMALL_MODEL, VIVA_WRITER_MODEL) answers and keeps to schemas\n",
            "note     no price of “m” is known; its cost counts as zero",
        ],
    );
}

#[test]
fn search_and_speech_are_asked_when_they_are_configured() {
    let home = Home::new();
    let search = FarServer::start(|asked| {
        assert_eq!(asked.line, "GET /search?q=interview&format=json");
        Reply::json(
            200,
            &json!({"results": [{"title": "A", "url": "https://example.org"}]}),
        )
    });
    let speech = model_server(json!([{"id": "voice"}]));
    let run = doctor(
        &home,
        &[
            ("VIVA_SEARCH_URL", &search.origin),
            ("VIVA_SPEECH_URL", &speech.base_url()),
        ],
    );
    check(
        &run,
        0,
        &["answers (1 results)", "ok       the speech server"],
    );
    let closed = FarServer::start(|_| Reply::error(403, "forbidden"));
    let run = doctor(
        &home,
        &[
            ("VIVA_SEARCH_URL", &closed.origin),
            ("VIVA_SPEECH_URL", &nobody()),
        ],
    );
    check(
        &run,
        1,
        &[
            "gives no JSON (403)\n           allow the format json",
            "start it, or correct VIVA_SPEECH_URL",
        ],
    );
    assert!(run.err.contains("2 checks failed"), "{}", run.err);
}

#[test]
fn wrong_prompts_and_a_wish_for_models_without_a_server_are_missing() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("own/writer")).unwrap();
    home.file("own/writer/system.md", "Write about {{ nonsense }}.");
    let prompts = home.path("own").display().to_string();
    let run = doctor(
        &home,
        &[("VIVA_PROMPTS", &prompts), ("VIVA_AGENTS", "model")],
    );
    check(
        &run,
        1,
        &[
            "cannot be used",
            "VIVA_AGENTS=model, but no server is configured",
            "ok       the store",
        ],
    );
}
