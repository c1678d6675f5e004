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

/// A call with less time than this is made while people talk.
const HURRIED: Duration = Duration::from_secs(20);

/// How much time a call has. A server that is too slow for a conversation may still write an essay afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    Hurried,
    Unhurried,
}

impl Pace {
    pub(super) fn of(now: Instant, deadline: Instant) -> Self {
        match deadline.saturating_duration_since(now) < HURRIED {
            true => Pace::Hurried,
            false => Pace::Unhurried,
        }
    }
}

/// One switch for the server, one for its use in a hurry, and one for each of its models.
#[derive(Debug)]
pub(super) struct Breaker {
    rest: Duration,
    switches: Mutex<Switches>,
}

#[derive(Debug, Default)]
struct Switches {
    server: Switch,
    hurried: Switch,
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

    fn fail(&mut self, now: Instant, rest: Duration) {
        self.failures += 1;
        if self.failures >= FAILURES_MAX || self.open_until.is_some() {
            self.open(now, rest);
        }
    }

    fn is_open(&self, now: Instant) -> bool {
        self.open_until.is_some_and(|until| now < until)
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

    pub(super) fn admits(&self, model: &str, pace: Pace, now: Instant) -> bool {
        let mut switches = self.lock();
        if pace == Pace::Hurried && switches.hurried.is_open(now) {
            return false;
        }
        let model_rests = match switches.models.get_mut(model) {
            Some(switch) => !switch.admits(now, self.rest),
            None => false,
        };
        !model_rests
            && switches.server.admits(now, self.rest)
            && (pace == Pace::Unhurried || switches.hurried.admits(now, self.rest))
    }

    /// Whether the server is being left alone at this moment.
    pub(super) fn rests(&self, now: Instant) -> bool {
        let switches = self.lock();
        switches.server.is_open(now) || switches.hurried.is_open(now)
    }

    /// The server said how long it wants to be left alone.
    pub(super) fn leave_alone(&self, wanted: Duration, now: Instant) {
        let until = now + wanted.min(WANTED_REST_MAX);
        let server = &mut self.lock().server;
        server.open_until = server.open_until.max(Some(until));
    }

    pub(super) fn note(&self, model: &str, pace: Pace, verdict: Verdict, now: Instant) {
        let mut switches = self.lock();
        match verdict {
            Verdict::Alive => {
                switches.server = Switch::default();
                switches.models.remove(model);
                if pace == Pace::Hurried {
                    switches.hurried = Switch::default();
                }
            }
            // Neither better nor worse: how long it is left alone is its own wish.
            Verdict::Busy => {}
            Verdict::Ailing => switches.server.fail(now, self.rest),
            Verdict::Slow => match pace {
                Pace::Hurried => switches.hurried.fail(now, self.rest),
                // Nobody waits as long a second time.
                Pace::Unhurried => switches.server.open(now, self.rest),
            },
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
            breaker.note("m", Pace::Hurried, Verdict::Ailing, now);
            assert!(breaker.admits("m", Pace::Hurried, now));
        }
        breaker.note("m", Pace::Hurried, Verdict::Ailing, now);
        assert!(!breaker.admits("m", Pace::Hurried, now) && breaker.rests(now));
        now += REST;
        assert!(breaker.admits("m", Pace::Hurried, now), "one may try");
        assert!(
            !breaker.admits("m", Pace::Hurried, now),
            "the others wait for it"
        );
        breaker.note("m", Pace::Hurried, Verdict::Ailing, now);
        now += REST;
        assert!(
            !breaker.admits("m", Pace::Hurried, now),
            "the second rest is longer"
        );
        now += REST;
        assert!(breaker.admits("m", Pace::Hurried, now));
        breaker.note("m", Pace::Hurried, Verdict::Alive, now);
        assert!(breaker.admits("m", Pace::Hurried, now) && breaker.admits("m", Pace::Hurried, now));
    }

    #[test]
    fn a_refused_key_opens_it_at_once_and_for_longer() {
        let breaker = Breaker::new(REST);
        let now = Instant::now();
        breaker.note("m", Pace::Hurried, Verdict::Fatal, now);
        assert!(!breaker.admits("other", Pace::Hurried, now + REST * (FATAL_FACTOR - 1)));
        assert!(breaker.admits("other", Pace::Hurried, now + REST * FATAL_FACTOR));
    }

    #[test]
    fn a_server_that_wants_peace_has_it_within_reason() {
        let breaker = Breaker::new(REST);
        let now = Instant::now();
        breaker.leave_alone(Duration::from_secs(60), now);
        assert!(!breaker.admits("m", Pace::Hurried, now + Duration::from_secs(59)));
        assert!(breaker.admits("m", Pace::Hurried, now + Duration::from_secs(60)));
        breaker.leave_alone(Duration::MAX, now);
        assert!(breaker.admits("m", Pace::Hurried, now + WANTED_REST_MAX));
    }

    #[test]
    fn a_server_that_is_too_slow_for_a_talk_may_still_work_after_it() {
        let breaker = Breaker::new(REST);
        let mut now = Instant::now();
        for _ in 0..3 {
            breaker.note("m", Pace::Hurried, Verdict::Slow, now);
        }
        assert!(!breaker.admits("m", Pace::Hurried, now) && breaker.rests(now));
        assert!(breaker.admits("m", Pace::Unhurried, now));
        breaker.note("m", Pace::Unhurried, Verdict::Alive, now);
        assert!(
            !breaker.admits("m", Pace::Hurried, now),
            "it is as slow as before"
        );
        now += REST;
        assert!(breaker.admits("m", Pace::Hurried, now), "one may try");
        assert!(
            !breaker.admits("m", Pace::Hurried, now),
            "the others wait for it"
        );
        breaker.note("m", Pace::Hurried, Verdict::Alive, now);
        assert!(breaker.admits("m", Pace::Hurried, now));
        // One that takes minutes and has nothing to say is left alone by everybody.
        breaker.note("m", Pace::Unhurried, Verdict::Slow, now);
        assert!(!breaker.admits("m", Pace::Unhurried, now));
        assert!(!breaker.admits("m", Pace::Hurried, now));
    }

    #[test]
    fn a_missing_model_does_not_stop_the_others() {
        let breaker = Breaker::new(REST);
        let now = Instant::now();
        breaker.note("missing", Pace::Hurried, Verdict::WithoutModel, now);
        assert!(!breaker.admits("missing", Pace::Hurried, now));
        assert!(breaker.admits("m", Pace::Hurried, now) && !breaker.rests(now));
    }

    #[test]
    fn one_good_answer_forgives_earlier_failures() {
        let breaker = Breaker::new(REST);
        let now = Instant::now();
        for _ in 0..10 {
            breaker.note("m", Pace::Hurried, Verdict::Ailing, now);
            breaker.note("m", Pace::Hurried, Verdict::Alive, now);
        }
        assert!(breaker.admits("m", Pace::Hurried, now));
    }
}
