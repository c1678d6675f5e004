//! The session as a client is shown it: the audio is real, the persona is not shown.

use serde_json::{Value, json};

/// What a client may know of its session.
#[derive(Clone, Debug)]
pub struct Effective {
    pub id: String,
    pub voice_name: String,
    pub speed: f64,
}

impl Effective {
    pub(super) fn to_json(&self) -> Value {
        let format = json!({"type": "audio/pcm", "rate": crate::SAMPLE_RATE});
        json!({
            "type": "realtime",
            "object": "realtime.session",
            "id": self.id,
            "model": "viva",
            "output_modalities": ["audio"],
            "instructions": "",
            "tools": [],
            "tool_choice": "none",
            "audio": {
                "input": {
                    "format": format,
                    // The interviewer decides when it speaks; a client that believed otherwise would wait for it.
                    "turn_detection": {
                        "type": "server_vad",
                        "create_response": false,
                        "interrupt_response": false,
                    },
                },
                "output": {"format": format, "voice": self.voice_name, "speed": self.speed},
            },
        })
    }
}
