//! Voice: the wire in both directions, the providers, the recorder. Has never heard of an interview.

mod audio;
pub mod builtin;
pub mod client;
pub mod conversation;
mod event;
mod frame;
mod item_id;
pub mod openai;
mod order;
mod recorder;
mod setup;
pub mod turns;
mod voice;
pub mod wire;

pub use audio::{
    BadWav, Resampler, UnusableRate, WAV_SECONDS_MAX, level_db, read_wav, resample, write_wav,
    write_wav_of_two,
};
pub use event::{ReplyEnded, Retry, Usage, VoiceEvent};
pub use frame::{
    BadFrame, FRAME_CHARS_MAX, Frame, FrameReceiver, FrameSender, SAMPLE_RATE, frame_queue,
};
pub use item_id::ItemId;
pub use order::{Order, Seed, SeedTurn, Speaker, Words};
pub use recorder::{RECORDER_QUEUE_MAX, Recorded, Recorder, RecorderError};
pub use setup::{Builtin, MarkQuestion, OpenAi, Setup, Timing, TurnDetection};
pub use voice::{
    EVENTS_MAX, MICROPHONE_MS_MAX, ORDERS_MAX, Ports, SPEAKER_MS_MAX, Voice, voice_and_ports,
};
