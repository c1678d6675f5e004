//! Whether the speech server can be counted on, and when to look again.

use super::talk::{Talk, ms};
use crate::{Retry, VoiceEvent};

/// Why the speech server gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Not reached, too slow, or broken: it may come back.
    Away(String),
    /// It answers and will not do this; the same request would be refused again.
    Refused(String),
}

/// A server that refuses what it is asked is asked again after this long: someone may have loaded a model meanwhile.
const REFUSED_WAIT_MS: u64 = 30_000;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Server {
    /// None is configured.
    Absent,
    There {
        failures: u32,
    },
    Away {
        failures: u32,
        /// `None` while the answer is awaited.
        probe_at: Option<u64>,
        /// To be told as soon as no reply is under way.
        untold: Option<String>,
    },
}

impl Server {
    pub(super) fn is_there(&self) -> bool {
        matches!(self, Server::There { .. })
    }
}

impl Talk {
    pub(super) fn server_worked(&mut self) {
        match &self.server {
            Server::Absent => {}
            Server::There { .. } => self.server = Server::There { failures: 0 },
            Server::Away { untold, .. } => {
                let was_told = untold.is_none();
                self.server = Server::There { failures: 0 };
                if was_told {
                    self.report(VoiceEvent::Connected);
                }
            }
        }
    }

    pub(super) fn server_failed(&mut self, fault: Fault, now: u64) {
        let Server::There { failures } = self.server else {
            return;
        };
        let timing = &self.timing;
        let (reason, wait) = match fault {
            Fault::Refused(reason) => (reason, REFUSED_WAIT_MS),
            Fault::Away(reason) => {
                let wait = timing.first_retry * 2u32.saturating_pow(failures);
                (reason, ms(wait.min(timing.retry_max)))
            }
        };
        tracing::warn!(%reason, "the speech server is of no use at the moment");
        self.server = Server::Away {
            failures: failures.saturating_add(1),
            probe_at: Some(now + wait),
            untold: Some(reason),
        };
    }

    pub(super) fn probed(&mut self, outcome: Result<(), Fault>, now: u64) {
        let wait = ms(self.timing.retry_max);
        let Server::Away {
            failures,
            probe_at,
            untold,
        } = &mut self.server
        else {
            return;
        };
        match outcome {
            Ok(()) => {
                let (failures, was_told) = (*failures, untold.is_none());
                self.server = Server::There { failures };
                if was_told {
                    self.report(VoiceEvent::Connected);
                }
            }
            Err(_) => {
                *failures = failures.saturating_add(1);
                let first = ms(self.timing.first_retry);
                *probe_at = Some(now + wait.min(first << (*failures).min(16)));
            }
        }
    }

    pub(super) fn tick_server(&mut self, now: u64) {
        let is_talking = self.replies.current.is_some();
        let Server::Away {
            probe_at, untold, ..
        } = &mut self.server
        else {
            return;
        };
        let probe = probe_at.take_if(|it| *it <= now).is_some();
        // In the middle of a reply it would look as if the reply were lost; its words are shown instead.
        let reason = match is_talking {
            true => None,
            false => untold.take(),
        };
        if let Some(reason) = reason {
            self.report(VoiceEvent::Lost {
                reason,
                retry: Retry::Later,
            });
        }
        if probe {
            self.out.push_back(super::outcome::Outcome::Probe);
        }
    }

    pub(super) fn server_deadline(&self) -> Option<u64> {
        match &self.server {
            Server::Absent | Server::There { .. } => None,
            Server::Away { probe_at, .. } => *probe_at,
        }
    }
}
