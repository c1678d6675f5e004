//! The recognisers and voices of one shelf: found at the start, loaded when first needed.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, bail};
use ort::environment::Environment;

use crate::recogniser::Recogniser;
use crate::shelf::{Kind, Model};
use crate::text::Reader;
use crate::voice::{self, Voice};

/// Names that clients of the OpenAI API send when nobody told them another: whatever is installed is meant.
fn is_of_the_api(model: &str) -> bool {
    matches!(model, "" | "whisper-1" | "tts-1" | "tts-1-hd") || model.starts_with("gpt-")
}
const ANY_VOICE: &[&str] = &[
    "", "alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "nova", "onyx",
    "sage", "shimmer", "verse",
];

/// What was chosen on the command line.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) transcriber: Option<String>,
    pub(crate) voice: Option<String>,
    pub(crate) threads: usize,
    pub(crate) onnxruntime: Option<PathBuf>,
}

#[derive(Debug)]
pub(crate) struct Engines {
    pub(crate) transcribers: Rack<Recogniser>,
    pub(crate) voices: Rack<Voice>,
    pub(crate) reader: Reader,
    runtime: Option<Environment>,
    threads: usize,
}

/// The installed models of one kind; the first is the one that is meant when none is named.
#[derive(Debug)]
pub(crate) struct Rack<T> {
    slots: Vec<Slot<T>>,
}

#[derive(Debug)]
pub(crate) struct Slot<T> {
    pub(crate) model: Model,
    loaded: Mutex<Option<Arc<T>>>,
}

impl<T> Rack<T> {
    /// The largest is the best one that somebody cared to install.
    fn of(models: &[Model], kind: Kind, chosen: Option<&str>) -> anyhow::Result<Rack<T>> {
        let mut models: Vec<Model> = models
            .iter()
            .filter(|it| it.kind == kind)
            .cloned()
            .collect();
        models.sort_by_key(|it| {
            (
                Some(it.name.as_str()) != chosen,
                std::cmp::Reverse(it.bytes),
            )
        });
        if let Some(chosen) = chosen
            && models.first().is_none_or(|it| it.name != chosen)
        {
            bail!(
                "no model “{chosen}” of that kind is installed; `viva models list` shows what is"
            );
        }
        let slot = |model| Slot {
            model,
            loaded: Mutex::default(),
        };
        Ok(Rack {
            slots: models.into_iter().map(slot).collect(),
        })
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        self.slots.iter().map(|it| it.model.name.as_str()).collect()
    }

    fn named(&self, name: &str) -> Option<&Slot<T>> {
        self.slots.iter().find(|it| it.model.name == name)
    }

    fn find(&self, name: &str) -> Option<&Slot<T>> {
        self.named(name)
            .or_else(|| self.slots.first().filter(|_| is_of_the_api(name)))
    }
}

impl<T> Slot<T> {
    /// Whoever comes while it is being loaded waits for it.
    fn get(&self, load: impl FnOnce(&Model) -> anyhow::Result<T>) -> anyhow::Result<Arc<T>> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(engine) = &*loaded {
            return Ok(Arc::clone(engine));
        }
        let engine = load(&self.model)
            .map(Arc::new)
            .with_context(|| format!("the model “{}” cannot be used", self.model.name))?;
        *loaded = Some(Arc::clone(&engine));
        Ok(engine)
    }
}

impl Engines {
    /// Loads the ones that will be asked for first, so that the first question need not wait.
    pub(crate) fn open(models: &[Model], choice: &Choice) -> anyhow::Result<Engines> {
        let transcribers = Rack::of(models, Kind::Transcribe, choice.transcriber.as_deref())?;
        let mut voices = Rack::of(models, Kind::Voice, choice.voice.as_deref())?;
        let mut runtime = None;
        if !voices.slots.is_empty() {
            match voice::runtime(choice.onnxruntime.as_deref()) {
                Ok(found) => runtime = Some(found),
                // It can still listen; and whoever starts it can see what it can do.
                Err(error) => {
                    tracing::warn!("{error:#}; voices cannot be used");
                    voices.slots.clear();
                }
            }
        }
        let engines = Engines {
            transcribers,
            voices,
            reader: Reader::load(),
            runtime,
            threads: choice.threads,
        };
        if let Some(slot) = engines.transcribers.slots.first() {
            engines.load_transcriber(slot)?;
        }
        if let Some(slot) = engines.voices.slots.first() {
            engines.load_voice(slot)?;
        }
        Ok(engines)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.transcribers.slots.is_empty() && self.voices.slots.is_empty()
    }

    pub(crate) fn transcriber(&self, name: &str) -> Option<&Slot<Recogniser>> {
        self.transcribers.find(name)
    }

    /// Clients name a model and a voice; here a voice is a model, and either may name it.
    pub(crate) fn voice(&self, model: &str, voice: &str) -> Result<&Slot<Voice>, NoSuch> {
        let of_model = self.voices.find(model).ok_or(NoSuch::Model)?;
        match ANY_VOICE.contains(&voice) {
            true => Ok(of_model),
            false => self.voices.named(voice).ok_or(NoSuch::Voice),
        }
    }

    pub(crate) fn load_transcriber(
        &self,
        slot: &Slot<Recogniser>,
    ) -> anyhow::Result<Arc<Recogniser>> {
        slot.get(|model| Recogniser::load(&model.weights, self.threads))
    }

    pub(crate) fn load_voice(&self, slot: &Slot<Voice>) -> anyhow::Result<Arc<Voice>> {
        let runtime = self.runtime.as_ref().context("there is no ONNX runtime")?;
        slot.get(|model| Voice::load(runtime, &model.weights, self.threads))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSuch {
    Model,
    Voice,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rack(chosen: Option<&str>) -> anyhow::Result<Rack<()>> {
        let model = |name: &str, bytes| Model {
            name: name.to_owned(),
            kind: Kind::Transcribe,
            weights: PathBuf::new(),
            bytes,
        };
        Rack::of(
            &[model("small", 1), model("large", 2)],
            Kind::Transcribe,
            chosen,
        )
    }

    #[test]
    fn the_largest_stands_first_unless_another_was_chosen() {
        assert_eq!(rack(None).unwrap().names(), ["large", "small"]);
        assert_eq!(rack(Some("small")).unwrap().names(), ["small", "large"]);
        assert!(rack(Some("huge")).is_err());
    }

    #[test]
    fn a_name_of_the_api_means_the_first_and_an_unknown_name_means_nothing() {
        let rack = rack(None).unwrap();
        let found = |name| rack.find(name).map(|it| it.model.name.clone());
        assert_eq!(found("whisper-1").as_deref(), Some("large"));
        assert_eq!(found("gpt-4o-transcribe").as_deref(), Some("large"));
        assert_eq!(found("small").as_deref(), Some("small"));
        assert_eq!(found("parakeet"), None);
    }
}
