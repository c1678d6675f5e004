//! The configuration: viva.toml, then the environment, then flags.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use secrecy::SecretString;
use serde::Deserialize;
use store::DatabaseUrl;

use crate::cli::Place;

/// The keys of viva.toml. Each has a variable of the environment that goes before it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct File {
    data: Option<String>,
    database_url: Option<String>,
    openai_api_key: Option<String>,
    openai_base_url: Option<String>,
    agents: Option<String>,
    openai_org_id: Option<String>,
    model: Option<String>,
    small_model: Option<String>,
    writer_model: Option<String>,
    prompts: Option<String>,
    cost_cap: Option<f64>,
    token: Option<String>,
    voice: Option<String>,
    realtime_url: Option<String>,
    realtime_model: Option<String>,
    transcribe_model: Option<String>,
    voice_name: Option<String>,
    speech_url: Option<String>,
    search_url: Option<String>,
    web_search: Option<String>,
    planner_model: Option<String>,
    note_taker_model: Option<String>,
    researcher_model: Option<String>,
    orchestrator_model: Option<String>,
    analysis_model: Option<String>,
    follow_up_model: Option<String>,
    judge_model: Option<String>,
    #[serde(deserialize_with = "as_written")]
    model_timeout_s: Option<String>,
    #[serde(deserialize_with = "as_written")]
    model_connect_s: Option<String>,
    #[serde(deserialize_with = "as_written")]
    model_silence_s: Option<String>,
    #[serde(deserialize_with = "as_written")]
    model_rest_s: Option<String>,
}

/// A number, with or without quotation marks around it.
fn as_written<'de, D: serde::Deserializer<'de>>(field: D) -> Result<Option<String>, D::Error> {
    let value = toml::Value::deserialize(field)?;
    Ok(Some(match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    }))
}

type InFile = fn(&File) -> &Option<String>;

/// Settings that are taken as they are written: the variable, and its key in viva.toml.
const PLAIN: &[(&str, InFile)] = &[
    ("OPENAI_ORG_ID", |file| &file.openai_org_id),
    ("VIVA_MODEL", |file| &file.model),
    ("VIVA_SMALL_MODEL", |file| &file.small_model),
    ("VIVA_WRITER_MODEL", |file| &file.writer_model),
    ("VIVA_PLANNER_MODEL", |file| &file.planner_model),
    ("VIVA_NOTE_TAKER_MODEL", |file| &file.note_taker_model),
    ("VIVA_RESEARCHER_MODEL", |file| &file.researcher_model),
    ("VIVA_ORCHESTRATOR_MODEL", |file| &file.orchestrator_model),
    ("VIVA_ANALYSIS_MODEL", |file| &file.analysis_model),
    ("VIVA_FOLLOW_UP_MODEL", |file| &file.follow_up_model),
    ("VIVA_JUDGE_MODEL", |file| &file.judge_model),
    ("VIVA_REALTIME_URL", |file| &file.realtime_url),
    ("VIVA_REALTIME_MODEL", |file| &file.realtime_model),
    ("VIVA_TRANSCRIBE_MODEL", |file| &file.transcribe_model),
    ("VIVA_VOICE_NAME", |file| &file.voice_name),
    ("VIVA_SPEECH_URL", |file| &file.speech_url),
    ("VIVA_SEARCH_URL", |file| &file.search_url),
];

/// How long models are waited for, in seconds.
const SECONDS: &[(&str, InFile)] = &[
    ("VIVA_MODEL_TIMEOUT_S", |file| &file.model_timeout_s),
    ("VIVA_MODEL_CONNECT_S", |file| &file.model_connect_s),
    ("VIVA_MODEL_SILENCE_S", |file| &file.model_silence_s),
    ("VIVA_MODEL_REST_S", |file| &file.model_rest_s),
];
const SECONDS_MAX: f64 = 3_600.0;

/// One effective value and where it came from.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    pub(crate) name: &'static str,
    pub(crate) value: Option<String>,
    pub(crate) origin: String,
}

#[derive(Debug)]
pub(crate) struct Config {
    pub(crate) data: PathBuf,
    pub(crate) database: DatabaseUrl,
    pub(crate) key: Option<SecretString>,
    /// The owner's token, if one was set.
    pub(crate) token: Option<SecretString>,
    /// The most that models may cost in one session, in USD.
    pub(crate) cost_cap: Option<f64>,
    /// Everything, for `viva doctor`; secrets masked.
    pub(crate) settings: Vec<Setting>,
}

