//! The little words, which nobody stresses in running speech.

/// What follows changes some of them: "the apple", "the pear".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Vowel,
    Other,
}

const WEAK: &[(&str, &str)] = &[
    ("a", "ɐ"),
    ("about", "ɐbˌaʊt"),
    ("am", "æm"),
    ("an", "ɐn"),
    ("and", "ænd"),
    ("are", "ɑːɹ"),
    ("as", "æz"),
    ("at", "æt"),
    ("be", "biː"),
    ("because", "bɪkˈʌz"),
    ("been", "bˌɪn"),
    ("but", "bˌʌt"),
    ("by", "baɪ"),
    ("can", "kæn"),
    ("could", "kʊd"),
    ("for", "fɔːɹ"),
    ("from", "fɹʌm"),
    ("had", "hæd"),
    ("has", "hɐz"),
    ("have", "hæv"),
    ("he", "hiː"),
    ("her", "hɜː"),
    ("him", "hˌɪm"),
    ("his", "hɪz"),
    ("how", "hˌaʊ"),
    ("i", "aɪ"),
    ("i'm", "aɪm"),
    ("i've", "aɪv"),
    ("if", "ɪf"),
    ("in", "ɪn"),
    ("into", "ˌɪntʊ"),
    ("is", "ɪz"),
    ("it", "ɪt"),
    ("it's", "ɪts"),
    ("its", "ɪts"),
    ("me", "mˌiː"),
    ("might", "mˌaɪt"),
    ("my", "maɪ"),
    ("not", "nˌɑːt"),
    ("of", "ʌv"),
    ("on", "ˌɔn"),
    ("or", "ɔːɹ"),
    ("our", "ˌaʊɚ"),
    ("she", "ʃiː"),
    ("should", "ʃˌʊd"),
    ("so", "sˌoʊ"),
    ("some", "sˌʌm"),
    ("than", "ðɐn"),
    ("that", "ðæt"),
    ("that's", "ðæts"),
    ("their", "ðɛɹ"),
    ("them", "ðˌɛm"),
    ("there", "ðɛɹ"),
    ("these", "ðiːz"),
    ("they", "ðeɪ"),
    ("this", "ðɪs"),
    ("those", "ðoʊz"),
    ("up", "ˌʌp"),
    ("us", "ˌʌs"),
    ("was", "wʌz"),
    ("we", "wiː"),
    ("were", "wɜː"),
    ("what", "wʌt"),
    ("what's", "wʌts"),
    ("when", "wɛn"),
    ("where", "wˌɛɹ"),
    ("which", "wˌɪtʃ"),
    ("who", "hˌuː"),
    ("why", "wˌaɪ"),
    ("will", "wɪl"),
    ("with", "wɪð"),
    ("would", "wʊd"),
    ("you", "juː"),
    ("you're", "jʊɹ"),
    ("your", "jʊɹ"),
];

pub(super) fn weak(word: &str, next: Next) -> Option<&'static str> {
    match (word, next) {
        ("the", Next::Vowel) => Some("ðɪ"),
        ("the", Next::Other) => Some("ðə"),
        ("to", Next::Vowel) => Some("tʊ"),
        ("to", Next::Other) => Some("tə"),
        (_, Next::Vowel | Next::Other) => WEAK
            .binary_search_by_key(&word, |(it, _)| it)
            .ok()
            .map(|at| WEAK[at].1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_so_that_every_word_in_it_is_found() {
        for (word, sound) in WEAK {
            assert_eq!(weak(word, Next::Other), Some(*sound), "{word}");
        }
    }
}
