//! Leaves a server alone that has failed, so that a dead model costs an interview nothing.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;

use super::failure::Verdict;

/// So many failures in a row, and the server is left alone.
const FAILURES_MAX: u32 = 3;
/// A rest doubles so often at most.
const DOUBLINGS_MAX: u32 = 5;
/// Somebody has to change a key or buy credit: that takes longer than a restart.
const FATAL_FACTOR: u32 = 4;
/// A server that wants more peace than this is asked again all the same.
const WANTED_REST_MAX: Duration = Duration::from_secs(600);
/// Names come from the configuration; more than these are not remembered.
const MODELS_MAX: usize = 64;

/// One switch for the server, and one for each of its models.
#[derive(Debug)]
pub(super) struct Breaker {
    rest: Duration,
    switches: Mutex<Switches>,
}

#[derive(Debug, Default)]
struct Switches {
    server: Switch,
    models: BTreeMap<String, Switch>,
}

#[derive(Debug, Default)]
struct Switch {
    failures: u32,
    rests: u32,
    open_until: Option<Instant>,
}

impl Switch {
    /// Whether a call may be made. After its rest a server gets one call; the others wait for what becomes of it.
    fn admits(&mut self, now: Instant, rest: Duration) -> bool {
        match self.open_until {
            None => true,
            Some(until) if now < until => false,
            Some(_) => {
                self.open_until = Some(now + rest);
                true
            }
        }
    }

    fn open(&mut self, now: Instant, rest: Duration) {
        let doubled = rest * 2_u32.pow(self.rests.min(DOUBLINGS_MAX));
        self.open_until = Some(now + doubled);
        self.rests += 1;
    }
}

impl Breaker {
    pub(super) fn new(rest: Duration) -> Self {
        Self {
            rest,
            switches: Mutex::default(),
        }
    }

    pub(super) fn admits(&self, model: &str, now: Instant) -> bool {
        let mut switches = self.lock();
        let model_rests = match switches.models.get_mut(model) {
            Some(switch) => !switch.admits(now, self.rest),
            None => false,
        };
        !model_rests && switches.server.admits(now, self.rest)
    }

    /// Whether the server is being left alone at this moment.
    pub(super) fn rests(&self, now: Instant) -> bool {
        self.lock()
            .server
            .open_until
            .is_some_and(|until| now < until)
    }

    /// The server said how long it wants to be left alone.
    pub(super) fn leave_alone(&self, wanted: Duration, now: Instant) {
        let until = now + wanted.min(WANTED_REST_MAX);
        let server = &mut self.lock().server;
        server.open_until = server.open_until.max(Some(until));
    }

    pub(super) fn note(&self, model: &str, verdict: Verdict, now: Instant) {
        let mut switches = self.lock();
        match verdict {
            Verdict::Alive => {
                switches.server = Switch::default();
                switches.models.remove(model);
            }
            Verdict::Ailing => {
                let server = &mut switches.server;
                server.failures += 1;
                if server.failures >= FAILURES_MAX || server.open_until.is_some() {
                    server.open(now, self.rest);
                }
            }
            Verdict::Fatal => switches.server.open(now, self.rest * FATAL_FACTOR),
            Verdict::WithoutModel => {
                switches.server = Switch::default();
                if switches.models.len() < MODELS_MAX || switches.models.contains_key(model) {
                    let switch = switches.models.entry(model.to_owned()).or_default();
                    switch.open(now, self.rest * FATAL_FACTOR);
                }
            }
        }
    }

    /// A thread that panicked while it held the lock leaves counters behind, which are as good as any.
    fn lock(&self) -> std::sync::MutexGuard<'_, Switches> {
        self.switches
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: Duration = Duration::from_secs(10);

    #[test]
    fn three_failures_open_it_and_one_call_may_try_after_the_rest() {
        let breaker = Breaker::new(REST);
        let mut now = Instant::now();
        for _ in 0..2 {
            breaker.note("m", Verdict::Ailing, now);
            assert!(breaker.admits("m", now));
        }
        breaker.note("m", Verdict::Ailing, now);
        assert!(!breaker.admits("m", now) && breaker.rests(now));
        now += REST;
        assert!(breaker.admits("m", now), "one may try");
        assert!(!breaker.admits("m", now), "the others wait for it");
        breaker.note("m", Verdict::Ailing, now);
        now += REST;
        assert!(!breaker.admits("m", now), "the second rest is longer");
        now += REST;
        assert!(breaker.admits("m", now));
        breaker.note("m", Verdict::Alive, now);
        assert!(breaker.admits("m", now) && breaker.admits("m", now));
    }

    #[test]
    fn a_refused_key_opens_it_at_once_and_for_longer() {
        let breaker = Breaker::new(REST);
        let now = Instant::now();
        breaker.note("m", Verdict::Fatal, now);
        assert!(!breaker.admits("other", now + REST * (FATAL_FACTOR - 1)));
        assert!(breaker.admits("other", now + REST * FATAL_FACTOR));
    }

    #[test]
    fn a_server_that_wants_peace_has_it_within_reason() {
        let breaker = Breaker::new(REST);
        let now = Instant::now();
        breaker.leave_alone(Duration::from_secs(60), now);
        assert!(!breaker.admits("m", now + Duration::from_secs(59)));
        assert!(breaker.admits("m", now + Duration::from_secs(60)));
        breaker.leave_alone(Duration::MAX, now);
        assert!(breaker.admits("m", now + WANTED_REST_MAX));
    }

    #[test]
    fn a_missing_model_does_not_stop_the_others() {
        let breaker = Breaker::new(REST);
        let now = Instant::now();
        breaker.note("missing", Verdict::WithoutModel, now);
        assert!(!breaker.admits("missing", now));
        assert!(breaker.admits("m", now) && !breaker.rests(now));
    }

    #[test]
    fn one_good_answer_forgives_earlier_failures() {
        let breaker = Breaker::new(REST);
        let now = Instant::now();
        for _ in 0..10 {
            breaker.note("m", Verdict::Ailing, now);
            breaker.note("m", Verdict::Alive, now);
        }
        assert!(breaker.admits("m", now));
    }
}
