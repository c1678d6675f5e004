//! Text to speech with a Piper voice, a VITS net in ONNX.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, bail};
use ort::environment::Environment;
use ort::session::Session;
use ort::session::builder::GraphOptimizationLevel;
use ort::value::Tensor;
use serde::Deserialize;

use crate::sound::{SPOKEN_RATE, resample};

/// The marks around and between the sounds of a sentence.
const BEGIN: char = '^';
const END: char = '$';
const BETWEEN: char = '_';
/// Every sentence is brought to this level, with room above it for the filter of the resampler.
const PEAK: f32 = 0.9;
/// A whisper that the net made by mistake is not blown up into a roar.
const GAIN_MAX: f32 = 8.0;

#[derive(Debug, Deserialize)]
struct Settings {
    audio: AudioSettings,
    espeak: LanguageSettings,
    inference: Manner,
    #[serde(default = "one")]
    num_speakers: u32,
    phoneme_id_map: HashMap<String, Vec<i64>>,
}

#[derive(Debug, Deserialize)]
struct AudioSettings {
    sample_rate: u32,
}

#[derive(Debug, Deserialize)]
struct LanguageSettings {
    voice: String,
}

/// How lively it speaks, and how slowly.
#[derive(Debug, Deserialize)]
struct Manner {
    noise_scale: f32,
    length_scale: f32,
    noise_w: f32,
}

fn one() -> u32 {
    1
}

pub(crate) struct Voice {
    session: Mutex<Session>,
    settings: Settings,
}

impl std::fmt::Debug for Voice {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Voice({} Hz)", self.settings.audio.sample_rate)
    }
}

impl Voice {
    pub(crate) fn load(
        runtime: &Environment,
        weights: &Path,
        threads: usize,
    ) -> anyhow::Result<Voice> {
        let settings = read_settings(weights)?;
        let session = session(runtime, weights, threads).map_err(|error| {
            anyhow::anyhow!(
                "{} is no ONNX model, or damaged; try `viva models verify`: {error}",
                weights.display()
            )
        })?;
        Ok(Voice {
            session: Mutex::new(session),
            settings,
        })
    }

    /// One sentence in phonetic letters. Twice the speed is half the length. Takes a tenth of the time it takes to hear.
    pub(crate) fn say(&self, phonemes: &str, speed: f32) -> anyhow::Result<Vec<f32>> {
        let ids = self.ids(phonemes);
        let manner = &self.settings.inference;
        let scales = vec![
            manner.noise_scale,
            manner.length_scale / speed,
            manner.noise_w,
        ];
        let n_ids = i64::try_from(ids.len())?;
        let mut inputs = vec![
            (
                "input",
                Tensor::from_array(([1, ids.len()], ids))?.into_dyn(),
            ),
            (
                "input_lengths",
                Tensor::from_array(([1], vec![n_ids]))?.into_dyn(),
            ),
            ("scales", Tensor::from_array(([3], scales))?.into_dyn()),
        ];
        if self.settings.num_speakers > 1 {
            inputs.push(("sid", Tensor::from_array(([1], vec![0_i64]))?.into_dyn()));
        }
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let outputs = session.run(inputs)?;
        let (_, samples) = outputs[0].try_extract_tensor::<f32>()?;
        let samples = levelled(samples);
        Ok(resample(
            samples,
            self.settings.audio.sample_rate,
            SPOKEN_RATE,
        )?)
    }

    fn ids(&self, phonemes: &str) -> Vec<i64> {
        let id = |it: char| {
            self.settings
                .phoneme_id_map
                .get(it.encode_utf8(&mut [0; 4]) as &str)
        };
        let known = phonemes.chars().filter_map(id);
        let between = id(BETWEEN);
        let inner = id(BEGIN).into_iter().chain(known);
        let with_gaps = inner.flat_map(|it| [Some(it), between]).flatten();
        with_gaps.chain(id(END)).flatten().copied().collect()
    }
}

fn read_settings(weights: &Path) -> anyhow::Result<Settings> {
    let mut path = weights.as_os_str().to_owned();
    path.push(".json");
    let path = PathBuf::from(path);
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}, which belongs to the voice", path.display()))?;
    let settings: Settings = serde_json::from_str(&text)
        .with_context(|| format!("{} does not describe a Piper voice", path.display()))?;
    let language = &settings.espeak.voice;
    if !language.starts_with("en") {
        bail!("this voice speaks “{language}”; only English can be read aloud");
    }
    Ok(settings)
}

fn session(runtime: &Environment, weights: &Path, threads: usize) -> ort::Result<Session> {
    Session::builder(runtime)?
        .with_optimization_level(GraphOptimizationLevel::Level3)?
        .with_intra_threads(threads)?
        // Threads that spin while they wait would take the time of whoever listens.
        .with_intra_op_spinning(false)?
        .commit_from_file(weights)
}

fn levelled(samples: &[f32]) -> Vec<f32> {
    let peak = samples.iter().fold(0.0_f32, |peak, it| peak.max(it.abs()));
    let gain = (PEAK / peak.max(f32::MIN_POSITIVE)).min(GAIN_MAX);
    samples.iter().map(|it| it * gain).collect()
}

/// Where the ONNX runtime is: as told, beside this program, or wherever the system keeps libraries.
pub(crate) fn runtime(told: Option<&Path>) -> anyhow::Result<Environment> {
    let name = format!(
        "{}onnxruntime{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    let beside = std::env::current_exe()
        .ok()
        .and_then(|it| it.canonicalize().ok())
        .map(|it| it.with_file_name(&name))
        .filter(|it| it.is_file());
    let path = told
        .map(Path::to_owned)
        .or(beside)
        .unwrap_or_else(|| name.into());
    let builder = ort::init_from(&path).map_err(|error| {
        anyhow::anyhow!("cannot load the ONNX runtime {}: {error}", path.display())
    })?;
    Ok(builder.build()?)
}
