//! From written English to the sounds that a voice is trained on: sentences, words, pronunciation.

mod ipa;
mod letters;
mod lexicon;
mod numbers;
mod pronounce;
mod sentences;
mod sound;
mod weak;
mod words;

pub(crate) use pronounce::Reader;
pub(crate) use sentences::sentences;