impl Config {
    pub(crate) fn read(place: &Place) -> anyhow::Result<Config> {
        let (file, file_path) = read_file()?;
        let from = |name, flag: Option<String>, in_file: &Option<String>| {
            setting(name, flag, in_file.clone(), file_path.as_deref())
        };
        let data_flag = place.data.as_ref().map(|path| path.display().to_string());
        let mut data = from("VIVA_DATA", data_flag, &file.data);
        if data.value.is_none() {
            data.value = Some(default_data()?.display().to_string());
        }
        let database_flag = place.database.clone();
        let mut database = from("VIVA_DATABASE_URL", database_flag, &file.database_url);
        let data_path = PathBuf::from(data.value.clone().unwrap_or_default());
        let url = match &database.value {
            Some(url) => url
                .parse()
                .with_context(|| format!("the database address is wrong ({})", database.origin))?,
            None => DatabaseUrl::sqlite(data_path.join("viva.db")),
        };
        database.value = Some(url.to_string());
        let agents = from("VIVA_AGENTS", None, &file.agents);
        one_of(&agents, &["auto", "model", "builtin"])?;
        let voice = from("VIVA_VOICE", None, &file.voice);
        one_of(&voice, &["auto", "openai", "builtin"])?;
        let (key_shown, key) = secret(from("OPENAI_API_KEY", None, &file.openai_api_key));
        let (token_shown, token) = secret(from("VIVA_TOKEN", None, &file.token));
        let base_url = from("OPENAI_BASE_URL", None, &file.openai_base_url);
        let cap_in_file = file.cost_cap.map(|cap| cap.to_string());
        let cap = from("VIVA_COST_CAP", None, &cap_in_file);
        let cost_cap = read_cap(&cap)?;
        let mut settings = vec![data, database, key_shown, base_url, agents, voice];
        for (name, in_file) in PLAIN {
            settings.push(from(name, None, in_file(&file)));
        }
        let web_search = from("VIVA_WEB_SEARCH", None, &file.web_search);
        one_of(&web_search, &["auto", "on", "off"])?;
        settings.push(web_search);
        for (name, in_file) in SECONDS {
            let setting = from(name, None, in_file(&file));
            seconds(&setting)?;
            settings.push(setting);
        }
        settings.push(from("VIVA_PROMPTS", place.prompts(), &file.prompts));
        settings.extend([cap, token_shown]);
        Ok(Config {
            data: data_path,
            database: url,
            key,
            token,
            cost_cap,
            settings,
        })
    }

    /// A setting that is a time; it was checked when it was read.
    pub(crate) fn duration(&self, name: &str) -> Option<Duration> {
        let setting = self.settings.iter().find(|it| it.name == name)?;
        seconds(setting).ok().flatten()
    }

    pub(crate) fn setting(&self, name: &str) -> Option<&str> {
        self.settings
            .iter()
            .find(|setting| setting.name == name)
            .and_then(|setting| setting.value.as_deref())
    }
}

/// A cap is an amount of money; anything else would let a session spend without one.
fn read_cap(setting: &Setting) -> anyhow::Result<Option<f64>> {
    let Some(written) = &setting.value else {
        return Ok(None);
    };
    let cap: Option<f64> = written.trim().trim_start_matches('$').parse().ok();
    match cap.filter(|cap| cap.is_finite() && *cap >= 0.0) {
        Some(cap) => Ok(Some(cap)),
        None => anyhow::bail!(
            "VIVA_COST_CAP must be an amount in USD such as 0.50, not “{written}” ({})",
            setting.origin
        ),
    }
}

fn seconds(setting: &Setting) -> anyhow::Result<Option<Duration>> {
    let Some(written) = &setting.value else {
        return Ok(None);
    };
    let seconds: Option<f64> = written.trim().parse().ok();
    match seconds.filter(|it| *it > 0.0 && *it <= SECONDS_MAX) {
        Some(seconds) => Ok(Some(Duration::from_secs_f64(seconds))),
        None => anyhow::bail!(
            "{} must be a number of seconds above 0 and up to {SECONDS_MAX}, not “{written}” ({})",
            setting.name,
            setting.origin
        ),
    }
}

/// What is shown of a secret, and the secret.
fn secret(mut setting: Setting) -> (Setting, Option<SecretString>) {
    let secret = setting.value.clone().map(SecretString::from);
    setting.value = setting.value.map(|secret| masked(&secret));
    (setting, secret)
}

fn one_of(setting: &Setting, known: &[&str]) -> anyhow::Result<()> {
    match setting.value.as_deref() {
        Some(wrong) if !known.contains(&wrong) => anyhow::bail!(
            "{} must be one of {}, not “{wrong}” ({})",
            setting.name,
            known.join(", "),
            setting.origin
        ),
        Some(_) | None => Ok(()),
    }
}

fn setting(
    name: &'static str,
    flag: Option<String>,
    in_file: Option<String>,
    file: Option<&Path>,
) -> Setting {
    let in_environment = std::env::var(name).ok().filter(|value| !value.is_empty());
    let (value, origin) = if flag.is_some() {
        (flag, "flag".to_owned())
    } else if in_environment.is_some() {
        (in_environment, "environment".to_owned())
    } else if in_file.is_some() {
        (
            in_file,
            file.map(|path| path.display().to_string())
                .unwrap_or_default(),
        )
    } else {
        (None, "default".to_owned())
    };
    Setting {
        name,
        value,
        origin,
    }
}

/// The file in the current directory, else the one in the user's configuration directory.
fn read_file() -> anyhow::Result<(File, Option<PathBuf>)> {
    let here = PathBuf::from("viva.toml");
    let home = directories::ProjectDirs::from("", "", "vivavoce")
        .map(|dirs| dirs.config_dir().join("viva.toml"));
    let Some(path) = [Some(here), home]
        .into_iter()
        .flatten()
        .find(|path| path.is_file())
    else {
        return Ok((File::default(), None));
    };
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let file = toml::from_str(&text).with_context(|| format!("{} is wrong", path.display()))?;
    Ok((file, Some(path)))
}

fn default_data() -> anyhow::Result<PathBuf> {
    directories::ProjectDirs::from("", "", "vivavoce")
        .map(|dirs| dirs.data_dir().to_owned())
        .context("there is no home directory: say where to keep data with --data DIR or VIVA_DATA")
}

fn masked(secret: &str) -> String {
    let end: String = secret
        .chars()
        .rev()
        .take(4)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    if secret.chars().count() > 12 {
        format!("…{end}")
    } else {
        "…".to_owned()
    }
}
