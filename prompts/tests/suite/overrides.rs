//! A user's own prompts: used where they are right, refused by name where they are not, before anything is asked.

use std::path::Path;

use prompts::{JudgeUser, Line, Material, Prompts, WriterSystem};

fn with(file: &str, text: &str) -> Result<Prompts, String> {
    let directory = tempfile::tempdir().unwrap();
    put(directory.path(), file, text);
    Prompts::with_overrides(directory.path()).map_err(|error| error.to_string())
}

fn put(directory: &Path, file: &str, text: &str) {
    let path = directory.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn refused(file: &str, text: &str) -> String {
    with(file, text).unwrap_err()
}

#[test]
fn an_override_takes_the_place_of_the_bundled_prompt_and_of_no_other() {
    let text = "{% for line in turns %}{{ line.words }}{% endfor %}!";
    let prompts = with("judge/user.md", text).unwrap();
    let user = JudgeUser {
        turns: vec![Line {
            turn: "turn_1".to_owned(),
            speaker: "candidate",
            words: Material::of("Hi {{ turns }}"),
        }],
    };
    assert_eq!(prompts.render(&user).unwrap(), "Hi {{ turns }}!");
    let bundled = Prompts::bundled().unwrap();
    let writer = WriterSystem {};
    assert_eq!(
        prompts.render(&writer).unwrap(),
        bundled.render(&writer).unwrap()
    );
}

#[test]
fn a_field_too_many_is_named_with_those_that_there_are() {
    assert_eq!(
        refused("judge/user.md", "{{ turns }} {{ tunrs }}"),
        "the prompt judge/user.md uses “tunrs”, which it does not get; it gets turns"
    );
}

#[test]
fn a_field_that_is_missing_is_named_with_how_to_write_it() {
    assert_eq!(
        refused("judge/user.md", "Judge."),
        "the prompt judge/user.md does not use “turns”: write {{ turns }} where it belongs"
    );
}

#[test]
fn a_field_of_a_field_is_tried_too() {
    let text = "{% for line in turns %}{{ line.wrods }}{% endfor %}";
    let error = refused("judge/user.md", text);
    assert!(
        error.starts_with("the prompt judge/user.md is wrong: undefined value"),
        "{error}"
    );
}

#[test]
fn a_slip_of_the_pen_is_named_with_its_line() {
    let error = refused("judge/user.md", "{{ turns }}\n{% for %}");
    assert!(
        error.starts_with("the prompt judge/user.md is wrong: syntax error"),
        "{error}"
    );
    assert!(error.contains("(line 2)"), "{error}");
}

#[test]
fn a_file_that_no_agent_reads_is_an_error_with_the_names_that_there_are() {
    let error = refused("judge/usr.md", "x");
    assert!(
        error.starts_with("judge/usr.md is not a prompt; the prompts are "),
        "{error}"
    );
    for known in [
        "note_taker/system.md",
        "researcher/user.md",
        "writer/check.md",
    ] {
        assert!(error.contains(known), "{error}");
    }
}

#[test]
fn a_file_cannot_read_another_file() {
    for text in [
        "{{ turns }}{% include 'judge/system.md' %}",
        "{% extends '../../etc/passwd' %}{{ turns }}",
    ] {
        refused("judge/user.md", text);
    }
}

#[test]
fn a_file_without_end_and_a_directory_that_is_not_there_are_errors() {
    let error = refused("judge/user.md", &"{{ turns }}".repeat(40_000));
    assert!(error.contains("larger than any prompt can be"), "{error}");
    let nowhere = Prompts::with_overrides(Path::new("/nowhere/at/all")).unwrap_err();
    assert!(
        nowhere
            .to_string()
            .starts_with("cannot read the prompts in /nowhere/at/all")
    );
}

#[test]
fn other_files_in_the_directory_are_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    put(directory.path(), "README", "mine");
    put(directory.path(), "judge/user.md.bak", "{{ old }}");
    Prompts::with_overrides(directory.path()).unwrap();
}
