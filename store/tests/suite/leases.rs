//! One owner a session: a lease is taken, kept, taken over and lost, and a stale owner cannot write.

use std::time::Duration;

use interview::EventId;
use store::{Change, Error, Fence, Lease};

use crate::place::{Place, entries, entry, on_both, session};

on_both! {
    a_held_lease_is_not_given_away;
    an_expired_lease_is_taken_over_and_its_number_grows;
    a_stale_owner_cannot_write;
    a_released_lease_is_free_and_refuses_late_writes;
    a_change_written_under_a_lease_is_recognised_after_its_loss;
    of_many_who_want_a_lease_one_gets_it;
}

const LONG: Duration = Duration::from_secs(3_600);
/// Expired as soon as it is given: time needs no waiting for.
const OVER: Duration = Duration::ZERO;

async fn a_held_lease_is_not_given_away(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    let lease = store.acquire_lease(&s, "node-a", LONG).await.unwrap();
    match store.acquire_lease(&s, "node-b", LONG).await {
        Err(Error::LeaseHeld { owner, .. }) => assert_eq!(owner, "node-a"),
        other => panic!("{other:?}"),
    }
    // A session that nobody holds is free.
    store
        .acquire_lease(&session("t"), "node-b", LONG)
        .await
        .unwrap();
    let renewed = store.renew_lease(&lease, LONG).await.unwrap();
    assert_eq!(renewed.fence, lease.fence);
    assert!(renewed.expires_at_ms >= lease.expires_at_ms);
    // The same owner, started again, does not wait for itself.
    let again = store.acquire_lease(&s, "node-a", LONG).await.unwrap();
    assert!(again.fence > lease.fence);
    assert_lost(store.renew_lease(&lease, LONG).await.map(|_| ()));
}

async fn an_expired_lease_is_taken_over_and_its_number_grows(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    let mut last = Fence(0);
    for owner in ["a", "b", "c", "a"] {
        let lease = store.acquire_lease(&s, owner, OVER).await.unwrap();
        assert!(lease.fence > last);
        assert_eq!((lease.owner.as_str(), &lease.session), (owner, &s));
        last = lease.fence;
    }
    // Run out, but nobody came: its owner may go on.
    let lease = store.acquire_lease(&s, "d", OVER).await.unwrap();
    store.renew_lease(&lease, LONG).await.unwrap();
    let taken = store.acquire_lease(&s, "e", LONG).await;
    assert!(matches!(taken, Err(Error::LeaseHeld { .. })));
}

async fn a_stale_owner_cannot_write(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    let stale = store.acquire_lease(&s, "a", OVER).await.unwrap();
    store.write(fenced(&stale, 0)).await.unwrap();
    let fresh = store.acquire_lease(&s, "b", LONG).await.unwrap();
    assert_lost(store.write(fenced(&stale, 1)).await.map(|_| ()));
    let redaction = Change {
        appended: vec![],
        redacted: vec![entry(1, "-")],
        ..fenced(&stale, 1)
    };
    assert_lost(store.write(redaction).await.map(|_| ()));
    assert_eq!(store.write(fenced(&fresh, 1)).await.unwrap(), EventId(2));
    assert_eq!(store.read(&s, EventId(0), 9).await.unwrap(), entries(1, 2));
    // A number that was never given is stale too.
    let made_up = Lease {
        session: session("t"),
        ..fresh
    };
    assert_lost(store.write(fenced(&made_up, 0)).await.map(|_| ()));
}

async fn a_released_lease_is_free_and_refuses_late_writes(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    let first = store.acquire_lease(&s, "a", LONG).await.unwrap();
    store.release_lease(&first).await.unwrap();
    assert_lost(store.write(fenced(&first, 0)).await.map(|_| ()));
    assert_lost(store.release_lease(&first).await);
    let second = store.acquire_lease(&s, "b", LONG).await.unwrap();
    assert!(second.fence > first.fence);
    assert_lost(store.release_lease(&first).await);
    assert_eq!(store.write(fenced(&second, 0)).await.unwrap(), EventId(1));
}

async fn a_change_written_under_a_lease_is_recognised_after_its_loss(place: Place) {
    let (store, s) = (place.open().await, session("s"));
    let lease = store.acquire_lease(&s, "a", OVER).await.unwrap();
    store.write(fenced(&lease, 0)).await.unwrap();
    store.acquire_lease(&s, "b", LONG).await.unwrap();
    assert_eq!(store.write(fenced(&lease, 0)).await.unwrap(), EventId(1));
}

async fn of_many_who_want_a_lease_one_gets_it(place: Place) {
    let (one, other) = (place.open().await, place.open().await);
    let wanting: Vec<_> = (0..40)
        .map(|number| {
            let store = if number % 2 == 0 {
                one.clone()
            } else {
                other.clone()
            };
            tokio::spawn(async move {
                let owner = format!("node-{number}");
                store.acquire_lease(&session("s"), &owner, LONG).await
            })
        })
        .collect();
    let mut n_given = 0;
    for wanting in wanting {
        match wanting.await.unwrap() {
            Ok(_lease) => n_given += 1,
            Err(Error::LeaseHeld { .. }) => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(n_given, 1);
}

fn fenced(lease: &Lease, expected: u64) -> Change {
    Change {
        session: lease.session.clone(),
        expected: EventId(expected),
        appended: entries(expected + 1, expected + 1),
        redacted: vec![],
        fence: Some(lease.fence),
    }
}

fn assert_lost(outcome: Result<(), Error>) {
    assert!(
        matches!(outcome, Err(Error::LeaseLost { .. })),
        "{outcome:?}"
    );
}
