//! A line on the terminal that counts the words of a text while a model writes it.

use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;

use crate::console;

/// Shown until it is dropped.
#[derive(Debug)]
pub(crate) struct Growing {
    bar: ProgressBar,
    what: &'static str,
}

impl Growing {
    pub(crate) fn begin(what: &'static str) -> Growing {
        Growing {
            bar: console::spinner(what),
            what,
        }
    }

    /// What takes the pieces of the text, wherever they cut a word.
    pub(crate) fn watcher(&self) -> impl Fn(&str) + Send + Sync + 'static + use<> {
        let (bar, what) = (self.bar.clone(), self.what);
        let count = Mutex::new(Count::default());
        move |piece: &str| {
            let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
            count.add(piece);
            bar.set_message(format!("{what}: {} words so far", count.words));
        }
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[derive(Debug, Default)]
struct Count {
    words: usize,
    inside: bool,
}

impl Count {
    fn add(&mut self, piece: &str) {
        for c in piece.chars() {
            let inside = !c.is_whitespace();
            self.words += usize::from(inside && !self.inside);
            self.inside = inside;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_wherever_the_pieces_cut_them() {
        let text = "Wood lasts,\n if you let it.";
        for cut in 0..=text.len() {
            let growing = Growing::begin("writing");
            let watch = growing.watcher();
            watch(&text[..cut]);
            watch(&text[cut..]);
            assert_eq!(growing.bar.message(), "writing: 6 words so far", "{cut}");
        }
    }
}
