//! How a word that no dictionary knows is read from its letters.

use super::sound::{Sound, Stress, Vowel, sounds};

/// Where in the word a spelling has the sound.
#[derive(Clone, Copy)]
enum Place {
    Anywhere,
    First,
    Last,
    /// Before e, i or y.
    Soft,
}

/// The first that fits is taken, so the longer and the narrower come first.
const RULES: &[(&str, Place, &str)] = &[
    ("tion", Place::Anywhere, "SH AH N"),
    ("sion", Place::Anywhere, "ZH AH N"),
    ("eigh", Place::Anywhere, "EY"),
    ("ough", Place::Anywhere, "OW"),
    ("augh", Place::Anywhere, "AO"),
    ("igh", Place::Anywhere, "AY"),
    ("tch", Place::Anywhere, "CH"),
    ("sch", Place::Anywhere, "SH"),
    ("dge", Place::Anywhere, "JH"),
    ("que", Place::Last, "K"),
    ("ck", Place::Anywhere, "K"),
    ("ch", Place::Anywhere, "CH"),
    ("sh", Place::Anywhere, "SH"),
    ("th", Place::Anywhere, "TH"),
    ("ph", Place::Anywhere, "F"),
    ("wh", Place::Anywhere, "W"),
    ("gh", Place::First, "G"),
    ("gh", Place::Anywhere, ""),
    ("kn", Place::First, "N"),
    ("gn", Place::First, "N"),
    ("wr", Place::First, "R"),
    ("ps", Place::First, "S"),
    ("mb", Place::Last, "M"),
    ("ng", Place::Last, "NG"),
    ("nk", Place::Anywhere, "NG K"),
    ("qu", Place::Anywhere, "K W"),
    ("ee", Place::Anywhere, "IY"),
    ("ea", Place::Anywhere, "IY"),
    ("oo", Place::Anywhere, "UW"),
    ("ou", Place::Anywhere, "AW"),
    ("ow", Place::Anywhere, "OW"),
    ("oi", Place::Anywhere, "OY"),
    ("oy", Place::Anywhere, "OY"),
    ("ai", Place::Anywhere, "EY"),
    ("ay", Place::Anywhere, "EY"),
    ("au", Place::Anywhere, "AO"),
    ("aw", Place::Anywhere, "AO"),
    ("ei", Place::Anywhere, "EY"),
    ("ey", Place::Last, "IY"),
    ("ey", Place::Anywhere, "EY"),
    ("ie", Place::Anywhere, "IY"),
    ("ew", Place::Anywhere, "UW"),
    ("eu", Place::Anywhere, "UW"),
    ("ue", Place::Anywhere, "UW"),
    ("oa", Place::Anywhere, "OW"),
    ("ar", Place::Anywhere, "AA R"),
    ("or", Place::Anywhere, "AO R"),
    ("er", Place::Anywhere, "ER"),
    ("ir", Place::Anywhere, "ER"),
    ("ur", Place::Anywhere, "ER"),
    ("a", Place::Last, "AH"),
    ("a", Place::Anywhere, "AE"),
    ("b", Place::Anywhere, "B"),
    ("c", Place::Soft, "S"),
    ("c", Place::Anywhere, "K"),
    ("d", Place::Anywhere, "D"),
    ("e", Place::Last, "IY"),
    ("e", Place::Anywhere, "EH"),
    ("f", Place::Anywhere, "F"),
    ("g", Place::First, "G"),
    ("g", Place::Soft, "JH"),
    ("g", Place::Anywhere, "G"),
    ("h", Place::Anywhere, "HH"),
    ("i", Place::Last, "IY"),
    ("i", Place::Anywhere, "IH"),
    ("j", Place::Anywhere, "JH"),
    ("k", Place::Anywhere, "K"),
    ("l", Place::Anywhere, "L"),
    ("m", Place::Anywhere, "M"),
    ("n", Place::Anywhere, "N"),
    ("o", Place::Last, "OW"),
    ("o", Place::Anywhere, "AA"),
    ("p", Place::Anywhere, "P"),
    ("q", Place::Anywhere, "K"),
    ("r", Place::Anywhere, "R"),
    ("s", Place::Anywhere, "S"),
    ("t", Place::Anywhere, "T"),
    ("u", Place::Last, "UW"),
    ("u", Place::Anywhere, "AH"),
    ("v", Place::Anywhere, "V"),
    ("w", Place::Anywhere, "W"),
    ("x", Place::First, "Z"),
    ("x", Place::Anywhere, "K S"),
    ("y", Place::First, "Y"),
    ("y", Place::Last, "IY"),
    ("y", Place::Anywhere, "IH"),
    ("z", Place::Anywhere, "Z"),
];

