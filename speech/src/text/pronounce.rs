//! Reads a sentence aloud on paper: the phonetic letters a voice turns into sound.

use super::ipa::ipa;
use super::letters;
use super::lexicon::Lexicon;
use super::sound::{Consonant, Sound, Stress, sounds};
use super::weak::{Next, weak};
use super::words::{Piece, pieces};

/// Compounds are made of words at least this long; shorter ones are found everywhere.
const PART_CHARS_MIN: usize = 3;
const ENDINGS: &[(&str, &str)] = &[
    ("ing", "IH0 NG"),
    ("ly", "L IY0"),
    ("ness", "N AH0 S"),
    ("less", "L AH0 S"),
    ("er", "ER0"),
    ("able", "AH0 B AH0 L"),
];

#[derive(Debug)]
pub(crate) struct Reader {
    lexicon: Lexicon,
}

impl Reader {
    pub(crate) fn load() -> Reader {
        Reader {
            lexicon: Lexicon::load(),
        }
    }

    /// Words apart, pauses right behind the word before them, as in "hɐlˈoʊ, wˈɜːld."
    pub(crate) fn phonemes(&self, sentence: &str) -> String {
        let pieces = pieces(sentence);
        let spoken: Vec<Vec<Sound>> = pieces.iter().map(|it| self.piece(it)).collect();
        let mut out = String::new();
        for (at, piece) in pieces.iter().enumerate() {
            let next = match spoken.get(at + 1).and_then(|it| it.first()) {
                Some(sound) if sound.is_vowel() => Next::Vowel,
                Some(_) | None => Next::Other,
            };
            let last = matches!(pieces.get(at + 1), Some(Piece::Pause(_)) | None);
            let letters = match piece {
                Piece::Pause(sign) => {
                    out.push(*sign);
                    continue;
                }
                // At the end of a clause even a little word is said in full: "What is it for?"
                Piece::Word(word) if !last => {
                    weak(word, next).map_or_else(|| ipa(word, &spoken[at]), str::to_owned)
                }
                Piece::Word(word) | Piece::Spelled(word) => ipa(word, &spoken[at]),
            };
            if letters.is_empty() {
                continue;
            }
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(&letters);
        }
        out
    }

    fn piece(&self, piece: &Piece) -> Vec<Sound> {
        match piece {
            Piece::Word(word) => self.word(word),
            Piece::Spelled(letters) => letters.chars().flat_map(letters::name_of).collect(),
            Piece::Pause(_) => Vec::new(),
        }
    }

    fn word(&self, word: &str) -> Vec<Sound> {
        if let Some(found) = self.known(word) {
            return found;
        }
        let bare = word.trim_matches('\'');
        let found = self
            .known(bare)
            .or_else(|| self.with_s(bare))
            .or_else(|| self.with_ed(bare))
            .or_else(|| self.with_ending(bare))
            .or_else(|| self.compound(bare));
        found.unwrap_or_else(|| letters::read(bare))
    }

    fn known(&self, word: &str) -> Option<Vec<Sound>> {
        match word.chars().count() {
            // The dictionary knows "a" as the article; a single letter at this point may be one of "Q and A".
            1 if word != "a" => word.chars().next().map(letters::name_of),
            _ => self.lexicon.sounds(word),
        }
    }

    /// Plural, possessive, third person.
    fn with_s(&self, word: &str) -> Option<Vec<Sound>> {
        let stem = word.strip_suffix("'s").or_else(|| word.strip_suffix('s'))?;
        let of_y = |it: &str| self.lexicon.sounds(&format!("{}y", it.strip_suffix("ie")?));
        let found = self.lexicon.sounds(stem);
        let found = found.or_else(|| self.lexicon.sounds(stem.strip_suffix('e')?));
        let mut spoken = found.or_else(|| of_y(stem)).or_else(|| {
            // A name with a possessive is a name all the same.
            word.contains("'s").then(|| letters::read(stem))
        })?;
        let ending = match spoken.last()? {
            Sound::Consonant(last) if hisses(*last) => "IH0 Z",
            Sound::Consonant(last) if is_voiceless(*last) => "S",
            Sound::Consonant(_) | Sound::Vowel(..) => "Z",
        };
        spoken.extend(sounds(ending));
        Some(spoken)
    }

