//! Who is served, who waits, and who is sent away: recognition takes all the processor it gets.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Whoever comes after that would wait longer than a conversation can.
const WAITING_MAX: usize = 8;

#[derive(Debug)]
pub(crate) struct Line {
    at_once: usize,
    places: Arc<Semaphore>,
    desks: Arc<Semaphore>,
}

/// A place in the line; taken before the body is read, so that bodies in memory are bounded too.
#[derive(Debug)]
pub(crate) struct Place {
    place: OwnedSemaphorePermit,
    desks: Arc<Semaphore>,
}

/// To be held until the work is done, also when nobody waits for it any longer.
#[derive(Debug)]
pub(crate) struct Served {
    _place: OwnedSemaphorePermit,
    _desk: OwnedSemaphorePermit,
}

#[derive(Debug)]
pub(crate) struct Full;

impl Line {
    pub(crate) fn new(at_once: usize) -> Line {
        Line {
            at_once,
            places: Arc::new(Semaphore::new(at_once + WAITING_MAX)),
            desks: Arc::new(Semaphore::new(at_once)),
        }
    }

    pub(crate) fn n_served(&self) -> usize {
        self.at_once.saturating_sub(self.desks.available_permits())
    }

    pub(crate) fn join(&self) -> Result<Place, Full> {
        let place = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| Full)?;
        Ok(Place {
            place,
            desks: Arc::clone(&self.desks),
        })
    }
}

impl Place {
    pub(crate) async fn served(self) -> Result<Served, Full> {
        let desk = self.desks.acquire_owned().await.map_err(|_| Full)?;
        Ok(Served {
            _place: self.place,
            _desk: desk,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_is_served_eight_wait_and_the_tenth_is_sent_away() {
        let line = Line::new(1);
        let served = line.join().unwrap().served().await.unwrap();
        let mut waiting: Vec<Place> = (0..8).map(|_| line.join().unwrap()).collect();
        assert!(line.join().is_err());
        assert_eq!(line.n_served(), 1);
        drop(served);
        let next = waiting.pop().unwrap().served().await.unwrap();
        assert!(line.join().is_ok());
        drop(next);
    }
}
