//! Which voices there are: a far one if one is configured, and always the built-in one.

use coordinator::VoiceManner;
use realtime::{Builtin, OpenAi};

#[derive(Debug, Clone)]
pub struct VoiceSettings {
    /// A realtime server. Without one, or when it cannot be used, the built-in voice speaks.
    pub far: Option<OpenAi>,
    pub builtin: Builtin,
    pub manner: VoiceManner,
}

impl VoiceSettings {
    /// Neither a far voice nor a speech server: the client speaks and listens, or shows and types.
    #[must_use]
    pub fn text_only() -> VoiceSettings {
        VoiceSettings {
            far: None,
            builtin: Builtin {
                speech_url: None,
                key: None,
                speech_model: String::new(),
            },
            manner: VoiceManner {
                voice_name: "marin".to_owned(),
                transcribe_model: "gpt-transcribe".to_owned(),
            },
        }
    }

    /// What a client is told about the voice, so that it knows whether to speak and listen itself.
    pub(crate) fn described(&self, speaker: Speaker, engine: Engine) -> serde_json::Value {
        let (provider, sound) = match speaker {
            Speaker::Far => ("openai", true),
            Speaker::Builtin => {
                let sound = self.builtin.speech_url.is_some() && engine == Engine::Works;
                ("builtin", sound)
            }
        };
        serde_json::json!({ "provider": provider, "speaks": sound, "listens": sound, "typing": true })
    }
}

/// Who speaks in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speaker {
    Far,
    Builtin,
}

/// Whether what makes and understands sound was there when it was last asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Engine {
    Works,
    Away,
}