    fn with_ed(&self, word: &str) -> Option<Vec<Sound>> {
        let mut spoken = self.stem(word.strip_suffix("ed")?)?;
        let ending = match spoken.last()? {
            Sound::Consonant(Consonant::T | Consonant::D) => "IH0 D",
            Sound::Consonant(last) if is_voiceless(*last) => "T",
            Sound::Consonant(_) | Sound::Vowel(..) => "D",
        };
        spoken.extend(sounds(ending));
        Some(spoken)
    }

    fn with_ending(&self, word: &str) -> Option<Vec<Sound>> {
        ENDINGS.iter().find_map(|(written, said)| {
            let mut spoken = self.stem(word.strip_suffix(written)?)?;
            spoken.extend(sounds(said));
            Some(spoken)
        })
    }

    /// "plan" of "plann", "cope" of "cop".
    fn stem(&self, cut: &str) -> Option<Vec<Sound>> {
        let whole = || (cut.len() >= PART_CHARS_MIN).then(|| self.lexicon.sounds(cut))?;
        let single = || {
            let mut letters = cut.chars().rev();
            let (last, before) = (letters.next()?, letters.next()?);
            let doubled = last == before;
            doubled.then(|| self.lexicon.sounds(&cut[..cut.len() - last.len_utf8()]))?
        };
        let with_e = || self.lexicon.sounds(&format!("{cut}e"));
        single().or_else(with_e).or_else(whole)
    }

    /// Two words in one: "whiteboarding", "soundcheck". The first is stressed.
    fn compound(&self, word: &str) -> Option<Vec<Sound>> {
        let places: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
        let n = places.len();
        let inner = places.get(PART_CHARS_MIN..=n.checked_sub(PART_CHARS_MIN)?)?;
        inner.iter().rev().find_map(|at| {
            let mut spoken = self.lexicon.sounds(&word[..*at])?;
            let second = self.lexicon.sounds(&word[*at..])?;
            spoken.extend(second.into_iter().map(|it| match it {
                Sound::Vowel(vowel, Stress::Primary) => Sound::Vowel(vowel, Stress::Secondary),
                Sound::Vowel(..) | Sound::Consonant(_) => it,
            }));
            Some(spoken)
        })
    }
}

fn hisses(consonant: Consonant) -> bool {
    use Consonant::{Ch, Jh, S, Sh, Z, Zh};
    [S, Z, Sh, Zh, Ch, Jh].contains(&consonant)
}

fn is_voiceless(consonant: Consonant) -> bool {
    use Consonant::{Ch, F, K, P, S, Sh, T, Th};
    [P, T, K, F, Th, S, Sh, Ch].contains(&consonant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_becomes_the_letters_of_its_sounds() {
        let reader = Reader::load();
        for (sentence, expected) in [
            (
                "I stopped using the app after two weeks.",
                "aɪ stˈɑːpt jˈuːzɪŋ ðɪ ˈæp ˈæftɚ tˈuː wˈiːks.",
            ),
            ("What is it for?", "wʌt ɪz ɪt fˈɔːɹ?"),
            ("The city, the old one!", "ðə sˈɪɾi, ðɪ ˈoʊld wˈʌn!"),
            (
                "In 1987 the BBC called",
                "ɪn nˈaɪntˈiːn ˈeɪɾi sˈɛvən ðə bˈiːbˈiːsˈiː kˈɔːld.",
            ),
        ] {
            assert_eq!(reader.phonemes(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn words_that_no_dictionary_has_are_made_of_their_parts() {
        let reader = Reader::load();
        for (word, expected) in [
            ("voiceovers", "vˈɔɪsˌoʊvɚz."),
            ("blogged", "blˈɔːɡd."),
            ("hackathon's", "hˈækəθˌɔːnz."),
            ("soundcheck", "sˈaʊndtʃˌɛk."),
            ("zorp's", "zˈɔːɹps."),
        ] {
            assert!(reader.lexicon.sounds(word).is_none(), "{word} is known");
            assert_eq!(reader.phonemes(word), expected, "{word}");
        }
    }

    #[test]
    fn nothing_is_read_as_nothing() {
        let reader = Reader::load();
        assert_eq!(reader.phonemes("日本 🎹"), ".");
    }
}
