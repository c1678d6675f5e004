//! A fingerprint of a sentence: enough to say, in a few nanoseconds, that two sentences cannot contradict each other.

use std::sync::LazyLock;

use super::WORDS_MAX;
use super::reading::OPPOSITES;

/// What one pass over the bytes of a sentence tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Print {
    /// The first three letters of every telling word, as bits: docs and documentation share one.
    starts: u128,
    /// The first four letters of every telling word, as numbers, in the order they were said.
    heads: [u16; HEADS_MAX],
    heads_len: u8,
    words: u8,
    denies: bool,
    figures: bool,
    weighs: bool,
    lacks: bool,
    /// Which sides of which opposite pairs are named.
    left: u32,
    right: u32,
}

/// Telling words kept of one sentence.
const HEADS_MAX: usize = 16;

impl Print {
    pub(super) fn of(text: &str) -> Self {
        let mut print = Self::default();
        let bytes = text.as_bytes();
        let mut start = 0;
        for end in 0..=bytes.len() {
            let inside = bytes.get(end).is_some_and(|byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'\'' | 0xE2 | 0x80 | 0x99)
            });
            if !inside {
                if end > start {
                    print.take(&bytes[start..end]);
                }
                start = end + 1;
            }
        }
        print
    }

    fn take(&mut self, word: &[u8]) {
        if word.iter().any(u8::is_ascii_digit) {
            self.figures = true;
        }
        if word.ends_with(b"n't") || word.ends_with("n’t".as_bytes()) {
            self.denies = true;
            self.lacks |= word.to_ascii_lowercase().starts_with(b"didn");
            return;
        }
        let wanted = hash(word);
        let first = MARKED.partition_point(|(hash, _)| *hash < wanted);
        for (_, mark) in MARKED[first..]
            .iter()
            .take_while(|(hash, _)| *hash == wanted)
        {
            self.mark(*mark);
        }
        self.words = self.words.saturating_add(1);
        if word.len() >= 3 && COMMON.binary_search(&wanted).is_err() {
            self.head(word);
        }
    }

    fn head(&mut self, word: &[u8]) {
        self.starts |= 1 << (hash(&word[..3]) >> 57);
        let short = word.len() <= 5 && word.ends_with(b"s") && !word.ends_with(b"ss");
        let bare = &word[..word.len() - usize::from(short)];
        let number = hash(&bare[..bare.len().min(4)]) >> 48;
        let head = u16::try_from(number).unwrap_or(0);
        let at = usize::from(self.heads_len);
        if at < HEADS_MAX && !self.heads[..at].contains(&head) {
            self.heads[at] = head;
            self.heads_len += 1;
        }
    }

    /// Principles are stated in few words.
    fn is_principle(&self) -> bool {
        self.weighs && self.words <= 14
    }

    fn heads(&self) -> &[u16] {
        &self.heads[..usize::from(self.heads_len)]
    }

    /// Whether half of the telling words of the shorter sentence are in the other one, and at least two.
    fn is_alike(&self, other: &Self) -> bool {
        let smaller = self.heads_len.min(other.heads_len);
        let shared = self
            .heads()
            .iter()
            .filter(|head| other.heads().contains(head))
            .count();
        shared >= 2 && shared * 2 >= usize::from(smaller)
    }

    fn mark(&mut self, mark: Mark) {
        match mark {
            Mark::Denial => self.denies = true,
            Mark::Figure => self.figures = true,
            Mark::Weight => self.weighs = true,
            Mark::Lack => self.lacks = true,
            Mark::DenialAndLack => {
                self.denies = true;
                self.lacks = true;
            }
            Mark::Left(pair) => self.left |= 1 << pair,
            Mark::Right(pair) => self.right |= 1 << pair,
        }
    }

    /// Whether it is worth reading both sentences.
    pub(super) fn may_clash(&self, other: &Self) -> bool {
        if self.words > WORDS_MAX || other.words > WORDS_MAX || self.starts & other.starts == 0 {
            return false;
        }
        let broken = self.is_principle() && other.lacks || self.lacks && other.is_principle();
        let opposed = self.left & other.right != 0 || self.right & other.left != 0;
        let short = self.heads_len <= 4 && other.heads_len <= 4;
        let clashing = opposed || self.denies != other.denies || self.figures && other.figures;
        broken || opposed && short || clashing && self.is_alike(other)
    }
}

/// Longer words that say nothing by themselves; without them two sentences look alike only if they are.
static COMMON: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut common: Vec<u64> = "about actually after again also always another because been before being both came could \
        didn't doing done down each even ever every everybody everything first from getting give goes going gonna good \
        great guess have having here into just kind know like little look made make many maybe mean more most much need \
        never only other over people pretty probably really said same some something still stuff such sure take than \
        that that's their them then there there's these they they're thing things think this those though thought time \
        took used very want wanted well went were what when where which while with work would year years you're your"
        .split_whitespace()
        .map(|word| hash(word.as_bytes()))
        .collect();
    common.sort_unstable();
    common
});

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Denial,
    Figure,
    Weight,
    Lack,
    DenialAndLack,
    Left(u8),
    Right(u8),
}

static MARKED: LazyLock<Vec<(u64, Mark)>> = LazyLock::new(|| {
    let lists = [
        (
            "not nobody nothing none neither hardly cannot",
            Mark::Denial,
        ),
        ("never no without", Mark::DenialAndLack),
        ("skipped skip ignored dropped", Mark::Lack),
        (
            "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty \
             hundred thousand million dozen",
            Mark::Figure,
        ),
        (
            "crucial essential important critical vital necessary indispensable sacred insist insisted",
            Mark::Weight,
        ),
    ];
    let mut marked: Vec<(u64, Mark)> = lists
        .iter()
        .flat_map(|(list, mark)| {
            list.split_whitespace()
                .map(|word| (hash(word.as_bytes()), *mark))
        })
        .collect();
    for ((left, right), pair) in OPPOSITES.iter().zip(0_u8..) {
        let sides = [(left, Mark::Left(pair)), (right, Mark::Right(pair))];
        for (words, mark) in sides {
            marked.extend(words.iter().map(|word| (hash(word.as_bytes()), mark)));
        }
    }
    marked.sort_by_key(|(hash, _)| *hash);
    marked
});

/// FNV over small letters.
fn hash(word: &[u8]) -> u64 {
    word.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01B3)
    })
}
