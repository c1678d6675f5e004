//! How often one address may ask: a bucket of requests that fills up again.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
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

    /// Takes one request from the bucket of an address. Otherwise says after how many seconds there is one in it again.
    pub(crate) fn take(&self, address: IpAddr) -> Result<(), u64> {
        self.with(address, |bucket| {
            if bucket.left >= 1.0 {
                bucket.left -= 1.0;
                return Ok(());
            }
            let wait = (1.0 - bucket.left) / self.per_second;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a bucket is never emptier than one wrong token leaves it"
            )]
            Err(wait.ceil().max(1.0) as u64)
        })
    }

    /// Takes what something dear has cost, also more than there is.
    pub(crate) fn charge(&self, address: IpAddr, cost: f64) {
        self.with(address, |bucket| bucket.left -= cost);
    }

    fn with<T>(&self, address: IpAddr, take: impl FnOnce(&mut Bucket) -> T) -> T {
        let now = Instant::now();
        let address = household(address);
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
        take(bucket)
    }
}

/// One customer of a network has a whole /64 of version 6.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let network = address.to_bits() & !u128::from(u64::MAX);
            Ipv6Addr::from_bits(network).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buckets(requests_per_second: u32, reserve: u32) -> Buckets {
        Buckets::new(Limits {
            requests_per_second,
            reserve,
            ..Limits::USUAL
        })
    }

    #[test]
    fn an_empty_bucket_says_when_to_come_back_and_others_are_not_emptied_with_it() {
        let buckets = buckets(1, 2);
        let here: IpAddr = "192.0.2.1".parse().unwrap();
        let there: IpAddr = "192.0.2.2".parse().unwrap();
        assert_eq!(buckets.take(here), Ok(()));
        assert_eq!(buckets.take(here), Ok(()));
        assert_eq!(buckets.take(here), Err(1));
        buckets.charge(here, WRONG_TOKEN_COST);
        assert_eq!(buckets.take(here), Err(21));
        assert_eq!(buckets.take(there), Ok(()));
    }

    #[test]
    fn a_household_has_one_bucket() {
        let buckets = buckets(1, 1);
        assert_eq!(buckets.take("2001:db8::1".parse().unwrap()), Ok(()));
        assert!(buckets.take("2001:db8::2".parse().unwrap()).is_err());
        assert_eq!(buckets.take("2001:db8:0:1::1".parse().unwrap()), Ok(()));
        assert_eq!(buckets.take("::ffff:192.0.2.7".parse().unwrap()), Ok(()));
        assert!(buckets.take("192.0.2.7".parse().unwrap()).is_err());
    }
}
