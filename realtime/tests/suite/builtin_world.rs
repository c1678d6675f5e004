//! A talk with the built-in voice that goes by its sound: a test of half a minute takes a moment, and always the same course.

use crate::far_voice::{QUICK, event, guard, setup};
use crate::speech_server::{SpeechServer, recorded};
use realtime::builtin::{Clock, run_on};
use realtime::{
    Builtin, Frame, Order, ReplyEnded, SAMPLE_RATE, Setup, Timing, Voice, VoiceEvent, resample,
    voice_and_ports,
};

const FRAME: usize = 480;

pub(crate) struct Talk {
    pub(crate) server: SpeechServer,
    pub(crate) voice: Voice,
    /// Everything that was played, in order.
    pub(crate) played: Vec<i16>,
}

pub(crate) fn config(url: &str) -> Builtin {
    Builtin {
        speech_url: Some(url.to_owned()),
        key: Some("sk-local".into()),
        speech_model: "a-voice".into(),
    }
}

impl Talk {
    pub(crate) async fn start() -> Talk {
        Talk::with(SpeechServer::start().await, setup(), QUICK).await
    }

    pub(crate) async fn with(server: SpeechServer, setup: Setup, timing: Timing) -> Talk {
        let (voice, ports) = voice_and_ports();
        let config = config(&server.url);
        tokio::spawn(run_on(Clock::Sound, timing, config, setup, ports));
        let mut talk = Talk {
            server,
            voice,
            played: Vec::new(),
        };
        assert_eq!(talk.event().await, VoiceEvent::Connected);
        talk
    }

    pub(crate) async fn order(&self, order: Order) {
        self.voice.orders.send(order).await.unwrap();
    }

    pub(crate) async fn say(&self, reply: u64, words: &str) {
        let words = Some(words.into());
        self.order(Order::Respond { reply, words }).await;
    }

    /// The microphone hears this; time passes.
    pub(crate) async fn hear(&mut self, samples: &[i16]) {
        for frame in samples.chunks(FRAME) {
            self.voice.microphone.push(Frame::from_samples(None, frame));
            guard("the frame to be heard", self.voice.microphone.drained(0)).await;
            self.collect();
        }
    }

    pub(crate) async fn silence(&mut self, ms: usize) {
        self.hear(&silence(ms)).await;
    }

    pub(crate) fn collect(&mut self) {
        while let Some(frame) = self.voice.speaker.try_next() {
            self.played.extend(frame.samples());
        }
    }

    pub(crate) async fn event(&mut self) -> VoiceEvent {
        event(&mut self.voice).await
    }

    pub(crate) async fn until(&mut self, wanted: impl Fn(&VoiceEvent) -> bool) -> VoiceEvent {
        loop {
            let event = self.event().await;
            if wanted(&event) {
                return event;
            }
        }
    }

    pub(crate) async fn ended(&mut self) -> ReplyEnded {
        loop {
            if let VoiceEvent::ReplyEnded(ended) = self.event().await {
                return ended;
            }
        }
    }

    pub(crate) async fn transcribed(&mut self) -> String {
        loop {
            if let VoiceEvent::Transcribed { text, .. } = self.event().await {
                return text.into_string();
            }
        }
    }

    /// What is reported from here to the end of everything that was ordered and heard.
    pub(crate) async fn rest(mut self) -> Vec<VoiceEvent> {
        self.order(Order::Close).await;
        let mut events = Vec::new();
        while let Some(event) = guard("the end", self.voice.events.recv()).await {
            events.push(event);
        }
        events
    }
}

pub(crate) fn silence(ms: usize) -> Vec<i16> {
    vec![0; ms * SAMPLE_RATE as usize / 1_000]
}

/// The person speaks: the recorded voice from its beginning.
pub(crate) fn speech(ms: usize) -> Vec<i16> {
    let samples = resample(&recorded(), 16_000, SAMPLE_RATE).unwrap();
    let n_samples = ms * SAMPLE_RATE as usize / 1_000;
    samples.into_iter().cycle().take(n_samples).collect()
}

/// Even noise of this loudness, the same every time.
pub(crate) fn noise(ms: usize, loudness: i32) -> Vec<i16> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let n_samples = ms * SAMPLE_RATE as usize / 1_000;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 33) as i32 % (2 * loudness) - loudness) as i16
    };
    std::iter::repeat_with(next).take(n_samples).collect()
}

pub(crate) fn is_turn(event: &VoiceEvent) -> bool {
    matches!(
        event,
        VoiceEvent::SpeechStarted { .. } | VoiceEvent::TurnCommitted { .. }
    )
}
