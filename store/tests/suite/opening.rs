//! Opening what is there, what is not there, and what should not be opened; each refusal says what to do.

use interview::EventId;
use store::{DatabaseUrl, Error, Store};

use crate::place::{Place, entries, on_both, session};

on_both! {
    a_database_of_a_newer_program_is_refused;
    several_may_open_an_empty_database_at_once;
}

async fn a_database_of_a_newer_program_is_refused(place: Place) {
    place.open().await.close().await.unwrap();
    let newer = match place {
        Place::Sqlite(_) => "INSERT INTO migration VALUES (99, 'future', 0)",
        Place::Postgres(_) => "INSERT INTO migration VALUES (99, 'future')",
    };
    place.tamper(newer).await;
    let refused = Store::open(&place.url()).await.unwrap_err();
    assert!(matches!(refused, Error::Newer { found: 99, .. }));
    assert!(
        refused.to_string().ends_with("update this program"),
        "{refused}"
    );
}

async fn several_may_open_an_empty_database_at_once(place: Place) {
    let url = place.url();
    let opening = (0..4).map(|_| {
        let url = url.clone();
        tokio::spawn(async move { Store::open(&url).await })
    });
    let opening: Vec<_> = opening.collect();
    let mut cursor = EventId(0);
    for opening in opening {
        let store = opening.await.unwrap().unwrap();
        let next = entries(cursor.0 + 1, cursor.0 + 1);
        cursor = store.append(&session("s"), cursor, next).await.unwrap();
    }
    assert_eq!(cursor, EventId(4));
}

async fn refusal(url: &DatabaseUrl) -> Error {
    match Store::open(url).await {
        Ok(_store) => panic!("{url} was opened"),
        Err(refused) => refused,
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_kept() {
    let place = Place::sqlite();
    let text = "Dear diary, this is not a database. ".repeat(200);
    std::fs::create_dir_all(place.path().parent().unwrap()).unwrap();
    std::fs::write(place.path(), &text).unwrap();
    let refused = refusal(&place.url()).await;
    assert!(matches!(refused, Error::NotOurs { .. }), "{refused}");
    assert_eq!(std::fs::read_to_string(place.path()).unwrap(), text);
}

#[tokio::test]
async fn a_database_of_another_program_is_refused() {
    let place = Place::sqlite();
    std::fs::create_dir_all(place.path().parent().unwrap()).unwrap();
    place.tamper("CREATE TABLE recipe (name TEXT)").await;
    let refused = refusal(&place.url()).await;
    assert!(matches!(refused, Error::NotOurs { .. }), "{refused}");
}

#[tokio::test]
async fn a_truncated_file_is_refused() {
    let place = Place::sqlite();
    let store = place.open().await;
    store
        .append(&session("s"), EventId(0), entries(1, 1_000))
        .await
        .unwrap();
    store.close().await.unwrap();
    let whole = std::fs::read(place.path()).unwrap();
    for bytes in [whole.len() / 2, 3 * 4096, 4096, 100, whole.len() - 1] {
        std::fs::write(place.path(), &whole[..bytes]).unwrap();
        let refused = refusal(&place.url()).await;
        let known = matches!(refused, Error::Corrupt { .. } | Error::NotOurs { .. });
        assert!(known, "{bytes} bytes: {refused}");
    }
}

#[tokio::test]
async fn a_place_that_cannot_be_written_is_refused_with_a_remedy() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "").unwrap();
    let below_a_file = file.join("deep/viva.db");
    for path in [
        below_a_file.as_path(),
        directory.path(),
        "/proc/viva/viva.db".as_ref(),
    ] {
        let refused = refusal(&DatabaseUrl::sqlite(path)).await;
        assert!(matches!(refused, Error::CannotOpen { .. }), "{refused}");
        assert!(
            refused.to_string().contains("choose a directory"),
            "{refused}"
        );
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_reported_without_its_password() {
    let url: DatabaseUrl = "postgres://ann:hunter2@127.0.0.1:1/viva".parse().unwrap();
    let refused = refusal(&url).await;
    assert!(matches!(refused, Error::Unreachable { .. }), "{refused}");
    let text = refused.to_string();
    assert!(
        text.contains("127.0.0.1:1") && !text.contains("hunter2"),
        "{text}"
    );
}
