//! Which voices this process can use, as the configuration says.

use coordinator::VoiceManner;
use realtime::{Builtin, OpenAi, Timing};
use server::VoiceSettings;

use crate::config::Config;

const OPENAI_REALTIME_URL: &str = "wss://api.openai.com/v1/realtime";
const REALTIME_MODEL: &str = "gpt-realtime-2.1";
const TRANSCRIBE_MODEL: &str = "gpt-transcribe";
const VOICE_NAME: &str = "marin";
/// What a local speech server is asked for unless told otherwise; most take any name.
const SPEECH_MODEL: &str = "tts-1";

/// All voices; `speech_url` is that of a speech server that runs here, if none is configured.
pub(crate) fn settings(config: &Config, speech_url: Option<String>) -> VoiceSettings {
    let named = |name: &str| config.setting(name).map(str::to_owned);
    VoiceSettings {
        far: far(config),
        builtin: Builtin {
            speech_url: named("VIVA_SPEECH_URL").or(speech_url),
            key: None,
            speech_model: SPEECH_MODEL.to_owned(),
        },
        manner: VoiceManner {
            voice_name: named("VIVA_VOICE_NAME").unwrap_or_else(|| VOICE_NAME.to_owned()),
            transcribe_model: named("VIVA_TRANSCRIBE_MODEL")
                .unwrap_or_else(|| TRANSCRIBE_MODEL.to_owned()),
        },
    }
}

/// The realtime server: the one that is named, or the one beside the text models. Where it turns out that there is none, the
/// built-in voice takes over.
pub(crate) fn far(config: &Config) -> Option<OpenAi> {
    if config.setting("VIVA_VOICE") == Some("builtin") {
        return None;
    }
    let named = config.setting("VIVA_REALTIME_URL").map(str::to_owned);
    let beside = || config.setting("OPENAI_BASE_URL").map(derived);
    let openai = || config.key.as_ref().map(|_| OPENAI_REALTIME_URL.to_owned());
    let url = named.or_else(beside).or_else(openai);
    Some(OpenAi {
        url: url?,
        key: config.key.clone(),
        model: config
            .setting("VIVA_REALTIME_MODEL")
            .unwrap_or(REALTIME_MODEL)
            .to_owned(),
        timing: Timing::LIVE,
    })
}

/// `https://host/v1` becomes `wss://host/v1/realtime`.
fn derived(base_url: &str) -> String {
    let base = base_url.trim_end_matches('/');
    let socket = match base.strip_prefix("http") {
        Some(rest) => format!("ws{rest}"),
        None => base.to_owned(),
    };
    format!("{socket}/realtime")
}

#[cfg(test)]
mod tests {
    use super::derived;

    #[test]
    fn the_voice_is_looked_for_beside_the_text_models() {
        assert_eq!(
            derived("https://a.example/v1"),
            "wss://a.example/v1/realtime"
        );
        assert_eq!(
            derived("http://127.0.0.1:8080/v1/"),
            "ws://127.0.0.1:8080/v1/realtime"
        );
    }
}
