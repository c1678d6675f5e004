//! Small documents: put, get, list, delete.

use store::{Error, Invalid};

use crate::place::{Place, on_both};

on_both! {
    a_document_is_kept_replaced_and_deleted;
    documents_are_listed_by_kind_and_in_pages;
    names_and_texts_have_limits;
}

async fn a_document_is_kept_replaced_and_deleted(place: Place) {
    let store = place.open().await;
    assert_eq!(store.get_document("plan", "a").await.unwrap(), None);
    for json in ["{ \"topic\" : \"bread \\u0000\" }", "{}"] {
        store
            .put_document("plan", "a", json.to_owned())
            .await
            .unwrap();
        let document = store.get_document("plan", "a").await.unwrap().unwrap();
        assert_eq!((document.id.as_str(), document.json.as_str()), ("a", json));
        assert!(document.updated_at_ms > 0);
    }
    assert_eq!(store.get_document("other", "a").await.unwrap(), None);
    assert!(store.delete_document("plan", "a").await.unwrap());
    assert!(!store.delete_document("plan", "a").await.unwrap());
    assert_eq!(store.get_document("plan", "a").await.unwrap(), None);
}

async fn documents_are_listed_by_kind_and_in_pages(place: Place) {
    let store = place.open().await;
    for id in ["b", "ä", "a", "B", "c"] {
        store
            .put_document("plan", id, "{}".to_owned())
            .await
            .unwrap();
    }
    store
        .put_document("other", "x", "{}".to_owned())
        .await
        .unwrap();
    let page = async |after: Option<&str>, limit| -> Vec<String> {
        let page = store.list_documents("plan", after, limit).await.unwrap();
        page.into_iter().map(|document| document.id).collect()
    };
    assert_eq!(page(None, 100).await, ["B", "a", "b", "c", "ä"]);
    assert_eq!(page(None, 2).await, ["B", "a"]);
    assert_eq!(page(Some("a"), 2).await, ["b", "c"]);
    assert_eq!(page(Some("ä"), 2).await, [""; 0]);
}

async fn names_and_texts_have_limits(place: Place) {
    let store = place.open().await;
    for (kind, id) in [
        ("", "a"),
        ("plan", ""),
        ("plan", "a\0"),
        ("plan", &"x".repeat(257)),
    ] {
        let put = store.put_document(kind, id, "{}".to_owned()).await;
        assert!(matches!(put, Err(Error::Invalid(Invalid::BadName { .. }))));
    }
    let put = store.put_document("plan", "a", "\0".to_owned()).await;
    assert!(matches!(put, Err(Error::Invalid(Invalid::BareNul))));
}
