//! How often one address may ask: a bucket of requests that fills up again.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::config::Limits;

/// Addresses remembered at once. Forgetting one only gives it a full bucket.
const ADDRESSES_MAX: usize = 10_000;
/// Guessing at tokens is dearer than asking.
pub(crate) const WRONG_TOKEN_COST: f64 = 20.0;

#[derive(Debug)]
pub(crate) struct Buckets {
    per_second: f64,
    reserve: f64,
    addresses: Mutex<BTreeMap<IpAddr, Bucket>>,
}

#[derive(Debug, Clone, Copy)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Buckets {
    pub(crate) fn new(limits: Limits) -> Buckets {
        Buckets {
            per_second: f64::from(limits.requests_per_second),
            reserve: f64::from(limits.reserve),
            addresses: Mutex::default(),
        }
    }

    /// Takes from the bucket of an address. Otherwise says after how many seconds there is enough in it again.
    pub(crate) fn take(&self, address: IpAddr, cost: f64) -> Result<(), u64> {
        let now = Instant::now();
        let mut addresses = self
            .addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if addresses.len() >= ADDRESSES_MAX && !addresses.contains_key(&address) {
            addresses.retain(|_, bucket| now.duration_since(bucket.at).as_secs() < 60);
            if addresses.len() >= ADDRESSES_MAX {
                addresses.clear();
            }
        }
        let bucket = addresses.entry(address).or_insert(Bucket {
            left: self.reserve,
            at: now,
        });
        let gained = now.duration_since(bucket.at).as_secs_f64() * self.per_second;
        bucket.left = (bucket.left + gained).min(self.reserve);
        bucket.at = now;
        if bucket.left < 1.0 {
            return Err(1);
        }
        bucket.left -= cost;
        Ok(())
    }
}
