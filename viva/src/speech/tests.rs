//! The companion's lives, played by small scripts: real processes that start, fall and stay.

use std::io::Read as _;
use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

use super::*;

/// Writes one line a life into `lives`, then does what the test says.
struct Stage {
    folder: TempDir,
}

impl Stage {
    fn new(script: &str) -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("bin");
        std::fs::create_dir(&bin).unwrap();
        let program = bin.join("viva-speech");
        let lives = folder.path().join("lives");
        let text = format!(
            "#!/bin/sh\nlives={}\necho \"$@\" >> $lives\nn=$(wc -l < $lives)\n{script}\n",
            lives.display()
        );
        std::fs::write(&program, text).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        Stage { folder }
    }

    fn with_model(self) -> Stage {
        let model = self.folder.path().join("models/mine");
        std::fs::create_dir_all(&model).unwrap();
        let list = r#"{"name":"mine","kind":"voice","about":"","licence":"","files":[]}"#;
        std::fs::write(model.join("model.json"), list).unwrap();
        self
    }

    fn launch(&self) -> Launch {
        Launch {
            program: self.folder.path().join("bin/viva-speech"),
            models: self.folder.path().join("models"),
            first_pause: Duration::from_millis(1),
        }
    }

    fn lives(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.folder.path().join("lives"));
        text.unwrap_or_default()
            .lines()
            .map(str::to_owned)
            .collect()
    }
}

const READY_LINE: &str = "echo 'listening on http://127.0.0.1:4321'";

#[tokio::test]
async fn it_is_found_in_the_data_directory_and_told_where_the_models_are() {
    let stage = Stage::new(&format!("{READY_LINE}\ncat > /dev/null")).with_model();
    let running = start(stage.folder.path()).await.unwrap();
    assert_eq!(running.url(), "http://127.0.0.1:4321/v1");
    let models = stage.folder.path().join("models");
    let expected = format!(
        "--until-stdin-closes --addr 127.0.0.1:0 --models {}",
        models.display()
    );
    assert_eq!(stage.lives(), [expected]);
}

#[tokio::test]
async fn without_a_program_or_without_a_model_there_is_none() {
    let empty = tempfile::tempdir().unwrap();
    assert!(start(empty.path()).await.is_none());
    let without_model = Stage::new(READY_LINE);
    assert!(start(without_model.folder.path()).await.is_none());
    assert!(without_model.lives().is_empty());
}

#[tokio::test]
async fn one_that_ends_before_it_is_ready_or_says_something_else_is_none() {
    for script in ["exit 1", "echo hello; cat > /dev/null"] {
        let stage = Stage::new(script).with_model();
        assert!(start(stage.folder.path()).await.is_none(), "{script}");
    }
}

#[tokio::test]
async fn one_that_falls_is_started_again_at_the_same_address_and_left_alone_in_the_end() {
    let stage = Stage::new(READY_LINE);
    let mut running = stage.launch().start().await.unwrap();
    (&mut running.watch).await.unwrap();
    let lives = stage.lives();
    assert_eq!(lives.len(), 1 + RESTARTS_MAX as usize);
    let same = lives[1..]
        .iter()
        .all(|it| it.contains("--addr 127.0.0.1:4321"));
    assert!(same, "{lives:?}");
}

#[tokio::test]
async fn a_start_that_fails_counts_as_a_fall() {
    let stage = Stage::new(&format!("[ $n -gt 1 ] && exit 1\n{READY_LINE}"));
    let mut running = stage.launch().start().await.unwrap();
    (&mut running.watch).await.unwrap();
    assert_eq!(stage.lives().len(), 1 + RESTARTS_MAX as usize);
}

#[tokio::test]
async fn it_ends_when_nobody_needs_it_any_longer() {
    // The script and what it runs hold the pipe open for as long as they live: its end is theirs.
    let script = format!("mkfifo $lives.end\nexec 3<> $lives.end\n{READY_LINE}\ncat > /dev/null");
    let stage = Stage::new(&script);
    let running = stage.launch().start().await.unwrap();
    let mut pipe = std::fs::File::open(stage.folder.path().join("lives.end")).unwrap();
    drop(running);
    let reading = tokio::task::spawn_blocking(move || pipe.read(&mut [0; 8]));
    assert_eq!(reading.await.unwrap().unwrap(), 0);
}

#[test]
fn pauses_double_up_to_a_limit() {
    let at = |falls| pause(FIRST_PAUSE, falls);
    assert_eq!(
        (at(0), at(1), at(3)),
        (FIRST_PAUSE, FIRST_PAUSE * 2, FIRST_PAUSE * 8)
    );
    assert_eq!((at(9), at(1_000)), (PAUSE_MAX, PAUSE_MAX));
}