/// The names of the letters, for "BBC".
const NAMES: [&str; 26] = [
    "EY1",
    "B IY1",
    "S IY1",
    "D IY1",
    "IY1",
    "EH1 F",
    "JH IY1",
    "EY1 CH",
    "AY1",
    "JH EY1",
    "K EY1",
    "EH1 L",
    "EH1 M",
    "EH1 N",
    "OW1",
    "P IY1",
    "K Y UW1",
    "AA1 R",
    "EH1 S",
    "T IY1",
    "Y UW1",
    "V IY1",
    "D AH1 B AH0 L Y UW0",
    "EH1 K S",
    "W AY1",
    "Z IY1",
];

pub(super) fn name_of(letter: char) -> Vec<Sound> {
    let at = (letter.to_ascii_lowercase() as usize).wrapping_sub('a' as usize);
    NAMES.get(at).map(|it| sounds(it)).unwrap_or_default()
}

/// `word` is in lower case, letters only; anything else in it is passed over.
pub(super) fn read(word: &str) -> Vec<Sound> {
    let (stem, long) = magic_e(word);
    let mut spoken = Vec::new();
    let mut at = 0;
    while at < stem.len() {
        if Some(at) == long.map(|(place, _)| place) {
            spoken.extend(long.map(|(_, vowel)| Sound::Vowel(vowel, Stress::None)));
            at += 1;
            continue;
        }
        let rest = &stem[at..];
        let step = rest.chars().next().map_or(1, char::len_utf8);
        // A doubled consonant is said once.
        let doubled = rest.len() > 1 && rest.as_bytes()[0] == rest.as_bytes()[1];
        if doubled && !"aeiou".contains(&rest[..1]) {
            at += 1;
            continue;
        }
        match RULES.iter().find(|rule| fits(rule, stem, at, word)) {
            Some((written, _, said)) => {
                spoken.extend(sounds(said));
                at += written.len();
            }
            None => at += step,
        }
    }
    stressed(spoken)
}

fn fits((written, place, _): &(&str, Place, &str), stem: &str, at: usize, word: &str) -> bool {
    let Some(after) = stem[at..].strip_prefix(written) else {
        return false;
    };
    match place {
        Place::Anywhere => true,
        Place::First => at == 0,
        Place::Last => after.is_empty() && at > 0,
        // The silent e that was taken off still softens.
        Place::Soft => {
            after.starts_with(['e', 'i', 'y']) || (after.is_empty() && word.len() > stem.len())
        }
    }
}

/// A silent e at the end makes the vowel before the last consonant long: the word without it, and the vowel's place.
fn magic_e(word: &str) -> (&str, Option<(usize, Vowel)>) {
    let bytes = word.as_bytes();
    let [.., before, vowel, consonant, b'e'] = bytes else {
        return (word, None);
    };
    let is_vowel = |it: &u8| b"aeiouy".contains(it);
    if is_vowel(consonant) || !is_vowel(vowel) || is_vowel(before) {
        return (word, None);
    }
    let long = match vowel {
        b'a' => Vowel::Ey,
        b'e' => Vowel::Iy,
        b'i' | b'y' => Vowel::Ay,
        b'o' => Vowel::Ow,
        _ => Vowel::Uw,
    };
    (&word[..word.len() - 1], Some((bytes.len() - 3, long)))
}

/// One vowel must be the strong one: the only, the first of two, else the last but one, as in most names.
fn stressed(mut spoken: Vec<Sound>) -> Vec<Sound> {
    let n_vowels = spoken.iter().filter(|it| it.is_vowel()).count();
    let strong = match n_vowels {
        0..=2 => 0,
        many => many - 2,
    };
    let vowels = spoken.iter_mut().filter_map(|it| match it {
        Sound::Vowel(_, stress) => Some(stress),
        Sound::Consonant(_) => None,
    });
    if let Some(stress) = vowels.into_iter().nth(strong) {
        *stress = Stress::Primary;
    }
    spoken
}

#[cfg(test)]
mod tests {
    use super::super::ipa::ipa;
    use super::*;

    fn check(word: &str, expected: &str) {
        assert_eq!(ipa(word, &read(word)), expected, "{word}");
    }

    #[test]
    fn made_up_words_are_read_as_english() {
        check("blick", "blˈɪk");
        check("trake", "tɹˈeɪk");
        check("phobble", "fˈɑːbli");
        check("shoon", "ʃˈuːn");
        check("zarvonetti", "zɑːɹvɑːnˈɛɾi");
        check("sprace", "spɹˈeɪs");
    }

    #[test]
    fn letters_have_names_and_other_characters_have_none() {
        assert_eq!(name_of('B'), sounds("B IY1"));
        assert!(name_of('é').is_empty());
        assert!(read("日本").is_empty());
    }
}
