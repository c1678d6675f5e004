//! The shapes in which programs write down a conversation.

use documents::TranscriptKind::Json;
use documents::{TranscriptKind, read_transcript};

use crate::{check, shown};

#[test]
fn an_archive_names_the_sides() {
    check(
        Json,
        r#"{"turns":[{"speaker":"interviewer","at":"00:00:01","text":"Why?"},
           {"speaker":"expert","at":"1:02","text":"It rained.\\n\\n All day."},
           {"speaker":"interviewer","at":"","text":"And?"},{"speaker":"expert","at":null,"text":" "}]}"#,
        "I 1000- Why?\nC 62000- It rained.¶All day.\nI And?",
    );
}

#[test]
fn a_bare_list_may_use_many_keys() {
    let talk = "I 0- Why?\nC 2500- It rained.";
    for list in [
        r#"[{"speaker":"Q","text":"Why?","start":0},{"speaker":"A","text":"It rained.","start":2.5}]"#,
        r#"[{"role":"assistant","content":"Why?","timestamp":"00:00:00"},{"role":"user","content":"It rained.","timestamp":"2.5"}]"#,
        r#"[{"name":"Host","utterance":"Why?","at":"0:00"},{"name":"Ann","utterance":"It rained.","at":"00:02.500"}]"#,
        r#"[{"role":"system","content":"Be kind.","at":0},{"role":"assistant","content":[{"type":"text","text":"Why?"}],"at":0},
            {"role":"user","name":"x","content":"It rained.","at":2.5}]"#,
    ] {
        check(Json, list, talk);
    }
}

#[test]
fn segments_of_a_recogniser_become_turns() {
    check(
        Json,
        r#"{"text":"all of it","language":"en","segments":[
            {"id":0,"start":0.0,"end":1.0,"text":" Why","speaker":"SPEAKER_00"},{"id":1,"start":1.0,"end":2.0,"text":" did you?","speaker":"SPEAKER_00"},
            {"id":2,"start":2.5,"end":4.0,"text":" It rained","speaker":"SPEAKER_01"},{"id":3,"start":4.0,"end":5.0,"text":" all day.","speaker":"SPEAKER_01"}]}"#,
        "I 0-2000 Why did you?\nC 2500-5000 It rained all day.",
    );
    check(
        Json,
        r#"{"segments":[{"start":0,"end":1,"text":"It rained"},{"start":1.5,"end":3,"text":"all day."},{"start":8,"end":9,"text":"We left."}]}"#,
        "C 0-3000 It rained all day.\nC 8000-9000 We left.",
    );
}

#[test]
fn milliseconds_are_told_from_seconds() {
    check(
        Json,
        r#"{"utterances":[{"speaker":"A","start":250,"end":1900,"text":"Why did you stay?"},{"speaker":"B","start":2000,"end":9000,"text":"It rained all day."}]}"#,
        "I 250-1900 Why did you stay?\nC 2000-9000 It rained all day.",
    );
}

#[test]
fn lists_are_found_inside_and_texts_are_read_as_texts() {
    let talk = "I Why?\nC It rained.";
    for file in [
        r#"{"results":{"utterances":[{"speaker":0,"transcript":"Why?"},{"speaker":1,"transcript":"It rained."}],"channels":[{"x":[1]}]}}"#,
        r#"{"transcript":"Q: Why?\n\nA: It rained."}"#,
        r#"["Q: Why?","A: It rained."]"#,
        r#"{"text":"Q: Why?\nA: It rained."}"#,
        r#"{"data":{"messages":[{"speaker":{"name":"Host"},"text":"Why?"},{"speaker":{"name":"Ann"},"text":"It rained."}]}}"#,
    ] {
        check(Json, file, talk);
    }
}

#[test]
fn withdrawn_turns_stay_out() {
    check(
        Json,
        r#"{"turns":[{"speaker":"expert","text":"a"},{"speaker":"expert","text":"b","withdrawn":true}]}"#,
        "C a",
    );
}

#[test]
fn names_come_from_the_lists_and_from_the_labels() {
    let file = r#"{"title":" Rain ","source":"https://example.org","interviewers":["Ann Lee"],"interviewees":"Bob Ray",
        "turns":[{"speaker":"LEE","text":"I talk a lot."},{"speaker":"RAY","text":"Why?"},{"speaker":"Joe","text":"Hm?"}]}"#;
    let imported = read_transcript(TranscriptKind::Json, file.as_bytes()).unwrap();
    assert_eq!(imported.title.as_deref(), Some("Rain"));
    assert_eq!(imported.source.as_deref(), Some("https://example.org"));
    assert_eq!(imported.interviewers, ["Ann Lee", "Joe"]);
    assert_eq!(imported.interviewees, ["Bob Ray"]);
    assert_eq!(shown(&imported), "I I talk a lot.\nC Why?\nI Hm?\n");
}
