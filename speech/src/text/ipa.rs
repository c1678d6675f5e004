//! Dictionary sounds as the phonetic letters that Piper's American voices were trained on.

use super::sound::{Consonant, Sound, Stress, Vowel};

/// Stress is marked right before the vowel, not before the syllable: so do the transcripts of the training.
pub(super) fn ipa(word: &str, sounds: &[Sound]) -> String {
    let mut out = String::new();
    for (at, sound) in sounds.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|it| sounds.get(it)).copied();
        let after = sounds.get(at + 1).copied();
        match sound {
            Sound::Vowel(vowel, stress) => {
                out.push_str(mark(*stress));
                if *stress == Stress::None && is_ending(word, &sounds[at..]) {
                    out.push('ᵻ');
                } else {
                    out.push_str(letters(*vowel, *stress, before, after));
                }
            }
            Sound::Consonant(Consonant::T) if is_flap(before, &sounds[at + 1..]) => out.push('ɾ'),
            Sound::Consonant(consonant) => out.push_str(consonant_letters(*consonant)),
        }
    }
    out
}

fn mark(stress: Stress) -> &'static str {
    match stress {
        Stress::None => "",
        Stress::Primary => "ˈ",
        Stress::Secondary => "ˌ",
    }
}

/// The weak vowel of "roses" and "wanted".
fn is_ending(word: &str, rest: &[Sound]) -> bool {
    let [
        Sound::Vowel(Vowel::Ah | Vowel::Ih, _),
        Sound::Consonant(last),
    ] = rest
    else {
        return false;
    };
    (*last == Consonant::Z && (word.ends_with("es") || word.ends_with("'s")))
        || (*last == Consonant::D && word.ends_with("ed"))
}

/// The quick "t" of "city" and "party".
fn is_flap(before: Option<Sound>, rest: &[Sound]) -> bool {
    let after_vowel =
        before.is_some_and(|it| it.is_vowel() || it == Sound::Consonant(Consonant::R));
    let before_weak = matches!(rest.first(), Some(Sound::Vowel(_, Stress::None)));
    let before_n = matches!(rest, [Sound::Vowel(..), Sound::Consonant(Consonant::N), ..]);
    after_vowel && before_weak && !before_n
}

fn letters(
    vowel: Vowel,
    stress: Stress,
    before: Option<Sound>,
    after: Option<Sound>,
) -> &'static str {
    let before_vowel = after.is_some_and(Sound::is_vowel);
    let weak = stress == Stress::None;
    match vowel {
        Vowel::Aa => "ɑː",
        Vowel::Ae => "æ",
        Vowel::Ah if !weak => "ʌ",
        // The first sound of "about".
        Vowel::Ah if before.is_none() && after.is_some() => "ɐ",
        Vowel::Ah => "ə",
        Vowel::Ao if after == Some(Sound::Consonant(Consonant::Ng)) => "ɔ",
        Vowel::Ao => "ɔː",
        Vowel::Aw => "aʊ",
        Vowel::Ay => "aɪ",
        Vowel::Eh => "ɛ",
        Vowel::Er if weak && before_vowel => "ɚɹ",
        Vowel::Er if weak => "ɚ",
        Vowel::Er if before_vowel => "ɜːɹ",
        Vowel::Er => "ɜː",
        Vowel::Ey => "eɪ",
        Vowel::Ih => "ɪ",
        Vowel::Iy if weak => "i",
        Vowel::Iy => "iː",
        Vowel::Ow => "oʊ",
        Vowel::Oy => "ɔɪ",
        Vowel::Uh => "ʊ",
        Vowel::Uw => "uː",
    }
}

fn consonant_letters(consonant: Consonant) -> &'static str {
    match consonant {
        Consonant::B => "b",
        Consonant::Ch => "tʃ",
        Consonant::D => "d",
        Consonant::Dh => "ð",
        Consonant::F => "f",
        Consonant::G => "ɡ",
        Consonant::Hh => "h",
        Consonant::Jh => "dʒ",
        Consonant::K => "k",
        Consonant::L => "l",
        Consonant::M => "m",
        Consonant::N => "n",
        Consonant::Ng => "ŋ",
        Consonant::P => "p",
        Consonant::R => "ɹ",
        Consonant::S => "s",
        Consonant::Sh => "ʃ",
        Consonant::T => "t",
        Consonant::Th => "θ",
        Consonant::V => "v",
        Consonant::W => "w",
        Consonant::Y => "j",
        Consonant::Z => "z",
        Consonant::Zh => "ʒ",
    }
}

#[cfg(test)]
mod tests {
    use super::super::sound::sounds;
    use super::*;

    fn check(word: &str, written: &str, expected: &str) {
        assert_eq!(ipa(word, &sounds(written)), expected, "{word}");
    }

    #[test]
    fn vowels_depend_on_stress_and_on_what_follows() {
        check("about", "AH0 B AW1 T", "ɐbˈaʊt");
        check("happy", "HH AE1 P IY0", "hˈæpi");
        check("memory", "M EH1 M ER0 IY0", "mˈɛmɚɹi");
        check("world", "W ER1 L D", "wˈɜːld");
        check("roses", "R OW1 Z AH0 Z", "ɹˈoʊzᵻz");
    }

    #[test]
    fn a_t_between_vowels_is_quick_unless_an_n_follows() {
        check("city", "S IH1 T IY0", "sˈɪɾi");
        check("party", "P AA1 R T IY0", "pˈɑːɹɾi");
        check("written", "R IH1 T AH0 N", "ɹˈɪtən");
        check("hotel", "HH OW0 T EH1 L", "hoʊtˈɛl");
    }
}
