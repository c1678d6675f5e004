//! One process at a time is in charge of a session. A process that died does not keep it.

use std::time::Duration;

use interview::SessionId;
use store::{Error, Fence, Lease, Store};

/// How long a session stays ours without a sign of life.
const TTL: Duration = Duration::from_secs(30);

/// A session in our hands.
#[derive(Debug)]
pub struct Held {
    store: Store,
    lease: Lease,
}

/// Takes a session in hand, or says who has it.
pub async fn hold(store: &Store, session: &SessionId) -> Result<Held, Error> {
    let owner = owner_name(std::process::id());
    let lease = match store.acquire_lease(session, &owner, TTL).await {
        Err(Error::LeaseHeld { owner: other, .. }) if is_dead(&other) => {
            // Nobody can speak for a dead process but in its own name.
            let left_behind = store.acquire_lease(session, &other, TTL).await?;
            store.release_lease(&left_behind).await?;
            store.acquire_lease(session, &owner, TTL).await?
        }
        other => other?,
    };
    Ok(Held {
        store: store.clone(),
        lease,
    })
}

impl Held {
    #[must_use]
    pub fn fence(&self) -> Fence {
        self.lease.fence
    }

    pub(crate) fn renewal_period(&self) -> Duration {
        TTL / 3
    }

    pub(crate) async fn renew(&mut self) -> Result<(), Error> {
        self.lease = self.store.renew_lease(&self.lease, TTL).await?;
        Ok(())
    }

    pub async fn let_go(self) {
        if let Err(error) = self.store.release_lease(&self.lease).await {
            tracing::debug!(%error, "the lease will run out by itself");
        }
    }
}

fn owner_name(pid: u32) -> String {
    format!("process {pid} on {}", machine())
}

fn machine() -> String {
    std::fs::read_to_string("/etc/hostname")
        .map_or_else(|_| "this machine".to_owned(), |name| name.trim().to_owned())
}

/// Whether the owner was a process of this machine that is gone.
fn is_dead(owner: &str) -> bool {
    let Some((pid, place)) = owner
        .strip_prefix("process ")
        .and_then(|rest| rest.split_once(" on "))
    else {
        return false;
    };
    place == machine()
        && std::path::Path::new("/proc/self").exists()
        && !std::path::Path::new("/proc").join(pid).exists()
}
