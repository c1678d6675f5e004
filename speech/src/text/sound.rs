//! The sounds of American English as the pronouncing dictionary counts them: 15 vowels, 24 consonants, three stresses.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vowel {
    Aa,
    Ae,
    Ah,
    Ao,
    Aw,
    Ay,
    Eh,
    Er,
    Ey,
    Ih,
    Iy,
    Ow,
    Oy,
    Uh,
    Uw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Consonant {
    B,
    Ch,
    D,
    Dh,
    F,
    G,
    Hh,
    Jh,
    K,
    L,
    M,
    N,
    Ng,
    P,
    R,
    S,
    Sh,
    T,
    Th,
    V,
    W,
    Y,
    Z,
    Zh,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stress {
    None,
    Primary,
    Secondary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sound {
    Vowel(Vowel, Stress),
    Consonant(Consonant),
}

const VOWELS: &[(&str, Vowel)] = &[
    ("AA", Vowel::Aa),
    ("AE", Vowel::Ae),
    ("AH", Vowel::Ah),
    ("AO", Vowel::Ao),
    ("AW", Vowel::Aw),
    ("AY", Vowel::Ay),
    ("EH", Vowel::Eh),
    ("ER", Vowel::Er),
    ("EY", Vowel::Ey),
    ("IH", Vowel::Ih),
    ("IY", Vowel::Iy),
    ("OW", Vowel::Ow),
    ("OY", Vowel::Oy),
    ("UH", Vowel::Uh),
    ("UW", Vowel::Uw),
];

const CONSONANTS: &[(&str, Consonant)] = &[
    ("B", Consonant::B),
    ("CH", Consonant::Ch),
    ("D", Consonant::D),
    ("DH", Consonant::Dh),
    ("F", Consonant::F),
    ("G", Consonant::G),
    ("HH", Consonant::Hh),
    ("JH", Consonant::Jh),
    ("K", Consonant::K),
    ("L", Consonant::L),
    ("M", Consonant::M),
    ("N", Consonant::N),
    ("NG", Consonant::Ng),
    ("P", Consonant::P),
    ("R", Consonant::R),
    ("S", Consonant::S),
    ("SH", Consonant::Sh),
    ("T", Consonant::T),
    ("TH", Consonant::Th),
    ("V", Consonant::V),
    ("W", Consonant::W),
    ("Y", Consonant::Y),
    ("Z", Consonant::Z),
    ("ZH", Consonant::Zh),
];

impl Sound {
    /// `AH0`, `K`: a vowel carries its stress as a digit; without one it is unstressed.
    pub(super) fn read(written: &str) -> Option<Sound> {
        let name = written.trim_end_matches(|it: char| it.is_ascii_digit());
        let stress = match &written[name.len()..] {
            "" | "0" => Stress::None,
            "1" => Stress::Primary,
            "2" => Stress::Secondary,
            _ => return None,
        };
        let vowel = VOWELS.iter().find(|(it, _)| *it == name);
        let consonant = CONSONANTS.iter().find(|(it, _)| *it == name);
        match (vowel, consonant) {
            (Some((_, vowel)), _) => Some(Sound::Vowel(*vowel, stress)),
            (None, Some((_, consonant))) => Some(Sound::Consonant(*consonant)),
            (None, None) => None,
        }
    }

    pub(super) fn is_vowel(self) -> bool {
        matches!(self, Sound::Vowel(..))
    }
}

/// Several at once, as the dictionary writes them: `K AE1 T`.
pub(super) fn sounds(written: &str) -> Vec<Sound> {
    written.split_whitespace().filter_map(Sound::read).collect()
}
